"""The coach's words, highlights and buttons at a lesson's table."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from game.client.director import Pop, Replace
from game.client.draw.theme import ButtonKind
from game.client.lesson.coach import CoachPaper
from game.client.lesson.light import PLACE_WIDGETS, lit_boxes, sets_to_grow
from game.client.lesson.way import PICK_DEEDS, LessonProgress
from game.client.setup import beginners_setup
from game.client.table.advice.standing import (
    BIG_TEXT_SCALE,
    BUTTONS_COST,
    LIT_COST,
    LIT_COST_FACTOR,
    PLACE_COST,
    PLATES_COST,
    RACK_COST,
    SMALL_LIT_SHARE,
    bubble_rooms,
    usual_obstacles,
)
from game.client.table.dead_hand.turn import DeadHandTurn
from game.client.table.open.turn import OpenTurn
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button
from game.client.words import current_language, phrase, say
from game.client.words.tell import ToldRefusal, some_in_words, tell_refusal
from game.lesson.doing import move_for
from game.lesson.lesson import WAITING_VERBS
from game.table.refusals import Code, Refusal

if TYPE_CHECKING:
    from game.client.director import Change
    from game.client.lesson.navigation import LessonNavigation
    from game.client.table.scene import TableScene
    from game.client.words import Text
    from game.lesson.lesson import CoachWords, LessonStep
    from game.lesson.session import LessonSession
    from game.table.tiles import Tile

MAX_WINDOW_SHARE = 0.1  # with large text, highlights up to this share of the window have priority
DEEDS_WITH_WORDS = ("next", "draw", "keep", "take")  # deeds for which the banner has its own words
COVERABLE_EDGES = ("pile", "dead")  # places whose edge the coach may cover rather than split his words
TAKE_PLACES = ("stock", "pile")  # places used in nearly every turn, highlighted or not


class Teacher:
    """Controls the coach at the table `scene`."""

    def __init__(self, scene: TableScene[Any], doors: LessonNavigation, session: LessonSession) -> None:
        self.scene, self.session, self.lesson = scene, session, session.lesson
        self._doors = doors
        self.steady: Any = None  # the turn state before the wrong move
        self.way = LessonProgress(session, scene.shown)
        lights = (light for step in self.lesson.steps for light in step.lights)
        self._to_come = tuple(dict.fromkeys(light for light in lights if light in (*PLACE_WIDGETS, *TAKE_PLACES)))
        self._said: tuple[object, ...] = ()
        self._seen = False
        self._told_at = -1  # the last step whose words were shown
        paper = ButtonKind.PAPER
        self.next = Button("lesson.next", "", self._go_on, kind=ButtonKind.PRIMARY, icon="forward", key="Enter")
        self.show_it = Button("lesson.show", phrase("lesson.show"), self._show_me, kind=paper, icon="hand", key="H")
        asks = Button("lesson.questions", phrase("lesson.questions"), doors.questions, kind=paper, icon="help")
        self._again = Button("lesson.again", phrase("lesson.again"), self._once_more, kind=paper, icon="reset")
        leave = Button("lesson.leave", phrase("lesson.leave"), Pop, kind=paper, icon="door")
        self._score = Button("lesson.score", phrase("table.do.score"), doors.see_score, kind=paper, icon="eye")
        buttons = (leave, asks, self._score, self._again, self.show_it, self.next)
        self.coach = CoachPaper("lesson.coach", buttons)
        scene.shown.lay_over((self.coach,), self._place_coach)
        scene.board.asked = self.asked
        scene.shown.wanted = self.wanted
        scene.shown.target_tiles = lambda: sets_to_grow(scene, self.lights)

    @property
    def lights(self) -> tuple[str, ...]:
        """Return the current highlights, as the lesson's file names them."""
        step = self.way.step
        if step is None or not self.coach.visible or self.session.strayed or self.way.melded_unasked:
            return ()
        early = "gold" if self.way.missing_count > 0 else ""  # its button would meld an incomplete selection
        return tuple(light for light in step.lights if light != early)

    def asked(self) -> str:
        """Return the banner's words for the step's next action; empty while the coach is silent."""
        step, turn = self.way.step, self.scene.shown.turn
        if step is None or turn is None or not self._seen or self.session.strayed or self.way.melded_unasked:
            return ""
        verb = step.deed.verb
        if verb not in PICK_DEEDS:
            return say(f"lesson.do.{verb}") if verb in DEEDS_WITH_WORDS else ""
        if self.way.missing_count > 0:
            return say(
                "lesson.do.more" if self.way.missing_count < step.pick_count else "lesson.do.pick",
                n=self.way.missing_count,
            )
        if self.way.wrong_picks:
            return ""
        return say("lesson.do.gold" if "gold" in step.lights else "lesson.do.place")

    @property
    def is_astray(self) -> bool:
        """Return whether a move lies there that the lesson does not ask for."""
        return bool(self.session.strayed) or self.way.melded_unasked

    @property
    def headline(self) -> tuple[str, str] | None:
        """Return the banner's words while a wrong move lies there, or the rival waits for the welcome to be read."""
        step = self.way.step
        if self.is_astray:
            return say("banner.mine"), say("lesson.do.next" if self.way.has_nothing_to_take_back else "lesson.do.back")
        return (
            None
            if step is None or not self.way.shows_welcome
            else (step.words_in(current_language()).title, say("lesson.do.next"))
        )

    def wanted(self) -> str | None:
        """Return the action whose button alone is gold, "" for no button; None to leave that to the table."""
        step, turn, way = self.way.step, self.scene.shown.turn, self.way
        if step is None or turn is None:
            return None
        if step.deed.verb == "free" and way.was_read:
            return "end" if self._can_close_now else None
        if self.session.strayed or way.melded_unasked or way.missing_count > 0:
            return ""
        if step.deed.verb == "meld":
            return "lay" if "gold" in step.lights else "add"
        return step.deed.verb

    @property
    def reminders(self) -> tuple[str, ...]:
        """Return what keeps its ring once the coach is closed: the closing tile to take."""
        turn = self.scene.shown.turn
        return (
            ("closing",)
            if turn is not None and self._can_close_now and turn.legal_moves.closing_tile is not None
            else ()
        )

    @property
    def _can_close_now(self) -> bool:
        """Return whether the last step asks for the closing tile, and the learner can close with it now."""
        step, turn = self.way.step, self.scene.shown.turn
        if step is None or turn is None or not (self.way.was_read and turn.can_play):
            return False
        return step.deed.verb == "free" and "closing" in step.lights and self.way.can_close

    # --- what he says --------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Update the coach; hide him while others play, or once the learner plays freely."""
        scene, way, step, turn = self.scene, self.way, self.way.step, self.scene.shown.turn
        strayed = bool(self.session.strayed)
        astray = strayed or way.melded_unasked
        said = (
            current_language(),
            way.step_number,
            strayed,
            way.melded_unasked,
            (way.surplus, way.has_broken_set) if astray else (),
            way.was_read,
            scene.shown.toast is not None,
            scene.look,
            turn is None or turn.view.must_decide,
            turn is None,
            way.wrong_picks,
            scene.shown.moments.busy,
            self._waits_for_motion,
        )
        if said == self._said:
            return
        self._said = said
        verb = "" if step is None else step.deed.verb
        mine = turn is not None and (turn.view.must_decide or strayed or way.shows_welcome)
        seen = step is None or (mine or way.round_is_over if verb == "next" else mine and not way.was_read)
        shows = (
            turn is not None
            and scene.shown.toast is None
            and not scene.shown.moments.busy
            and not self._waits_for_motion
        )
        self._seen = seen and shows
        self._told_at = way.step_number if self._seen else self._told_at
        self.coach.visible = self._seen
        self.coach.step, self.coach.steps = way.step_number, len(self.lesson.steps)
        showable = not astray or (verb == "meld" and not strayed and way.has_broken_set)
        self.show_it.visible = step is not None and verb not in WAITING_VERBS and mine and showable
        self.next.visible = step is None or verb in WAITING_VERBS or astray
        self._again.visible = step is None and not self.lesson.known
        self._score.visible = step is None and way.round_is_over
        if step is None:
            self._tell_end()
        else:
            self._tell_step(step, strayed=strayed)
        if scene.look is not None:
            scene.shown.show(scene.shown.now)
        scene.shown.note_change()

    @property
    def _waits_for_motion(self) -> bool:
        """Return whether the words of a new step wait until nothing moves on the table."""
        return self.way.step_number != self._told_at and self.scene.board.is_moving and not self.way.shows_welcome

    def _tell_step(self, step: LessonStep, *, strayed: bool) -> None:
        words = step.words_in(current_language())
        self._doors.rule = step.rule
        self.next.label = phrase("lesson.back" if strayed or self.way.melded_unasked else "lesson.next")
        if self.way.has_nothing_to_take_back:
            self.next.label = phrase("button.got_it")
        self.coach.title, self.coach.words = words.title, words.says
        if step.deed.verb == "free":
            self.coach.words = phrase("lesson.free_says", says=words.says)
        if strayed or self.way.melded_unasked:
            broken = not strayed and self.way.has_broken_set
            self.coach.title = phrase("lesson.broken" if broken else "lesson.strayed")
            self.coach.words = self._astray_words(step, words, strayed=strayed, broken=broken)
            if not broken and self._refused_opening is not None:
                self.coach.title = self._refused_opening.what
        elif self.way.wrong_picks:
            self.coach.words = phrase("lesson.mislaid", tiles=self._in_words(self.way.wrong_picks), says=words.says)

    def _astray_words(self, step: LessonStep, words: CoachWords, *, strayed: bool, broken: bool) -> Text:
        """Return what is in the way of the step, and what to do then."""
        verb, turn = step.deed.verb, self.scene.shown.turn
        says = f"{say('lesson.do.next')}." if verb == "next" else words.says
        if verb == "end":  # its own words name the gold button, which now takes the move back
            says = say("lesson.then_end")
        if broken:
            return phrase("lesson.broken_says", says=says)
        if (refused := self._refused_opening) is not None:
            return phrase("lesson.refused_says", why=refused.why, says=says)
        if verb != "draw" and self.way.surplus and isinstance(turn, OpenTurn) and turn.arrangement.play_refusal is None:
            return phrase("lesson.besides", tiles=self._in_words(self.way.surplus), says=says)
        if strayed and verb == "end":
            return phrase("lesson.moved", says=says)
        other = strayed and not self.way.only_melds_wrong
        return phrase("lesson.strayed_says" if other or verb == "draw" else "lesson.strayed_set", says=says)

    @property
    def _refused_opening(self) -> ToldRefusal | None:
        """Return why a first play that lies there uses the table, as the one wrong move that is no broken set."""
        turn = self.scene.shown.turn
        refused = turn.arrangement.play_refusal if isinstance(turn, OpenTurn) else None
        if turn is None or refused is None or refused.code is not Code.OPENING_TOUCHES_TABLE:
            return None
        return tell_refusal(refused, turn.view.faces, cards=self.scene.board.as_cards)

    def _in_words(self, tiles: tuple[Tile, ...]) -> str:
        turn = self.scene.shown.turn
        return "" if turn is None else some_in_words(tiles, turn.view.faces, cards=self.scene.board.as_cards)

    def _tell_end(self) -> None:
        game, preferences = self.lesson.rules.title, self.scene.context.preferences
        learned = preferences.now.learned.split()
        preferences.replace(replace(preferences.now, learned=" ".join(dict.fromkeys((*learned, self.lesson.key)))))
        self._doors.rule = self._doors.questions_number
        self.next.label = phrase("title.play", game=game)
        told: tuple[Text, Text] = (phrase("lesson.told"), phrase("lesson.told_says", game=game))
        if not self.lesson.known and self.way.learner_won:
            told = (phrase("lesson.won"), phrase("lesson.won_says", game=game))
        elif not self.lesson.known:
            told = (phrase("lesson.lost"), phrase("lesson.lost_says"))
        self.coach.title, self.coach.words = told

    def _place_coach(self) -> None:
        """Place the coach, if shown, where he covers no highlight."""
        scene, look, board = self.scene, self.scene.look, self.scene.board
        self.coach.visible = self._seen and scene.shown.toast is None
        if self.way.round_is_over and self.coach.visible:
            scene.panel.primary.visible = False  # the coach has a button for the score
        if self.coach.visible and self.next.visible:
            for button in scene.panel.buttons:
                if isinstance(button, Button) and button.key_cap == self.next.key_cap:
                    button.key_cap = None  # one key, one button
        if look is None or board.layout is None or not self.coach.visible:
            return
        big = look.text_scale > BIG_TEXT_SCALE
        small = (
            MAX_WINDOW_SHARE * math.prod(look.viewport.canvas.size) if big else SMALL_LIT_SHARE * self.coach.area(look)
        )
        keep = usual_obstacles(board, look, scene.panel.primary)
        if self.next.visible and not big:  # what he has to say is about the score, or ends with it
            keep += [(part.rect, PLATES_COST) for part in board.side_widgets if part is not board.log]
        for box in lit_boxes(scene, self.lights):
            keep.append((box, PLACE_COST if box.w * box.h >= small else LIT_COST * (LIT_COST_FACTOR if big else 1.0)))
        keep += [(box, LIT_COST) for box in lit_boxes(scene, () if big else TAKE_PLACES)]
        parts = () if board.parts is None else board.parts.labels
        labels = [Box(*(side / look.u for side in part.box)) for part in parts]
        keep += [(box, LIT_COST) for box in labels]
        keep += [] if big else [(one.rect, BUTTONS_COST) for one in scene.panel.bar_buttons if one.visible]
        later = (light for light in self._to_come if light not in self.lights)
        keep += [(box, RACK_COST) for box in lit_boxes(scene, later)]  # so that he need not move for later steps
        beside = [*labels, *(() if big else board.current_layout().seen_sets)]
        loose = lit_boxes(scene, (light for light in self.lights if light in COVERABLE_EDGES))
        self.coach.place_uncovering(
            bubble_rooms(board, look)[-1:] if big else bubble_rooms(board, look), keep, look, loose, beside
        )

    # --- what his buttons do -------------------------------------------------------------------------------------

    def _go_on(self) -> Change | None:
        if self.way.step is None:
            return self.play()
        if self.is_astray:
            self._take_back()
            return None
        self.way.mark_read()
        self.tell()
        turn = self.scene.shown.turn
        if self.wanted() == "free" and isinstance(turn, OpenTurn):
            turn.reset()  # what was tried with the closing tile
        self.scene.ring.focus_on("table.rack")
        return None

    def _take_back(self) -> None:
        """Take back the whole wrong move."""
        shown, turn, way, step = self.scene.shown, self.scene.shown.turn, self.way, self.way.step
        strayed = bool(self.session.strayed)
        if turn is not None and strayed:
            turn.turn_state = self.steady.with_picked(())
        self.session.strayed, self.scene.board.headline = (), None
        before = None
        while turn is not None and turn.turn_state != before and (way.melded_unasked or (strayed and way.surplus)):
            before = turn.turn_state
            turn.undo()
        if strayed and isinstance(turn, OpenTurn) and step is not None and step.deed.verb == "end":
            turn.try_step(self.way.table_after_steps(turn.arrangement.base))  # not only rack tiles may lie elsewhere
        shown.show(shown.now)

    def play(self) -> Change | None:
        """Deal a beginner's match with the player's own table rules; a setup saved before does not change."""
        game, context = self.lesson.rules.key, self.scene.context
        if context.play is None:
            return Pop()
        own = context.preferences.now.table_of(game)
        table = beginners_setup(game, own)
        context.preferences.replace(context.preferences.now.with_table(own or table.saved_form))
        return context.play(table)

    def _show_me(self) -> Change | None:
        """Demonstrate the step on the table."""
        turn, step = self.scene.shown.turn, self.way.step
        if turn is None or step is None or step.deed.verb in WAITING_VERBS:
            return None
        turn.pick_only(())
        if isinstance(turn, DeadHandTurn):
            move = move_for(turn.view, step.deed)
            if not isinstance(move, Refusal):
                turn.try_step(move)
        elif isinstance(turn, OpenTurn):
            view = self.scene.session.view
            if view is None or turn.arrangement.base.table != view.table:
                return None  # an animation is still due
            doing: dict[str, Any] = {"draw": turn.draw, "end": turn.end_turn}
            if step.deed.verb in doing:
                doing[step.deed.verb]()
            else:
                turn.try_step(self.way.table_after_steps(turn.arrangement.base))
        return None

    def _once_more(self) -> Change | None:
        door = self.scene.context.lesson
        return None if door is None else Replace(door(self.lesson))
