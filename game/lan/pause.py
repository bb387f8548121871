"""A pause of a LAN table: whoever plays stops every clock, and whoever plays lets it go on.

Laws: it is no part of the match; the last word is the host's, through whom all words go: he says how it is to everybody
after each change and whenever somebody comes, so that all know the same. A host that starts anew knows of no pause; one
whose maker gave his chair up is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from net import messages as m
from net.guests import ChatReceived

if TYPE_CHECKING:
    from net.party import Party

# Phrases that are no talk, by the number that travels.
PAUSE: Final = 254
GO_ON: Final = 255


class Pause:
    """What this program knows of it; `tell` is called at every turn of the main loop."""

    def __init__(self, party: Party) -> None:
        self._by: int | None = None
        self._party = party
        self._told: frozenset[int] = frozenset()  # as the host: the links that know how it is

    @property
    def by(self) -> int | None:
        """The seat that paused the table, None while it goes on."""
        return self._by if self._by is not None and self._plays(self._by) else None

    def _plays(self, seat: int) -> bool:
        """Return whether a seat's word counts; who has nothing of the log yet trusts the host in that."""
        lockstep = self._party.lockstep
        return lockstep is None or seat in lockstep.replica.roster.persons

    def hear(self, event: object) -> None:
        """Take in what somebody said; the host says it anew to all, so that two words that crossed end alike."""
        if not isinstance(event, ChatReceived) or not isinstance(event.message, m.ChatPhrase):
            return
        seat, number = event.message.seat, event.message.number
        if number in {PAUSE, GO_ON} and self._plays(seat):
            self._by = seat if number == PAUSE else None
            self._told = frozenset()

    def set_paused(self, seat: int, now: int, *, paused: bool) -> None:
        """Pause the table for everybody, or let it go on."""
        self._by = seat if paused else None
        self._party.requests.say(m.ChatPhrase(seat, PAUSE if paused else GO_ON), now)

    def tell_newcomers(self, now: int) -> None:
        """As the host: say how it is to whoever has come since it was said last."""
        lockstep = self._party.lockstep
        if lockstep is None or not lockstep.hosting:
            self._told = frozenset()
            return
        links = frozenset(link for link, guest in self._party.guests.items() if guest.admitted)
        by, persons = self.by, lockstep.replica.roster.persons
        if not links <= self._told and persons:
            self.set_paused(persons[0] if by is None else by, now, paused=by is not None)
        self._told = links
