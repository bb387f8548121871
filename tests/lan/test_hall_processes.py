"""A hall and those who come to it, by real processes on loopback: it is killed and goes on with every table."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.lan.home import RUNNING_SUFFIX, LanFile
from net.log.effects import EntryRecord
from tests.lan.processes import Program

QUICK = ("--game", "rummy", "--seats", "2", "--option", "hands=1")
DEALT = 40  # entries of a log when the sealed deal of two is behind it
MORE = 12  # entries after the hall came back


class Evening:
    """A hall of two tables, and its guests."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs: list[Program] = []
        self.hall = self._program(
            "hall", "host", "--tables", "2", "--print-address", "--interface", "127.0.0.1", "--progress", *QUICK
        )
        self.hall.start()
        self.address = self.hall.says(lambda line: line.startswith("127.0.0.1:"))

    def _program(self, name: str, verb: str, *more: str) -> Program:
        command = [sys.executable, "-m", "game", verb, "--headless", "--home", str(self.folder / name), *more]
        self.programs.append(Program(name, command))
        return self.programs[-1]

    def join(self, name: str, *more: str) -> Program:
        guest = self._program(name, "join", self.address, "--player", "bot:easy", "--name", name, *more)
        guest.start()
        return guest

    def reaches(self, table: int, entries: int) -> None:
        start = f"table {table}: "
        self.hall.says(lambda line: line.startswith(start) and int(line.split(" ")[2]) >= entries)

    def kept(self, home: str) -> list[bytes]:
        """What a home has of its running match."""
        (file,) = (self.folder / home / "lan").glob(f"*{RUNNING_SUFFIX}")
        records = LanFile.records_of(file.read_bytes())[0]
        return [one.numbered.raw for one in records if isinstance(one, EntryRecord)]

    def close(self) -> None:
        for one in self.programs:
            one.end()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path)
    yield made
    made.close()


@pytest.mark.whole  # in virtual time: `tests/tools/test_bench_hall.py`, by hand: `tests/client/lan/hall/test_visit.py`
def test_a_hall_that_is_killed_goes_on_with_every_table_and_has_lost_nothing(evening: Evening) -> None:
    for name in ("ana", "bea"):
        evening.join(name, "--table", "2")
    for name in ("carl", "dora"):
        evening.join(name)  # knows nothing of halls, and is sent to the next free chair
    for table in (1, 2):
        evening.reaches(table, DEALT)
    evening.hall.kill()
    homes = {1: "carl", 2: "ana"}
    before = {table: evening.kept(f"hall/hall/table-{table:02}") for table in homes}
    for table, guest in homes.items():
        assert evening.kept(guest) == before[table][: len(evening.kept(guest))]
    evening.hall.start()
    for table in homes:
        evening.reaches(table, len(before[table]) + MORE)
    evening.hall.process.terminate()  # type: ignore[union-attr] # it runs
    said = evening.hall.wait()
    assert said["code"] == 0
    assert said["ended"] == "stopped"
    for table, one in enumerate(said["tables"], start=1):
        assert one["table"] == table
        kept = evening.kept(f"hall/hall/table-{table:02}")
        assert kept[: len(before[table])] == before[table]
    assert sum("goes on with the match" in line for line in evening.hall.lines) == len(homes)
    assert json.loads(evening.hall.lines[-1])["tables"] == said["tables"]
