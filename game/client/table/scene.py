"""The table scene: one match at a table of any family, until its round is over and the score is looked at.

Laws: the session alone says what happened; input never waits for motion; `draw` changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from game.client.access.table import TableAnnouncer
from game.client.actions import ActionContext, action_for
from game.client.draw.sound import Cue
from game.client.events import KeyDown, PadDown, PointerDown
from game.client.table.advice.coach import Coach
from game.client.table.advice.hints import Hints
from game.client.table.areas import Area
from game.client.table.board_page import BoardPage, widget_parts
from game.client.table.cues import event_cues
from game.client.table.lasso import draw_lasso
from game.client.table.moments.bot_lines import BotBubble, BotLines
from game.client.table.navigation import TableNavigation
from game.client.table.shown import ShownMatch
from game.client.table.table_input import TableInput, handle_pointer
from game.client.widgets.button import Button
from game.client.widgets.widget import shown_items_of
from game.client.words.tongue import current_language
from game.match.transcript import Controller
from game.rules.ruleset import Family
from game.session.session import Dealt, Learned, Moved, RoundOver, TimedOut, Trouble
from game.session.telling import log_event
from game.session.tempers import temper_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pygame

    from game.client.app_context import AppContext, MatchAtTable
    from game.client.debug import ShownItem
    from game.client.director import Change
    from game.client.events import Event
    from game.client.table.family import TableFamily
    from game.client.table.turn import UnsentTurn
    from game.client.viewport import Viewport
    from game.client.widgets.look import Look
    from game.session.session import Event as Happened
    from game.table.view import View

H = TypeVar("H", bound=TableInput[Any, Any])

OWN_SHEETS = ("help", "rules")  # sheets of this table: how the game is played, and the rule of a refusal
# Actions that work while a message lies over the table: they correct, or they show something on top.
ACTIONS_THROUGH_MESSAGE = ("undo", "redo", "reset", "help", "rules", "talk", "look_back", "hint", "moves")
ACTIONS_BELOW_MESSAGE = ("pick", "left", "right", "up", "down", "carry_left", "carry_right")
FIRST_WARNING_SECONDS = 15  # seconds left on the turn clock when it is first heard
COUNTDOWN_SECONDS = 5  # from here on each second is heard
SCORE_DELAY_SECONDS = 2.0  # seconds that a finished table is shown before its score opens by itself


class TableScene(BoardPage, Generic[H]):
    """A table, composed of the parts that its family makes."""

    keeps = frozenset({"new_game", *OWN_SHEETS})
    doors_of = TableNavigation
    hints_unasked = True

    def __init__(self, family: TableFamily[H], context: AppContext, game: MatchAtTable) -> None:
        self.game, self._family = game, family
        context.music.enter_room()
        board = family.board(game.session, game.company)
        self.shown: ShownMatch[Any, Any] = ShownMatch(context, game, board, family.keep)
        self.hands = family.hands(self.shown)
        self.doors = self.doors_of(self.shown, family.past_board, family.turn)
        self.hints = Hints(self.shown, self._what_can_i_do, unasked=self.hints_unasked)
        self.coach = Coach(self.shown, self.hints, self.doors.look_back_to)
        self.panel = family.panel(self.doors, self.hands)
        self.panel.set_adviser(self.hints, self._what_can_i_do)
        self.aloud = TableAnnouncer(self.shown)
        self.panel.set_speech_source(self.aloud)
        self.shown.add_widgets(self.panel, self.hands.areas)
        self._light = family.light()
        self._said: object = None  # the chat that was drawn last
        self._waited: object = None  # whose turn was announced last
        self._ended: float | None = None  # when the round ended
        self._paused = False
        seats = enumerate(game.session.seats)
        self._lines = BotLines({at: temper_of(one.name) for at, one in seats if one.controller is Controller.BOT})
        self._bubble = BotBubble()
        self._tongue = current_language()  # the language of the joker's last words
        self._flown = 0  # frames in which something flew
        # the static picture before the others' moves, in the frame in which they arrive
        self._before: pygame.Surface | None = None
        board.log.on_line, board.log.on_head = self.doors.look_back_to, self.doors.look_back
        super().__init__("table", context, game.session, board, self.shown.root, "table.rack")
        self.shown.ring = self.ring
        if self.session.standing.round_scored and self.session.standing.results:
            self.shown.result = self.session.standing.results[-1]
        if self.session.view is not None:
            self._sit_down(self.session.view)

    def _what_can_i_do(self) -> Change | None:
        """Show every move that is possible now."""
        from game.client.director import Push
        from game.client.table.advice.moves_page import MovesPage

        turn = self.shown.turn
        if self.game.company is not None:
            self.shown.on_explained("toast.hint_lan")
        if turn is None or self.game.company is not None:
            return None
        self.shown.close_message()
        return Push(MovesPage(self.shown, self._family.choices(turn), self.hints.rearranging_moves))

    def _sit_down(self, view: View) -> None:
        """Begin at a seat, restoring the unsent turn of an earlier run."""
        turn = self._family.turn(self.session, view, self.shown, self.hints)
        if self.context.preferences.now.sort_dealt:
            turn.sort_new_deal()
        turn.turn_state = self._family.restored(self.game, turn.turn_state)
        self.shown.turn, self.shown.pointer = turn, self._family.pointer(turn, self.shown.fly_home)

    # --- what the director asks --------------------------------------------------------------------------------------

    @property
    def action_context(self) -> ActionContext:
        """Return where actions apply: in a text field while somebody types, else at the table."""
        return ActionContext.FIELD if self.ring.typing else ActionContext.TABLE

    @property
    def revision(self) -> int:
        """Return a count of the visible changes, including those of flying tiles."""
        return super().revision + self._flown

    @property
    def wants_frames(self) -> bool:
        """Return whether anything is animating."""
        return super().wants_frames or self.shown.moments.busy or self._bubble.busy

    def set_paused(self, *, paused: bool) -> None:
        """Pause clock and bots while another scene covers the table or the window is hidden."""
        if paused is not self._paused:
            self._paused = paused
            self.session.set_paused(paused=paused)

    def layout(self, viewport: Viewport) -> None:
        """Lay everything out, keeping the unsent turn, the picks, a drag and the focus."""
        self._spread(viewport)
        self.shown.look = self.look
        if self._tongue != current_language():
            self._tongue = current_language()
            self.hints.update_texts()
            self.coach.update_texts()
        self.shown.show(None)
        self.ring.note_change()

    def shown_items(self) -> Sequence[ShownItem]:
        """Return the boxes of all widgets and visible tiles."""
        told = shown_items_of(self.root)
        turn = self.shown.seen_turn
        if turn is None or self.board.layout is None:
            return told
        return [*told, *self.board.tile_boxes(turn, self.shown.marks)]

    # --- hands -------------------------------------------------------------------------------------------------------

    def on_event(self, event: Event) -> Change | None:
        """Handle input: on the board, as an action of the table, or on a widget."""
        self.breath.note_input()
        keyed = isinstance(event, KeyDown | PadDown) and not event.repeat
        action = action_for(event, self.action_context) if keyed else None
        if action is not None and action.name in OWN_SHEETS:
            return self.panel.actions[action.name]()
        if self.shown.turn is None or self.board.layout is None:
            return super().on_event(event)
        rule = self.shown.moments.rule_at(event.at) if isinstance(event, PointerDown) else ""
        ended = (keyed or isinstance(event, PointerDown)) and self.shown.moments.skip()
        if rule:
            return self.doors.open_rule(rule)
        if keyed:
            if ended and action is not None and action.name == "back":
                return None  # the input only closed the moment shown
            if action is not None and action.name == "confirm" and self.hands.confirm_target():
                return None
            if action is not None and self._is_behind_paper(action.name):
                return self.shown.close_message()
            if (
                action is not None
                and action.name == "hint"
                and isinstance(event, PadDown)
                and self.shown.paper.cites_rule
            ):
                return self.panel.actions["rules"]()
            if action is not None and action.name in self.panel.actions:
                self.ring.note_pad_used(pad=isinstance(event, PadDown))
                return self.panel.actions[action.name]()
        answer = handle_pointer(self.hands, event)
        if answer.taken:
            self.tooltip.choose(pressed=isinstance(event, PointerDown))
            return answer.change
        return super().on_event(event)

    def _is_behind_paper(self, action: str) -> bool:
        """Return whether a message covers what an action would do; then its key only closes the message."""
        toast = self.shown.toast
        if toast is None or toast is self.shown.advice.bubble or self.ring.focus in toast.buttons:
            return False
        return action not in ACTIONS_THROUGH_MESSAGE and (
            action in self.panel.actions or action in ACTIONS_BELOW_MESSAGE
        )

    def back(self) -> Change | None:
        """Go back one step: close the message, cancel input or a drag, clear the picks, and finally ask to leave."""
        turn, pointer = self.shown.turn, self.shown.pointer
        if self.shown.toast is not None:
            return self.shown.close_message()
        if self.hands.cancel_input():
            return None
        if pointer is not None and (pointer.hand is not None or pointer.is_lassoing):
            pointer.cancel_drag()
            self.shown.show(self._now)
            return None
        if turn is not None and turn.turn_state.picked:
            turn.pick_only(())
            return None
        return self.doors.leave()

    def return_button(self) -> Button | None:
        """Return the button that Return presses: the message's, a focused one, else the one for the next step."""
        focus, turn = self.ring.focus, self.shown.turn
        if self.shown.toast is not None and not (self.shown.advice.bubble and self.shown.advice.bubble.quiet):
            chosen = focus if self.ring.shown and focus in self.shown.toast.buttons else None
            return chosen if isinstance(chosen, Button) else self.shown.toast.buttons[-1]
        if focus is not None and self.ring.shown and not isinstance(focus, Area) and not self.ring.pad_last:
            return None
        return self.panel.onward_button if turn is None else self.panel.return_button(turn)

    # --- time --------------------------------------------------------------------------------------------------------

    def update(self, now: float) -> Change | None:
        """Take events from the session and advance animations."""
        passed = max(0.0, now - self._now)
        self._now = self.shown.now = now
        self._before = None
        table = self.session.standing.table
        if self.game.company is not None or table is None or not self.shown.moments.holds_bots(table.to_move, now):
            self._hear(self.session.poll(now), now)
        seconds = self.session.seconds_left(now)
        self._count_down(seconds)
        self.hands.on_clock(seconds)
        debounce_ended = self.panel.debounce_ended()
        self.coach.show_remark_after_turn()
        self.hints.tick()
        turn = self.shown.turn
        if self.panel.watch_disk(now) or debounce_ended or (turn is not None and self.panel.has_other_advice(turn)):
            self.shown.show(now)
            self.shown.note_change()
        change = self._hear_company(now) or self._open_score()
        if change is None:
            if self.look is not None and self.shown.moments.busy:
                self.shown.moments.tick(now, self.look)
                self._flown += 1
            self._flown += self._bubble.tick(now)
            carried = self.shown.pointer is not None and self.shown.pointer.dragging
            if (self.board.is_moving or carried) and self.shown.seen_turn is not None:
                if self._before is None:
                    self.board.advance(now, self.shown.seen_turn, self.shown.marks)
                self._flown += 1
            change = super().update(now)
        self.breath.run(self.shown, now)
        self.hands.tick(passed)
        self.aloud.follow()
        return change

    def _hear_company(self, now: float) -> Change | None:
        """Show whose turn is awaited, and messages for everybody."""
        company = self.game.company
        if company is None:
            return None
        if company.chat_revision != self._said:
            self._said = company.chat_revision
            self.shown.note_change()
        absences = [*map(company.absence_text, range(len(self.session.seats)))]
        waited = company.waiting_text(), company.is_paused, absences, company.onlooker
        if waited != self._waited:
            self._waited = waited
            self.shown.show(now)
            self.shown.note_change()
        return company.update(now)

    def _open_score(self) -> Change | None:
        """Open the score by itself, once, in a match among persons, after the end of the round was seen."""
        result, rests = self.shown.result, not (self.shown.moments.busy or self.board.is_moving)
        if self.game.company is None or result is None or result.round in self.context.announced_scores(self.session):
            return None
        self._ended = self._now if self._ended is None else self._ended
        return self.doors.see_score() if rests and self._now - self._ended >= SCORE_DELAY_SECONDS else None

    def _count_down(self, seconds: float | None) -> None:
        banner = self.board.banner
        whole = None if seconds is None else int(seconds + 0.999)
        if whole == banner.seconds:
            return
        came = (whole is None) is not (banner.seconds is None)
        banner.seconds = whole
        if came:
            self.shown.show(self._now)
        self.shown.note_change()
        if whole is not None and banner.mine and (whole == FIRST_WARNING_SECONDS or whole <= COUNTDOWN_SECONDS):
            self.shown.on_sound(Cue.CLOCK if whole == FIRST_WARNING_SECONDS else Cue.LAST_SECONDS)

    def _hear(self, events: tuple[Happened, ...], now: float) -> None:
        shown = self.shown
        dealt = moved = False
        for event in events:
            log_event(event)
            match event:
                case Dealt():
                    dealt, moved, shown.result = True, True, None
                case Moved(seat, move, before, after, _reason):
                    moved = True
                    shown.moments.note_move(seat, now)
                    if seat == self.session.viewer_seat:
                        self.coach.judge_move(move, before, after)
                case Learned():
                    moved = True
                case RoundOver(result, _winners):
                    shown.result, moved = result, True
                case TimedOut():
                    shown.on_explained("toast.timed_out", self.hands.timeout_code())
                case Trouble():
                    shown.on_explained("toast.trouble")
            lowest = self.session.rules.lowest_wins
            for cue in event_cues(event, self.session.viewer_seat, self._family.cue_of, lowest_wins=lowest):
                shown.on_sound(cue)
        if moved and self.session.view is not None:
            self._move_on(self.session.view, now, dealt=dealt)

    def _move_on(self, view: View, now: float, *, dealt: bool) -> None:
        """Show a changed table. An unsent turn that is no longer possible is dropped; the rack keeps its order.

        Layout and drawing are spread over two frames: where tiles begin to fly, the first frame draws the old picture.
        """
        shown = self.shown
        before = None
        if shown.look is not None and not (dealt or self.board.is_moving or self.ring.wants_frames):
            size = shown.look.viewport.canvas_size
            before = self.backdrop.cached_picture(self.ring.revision, self.board.resting, size)
        if shown.turn is None:
            self._sit_down(view)
            shown.show(None)
            self.ring.focus_on("table.rack")
        else:
            new = dealt or {*view.rack}.isdisjoint(shown.turn.view.rack)  # a dead hand is dealt, too
            crowded = self.board.layout is None or self.board.layout.is_crowded(len(self.board.plates))
            shown.turn.follow_table(view, dealt=dealt, crowded=crowded)
            if new and self.context.preferences.now.sort_dealt:
                shown.turn.sort_new_deal()
            if shown.paper.is_outdated(shown.turn.view) or self.hints.is_outdated(shown.turn.view):
                shown.dismiss()
        if shown.pointer is not None:
            shown.pointer.update_drag()
        line = self._lines.hear(view)
        if self._lines.turn_ended:
            self._bubble.end()
        if shown.context.preferences.now.bot_lines:
            self._bubble.say(line, now)
        shown.show(now)
        if dealt and shown.turn is not None and self.board.layout is not None:
            self.board.fly_deal(shown.turn, shown.marks, now)
        shown.save_turn()
        shown.note_change()
        self._before = before if self.board.is_moving else None

    # --- drawing -----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the static picture, the flying tiles, and a message or tooltip on top."""
        look, turn, pointer = self.look, self.shown.turn, self.shown.pointer
        if look is None:
            return
        if turn is None or pointer is None or self.board.layout is None:
            self.draw_ground(surface, look)
            return
        rests = self._before or self._at_rest(surface, look, self.shown.seen_turn or turn)
        surface.blit(rests, (0, 0))
        self.breath.draw(surface, look, self.board)
        if self._before is None:
            self.board.draw_over(surface, waits=True)
        self.shown.moments.draw_under(surface)
        if self._before is None:
            self.board.draw_over(surface, waits=False)
        if not self.shown.moments.holds_moves:
            self._bubble.draw(surface, look, self.board.plates, self.board.current_layout(), self._now)
        self.shown.moments.draw_over(surface)
        if self.game.company is not None:
            self.game.company.draw_chat(surface, look, self.board.goal_box, self.board.current_layout().frame.table)
        self._light.draw_words(surface, look, self.board, turn, pointer, self.shown.focus)
        if pointer.lasso is not None and pointer.is_lassoing:
            draw_lasso(surface, look, pointer.lasso.box)
        self.draw_lying_over(surface, look)
        self.shown.advice.draw(surface, look, self.board)
        if self.shown.toast is not None:
            self.shown.toast.draw(surface)
        self.tooltip.draw(surface, look, self.return_button)

    def draw_lying_over(self, surface: pygame.Surface, look: Look) -> None:  # noqa: ARG002 - for those that dim
        """Draw widgets that lie over the table, below a message."""
        for widget in self.shown.over:
            if widget.visible:
                widget.draw(surface)

    def _at_rest(self, surface: pygame.Surface, look: Look, turn: UnsentTurn[Any]) -> pygame.Surface:
        """Return the static picture; while only tiles move it is that of the frame before."""
        size, seen, resting = look.viewport.canvas_size, self.ring.revision, self.board.resting
        kept = None if self.ring.wants_frames else self.backdrop.cached_picture(seen, resting, size)
        if kept is not None:
            return kept
        pointer, focus, above = self.shown.pointer, self.shown.focus, (self.shown.toast, *self.shown.over)
        lights = [] if pointer is None else self._light.parts(look, self.board, turn, pointer, focus)
        widgets = [widget for widget in self.shown.root.members if widget not in above]
        parts = [*resting, *lights, *widget_parts(look, widgets)]
        made = self.backdrop.picture_of(parts, size, surface)
        self.backdrop.note_parts(seen, resting)
        return made


def family_parts(family: Family) -> TableFamily[Any]:
    """Return the factories of a family's tables, importing only that family."""
    if family is Family.OPEN_TABLE:
        from game.client.table.open.family import OPEN_TABLE

        return OPEN_TABLE
    from game.client.table.dead_hand.family import DEAD_HAND

    return DEAD_HAND


def table_scene(context: AppContext, game: MatchAtTable) -> TableScene[Any]:
    """Return the table scene of a match."""
    return TableScene(family_parts(game.session.rules.family), context, game)
