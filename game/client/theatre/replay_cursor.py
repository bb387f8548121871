"""The replay's state: the place in the match, the point of view, and the target of each step. Draws nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.client.theatre.session import ReplaySession, family_of
from game.client.theatre.signs import timeline_marks_of
from game.client.words import phrase
from game.match.lines import match_text
from game.match.match import Match
from game.session.match_replay import ALL_SEATS, Replay, ReplayPosition

if TYPE_CHECKING:
    from game.client.director import Change
    from game.client.theatre.signs import TimelineMark
    from game.client.words import Text
    from game.session.match_replay import PlayedRound

SPEEDS: Final = {"half": 0.5, "one": 1.0, "two": 2.0, "four": 4.0}


@dataclass(frozen=True, slots=True)
class ReplayActions:
    """What the theatre can open; None for what is not possible.

    `branch` plays on from a place, on a seat, against bots of a level; `exports` is the pictures' folder; `check` opens
    the check of a sealed deal; `deal` shows the number of an open deal, which can be dealt again; `text` returns the
    match as the text of its file; `review` opens the review, given the callback that shows a place.
    """

    branch: Callable[[Replay, ReplayPosition, int, str], Change | None] | None = None
    exports: Path | None = None
    check: Callable[[], Change | None] | None = None
    deal: Callable[[Replay], Change | None] | None = None
    review: Callable[[Replay, int, Callable[[ReplayPosition], Change | None]], Change | None] | None = None
    text: Callable[[Replay], str] = lambda replay: match_text(Match.of(replay.transcript))


class ReplayCursor:
    """Holds a match at a place, from one point of view."""

    def __init__(self, replay: Replay, place: ReplayPosition | None, actions: ReplayActions) -> None:
        self.replay, self.actions = replay, actions
        self.family = family_of(replay.rules)
        last = len(replay.rounds) - 1
        begin = ReplayPosition() if replay.over else ReplayPosition(last, replay.rounds[last].move_count)
        self.session = ReplaySession(replay, place or begin, replay.first_viewpoint)
        self.pace = "one"
        self._wished: int | None = None  # the point of view chosen last
        self._signs: dict[int, tuple[TimelineMark, ...]] = {}

    @property
    def place(self) -> ReplayPosition:
        """Return the current place."""
        return self.session.place

    @property
    def viewpoint(self) -> int:
        """Return the seat of the current point of view; ALL_SEATS for open racks."""
        return self.session.viewpoint

    @property
    def all_open(self) -> bool:
        """Return whether every rack is visible."""
        return self.viewpoint == ALL_SEATS

    @property
    def current_round(self) -> PlayedRound:
        """The current round."""
        return self.session.current_round

    @property
    def signs(self) -> tuple[TimelineMark, ...]:
        """Return the highlights of the current round."""
        at = self.place.round
        if at not in self._signs:
            self._signs[at] = timeline_marks_of(self.replay, at)
        return self._signs[at]

    def go_to(self, place: ReplayPosition) -> None:
        """Go to a place, keeping the chosen point of view if the round there allows it."""
        allowed = self.replay.viewpoints(place.round)
        wished = self._wished
        viewpoint = wished if wished is not None and wished in allowed else self.replay.first_viewpoint
        self.session = ReplaySession(self.replay, place, viewpoint)

    def choose_viewpoint(self, viewpoint: int) -> None:
        """Choose a point of view, if this round allows it."""
        self._wished = viewpoint
        self.go_to(self.place)

    def show_line(self, session: ReplaySession | None) -> None:
        """Show the end of a line tried from here; None returns to the match."""
        if session is None:
            self.go_to(self.place)
        else:
            self.session = session

    def set_speed(self, pace: str) -> None:
        """Set the playback speed."""
        self.pace = pace

    def next_viewpoint(self) -> int:
        """Return the next point of view in turn."""
        viewpoint = self.replay.viewpoints(self.place.round)
        return viewpoint[(viewpoint.index(self.viewpoint) + 1) % len(viewpoint)]

    def round_start(self, at: int) -> ReplayPosition:
        """Return the beginning of round `at`, or the current place if there is no such round."""
        return ReplayPosition(at) if 0 <= at < len(self.replay.rounds) else self.place

    def neighbour_place(self, way: int) -> ReplayPosition | None:
        """Return the end of the previous round or the beginning of the next; None if there is none."""
        at = self.place.round + way
        if not 0 <= at < len(self.replay.rounds):
            return None
        return ReplayPosition(at, 0 if way > 0 else self.replay.rounds[at].move_count)

    def turn_end(self, way: int) -> int:
        """Return where the previous or next turn ends, in moves; at either end of the round, one move beyond it."""
        made, ends = self.place.made, (0, *self.current_round.turn_ends)
        if way > 0:
            return next((end for end in ends if end > made), max(self.current_round.move_count, made + 1))
        return max((end for end in ends if end < made), default=-1)

    def next_highlight(self, way: int) -> ReplayPosition:
        """Return the previous or next highlight, in the neighbouring round if this one has no more.

        Without one there, either, return the beginning of that round; without such a round, the current place.
        """
        made, at = self.place.made, self.place.round
        found = [sign.made for sign in self.signs if (sign.made > made if way > 0 else sign.made < made)]
        if found:
            return ReplayPosition(at, found[0] if way > 0 else found[-1])
        other = at + way
        if not 0 <= other < len(self.replay.rounds):
            return self.place
        self._signs.setdefault(other, timeline_marks_of(self.replay, other))
        places = [sign.made for sign in self._signs[other]] or [0]
        return ReplayPosition(other, places[0] if way > 0 else places[-1])

    @property
    def branch_refusal(self) -> Text | None:
        """Return why nobody can play on from here; None if somebody can."""
        if self.actions.branch is None:
            return phrase("theatre.no_branch.home")
        if self.replay.is_sealed:
            return phrase("theatre.no_branch.sealed")
        if self.current_round.void:
            return phrase("theatre.no_branch.void")
        if self.place.made >= self.current_round.move_count and self.current_round.is_scored:
            return phrase("theatre.no_branch.end")
        return None
