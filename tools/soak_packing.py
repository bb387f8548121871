"""Small random packing problems, answered by the solver and by trying everything; every answer's sets are checked.

`soak(seed, count)` gives one line: how many problems of each kind, and how many answers were wrong.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from game.bots.packed_sets import RACK, PackedSet, Placed
from game.bots.packing import best_packing
from game.bots.packing_problem import Laws, Lock, Objective, Packing, Problem
from game.table.faces import COLOURS, JOKER, Face
from game.table.melds import Kind
from tools.packing_families import NUMBERED
from tools.packing_oracle import (
    JokerLaw,
    Laid,
    Question,
    best_by_trying,
    is_set,
    joker_fault,
    opening_sum,
    printed,
    worth,
)


@dataclass(frozen=True, slots=True)
class Trial:
    """A problem for the solver, and the same as a question for the oracle."""

    problem: Problem
    question: Question
    objective: Objective


def soak(seed: int, count: int) -> str:
    """Try so many problems, half on loose tiles and half on sets, every fourth with a one after the thirteen.

    Half as many as these come on top, on long runs.
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
    shown = "".join(f"\n{fault}" for fault in wrong[:5])
    return f"seed {seed}: {len(trials) - laws} on loose tiles, {laws} on sets, {len(wrong)} wrong{shown}"


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
            tuple((chosen[row, place], meaning) for place, meaning in enumerate(_meanings(laid))),
        )
        for row, laid in enumerate(sets)
    ]


