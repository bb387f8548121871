"""Checks packing problems that are too large to try every play, by comparing equivalent problems.

Tables of up to 95 tiles with one or two jokers in their sets, racks of up to 25. Every play must be legal, and the
worth must stay the same when colours are exchanged, the sets are reordered or the numbers are reversed. Looser laws,
more tiles and more nodes must never make it less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from game.solver.packed_sets import PackedSet, Placed
from game.solver.packing import best_packing
from game.solver.packing_problem import JokerLock, Objective, Packing, Problem
from game.table.faces import COLOURS, JOKER, Colour, Face
from game.table.kinds import Kind
from tools.packing_checks import check_sets
from tools.packing_families import NUMBERED, drawn_set
from tools.packing_oracle import worth
from tools.packing_trials import Trial, law_trial, put_joker

ALLOWANCES = (10, 13, 20, 40, 100, 400, 2_000)
MAX_NODES = 20_000  # nodes; worths are compared only if the answer is known to be exact
Worth = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Change:
    """A changed problem, and whether its worth must be the same or may be more."""

    what: str
    problem: Problem
    may_be_more: bool = False


def large_trials(seed: int, count: int) -> Iterator[Trial]:
    """Draw crowded tables of sets under all joker laws and openings.

    One in four is of one colour only; in one of five a one may follow the thirteen.
    """
    chance = Random(seed)  # noqa: S311 - a reproducible draw, nothing to guess
    for at in range(count):
        colours = COLOURS[:1] if at % 4 == 3 else COLOURS
        left = Counter(face for face in NUMBERED if face.colour in colours)
        tables = _crowd(chance, left, chance.choice([20, 40, 60, 80, 95]))
        for _ in range(chance.choice([1, 2, 2])):
            put_joker(chance, *chance.choice(tables), left)
        sets = [PackedSet(kind, tuple(tiles)) for kind, tiles in tables]
        jokers = 2 - sum(tile.face == JOKER for one in sets for tile in one.tiles)
        pool = list(left.elements())
        chance.shuffle(pool)
        rack = [*pool[: chance.choice([5, 10, 15, 25])], *[JOKER] * chance.randint(0, jokers)][-25:]
        yield law_trial(chance, sets, rack, one_after_13=at % 5 == 4)


def _crowd(chance: Random, left: Counter[Face], size: int) -> list[tuple[Kind, list[Placed]]]:
    """Draw sets until they hold about `size` tiles; at least one always fits."""
    tables: list[tuple[Kind, list[Placed]]] = []
    tiles = 0
    for _ in range(2000):
        faces = drawn_set(chance)
        if tiles + len(faces) <= size and all(left[face] for face in faces):
            left.subtract(faces)
            tiles += len(faces)
            kind = Kind.GROUP if faces[0].number == faces[1].number else Kind.RUN
            tables.append((kind, [Placed(face, face) for face in faces]))
    return tables


def differences(trial: Trial, chance: Random) -> list[str]:
    """Return where the answers to a problem and to its changes contradict each other."""
    answer = best_packing(trial.problem, trial.objective, MAX_NODES)
    wrong = check_sets(trial, answer)
    if not answer.exact:
        return wrong
    found = worth_of(answer, trial.objective)
    for change in changes(trial.problem, trial.objective, chance):
        other = _best(change.problem, trial.objective)
        if other is not None and (other < found or (other > found and not change.may_be_more)):
            wrong.append(f"worth {found}, but {other} {change.what}")
    return wrong


def shortfalls(trial: Trial) -> list[str]:
    """Return where an answer with few nodes is illegal, uses too many nodes, or is worse than one with fewer."""
    wrong, before = [], (-1, -1)
    for nodes in ALLOWANCES:
        answer = best_packing(trial.problem, trial.objective, nodes)
        wrong += [f"{fault}, with {nodes} nodes" for fault in check_sets(trial, answer)]
        now = worth_of(answer, trial.objective)
        if now < before or answer.nodes > nodes:
            wrong.append(f"worth {now} with {nodes} nodes, {before} with fewer, and {answer.nodes} were used")
        before = now
    return wrong


def _turned(problem: Problem, turn: Callable[[Face], Face]) -> Problem:
    """Turn every numbered face into another, and write the runs low to high again."""
    sets = []
    for one in problem.sets:
        tiles = [Placed(_face(tile.face, turn), turn(tile.stands_for)) for tile in one.tiles]
        sets.append(PackedSet(one.kind, tuple(sorted(tiles, key=lambda tile: tile.stands_for.number))))
    return problem._replace(rack=tuple(_face(face, turn) for face in problem.rack), sets=tuple(sets))


def _face(face: Face, turn: Callable[[Face], Face]) -> Face:
    return face if face == JOKER else turn(face)


def _best(problem: Problem, objective: Objective) -> Worth | None:
    answer = best_packing(problem, objective, MAX_NODES)
    return worth_of(answer, objective) if answer.exact else None


def worth_of(answer: Packing, objective: Objective) -> Worth:
    """Return an answer's worth."""
    return worth(dict(enumerate(answer.laid)), range(answer.tiles), objective.value)


def changes(problem: Problem, objective: Objective, chance: Random) -> Iterator[Change]:
    """Yield the changed problems to compare with."""
    laws = problem.laws
    colours: dict[Colour | None, Colour | None] = {None: None}
    colours.update(zip(COLOURS, chance.sample(COLOURS, 4), strict=True))
    yield Change("in other colours", _turned(problem, lambda face: Face(colours[face.colour], face.number)))
    yield Change("with the sets in another order", problem._replace(sets=problem.sets[::-1]))
    if objective is Objective.TILES and laws.opening is None and not laws.one_after_13:
        yield Change("from the other end", _turned(problem, lambda face: Face(face.colour, 14 - face.number)))
    for loose in (
        laws._replace(lock=JokerLock.FREE),
        laws._replace(shift=True),
        laws._replace(from_table=True),
        laws._replace(opening=None),
        laws._replace(opening_uses_table=True),
        laws._replace(lock=JokerLock.FACE if laws.lock is JokerLock.FROZEN else laws.lock),
    ):
        if loose != laws:
            yield Change(f"with {loose}", problem._replace(laws=loose), may_be_more=True)
    there = Counter([*problem.rack, *(tile.face for one in problem.sets for tile in one.tiles)])
    more = [face for face in dict.fromkeys(NUMBERED) if there[face] < 2]
    if more:
        extra = chance.choice(more)
        yield Change(f"with {extra} in the rack", problem._replace(rack=(*problem.rack, extra)), may_be_more=True)
