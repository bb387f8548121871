"""Deals played by a Dask cluster: the same numbers as here, whoever dies of it, and a sentence where there is none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.bots.bot import level_of
from game.commands.arena import cell_of
from game.commands.arena_jobs import read_journal, run_cell
from tests.commands.test_arena import same

ROOT = Path(__file__).parents[2]
DEALS = 4


def in_a_process(*words: str, script: tuple[str, ...] = ("-m", "game")) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *script, *words]
    return subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


@pytest.mark.skipif(os.name != "posix", reason="Windows has no signal that kills at once")
def test_a_worker_killed_in_the_midst_loses_nothing_and_changes_no_number(tmp_path: Path) -> None:
    done = in_a_process(str(tmp_path), str(DEALS), script=("-m", "tests.commands.dying_worker"))
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "died").exists()
    (journal,) = tmp_path.glob("*.jsonl")
    cell = cell_of("burraco", 2, ("hard", "easy"), 3, {}, level_of)
    run_cell(cell, DEALS, 1, level_of, tmp_path / "here", lambda _done: None)
    there, here = (
        [same(deal) for _at, deal in sorted(read_journal(path).items())] for path in (journal, tmp_path / "here")
    )
    assert there == here
    assert len(here) == DEALS


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere://x"])
def test_where_no_cluster_answers_is_a_sentence(address: str, tmp_path: Path) -> None:
    done = in_a_process("arena", "--cluster", address, "--game", "rummy", "--home", str(tmp_path))
    assert done.returncode == 2
    assert f"No cluster answers at '{address}'." in done.stderr
    assert "Traceback" not in done.stderr
