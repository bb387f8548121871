"""Checks an answer of the packing solver: its sets by the rules, its worth by trying every play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from game.solver.packed_sets import RACK_INDEX, PackedSet, Placed
from game.solver.packing import best_packing
from game.solver.packing_problem import Packing
from game.table.faces import JOKER
from game.table.kinds import Kind
from tools.packing_oracle import Laid, Question, best_by_trying, divides, is_set, joker_fault, opening_sum, worth
from tools.packing_trials import Trial, meanings


def faults(trial: Trial) -> list[str]:
    """Return the faults of the solver's answer: in its sets, or that there is a better one."""
    answer = best_packing(trial.problem, trial.objective)
    wrong = check_sets(trial, answer) if answer.divisible else []
    best = best_by_trying(trial.question, trial.objective.value)
    got = worth(dict(enumerate(answer.laid)), range(answer.tiles), trial.objective.value) if answer.divisible else None
    if best is None and _may_stay(trial):
        best = (0, 0)  # no play: the table stays as it is
    if got != best:
        wrong.append(f"worth {got} instead of {best}")
    return [f"{fault}: {describe(trial)} -> {' '.join(map(str, answer.sets))}" for fault in wrong]


def _may_stay(trial: Trial) -> bool:
    """Return whether the table can be left as it is, or be made into sets without the rack."""
    question = trial.question
    return bool(question.old) or divides(question.faces, question.table, {}, question.last)


def describe(trial: Trial) -> str:
    """Return a problem as one line."""
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
    """Identify each tile in the sets: first those whose origin is known, then others, preferring the table's."""
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
    """Return whether the tile of the id `one` may be this tile of the answer."""
    if question.faces[one] != tile.face:
        return False
    if tile.home is None:
        return True
    if tile.home == RACK_INDEX:
        return one in question.rack
    return one == jokers[tile.home] if tile.face == JOKER else one in question.old[tile.home].ids
