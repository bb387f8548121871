"""The end of a LAN match without a window: whoever has it stays a while for those of its START who do not."""

from __future__ import annotations

from typing import Final

from game.lan.table import LanTable
from net.log.bodies import LogKind
from net.log.lockstep import Lockstep

# Whoever was voted off, or was given up as the host, was away for the grace, and is back soon or not today.
LINGER_MS: Final = 120_000


class SeeOff:
    """Knows who has heard the end from this program; the first host who is linked does it for those linked with him."""

    def __init__(self, table: LanTable) -> None:
        self._table = table
        self._over_at: int | None = None
        self._links: dict[int, int] = {}  # the seat at the other end of each link
        self._heard: set[int] = set()

    def may_go(self, lockstep: Lockstep, now: int) -> bool:
        """Return whether nobody needs us any more, or we have stayed long enough."""
        farewells = self._table.farewells()
        if self._over_at is None:
            self._over_at = now
        else:
            self._heard |= {self._links[link] for link in farewells if link in self._links}
        if not lockstep.hosting and lockstep.host_link is not None:
            return True
        readers = lockstep.feeder.readers
        roster = lockstep.replica.roster
        seats = {link: roster.seat_of(reader.key) for link, reader in readers.items()}
        self._links |= {link: seat for link, seat in seats.items() if seat is not None}
        nobody = not readers and not _to_come(lockstep) - self._heard
        return nobody or now - self._over_at >= LINGER_MS


def _to_come(lockstep: Lockstep) -> set[int]:
    """The other persons of the START, but for those who took their leave themselves."""
    left: set[int] = set()
    for entry in lockstep.replica.entries:
        if entry.core.kind == LogKind.LEAVE:
            left.add(entry.core.author)
        elif entry.core.kind == LogKind.RETURN:
            left.discard(entry.core.author)
    persons = {seat for seat, chair in enumerate(lockstep.replica.roster.chairs) if chair.key}
    return persons - left - {lockstep.seat}
