"""The possible moves at an open table, from the player's arrangement: new sets, additions, replaced jokers."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from game.client.table.advice.choices import MoveGroup, PossibleMove, sort_moves
from game.client.table.open.legal_moves import is_set
from game.rules.registry import rules_of
from game.session.arrangement import NEW_SET_INDEX, Arrangement
from game.table.faces import JOKER
from game.table.moves import Draw, Pass, Rearrange

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.client.table.open.turn import OpenTurn
    from game.table.tiles import Tile
    from game.table.view import View

MIN_SET_SIZE = 3


def possible_moves(turn: OpenTurn) -> tuple[PossibleMove, ...]:
    """Return every possible step; of tiles with the same face only one is listed."""
    if not turn.can_play:
        return ()
    found = [*_new(turn), *_added(turn), *_freed(turn)]
    if turn.legal_moves.can_draw and not (
        turn.arrangement.played and (turn.legal_moves.draw_ends_turn or turn.legal_moves.closing_tile_laid)
    ):
        found.append(PossibleMove(MoveGroup.TURN, "draw", Draw()))
    if turn.legal_moves.can_pass and not turn.arrangement.played:
        found.append(PossibleMove(MoveGroup.TURN, "pass", Pass()))
    return sort_moves(found)


def _as_move(arrangement: Arrangement) -> Rearrange:
    return Rearrange(arrangement.played, arrangement.sets)


def _points(view: View, tiles: tuple[Tile, ...]) -> int:
    return rules_of(view.table.game).rack_points(view.faces[tile] for tile in tiles)


def _new(turn: OpenTurn) -> Iterator[PossibleMove]:
    """Lay new sets from the rack: every group and run in it, and those that one of its jokers completes."""
    view = turn.view
    for code, tiles in _sets(view, turn.arrangement.rack):
        laid = turn.arrangement.with_moved_tiles(tiles, NEW_SET_INDEX)
        if isinstance(laid, Arrangement) and is_set(laid, laid.heaps[-1].number):
            yield PossibleMove(MoveGroup.LAY, code, _as_move(laid), tiles, (), _points(view, tiles))


def _sets(view: View, rack: tuple[Tile, ...]) -> Iterator[tuple[str, tuple[Tile, ...]]]:
    faces = view.faces
    joker = next((tile for tile in rack if faces[tile] == JOKER), None)
    plain = {(faces[tile].colour, faces[tile].number): tile for tile in reversed(rack) if faces[tile] != JOKER}
    for number in sorted({number for _colour, number in plain}):
        same = [tile for (_colour, other), tile in plain.items() if other == number]
        for size in range(len(same), 1, -1):
            for chosen in combinations(same, size):
                if size >= MIN_SET_SIZE:
                    yield "group", chosen
                elif joker is not None:
                    yield "group", (*chosen, joker)
    for colour in dict.fromkeys(colour for colour, _number in plain):
        numbers = sorted(number for other, number in plain if other == colour)
        for start in range(len(numbers)):
            for end in range(len(numbers), start + 1, -1):
                window = numbers[start:end]
                tiles = tuple(plain[colour, number] for number in window)
                gaps = [later - number - 1 for number, later in pairwise(window)]
                if not any(gaps) and len(tiles) >= MIN_SET_SIZE:
                    yield "run", tiles
                elif joker is not None and (sum(gaps) == 1 or (len(tiles) < MIN_SET_SIZE and not any(gaps))):
                    at = 1 + gaps.index(1) if any(gaps) else len(tiles)
                    yield "run", (*tiles[:at], joker, *tiles[at:])


def _added(turn: OpenTurn) -> Iterator[PossibleMove]:
    """Add a tile of the rack to a set."""
    view, arrangement = turn.view, turn.arrangement
    for tile in _one_of_each(turn):
        for number in turn.legal_moves.accepting_heaps((tile,)):
            if number in turn.legal_moves.forbidden_heaps:
                continue
            heap = turn.legal_moves.heap(number)
            grown = arrangement.with_moved_tiles((tile,), number)
            if heap is not None and isinstance(grown, Arrangement):
                yield PossibleMove(MoveGroup.ADD, "add", _as_move(grown), (tile,), heap.tiles, _points(view, (tile,)))


def _freed(turn: OpenTurn) -> Iterator[PossibleMove]:
    """Replace a joker by a tile of the rack; the joker must then be laid again."""
    view = turn.view
    for tile in _one_of_each(turn):
        for target in turn.legal_moves.jokers_for((tile,)):
            if target.index in turn.legal_moves.forbidden_heaps:
                continue
            heap = turn.legal_moves.heap(target.index)
            freed = turn.legal_moves.after_drop((tile,), target)
            if isinstance(freed, Arrangement) and heap is not None:
                yield PossibleMove(MoveGroup.FREE, "free", _as_move(freed), (tile,), heap.tiles, _points(view, (tile,)))


def _one_of_each(turn: OpenTurn) -> list[Tile]:
    kept = {turn.view.faces[tile].code: tile for tile in reversed(turn.arrangement.rack)}
    return sorted(kept.values(), key=lambda tile: turn.view.faces[tile].code)
