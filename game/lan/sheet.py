"""Who has read the score of a round, and who asked for time: said among the programs, and no part of the match.

Laws: the next round begins when all who play have read, or when the time is over; each may ask for more of it once a
round, so that nobody who sits on a sheet holds a table up for long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.lan.rest import SHEET_MS
from net import messages as m
from net.budgets import FIRST_SIGN
from net.guests import ChatReceived

if TYPE_CHECKING:
    from game.lan.rest import Rest
    from game.match.match import Standing
    from net.log.lockstep import Lockstep
    from net.party import Party

# Phrases that are no talk, by the number that travels.
MORE: Final = FIRST_SIGN
READ: Final = FIRST_SIGN + 1

MORE_MS: Final = 30_000


class ScoreReading:
    """What this program knows of it, of one round at a time; `tell` is called at every turn of the main loop."""

    def __init__(self, party: Party, rest: Rest) -> None:
        self.persons: tuple[int, ...] = ()
        self._party = party
        self._rest = rest
        self._round = 0
        self._said: dict[int, frozenset[int]] = {}
        self._link: int | None = None
        self._seat: int | None = None  # ours, while there is a score and we play
        self._now = 0

    def hear(self, event: object) -> None:
        """Note that a seat has read the score, or asks for more time, if that is what was said."""
        message = event.message if isinstance(event, ChatReceived) else None
        if isinstance(message, m.ChatPhrase) and message.number in {READ, MORE}:
            self._note(message.seat, message.number)

    def _note(self, seat: int, number: int) -> None:
        self._said[number] = self._said.get(number, frozenset()) | {seat}

    def tell(self, standing: Standing, lockstep: Lockstep, now: int) -> None:
        """Forget the last round's when a new one is dealt; say ours again to a host who is new, or back."""
        self._now, self.persons = now, lockstep.replica.roster.persons
        self._seat = lockstep.seat if standing.scored and lockstep.seat in self.persons else None
        if standing.deals != self._round:
            self._round, self._said = standing.deals, {}
        before, self._link = self._link, lockstep.host_link
        if before != self._link:
            for number in (READ, MORE):
                if self._link is not None and self._seat is not None and self._seat in self._said.get(number, ()):
                    self._party.requests.say(m.ChatPhrase(self._seat, number), now)

    def say(self, number: int) -> None:
        """Say that we have read, or want time; once is enough."""
        if self._seat is not None and self._seat not in self._said.get(number, ()):
            self._note(self._seat, number)
            self._party.requests.say(m.ChatPhrase(self._seat, number), self._now)

    @property
    def unread(self) -> tuple[int, ...]:
        """The persons who still read."""
        return tuple(seat for seat in self.persons if seat not in self._said.get(READ, ()))

    @property
    def may_ask(self) -> bool:
        """Whether we still read and have not asked for time."""
        return self._seat in self.unread and self._seat not in self._said.get(MORE, ())

    @property
    def lasts(self) -> int:
        """How many milliseconds the score may be looked at."""
        return SHEET_MS + MORE_MS * len(self._said.get(MORE, frozenset()) & {*self.persons})

    @property
    def left(self) -> int | None:
        """How many of them are left; None where there is no score to look at."""
        return self._rest.left(self._now, self.lasts)
