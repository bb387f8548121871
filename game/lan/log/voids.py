"""Who made rounds void, how often, and what it costs: too often, and the chair is a bot's for the rest of the match.

Laws: it is counted from the log alone, so that every program finds the same; the others' programs say so by votes,
which they owe; the last person at a table keeps the chair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from net.log.bodies import LogKind, Vote, write_body
from net.log.replica import EntryDraft
from net.log.roster import Roster, has_voted

# A crash of the host or a lost link can happen twice; whoever breaks a third round does it to stop the others.
VOIDS: Final = 3
MOST_VOIDS: Final = 99


class Voids:
    """How many rounds each seat has made void, and after how many its chair is forfeit."""

    def __init__(self, allowed: int) -> None:
        self.allowed = allowed
        self.made: Counter[int] = Counter()

    def count(self, seats: Iterable[int]) -> None:
        """A round became void because of these seats."""
        self.made.update(seats)

    def forfeit(self, seat: int) -> bool:
        """Return whether a seat has lost its chair for the rest of the match."""
        return self.made[seat] >= self.allowed

    def seat_to_forfeit(self, roster: Roster) -> int | None:
        """Return the seat that has to give up its chair before another round begins; None if none has."""
        found = (seat for seat in roster.persons if self.forfeit(seat))
        return next(found, None) if len(roster.persons) > 1 else None

    def owed(self, author: int, roster: Roster) -> tuple[EntryDraft, ...]:
        """Return the vote that a seat owes against the one that must go."""
        seat = self.seat_to_forfeit(roster)
        if seat is None or author not in roster.persons or seat == author or has_voted(roster, author, seat):
            return ()
        return (EntryDraft(LogKind.VOTE, write_body(Vote(seat, roster.turns_of(seat), forfeit=True))),)

    def refuses_return(self, seat: int, roster: Roster) -> bool:
        """Return whether a seat may not have its chair back: it is forfeit, and there are others to play."""
        return self.forfeit(seat) and bool(roster.persons)
