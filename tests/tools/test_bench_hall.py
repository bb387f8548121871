"""The hall in virtual time: whole programs, a small table each, and what is printed of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.commands.hall.table import OneTable
from game.lan.log.state import Stage
from tests.slices import count
from tools.bench_hall import Guest, Sim, hall_at, run


def test_two_tables_deal_and_play_and_nobody_falls_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--tables", "2", "--minutes", "0.3", "--proofs", "2", "--pace", "0.1", "0.5"]) == 0
    told = capsys.readouterr().out
    assert "2 tables, 2 playing" in told
    assert "guests who ended otherwise: 0" in told
    found = re.search(r"(\d+) moves", told)
    assert found is not None
    assert int(found[1]) > 20


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


def _log(table: OneTable) -> list[bytes]:
    assert table.table.lockstep is not None
    return [entry.numbered.raw for entry in table.table.lockstep.replica.entries]


def _plays(table: OneTable) -> bool:
    return table.headless.session is not None and table.headless.session.story.stage is Stage.PLAYING


def _guest_log(guest: Guest) -> list[bytes]:
    assert guest.headless.session is not None
    return [entry.numbered.raw for entry in guest.headless.session.lockstep.replica.entries]
