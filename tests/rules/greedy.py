"""A simple legal player of the open-table games, to drive whole rounds in tests: it lays what it sees at once.

It is no bot: it adds to sets and borrows single tiles from them, and now and then it is lazy, silent or wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from random import Random

from game.rules.open_table_play import opening_sum
from game.rules.open_table_sets import arrangements
from game.rules.registry import rules_of
from game.table.faces import COLOURS, JOKER, Face
from game.table.melds import Kind, Meld
from game.table.moves import Attempt, Close, Draw, Move, Pass, Rearrange, Timeout
from game.table.state import Phase, Table, without
from game.table.tiles import NO_TILE, Tile
from game.table.view import View, with_shown_faces
from tests.rules.open_tables import conserved

Pair = tuple[Tile, Tile]
MAX_MOVES = 2000  # a round that is longer does not end


@dataclass(frozen=True, slots=True)
class Mood:
    """How often, in a hundred turns, a player does not play though it could, lets time run out, or sends nonsense."""

    lazy: int = 10
    silent: int = 2
    wrong: int = 2


def choose_move(view: View, mood: Mood, random: Random) -> Move:
    """Return a move for a seat that is to decide."""
    table = view.table
    can_draw = bool(table.stock) and table.phase is Phase.TURN
    if table.options.number("turn_seconds") and random.randrange(100) < mood.silent:
        return Timeout()
    must_draw = can_draw and table.game == "rummy"
    if must_draw:
        return (_close(view) if random.randrange(100) >= mood.lazy else None) or Draw()
    if table.options.number("invalid_penalty") and random.randrange(100) < mood.wrong:
        tile = view.rack[0]
        return Attempt((tile,), (*table.melds, Meld(Kind.GROUP, (tile,), (None,))))
    play = _play(view) if random.randrange(100) >= mood.lazy else None
    return play or _close(view) or (Draw() if can_draw else Pass())


def _play(view: View) -> Rearrange | None:
    table = view.table
    opened = table.opened[table.to_move]
    sets = _own_sets(view.rack, view)
    played = tuple(tile for meld in sets for tile in meld.tiles)
    if not opened:
        enough = played and opening_sum(played, tuple(sets), view.faces) >= table.options.number("opening_min")
        return Rearrange(played, (*table.melds, *sets)) if enough else None
    melds, added = _extended([*table.melds, *sets], without(view.rack, played), view)
    added += _borrowed(melds, without(view.rack, (*played, *added)), view)
    return Rearrange((*played, *added), tuple(melds)) if played or added else None


def _close(view: View) -> Close | None:
    """Close when the rack and the closing tile make sets to the last tile, and the moment is right."""
    table = view.table
    if table.closing == NO_TILE:
        return None
    tiles = (*view.rack, table.closing)
    sets = _own_sets(tiles, view)
    left = without(tiles, [tile for meld in sets for tile in meld.tiles])
    melds = [*table.melds, *sets]
    if table.opened[table.to_move]:
        melds, added = _extended(melds, left, view)
        left = without(left, (*added, *_borrowed(melds, without(left, added), view)))
    if left:
        return None
    move = Close(tiles, tuple(melds))
    return move if rules_of(table.game).own_refusal(view, move) is None else None


def _own_sets(rack: tuple[Tile, ...], view: View) -> list[Meld]:
    """Find sets among some tiles, dearest first, none sharing a tile."""
    found: list[Meld] = []
    free = list(rack)
    for tiles in sorted(_candidates(rack, view.faces), key=lambda one: -_worth(one, view.faces)):
        if all(tile in free for tile in tiles):
            found.append(arrangements(tiles, view.faces, view.table.options)[-1])
            free = [tile for tile in free if tile not in tiles]
    return found


def _worth(tiles: tuple[Tile, ...], faces: tuple[Face, ...]) -> int:
    return sum(faces[tile].number for tile in tiles)


def _candidates(rack: tuple[Tile, ...], faces: tuple[Face, ...]) -> Iterator[tuple[Tile, ...]]:
    """Yield groups and runs, and pairs that a joker completes."""
    first: dict[Face, Tile] = {}
    for tile in rack:
        first.setdefault(faces[tile], tile)
    jokers = [tile for tile in rack if faces[tile] == JOKER]
    for face, tile in first.items():
        if face == JOKER:
            continue
        same = [one for other, one in first.items() if other.number == face.number]
        run = [tile]
        while (after := Face(face.colour, face.number + len(run))) in first:
            run.append(first[after])
        for tiles in (tuple(same), tuple(run)):
            if len(tiles) >= 3:
                yield tiles
            elif len(tiles) == 2 and jokers:
                yield (*tiles, jokers[0])


def _extended(melds: list[Meld], loose: tuple[Tile, ...], view: View) -> tuple[list[Meld], tuple[Tile, ...]]:
    """Add loose tiles to sets wherever they fit without changing what a joker stands for."""
    added: list[Tile] = []
    for tile in loose:
        for at, meld in enumerate(melds):
            wider = _with(meld, tile, view)
            if wider is not None:
                melds[at] = wider
                added.append(tile)
                break
    return melds, tuple(added)


def _borrowed(melds: list[Meld], loose: tuple[Tile, ...], view: View) -> tuple[Tile, ...]:
    """Make sets of two loose tiles and one that a set can spare, as long as there are any; return the tiles added."""
    added: list[Tile] = []
    while True:
        left = [tile for tile in loose if tile not in added and view.faces[tile] != JOKER]
        spare = {
            view.faces[tile]: (tile, at, rest) for at, meld in enumerate(melds) for tile, rest in _spare(meld, view)
        }
        found = _a_third(left, spare, view.faces)
        if found is None:
            return tuple(added)
        pair, face = found
        tile, at, rest = spare[face]
        melds[at : at + 1] = [*rest, arrangements((*pair, tile), view.faces, view.table.options)[0]]
        added += pair


def _a_third(left: list[Tile], spare: Mapping[Face, object], faces: tuple[Face, ...]) -> tuple[Pair, Face] | None:
    """Find two tiles and the face of a spare one that makes them a set."""
    for one, other in combinations(left, 2):
        for face in _thirds(faces[one], faces[other]):
            if face in spare:
                return (one, other), face
    return None


def _thirds(one: Face, other: Face) -> list[Face]:
    if one.number == other.number and one.colour is not other.colour:
        return [Face(colour, one.number) for colour in COLOURS if colour not in {one.colour, other.colour}]
    low, high = sorted((one.number, other.number))
    if one.colour is other.colour and high - low == 1:
        return [Face(one.colour, number) for number in (low - 1, high + 1) if 1 <= number <= 13]
    return [Face(one.colour, low + 1)] if one.colour is other.colour and high - low == 2 else []


def _spare(meld: Meld, view: View) -> list[tuple[Tile, list[Meld]]]:
    """List the tiles a set without jokers can spare, with what it is then."""
    if len(meld) < 4 or meld.wild_tiles:
        return []
    found = []
    for at, tile in enumerate(meld.tiles):
        parts = [meld.tiles[:at], meld.tiles[at + 1 :]] if meld.kind is Kind.RUN else [without(meld.tiles, (tile,))]
        parts = [part for part in parts if part]
        if all(len(part) >= 3 for part in parts):
            found.append((tile, [arrangements(part, view.faces, view.table.options)[0] for part in parts]))
    return found


def _with(meld: Meld, tile: Tile, view: View) -> Meld | None:
    means = dict(zip(meld.tiles, meld.stands_for, strict=True))
    for wider in arrangements((*meld.tiles, tile), view.faces, view.table.options):
        after = dict(zip(wider.tiles, wider.stands_for, strict=True))
        if wider.kind is meld.kind and all(after[one] == means[one] for one in meld.tiles):
            return wider
    return None


def play_round(table: Table, faces: tuple[Face, ...], mood: Mood, random: Random) -> tuple[Table, tuple[Move, ...]]:
    """Play a round to its end; every move is asked of both refusals, and every tile is counted after it."""
    rules = rules_of(table.game)
    moves: list[Move] = []
    while table.phase is not Phase.ROUND_END:
        view = View(table, table.to_move, _known(table, faces))
        move = with_shown_faces(view, choose_move(view, mood, random))
        assert rules.own_refusal(view, move) is None, (move, rules.own_refusal(view, move))
        assert rules.refusal(table, move) is None, (move, rules.refusal(table, move))
        table = rules.apply(table, move)
        assert conserved(table)
        moves.append(move)
        assert len(moves) < MAX_MOVES
    return table, tuple(moves)


def _known(table: Table, faces: tuple[Face, ...]) -> tuple[Face, ...]:
    own = set(table.racks[table.to_move])
    return tuple(faces[at] if Tile(at) in own else public for at, public in enumerate(table.faces))
