"""What everybody knows of hidden tiles: their faces are those of the deck that nobody has seen. Rules 9.1 and 9.2.

Laws: the unseen faces of the deck lie on the hidden tiles, in any order; nothing else is known about a hidden tile,
not even that somebody kept to a rule. So a move that depends on hidden tiles is refused if it is forbidden whatever
they are; otherwise the mover's own program checks it, and the audit once the round is scored. With the mover's own
faces the same functions give an exact answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from game.table.faces import HIDDEN, Face
from game.table.moves import Move, Redraw, named_tiles
from game.table.refusals import Code, Refusal
from game.table.state import Table, hidden_among
from game.table.tiles import Deck, Tile

Faces = tuple[Face, ...]


def count_unseen(deck: Deck, faces: Iterable[Face]) -> Counter[Face]:
    """Count the copies of each face that are still unseen; negative where a face was seen more often than it exists."""
    left = Counter(deck.faces)
    left.subtract(face for face in faces if face is not HIDDEN)
    return left


def count_unseen_of(face: Face, deck: Deck, faces: Faces) -> int:
    """Count the unseen copies of one face, which is faster than counting all faces."""
    return deck.faces.count(face) - faces.count(face)


def possible_faces(tile: Tile, deck: Deck, faces: Faces) -> Faces:
    """Return the faces that a tile can have: its own if that is known, else every face with unseen copies."""
    if faces[tile] is not HIDDEN:
        return (faces[tile],)
    return tuple([face for face, count in count_unseen(deck, faces).items() if count > 0])


def can_all_be(face: Face, tiles: Iterable[Tile], deck: Deck, faces: Faces) -> bool:
    """Return whether all these tiles can have this face, given how many copies of it are still unseen."""
    seen = [faces[tile] for tile in tiles]
    hidden = seen.count(HIDDEN)
    return seen.count(face) + hidden == len(seen) and (not hidden or hidden <= count_unseen_of(face, deck, faces))


def unknown_tile_refusal(table: Table, move: Move) -> Refusal | None:
    """Rule 9.1: a move shows no tile that does not exist."""
    if not move.shown:
        return None
    strangers = tuple([tile for tile, _face in move.shown if not 0 <= tile < len(table.faces)])
    return Refusal(Code.FACES_MISSING, strangers) if strangers else None


def shown_refusal(deck: Deck, table: Table, move: Move) -> Refusal | None:
    """Rules 9.1 and 9.2, V4: a move shows exactly the faces it makes public, none more often than the deck has it."""
    named = (table.turn.drew,) if isinstance(move, Redraw) else named_tiles(move)
    wanted = hidden_among(named, table.faces)
    if not wanted and not move.shown:
        return None
    if tuple([tile for tile, face in move.shown if face is not HIDDEN]) != wanted or len(move.shown) != len(wanted):
        return Refusal(Code.FACES_MISSING, wanted)
    shown = [face for _tile, face in move.shown]
    false = tuple([tile for tile, face in move.shown if shown.count(face) > count_unseen_of(face, deck, table.faces)])
    return Refusal(Code.FACES_MISSING, false, cites="9.2") if false else None
