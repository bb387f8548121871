"""The hall in virtual time: whole programs, a small table each, and what is printed of them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from game.commands.hall.seating import HallSeat
from game.commands.hall.table import OneTable
from game.lan.log.state import Stage
from net.hall.asked import ChairRequest
from net.hall.messages import ANY_TABLE
from net.messages import Join
from net.reasons import Reason
from tests.slices import count
from tools.bench_hall import Guest, Sim, hall_at, run


@pytest.mark.whole  # two that are killed: above
def test_two_tables_deal_and_play_and_nobody_falls_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--tables", "2", "--minutes", "0.3", "--proofs", "2", "--pace", "0.1", "0.5"]) == 0
    told = capsys.readouterr().out
    assert "2 tables, 2 playing" in told
    assert "guests who ended otherwise: 0" in told
    found = re.search(r"(\d+) moves", told)
    assert found is not None
    assert int(found[1]) > 20


@pytest.mark.whole  # tests/lan and hall/test_visit kill halls
def test_a_hall_that_is_killed_with_all_tables_busy_loses_no_entry_of_any(tmp_path: Path) -> None:
    table = (tmp_path, 3, 2, "rummy")
    sim = Sim(lambda sim: hall_at(*table, sim.program, sim.bridge), 2, (100.0, 500.0))
    sim.fill(2)
    sim.run(0.2)
    for _kill in range(count(1, 2)):
        logs = {number: _log(one) for number, one in sim.hall.tables.items()}
        assert all(len(log) > 20 for log in logs.values())
        assert all(_plays(one) for one in sim.hall.tables.values())
        sim.kill()
        guests = [_guest_log(one) for one in sim.guests]
        sim.open()
        assert all(_log(one)[: len(logs[number])] == logs[number] for number, one in sim.hall.tables.items())
        sim.run(0.2)
        after = [_log(one) for one in sim.hall.tables.values()]
        assert all(any(one == log[: len(one)] for log in after) for one in guests)
        assert all(len(_log(one)) > len(logs[number]) for number, one in sim.hall.tables.items())
        assert all(one.headless.exit is None for one in sim.guests)


def test_the_bots_of_a_hall_keep_the_chairs_they_were_given(tmp_path: Path) -> None:
    sim = Sim(lambda sim: hall_at(tmp_path, 2, 2, "rummy", sim.program, sim.bridge), 2, (100.0, 500.0))
    first, second = sim.hall.tables[1].lobby, sim.hall.tables[2].lobby
    assert first is not None
    assert second is not None
    first.set_bot(0, "Bot 1", "easy")
    key, other = bytes([1]) * 32, bytes([2]) * 32
    asked = ChairRequest(1, key, "Ana", ANY_TABLE, watch=False)
    assert sim.hall.seating.answer(asked, 0) == HallSeat(1, 1), "the chair that is free"
    assert sim.hall.seating.answer(replace(asked, key=other, name="Bea"), 0) == HallSeat(2, 0), "not that of the bot"
    ana = Join("Ana", first.offer.rules, b"", watch=False, match=b"")
    assert first.join(key, ana) is None
    assert first.sit(key, 0) is Reason.SEAT_TAKEN
    assert first.join(other, ana) is Reason.TABLE_FULL
    assert first.public_info(low=1, high=2, locked=False, playing=False).taken == 2


def _log(table: OneTable) -> list[bytes]:
    assert table.table.lockstep is not None
    return [entry.numbered.raw for entry in table.table.lockstep.replica.entries]


def _plays(table: OneTable) -> bool:
    return table.headless.session is not None and table.headless.session.story.stage is Stage.PLAYING


def _guest_log(guest: Guest) -> list[bytes]:
    assert guest.headless.session is not None
    return [entry.numbered.raw for entry in guest.headless.session.lockstep.replica.entries]
