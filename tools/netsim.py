"""Plays LAN matches in virtual time with the classes of the real program, and seeded delays, cuts and crashes.

`python -m tools.netsim --seed N --trace` shows one run again; a failing soak prints that command. The control with
`--speak-first` saves an entry only after sending it, and then forks appear.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from game.commands.progress import tracked
from game.rules.registry import GAMES
from tools.netsim_game import TinyStory
from tools.netsim_memory import remembered_products
from tools.netsim_plan import Blow, Plan, drawn_plan
from tools.netsim_program import Game
from tools.netsim_real import CRASH_ENTRIES, Real, sizes_of
from tools.netsim_run import Run
from tools.netsim_toy import Toy

AFTER_SENDING = 2  # the moment of a crash after the program has sent the entry
CRASH_GAP = 20  # entries between two crashes of one run of a real game


def run(
    plan: Plan,
    trace: Callable[[str], None] | None = None,
    story: Callable[..., TinyStory] = TinyStory,
    game: Game | None = None,
) -> Run:
    """Play one planned run of a game; without one, of the tiny one with this story."""
    one = Run(plan, game or Toy(story), trace)
    with remembered_products():
        one.play()
    return one


def sweep(
    seed: int,
    *,
    seats: int = 3,
    step: int = 1,
    gap: int = 0,
    moments: Sequence[int] = range(3),
    story: Callable[..., TinyStory] = TinyStory,
    game: Game | None = None,
) -> str:
    """Crash each program at every (`step`th) entry of a short match, at each of the three moments.

    With a `gap` one run crashes its program again and again, so many entries apart: a crash that the program does not
    survive ends the run, and a planned crash that did not happen is a fault too.
    """
    length = run(Plan(seed, seats, 1, 4, (), 0, -1, host_sits=True), None, story, game).counts["entries"]
    failed = []
    places = itertools.product(range(seats), range(1, min(gap, length) + 1 if gap else length, step), moments)
    struck = 0
    for program, first, moment in places:
        # After the last entry there may be nothing left to send, and so no moment after sending.
        numbers = range(first, length - (1 if gap and moment == AFTER_SENDING else 0), gap or length)
        blows = tuple(Blow(program, number, moment) for number in numbers)
        one = run(Plan(seed, seats, 1, 4, blows, 0, -1, host_sits=True), None, story, game)
        struck += one.counts["crashes"]
        missed = () if one.counts["crashes"] == len(blows) or not gap else ("a crash did not come",)
        failed += [f"{blows[0]}: {fault}" for fault in (*one.faults, *missed)[:1]]
    told = "".join(f"; {fault}" for fault in failed[:3])
    return f"netsim sweep seed={seed} entries={length} crashes={struck} failed={len(failed)}{told}"


def soak(seed: int, runs: int, *, speak_first: bool = False, games: tuple[str, ...] = ("tiny",)) -> str:
    """Play `runs` random runs; return one line with the counts, and how to see the first failures again."""
    counts: Counter[str] = Counter()
    failed: list[str] = []
    forks = 0
    for number in tracked("net", range(runs)):
        name = games[number % len(games)]
        one = drawn_run(name, seed + number, speak_first=speak_first)
        counts += one.counts
        forks += "fork" in one.faults
        if one.faults and not speak_first:
            again = "" if name == "tiny" else f" --game {name}"
            failed.append(f"{one.faults[0]} (python -m tools.netsim --seed {seed + number}{again} --trace)")
    told = "".join(f"; {fault}" for fault in failed[:3])
    sums = " ".join(f"{name}={counts[name]}" for name in ("entries", "crashes", "cuts", "rewinds"))
    return f"netsim seed={seed} runs={runs} {sums} forks={forks} failed={len(failed)}{told}"


def drawn_run(name: str, seed: int, *, speak_first: bool = False, trace: Callable[[str], None] | None = None) -> Run:
    """Draw a run of the tiny game or of a real one, and play it."""
    if name == "tiny":
        return run(drawn_plan(seed, speak_first=speak_first), trace)
    plan = drawn_plan(seed, speak_first=speak_first, sizes=sizes_of(name), rounds=1, reach=CRASH_ENTRIES)
    return run(plan, trace, game=Real(name))


def long_soak(seed: int, runs: int) -> str:
    """Play `runs` runs, one in ten of a real game, and crash everybody at every entry of a round of each."""
    parts: list[Callable[[], str]] = [
        lambda: soak(seed, runs - runs // 10),
        lambda: soak(seed, runs // 10, games=tuple(GAMES)),
        *(partial(_swept, game, seed) for game in GAMES),
    ]
    lines = []
    for part in parts:
        lines.append(part())
        print(lines[-1], flush=True)  # the whole takes half an hour
    said = "; ".join(lines)
    if said.count("failed=0") != len(lines) or said.count("forks=0") != 2:
        raise AssertionError(said)
    return said


def _swept(game: str, seed: int) -> str:
    return f"{game}: {sweep(seed, seats=2, gap=CRASH_GAP, game=Real(game))}"


def main(arguments: list[str]) -> int:
    """Read the command line and play."""
    reader = argparse.ArgumentParser(prog="netsim", description=__doc__)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--runs", type=int, default=1)
    reader.add_argument("--trace", action="store_true", help="show every event of one run")
    reader.add_argument("--speak-first", action="store_true", help="the control: keep after speaking")
    reader.add_argument("--game", choices=["tiny", *GAMES], default="tiny")
    given = reader.parse_args(arguments)
    if given.runs > 1:
        print(soak(given.seed, given.runs, speak_first=given.speak_first, games=(given.game,)))
        return 0
    trace = print if given.trace else None
    one = drawn_run(given.game, given.seed, speak_first=given.speak_first, trace=trace)
    print(one.plan)
    print(f"{one.now} ms, {dict(one.counts)}, {'; '.join(one.faults) or 'no fault'}")
    return int(bool(one.faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
