"""Positions close to the end of a dead-hand round: small racks, dead hands taken, perhaps a canasta, little stock."""

from __future__ import annotations

from game.rules.dead_hand_sets import arrangements
from game.rules.registry import rules_of
from game.table.faces import HIDDEN, Face
from game.table.options import Options
from game.table.state import Phase, Table, without
from game.table.tiles import Tile
from game.table.view import View
from tests.strategies import faces_of
from tools.bot_matches import Lots


def near_the_end(game: str, options: Options, seed: int) -> tuple[Table, tuple[Face, ...]]:
    """A table on which few tiles are in play, and all faces; the seat to move is about to draw."""
    rules = rules_of(game)
    lots, faces = Lots(seed), faces_of(seed, game)
    opened = tuple((tile, faces[tile]) for tile in rules.opened_tiles(options))
    table = rules.deal(options, 1, lots.draw(100), None, (0, 0), opened)
    free = [Tile(at) for at in range(len(faces)) if Tile(at) not in table.pile]
    melds, owners = [], []
    for side in (0, 1):
        for size in (7, 3):
            tiles = _stretch(faces, free, lots, size)
            if tiles and lots.draw(3):
                melds.append(arrangements(tiles, faces, options)[0])
                owners.append(side)
                free = list(without(tuple(free), tiles))
    racks = tuple([_any(free, lots, 1 + lots.draw(4)) for _seat in range(table.seats)])
    dead = tuple(_any(free, lots, 11) if lots.draw(3) == 0 else () for _side in (0, 1))
    stock = _any(free, lots, options.number("stock_floor") + 1 + lots.draw(7))  # with less the round would be over
    table = table.with_fields(
        phase=Phase.DRAW,
        racks=racks,
        melds=tuple(melds),
        owners=tuple(owners),
        dead=dead,
        dead_by=tuple(-1 if hand else side for side, hand in enumerate(dead)),
        stock=stock,
        pile=(*table.pile, *_any(free, lots, lots.draw(4))),
    )
    public = {tile for meld in melds for tile in meld.tiles} | set(table.pile)
    return table.with_fields(faces=tuple(face if at in public else HIDDEN for at, face in enumerate(faces))), faces


def _stretch(faces: tuple[Face, ...], free: list[Tile], lots: Lots, size: int) -> tuple[Tile, ...]:
    """Free tiles of one colour in sequence, or none where one is missing."""
    colour = faces[free[lots.draw(len(free))]].colour
    start = 1 + lots.draw(13 - size)
    found = []
    for number in range(start, start + size):
        tile = next((tile for tile in free if faces[tile].colour is colour and faces[tile].number == number), None)
        if tile is None or colour is None:
            return ()
        found.append(tile)
    return tuple(found)


def _any(free: list[Tile], lots: Lots, count: int) -> tuple[Tile, ...]:
    """Take so many of the free tiles by lot."""
    return tuple(free.pop(lots.draw(len(free))) for _time in range(min(count, len(free))))


def seen(table: Table, faces: tuple[Face, ...]) -> View:
    """What the seat to move knows."""
    own = set(table.rack)
    return View(table, table.to_move, tuple(faces[at] if at in own else face for at, face in enumerate(table.faces)))
