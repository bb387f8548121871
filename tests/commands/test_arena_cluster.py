"""Deals played by a Dask cluster: the same numbers as here, whoever dies of it, and a sentence where there is none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from game.bots.bot import level_of
from game.commands import arena
from game.commands.arena import RunOptions, parse_cell, run_with_progress
from game.commands.arena_cluster import MAX_BATCH_DEALS, play_on_cluster, split_into_tasks
from game.commands.arena_jobs import read_journal, run_cell
from game.commands.arena_sums import DealResult
from game.commands.files import CommandError, StoppedError
from game.commands.progress import ReportDone
from tests.commands.test_arena import same
from tests.slices import some
from tools.train import Course, train

if TYPE_CHECKING:
    from distributed import LocalCluster

ROOT = Path(__file__).parents[2]
DEALS = 4


def in_a_process(*words: str, script: tuple[str, ...] = ("-m", "game")) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *script, *words]
    return subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


@pytest.mark.whole  # a cluster that is lost: below
@pytest.mark.skipif(os.name != "posix", reason="Windows has no signal that kills at once")
def test_a_worker_killed_in_the_midst_loses_nothing_and_changes_no_number(tmp_path: Path) -> None:
    course = Course("burraco", 2, "a tiny run", steps=8, deals=4, control=5)
    asked = (str(tmp_path), str(DEALS), json.dumps(astuple(course)))
    done = in_a_process(*asked, script=("-m", "tests.commands.dying_worker"))
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "arena-died").stat().st_size > 1, "somebody played after the one that died"
    assert (tmp_path / "training-died").stat().st_size == course.steps + 2, "the stage it died in is made again"
    assert json.loads(done.stdout) == train([course], tmp_path / "alone")
    (journal,) = tmp_path.glob("*burraco*medium*.jsonl")
    cell = parse_cell("burraco", 2, ("medium", "easy"), 3, {}, level_of)
    run_cell(cell, DEALS, 1, level_of, tmp_path / "here", lambda _known: None)
    there, here = (
        [same(deal) for _at, deal in sorted(read_journal(path).items())] for path in (journal, tmp_path / "here")
    )
    assert there == here
    assert len(here) == DEALS


@pytest.mark.parametrize("address", some(["tcp://127.0.0.1:1", "nowhere://x"], 1))
def test_where_no_cluster_answers_is_a_sentence(address: str, tmp_path: Path) -> None:
    done = in_a_process("arena", "--cluster", address, "--game", "rummy", "--home", str(tmp_path))
    assert done.returncode == 2
    assert f"No cluster answers at '{address}'." in done.stderr
    assert "Traceback" not in done.stderr


def test_deals_are_handed_out_in_tasks_of_some_and_to_every_worker() -> None:
    many = split_into_tasks(list(range(1000)), 2)
    assert {len(batch) for batch in many} == {MAX_BATCH_DEALS}
    assert [deal for batch in many for deal in batch] == list(range(1000))
    assert split_into_tasks([4, 7, 9], 2) == [[4], [7], [9]]


CELL = parse_cell("burraco", 2, ("easy", "greedy"), 3, {}, level_of)


@pytest.fixture
def cluster() -> Iterator[LocalCluster]:
    """A scheduler in this process, at an address of its own, without a worker yet."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=0, processes=False, protocol="tcp://", dashboard_address=None) as found:
        yield found


def with_a_worker(cluster: LocalCluster) -> str:
    """Start a worker and return the address."""
    cluster.scale(1)
    cluster.wait_for_workers(1)
    return str(cluster.scheduler_address)


@pytest.mark.whole
def test_ctrl_c_leaves_a_cluster_and_keeps_what_was_played(
    cluster: LocalCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []

    @contextmanager
    def pressed(_name: str, _total: int) -> Iterator[ReportDone]:
        def done(count: int, found: str = "", /) -> None:
            told.append((count, found))
            if count > 1:
                raise KeyboardInterrupt

        yield done

    monkeypatch.setattr(arena, "progress", pressed)
    with pytest.raises(StoppedError, match="the same command goes on"):
        run_with_progress(CELL, RunOptions(40, 1, tmp_path, with_a_worker(cluster)), level_of)
    (journal,) = tmp_path.glob("*.jsonl")
    assert len(read_journal(journal)) == 2
    assert [count for count, _found in told] == [0, 1, 2]
    assert [" ± " in found for _count, found in told] == [False, False, True]


@pytest.mark.whole  # test_where_no_cluster_answers_is_a_sentence
def test_a_cluster_without_workers_and_one_that_is_lost_are_each_a_sentence(cluster: LocalCluster) -> None:
    address = cluster.scheduler_address

    def played() -> Iterator[DealResult]:
        return play_on_cluster(list(range(40)), address=address, jobs=1, cell=CELL, resolve=level_of)

    with pytest.raises(CommandError, match="has no workers"):
        next(played())
    with_a_worker(cluster)
    deals = played()
    first = next(deals)
    cluster.close()
    with pytest.raises(CommandError, match=f"'{address}' is gone; the deals played so far are kept"):
        list(deals)
    assert first.deal < 40
