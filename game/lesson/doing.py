"""Does what a lesson asks for: as a move of a dead-hand game, or by moving tiles on an open table.

Tiles are found by their faces: those that a set still lacks come from the rack first, on an open table then from other
sets. The rules check every move through the same proposals, drafts and arrangements that a player uses.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from game.rules.registry import rules_of
from game.rules.ruleset import Family
from game.session.arrangement import NEW_SET_INDEX, Arrangement
from game.session.draft import Draft, draft_refusal, view_after
from game.session.proposals import addition_refusal, additions, new_set_refusal, new_sets
from game.table.faces import JOKER
from game.table.moves import Discard, Draw, Extend, Keep, LayMeld, Move, Pass, TakePile
from game.table.refusals import Refusal
from game.table.tiles import NO_TILE
from game.table.view import View, with_shown_faces

if TYPE_CHECKING:
    from collections.abc import Iterable

    from game.lesson.lesson import LessonDeed
    from game.table.faces import Face
    from game.table.tiles import Tile

PositionKey = tuple[tuple[int, ...], ...]  # a position without tile ids: the face codes of rack, pile and each set


def find_tiles(faces: Iterable[Face], view: View, among: Iterable[Tile]) -> tuple[Tile, ...]:
    """Find a tile for each face, in order; raise ValueError if one is missing."""
    left = list(among)
    found: list[Tile] = []
    for face in faces:
        tile = next((one for one in left if view.faces[one] == face), None)
        if tile is None:
            raise ValueError(f"there is no {face} here")
        left.remove(tile)
        found.append(tile)
    return tuple(found)


def move_for(view: View, deed: LessonDeed) -> Move | Refusal:
    """Return the move of a deed in a dead-hand game, or why its tiles cannot be laid."""
    match deed.verb:
        case "draw":
            return Draw()
        case "keep":
            return Keep()
        case "take":
            return TakePile(view.table.pile)
        case "discard":
            return Discard(find_tiles(deed.faces, view, view.rack)[0])
    wanted = Counter(deed.faces)
    for index in view.table.melds_of(view.table.side_of(view.seat)):
        lying = Counter(view.faces[tile] for tile in view.table.melds[index].tiles)
        if lying <= wanted and lying != wanted:
            tiles = find_tiles((wanted - lying).elements(), view, view.rack)
            return _as_written(additions(view, index, tiles), view, deed) or addition_refusal(view, index, tiles)
    tiles = find_tiles(deed.faces, view, view.rack)
    return _as_written(new_sets(view, tiles), view, deed) or new_set_refusal(view, tiles)


def can_do(view: View, deed: LessonDeed) -> bool:
    """Return whether a deed of a dead-hand game can be done in this position."""
    try:
        return not isinstance(move_for(view, deed), Refusal)
    except ValueError:  # one of the deed's tiles is missing
        return False


def _as_written(moves: tuple[Move, ...], view: View, deed: LessonDeed) -> Move | None:
    """Return the move that lays the tiles in the order of the deed, else the first move."""

    def written(move: Move) -> bool:
        return isinstance(move, LayMeld | Extend) and tuple(view.faces[tile] for tile in move.meld.tiles) == deed.faces

    return next((move for move in moves if written(move)), moves[0] if moves else None)


def arrange_set(arrangement: Arrangement, faces: tuple[Face, ...]) -> Arrangement | Refusal:
    """Return the arrangement with a set of these faces, made from the heap that has most of them, or as a new heap."""
    view, wanted = arrangement.base, Counter(faces)
    for heap in arrangement.heaps:
        joker = next((tile for tile in heap.tiles if view.faces[tile] == JOKER), None)
        plain = Counter(view.faces[tile] for tile in heap.tiles if tile != joker)
        if joker is not None and plain <= wanted and JOKER not in wanted and (wanted - plain).total() == 1:
            tiles = find_tiles((wanted - plain).elements(), view, arrangement.rack)
            return arrangement.with_freed_joker(tiles, joker) or arrangement
    grown = [heap for heap in arrangement.heaps if Counter(view.faces[tile] for tile in heap.tiles) <= wanted]
    start = max(grown, key=lambda heap: len(heap.tiles), default=None)
    rest = wanted - Counter(view.faces[tile] for tile in start.tiles) if start else wanted
    if start is not None and not rest:
        return arrangement
    closing = (view.table.closing,) if view.table.closing != NO_TILE else ()
    elsewhere = tuple(tile for heap in arrangement.heaps if heap is not start for tile in heap.tiles)
    ordered = tuple(face for face in dict.fromkeys(faces) for _ in range(rest[face]))
    tiles = find_tiles(ordered, view, (*arrangement.rack, *elsewhere, *closing))
    return arrangement.with_moved_tiles(tiles, NEW_SET_INDEX if start is None else start.number)


def play_for(view: View, deed: LessonDeed) -> Move | Refusal:
    """Return the turn of a deed on an open table: a play with all its sets, a draw, or a pass."""
    if deed.verb == "draw":
        return with_shown_faces(view, Draw())
    if deed.verb == "pass":
        return with_shown_faces(view, Pass())
    table = Arrangement.of(view)
    for faces in deed.sets:
        moved = arrange_set(table, faces)
        if isinstance(moved, Refusal):
            return moved
        table = moved
    return table.play_refusal or table.move


def is_open(view: View) -> bool:
    """Return whether a view is of an open-table game."""
    return rules_of(view.table.game).family is Family.OPEN_TABLE


class LessonPlayer:
    """Does deeds without a window, on a draft or an arrangement, and returns the moves to be sent."""

    def __init__(self, view: View) -> None:
        self.draft = Draft(view)
        self.arrangement = Arrangement.of(view) if is_open(view) else None

    def do(self, deed: LessonDeed) -> tuple[Move, ...] | Refusal:
        """Do a deed; return the moves to be sent, none while the turn goes on, or why it is refused."""
        if self.arrangement is not None:
            return self._open(self.arrangement, deed)
        move = move_for(self.draft.view, deed)
        if isinstance(move, Refusal):
            return move
        tried = self.draft.with_step(move)
        if isinstance(tried, Refusal):
            return tried
        self.draft = tried
        return tried.moves if tried.finished else ()

    def _open(self, table: Arrangement, deed: LessonDeed) -> tuple[Move, ...] | Refusal:
        if deed.verb in ("draw", "pass"):
            move = play_for(table.base, deed)
            if isinstance(move, Refusal):
                return move
            return draft_refusal(table.base, move) or (move,)
        if deed.verb == "end":
            return table.play_refusal or (table.move,)
        moved = arrange_set(table, deed.faces)
        if isinstance(moved, Refusal):
            return moved
        self.arrangement = moved
        return ()


def position_key_after(view: View, moves: Iterable[Move]) -> PositionKey:
    """Return the key of the position after one's own moves: the same however the moves led there."""
    for move in moves:
        view = view_after(view, with_shown_faces(view, move))
    table = view.table
    melds = sorted(_codes(view, meld.tiles) for meld in table.melds)
    return (_codes(view, view.rack), _codes(view, table.pile), *melds)


def _codes(view: View, tiles: Iterable[Tile]) -> tuple[int, ...]:
    return tuple(sorted(view.faces[tile].code for tile in tiles))
