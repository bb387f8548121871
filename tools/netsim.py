"""Plays LAN matches in virtual time: the very classes that the shell drives, with seeded delays, cuts and crashes.

`python -m tools.netsim --seed N --trace` shows one run again; a failing soak prints that command. The control with
`--speak-first` keeps an entry only after it was spoken of, and then forks appear.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections import Counter
from collections.abc import Callable, Sequence

from tools.netsim_game import TinyStory
from tools.netsim_plan import Blow, Plan, drawn_plan
from tools.netsim_run import Run


def run(plan: Plan, trace: Callable[[str], None] | None = None, story: Callable[..., TinyStory] = TinyStory) -> Run:
    """Play one planned run."""
    one = Run(plan, trace, story)
    one.play()
    return one


def sweep(
    seed: int,
    *,
    seats: int = 3,
    step: int = 1,
    moments: Sequence[int] = range(3),
    story: Callable[..., TinyStory] = TinyStory,
) -> str:
    """Crash each program at every (`step`th) entry of a short match, at each of the three moments."""
    length = run(Plan(seed, seats, 1, 4, (), 0, -1, host_sits=True), None, story).counts["entries"]
    failed = []
    places = itertools.product(range(seats), range(1, length, step), moments)
    plans = [Plan(seed, seats, 1, 4, (Blow(*place),), 0, -1, host_sits=True) for place in places]
    for plan in plans:
        one = run(plan, None, story)
        if one.faults:
            failed.append(f"{plan.blows[0]}: {one.faults[0]}")
    told = "".join(f"; {fault}" for fault in failed[:3])
    return f"netsim sweep seed={seed} entries={length} runs={len(plans)} failed={len(failed)}{told}"


def soak(seed: int, runs: int, *, speak_first: bool = False) -> str:
    """Play so many drawn runs; return one line with the counts, and how to see the first failures again."""
    counts: Counter[str] = Counter()
    failed: list[str] = []
    forks = 0
    for number in range(runs):
        one = run(drawn_plan(seed + number, speak_first=speak_first))
        counts += one.counts
        forks += "fork" in one.faults
        if one.faults and not speak_first:
            failed.append(f"{one.faults[0]} (python -m tools.netsim --seed {seed + number} --trace)")
    told = "".join(f"; {fault}" for fault in failed[:3])
    sums = " ".join(f"{name}={counts[name]}" for name in ("entries", "crashes", "cuts", "rewinds"))
    return f"netsim seed={seed} runs={runs} {sums} forks={forks} failed={len(failed)}{told}"


def main(arguments: list[str]) -> int:
    """Read the command line and play."""
    reader = argparse.ArgumentParser(prog="netsim", description=__doc__)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--runs", type=int, default=1)
    reader.add_argument("--trace", action="store_true", help="show every event of one run")
    reader.add_argument("--speak-first", action="store_true", help="the control: keep after speaking")
    given = reader.parse_args(arguments)
    if given.runs > 1:
        print(soak(given.seed, given.runs, speak_first=given.speak_first))
        return 0
    plan = drawn_plan(given.seed, speak_first=given.speak_first)
    print(plan)
    one = run(plan, print if given.trace else None)
    print(f"{one.now} ms, {dict(one.counts)}, {'; '.join(one.faults) or 'no fault'}")
    return int(bool(one.faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
