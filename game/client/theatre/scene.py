"""The theatre's scene: step through a match by move, turn and round, from any permitted point of view.

Laws: everything shown comes from the log; no tile can be moved; hidden tiles are never read.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from game.client.actions import Where, action_for
from game.client.director import Pop, Push
from game.client.events import KeyDown, PadDown
from game.client.table.board import Heights
from game.client.table.past import WAYS, WalkedTable
from game.client.table.sprites import Marks
from game.client.theatre.band import Band, place_head
from game.client.theatre.controls import Chosen, Controls
from game.client.theatre.offers import ask_branch, ask_review, ask_share, drawer
from game.client.theatre.projector import PACES, Projector, WaysOut
from game.client.theatre.session import sorted_turn
from game.client.widgets.button import IconButton
from game.client.widgets.stepper import Stepper
from game.client.widgets.widget import Group
from game.client.words import phrase, say
from game.session.reel import ReelPlace

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.director import Change
    from game.client.events import Event
    from game.client.house import House
    from game.client.table.turn import UnsentTurn
    from game.client.theatre.guests import Guests
    from game.session.reel import Reel

LARGEST: Final = 1.3  # text scale above which the controls move from the panel to the drawer
HIGHEST: Final = 0.58  # the controls' largest share of the window's height; the scores and the log are above them
LEAST_PANEL: Final = 236.0  # logical px: the panel's least width, at which the controls are highest


class Theatre(WalkedTable):
    """Shows one match at a place, from one point of view."""

    keeps = frozenset({"new_game"})

    def __init__(
        self,
        house: House,
        reel: Reel,
        place: ReelPlace | None = None,
        ways: WaysOut | None = None,
        guests: Guests | None = None,
    ) -> None:
        self.guests = guests  # the others in a shared theatre, else None
        self.projector = Projector(reel, place, ways or WaysOut())
        self.made = self.projector.place.made
        projector, wishes = self.projector, house.wishes
        chosen = Chosen(
            lambda at: self.go_to(projector.by_round(at)),
            self.look_through,
            projector.keep_pace,
            (lambda: ask_branch(wishes, projector)) if guests is None else guests.try_move,
            lambda: ask_share(wishes, projector),
        )
        self.controls, self.drawer = (
            Controls(name, projector, chosen, () if guests is None else guests.above(name))
            for name in ("theatre.controls", "theatre.drawer")
        )
        self.band = Band(
            self._to,
            lambda way: self._to(projector.by_turn(way)),
            self.play,
            lambda: Push(drawer(house.wishes, self.drawer)),
        )
        back = IconButton("theatre.back", phrase("button.back"), "back", self.back)
        gear = IconButton("theatre.settings", phrase("table.settings"), "gear", lambda: Push(house.settings()))
        shield = IconButton("theatre.check", phrase("theatre.check"), "shield", self.projector.ways.check or Pop)
        shield.visible = self.projector.ways.check is not None
        review = IconButton("theatre.review", phrase("review.title"), "cap", lambda: ask_review(self))
        review.visible = self.projector.ways.review is not None
        self._head: tuple[IconButton, ...] = (back, gear, shield, review, *(() if guests is None else guests.signs))
        self._all = Group("theatre", (), lambda _box, _look: None)
        session, family = self.projector.session, self.projector.family
        super().__init__("theatre", house, session, family.board(session, None), self._all, "theatre.line")
        self._furnish()
        self.ring.focus_on("theatre.line")
        self.actions: dict[str, Callable[[], Change | None]] = {
            "move_back": lambda: self.step(-1),
            "move_on": lambda: self.step(1),
            "round_back": lambda: self.go_to(projector.by_round(projector.place.round - 1)),
            "round_on": lambda: self.go_to(projector.by_round(projector.place.round + 1)),
            "moment_back": lambda: self.go_to(self.projector.by_moment(-1)),
            "moment_on": lambda: self.go_to(self.projector.by_moment(1)),
            "other_eyes": lambda: self.look_through(self.projector.next_eyes()),
            "branch": chosen.branch,
        }
        if guests is not None:
            guests.sit_in(self)

    @property
    def moves(self) -> int:
        """The number of moves of the round."""
        return self.projector.played.moves

    @property
    def pace(self) -> float:
        """The playback speed, as a factor."""
        return PACES[self.projector.pace]

    @property
    def where(self) -> Where:
        """Return that the theatre's key bindings apply."""
        return Where.THEATRE

    # --- showing -------------------------------------------------------------------------------------------------

    def _furnish(self) -> None:
        """Add the board's parts and our own to the scene, in focus order."""
        board = self.board
        board.log.on_line, board.log.on_head, board.teaches = self._to, None, False
        tells = (board.bar, board.banner, *board.plates.values(), *board.asides)
        self._all.members = (*self.band.widgets, *self.controls.members, *tells, *self._head)

    def sit(self) -> None:
        """Show the projector's view; a new seat at the near side needs a new board."""
        watching, self.session = self.session.watching, self.projector.session
        self.made = self.projector.place.made
        if watching != self.session.watching:
            self.board = self.projector.family.board(self.session, None)
            self.board.show_as(cards=self.house.wishes.as_cards(self.projector.reel.rules.deck))
            self.backdrop.forget()
            self._furnish()
        self.board.session, self.board.opens = self.session, self.projector.all_open
        self._show(None)

    def _turn(self) -> UnsentTurn[Any]:
        return sorted_turn(self.projector.family, self.projector.session)

    def _show(self, now: float | None) -> None:
        projector, look = self.projector, self.look
        projector.session.place = replace(projector.place, made=self.made)
        self._tell()
        if look is None:
            return
        if self.controls.shown is not (look.text_scale <= LARGEST):
            self.controls.show(shown=not self.controls.shown)
            self._tell()
        high = self.controls.height_for(look, LEAST_PANEL) if self.controls.shown else 0.0
        panelled = self.controls.shown and high <= HIGHEST * look.viewport.canvas.h
        self.controls.show(shown=panelled)
        high = high if panelled else 0.0
        side = self._head[0].min_size(look)[0]
        signs = sum(one.visible for one in self._head) - 1
        short = replace(look, viewport=replace(look.viewport, foot=self.band.height(look)))
        words = "" if self.guests is None else self.guests.words
        self.board.past = True
        self.board.headline = (say("theatre.title"), words or self.band.line.words)
        if look.text_scale > LARGEST:  # two lines would cost a row of sets, and the bar shows the place
            self.board.headline = (words or say("theatre.title"), "")
        self.board.show(short, self._turn(), Marks(), Heights(high, 0.0, side, signs), now)
        frame = self.board.laid().frame
        if frame.controls is None:
            self.controls.show(shown=False)
        elif panelled:
            self.controls.place(frame.controls, look)
        self.band.more.visible = not self.controls.shown
        place_head(self._head, frame.bar, look)
        self.band.place(look)
        self.grounds = (self.band.ground(look),)
        self.ring.touch()

    def _tell(self) -> None:
        """Update the texts to the current place."""
        self.band.tell(self.projector, plays=self.plays)
        self.controls.tell()
        self.drawer.tell()
        if self.guests is not None:
            self.guests.tell()
        self.ring.touch()

    # --- walking -------------------------------------------------------------------------------------------------

    def go_to(self, place: ReelPlace) -> Change | None:
        """Go to another place of the match and stop playback."""
        self.plays = False
        self.projector.go(place)
        self.sit()
        return None

    def look_through(self, eyes: int) -> Change | None:
        """Choose a point of view, if this round allows it."""
        self.projector.look_through(eyes)
        self.sit()
        return None

    def play(self) -> Change | None:
        """Start playback (at the end of a round, with the next one), or stop it."""
        plays = not self.plays
        if plays and self.made >= self.moves:
            at = self.projector.place.round
            self.go_to(ReelPlace(at + 1 if at + 1 < len(self.projector.reel.rounds) else at))
        self.plays, self._next = plays, None
        self._tell()
        return None

    def update(self, now: float) -> Change | None:
        """Follow the leader of a shared theatre, and continue playback."""
        if self.guests is not None:
            self.guests.sync()
        return super().update(now)

    def back(self) -> Change | None:
        """Leave the theatre."""
        if self.guests is not None:
            self.guests.leave()
        return super().back()

    def _go(self, made: int) -> None:
        if self.guests is not None:
            self.guests.put_line_away()
        super()._go(made)

    def _to(self, made: int) -> Change | None:
        """Go to a place of the round; beyond its ends, to the previous or next round."""
        beside = None if 0 <= made <= self.moves else self.projector.beside(1 if made > 0 else -1)
        if beside is not None:
            return self.go_to(beside)
        super()._to(made)
        self._tell()
        return None

    # --- hands ---------------------------------------------------------------------------------------------------

    def on_event(self, event: Event) -> Change | None:
        """Handle the theatre's keys; arrows step through the match unless the focused widget uses them."""
        if isinstance(event, KeyDown | PadDown):
            action = action_for(event, self.where)
            name = "" if action is None else action.name
            if name in self.actions:
                return self.actions[name]()
            if name in WAYS and not (self.ring.shown and isinstance(self.ring.focus, Stepper)):
                return self._to(self.projector.by_turn(WAYS[name]))
        return super().on_event(event)
