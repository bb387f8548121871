"""The end of a match without a window: who has it stays for those who do not, and goes when all have heard it."""

from __future__ import annotations

from typing import cast

import pytest

from game.commands.lan_linger import LINGER_MS, Linger
from game.lan.table import LanTable
from tests.net.parties import Hall

NAMES = ("hugo", "ana", "bea")


class Leave:
    """What a table is asked for: whose links ended with a farewell."""

    def __init__(self) -> None:
        self.links: tuple[int, ...] = ()

    def take_farewells(self) -> tuple[int, ...]:
        told, self.links = self.links, ()
        return told


def ended() -> tuple[Hall, Leave, Linger]:
    """A match whose host has the end and has seen it once."""
    hall, leave = Hall(NAMES), Leave()
    hall.begin()
    assert hall.story("hugo").over
    see_off = Linger(cast("LanTable", leave))
    assert not see_off.may_go(hall.lockstep("hugo"), 0)
    return hall, leave, see_off


def link_of(hall: Hall, name: str) -> int:
    return next(number for number, ends in hall.wires.items() if name in ends)


@pytest.mark.parametrize("away", NAMES[1:])
def test_who_was_cut_off_before_the_farewell_is_waited_for_but_not_for_ever(away: str) -> None:
    hall, leave, see_off = ended()
    other = next(name for name in NAMES[1:] if name != away)
    hall.cut_off(away)
    leave.links = (link_of(hall, other),)
    hall.cut_off(other)
    lockstep = hall.lockstep("hugo")
    assert not lockstep.feeder.readers
    assert not see_off.may_go(lockstep, 1)
    assert not see_off.may_go(lockstep, LINGER_MS - 1)
    assert see_off.may_go(lockstep, LINGER_MS)


def test_when_all_have_taken_their_leave_the_host_goes_at_once() -> None:
    hall, leave, see_off = ended()
    leave.links = tuple(link_of(hall, name) for name in NAMES[1:])
    for name in NAMES[1:]:
        hall.cut_off(name)
    assert see_off.may_go(hall.lockstep("hugo"), 1)


def test_whoever_is_linked_with_the_host_leaves_the_farewells_to_him() -> None:
    hall, leave = Hall(NAMES), Leave()
    hall.begin()
    assert Linger(cast("LanTable", leave)).may_go(hall.lockstep("ana"), 0)
