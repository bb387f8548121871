"""The table of a puzzle: a usual table with a paper that states the task and judges the answer.

Laws: illegal moves are explained by the table itself; a legal move that is not the answer stays on the table as it was
made, and the paper says that there is a better one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.client.app_context import MatchAtTable
from game.client.lesson.navigation import LessonNavigation
from game.client.puzzle.guide import PuzzleGuide
from game.client.table.scene import TableScene
from game.client.widgets.button import Button
from game.puzzle.session import PuzzleSession
from game.rules.ruleset import Family
from game.store.background import NoDesk

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.puzzle.guide import TaskGuide
    from game.client.puzzle.shelf import PuzzleShelf
    from game.client.table.family import TableFamily
    from game.client.viewport import Viewport
    from game.puzzle.puzzle import Puzzle
    from game.puzzle.session import PosedTask


class PuzzleTable(TableScene[Any]):
    """The table of one task; `session` is the task's own, `guide` explains it."""

    doors_of = LessonNavigation
    hints_unasked = False

    def __init__(
        self,
        family: TableFamily[Any],
        context: AppContext,
        session: PosedTask,
        guide: Callable[[PuzzleTable], TaskGuide],
    ) -> None:
        super().__init__(family, context, MatchAtTable(session, NoDesk()))
        self.name = "puzzle"
        self._puzzle = session
        self._steady: Any = None  # the turn state before the wrong answer was sent
        self.board.teaches = False
        self.board.log.empty = "puzzle.log_empty"
        self.guide = guide(self)
        self.coach.silent = True
        self.panel.actions["hint"] = self.guide.give_hint

    def return_button(self) -> Button | None:
        """Return the button for the Return key: the paper's, else the table's; at an untouched open table none."""
        focus, guide = self.ring.focus, self.guide
        if self.shown.toast is None and guide.paper.visible:
            if self.ring.shown and isinstance(focus, Button) and focus in guide.paper.children:
                return focus
            if guide.next.visible:
                return guide.next
        return None if self.shown.toast is None and guide.untouched else super().return_button()

    def layout(self, viewport: Viewport) -> None:
        """Lay everything out, the paper in the current language."""
        super().layout(viewport)
        self.guide.tell()

    def update(self, now: float) -> Change | None:
        """Restore the turn state after a wrong answer, and update the paper."""
        turn, strayed = self.shown.turn, self._puzzle.strayed
        if turn is not None and strayed is None:
            self._steady = turn.turn_state
        elif turn is not None and strayed is not None:
            self.guide.tell_wrong_answer(strayed)
            self._puzzle.strayed = None
            turn.turn_state = self._steady.with_picked(())
            self.shown.show(now)
        change = super().update(now)
        self.guide.tell()
        return change


def begin_puzzle(context: AppContext, puzzle: Puzzle, shelf: PuzzleShelf) -> PuzzleTable:
    """Open the table of a puzzle."""
    session = PuzzleSession(puzzle, context.player)
    return table_of_task(context, session, lambda scene: PuzzleGuide(scene, session, shelf))


def table_of_task(context: AppContext, session: PosedTask, guide: Callable[[PuzzleTable], TaskGuide]) -> PuzzleTable:
    """Open the table of a task; only the modules of its table family are imported."""
    if session.rules.family is Family.OPEN_TABLE:
        from game.client.table.open.family import OPEN_TABLE

        return PuzzleTable(OPEN_TABLE, context, session, guide)
    from game.client.table.dead_hand.family import DEAD_HAND
    from game.client.table.dead_hand.middle import middle_boxes
    from game.client.table.dead_hand.words import pile_words

    table = PuzzleTable(DEAD_HAND, context, session, guide)
    board, view = table.board, session.start
    table.guide.words_on_felt = lambda look: middle_boxes(
        look, board.current_layout(), pile_words(view, cards=board.as_cards)
    )
    return table
