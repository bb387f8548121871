"""Host, find, join, play on: the LAN scenes of whole programs, by their hands, over wires in memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.client.words import say
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


def test_a_host_that_was_killed_opens_its_table_again_from_the_list(house: Household) -> None:
    _host, guest = begin(house)
    house.kill("Rosa")
    house.until(lambda: say("waits.away", name="Rosa") in guest.texts, "the host to be missed")
    again = house.enter_again("Rosa")
    again.click("title.matches")
    house.until(lambda: "on the network" in again.texts, "the match in the list")
    again.press("Enter")
    house.until(lambda: again.scene == "table", "the table")
    house.until(lambda: say("waits.away", name="Rosa") not in guest.texts, "the host to be seen again")
    assert "Bruno" in again.texts
