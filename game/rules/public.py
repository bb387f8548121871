"""What the public knows of tiles whose faces it has not seen: the deck less every face that it has. Rules 9.1 and 9.2.

Laws: the faces of a deck that are not known lie on the tiles that are not known, and any way to lay them there can be
the true one; nothing else about a hidden tile is a fact, least of all that somebody kept to a rule. So a move that
turns on hidden tiles is refused when it is forbidden whatever they are, and is otherwise left to the mover's own
program and to the second look when the books are open. With a mover's own faces the same questions have one answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from game.table.faces import HIDDEN, Face
from game.table.moves import Move, Redraw, named_tiles
from game.table.refusals import Code, Refusal
from game.table.state import Table, unknown
from game.table.tiles import Deck, Tile

Faces = tuple[Face, ...]


def unseen(deck: Deck, faces: Iterable[Face]) -> Counter[Face]:
    """Return how often each face of the deck is still to be seen; fewer than none where a face is there too often."""
    left = Counter(deck.faces)
    left.subtract(face for face in faces if face is not HIDDEN)
    return left


def still_unseen(face: Face, deck: Deck, faces: Faces) -> int:
    """Return how often one face is still to be seen, which is told sooner than of all faces."""
    return deck.faces.count(face) - faces.count(face)


def possible(tile: Tile, deck: Deck, faces: Faces) -> Faces:
    """Return the faces that a tile can have: its own if that is known, else every one that is still to be seen."""
    if faces[tile] is not HIDDEN:
        return (faces[tile],)
    return tuple([face for face, count in unseen(deck, faces).items() if count > 0])


def can_all_be(face: Face, tiles: Iterable[Tile], deck: Deck, faces: Faces) -> bool:
    """Return whether all these tiles can have this one face, by how many copies of it are still unseen."""
    seen = [faces[tile] for tile in tiles]
    hidden = seen.count(HIDDEN)
    return seen.count(face) + hidden == len(seen) and (not hidden or hidden <= still_unseen(face, deck, faces))


def stranger_refusal(table: Table, move: Move) -> Refusal | None:
    """Rule 9.1: what a move shows is among the tiles that there are."""
    if not move.shown:
        return None
    strangers = tuple([tile for tile, _face in move.shown if not 0 <= tile < len(table.faces)])
    return Refusal(Code.FACES_MISSING, strangers) if strangers else None


def shown_refusal(deck: Deck, table: Table, move: Move) -> Refusal | None:
    """Rules 9.1 and 9.2, V4: a move shows exactly the faces that it makes public, none oftener than the deck has it."""
    named = (table.turn.drew,) if isinstance(move, Redraw) else named_tiles(move)
    wanted = unknown(named, table.faces)
    if not wanted and not move.shown:
        return None
    if tuple([tile for tile, face in move.shown if face is not HIDDEN]) != wanted or len(move.shown) != len(wanted):
        return Refusal(Code.FACES_MISSING, wanted)
    shown = [face for _tile, face in move.shown]
    false = tuple([tile for tile, face in move.shown if shown.count(face) > still_unseen(face, deck, table.faces)])
    return Refusal(Code.FACES_MISSING, false, cites="9.2") if false else None
