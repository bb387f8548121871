"""A place of a match as a session that scenes may ask: everything is told, nothing can be done."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from game.client.table.past import NullListener
from game.client.table.turn import Helper
from game.match.transcript import Controller
from game.rules.ruleset import Family
from game.session.reel import ALL, ReelPlace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.table.family import TableFamily
    from game.client.table.turn import UnsentTurn
    from game.match.match import Standing
    from game.match.transcript import Header, Seat
    from game.rules.ruleset import RuleSet
    from game.session.reel import PlayedRound, Reel
    from game.session.session import Event
    from game.table.moves import Move
    from game.table.refusals import Refusal
    from game.table.view import View


class ReelSession:
    """A match that was played, at the place where somebody looks, through the eyes that look."""

    def __init__(self, reel: Reel, place: ReelPlace, eyes: int) -> None:
        self.reel, self.place, self.eyes = reel, place, eyes

    @property
    def played(self) -> PlayedRound:
        """The round that is looked at."""
        return self.reel.rounds[self.place.round]

    @property
    def header(self) -> Header:
        """What was played."""
        return self.reel.header

    @property
    def rules(self) -> RuleSet:
        """Its rules."""
        return self.reel.rules

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sat where; to who looks through other eyes than his own, all are others."""
        seats = self.reel.seats(self.place.round)
        if self.eyes == ALL or seats[self.eyes].controller is Controller.HERE:
            return seats
        far = Controller.REMOTE
        return tuple(replace(one, controller=far) if one.controller is Controller.HERE else one for one in seats)

    @property
    def standing(self) -> Standing:
        """How the match stood: before the round's score as long as its end is not looked at."""
        played = self.played
        if self.place.made < played.moves:
            return replace(played.standing, totals=played.table(0).totals)
        return played.standing

    @property
    def head(self) -> str:
        """Empty: no entry follows here."""
        return ""

    @property
    def watching(self) -> int:
        """The seat at the near side of the table."""
        return self.reel.base if self.eyes == ALL else self.eyes

    @property
    def view(self) -> View:
        """The match as the chosen eyes saw it."""
        return self.reel.view(self.place, self.eyes)

    def submit(self, moves: Sequence[Move]) -> Refusal | None:  # noqa: ARG002 - what was played stays as it was
        """Make no move."""
        return None

    def poll(self, now: float) -> tuple[Event, ...]:  # noqa: ARG002 - time changes nothing
        """Tell that nothing happens."""
        return ()

    def proceed(self) -> None:
        """Do nothing."""

    def seconds_left(self, now: float) -> float | None:  # noqa: ARG002 - no clock runs
        """Return that no clock runs."""
        return None

    def pause(self, *, paused: bool) -> None:
        """Do nothing."""

    def hurry(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


def family_of(rules: RuleSet) -> TableFamily[Any]:
    """Return what a table of a game is made of; only the parts of its own family are read in."""
    if rules.family is Family.OPEN_TABLE:
        from game.client.table.open.family import OPEN_TABLE

        return OPEN_TABLE
    from game.client.table.dead_hand.family import DEAD_HAND

    return DEAD_HAND


def sorted_turn(family: TableFamily[Any], session: ReelSession) -> UnsentTurn[Any]:
    """Return the turn that a board is shown with: the rack by runs, whoever held it in whatever order."""
    turn = family.turn(session, session.view, NullListener(), Helper())
    turn.sort(groups=False)
    return turn
