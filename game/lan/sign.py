"""The announcement of a LAN table, as long as this program hosts it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.match.transcript import RULES_VERSION
from net.discovery import Announcement, to_properties
from net.identity import table_id_of
from net.link import OLDEST_PROTOCOL
from net.messages import PROTOCOL, Info

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Protocol

    from game.lan.table import LanTable

    class Announcing(Protocol):
        """The network service that announces a table."""

        def announce(self, label: str, port: int, properties: Mapping[str, str]) -> None:
            """Announce a table, or a change of it."""

        def withdraw(self) -> None:
            """Withdraw the announcement."""


def table_info(table: LanTable, name: str, *, locked: bool) -> Info | None:
    """Return the table's info for strangers; None at a table that we do not host."""
    lockstep, lobby, room, story = table.lockstep, table.party.lobby, table.party.room, table.story
    if lockstep is None:
        return (
            None
            if lobby is None
            else lobby.public_info(low=OLDEST_PROTOCOL, high=PROTOCOL, locked=locked, playing=False)
        )
    if not lockstep.is_hosting or room is None or story is None or story.is_over:
        return None
    seats = len(room.chairs)
    return Info(
        low=OLDEST_PROTOCOL,
        high=PROTOCOL,
        rules=RULES_VERSION,
        game=story.match.header.game,
        name=name,
        taken=seats,
        seats=seats,
        options=room.digest,
        locked=locked,
        playing=True,
        table=table_id_of(table.party.identity.key),
    )


class Announcer:
    """Announces a table and its changes."""

    def __init__(self, service: Announcing) -> None:
        self._service = service
        self._shown: tuple[object, ...] = ()
        self._said: tuple[int, dict[str, str]] | None = None

    def announce(self, info: Info | None, port: int, tables: int = 0, people: int = 0) -> None:
        """Announce the table if it has changed; without an info withdraw it.

        A hall says how many tables and people it has.
        """
        before, self._shown = self._shown, (info, port, tables, people)
        if before == self._shown:
            return
        if info is None or not port:
            if self._said is not None:
                self._said = None
                self._service.withdraw()
            return
        told = Announcement(info.table, info.game, info.taken, info.seats, info.options.hex(), info.locked)
        properties = to_properties(replace(told, tables=tables, people=people))
        if (port, properties) != self._said:
            self._said = port, properties
            self._service.announce(f"comodin-{info.table.hex()[:16]}", port, properties)
