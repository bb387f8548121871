"""Seating in a hall: requests for a chair, reserved chairs, and pairings.

Laws: a chair is reserved for one key for some seconds, or as long as a pairing lasts; whoever has a chair is sent back
to it, whatever he asks for; a request for any table gets the first one that lacks somebody. While a tournament assigns
the chairs, nobody gets one that no pairing gave him, by whatever way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from net.hall.messages import ANY_TABLE
from net.log.entries import MAX_SEATS
from net.messages import MAX_WATCHERS
from net.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from net.hall.asked import ChairRequest
    from net.lobby import Lobby

RESERVATION_MS = 10_000  # how long a given chair stays reserved: connecting takes well under a second
NOBODY = b""  # no key: the chair is assigned to no one


class HallSeatable(Protocol):
    """A table as the seating sees it."""

    @property
    def lobby(self) -> Lobby | None:
        """Its waiting room, None while it plays."""

    @property
    def match(self) -> bytes:
        """The id of the match played there, empty without one."""

    @property
    def watchers(self) -> int:
        """How many watch."""

    def seat_of(self, key: bytes) -> int | None:
        """Return the seat of the person with this key, in the waiting room or the match; None without one."""


@dataclass(frozen=True, slots=True)
class HallSeat:
    """A place: the table's number and the chair, MAX_SEATS for watchers."""

    table: int
    chair: int


class HallSeating:
    """The chairs of a hall; `assigned` tells whether its tournament assigns them all."""

    def __init__(self, tables: Mapping[int, HallSeatable], assigned: Callable[[], bool] = lambda: False) -> None:
        self._tables = tables
        self._assigned = assigned
        self._held: dict[bytes, tuple[HallSeat, int]] = {}  # by key, a reserved chair and until when
        self._paired: dict[bytes, HallSeat] = {}

    def pair(self, places: Mapping[bytes, HallSeat]) -> None:
        """Reserve these chairs until the next pairing; an empty pairing frees all."""
        self._paired = dict(places)
        self._hold()

    def paired(self, key: bytes) -> HallSeat | None:
        """Return the paired chair of a key, None if it sits at that table already."""
        found = self._paired.get(key)
        return None if found is None or self._tables[found.table].seat_of(key) is not None else found

    def tick(self, now: int) -> None:
        """Release expired reservations."""
        self._held = {
            key: (found, until)
            for key, (found, until) in self._held.items()
            if now < until and self._tables[found.table].seat_of(key) is None
        }
        self._hold()

    def answer(self, asked: ChairRequest, now: int) -> HallSeat | Reason:
        """Find and reserve a chair, or return why there is none."""
        if asked.match:
            playing = (number for number, one in self._tables.items() if one.match == asked.match)
            number = next(playing, ANY_TABLE)
            return HallSeat(number, MAX_SEATS) if number else Reason.OTHER_MATCH
        if asked.watch:
            return self._to_watch(asked.table)
        found = self._own(asked.key) or self._paired.get(asked.key) or self._free(asked)
        if isinstance(found, HallSeat) and self._tables[found.table].lobby is not None:
            self._held[asked.key] = found, now + RESERVATION_MS
            self._hold()
        return found

    def _own(self, key: bytes) -> HallSeat | None:
        for number, one in self._tables.items():
            chair = one.seat_of(key)
            if chair is not None:
                return HallSeat(number, chair)
        return None

    def _free(self, asked: ChairRequest) -> HallSeat | Reason:
        for number, one in self._tables.items():
            chair = one.lobby.next_chair(asked.key) if one.lobby is not None else None
            if chair is not None and asked.table in (ANY_TABLE, number):
                return HallSeat(number, chair)
        plays = asked.table != ANY_TABLE and self._tables[asked.table].lobby is None
        return Reason.PLAYING if plays else Reason.TABLE_FULL

    def _to_watch(self, table: int) -> HallSeat | Reason:
        wanted = [number for number in self._tables if table in (ANY_TABLE, number)]
        wanted = [number for number in wanted if self._tables[number].watchers < MAX_WATCHERS]
        wanted.sort(key=lambda number: self._tables[number].lobby is not None)  # first where somebody plays
        return HallSeat(wanted[0], MAX_SEATS) if wanted else Reason.WATCHERS_FULL

    def _hold(self) -> None:
        """Set the reserved chairs of each waiting room."""
        kept: dict[int, dict[int, bytes]] = {number: {} for number in self._tables}
        if self._assigned():
            kept = {number: dict.fromkeys(range(MAX_SEATS), NOBODY) for number in self._tables}
        for key, found in ({key: found for key, (found, _until) in self._held.items()} | self._paired).items():
            kept[found.table][found.chair] = key
        for number, one in self._tables.items():
            if one.lobby is not None:
                one.lobby.held = kept[number]
