"""The rules of open tables once more, by trying everything; shares no code with the game.

A tile is (id, colour, number), the joker (id, "*", 0). A meaning of a block is ("run", ((id, colour, number), ..)) or
("group", number) with the jokers' faces in a run; number 14 is the one after the thirteen.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

Tile = tuple[int, str, int]
Meaning = tuple[str, tuple[tuple[int, str, int], ...] | int]
Block = frozenset[Tile]
COLOURS = "RBKY"


def is_joker(tile: Tile) -> bool:
    return tile[1] == "*"


def meanings(block: tuple[Tile, ...], *, one_after_13: bool) -> set[Meaning]:
    """Return everything that a handful of tiles can mean as one set; empty when they are none."""
    found: set[Meaning] = set()
    jokers = [tile for tile in block if is_joker(tile)]
    plain = [tile for tile in block if not is_joker(tile)]
    if len(block) < 3 or not plain:
        return found
    if len(block) <= 4:
        for number in range(1, 14):
            if all(tile[2] == number for tile in plain) and len({tile[1] for tile in plain}) == len(plain):
                found.add(("group", number))
    numbers = range(1, 15 if one_after_13 else 14)
    for colour in COLOURS:
        if any(tile[1] != colour for tile in plain):
            continue
        for stands in product(numbers, repeat=len(jokers)):
            for places in product(*[_own_places(tile, one_after_13=one_after_13) for tile in plain]):
                if _consecutive([*stands, *places]) and not _same_face(stands):
                    faces = tuple((joker[0], colour, place) for joker, place in zip(jokers, stands, strict=True))
                    found.add(("run", faces))
    return found


def _own_places(tile: Tile, *, one_after_13: bool) -> tuple[int, ...]:
    return (1, 14) if one_after_13 and tile[2] == 1 else (tile[2],)


def _consecutive(places: list[int]) -> bool:
    return sorted(places) == list(range(min(places), min(places) + len(places)))


def _same_face(stands: tuple[int, ...]) -> bool:
    printed = [1 if place == 14 else place for place in stands]
    return len(set(printed)) < len(printed)


def divisions(tiles: tuple[Tile, ...]) -> Iterator[tuple[tuple[Tile, ...], ...]]:
    """Yield every way to divide tiles into blocks of at least three, valid or not."""
    if not tiles:
        yield ()
        return
    first, rest = tiles[0], tiles[1:]
    for size in range(2, len(rest) + 1):
        for others in combinations(rest, size):
            left = tuple(tile for tile in rest if tile not in others)
            if len(left) in {1, 2}:
                continue
            for division in divisions(left):
                yield ((first, *others), *division)


# Jokers


class OldSet:
    """A set on the table before the play."""

    def __init__(self, block: tuple[Tile, ...], meaning: Meaning) -> None:
        self.block = block
        self.kind, self.sense = meaning

    def stands(self, joker: Tile) -> tuple[str, int]:
        """Return what a joker stands for: colour and number in a run, the number in a group."""
        if isinstance(self.sense, int):
            return "any", self.sense
        return next((colour, 1 if number == 14 else number) for one, colour, number in self.sense if one == joker[0])


def jokers_allowed(
    game: str,
    old: list[OldSet],
    new: list[OldSet],
    shown: tuple[Tile, ...],
    *,
    lock: str,
    shift: bool,
    from_table: bool,
) -> bool:
    """Rule 2.4 read word by word: whether the jokers of the table may be used as in the new sets."""
    if lock == "free":
        return True
    freed: list[tuple[Tile, OldSet, OldSet]] = []
    for before in old:
        for joker in [tile for tile in before.block if is_joker(tile)]:
            after = next(one for one in new if joker in one.block)
            whole = any(set(before.block) <= set(one.block) for one in new)
            same = before.kind == after.kind and before.stands(joker) == after.stands(joker)
            if not (shift and whole) and not (same and (whole or lock == "face")):
                freed.append((joker, before, after))
    pool = [tile for tile in shown if not is_joker(tile)]
    if from_table:
        pool += [tile for one in old for tile in one.block if not is_joker(tile)]
    return any(_satisfies(game, freed, given, shown, pool) for given in permutations(pool, len(freed)))


def _satisfies(
    game: str,
    freed: list[tuple[Tile, OldSet, OldSet]],
    given: tuple[Tile, ...],
    shown: tuple[Tile, ...],
    pool: list[Tile],
) -> bool:
    for (joker, before, _after), tile in zip(freed, given, strict=True):
        colour, number = before.stands(joker)
        if tile[2] != number:
            return False
        if before.kind == "run" and tile[1] != colour:
            return False
        if before.kind == "group" and tile[1] in {one[1] for one in before.block}:
            return False
    threes: list[OldSet] = []
    for before in {id(before): before for _joker, before, _after in freed if before.kind == "group"}.values():
        mine = [tile[1] for (_j, one, _a), tile in zip(freed, given, strict=True) if one is before]
        if len(set(mine)) < len(mine):
            return False
        if len(before.block) == 3:
            threes.append(before)
    if game == "rummikub":
        for _joker, _before, after in freed:
            if len([tile for tile in after.block if tile in shown and tile not in given]) < 2:
                return False
        return True
    return _completed(threes, freed, given, pool)


def _completed(
    threes: list[OldSet], freed: list[tuple[Tile, OldSet, OldSet]], given: tuple[Tile, ...], pool: list[Tile]
) -> bool:
    """Rummy: each group of three has one more tile of its number, of yet another colour, given for nothing else."""
    rest = [tile for tile in pool if tile not in given]
    for more in permutations(rest, len(threes)):
        fits = True
        for before, tile in zip(threes, more, strict=True):
            taken = {one[1] for one in before.block}
            taken |= {gift[1] for (_j, one, _a), gift in zip(freed, given, strict=True) if one is before}
            number = before.sense
            fits = fits and tile[2] == number and tile[1] not in taken
        if fits:
            return True
    return False
