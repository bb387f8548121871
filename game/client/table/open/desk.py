"""Saves an unsent turn at an open table between two runs: the arrangement and the order of the rack.

A heap is written as `3: 12 80=R7 45`: its number, then its tiles with what jokers stand for. An arrangement is not used
if it does not hold every tile of the table exactly once, or holds a tile the player may not lay.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.session.arrangement import Arrangement, Heap
from game.store.desk import Desk
from game.table.faces import JOKER, Colour, Face
from game.table.tiles import NO_TILE, Tile

if TYPE_CHECKING:
    from game.client.app_context import MatchAtTable
    from game.client.table.open.turn_state import OpenTurnState
    from game.table.view import View

GROUP_PREFIX = "G"  # before the number that a joker of a group stands for


def save_open_turn(game: MatchAtTable, turn_state: OpenTurnState) -> None:
    """Save the unsent turn and the order of the rack."""
    arrangement = turn_state.arrangement
    heaps = tuple(_written(heap) for heap in arrangement.heaps) if arrangement.touched else ()
    game.unsent_turn.save(Desk(game.session.draft_key, (), tuple(turn_state.rack.slots), heaps))


def restore_open_turn(game: MatchAtTable, turn_state: OpenTurnState) -> OpenTurnState:
    """Return the saved turn state: the order of the rack, and the arrangement if it is still possible."""
    desk = game.unsent_turn.load()
    if desk is None:
        return turn_state
    turn_state = turn_state.with_order(desk.rack)
    if desk.head != game.session.draft_key or not desk.heaps or not turn_state.view.must_decide:
        return turn_state
    try:
        heaps = tuple(_read(text) for text in desk.heaps)
    except ValueError:
        return turn_state
    if not _holds(heaps, turn_state.view):
        return turn_state
    begun = Arrangement.of(turn_state.view, heaps)
    return replace(turn_state, arrangement=begun).with_arrangement(replace(begun, heaps=heaps))


def _written(heap: Heap) -> str:
    pieces = [
        str(tile) if means is None else f"{tile}={_meaning(means)}"
        for tile, means in zip(heap.tiles, heap.said, strict=True)
    ]
    return f"{heap.number}: {' '.join(pieces)}"


def _meaning(face: Face) -> str:
    if face.colour is None:
        return f"{GROUP_PREFIX}{face.number}"
    return f"{face.colour.value}{face.number}"


def _read(text: str) -> Heap:
    number, _, pieces = text.partition(":")
    tiles: list[Tile] = []
    said: list[Face | None] = []
    for piece in pieces.split():
        tile, _, means = piece.partition("=")
        tiles.append(Tile(int(tile)))
        said.append(_face(means) if means else None)
    return Heap(int(number), tuple(tiles), tuple(said))


def _face(text: str) -> Face:
    number = int(text[1:])
    colour = None if text[0] == GROUP_PREFIX else Colour(text[0])
    return Face(colour, number)


def _holds(heaps: tuple[Heap, ...], view: View) -> bool:
    """Return whether heaps hold the whole table plus only tiles the player may lay; only jokers may have a meaning."""
    laid = [tile for heap in heaps for tile in heap.tiles]
    numbers = [heap.number for heap in heaps]
    there = {tile for meld in view.table.melds for tile in meld.tiles}
    closing = () if view.table.closing == NO_TILE else (view.table.closing,)
    if len(set(laid)) != len(laid) or len(set(numbers)) != len(numbers) or not all(heap.tiles for heap in heaps):
        return False
    if not there <= set(laid) <= {*there, *view.rack, *closing}:
        return False
    return all(view.faces[tile] == JOKER for heap in heaps for tile in heap.joker_faces)
