"""The engine against the rules tried by brute force: sets, tables and jokers, on thousands of random small tables."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from game.rules import rummikub, rummy
from game.rules.open_table_jokers import joker_refusal
from game.rules.open_table_sets import arrangements
from game.rules.registry import rules_of
from game.table.faces import JOKER, Colour, Face
from game.table.melds import Kind, Meld
from game.table.moves import Rearrange
from game.table.options import Options
from game.table.tiles import TILE_DECK, Tile
from game.table.view import View, with_shown_faces
from tests.rules import brute_partition as brute
from tests.rules.open_tables import FACES, dice, options_of, position
from tests.slices import count, some

HANDFULS, TABLES, JOKER_TABLES = count(1500, 3000), count(500, 1000), count(250, 350)
MOST_TILES = count(9, 10)  # of a table with jokers that is tried whole
JOKERS = [Tile(at) for at, face in enumerate(TILE_DECK.faces) if face == JOKER]


def written(tile: Tile) -> brute.Tile:
    face = FACES[tile]
    return (tile, "*", 0) if face.colour is None else (tile, face.colour.value, face.number)


def some_tiles(random: Random, count: int) -> tuple[Tile, ...]:
    """Draw tiles that often make sets: two or three colours, a few numbers, both copies, up to two jokers."""
    colours = random.sample(list(Colour), random.choice((1, 2, 3, 4)))
    low = random.choice((1, 1, 4, 9, 11))
    numbers = [(one - 1) % 13 + 1 for one in range(low, low + random.choice((1, 3, 5)))]
    near = [Tile(at) for at, face in enumerate(FACES) if face.colour in colours and face.number in numbers]
    chosen = random.sample(JOKERS, random.choice((0, 1, 1, 2))) + random.sample(near, min(count, len(near)))
    return tuple(chosen[:count])


def meaning(meld: Meld) -> brute.Meaning:
    if meld.kind is Kind.GROUP:
        (number,) = {(FACES[tile] if face is None else face).number for tile, face in zip(*pairs(meld), strict=True)}
        return "group", number
    said = [
        (int(tile), face.colour.value, face.number)
        for tile, face in zip(*pairs(meld), strict=True)
        if face is not None and face.colour is not None
    ]
    return "run", tuple(said)


def pairs(meld: Meld) -> tuple[tuple[Tile, ...], tuple[Face | None, ...]]:
    return meld.tiles, meld.stands_for


def in_order(one: brute.Meaning) -> brute.Meaning:
    """Return a meaning with its jokers by id, whatever order they were found in."""
    kind, sense = one
    return (kind, sense) if isinstance(sense, int) else (kind, tuple(sorted(sense)))


@pytest.mark.parametrize("one_after_13", [False, True])
def test_a_handful_of_tiles_means_exactly_what_brute_force_finds(one_after_13: bool) -> None:
    options = options_of("rummy", one_after_13=one_after_13)
    random = dice(20 + one_after_13)
    seen: Counter[tuple[int, int]] = Counter()
    for _ in range(HANDFULS):
        tiles = some_tiles(random, random.choice((2, 3, 3, 4, 4, 5, 6)))
        found = [in_order(meaning(meld)) for meld in arrangements(tiles, FACES, options)]
        wanted = {in_order(one) for one in brute.meanings(tuple(map(written, tiles)), one_after_13=one_after_13)}
        assert set(found) == wanted, tiles
        assert len(found) == len(wanted)
        seen[sum(tile in JOKERS for tile in tiles), min(len(wanted), 2)] += 1
    assert all(seen[jokers, ways] > 20 for jokers in (0, 1, 2) for ways in (0, 1)), seen
    assert seen[1, 2] > 20
    assert seen[2, 2] > 20


def all_thirteen(colour: Colour) -> tuple[Tile, ...]:
    return tuple(Tile(at) for at, face in enumerate(FACES) if face.colour is colour)[::2]


@pytest.mark.parametrize("one_after_13", [False, True])
@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_the_longest_runs_are_read_alike(jokers: int, one_after_13: bool) -> None:
    options = options_of("rummy", one_after_13=one_after_13)
    whole = all_thirteen(Colour.RED)
    for at in range(13):
        for tiles in (whole[at:], whole[: at + 1], (*whole[:at], *whole[at + 1 :])):
            full = (*JOKERS[:jokers], *tiles)
            ways = arrangements(full, FACES, options)
            wanted = {in_order(one) for one in brute.meanings(tuple(map(written, full)), one_after_13=one_after_13)}
            assert {in_order(meaning(meld)) for meld in ways} == wanted, full
            assert len(set(ways)) == len(ways)


def test_a_table_is_legal_exactly_when_brute_force_divides_it_so() -> None:
    random = dice(7)
    options = options_of("rummikub")
    seen: Counter[tuple[int, bool]] = Counter()
    rules = rules_of("rummikub")
    for _ in range(TABLES):
        tiles = some_tiles(random, random.choice((5, 6, 6, 7, 8)))
        blank = position("rummikub", " ".join(name(tile) for tile in tiles), options={"opening_min": 0})
        view = View(blank.table, 0, FACES)
        divisible = False
        for division in brute.divisions(tuple(map(written, tiles))):
            valid = all(brute.meanings(block, one_after_13=False) for block in division)
            sets = tuple(lying(block, options, random) for block in division)
            move = with_shown_faces(view, Rearrange(tiles, sets))
            assert (rules.refusal(blank.table, move) is None) == valid, division
            divisible = divisible or valid
        seen[sum(tile in JOKERS for tile in tiles), divisible] += 1
    assert all(seen[jokers, divisible] > 20 for jokers in (0, 1, 2) for divisible in (False, True)), seen


def name(tile: Tile) -> str:
    copies = [Tile(at) for at, face in enumerate(FACES) if face == FACES[tile]]
    return f"{FACES[tile]}{'ab'[copies.index(tile)]}"


def lying(block: tuple[brute.Tile, ...], options: Options, random: Random) -> Meld:
    """Return a block as some set the engine knows it to be, or as a group that it is not."""
    tiles = tuple(Tile(one[0]) for one in block)
    ways = arrangements(tiles, FACES, options)
    return random.choice(ways) if ways else Meld(Kind.GROUP, tiles, (None,) * len(tiles))


# Jokers: rule 2.4


def joker_table(random: Random, options: Options) -> tuple[tuple[Meld, ...], tuple[Tile, ...]]:
    """Lay one or two small sets with one or two jokers, and draw tiles that could set the jokers free."""
    free = [Tile(at) for at, face in enumerate(FACES) if face != JOKER]
    random.shuffle(free)
    jokers = random.sample(JOKERS, random.choice((1, 1, 2)))
    together = len(jokers) == 2 and random.random() < 0.5
    melds = []
    for at, joker in enumerate(jokers):
        wilds = jokers if together else [joker]
        meld = random.choice((a_group, a_run))(random, free, wilds, options)
        melds.append(meld)
        if together and not at:
            break
    wanted = []
    for meld in melds:
        for face in [one for one in meld.stands_for if one is not None]:
            wanted += [tile for tile in free if is_asked_for(FACES[tile], face)]
    random.shuffle(wanted)
    shown = wanted[: random.choice((1, 1, 2, 2, 3))]
    numbers = [FACES[tile].number for tile in shown]
    others = [tile for tile in free if tile not in shown and FACES[tile].number in numbers]
    shown += random.sample(others, min(len(others), random.choice((0, 1, 2))))
    return tuple(melds), tuple(dict.fromkeys(shown))


def is_asked_for(face: Face, meant: Face) -> bool:
    return face.number == meant.number and meant.colour in {None, face.colour}


def a_group(random: Random, free: list[Tile], jokers: list[Tile], options: Options) -> Meld:
    first = free[0]
    size = random.choice((3, 3, 4))
    tiles: dict[Colour | None, Tile] = {}
    for tile in free:
        if FACES[tile].number == FACES[first].number and len(tiles) < size - len(jokers):
            tiles.setdefault(FACES[tile].colour, tile)
    return used(free, random, [*tiles.values(), *jokers], options, Kind.GROUP)


def a_run(random: Random, free: list[Tile], jokers: list[Tile], options: Options) -> Meld:
    first = FACES[next(tile for tile in free if FACES[tile].number <= 10)]
    size = random.choice((3, 3, 4)) - len(jokers)
    places = random.sample(range(first.number, first.number + size + len(jokers)), size)
    tiles = [next(tile for tile in free if FACES[tile] == Face(first.colour, place)) for place in places]
    return used(free, random, [*tiles, *jokers], options, Kind.RUN)


def used(free: list[Tile], random: Random, tiles: list[Tile], options: Options, kind: Kind) -> Meld:
    ways = [meld for meld in arrangements(tuple(tiles), FACES, options) if meld.kind is kind]
    meld = random.choice(ways)
    for tile in meld.tiles:
        if tile in free:
            free.remove(tile)
    return meld


def old_set(meld: Meld) -> brute.OldSet:
    return brute.OldSet(tuple(map(written, meld.tiles)), meaning(meld))


@pytest.mark.parametrize("game", some(["rummikub", "rummy"], 1))
def test_jokers_are_kept_and_freed_as_brute_force_reads_the_rule(game: str) -> None:
    random = dice(f"jokers of {game}")
    laws = {"rummy": rummy.LAWS, "rummikub": rummikub.LAWS}[game]
    seen: Counter[tuple[str, bool, bool, bool]] = Counter()
    for _ in range(JOKER_TABLES):
        lock = random.choice(("face", "face", "face", "frozen", "free"))
        shift, from_table = random.random() < 0.5, random.random() < 0.3
        options = options_of(game, joker_lock=lock, joker_shift=shift, exchange_from_table=from_table)
        old, shown = joker_table(random, options)
        everything = [tile for meld in old for tile in meld.tiles] + list(shown)
        if len(everything) > MOST_TILES:
            continue
        for division in brute.divisions(tuple(map(written, everything))):
            ways = [arrangements(tuple(Tile(one[0]) for one in block), FACES, options) for block in division]
            if not all(ways):
                continue
            for _again in range(3):
                new = tuple(random.choice(way) for way in ways)
                allowed = brute.jokers_allowed(
                    game,
                    [old_set(meld) for meld in old],
                    [old_set(meld) for meld in new],
                    tuple(map(written, shown)),
                    lock=lock,
                    shift=shift,
                    from_table=from_table,
                )
                refused = joker_refusal(laws, old, new, shown, FACES, options)
                assert (refused is None) == allowed, (lock, shift, from_table, old, shown, new)
                seen[lock, shift, from_table, allowed] += 1
    for lock, allowed in (("face", True), ("face", False), ("frozen", True), ("frozen", False), ("free", True)):
        for shift in (True, False):
            assert seen[lock, shift, False, allowed] > 10, seen
            assert lock != "face" or seen[lock, shift, True, allowed] > 10, seen
