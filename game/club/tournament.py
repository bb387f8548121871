"""A running tournament, the interface for a hall. A wrong call returns a refusal and changes nothing.

Laws: an event is on the disk before it changes the state; reading the file again gives the same state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from game.club.allowed import event_refusal
from game.club.events import (
    PairForbidden,
    PartnersChosen,
    PersonJoined,
    PersonLeft,
    PersonReturned,
    ResultCorrected,
    ResultReported,
    ResultWithdrawn,
    RoundPaired,
    RoundUnpaired,
    TournamentCreated,
    TournamentEnded,
    event_line,
    read_event,
)
from game.club.fold import apply_event
from game.club.pairing import next_round
from game.club.refusals import ClubCode, ClubRefusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from game.club.events import ClubEvent
    from game.club.values import ClubPerson, TableResult, TournamentPlan, TournamentState


class ClubJournal(Protocol):
    """Keeps lines on the disk; raises OSError if that fails."""

    def append(self, data: bytes) -> None:
        """Append bytes; when it returns, they are on the disk."""


class BrokenTournamentError(Exception):
    """An event of a file is not allowed; the refusal says why."""

    def __init__(self, number: int, refused: ClubRefusal) -> None:
        super().__init__(number, refused)
        self.number, self.refused = number, refused


def state_after(events: Iterable[ClubEvent]) -> TournamentState:
    """Return the state after these events; raise BrokenTournamentError for one that is not allowed."""
    state: TournamentState | None = None
    for number, event in enumerate(events, start=1):
        refused = event_refusal(state, event)
        if refused is not None:
            raise BrokenTournamentError(number, refused)
        state = apply_event(state, event)
    if state is None:
        raise ValueError("a tournament begins by being made")
    return state


class Tournament:
    """A tournament and its journal; `state` is everything to be shown."""

    def __init__(self, state: TournamentState, journal: ClubJournal) -> None:
        self.state = state
        self._journal = journal

    @classmethod
    def begin(cls, plan: TournamentPlan, journal: ClubJournal) -> Tournament | ClubRefusal:
        """Make a tournament, or return why its plan is not allowed."""
        made = TournamentCreated(plan)
        line = _line_of(None, made)
        if isinstance(line, ClubRefusal):
            return line
        journal.append(line)
        return cls(apply_event(None, made), journal)

    def record_event(self, event: ClubEvent) -> ClubRefusal | None:
        """Write and apply an event, or return why it is not allowed; on a failing disk raise OSError, apply nothing."""
        line = _line_of(self.state, event)
        if isinstance(line, ClubRefusal):
            return line
        self._journal.append(line)
        self.state = apply_event(self.state, event)
        return None

    def add_entrant(self, *persons: ClubPerson, rating: int = 0) -> ClubRefusal | None:
        """Enter a person or a pair."""
        return self.record_event(PersonJoined(persons, rating))

    def remove_person(self, key: str) -> ClubRefusal | None:
        """Stop pairing a person; at a table that is playing, a bot of the hall takes the chair."""
        return self.record_event(PersonLeft(key))

    def readmit_person(self, key: str) -> ClubRefusal | None:
        """Pair a person again from the next round on."""
        return self.record_event(PersonReturned(key))

    def forbid_meeting(self, one: str, other: str) -> ClubRefusal | None:
        """Keep two persons from ever meeting at a table."""
        return self.record_event(PairForbidden(one, other))

    def make_partners(self, one: str, other: str) -> ClubRefusal | None:
        """Make two persons a pair, and their former partners too, before the first round is paired."""
        return self.record_event(PartnersChosen(one, other))

    def pair_round(self, seed: int, deal: bytes = b"") -> ClubRefusal | None:
        """Pair the next round with a random seed; `deal` is the secret of a duplicate's tiles, else empty."""
        paired = next_round(self.state, seed, deal.hex())
        return self.record_event(paired) if isinstance(paired, RoundPaired) else paired

    def unpair_round(self) -> ClubRefusal | None:
        """Cancel the last round, while none of its tables has a result."""
        return self.record_event(RoundUnpaired(len(self.state.rounds)))

    def report_result(self, number: int, table: int, result: TableResult) -> ClubRefusal | None:
        """Enter the result of a table; rounds and tables are counted from 1."""
        return self.record_event(ResultReported(number, table, result))

    def correct_result(self, number: int, table: int, result: TableResult) -> ClubRefusal | None:
        """Replace a result; rounds paired since then stay as they are."""
        return self.record_event(ResultCorrected(number, table, result))

    def withdraw_result(self, number: int, table: int) -> ClubRefusal | None:
        """Cancel a result: the table plays again."""
        return self.record_event(ResultWithdrawn(number, table))

    def end(self) -> ClubRefusal | None:
        """End the tournament; nothing can change any more."""
        return self.record_event(TournamentEnded())


def plan_refusal(plan: TournamentPlan) -> ClubRefusal | None:
    """Return why a plan is not allowed, before any file is made for it."""
    line = _line_of(None, TournamentCreated(plan))
    return line if isinstance(line, ClubRefusal) else None


def _line_of(state: TournamentState | None, event: ClubEvent) -> bytes | ClubRefusal:
    """Return the line of an event, or why it is not allowed; a line that could not be read back is refused too."""
    refused = event_refusal(state, event)
    if refused is not None:
        return refused
    text = event_line(event)
    try:
        readable = read_event(text) == event
        line = f"{text}\n".encode()
    except ValueError:
        readable, line = False, b""
    return line if readable else ClubRefusal(ClubCode.TOO_LARGE)
