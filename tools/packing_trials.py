"""Small random packing problems on which every play can be tried: loose tiles, sets with jokers, one long run.

Each is drawn from a seed, in one form for the solver and in another for the oracle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from game.solver.packed_sets import PackedSet, Placed
from game.solver.packing_problem import JokerLock, Objective, PackingLaws, Problem
from game.table.faces import COLOURS, JOKER, Face
from game.table.melds import Kind
from tools.packing_families import NUMBERED
from tools.packing_oracle import JokerLaw, Laid, Question, printed


@dataclass(frozen=True, slots=True)
class Trial:
    """A problem for the solver, and the same as a question for the oracle."""

    problem: Problem
    question: Question
    objective: Objective


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
        laws = PackingLaws(one_after_13=one_after_13)
        yield Trial(
            Problem(tuple(tiles[cut:]), tuple(tiles[:cut]), laws=laws), question, chance.choice(list(Objective))
        )


def law_trials(seed: int, count: int, *, one_after_13: bool = False) -> Iterator[Trial]:
    """Draw problems on a few sets with jokers, under all joker laws and openings."""
    chance = Random(seed)  # noqa: S311 - a reproducible draw, nothing to guess
    for _ in range(count):
        yield law_trial(chance, *sets_and_rack(chance, one_after_13=one_after_13), one_after_13=one_after_13)


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
        paying = [face for _ in range(chance.randint(1, 2)) for face in put_joker(chance, Kind.RUN, tiles, left)]
        pool = [face for face in left.elements() if face.colour is colour and face not in paying]
        chance.shuffle(pool)
        rack = [*(face for face in paying if chance.random() < 0.7), *pool][: chance.randint(0, 3)]
        jokers = 2 - sum(tile.face == JOKER for tile in tiles)
        run = PackedSet(Kind.RUN, tuple(tiles))
        yield law_trial(chance, [run], [*rack, *[JOKER] * jokers], one_after_13=one_after_13)


def law_trial(
    chance: Random,
    sets: Sequence[PackedSet],
    rack: Sequence[Face],
    *,
    one_after_13: bool,
    locks: Sequence[JokerLock] = (JokerLock.FACE, JokerLock.FACE, JokerLock.FROZEN, JokerLock.FREE),
) -> Trial:
    """Choose the laws for a table and a rack."""
    lock = chance.choice(locks)
    laws = PackingLaws(
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
        meant = tuple((first + place, meaning) for place, meaning in enumerate(meanings(laid)))
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


def sets_and_rack(chance: Random, *, one_after_13: bool) -> tuple[list[PackedSet], list[Face]]:
    """Draw one to three sets with jokers in them, and a rack likely to have the tiles they stand for."""
    while True:
        drawn = _table_with_jokers(chance, one_after_13=one_after_13)
        if drawn is not None:
            return drawn


def _table_with_jokers(chance: Random, *, one_after_13: bool) -> tuple[list[PackedSet], list[Face]] | None:
    """Draw sets and a rack; None if no set could be drawn."""
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
    paying = [face for _ in range(chance.randint(1, 2)) for face in put_joker(chance, *chance.choice(drawn), left)]
    numbers = [*range(low - 1, high + 2), *([1, 2] if one_after_13 else [])]
    pool = [face for face in left.elements() if face.number in numbers and face.colour in colours]
    chance.shuffle(pool)
    rack: list[Face] = []
    for face in [*(face for face in paying if chance.random() < 0.7), *pool]:
        if left[face] and len(rack) < 6:
            left[face] -= 1
            rack.append(face)
    jokers = 2 - sum(tile.face == JOKER for _kind, tiles in drawn for tile in tiles)
    most = 6 if sum(len(tiles) for _kind, tiles in drawn) <= 9 else 3  # trying everything is slow
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


def put_joker(chance: Random, kind: Kind, tiles: list[Placed], left: Counter[Face]) -> list[Face]:
    """Put a joker in the place of a tile, if another numbered one stays; return the faces that would pay for it."""
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


def meanings(laid: PackedSet) -> list[Face]:
    """Return the faces that a set's tiles stand for; a one that does not begin a run stands after the thirteen."""
    return [
        Face(tile.face.colour, 14) if laid.kind is Kind.RUN and at and tile.face.number == 1 else tile.stands_for
        for at, tile in enumerate(laid.tiles)
    ]
