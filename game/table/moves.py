"""Everything a player can do, as frozen values.

`shown` lists the faces that the move makes public, in ascending order of tile; the dealer checks them before the move
is applied to a table. The rules say what a move does, and when it is allowed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from game.table.faces import Face
from game.table.melds import Meld
from game.table.tiles import Tile

ShownFaces = tuple[tuple[Tile, Face], ...]


@dataclass(frozen=True, slots=True)
class _Shows:
    shown: ShownFaces = field(default=(), kw_only=True)


@dataclass(frozen=True, slots=True)
class Draw(_Shows):
    """Take the next tile of the stock."""


@dataclass(frozen=True, slots=True)
class Keep(_Shows):
    """Keep the tile just drawn: the starter does without the privilege to redraw it."""


@dataclass(frozen=True, slots=True)
class Redraw(_Shows):
    """Throw the tile just drawn face up on the pile and draw another."""


@dataclass(frozen=True, slots=True)
class TakePile(_Shows):
    """Take these tiles of the pile; the rules allow only the whole pile."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class LayMeld(_Shows):
    """Lay a new set from the rack."""

    meld: Meld


@dataclass(frozen=True, slots=True)
class Extend(_Shows):
    """Turn set number `index` of the table, counted from 0 in the order laid, into `meld`."""

    index: int
    meld: Meld


@dataclass(frozen=True, slots=True)
class Discard(_Shows):
    """Put a tile of the rack face up on the pile, which ends the turn."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Stop(_Shows):
    """End a round whose stock is empty instead of taking the pile."""


@dataclass(frozen=True, slots=True)
class Rearrange(_Shows):
    """Show `played` from the rack and leave the table as `sets`."""

    played: tuple[Tile, ...]
    sets: tuple[Meld, ...]


@dataclass(frozen=True, slots=True)
class Attempt(_Shows):
    """Send a play that is not valid: all see its tiles, they go back to the rack, and a penalty is drawn."""

    played: tuple[Tile, ...]
    sets: tuple[Meld, ...]


@dataclass(frozen=True, slots=True)
class Close(_Shows):
    """Lay the whole rack and the closing tile in one play."""

    played: tuple[Tile, ...]
    sets: tuple[Meld, ...]


@dataclass(frozen=True, slots=True)
class Pass(_Shows):
    """End the turn without a further play."""


@dataclass(frozen=True, slots=True)
class Timeout(_Shows):
    """End the turn of a player whose time has run out."""


@dataclass(frozen=True, slots=True)
class Retract(_Shows):
    """Take back the last set or extension of a turn that cannot be ended otherwise."""


Move = (
    Draw
    | Keep
    | Redraw
    | TakePile
    | LayMeld
    | Extend
    | Discard
    | Stop
    | Rearrange
    | Attempt
    | Close
    | Pass
    | Timeout
    | Retract
)


def named_tiles(move: Move) -> tuple[Tile, ...]:
    """Return the tiles a move names, in the order it names them."""
    match move:
        case TakePile():
            return move.tiles
        case LayMeld() | Extend():
            return move.meld.tiles
        case Discard():
            return (move.tile,)
        case Rearrange() | Attempt() | Close():
            return tuple(tile for meld in move.sets for tile in meld.tiles)
        case _:
            return ()
