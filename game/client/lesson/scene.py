"""The table of a lesson: a usual table with a coach who asks for one thing at a time and highlights it.

Laws: an illegal move is explained by the table itself; a legal move that is not the step's is not sent, and the coach
says so until the learner takes it back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.client.app_context import MatchAtTable
from game.client.lesson.light import dim_except, draw_rings, lit_boxes
from game.client.lesson.navigation import LessonNavigation
from game.client.lesson.teacher import Teacher
from game.client.table.dead_hand.turn import DeadHandTurn
from game.client.table.scene import TableScene
from game.client.widgets.button import Button
from game.client.words import say
from game.lesson.session import LessonSession
from game.rules.ruleset import Family
from game.store.background import NoDesk

if TYPE_CHECKING:
    import pygame

    from game.bots.thinker import Thinker
    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.table.family import TableFamily
    from game.client.viewport import Viewport
    from game.client.widgets.look import Look
    from game.lesson.lesson import Lesson


class LessonTable(TableScene[Any]):
    """The table of one lesson; `session` is the lesson's own."""

    doors: LessonNavigation
    doors_of = LessonNavigation
    hints_unasked = False

    def __init__(self, family: TableFamily[Any], context: AppContext, session: LessonSession) -> None:
        super().__init__(family, context, MatchAtTable(session, NoDesk()))
        self.name = "lesson"
        self._lesson = session
        self._astray: Any = None  # the turn state of the wrong move
        self._dims = False
        self.board.teaches = False
        self.teacher = Teacher(self, self.doors, session)
        session.rival.waits = self.teacher.way.shows_welcome
        self.coach.silent = True
        self.hints.may_mark_pile = True  # once the learner plays on freely
        self._hint = self.panel.actions["hint"]
        self.panel.actions["hint"] = self._show_or_hint

    def _show_or_hint(self) -> Change | None:
        """Demonstrate the step; once the learner plays on freely, hint as at any table."""
        if self.teacher.show_it.visible:
            return self.teacher.show_it.on_use()
        way = self.teacher.way
        return None if self._lesson.strayed or way.melded_unasked or way.step is None else self._hint()

    def return_button(self) -> Button | None:
        """Return the coach's button while it is shown, else the table's."""
        focus, teacher = self.ring.focus, self.teacher
        if self.shown.toast is None and teacher.coach.visible:
            if self.ring.shown and isinstance(focus, Button) and focus in teacher.coach.children:
                return focus
            if teacher.next.visible:
                return teacher.next
        return super().return_button()

    def layout(self, viewport: Viewport) -> None:
        """Lay everything out, the coach in the current language."""
        self.board.task = say("lesson.bar")  # the round has no match to be the first of
        self._tell_headline()
        super().layout(viewport)
        self.teacher.tell()

    def update(self, now: float) -> Change | None:
        """Update the coach to the state of the table."""
        turn, strayed = self.shown.turn, self._lesson.strayed
        if turn is not None and not strayed:
            self.teacher.steady, self._astray = turn.turn_state, None
        elif turn is not None:
            self._astray = self._astray or turn.turn_state.with_picked(())
            if turn.view.must_decide and turn.turn_state.with_picked(()) != self._astray:
                self._lesson.strayed = ()  # undone by other means
        self._lesson.rival.waits = self.teacher.way.shows_welcome
        self._tell_headline()
        if turn is not None and (used := self.teacher.way.used_picks):
            turn.pick_only(tuple(tile for tile in turn.turn_state.picked if tile not in used))
        change = super().update(now)
        if self.shown.toast is not None and isinstance(self.shown.turn, DeadHandTurn) and self.teacher.is_astray:
            self.shown.close_message()  # why that is refused is of no help: the coach says that the move is to go back
        if self.teacher.way.round_is_over:
            self.shown.result = None  # the score sheet is for matches
        self.teacher.tell()
        quiet = not self.board.is_moving and not self.shown.moments.busy and self.shown.toast is None
        if (quiet and bool(self.teacher.lights)) is not self._dims:
            self._dims = not self._dims
            self.shown.note_change()
        return change

    def _tell_headline(self) -> None:
        told = self.teacher.headline
        if told != self.board.headline:
            self.board.headline = told
            if self.look is not None:
                self.shown.show(self.shown.now)

    def draw_lying_over(self, surface: pygame.Surface, look: Look) -> None:
        """Dim all but the highlights, redraw parts that a ring would cross, then draw the coach."""
        if self._dims:
            lit = lit_boxes(self, self.teacher.lights)
            dim_except(surface, look, lit, ())
            rings = [look.rect(box) for box in lit]
            for part in self.board.over:
                if part.box.collidelist(rings) >= 0:
                    part.draw(surface)
        draw_rings(surface, look, lit_boxes(self, self.teacher.reminders))
        super().draw_lying_over(surface, look)


def begin_lesson(context: AppContext, lesson: Lesson, thinker: Thinker, pace: float = 0.0) -> LessonTable:
    """Open a lesson's table; nothing is saved. Only the modules of its table family are imported."""
    session = LessonSession(lesson, context.player, thinker, pace=pace)
    if session.rules.family is Family.OPEN_TABLE:
        from game.client.table.open.family import OPEN_TABLE

        return LessonTable(OPEN_TABLE, context, session)
    from game.client.table.dead_hand.family import DEAD_HAND

    return LessonTable(DEAD_HAND, context, session)
