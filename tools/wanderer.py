"""A player of the dead-hand games who makes random legal moves: for benchmarks and tests that need every kind of move.

It lays any set it finds, slides and extends sets, takes the pile or draws, and discards any tile.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from game.rules.dead_hand_refusals import extensions
from game.rules.dead_hand_sets import arrangements, is_wild_face
from game.rules.registry import rules_of
from game.table.faces import COLOURS
from game.table.melds import Meld
from game.table.moves import (
    Discard,
    Draw,
    Extend,
    Keep,
    LayMeld,
    Move,
    Redraw,
    Retract,
    Stop,
    TakePile,
    Timeout,
)
from game.table.state import Phase
from game.table.tiles import Tile
from game.table.view import View, with_shown_faces
from tools.bot_matches import Lots

LAYING_PERCENT = 70  # percent of a turn's steps that meld if possible
SILENT_PERCENT = 2  # percent of moves that let the clock run out


def wander(view: View, lots: Lots) -> Move:
    """Return a random legal move of this seat, with its shown faces."""
    moves = _some_moves(view, lots)
    return moves[lots.draw(len(moves))]


def _some_moves(view: View, lots: Lots) -> list[Move]:
    """Return legal moves of one randomly chosen kind."""
    if view.table.options.number("turn_seconds") and lots.draw(100) < SILENT_PERCENT:
        return [Timeout()]
    if view.table.phase is not Phase.PLAY:
        return legal_moves(view, [Draw(), Keep(), Redraw(), TakePile(view.table.pile), Stop()])
    ends = legal_moves(view, [*map(Discard, view.rack), Retract()])
    if not ends or lots.draw(100) < LAYING_PERCENT:
        laid = legal_moves(view, [*melds(view), *extends(view)])
        return laid or ends
    return ends


def legal_moves(view: View, moves: list[Move]) -> list[Move]:
    """Return those of the moves that are legal for this seat, with their shown faces."""
    rules = rules_of(view.table.game)
    whole = [with_shown_faces(view, move) for move in moves]
    return [move for move in whole if rules.own_refusal(view, move) is None and rules.refusal(view.table, move) is None]


def melds(view: View) -> list[Move]:
    """Return new sets from the rack: of each number and of each stretch of a colour, with and without a wild tile."""
    faces, options = view.faces, view.table.options
    found: list[Meld] = []
    for tiles in _heaps(view):
        found += arrangements(tiles, faces, options)
    return [LayMeld(meld) for meld in dict.fromkeys(found)]


def _heaps(view: View) -> Iterator[tuple[Tile, ...]]:
    """Yield tiles of the rack that might be a set."""
    wild = [tile for tile in view.rack if is_wild_face(view.faces[tile])]
    extra: list[tuple[Tile, ...]] = [(), *((tile,) for tile in wild)]
    yield from combinations(wild, 3)
    for number in range(1, 14):
        same = [tile for tile in view.rack if view.faces[tile].number == number and tile not in wild]
        for more in extra:
            if len(same) + len(more) >= 3:
                yield (*same, *more)
    for colour in COLOURS:
        first = {
            view.faces[tile].number: tile
            for tile in view.rack
            if view.faces[tile].colour is colour and view.faces[tile].number != 2
        }
        places = {**first, **({14: first[1]} if 1 in first else {})}
        for start in range(1, 13):
            for length in range(3, 15 - start + 1):
                named = [places[at] for at in range(start, start + length) if at in places]
                if len(named) == length:
                    yield tuple(dict.fromkeys(named))
                elif len(named) == length - 1:
                    yield from ((*dict.fromkeys(named), tile) for tile in wild)


def extends(view: View) -> list[Move]:
    """Return what each own set can become by one tile of the rack, or by a slide."""
    table = view.table
    found: list[Move] = []
    for index in table.melds_of(table.mover_side):
        old = table.melds[index]
        for more in [(), *((tile,) for tile in view.rack)]:
            made = extensions(old, more, view.faces, table.options)
            found += [Extend(index, new) for new in made if new.tiles != old.tiles]
    return found
