"""Check the packing solver: every answer's sets are checked, and its worth is compared with trying every play.

`soak(seed, count)` gives one line: how many problems of each kind. A wrong answer is an AssertionError.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from random import Random

from game.commands.progress import tracked
from tools import packing_programs, packing_rules
from tools.packing_awkward import awkward_trials, parted_trials
from tools.packing_checks import describe, faults
from tools.packing_mirrors import differences, large_trials, shortfalls
from tools.packing_trials import law_trials, long_run_trials, loose_trials


def soak(seed: int, count: int) -> str:
    """Try `count` problems, half on loose tiles and half on sets, every fourth with a one after the thirteen.

    Further problems are added: `count` on awkward tables, as many on sets that their joker's tile takes apart, as many
    that the rules check; an eighth of `count` on long runs, a tenth on large tables, and a twenty-fifth that another
    solver packs too.
    """
    again, plain = count // 4, count - count // 4
    loose = [*loose_trials(seed, plain - plain // 2), *loose_trials(seed, again - again // 2, one_after_13=True)]
    bound = [
        *law_trials(seed, plain // 2),
        *law_trials(seed, again // 2, one_after_13=True),
        *long_run_trials(seed, again // 4),
        *long_run_trials(seed, again // 4, one_after_13=True),
        *awkward_trials(seed, count - count // 3),
        *awkward_trials(seed, count // 3, one_after_13=True),
        *parted_trials(seed, count - count // 3),
        *parted_trials(seed, count // 3, one_after_13=True),
    ]
    large = [*large_trials(seed, count // 10)]
    wrong = [fault for trial in tracked("packing", [*loose, *bound]) for fault in faults(trial)]
    chance = Random(seed)  # noqa: S311 - a reproducible draw, nothing to guess
    for trial in large:
        wrong += [f"{fault}: {describe(trial)}" for fault in (*differences(trial, chance), *shortfalls(trial))]
    if wrong:
        raise AssertionError("\n".join([f"{len(wrong)} wrong", *wrong[:5]]))
    told = [
        f"{len(loose)} on loose tiles, {len(bound)} on sets and {len(large)} on large tables right",
        packing_rules.soak(seed, count),
        packing_programs.soak(seed, count // 25) if find_spec("scipy") else "no programs without the extra 'peer'",
    ]
    return "; ".join(told)


if __name__ == "__main__":
    print(soak(int(sys.argv[1]), int(sys.argv[2])))
