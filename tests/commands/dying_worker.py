"""An arena on a cluster of this machine, a worker of which is killed by its first deal: for the test of the cluster."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from game.bots.bot import level_of
from game.bots.level import Level
from game.commands.arena import Run, cell_of, run_here

ASKER, MARK = "COMODIN_TEST_ASKER", "COMODIN_TEST_MARK"  # the process that asks, and the file of the one that died


def resolve(game: str, name: str) -> Level:
    """Return a level; the first worker that asks dies as a machine does that is unplugged."""
    mark = Path(os.environ[MARK])
    if os.environ[ASKER] != str(os.getpid()) and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return level_of(game, name)


if __name__ == "__main__":
    os.environ[ASKER] = str(os.getpid())
    folder, deals = Path(sys.argv[1]), int(sys.argv[2])
    os.environ[MARK] = str(folder / "died")
    run_here(cell_of("burraco", 2, ("medium", "easy"), 3, {}, level_of), Run(deals, 2, folder, "local"), resolve)
