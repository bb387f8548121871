"""A tournament that is being run: the one door for a hall. Every wrong call is a refusal and changes nothing.

Laws: an event is on the disk before the state has it; whoever reads the file again has the same state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from game.club.allowed import refusal
from game.club.events import (
    PairForbidden,
    PartnersChosen,
    PersonBack,
    PersonJoined,
    PersonLeft,
    ResultCorrected,
    ResultTold,
    ResultWithdrawn,
    RoundPaired,
    RoundUnpaired,
    TournamentCreated,
    TournamentEnded,
    event_line,
    read_event,
)
from game.club.fold import apply
from game.club.pairing import next_round
from game.club.refusals import ClubCode, ClubRefusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from game.club.events import ClubEvent
    from game.club.values import ClubPerson, TableResult, TournamentPlan, TournamentState


class ClubJournal(Protocol):
    """Where lines are kept; raises OSError when the disk refuses."""

    def append(self, data: bytes) -> None:
        """Keep some bytes: when it returns, they are safe."""


class BrokenTournamentError(Exception):
    """An event of a file cannot have happened; the refusal says why."""

    def __init__(self, number: int, refused: ClubRefusal) -> None:
        super().__init__(number, refused)
        self.number, self.refused = number, refused


def folded(events: Iterable[ClubEvent]) -> TournamentState:
    """Return the state of events that must all be allowed; raise BrokenTournamentError for one that is not."""
    state: TournamentState | None = None
    for number, event in enumerate(events, start=1):
        refused = refusal(state, event)
        if refused is not None:
            raise BrokenTournamentError(number, refused)
        state = apply(state, event)
    if state is None:
        raise ValueError("a tournament begins by being made")
    return state


class Tournament:
    """A tournament and where it is kept; `state` is all there is to be shown."""

    def __init__(self, state: TournamentState, journal: ClubJournal) -> None:
        self.state = state
        self._journal = journal

    @classmethod
    def begin(cls, plan: TournamentPlan, journal: ClubJournal) -> Tournament | ClubRefusal:
        """Make a tournament, or say why there cannot be one of this plan."""
        made = TournamentCreated(plan)
        line = _checked(None, made)
        if isinstance(line, ClubRefusal):
            return line
        journal.append(line)
        return cls(apply(None, made), journal)

    def tell(self, event: ClubEvent) -> ClubRefusal | None:
        """Let something happen, or say why it cannot; raise OSError when the disk refuses, and then it has not."""
        line = _checked(self.state, event)
        if isinstance(line, ClubRefusal):
            return line
        self._journal.append(line)
        self.state = apply(self.state, event)
        return None

    def join(self, *persons: ClubPerson, rating: int = 0) -> ClubRefusal | None:
        """Let a person join, or a pair."""
        return self.tell(PersonJoined(persons, rating))

    def leave(self, key: str) -> ClubRefusal | None:
        """Pair somebody no more; at a table that plays, a bot of the hall's takes the chair."""
        return self.tell(PersonLeft(key))

    def come_back(self, key: str) -> ClubRefusal | None:
        """Pair somebody again, from the next round on."""
        return self.tell(PersonBack(key))

    def forbid(self, one: str, other: str) -> ClubRefusal | None:
        """Never let two persons meet at a table."""
        return self.tell(PairForbidden(one, other))

    def partner(self, one: str, other: str) -> ClubRefusal | None:
        """Let two be a pair, before the first round is paired; those they leave are one, too."""
        return self.tell(PartnersChosen(one, other))

    def pair(self, seed: int, deal: bytes = b"") -> ClubRefusal | None:
        """Pair the next round by a seed that nobody chose; `deal` is the secret of a duplicate's tiles, else empty."""
        paired = next_round(self.state, seed, deal.hex())
        return self.tell(paired) if isinstance(paired, RoundPaired) else paired

    def unpair(self) -> ClubRefusal | None:
        """Take the last round back, while no table of it told a result."""
        return self.tell(RoundUnpaired(len(self.state.rounds)))

    def told(self, number: int, table: int, result: TableResult) -> ClubRefusal | None:
        """Keep what a table came to; rounds and tables are counted from 1."""
        return self.tell(ResultTold(number, table, result))

    def correct(self, number: int, table: int, result: TableResult) -> ClubRefusal | None:
        """Put another result in the place of one that was told; rounds paired since stay as they are."""
        return self.tell(ResultCorrected(number, table, result))

    def withdraw(self, number: int, table: int) -> ClubRefusal | None:
        """Take a result back: the table plays again."""
        return self.tell(ResultWithdrawn(number, table))

    def end(self) -> ClubRefusal | None:
        """Let nothing change any more."""
        return self.tell(TournamentEnded())


def plan_refusal(plan: TournamentPlan) -> ClubRefusal | None:
    """Return why there cannot be a tournament of a plan, before any file is made for it."""
    line = _checked(None, TournamentCreated(plan))
    return line if isinstance(line, ClubRefusal) else None


def _checked(state: TournamentState | None, event: ClubEvent) -> bytes | ClubRefusal:
    """Return the line of an event, or why it cannot happen, or that nobody could read it again."""
    refused = refusal(state, event)
    if refused is not None:
        return refused
    text = event_line(event)
    try:
        readable = read_event(text) == event
        line = f"{text}\n".encode()
    except ValueError:
        readable, line = False, b""
    return line if readable else ClubRefusal(ClubCode.TOO_LARGE)
