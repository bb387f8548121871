"""The pause of a LAN table: any player stops every clock, and any player resumes.

Laws: it is not part of the match; the host has the last word: he repeats the state to everybody after each change and
to each newcomer, so that all agree. A restarted host knows of no pause; a pause ends when its maker gives up his chair.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from net import messages as m
from net.guests import ChatReceived

if TYPE_CHECKING:
    from net.party import Party

# Phrases that are signals rather than chat, by their number on the wire.
PAUSE_PHRASE: Final = 254
RESUME_PHRASE: Final = 255


class Pause:
    """This program's state of the pause."""

    def __init__(self, party: Party) -> None:
        self._paused_by: int | None = None
        self._party = party
        self._told: frozenset[int] = frozenset()  # as the host: the links that were told the present state

    @property
    def paused_by(self) -> int | None:
        """The seat that paused the table, None while it goes on."""
        return self._paused_by if self._paused_by is not None and self._plays(self._paused_by) else None

    def _plays(self, seat: int) -> bool:
        """Return whether a seat may pause the table; a program that has no log yet leaves that to the host."""
        lockstep = self._party.lockstep
        return lockstep is None or seat in lockstep.replica.roster.persons

    def on_event(self, event: object) -> None:
        """Process an event; the host repeats each pause or resume to all, so that two that cross end alike."""
        if not isinstance(event, ChatReceived) or not isinstance(event.message, m.ChatPhrase):
            return
        seat, number = event.message.seat, event.message.number
        if number in {PAUSE_PHRASE, RESUME_PHRASE} and self._plays(seat):
            self._paused_by = seat if number == PAUSE_PHRASE else None
            self._told = frozenset()

    def set_paused(self, seat: int, now: int, *, paused: bool) -> None:
        """Pause the table for everybody, or let it go on."""
        self._paused_by = seat if paused else None
        self._party.requests.send_talk(m.ChatPhrase(seat, PAUSE_PHRASE if paused else RESUME_PHRASE), now)

    def tell_newcomers(self, now: int) -> None:
        """As the host, send the present state to everybody who has come since it was last sent."""
        lockstep = self._party.lockstep
        if lockstep is None or not lockstep.is_hosting:
            self._told = frozenset()
            return
        links = frozenset([link for link, guest in self._party.guests.items() if guest.admitted])
        if links == self._told:
            return
        by, persons = self.paused_by, lockstep.replica.roster.persons
        if not links <= self._told and persons:
            self.set_paused(persons[0] if by is None else by, now, paused=by is not None)
        self._told = links
