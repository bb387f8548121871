"""An arena and a training on a cluster of this machine, each of which kills a worker: for the test of the cluster."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

from game.bots.bot import level_of
from game.bots.level import Level
from game.commands.arena import RunOptions, parse_cell, run_with_progress
from game.commands.arena_cluster import LOCAL_CLUSTER, connect_to_cluster
from tools import train
from tools.train import Course

ASKER, FOLDER = "COMODIN_TEST_ASKER", "COMODIN_TEST_FOLDER"  # the process that asks, and where it is marked who died
STAGE, LAST = 2, 6  # steps of a stage, and the step at which a worker dies, in the middle of a stage


def die_at(name: str, times: int) -> None:
    """Kill the worker that makes the call number `times`, as if its machine was unplugged."""
    mark = Path(os.environ[FOLDER]) / name
    if os.environ[ASKER] != str(os.getpid()):
        with mark.open("a", encoding="utf-8") as out:
            out.write(".")
        if mark.stat().st_size == times:
            os.kill(os.getpid(), signal.SIGKILL)


def resolve(game: str, name: str) -> Level:
    """Return a level; the first worker that asks dies."""
    die_at("arena-died", 1)
    return level_of(game, name)


class Deadly(Course):
    """A training whose seed is read at every step; the worker that reads it at step LAST dies."""

    @property
    def seed(self) -> int:
        """The seed of all randomness."""
        die_at("training-died", LAST)
        return super().seed


if __name__ == "__main__":
    os.environ[ASKER], os.environ[FOLDER] = str(os.getpid()), sys.argv[1]
    folder, deals, course = Path(sys.argv[1]), int(sys.argv[2]), Deadly(*json.loads(sys.argv[3]))
    train.STAGE_STEPS = STAGE
    with connect_to_cluster(LOCAL_CLUSTER, 2) as client:
        address = client.scheduler.address
        cell = parse_cell("burraco", 2, ("medium", "easy"), 3, {}, level_of)
        run_with_progress(cell, RunOptions(deals, 2, folder, address), resolve)
        print(json.dumps(train.train([course], folder, cluster=address)))
