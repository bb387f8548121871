"""The rules 1.1 to 1.3 and 1.7 a second time, slowly and straight from the rule book, to hold the engine to.

Nothing here looks at the engine's own reading of sets; faces come as (colour, number) pairs of letters and numbers.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.table.faces import JOKER, Face
from game.table.options import Options
from game.table.state import Ending, Table
from game.table.tiles import Tile

COLOURS = "RBKY"


def colour_of(face: Face) -> str:
    return face.colour.value if face.colour else ""


def natural_in_run(face: Face, colour: str, place: int) -> bool:
    """1.1 and 1.2: a natural of the colour at its number; number 1 fits 1 and 14."""
    return face != JOKER and colour_of(face) == colour and place in ({1, 14} if face.number == 1 else {face.number})


def can_be_wild(face: Face) -> bool:
    return face == JOKER or face.number == 2


def is_group(faces: list[Face], *, group_of_twos: bool) -> bool:
    """1.2, word by word."""
    if len(faces) < 3:
        return False
    for number in range(1, 14):
        wild = [face for face in faces if face == JOKER or (face.number == 2 and number != 2)]
        rest = [face for face in faces if not (face == JOKER or (face.number == 2 and number != 2))]
        same = all(face.number == number for face in rest)
        if same and len(rest) >= 2 and len(wild) <= 1 and (number != 2 or group_of_twos):
            return True
    return False


def run_meanings(faces: list[Face], *, ace_both_ends: bool) -> list[tuple[str, int, tuple[int, ...]]]:
    """1.2: each colour, start and places of wild tiles with which these faces, in this order, are a run."""
    found = []
    size = len(faces)
    for colour in COLOURS:
        for start in range(1, 15 - size + 1):
            at = [natural_in_run(face, colour, start + place) for place, face in enumerate(faces)]
            wild = tuple(place for place in range(size) if not at[place])
            if size < 3 or len(wild) > 1 or size - len(wild) < 2:
                continue
            if not all(can_be_wild(faces[place]) for place in wild):
                continue
            if size == 14 and at[0] and at[-1] and not ace_both_ends:
                continue
            found.append((colour, start, wild))
    return found


def run_orders(tiles: tuple[Tile, ...], faces: tuple[Face, ...], options: Options) -> set[tuple[Tile, ...]]:
    """Every order in which these tiles are a run: place by place, any tile that may stand there."""
    found = set()
    for colour in COLOURS:
        for start in range(1, 15 - len(tiles) + 1):
            for order in _filled(tiles, faces, colour, start, wild=False):
                named = [faces[tile] for tile in order]
                if run_meanings(named, ace_both_ends=options.flag("ace_both_ends")):
                    found.add(order)
    return found


def _filled(
    left: tuple[Tile, ...], faces: tuple[Face, ...], colour: str, place: int, *, wild: bool
) -> Iterator[tuple[Tile, ...]]:
    if not left:
        yield ()
    for tile in left:
        rest = tuple(one for one in left if one != tile)
        if natural_in_run(faces[tile], colour, place):
            orders = _filled(rest, faces, colour, place + 1, wild=wild)
        elif can_be_wild(faces[tile]) and not wild:
            orders = _filled(rest, faces, colour, place + 1, wild=True)
        else:
            continue
        yield from ((tile, *order) for order in orders)


def ones_keep_their_end(old: tuple[Tile, ...], new: tuple[Tile, ...], faces: tuple[Face, ...]) -> bool:
    """1.3: every natural 1 of a run keeps its end."""
    firsts = [tile for tile in old if faces[tile].number == 1]
    return all((tile == new[0]) if tile == old[0] else (tile == new[-1]) for tile in firsts)


def points(face: Face, joker: int = 50) -> int:
    """1.7: tile points."""
    table = {1: 15, 2: 20, **dict.fromkeys(range(3, 8), 5), **dict.fromkeys(range(8, 14), 10)}
    return joker if face == JOKER else table[face.number]


def canastas(table: Table, side: int) -> tuple[int, int]:
    """How many pure and impure canastas a side has; a two counts as wild unless it stands for a two."""
    pure = impure = 0
    for meld, owner in zip(table.melds, table.owners, strict=True):
        if owner != side or len(meld.tiles) < 7:
            continue
        faces = [table.faces[tile] for tile in meld.tiles]
        if is_group(faces, group_of_twos=True):
            twos = all(can_be_wild(face) for face in faces)
            wild = any(face == JOKER or (face.number == 2 and not twos) for face in faces)
        else:
            wild = bool(run_meanings(faces, ace_both_ends=True)[0][2])
        pure, impure = pure + (not wild), impure + wild
    return pure, impure


def side_score(table: Table, side: int) -> int:
    """1.7 with D5, D39 and D43, for burako and eburako."""
    options = table.options
    pure, impure = canastas(table, side)
    sign = 1 if pure + impure else {"subtract": -1, "zero": 0, "count": 1}[options.word("no_canasta_table")]
    laid = sum(
        points(table.faces[tile])
        for meld, owner in zip(table.melds, table.owners, strict=True)
        if owner == side
        for tile in meld.tiles
    )
    held = sum(points(table.faces[tile]) for seat in range(side, table.seats, 2) for tile in table.racks[seat])
    out = table.outcome
    close = out is not None and out.ending is Ending.OUT and out.seat % 2 == side and pure + impure > 0
    taker = table.dead_by[side]
    unused = options.flag("dead_unused_penalty") and taker in table.idle_dead
    dead = -100 if taker < 0 or unused else options.number("dead_bonus")
    return sign * laid + 200 * pure + 100 * impure + 100 * close - held + dead
