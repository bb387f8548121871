"""What a table says on the network, asked of a library that only takes notes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from net.shell import announce
from net.shell.announce import ZeroconfService
from net.shell.news import DiscoveryEvent, DiscoveryFailed

if TYPE_CHECKING:
    from collections.abc import Callable

LABEL = "comodin-0123"


class Notes:
    """A zeroconf library that notes each call with its name and port, or refuses every call."""

    def __init__(self, *, refusing: bool = False) -> None:
        self.done: list[tuple[str, str, int]] = []
        self._refusing = refusing

    async def _noted(self, what: str, info: Any) -> asyncio.Future[None]:
        if self._refusing:
            raise OSError("the network is down")
        self.done.append((what, info.name.split(".")[0], info.port))
        end: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        end.set_result(None)
        return end

    async def async_register_service(self, info: Any, *, allow_name_change: bool) -> asyncio.Future[None]:
        assert allow_name_change
        return await self._noted("register", info)

    async def async_unregister_service(self, info: Any) -> asyncio.Future[None]:
        return await self._noted("unregister", info)

    async def async_update_service(self, info: Any) -> asyncio.Future[None]:
        return await self._noted("update", info)


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Notes, list[DiscoveryEvent], ZeroconfService]]:
    def made(*, refusing: bool = False) -> tuple[Notes, list[DiscoveryEvent], ZeroconfService]:
        notes, told = Notes(refusing=refusing), list[DiscoveryEvent]()
        monkeypatch.setattr(announce, "AsyncZeroconf", lambda **_how: notes)
        return notes, told, ZeroconfService(told.append, ("127.0.0.1",))

    return made


def test_a_table_is_announced_once_and_then_only_changed_until_it_is_taken_in(
    spoken: Callable[..., tuple[Notes, list[DiscoveryEvent], ZeroconfService]],
) -> None:
    notes, told, neighbours = spoken()

    async def evening() -> None:
        await neighbours.withdraw()  # nothing was said yet
        await neighbours.announce(LABEL, 4001, {"g": "burako"})
        await neighbours.announce(LABEL, 4002, {"g": "burako"})
        await neighbours.announce("comodin-4567", 4003, {"g": "rummy"})
        await neighbours.withdraw()
        await neighbours.withdraw()

    asyncio.run(evening())
    assert notes.done == [
        ("register", LABEL, 4001),
        ("update", LABEL, 4002),
        ("unregister", LABEL, 4002),
        ("register", "comodin-4567", 4003),
        ("unregister", "comodin-4567", 4003),
    ]
    assert told == []


def test_a_network_that_refuses_is_told_and_not_raised(
    spoken: Callable[..., tuple[Notes, list[DiscoveryEvent], ZeroconfService]],
) -> None:
    _notes, told, neighbours = spoken(refusing=True)
    asyncio.run(neighbours.announce(LABEL, 4001, {}))
    assert told == [DiscoveryFailed("the network is down")]
