"""The packing solver beside rummikub-solver, on the same problems in the same run.

`run(["--seed", "7", "--count", "300"])` prints the median, the 95th percentile and the slowest of both, and their
ratios, by family and by number of jokers. Every problem is solved cold first: no answer is measured twice, and the
two solvers take turns. Without the peer (extra `peer`) only ours is measured.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter

from game.bots.packing import best_packing
from game.table.faces import COLOURS, JOKER, Face
from tools.packing_families import Instance, instances

COLD = "import time; s = time.perf_counter(); import game.bots.packing; print(time.perf_counter() - s)"


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds taken by ours and by the peer (None without it), and whether both laid as many."""

    instance: Instance
    ours: float
    peer: float | None
    agree: bool


def run(argv: Sequence[str]) -> int:
    """Run the comparison and print its table."""
    parser = argparse.ArgumentParser(prog="bench.py solver", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    chosen = parser.parse_args(argv)
    peer = _peer()
    timings = [_timed(instance, peer) for instance in instances(chosen.seed, chosen.count)]
    print(f"seed {chosen.seed}, {len(timings)} problems, most tiles; milliseconds: median / 95th percentile / slowest")
    print(_row("all", timings))
    for family in sorted({timing.instance.family for timing in timings}):
        print(_row(family, [timing for timing in timings if timing.instance.family == family]))
    for jokers in range(3):
        print(_row(f"{jokers} jokers", [timing for timing in timings if timing.instance.jokers == jokers]))
    print(f"cold start: {_cold_start():.1f} ms to import the solver in a new process")
    if peer is None:
        print("rummikub-solver is not installed (extra 'peer'): nothing to compare with")
    else:
        print(f"different counts: {sum(not timing.agree for timing in timings)}")
    return 0


def _timed(instance: Instance, peer: Callable[[Instance], int] | None) -> Timing:
    before = perf_counter()
    laid = best_packing(instance.problem).tiles
    ours = perf_counter() - before
    if peer is None:
        return Timing(instance, ours, None, agree=True)
    before = perf_counter()
    count = peer(instance)
    return Timing(instance, ours, perf_counter() - before, agree=count == laid)


def _peer() -> Callable[[Instance], int] | None:
    """Set the peer up: a function from a problem to the number of tiles it lays."""
    if find_spec("rummikub_solver") is None:
        return None
    solver = import_module("rummikub_solver")
    rules = solver.RuleSet()

    def tile(face: Face) -> object:
        return rules.tiles[52 if face == JOKER else COLOURS.index(face.colour) * 13 + face.number - 1]

    def solve(instance: Instance) -> int:
        state = rules.new_game()
        state.initial = False
        state.add_table(*map(tile, instance.problem.loose))
        state.add_rack(*map(tile, instance.problem.rack))
        play = rules.solve(state, solver.SolverMode.TILE_COUNT)
        return 0 if play is None else len(play.tiles)

    return solve


def _row(name: str, timings: Sequence[Timing]) -> str:
    """Write one line of the table."""
    ours = _marks([timing.ours for timing in timings])
    theirs = _marks([timing.peer for timing in timings if timing.peer is not None])
    line = f"{name:>12} {len(timings):4}  ours {_figures(ours)}"
    if not ours or not theirs:
        return line
    ratios = " / ".join(f"{peer / mine:.1f}" for mine, peer in zip(ours, theirs, strict=True))
    return f"{line}  peer {_figures(theirs)}  ratio {ratios}"


def _marks(seconds: Sequence[float]) -> tuple[float, ...]:
    """Give the median, the 95th percentile and the slowest, in milliseconds."""
    ranked = sorted(second * 1000 for second in seconds)
    if not ranked:
        return ()
    return ranked[len(ranked) // 2], ranked[min(int(len(ranked) * 0.95), len(ranked) - 1)], ranked[-1]


def _figures(marks: Sequence[float]) -> str:
    return " / ".join(f"{mark:.2f}" for mark in marks)


def _cold_start() -> float:
    """Time the import in new processes; the median of five, in milliseconds."""
    times = sorted(
        float(subprocess.run([sys.executable, "-c", COLD], capture_output=True, text=True, check=True).stdout)
        for _ in range(5)
    )
    return times[2] * 1000


if __name__ == "__main__":
    raise SystemExit(run(sys.argv[1:]))
