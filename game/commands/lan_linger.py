"""After a LAN match without a window: a program stays a while to send the match's end to those who lack it."""

from __future__ import annotations

from typing import Final

from game.lan.table import LanTable
from net.log.bodies import LogKind
from net.log.lockstep import Lockstep

# A seat that was voted off, or replaced as the host, was away for the grace period: it is back soon or not today.
LINGER_MS: Final = 120_000


class Linger:
    """Knows which seats have the match's end; the host, if linked, sends it to all who are linked to him."""

    def __init__(self, table: LanTable) -> None:
        self._table = table
        self._over_at: int | None = None
        self._links: dict[int, int] = {}  # the seat at the other end of each link
        self._served: set[int] = set()  # seats that left on purpose once the match was over, and so have its end

    def may_go(self, lockstep: Lockstep, now: int) -> bool:
        """Return whether nobody needs us any more, or we have waited long enough."""
        farewells = self._table.take_farewells()
        if self._over_at is None:
            self._over_at = now
        else:
            self._served |= {self._links[link] for link in farewells if link in self._links}
        if not lockstep.is_hosting and lockstep.host_link is not None:
            return True
        readers = lockstep.feeder.readers
        roster = lockstep.replica.roster
        seats = {link: roster.seat_of(reader.key) for link, reader in readers.items()}
        self._links |= {link: seat for link, seat in seats.items() if seat is not None}
        nobody = not readers and not _to_come(lockstep) - self._served
        return nobody or now - self._over_at >= LINGER_MS


def _to_come(lockstep: Lockstep) -> set[int]:
    """Return the other persons who began the match, except those who left on purpose."""
    left: set[int] = set()
    for entry in lockstep.replica.entries:
        if entry.core.kind == LogKind.LEAVE:
            left.add(entry.core.author)
        elif entry.core.kind == LogKind.RETURN:
            left.discard(entry.core.author)
    persons = {seat for seat, chair in enumerate(lockstep.replica.roster.chairs) if chair.key}
    return persons - left - {lockstep.seat}
