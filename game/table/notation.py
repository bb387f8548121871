"""Moves as text and back: the notation of rule 0, with public ids.

`R5#37` is tile 37, public already as a red five; `R5!37` is shown by this very move; `*!80=R7` is a joker that stands
for red seven, `*!80=7` one in a group of sevens. `read_written` knows only the grammar; its caller finds the tile of a
piece that is written without an id.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from game.table.faces import HIDDEN, Face, face_text, parse_face
from game.table.melds import Meld, kind_of
from game.table.moves import (
    Attempt,
    Close,
    Discard,
    Draw,
    Extend,
    Keep,
    LayMeld,
    Move,
    Pass,
    Rearrange,
    Redraw,
    Retract,
    ShownFaces,
    Stop,
    TakePile,
    Timeout,
)
from game.table.state import Table, with_faces
from game.table.tiles import Tile

_PIECE = re.compile(
    r"(?P<face>[^\s#!=\[\]{}]+?)(?P<copy>[ab])?(?:(?P<mark>[#!])(?P<tile>\d{1,3}))?(?:=(?P<means>\w+))?"
)
_SET = re.compile(r"\[([^\[\]]*)\]")
_HAND = re.compile(r"\{([^{}]*)\}")
_EXTEND = re.compile(r"m(\d{1,3})\s*->\s*(\[[^\[\]]*\])\s*")
_PLAY = re.compile(r"(?:S\s*=\s*)?(?:(\{[^{}]*\})\s*->\s*)?((?:\s*\[[^\[\]]*\])*)\s*")

_MAX_CACHED_PIECES = 4096

MOVE_BY_VERB: dict[str, type[Move]] = {
    "draw": Draw,
    "keep": Keep,
    "redraw": Redraw,
    "take": TakePile,
    "meld": LayMeld,
    "extend": Extend,
    "discard": Discard,
    "stop": Stop,
    "play": Rearrange,
    "attempt": Attempt,
    "close": Close,
    "pass": Pass,
    "timeout": Timeout,
    "retract": Retract,
}
VERB_BY_MOVE = {kind: verb for verb, kind in MOVE_BY_VERB.items()}


@dataclass(frozen=True, slots=True)
class Piece:
    """One written tile: its face, `a` or `b` for a twin, its id, whether this move shows it, what it stands for."""

    face: Face
    copy: str = ""
    tile: Tile | None = None
    shows: bool = False
    means: Face | None = None


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """A move as it was written, its tiles not yet looked up on a table.

    `pieces` are the tiles of take, redraw, discard and of the braces of a play (None when left out); `sets` the
    bracketed sets; `target` counts sets from 0.
    """

    verb: str
    pieces: tuple[Piece, ...] | None = None
    sets: tuple[tuple[Piece, ...], ...] = ()
    target: int = -1


def read_pieces(text: str, *, cards: bool = False) -> tuple[Piece, ...]:
    """Read tiles separated by blanks or commas; raise ValueError for anything else."""
    return tuple([_piece(word, cards=cards) for word in text.replace(",", " ").split()])


@lru_cache(_MAX_CACHED_PIECES)  # a match names the same tiles again and again
def _piece(word: str, *, cards: bool) -> Piece:
    found = _PIECE.fullmatch(word)
    if found is None:
        raise ValueError(f"'{word}' is not a tile; write it like R5, R5a, R5#37 or *=R7")
    means = found["means"]
    return Piece(
        face=parse_face(found["face"], cards=cards),
        copy=found["copy"] or "",
        tile=None if found["tile"] is None else Tile(int(found["tile"])),
        shows=found["mark"] == "!",
        means=None if means is None else _meaning(means, cards=cards),
    )


def _meaning(text: str, *, cards: bool) -> Face:
    """Read what a wild tile stands for; place 14 of a run of cards is written as on tiles, `R14`."""
    high = {f"{suit}14": suit for suit in ("R", "B", "K", "Y")}
    if text in high:
        return parse_face(text)
    return parse_face(text, cards=cards)


def read_set(text: str, *, cards: bool = False) -> tuple[Piece, ...]:
    """Read one set in brackets."""
    found = _SET.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"'{text.strip()}' is not a set; write it like [R3 R4 *=R5]")
    return read_pieces(found[1], cards=cards)


def read_written(text: str, *, cards: bool = False) -> WrittenMove:
    """Read the grammar of one move; raise ValueError for anything else, saying what was expected."""
    verb, _blank, rest = text.strip().partition(" ")
    if verb not in MOVE_BY_VERB:
        raise ValueError(f"'{verb}' is not a move; moves are {', '.join(MOVE_BY_VERB)}")
    rest = rest.strip()
    if verb in {"take", "redraw", "discard"}:
        pieces = read_pieces(rest, cards=cards)
        if verb == "discard" and len(pieces) != 1:
            raise ValueError("a discard names one tile, as in 'discard R5a'")
        return WrittenMove(verb, pieces or None)
    if verb == "meld":
        return WrittenMove(verb, sets=(read_set(rest, cards=cards),))
    if verb == "extend":
        found = _EXTEND.fullmatch(rest)
        if found is None:
            raise ValueError("an extension is written like 'extend m1 -> [R3 R4 R5 R6]'")
        return WrittenMove(verb, sets=(read_set(found[2], cards=cards),), target=int(found[1]) - 1)
    if verb in {"play", "attempt", "close"}:
        return _read_play(verb, rest, cards=cards)
    if rest:
        raise ValueError(f"'{verb}' stands alone, without '{rest}'")
    return WrittenMove(verb)


def _read_play(verb: str, rest: str, *, cards: bool) -> WrittenMove:
    found = _PLAY.fullmatch(rest)
    if found is None:
        raise ValueError(f"'{verb}' is written like '{verb} {{R5 B5}} -> [R5 B5 K5] [R6 R7 R8]'")
    hand = _HAND.fullmatch(found[1]) if found[1] else None
    pieces = read_pieces(hand[1], cards=cards) if hand else None
    return WrittenMove(verb, pieces, tuple(read_pieces(one, cards=cards) for one in _SET.findall(found[2])))


# Moves in files, where every tile has its id


def write_move(move: Move, table: Table, *, cards: bool = False) -> str:
    """Write a move with the ids of its tiles; `table` is the one it is made on."""
    return _Writer(with_faces(table.faces, move.shown), move.shown, cards=cards).move(move)


def write_shown(shown: ShownFaces, *, cards: bool = False) -> str:
    """Write faces that become public: `R5!37 K1!80`."""
    return " ".join(f"{face_text(face, cards=cards)}!{tile}" for tile, face in shown)


def read_shown(text: str, *, cards: bool = False) -> ShownFaces:
    """Read what `write_shown` writes; raise ValueError for anything else."""
    return _shown(read_pieces(text, cards=cards))


class _Writer:
    """Writes the tiles of one move."""

    def __init__(self, faces: tuple[Face, ...], shown: ShownFaces, *, cards: bool) -> None:
        self.faces = faces
        self.shown = {tile for tile, _face in shown}
        self.cards = cards

    def tile(self, tile: Tile, means: Face | None = None) -> str:
        face = face_text(self.faces[tile], cards=self.cards)
        stands = "" if means is None else "=" + face_text(means, cards=self.cards and means.number < 14)
        return f"{face}{'!' if tile in self.shown else '#'}{tile}{stands}"

    def tiles(self, tiles: tuple[Tile, ...]) -> str:
        return " ".join(self.tile(tile) for tile in tiles)

    def meld(self, meld: Meld) -> str:
        pairs = zip(meld.tiles, meld.stands_for, strict=True)
        return "[" + " ".join(self.tile(tile, means) for tile, means in pairs) + "]"

    def move(self, move: Move) -> str:
        verb = VERB_BY_MOVE[type(move)]
        match move:
            case TakePile():
                return f"{verb} {self.tiles(move.tiles)}"
            case LayMeld():
                return f"{verb} {self.meld(move.meld)}"
            case Extend():
                return f"{verb} m{move.index + 1} -> {self.meld(move.meld)}"
            case Discard():
                return f"{verb} {self.tile(move.tile)}"
            case Redraw():
                return f"{verb} {' '.join(self.tile(tile) for tile, _face in move.shown)}".strip()
            case Rearrange() | Attempt() | Close():
                sets = " ".join(self.meld(meld) for meld in move.sets)
                return f"{verb} {{{self.tiles(move.played)}}} -> {sets}"
            case _:
                return verb


def read_move(text: str, *, cards: bool = False) -> Move:
    """Read what `write_move` writes; raise ValueError when a tile has no id or a word is wrong."""
    written = read_written(text, cards=cards)
    groups = [*written.sets, written.pieces or ()]
    pieces = [piece for group in groups for piece in group]
    if any(piece.tile is None or piece.face == HIDDEN for piece in pieces):
        raise ValueError(f"in a file every tile has its face and id, as in R5#37; '{text}' lacks one")
    melds = tuple(_meld(one) for one in written.sets)
    return make_move(written, tuple(_id(piece) for piece in written.pieces or ()), melds, _shown(tuple(pieces)))


def make_move(written: WrittenMove, tiles: tuple[Tile, ...], melds: tuple[Meld, ...], shown: ShownFaces) -> Move:
    """Put a written move together from its resolved tiles and sets."""
    kind = MOVE_BY_VERB[written.verb]
    if kind is TakePile:
        return TakePile(tiles, shown=shown)
    if kind is Discard:
        return Discard(tiles[0], shown=shown)
    if kind is LayMeld:
        return LayMeld(melds[0], shown=shown)
    if kind is Extend:
        return Extend(written.target, melds[0], shown=shown)
    if kind is Rearrange or kind is Attempt or kind is Close:
        return kind(tiles, melds, shown=shown)
    return kind(shown=shown)  # type: ignore[call-arg]  # the rest stand alone


def _id(piece: Piece) -> Tile:
    if piece.tile is None:
        raise ValueError("a tile without an id")
    return piece.tile


def _shown(pieces: tuple[Piece, ...]) -> ShownFaces:
    found = {_id(piece): piece.face for piece in pieces if piece.shows}
    return tuple(sorted(found.items(), key=lambda pair: pair[0]))


def _meld(pieces: tuple[Piece, ...]) -> Meld:
    means = tuple([piece.means for piece in pieces])
    kind = kind_of(tuple([piece.face for piece in pieces]), means)
    return Meld(kind, tuple([_id(piece) for piece in pieces]), means)
