"""What changes in a waiting room besides chat: who joins or leaves, and that all are ready; reported once each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.words import phrase
from game.table.safe_text import printable

if TYPE_CHECKING:
    from game.client.words import Phrase
    from net.messages import Room


class RoomWatch:
    """Compares each state of the room with the one before; the first state reports no change."""

    def __init__(self) -> None:
        self._before: Room | None = None

    def changes(self, room: Room | None, own: int | None) -> list[Phrase]:
        """Return the changes since the last state, from the view of our own seat."""
        before, self._before = self._before, room
        if room is None or before is None or room.match:
            return []
        mine = b"" if own is None else room.chairs[own].key
        was, now = _persons(before), _persons(room)
        came = [phrase("room.came", name=name) for key, name in now.items() if key not in was and key != mine]
        left = [phrase("room.went", name=name) for key, name in was.items() if key not in now and key != mine]
        ready = [phrase("room.all_ready")] if _all_ready(room) and not _all_ready(before) else []
        return [*came, *left, *ready]


def _persons(room: Room) -> dict[bytes, str]:
    return {chair.key: printable(chair.name) for chair in room.chairs if chair.holder == "person"}


def _all_ready(room: Room) -> bool:
    """Return whether the host can begin: no chair is free, and all other persons are ready."""
    others = [chair for chair in room.chairs if chair.holder == "person" and chair.key != room.host]
    full = all(chair.holder != "nobody" for chair in room.chairs)
    return full and bool(others) and all(chair.ready for chair in others)
