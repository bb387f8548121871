"""Compare the packing solver with rummikub-solver, on the same problems in the same run.

`run(["--seed", "7", "--count", "300"])` prints the median, the 95th percentile and the slowest of both, and their
ratios, by family and by number of jokers. Each solver has a process of its own, and they take turns at each problem:
before each answer the process has slept, and the other has used the caches. The row `in a row` solves all problems
once more, each solver all of them before the other; it shows the time of a search right after others.
Repeats come only after all problems, and the median of a problem's repeats counts; `first` is our time when each
problem is new. Without the peer (extra `peer`) only ours is measured.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from game.solver.packing import best_packing
from game.table.faces import COLOURS, Face
from tools.packing_families import Instance, instances

COLD = "from game.door import main; main(['solve', '-'])"
LINE = '{"table": ["R5", "B5", "Y5"], "rack": ["K5", "*", "R1"]}'
COLD_STARTS = 40
Solve = Callable[[Instance], int]


class Timing(NamedTuple):
    """Milliseconds for one problem, ours and the peer's (None without it), and whether both laid as many tiles."""

    instance: Instance
    first: float
    ours: float
    peer: float | None
    agree: bool


def run(argv: Sequence[str]) -> int:
    """Run the comparison and print its table."""
    parser = argparse.ArgumentParser(prog="bench.py solver", description="Time the packing solver beside its peer.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--only", choices=["ours", "peer"], help="answer the problems numbered on standard input")
    chosen = parser.parse_args(argv)
    problems = instances(chosen.seed, chosen.count)
    if chosen.only:
        _answer(_ours if chosen.only == "ours" else _peer(), problems)
        return 0
    _compare(chosen.seed, problems, chosen.repeats)
    return 0


def _compare(seed: int, problems: Sequence[Instance], repeats: int) -> None:
    """Time both and print their table."""
    has_peer = find_spec("rummikub_solver") is not None
    solvers = [_Solver(which, seed, len(problems)) for which in ("ours", "peer")[: 1 + has_peer]]
    everything = range(len(problems))
    turns = _timed(problems, repeats, [(solver, at) for at in everything for solver in solvers])
    in_a_row = _timed(problems, repeats, [(solver, at) for solver in solvers for at in everything])
    print(f"seed {seed}, {len(problems)} problems, most tiles; milliseconds: median / 95th percentile / slowest")
    print(_row("all", turns))
    print(_row("in a row", in_a_row))
    for family in sorted({timing.instance.family for timing in turns}):
        print(_row(family, [timing for timing in turns if timing.instance.family == family]))
    for jokers in range(3):
        print(_row(f"{jokers} jokers", [timing for timing in turns if timing.instance.jokers == jokers]))
    print(_cold_start())
    if has_peer:
        print(f"different counts: {sum(not timing.agree for timing in turns)}")
    else:
        print("rummikub-solver is not installed (extra 'peer'): nothing to compare with")


def _timed(problems: Sequence[Instance], repeats: int, order: Sequence[tuple[_Solver, int]]) -> list[Timing]:
    """Time the problems in a given order of (solver, index of the problem), `repeats` times over."""
    times: dict[tuple[str, int], list[float]] = {}
    laid: dict[tuple[str, int], int] = {}
    for solver, at in [*order] * repeats:
        taken, laid[solver.which, at] = solver.solve(at)
        times.setdefault((solver.which, at), []).append(taken)
    timings = []
    for at, instance in enumerate(problems):
        ours, peers = times["ours", at], times.get(("peer", at))
        agree = peers is None or laid["peer", at] == laid["ours", at]
        timings.append(Timing(instance, ours[0], median(ours), median(peers) if peers else None, agree=agree))
    return timings


class _Solver:
    """One of the two solvers, in a process of its own."""

    def __init__(self, which: str, seed: int, count: int) -> None:
        command = [sys.executable, "-m", "tools.bench_solver", "--only", which]
        command += ["--seed", str(seed), "--count", str(count)]
        self.which = which
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def solve(self, at: int) -> tuple[float, int]:
        """Let it solve a problem; return the milliseconds taken and the number of tiles laid."""
        asking, answering = self._process.stdin, self._process.stdout
        if asking is None or answering is None:
            raise ValueError("the solver's process was started without pipes")
        print(at, file=asking, flush=True)
        taken, laid = json.loads(answering.readline())
        return taken, laid


def _answer(solve: Solve, problems: Sequence[Instance]) -> None:
    """Answer the problem numbers that come in."""
    for line in sys.stdin:
        instance = problems[int(line)]
        before = perf_counter()
        laid = solve(instance)
        print(json.dumps([(perf_counter() - before) * 1000, laid]), flush=True)


def _ours(instance: Instance) -> int:
    return best_packing(instance.problem).tiles


def _peer() -> Solve:
    """Return the peer as a function from a problem to the number of tiles it plays."""
    solver = import_module("rummikub_solver")
    rules = solver.RuleSet()

    def tile(face: Face) -> object:
        return rules.tiles[52 if face.colour is None else COLOURS.index(face.colour) * 13 + face.number - 1]

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
    first = _marks([timing.first for timing in timings])
    ours = _marks([timing.ours for timing in timings])
    theirs = _marks([timing.peer for timing in timings if timing.peer is not None])
    line = f"{name:>12} {len(timings):4}  first {_figures(first)}  ours {_figures(ours)}"
    if not ours or not theirs:
        return line
    ratios = " / ".join(f"{peer / mine:.1f}" for mine, peer in zip(ours, theirs, strict=True))
    return f"{line}  peer {_figures(theirs)}  ratio {ratios}"


def _marks(times: Sequence[float]) -> tuple[float, ...]:
    """Give the median, the 95th percentile and the slowest."""
    ranked = sorted(times)
    if not ranked:
        return ()
    return ranked[len(ranked) // 2], ranked[min(int(len(ranked) * 0.95), len(ranked) - 1)], ranked[-1]


def _figures(marks: Sequence[float]) -> str:
    return " / ".join(f"{mark:.2f}" for mark in marks)


def _cold_start() -> str:
    """Time new processes that solve one line beside ones that do nothing, in turn; the quickest of each counts.

    Modules are compiled once, as they are where the program is installed.
    """
    with TemporaryDirectory() as compiled:
        surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        surroundings["PYTHONPYCACHEPREFIX"] = compiled
        _start(COLD, surroundings)
        pairs = [(_start("pass", surroundings), _start(COLD, surroundings)) for _ in range(COLD_STARTS)]
    bare, solving = (min(times) for times in zip(*pairs, strict=True))
    return (
        f"cold start: `comodin solve -` answers one line in {solving:.1f} ms, {solving - bare:.1f} ms more than "
        f"a bare interpreter ({bare:.1f} ms), {solving / bare:.1f} times as long"
    )


def _start(program: str, surroundings: Mapping[str, str]) -> float:
    """Run a program in a new process and time it, in milliseconds."""
    before = perf_counter()
    command = [sys.executable, "-c", program]
    subprocess.run(command, env=surroundings, input=LINE, text=True, stdout=subprocess.DEVNULL, check=True)
    return (perf_counter() - before) * 1000


if __name__ == "__main__":
    raise SystemExit(run(sys.argv[1:]))
