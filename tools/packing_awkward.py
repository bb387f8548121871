"""Small packing problems in which joker laws or compulsory tiles matter, small enough to try every play.

Their tables have runs of almost all numbers, two runs or groups of the same faces, sets with one numbered tile, sets at
both ends of the numbers, with jokers anywhere, and a rack that fits them. They are drawn from a seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from game.solver.packed_sets import PackedSet, Placed
from game.solver.packing_problem import JokerLock
from game.table.faces import COLOURS, JOKER, Colour, Face
from game.table.kinds import Kind
from tools.packing_families import NUMBERED
from tools.packing_oracle import printed
from tools.packing_trials import Trial, law_trial, put_joker

Drawn = tuple[Kind, list[Face]]


def awkward_trials(seed: int, count: int, *, one_after_13: bool = False) -> Iterator[Trial]:
    """Draw problems under all joker laws and openings; in every fourth, some or all of the rack must be laid."""
    chance = Random(seed)  # noqa: S311 - a reproducible draw, nothing to guess
    for at in range(count):
        sets, rack = _table_and_rack(chance, 13 + one_after_13)
        trial = law_trial(chance, sets, rack, one_after_13=one_after_13)
        if at % 4 == 3:
            must = tuple(rack if chance.random() < 0.4 else chance.sample(rack, chance.randint(0, len(rack))))
            trial = replace(
                trial, problem=trial.problem._replace(must_lay=must), question=replace(trial.question, must=must)
            )
        yield trial


def parted_trials(seed: int, count: int, *, one_after_13: bool = False) -> Iterator[Trial]:
    """Draw problems on one set, mostly frozen, whose joker the rack can pay for and use for the same again: D56.

    The rack has the joker's tile, two tiles with which it stands for that tile again, and two that need another tile of
    the set; rarely one tile less, or another joker.
    """
    chance = Random(seed)  # noqa: S311 - a reproducible draw, nothing to guess
    for _ in range(count):
        kind, faces = _parted_set(chance, 13 + one_after_13)
        tiles, left = [Placed(face, face) for face in faces], Counter(NUMBERED)
        left.subtract(faces)
        paying = put_joker(chance, kind, tiles, left)
        place = next(at for at, tile in enumerate(tiles) if tile.face == JOKER)
        near = [at for at in range(len(tiles)) if at != place and (kind is Kind.GROUP or abs(at - place) <= 2)]
        beside = [faces[at] for at in chance.sample(near, 2)]
        away = faces[chance.choice([at for at in (0, len(tiles) - 1) if at != place])]
        rack = []
        for face in [*paying, *beside, *_wanting(chance, away, kind)]:
            if left[face] and chance.random() < 0.95:
                left[face] -= 1
                rack.append(face)
        yield law_trial(
            chance,
            [PackedSet(kind, tuple(tiles))],
            [*rack, *[JOKER] * (chance.random() < 0.1)],
            one_after_13=one_after_13,
            locks=(JokerLock.FROZEN, JokerLock.FROZEN, JokerLock.FROZEN, JokerLock.FACE),
        )


def _parted_set(chance: Random, last: int) -> Drawn:
    """Draw a set of four or five tiles, which can spare one."""
    if chance.random() < 0.3:
        return _group(chance, chance.randint(1, 13), 4)
    return _run_anywhere(chance, last, (4, 4, 5), chance.choice(COLOURS))


def _wanting(chance: Random, away: Face, kind: Kind) -> list[Face]:
    """Return two tiles that form a set with this one, of the other kind than its present set."""
    if kind is Kind.RUN:
        return [Face(colour, away.number) for colour in chance.sample([c for c in COLOURS if c is not away.colour], 2)]
    low = chance.randint(max(1, away.number - 2), min(11, away.number))
    return [Face(away.colour, number) for number in range(low, low + 3) if number != away.number]


def _table_and_rack(chance: Random, last: int) -> tuple[list[PackedSet], list[Face]]:
    """Draw sets, put one or two jokers in them, and deal a rack of related tiles, payments first."""
    while True:
        drawn = chance.choice(TABLES)(chance, last)
        left = Counter(NUMBERED)
        for _kind, faces in drawn:
            left.subtract(faces)
        if min(left.values()) >= 0:
            break
    tables = [(kind, [Placed(face, face) for face in faces]) for kind, faces in drawn]
    paying: list[Face] = []
    for _ in range(chance.choice([1, 2, 2])):
        paying += put_joker(chance, *chance.choice(tables), left)
    sets = [PackedSet(kind, tuple(tiles)) for kind, tiles in tables]
    jokers = sum(tile.face == JOKER for one in sets for tile in one.tiles)
    rack = _rack_near(chance, sets, paying, left)
    return sets, [*rack, *[JOKER] * min(2 - jokers, chance.choice([0, 1, 1, 2]))]


def _rack_near(chance: Random, sets: Sequence[PackedSet], paying: Sequence[Face], left: Counter[Face]) -> list[Face]:
    """Deal up to four tiles: some that pay for a joker, then some that may join the sets."""
    meant = [tile.stands_for for one in sets for tile in one.tiles]
    colours = {face.colour for face in meant if face.colour is not None}
    if chance.random() < 0.4:
        colours.add(chance.choice(COLOURS))
    numbers = {(face.number + step - 1) % 13 + 1 for face in meant for step in (-1, 0, 1)}
    pool = [face for face in left.elements() if face.colour in colours and face.number in numbers]
    chance.shuffle(pool)
    rack: list[Face] = []
    for face in [*(face for face in paying if chance.random() < 0.75), *pool]:
        if left[face] > 0:
            left[face] -= 1
            rack.append(face)
    return rack[: chance.randint(1, 4)]


def _run(colour: Colour, first: int, length: int) -> Drawn:
    return Kind.RUN, [printed(Face(colour, first + step)) for step in range(length)]


def _group(chance: Random, number: int, size: int) -> Drawn:
    return Kind.GROUP, [Face(colour, number) for colour in chance.sample(COLOURS, size)]


def _run_anywhere(chance: Random, last: int, lengths: Sequence[int], colour: Colour) -> Drawn:
    length = chance.choice(lengths)
    return _run(colour, chance.randint(1, last + 1 - length), length)


def _almost_full(chance: Random, last: int) -> list[Drawn]:
    """Draw one run of most numbers, and sometimes a group that could use one of its ends."""
    run = _run_anywhere(chance, last, range(8, last + 1), chance.choice(COLOURS))
    ends = [run[1][0].number, run[1][-1].number, chance.randint(1, 13)]
    return [run, _group(chance, chance.choice(ends), 3)] if chance.random() < 0.3 else [run]


def _one_colour_twice(chance: Random, last: int) -> list[Drawn]:
    colour = chance.choice(COLOURS)
    return [_run_anywhere(chance, last, (3, 3, 4, 5), colour) for _ in range(2)]


def _same_groups(chance: Random, _last: int) -> list[Drawn]:
    number = chance.randint(1, 13)
    return [_group(chance, number, chance.choice([3, 4])) for _ in range(2)]


def _one_set(chance: Random, last: int) -> list[Drawn]:
    """Draw one set of three or four tiles; with two jokers in it only one or two numbered tiles are left."""
    if chance.random() < 0.6:
        return [_run_anywhere(chance, last, (3, 3, 4), chance.choice(COLOURS))]
    return [_group(chance, chance.randint(1, 13), chance.choice([3, 4]))]


def _at_an_end(chance: Random, last: int) -> list[Drawn]:
    length = chance.choice([3, 4])
    run = _run(chance.choice(COLOURS), chance.choice([1, last + 1 - length]), length)
    return [run, _group(chance, chance.choice([1, 2, 12, 13]), 3)]


def _at_both_ends(chance: Random, last: int) -> list[Drawn]:
    colour, length = chance.choice(COLOURS), chance.choice([5, 6])
    high = _run(colour, chance.choice([1, 2, last + 1 - length]), length)
    return [high, _run(colour, chance.choice([1, 2, last - 2]), 3)]


def _side_by_side(chance: Random, last: int) -> list[Drawn]:
    first = chance.randint(1, last - 2)
    return [_run(colour, first, 3) for colour in chance.sample(COLOURS, 2)]


TABLES: tuple[Callable[[Random, int], list[Drawn]], ...] = (
    _almost_full,
    _almost_full,
    _one_colour_twice,
    _same_groups,
    _one_set,
    _at_an_end,
    _at_both_ends,
    _side_by_side,
)
