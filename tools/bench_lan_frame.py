"""How long a LAN table blocks a window: the longest main-loop iteration in a deal, in play, on rejoining.

Two whole programs run in memory, with their files; disk time is counted separately, since in a window the thread of the
sockets waits for the disk. Bots think within the iteration here, but in a process of their own in a window.
"""

from __future__ import annotations

import argparse
import os
from collections import defaultdict
from collections.abc import Sequence
from statistics import median
from time import perf_counter
from typing import Self

from game.bots.choice import fallback_move
from game.client.lan.network import Lan
from tests.client.lan_kit import Household, Player, begin, household, session_of

MOVES = 60


class Watch:
    """Milliseconds of every `Lan.step`, one in each iteration of the main loop, by phase, without disk time."""

    def __init__(self) -> None:
        self.steps: dict[str, list[float]] = defaultdict(list)
        self.disk: list[float] = []
        self.phase = "lobby"
        self._real_step, self._real_fsync = Lan.step, os.fsync

    def __enter__(self) -> Self:

        def step(lan: Lan, now: float) -> bool:  # a plain function, which a class binds to its objects
            return self._step(lan, now)

        Lan.step, os.fsync = step, self._fsync  # type: ignore[assignment,method-assign] # watched
        return self

    def __exit__(self, *_how: object) -> None:
        Lan.step, os.fsync = self._real_step, self._real_fsync  # type: ignore[method-assign] # as they were

    def _step(self, lan: Lan, now: float) -> bool:
        before, start = sum(self.disk), perf_counter()
        more = self._real_step(lan, now)
        self.steps[self.phase].append((perf_counter() - start) * 1000 - (sum(self.disk) - before))
        return more

    def _fsync(self, file: int) -> None:
        start = perf_counter()
        self._real_fsync(file)
        self.disk.append((perf_counter() - start) * 1000)


def _play(house: Household, players: Sequence[Player], moves: int) -> None:
    made = 0
    while made < moves:
        for session in map(session_of, players):
            view = session.view
            if view is not None and view.must_decide and not session.has_moves_under_way:
                made += session.submit((fallback_move(view).move,)) is None
        house.step()


def run(argv: Sequence[str]) -> int:
    """Print the median and the longest step of each phase, and of the waits for the disk."""
    parser = argparse.ArgumentParser(prog="bench lan-frame", description=run.__doc__)
    parser.add_argument("--moves", type=int, default=MOVES)
    chosen = parser.parse_args(argv)
    with Watch() as watch, household() as house:
        watch.phase = "deal"
        players = begin(house)
        watch.phase = "play"
        _play(house, players, chosen.moves)
        house.kill("Rosa")
        again = house.enter_again("Rosa")
        watch.phase = "coming back"
        again.click("title.matches")
        house.until(lambda: "on the network" in again.texts, "the match in the list")
        again.press("Enter")
        house.until(lambda: again.scene == "table", "the table")
    for phase in ("deal", "play", "coming back"):
        print(_line(phase, watch.steps[phase]))
    print(_line("the disk", watch.disk))
    return 0


def _line(name: str, times: Sequence[float]) -> str:
    return f"  {name:12} median {median(times):7.2f} ms   longest {max(times):7.2f} ms   of {len(times)}"