def _meanings(laid: PackedSet) -> list[Face]:
    """List the places of a set's tiles; a one that lies not first in a run lies after the thirteen."""
    return [
        Face(tile.face.colour, 14) if laid.kind is Kind.RUN and at and tile.face.number == 1 else tile.stands_for
        for at, tile in enumerate(laid.tiles)
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


def loose_trials(seed: int, count: int, *, one_after_13: bool = False) -> Iterator[Trial]:
    """Draw problems on loose tiles within a few numbers and colours, divisible or not."""
    chance = Random(seed)  # noqa: S311 - a reproducible draw, nothing to guess
    for _ in range(count):
        low = chance.randint(1, 10)
        high = min(13, low + chance.randint(2, 6))
        colours = chance.sample(COLOURS, chance.randint(1, 4))
        numbers = [1, 2, *range(chance.randint(8, 11), 14)] if one_after_13 else range(low, high + 1)
        pool = [face for face in NUMBERED if face.number in numbers and face.colour in colours]
        jokers = chance.choice([0, 0, 1, 1, 2, 2, 2])
        chance.shuffle(pool)
        tiles = [*pool[: chance.randint(2, 13)], *[JOKER] * jokers]
        chance.shuffle(tiles)
        cut = max(chance.choice([0, chance.randint(0, len(tiles))]), len(tiles) - 8)
        faces = dict(enumerate(tiles))
        question = Question(faces, frozenset(range(cut)), frozenset(range(cut, len(tiles))), last=13 + one_after_13)
        laws = Laws(one_after_13=one_after_13)
        yield Trial(
            Problem(tuple(tiles[cut:]), tuple(tiles[:cut]), laws=laws), question, chance.choice(list(Objective))
        )


def law_trials(seed: int, count: int, *, one_after_13: bool = False) -> Iterator[Trial]:
    """Draw problems on a few sets with jokers, under all joker laws and openings."""
    chance = Random(seed)  # noqa: S311 - a reproducible draw, nothing to guess
    made = 0
    while made < count:
        drawn = _table_with_jokers(chance, one_after_13=one_after_13)
        if drawn is not None:
            made += 1
            yield _law_trial(chance, *drawn, one_after_13=one_after_13)


def long_run_trials(seed: int, count: int, *, one_after_13: bool = False) -> Iterator[Trial]:
    """Draw problems on one long run with jokers, under all joker laws and openings."""
    chance = Random(seed)  # noqa: S311 - a reproducible draw, nothing to guess
    colour, last = COLOURS[0], 13 + one_after_13
    for _ in range(count):
        length = chance.randint(8, last)
        first = chance.randint(1, last + 1 - length)
        tiles = [Placed(face, face) for face in (printed(Face(colour, first + step)) for step in range(length))]
        left = Counter(NUMBERED)
        left.subtract(tile.face for tile in tiles)
        paying = [face for _ in range(chance.randint(1, 2)) for face in _put_joker(chance, Kind.RUN, tiles, left)]
        pool = [face for face in left.elements() if face.colour is colour and face not in paying]
        chance.shuffle(pool)
        rack = [*(face for face in paying if chance.random() < 0.7), *pool][: chance.randint(0, 3)]
        jokers = 2 - sum(tile.face == JOKER for tile in tiles)
        run = PackedSet(Kind.RUN, tuple(tiles))
        yield _law_trial(chance, [run], [*rack, *[JOKER] * jokers], one_after_13=one_after_13)


def _law_trial(chance: Random, sets: Sequence[PackedSet], rack: Sequence[Face], *, one_after_13: bool) -> Trial:
    """Choose the laws for a table and a rack."""
    lock = chance.choice([Lock.FACE, Lock.FACE, Lock.FROZEN, Lock.FREE])
    laws = Laws(
        lock=lock,
        shift=chance.random() < 0.5,
        from_table=chance.random() < 0.3,
        company=chance.random() < 0.6,
        opening=chance.choice([None, None, None, 5, 15, 30]),
        opening_uses_table=chance.random() < 0.6,
        one_after_13=one_after_13,
    )
    tiles = [tile for laid in sets for tile in laid.tiles]
    faces = dict(enumerate([*(tile.face for tile in tiles), *rack]))
    old, first = [], 0
    for laid in sets:
        meant = tuple((first + place, meaning) for place, meaning in enumerate(_meanings(laid)))
        old.append(Laid(laid.kind is Kind.RUN, meant))
        first += len(laid.tiles)
    question = Question(
        faces,
        frozenset(range(first)),
        frozenset(range(first, len(faces))),
        tuple(old),
        JokerLaw(lock.value, laws.shift, laws.from_table, laws.company),
        laws.opening or 0,
        laws.opening is not None and not laws.opening_uses_table,
        13 + one_after_13,
    )
    return Trial(Problem(tuple(rack), sets=tuple(sets), laws=laws), question, chance.choice(list(Objective)))


def _table_with_jokers(chance: Random, *, one_after_13: bool) -> tuple[list[PackedSet], list[Face]] | None:
    """Draw one to three sets with jokers in them, and a rack that likes to hold what they stand for."""
    low = chance.randint(8, 11) if one_after_13 else chance.randint(1, 10)
    high = 13 + one_after_13 if one_after_13 else min(13, low + chance.randint(2, 4))
    colours = chance.sample(COLOURS, chance.choice([2, 3, 4, 4]))
    left = Counter(NUMBERED)
    drawn: list[tuple[Kind, list[Placed]]] = []
    for _ in range(chance.randint(1, 3)):
        kind, places = _small_set(chance, low, high, colours)
        faces = [printed(face) for face in places]
        if sum(len(tiles) for _kind, tiles in drawn) + len(faces) <= max(9, len(faces)) and all(
            left[face] >= faces.count(face) for face in faces
        ):
            left.subtract(faces)
            drawn.append((kind, [Placed(face, face) for face in faces]))
    if not drawn:
        return None
    paying = [face for _ in range(chance.randint(1, 2)) for face in _put_joker(chance, *chance.choice(drawn), left)]
    numbers = [*range(low - 1, high + 2), *([1, 2] if one_after_13 else [])]
    pool = [face for face in left.elements() if face.number in numbers and face.colour in colours]
    chance.shuffle(pool)
    rack: list[Face] = []
    for face in [*(face for face in paying if chance.random() < 0.7), *pool]:
        if left[face] and len(rack) < 6:
            left[face] -= 1
            rack.append(face)
    jokers = 2 - sum(tile.face == JOKER for _kind, tiles in drawn for tile in tiles)
    most = 6 if sum(len(tiles) for _kind, tiles in drawn) <= 9 else 3  # trying everything takes its time
    rack = [*rack[: chance.randint(1, most)], *[JOKER] * min(jokers, chance.choice([0, 0, 1, 2]))]
    return [PackedSet(kind, tuple(tiles)) for kind, tiles in drawn], rack


def _small_set(chance: Random, low: int, high: int, colours: Sequence[object]) -> tuple[Kind, list[Face]]:
    chosen = [colour for colour in COLOURS if colour in colours]
    if len(chosen) > 2 and chance.random() < 0.5:
        number = (chance.randint(low, high) - 1) % 13 + 1
        return Kind.GROUP, [Face(colour, number) for colour in chance.sample(chosen, chance.randint(3, len(chosen)))]
    last = max(13, high)
    length = chance.choice([3, 3, 4, 5] if high < 14 else [3, 3, 3, 4, 4, 5, 5, 12, 13, 14])
    first = chance.randint(max(1, min(low, last + 1 - length)), min(last + 1 - length, max(high - 2, 1)))
    colour = chance.choice(chosen)
    return Kind.RUN, [Face(colour, number) for number in range(first, first + length)]


def _put_joker(chance: Random, kind: Kind, tiles: list[Placed], left: Counter[Face]) -> list[Face]:
    """Put a joker in the place of a tile, if another numbered one stays; tell the faces that would pay for it."""
    place = chance.randrange(len(tiles))
    face = tiles[place].face
    ends = len(tiles) == 14 and place in (0, 13) and JOKER in (tiles[0].face, tiles[-1].face)
    if face == JOKER or sum(tile.face != JOKER for tile in tiles) < 2 or ends:
        return []
    left[face] += 1
    meaning = Face(face.colour, 14) if place and face.number == 1 else face
    tiles[place] = Placed(JOKER, meaning if kind is Kind.RUN else Face(None, face.number))
    if kind is Kind.RUN:
        return [face]
    there = {tile.face for tile in tiles}
    return [other for colour in COLOURS if (other := Face(colour, face.number)) not in there]


if __name__ == "__main__":
    print(soak(int(sys.argv[1]), int(sys.argv[2])))
