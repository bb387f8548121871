"""A place of a played match as a read-only session for scenes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from game.client.table.past import NullListener
from game.client.table.turn import TurnAdviser
from game.match.transcript import Controller
from game.rules.ruleset import Family
from game.session.match_replay import ALL_SEATS, ReplayPosition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.table.family import TableFamily
    from game.client.table.turn import UnsentTurn
    from game.match.match import Standing
    from game.match.transcript import Header, Seat
    from game.rules.ruleset import RuleSet
    from game.session.match_replay import PlayedRound, Replay
    from game.session.session import Event
    from game.table.moves import Move
    from game.table.refusals import Refusal
    from game.table.view import View


class ReplaySession:
    """A played match at a place, from one point of view."""

    def __init__(self, replay: Replay, place: ReplayPosition, viewpoint: int) -> None:
        self.replay, self.place, self.viewpoint = replay, place, viewpoint

    @property
    def current_round(self) -> PlayedRound:
        """The current round."""
        return self.replay.rounds[self.place.round]

    @property
    def header(self) -> Header:
        """The match's header."""
        return self.replay.header

    @property
    def rules(self) -> RuleSet:
        """The match's rules."""
        return self.replay.rules

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats; from another player's point of view none of them is our own."""
        seats = self.replay.seats(self.place.round)
        if self.viewpoint == ALL_SEATS or seats[self.viewpoint].controller is Controller.HERE:
            return seats
        far = Controller.REMOTE
        return tuple(replace(one, controller=far) if one.controller is Controller.HERE else one for one in seats)

    @property
    def standing(self) -> Standing:
        """The standing, without the current round's score until the end of the round is shown."""
        played = self.current_round
        if self.place.made < played.move_count:
            return replace(played.standing, totals=played.table(0).totals)
        return played.standing

    @property
    def draft_key(self) -> str:
        """The head of the log: empty, since no entries are added here."""
        return ""

    @property
    def viewer_seat(self) -> int:
        """The seat at the near side of the table."""
        return self.replay.first_viewpoint if self.viewpoint == ALL_SEATS else self.viewpoint

    @property
    def view(self) -> View:
        """The table from the chosen point of view."""
        return self.replay.view_at(self.place, self.viewpoint)

    def submit(self, moves: Sequence[Move]) -> Refusal | None:  # noqa: ARG002 - read-only
        """Ignore the moves."""
        return None

    def poll(self, now: float) -> tuple[Event, ...]:  # noqa: ARG002 - nothing happens
        """Return no events."""
        return ()

    def begin_next_round(self) -> None:
        """Do nothing."""

    def seconds_left(self, now: float) -> float | None:  # noqa: ARG002 - no clock runs
        """Return None: no clock runs."""
        return None

    def set_paused(self, *, paused: bool) -> None:
        """Do nothing."""

    def hurry_bots(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


def family_of(rules: RuleSet) -> TableFamily[Any]:
    """Return the table family of a game; only that family's modules are imported."""
    if rules.family is Family.OPEN_TABLE:
        from game.client.table.open.family import OPEN_TABLE

        return OPEN_TABLE
    from game.client.table.dead_hand.family import DEAD_HAND

    return DEAD_HAND


def sorted_turn(family: TableFamily[Any], session: ReplaySession) -> UnsentTurn[Any]:
    """Return the turn for showing a board, with the rack sorted by runs."""
    turn = family.turn(session, session.view, NullListener(), TurnAdviser())
    turn.sort_rack(groups=False)
    return turn
