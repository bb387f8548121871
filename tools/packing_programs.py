"""Packs loose tiles by integer programming with scipy's solver, independently of ours, to compare the answers.

Longer runs can be cut into runs of three to five, so the program has one variable for each such run and each group,
with jokers in every place: how often that set is laid. It needs the extra `peer`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from itertools import combinations
from random import Random
from typing import Any

from game.solver.packing import best_packing
from game.solver.packing_problem import Objective, PackingLaws, Problem
from game.table.faces import COLOURS, JOKER, Face
from tools.packing_families import NUMBERED, crowded_table, instances
from tools.packing_mirrors import Worth, worth_of
from tools.packing_oracle import printed

Set = tuple[Face, ...]
ROWS = {face: row for row, face in enumerate((*dict.fromkeys(NUMBERED), JOKER))}
JOKERS = 2
ALLOWANCES = (10, 12, 20, 50, 200, 1_000)
NO_WAY = 2  # scipy's status for an infeasible program


def soak(seed: int, count: int) -> str:
    """Compare `count` large problems, with all the nodes they need and with few."""
    chance = Random(seed)  # noqa: S311 - a reproducible draw, nothing to guess
    problems = [
        *(instance.problem for instance in instances(seed, count // 2)),
        *odd_problems(seed, count - count // 2),
    ]
    wrong = [fault for problem in problems for fault in differences(problem, chance.choice(list(Objective)))]
    if wrong:
        raise AssertionError("\n".join([f"{len(wrong)} wrong", *wrong[:5]]))
    return f"{count} programs agree"


def odd_problems(seed: int, count: int) -> list[Problem]:
    """Draw problems on loose tiles: tables that lack a tile, full ones, few colours, every face twice, long racks."""
    chance = Random(seed)  # noqa: S311 - a reproducible draw, nothing to guess
    return [_odd(chance, at) for at in range(count)]


def _odd(chance: Random, at: int) -> Problem:
    pool = [face for face in NUMBERED if face.colour in COLOURS[: (1, 2, 4, 4)[at % 4]]]
    if at % 4 == 3:
        pool = chance.sample(NUMBERED[:52], 15) * 2
    chance.shuffle(pool)
    table = pool[: chance.choice([0, 0, 3, 6, 12])]
    if at % 4 == 2:
        table = crowded_table(chance, chance.choice([15, 40, 70, 95]))
        for _ in range(chance.randint(0, 2)):
            table.pop(chance.randrange(len(table)))
    rest = list((Counter(pool) - Counter(table)).elements())
    chance.shuffle(rest)
    jokers = chance.randint(0, JOKERS)
    down = chance.randint(0, jokers)
    rack = (*rest[: chance.randint(1, 25 - JOKERS)], *[JOKER] * (jokers - down))
    must = tuple(chance.sample(rack, min(len(rack), 2))) if chance.random() < 0.2 else ()
    laws = PackingLaws(one_after_13=chance.random() < 0.3)
    return Problem(rack, (*table, *[JOKER] * down), laws=laws, must_lay=must)


def differences(problem: Problem, objective: Objective) -> list[str]:
    """Return where the two solvers differ, and where few nodes find more than the best, or less than fewer nodes do."""
    best = _best(problem, objective)
    if best is None and problem.must_lay and _best(problem._replace(rack=(), must_lay=()), objective) is not None:
        best = (0, 0)  # nothing lays what must be laid: the table stays
    asked = f"{objective.value}, table {_words(problem.loose)}, rack {_words(problem.rack)}, {problem.laws}"
    wrong, before = [], (-1, -1)
    for nodes in (*ALLOWANCES, None):
        answer = best_packing(problem, objective, nodes)
        now = worth_of(answer, objective) if answer.divisible else None
        is_best = now == best if nodes is None or answer.exact else now is None or best is None or now <= best
        if not is_best or (now is None) != (best is None) or (now or before) < before:
            wrong.append(f"worth {now} with {nodes} nodes, {before} with fewer, {best} by another: {asked}")
        before = now or before
    return wrong


def _words(faces: Sequence[Face]) -> str:
    return " ".join(map(str, faces))


def _best(problem: Problem, objective: Objective) -> Worth | None:
    """Solve the program: all tiles of the table, those of the rack that must be laid, and the best of the others."""
    optimize, sparse = import_module("scipy.optimize"), import_module("scipy.sparse")
    sets = _sets(14 if problem.laws.one_after_13 else 13)
    cells = [(ROWS[face], column, 1) for column, one in enumerate(sets) for face in one]
    rows, columns, ones = zip(*cells, strict=True)
    tiles = sparse.csc_matrix((ones, (rows, columns)), shape=(len(ROWS), len(sets)))
    table, least, most = Counter(problem.loose), Counter(problem.must_lay), Counter(problem.rack)
    price = [_price(face, objective) for face in ROWS]
    found: Any = optimize.milp(
        [-sum(price[ROWS[face]] for face in one) for one in sets],
        constraints=optimize.LinearConstraint(
            tiles, [table[face] + least[face] for face in ROWS], [table[face] + most[face] for face in ROWS]
        ),
        integrality=[1] * len(sets),
        options={"mip_rel_gap": 0},
    )
    if found.status == NO_WAY:
        return None
    if found.status:
        raise ValueError(f"the other solver gave up: {found.message}")
    times = [round(number) for number in found.x]
    laid = Counter(face for one, often in zip(sets, times, strict=True) for face in one * often)
    laid.subtract(table)
    tile_count = sum(laid.values())
    points = sum((30 if face == JOKER else face.number) * often for face, often in laid.items())
    return {"tiles": (tile_count, 0), "points": (points, 0), "tiles+points": (tile_count, points)}[objective.value]


def _price(face: Face, objective: Objective) -> int:
    points = 30 if face == JOKER else face.number
    return {"tiles": 1, "points": points, "tiles+points": 10_000 + points}[objective.value]


@cache
def _sets(last: int) -> tuple[Set, ...]:
    """List all groups and all runs of three to five up to `last`, with up to two jokers in the place of any tiles."""
    found: set[Set] = set()
    for colour in COLOURS:
        for length in (3, 4, 5):
            for first in range(1, last + 2 - length):
                found |= _with_jokers([printed(Face(colour, first + step)) for step in range(length)])
    for number in range(1, 14):
        for size in (3, 4):
            for colours in combinations(COLOURS, size):
                found |= _with_jokers([Face(colour, number) for colour in colours])
    return tuple(sorted(found, key=lambda one: [face.code for face in one]))


def _with_jokers(faces: Sequence[Face]) -> set[Set]:
    """Return a set with none, one or two jokers in the place of any of its tiles."""
    return {
        (*(face for at, face in enumerate(faces) if at not in wild), *[JOKER] * jokers)
        for jokers in range(JOKERS + 1)
        for wild in combinations(range(len(faces)), jokers)
    }
