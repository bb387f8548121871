"""Counts the rounds that each seat made void; too many, and a bot has its chair for the rest of the match.

Laws: counted from the log alone, so that every program agrees; the others owe votes against the seat; the last person
at a table keeps the chair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from net.log.bodies import LogKind, Vote, write_body
from net.log.replica import EntryDraft
from net.log.roster import Roster, has_voted

# A host's crash or a lost link can happen twice; a third void round is taken for sabotage.
DEFAULT_VOIDS: Final = 3
MAX_VOIDS: Final = 99


class Voids:
    """How many rounds each seat has made void, and how many are allowed."""

    def __init__(self, allowed: int) -> None:
        self.allowed = allowed
        self.made: Counter[int] = Counter()

    def count_void_round(self, seats: Iterable[int]) -> None:
        """Count a round that these seats made void."""
        self.made.update(seats)

    def has_forfeited(self, seat: int) -> bool:
        """Return whether a seat has forfeited its chair for the rest of the match."""
        return self.made[seat] >= self.allowed

    def seat_to_forfeit(self, roster: Roster) -> int | None:
        """Return the seat that must be voted off before another round begins; None if none."""
        found = (seat for seat in roster.persons if self.has_forfeited(seat))
        return next(found, None) if len(roster.persons) > 1 else None

    def owed_votes(self, author: int, roster: Roster) -> tuple[EntryDraft, ...]:
        """Return the vote that an author owes against that seat."""
        seat = self.seat_to_forfeit(roster)
        if seat is None or author not in roster.persons or seat == author or has_voted(roster, author, seat):
            return ()
        return (EntryDraft(LogKind.VOTE, write_body(Vote(seat, roster.entries_written_by(seat), forfeit=True))),)

    def refuses_return(self, seat: int, roster: Roster) -> bool:
        """Return whether a seat may not return: its chair is forfeit, and there are others to play."""
        return self.has_forfeited(seat) and bool(roster.persons)
