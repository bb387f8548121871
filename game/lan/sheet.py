"""Who has read a round's score, and who asked for more time: sent as phrases, not part of the match.

Laws: the next round begins when all players have read, or when time is over; each may ask for more once a round, so
that nobody holds a table up for long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.lan.rest import SCORE_SHEET_MS
from net import messages as m
from net.budgets import FIRST_SIGNAL_PHRASE
from net.guests import ChatReceived

if TYPE_CHECKING:
    from game.lan.rest import Rest
    from game.match.match import Standing
    from net.log.lockstep import Lockstep
    from net.party import Party

# Phrases that are signals rather than chat, by their number on the wire.
MORE_TIME_PHRASE: Final = FIRST_SIGNAL_PHRASE
SCORE_READ_PHRASE: Final = FIRST_SIGNAL_PHRASE + 1

MORE_TIME_MS: Final = 30_000


class ScoreReading:
    """Who has read the score of one round at a time; `step` is called in every turn of the main loop."""

    def __init__(self, party: Party, rest: Rest) -> None:
        self.persons: tuple[int, ...] = ()
        self._party = party
        self._rest = rest
        self._round = 0
        self._said: dict[int, frozenset[int]] = {}  # by phrase: the seats that sent it in this round
        self._link: int | None = None
        self._seat: int | None = None  # our seat, while there is a score and we play
        self._now = 0

    def on_event(self, event: object) -> None:
        """Note that a seat has read the score, or asks for more time, if the event says so."""
        message = event.message if isinstance(event, ChatReceived) else None
        if isinstance(message, m.ChatPhrase) and message.number in {SCORE_READ_PHRASE, MORE_TIME_PHRASE}:
            self._note(message.seat, message.number)

    def _note(self, seat: int, number: int) -> None:
        self._said[number] = self._said.get(number, frozenset()) | {seat}

    def step(self, standing: Standing, lockstep: Lockstep, now: int) -> None:
        """Start over with each new deal; repeat our signals to a host who is new, or back."""
        self._now, self.persons = now, lockstep.replica.roster.persons
        self._seat = lockstep.seat if standing.round_scored and lockstep.seat in self.persons else None
        if standing.deals != self._round:
            self._round, self._said = standing.deals, {}
        before, self._link = self._link, lockstep.host_link
        if before != self._link:
            for number in (SCORE_READ_PHRASE, MORE_TIME_PHRASE):
                if self._link is not None and self._seat is not None and self._seat in self._said.get(number, ()):
                    self._party.requests.send_talk(m.ChatPhrase(self._seat, number), now)

    def send_signal(self, number: int) -> None:
        """Send, once, that we have read the score or want more time."""
        if self._seat is not None and self._seat not in self._said.get(number, ()):
            self._note(self._seat, number)
            self._party.requests.send_talk(m.ChatPhrase(self._seat, number), self._now)

    @property
    def have_all_read(self) -> bool:
        """Whether no person is still reading."""
        return self._said.get(SCORE_READ_PHRASE, frozenset()).issuperset(self.persons)

    @property
    def readers(self) -> tuple[int, ...]:
        """The persons who are still reading."""
        return tuple(seat for seat in self.persons if seat not in self._said.get(SCORE_READ_PHRASE, ()))

    @property
    def may_ask_for_time(self) -> bool:
        """Whether we are still reading and have not asked for time."""
        return self._seat in self.readers and self._seat not in self._said.get(MORE_TIME_PHRASE, ())

    @property
    def shown_ms(self) -> int:
        """How many milliseconds the score is shown."""
        return SCORE_SHEET_MS + MORE_TIME_MS * len(self._said.get(MORE_TIME_PHRASE, frozenset()) & {*self.persons})

    @property
    def left_ms(self) -> int | None:
        """How many of these milliseconds are left; None if no score is shown."""
        return self._rest.ms_left(self._now, self.shown_ms)
