"""Host, find, join, play on: the LAN scenes of whole programs, by their hands, over wires in memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.client.lan_kit import Household, Player, host_and_guest, household


@pytest.fixture
def house() -> Iterator[Household]:
    with household() as made:
        yield made


def seat_bots(host: Player, first: int, chairs: int = 4) -> None:
    for chair in range(first, chairs):
        host.click(f"room.chairs.{chair}")
        assert host.scene == "chair"
        host.click("chair.bot_easy")


def begin(house: Household) -> tuple[Player, Player]:
    """Bring two to a Burako table for two, dealt."""
    host, (guest,) = host_and_guest(house)
    seat_bots(host, 2)
    house.step()
    guest.click("room.ready")
    house.until(lambda: "All are ready" in host.texts, "all to be ready")
    host.click("room.start")
    house.until(lambda: host.scene == guest.scene == "table", "the table")
    return host, guest


def test_a_table_is_hosted_found_joined_and_dealt(house: Household) -> None:
    host, guest = begin(house)
    for player in (host, guest):
        player.draw()
    assert "Bruno" in host.texts
    assert "Rosa" in guest.texts
