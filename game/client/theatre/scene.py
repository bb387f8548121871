"""The theatre's scene: step through a match by move, turn and round, from any permitted point of view.

Laws: everything shown comes from the log; no tile can be moved; hidden tiles are never read.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from game.client.actions import ActionContext, action_for
from game.client.director import Pop, Push
from game.client.events import KeyDown, PadDown
from game.client.table.board import ButtonHeights
from game.client.table.past import STEP_KEYS, ReplayedTable
from game.client.table.sprites import Marks
from game.client.theatre.band import ControlBar, place_head
from game.client.theatre.controls import ControlCallbacks, Controls
from game.client.theatre.offers import ask_branch, ask_review, ask_share, drawer
from game.client.theatre.replay_cursor import SPEEDS, ReplayActions, ReplayCursor
from game.client.theatre.session import sorted_turn
from game.client.widgets.button import IconButton
from game.client.widgets.stepper import Stepper
from game.client.widgets.widget import Group
from game.client.words import phrase, say
from game.session.match_replay import ReplayPosition

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.events import Event
    from game.client.table.turn import UnsentTurn
    from game.client.theatre.guests import Guests
    from game.session.match_replay import Replay

MAX_TEXT_SCALE: Final = 1.3  # text scale above which the controls move from the panel to the drawer
# the controls' largest share of the window's height; the scores and the log are above them
MAX_CONTROLS_SHARE: Final = 0.58
MIN_PANEL_WIDTH: Final = 236.0  # the panel's least width, at which the controls are highest


class Theatre(ReplayedTable):
    """Shows one match at a place, from one point of view."""

    keeps = frozenset({"new_game"})

    def __init__(
        self,
        context: AppContext,
        replay: Replay,
        place: ReplayPosition | None = None,
        actions: ReplayActions | None = None,
        guests: Guests | None = None,
    ) -> None:
        self.guests = guests  # the others in a shared theatre, else None
        self.cursor = ReplayCursor(replay, place, actions or ReplayActions())
        self.made = self.cursor.place.made
        cursor, preferences = self.cursor, context.preferences
        chosen = ControlCallbacks(
            lambda at: self.go_to(cursor.round_start(at)),
            self.choose_viewpoint,
            cursor.set_speed,
            (lambda: ask_branch(preferences, cursor)) if guests is None else guests.try_move,
            lambda: ask_share(preferences, cursor),
        )
        self.controls, self.drawer = (
            Controls(name, cursor, chosen, () if guests is None else guests.widgets_above(name))
            for name in ("theatre.controls", "theatre.drawer")
        )
        self.band = ControlBar(
            self._to,
            lambda way: self._to(cursor.turn_end(way)),
            self.play,
            lambda: Push(drawer(context.preferences, self.drawer)),
        )
        back = IconButton("theatre.back", phrase("button.back"), "back", self.back)
        gear = IconButton("theatre.settings", phrase("table.settings"), "gear", lambda: Push(context.settings()))
        shield = IconButton("theatre.check", phrase("theatre.check"), "shield", self.cursor.actions.check or Pop)
        shield.visible = self.cursor.actions.check is not None
        review = IconButton("theatre.review", phrase("review.title"), "cap", lambda: ask_review(self))
        review.visible = self.cursor.actions.review is not None
        self._head: tuple[IconButton, ...] = (back, gear, shield, review, *(() if guests is None else guests.icons))
        self._all = Group("theatre", (), lambda _box, _look: None)
        session, family = self.cursor.session, self.cursor.family
        super().__init__("theatre", context, session, family.board(session, None), self._all, "theatre.line")
        self._add_parts()
        self.ring.focus_on("theatre.line")
        self.actions: dict[str, Callable[[], Change | None]] = {
            "move_back": lambda: self.step(-1),
            "move_on": lambda: self.step(1),
            "round_back": lambda: self.go_to(cursor.round_start(cursor.place.round - 1)),
            "round_on": lambda: self.go_to(cursor.round_start(cursor.place.round + 1)),
            "moment_back": lambda: self.go_to(self.cursor.next_highlight(-1)),
            "moment_on": lambda: self.go_to(self.cursor.next_highlight(1)),
            "other_eyes": lambda: self.choose_viewpoint(self.cursor.next_viewpoint()),
            "branch": chosen.branch,
        }
        if guests is not None:
            guests.join(self)

    @property
    def move_count(self) -> int:
        """The number of moves of the round."""
        return self.cursor.current_round.move_count

    @property
    def playback_speed(self) -> float:
        """Return the speed of the playback, as a factor."""
        return SPEEDS[self.cursor.pace]

    @property
    def action_context(self) -> ActionContext:
        """Return the context of the theatre's key bindings."""
        return ActionContext.THEATRE

    # --- showing -------------------------------------------------------------------------------------------------

    def _add_parts(self) -> None:
        """Add the board's parts and our own to the scene, in focus order."""
        board = self.board
        board.log.on_line, board.log.on_head, board.teaches = self._to, None, False
        tells = (board.bar, board.banner, *board.plates.values(), *board.side_widgets)
        self._all.members = (*self.band.widgets, *self.controls.members, *tells, *self._head)

    def show_view(self) -> None:
        """Show the replay's current view; another seat at the near side needs a new board."""
        watching, self.session = self.session.viewer_seat, self.cursor.session
        self.made = self.cursor.place.made
        if watching != self.session.viewer_seat:
            self.board = self.cursor.family.board(self.session, None)
            self.board.set_cards(cards=self.context.preferences.as_cards(self.cursor.replay.rules.deck))
            self.backdrop.forget()
            self._add_parts()
        self.board.session, self.board.opens = self.session, self.cursor.all_open
        self._show(None)

    def _turn(self) -> UnsentTurn[Any]:
        return sorted_turn(self.cursor.family, self.cursor.session)

    def _show(self, now: float | None) -> None:
        cursor, look = self.cursor, self.look
        cursor.session.place = replace(cursor.place, made=self.made)
        self._tell()
        if look is None:
            return
        if self.controls.shown is not (look.text_scale <= MAX_TEXT_SCALE):
            self.controls.show(shown=not self.controls.shown)
            self._tell()
        high = self.controls.height_for(look, MIN_PANEL_WIDTH) if self.controls.shown else 0.0
        panelled = self.controls.shown and high <= MAX_CONTROLS_SHARE * look.viewport.canvas.h
        self.controls.show(shown=panelled)
        high = high if panelled else 0.0
        side = self._head[0].min_size(look)[0]
        signs = sum(one.visible for one in self._head) - 1
        short = replace(look, viewport=replace(look.viewport, foot=self.band.height(look)))
        words = "" if self.guests is None else self.guests.headline
        self.board.past = True
        self.board.headline = (say("theatre.title"), words or self.band.line.words)
        if look.text_scale > MAX_TEXT_SCALE:  # two lines would cost a row of sets, and the bar shows the place
            self.board.headline = (words or say("theatre.title"), "")
        self.board.show(short, self._turn(), Marks(), ButtonHeights(high, 0.0, side, signs), now)
        frame = self.board.current_layout().frame
        if frame.controls_box is None:
            self.controls.show(shown=False)
        elif panelled:
            self.controls.place(frame.controls_box, look)
        self.band.more.visible = not self.controls.shown
        place_head(self._head, frame.bar, look)
        self.band.place(look)
        self.grounds = (self.band.background_part(look),)
        self.ring.note_change()

    def _tell(self) -> None:
        """Update the texts to the current place."""
        self.band.show_place(self.cursor, plays=self.plays)
        self.controls.show_state()
        self.drawer.show_state()
        if self.guests is not None:
            self.guests.show_state()
        self.ring.note_change()

    # --- walking -------------------------------------------------------------------------------------------------

    def go_to(self, place: ReplayPosition) -> Change | None:
        """Go to another place of the match and stop playback."""
        self.plays = False
        self.cursor.go_to(place)
        self.show_view()
        return None

    def choose_viewpoint(self, viewpoint: int) -> Change | None:
        """Choose a point of view, if this round allows it."""
        self.cursor.choose_viewpoint(viewpoint)
        self.show_view()
        return None

    def play(self) -> Change | None:
        """Start playback (at the end of a round, with the next one), or stop it."""
        plays = not self.plays
        if plays and self.made >= self.move_count:
            at = self.cursor.place.round
            self.go_to(ReplayPosition(at + 1 if at + 1 < len(self.cursor.replay.rounds) else at))
        self.plays, self._next = plays, None
        self._tell()
        return None

    def update(self, now: float) -> Change | None:
        """Follow the leader of a shared theatre, and continue playback."""
        if self.guests is not None:
            self.guests.sync_place()
        return super().update(now)

    def back(self) -> Change | None:
        """Leave the theatre."""
        if self.guests is not None:
            self.guests.leave()
        return super().back()

    def _go(self, made: int) -> None:
        if self.guests is not None:
            self.guests.leave_line()
        super()._go(made)

    def _to(self, made: int) -> Change | None:
        """Go to a place of the round; beyond its ends, to the previous or next round."""
        beside = None if 0 <= made <= self.move_count else self.cursor.neighbour_place(1 if made > 0 else -1)
        if beside is not None:
            return self.go_to(beside)
        super()._to(made)
        self._tell()
        return None

    # --- hands ---------------------------------------------------------------------------------------------------

    def on_event(self, event: Event) -> Change | None:
        """Handle the theatre's keys; arrows step through the match unless the focused widget uses them."""
        if isinstance(event, KeyDown | PadDown):
            action = action_for(event, self.action_context)
            name = "" if action is None else action.name
            if name in self.actions:
                return self.actions[name]()
            if name in STEP_KEYS and not (self.ring.shown and isinstance(self.ring.focus, Stepper)):
                return self._to(self.cursor.turn_end(STEP_KEYS[name]))
        return super().on_event(event)
