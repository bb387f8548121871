"""One program's table over a wire that only notes: whom it calls, and when it calls again."""

from __future__ import annotations

import pytest

from game.bots.thinker import InlineThinker
from game.lan.program import LanProgram
from game.lan.table import CALL_AGAIN_MS, DialFailed, LanTable, LinkConnected, PortOpen, make_party
from game.match.transcript import RULES_VERSION
from net.guests import JoinRequest, TurnedAway
from net.log.bodies import MAX_ADDRESSES
from net.peer import Lost
from net.reasons import Reason
from net.station import LinkEnded
from tests.lan.hall import LanHall, offered
from tests.net.fake_lan import entropy


class Wire:
    """A wire that tells what a test put into `told`, and notes what was dialled."""

    def __init__(self) -> None:
        self.told: list[object] = []
        self.dialled: list[str] = []

    def step(self, _now: int) -> list[object]:
        told, self.told = self.told, []
        return told

    def dial(self, target: str, _host: str, _port: int) -> None:
        self.dialled.append(target)


def guest(wire: Wire) -> LanTable:
    program = LanProgram(bytes(32), InlineThinker())
    party = make_party(program, JoinRequest("ana", RULES_VERSION), entropy("ana"), lambda _match: False)
    return LanTable(party, wire, "hugo:1")


def test_an_address_is_called_once_while_it_rings_or_answers() -> None:
    wire = Wire()
    table = guest(wire)
    table.step(0)
    table.step(CALL_AGAIN_MS)
    wire.told = [LinkConnected(7, "hugo:1", "")]
    table.step(2 * CALL_AGAIN_MS)
    table.step(3 * CALL_AGAIN_MS)
    assert wire.dialled == ["hugo:1"]


def test_an_address_that_did_not_answer_is_called_again() -> None:
    wire = Wire()
    table = guest(wire)
    table.step(0)
    wire.told = [DialFailed("hugo:1", "it does not answer")]
    table.step(CALL_AGAIN_MS - 1)
    assert wire.dialled == ["hugo:1"]
    table.step(CALL_AGAIN_MS)
    assert wire.dialled == ["hugo:1"] * 2


def test_whose_link_ended_is_called_again_and_only_at_that_address() -> None:
    wire = Wire()
    table = guest(wire)
    table.step(0)
    wire.told = [LinkConnected(7, "hugo:1", "")]
    table.step(1)
    wire.told = [LinkEnded(6, Lost(Reason.CUT), ours=True)]
    table.step(CALL_AGAIN_MS)
    assert wire.dialled == ["hugo:1"]
    wire.told = [LinkEnded(7, Lost(Reason.CUT), ours=True)]
    table.step(2 * CALL_AGAIN_MS)
    assert wire.dialled == ["hugo:1"] * 2


def test_everybody_is_told_all_our_addresses_of_which_the_newest_stands_first() -> None:
    wire = Wire()
    table = guest(wire)
    told = [table.party.addresses]
    for local in ("10.0.0.1", "10.0.0.2", "10.0.0.1", ""):
        wire.told = [PortOpen(7), LinkConnected(1, "", local)]
        table.step(0)
        told.append(table.party.addresses)
    one, two = "10.0.0.1:7", "10.0.0.2:7"
    assert told == [(), (one,), (two, one), (two, one), (two, one)]
    for number in range(3, 3 + MAX_ADDRESSES):
        wire.told = [LinkConnected(1, "", f"10.0.0.{number}")]
        table.step(0)
    newest = range(2 + MAX_ADDRESSES, 2, -1)
    assert table.party.addresses == tuple(f"10.0.0.{number}:7" for number in newest)


def test_who_comes_back_to_a_match_by_the_address_of_a_hall_goes_where_it_says() -> None:
    hall = LanHall(offered("rummy", players=2), ("ana", "bea"))
    hall.until(lambda: all(seat.headless.session is not None for seat in hall.up()))
    table = hall.seats["bea"].headless.table
    wire = Wire()
    wire.told = [TurnedAway(9, Reason.NOT_HOST, "ana:2")]
    table._wire = wire
    table.step(hall.now)
    assert table.turned_away is None
    assert table.host_address == "ana:2"


@pytest.mark.parametrize("replaced", [False, True])
def test_who_was_replaced_twice_by_another_program_with_its_identity_calls_nobody_again(replaced: bool) -> None:
    hall = LanHall(offered("rummy", players=2), ("ana", "bea"))
    hall.until(lambda: all(seat.headless.session is not None for seat in hall.up()))
    table = hall.seats["bea"].headless.table
    assert table.lockstep is not None
    link = table.lockstep.host_link
    assert link is not None
    wire = Wire()
    table._wire = wire
    for _ in range(2):
        wire.told = [TurnedAway(9, Reason.REPLACED, "")] if replaced else []
        table.step(hall.now)
    table.party.on_link_lost(link, Reason.CUT, hall.now)
    wire.told = [LinkEnded(link, Lost(Reason.CUT), ours=True)]
    table.step(hall.now + CALL_AGAIN_MS)
    assert bool(wire.dialled) is not replaced
