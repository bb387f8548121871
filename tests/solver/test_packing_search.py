"""The search takes the same way for ever: what it finds within a budget, and for how many nodes, is kept as a digest.

Bots think within budgets of nodes, so whoever changes a digest changes what they decide: raise their versions too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b

from game.solver.packed_sets import PackedSet
from game.solver.packing import best_packing, ranked_packings
from game.solver.packing_problem import Objective, Packing
from game.solver.two_plays import best_two_plays
from tools.packing_families import instances
from tools.packing_trials import law_trials, long_run_trials, loose_trials

BUDGETS = (12, 150, 2_500)  # nodes: with these some searches end early, and some do not
KEPT = {
    "families": "5d30e86181ec3e69",
    "loose tiles": "6be1728b43366e7c",
    "joker laws": "9eaaa930ebf0410d",
    "long runs": "f1b7faf8a5b7295e",
    "ranked": "23ad030437659b3a",
    "two plays": "c221fe005987267b",
}


def lay(one: PackedSet) -> str:
    return f"{one.kind.value} {one} {[tile.home for tile in one.tiles]}"


def told(found: Packing) -> str:
    sets = "; ".join(map(lay, found.sets))
    return f"{' '.join(map(str, found.laid))} | {sets} | {found.exact} {found.divisible} {found.nodes}"


def families() -> Iterator[str]:
    for at, one in enumerate(instances(31, 16)):
        objective = list(Objective)[at % len(Objective)]
        yield from (told(best_packing(one.problem, objective, nodes)) for nodes in BUDGETS)


def loose_tiles() -> Iterator[str]:
    for wraps in (False, True):
        for trial in loose_trials(32, 60, one_after_13=wraps):
            yield told(best_packing(trial.problem, trial.objective, 150))


def joker_laws() -> Iterator[str]:
    for wraps in (False, True):
        for trial in law_trials(33, 60, one_after_13=wraps):
            yield told(best_packing(trial.problem, trial.objective, 150))


def long_runs() -> Iterator[str]:
    for wraps in (False, True):
        for trial in long_run_trials(34, 12, one_after_13=wraps):
            yield told(best_packing(trial.problem, trial.objective, 150))


def ranked() -> Iterator[str]:
    for one in instances(35, 10):
        yield from map(told, ranked_packings(one.problem, 4, nodes=200))


def two_plays() -> Iterator[str]:
    for trial in law_trials(36, 40):
        asked = trial.problem._replace(laws=trial.problem.laws._replace(opening=12, opening_uses_table=False))
        plays = best_two_plays(asked)
        yield "none" if plays is None else f"{told(plays.opening)} / {told(plays.second)} {plays.exact}"


def digest(lines: Iterable[str]) -> str:
    return blake2b("\n".join(lines).encode(), digest_size=8).hexdigest()


def test_a_budget_finds_what_it_found_before() -> None:
    makers = (families, loose_tiles, joker_laws, long_runs, ranked, two_plays)
    found = {maker.__name__.replace("_", " "): digest(maker()) for maker in makers}
    assert found == KEPT, "raise the versions of the bots that look for sets; then keep what is found here"
