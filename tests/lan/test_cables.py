"""A cable that is out for a while, frames lost in silence: nobody is thrown out, and the match goes on."""

from __future__ import annotations

import pytest

from game.commands.lan_headless import Exit
from net.presence import GRACE
from tests.lan.test_absence import THREE, ended_alike, reaches, table

OUTAGES = (5_000, 12_000, 21_000, 33_000, 47_000, 76_000)


@pytest.mark.parametrize("outage", OUTAGES)
@pytest.mark.parametrize("name", ["ana", "cid"])
def test_nobody_is_thrown_out_by_an_outage_shorter_than_the_grace(name: str, outage: int) -> None:
    """The host, alone for ten seconds, calls his guests while they are calling him."""
    assert outage < GRACE
    hall = table()
    reaches(hall, 40)
    hall.wires.pull(name)
    hall.wait(outage)
    hall.wires.plug(name)
    hall.play_out()
    ended_alike(hall, *THREE)
    assert {seat.headless.exit for seat in hall.up()} == {Exit.OVER}, hall.told()
