"""The full count of the packing solver: every answer's sets are checked, its worth against trying everything.

`soak(seed, count)` gives one line: how many problems of each kind. A wrong answer is an AssertionError.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence

from game.bots.packed_sets import RACK, PackedSet, Placed
from game.bots.packing import best_packing
from game.bots.packing_problem import Packing
from game.table.faces import JOKER
from game.table.melds import Kind
from tools import packing_rules
from tools.packing_oracle import Laid, Question, best_by_trying, is_set, joker_fault, opening_sum, worth
from tools.packing_trials import Trial, law_trials, long_run_trials, loose_trials, meanings


def soak(seed: int, count: int) -> str:
    """Try so many problems, half on loose tiles and half on sets, every fourth with a one after the thirteen.

    Half as many as these come on top, on long runs, and as many as all on tables that the rules know.
    """
    again, plain = count // 4, count - count // 4
    trials = [
        *loose_trials(seed, plain - plain // 2),
        *loose_trials(seed, again - again // 2, one_after_13=True),
        *law_trials(seed, plain // 2),
        *law_trials(seed, again // 2, one_after_13=True),
        *long_run_trials(seed, again // 4),
        *long_run_trials(seed, again // 4, one_after_13=True),
    ]
    laws = plain // 2 + again // 2 + again // 4 * 2
    wrong = [fault for trial in trials for fault in faults(trial)]
    if wrong:
        raise AssertionError("\n".join([f"{len(wrong)} wrong", *wrong[:5]]))
    return f"{len(trials) - laws} on loose tiles and {laws} on sets right; {packing_rules.soak(seed, count)}"


def faults(trial: Trial) -> list[str]:
    """Say what is wrong with the solver's answer: its sets, or that there is a better one."""
    answer = best_packing(trial.problem, trial.objective)
    wrong = check_sets(trial, answer) if answer.divisible else []
    best = best_by_trying(trial.question, trial.objective.value)
    got = worth(dict(enumerate(answer.laid)), range(answer.tiles), trial.objective.value) if answer.divisible else None
    if best is None and (trial.problem.sets or trial.question.own_sets_only):
        best = (0, 0)  # no play: the table stays as it is
    if got != best:
        wrong.append(f"worth {got} instead of {best}")
    return [f"{fault}: {describe(trial)} -> {' '.join(map(str, answer.sets))}" for fault in wrong]


def describe(trial: Trial) -> str:
    """Write a problem on one line."""
    problem = trial.problem
    table = " ".join(map(str, problem.sets or problem.loose))
    return f"{trial.objective.value}, table {table}, rack {' '.join(map(str, problem.rack))}, {problem.laws}"


def check_sets(trial: Trial, answer: Packing) -> list[str]:
    """Check an answer by the oracle's rules: sets, tiles, joker law, opening."""
    question = trial.question
    new = identified(question, answer.sets)
    if new is None:
        return ["the sets ask for tiles that are not there"]
    faces, used = question.faces, [tile for laid in new for tile in laid.ids]
    shown = frozenset(used) & question.rack
    wrong = [f"no set {laid}" for laid in new if not is_set(faces, laid, question.last)]
    if len(used) != len(set(used)) or set(used) - question.rack != question.table:
        wrong.append("the sets are not the table and the tiles laid")
    if Counter(faces[tile] for tile in shown) != Counter(answer.laid):
        wrong.append("the tiles laid are not those in the sets")
    if wrong or not shown:
        return wrong
    fault = joker_fault(faces, question.law, question.old, shown, new)
    if fault is not None:
        wrong.append(fault)
    if opening_sum(shown, new) < question.opening:
        wrong.append("the opening is too low")
    if question.own_sets_only and any(old not in new for old in question.old):
        wrong.append("an opening with own sets moved the table")
    return wrong


def identified(question: Question, sets: Sequence[PackedSet]) -> list[Laid] | None:
    """Say which tile each one in the sets is: those with a home first, the others from the table first."""
    free = set(question.faces)
    jokers = [tile for old in question.old for tile, _face in old.tiles if question.faces[tile] == JOKER]
    chosen: dict[tuple[int, int], int] = {}
    places = [(row, place, tile) for row, laid in enumerate(sets) for place, tile in enumerate(laid.tiles)]
    for row, place, tile in sorted(places, key=lambda entry: entry[2].home is None):
        fitting = [
            one
            for one in sorted(free, key=lambda one: (one in question.rack, one))
            if _fits(question, jokers, tile, one)
        ]
        if not fitting:
            return None
        chosen[row, place] = fitting[0]
        free.remove(fitting[0])
    return [
        Laid(
            laid.kind is Kind.RUN,
            tuple((chosen[row, place], meaning) for place, meaning in enumerate(meanings(laid))),
        )
        for row, laid in enumerate(sets)
    ]


def _fits(question: Question, jokers: Sequence[int], tile: Placed, one: int) -> bool:
    """Tell whether a tile is one that the answer can mean."""
    if question.faces[one] != tile.face:
        return False
    if tile.home is None:
        return True
    if tile.home == RACK:
        return one in question.rack
    return one == jokers[tile.home] if tile.face == JOKER else one in question.old[tile.home].ids


if __name__ == "__main__":
    print(soak(int(sys.argv[1]), int(sys.argv[2])))
