"""The public table: only what everybody may know, equal on every peer to the byte.

Laws: no field ever holds the face of a tile that was not shown to all; a table is never mutated,
`with_fields` returns a new one. Seats are numbered clockwise from 0; `side` is a couple or a player alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from enum import Enum
from itertools import repeat
from operator import attrgetter, call
from typing import Any

from game.table.faces import HIDDEN, Face
from game.table.melds import Meld
from game.table.moves import ShownFaces
from game.table.options import Options
from game.table.tiles import NO_TILE, Tile

NO_SEAT = -1


class Phase(Enum):
    """What a table waits for; rules 1.4 and 2.5."""

    START_DRAW = "START_DRAW"
    START_CHOICE = "START_CHOICE"
    DRAW = "DRAW"
    PLAY = "PLAY"
    TURN = "TURN"
    WAIT_FACES = "WAIT_FACES"
    ROUND_END = "ROUND_END"


class Ending(Enum):
    """How a round ended."""

    OUT = "out"
    STOCK = "stock"
    STOPPED = "stopped"
    STALL = "stall"  # D12
    STALEMATE = "stalemate"  # D38
    PASSED = "passed"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round ended and by whom; `seat` is NO_SEAT when nobody went out."""

    ending: Ending
    seat: int = NO_SEAT


@dataclass(frozen=True, slots=True)
class Step:
    """The last set laid or extended in this turn, so that it can be taken back: rule 9.2, V2.

    `before` is the set as it lay, None for a new one; `tiles` came from the rack.
    """

    index: int
    before: Meld | None
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """What happened so far in the turn that is being played.

    `drew` is the tile drawn from the stock (NO_TILE for none), `took` the tiles taken from the pile, `laid` whether a
    tile of the rack reached the table, `plays` how many plays were made, `dead` whether the dead hand was taken, `last`
    the last step that laid a tile, `retracted` whether a step was retracted, `redrawn` whether the first tile was
    thrown and another drawn.
    """

    drew: Tile = NO_TILE
    took: tuple[Tile, ...] = ()
    laid: bool = False
    plays: int = 0
    dead: bool = False
    last: Step | None = None
    retracted: bool = False
    redrawn: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Everything public about a round.

    `racks` are tile ids by seat in the order received; `melds` lie in the order laid, `owners` names the side of each
    (empty in the open-table games, where sets are everybody's). `pile` and `stock` list ids, the pile's top last, the
    stock's next first. `dead` are the dead hands that still wait, by side, and `dead_by` the seat that took each.
    `idle_dead` are the seats that took a dead hand by a discard and have not had a turn since. `faces` are the public
    faces by tile id. `opened` tells by seat who has opened. `closing` is the closing tile. `stall` counts turns in
    succession without a draw or a laid tile, D12; `passes` those that only swapped the pile's one tile, D38, or, on an
    open table, those without a draw or a play. `totals` is the match score by side before this round.
    """

    game: str
    options: Options
    seats: int
    sides: int
    round: int
    starter: int
    phase: Phase
    to_move: int
    racks: tuple[tuple[Tile, ...], ...]
    melds: tuple[Meld, ...]
    owners: tuple[int, ...]
    pile: tuple[Tile, ...]
    stock: tuple[Tile, ...]
    dead: tuple[tuple[Tile, ...], ...]
    dead_by: tuple[int, ...]
    idle_dead: tuple[int, ...]
    faces: tuple[Face, ...]
    opened: tuple[bool, ...]
    closing: Tile
    turn: Turn
    stall: int
    passes: int
    outcome: Outcome | None
    totals: tuple[int, ...]

    def with_fields(self, **new: Any) -> Table:
        """Return the table with these fields replaced; an unknown field name is a TypeError."""
        values = list(_ALL_FIELDS(self))
        for name, value in new.items():
            if name not in _FIELD_INDEX:
                raise TypeError(f"a table has no {name}")
            values[_FIELD_INDEX[name]] = value
        made = object.__new__(Table)
        deque(map(call, _SETTERS, repeat(made), values), maxlen=0)
        return made

    def side_of(self, seat: int) -> int:
        """Return the side a seat plays for: couples are seats 0+2 and 1+3."""
        return seat % self.sides

    @property
    def mover_side(self) -> int:
        """The side of the player to move."""
        return self.to_move % self.sides

    @property
    def rack(self) -> tuple[Tile, ...]:
        """The rack of the player to move."""
        return self.racks[self.to_move]

    def with_rack(self, seat: int, rack: tuple[Tile, ...]) -> tuple[tuple[Tile, ...], ...]:
        """Return all racks with this seat's replaced."""
        return (*self.racks[:seat], rack, *self.racks[seat + 1 :])

    def with_shown_faces(self, shown: ShownFaces) -> Table:
        """Return the table with these faces public."""
        return self.with_fields(faces=with_faces(self.faces, shown)) if shown else self

    def melds_of(self, side: int) -> list[int]:
        """Return the indices of a side's sets."""
        return [index for index, owner in enumerate(self.owners) if owner == side]


# Every tried move makes a new table, so fields are copied in C, without the checks of a frozen dataclass.
_FIELDS = tuple(one.name for one in fields(Table))
_FIELD_INDEX = {name: place for place, name in enumerate(_FIELDS)}
_ALL_FIELDS: Callable[[Table], tuple[Any, ...]] = attrgetter(*_FIELDS)
_SETTERS: tuple[Callable[[Table, Any], None], ...] = tuple(Table.__dict__[name].__set__ for name in _FIELDS)


def with_faces(faces: tuple[Face, ...], shown: ShownFaces) -> tuple[Face, ...]:
    """Return faces by tile id with some of them replaced."""
    if not shown:
        return faces
    known = list(faces)
    for tile, face in shown:
        known[tile] = face
    return tuple(known)


def without(tiles: tuple[Tile, ...], gone: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return the tiles without those in `gone`, in the same order."""
    left = frozenset(gone)
    return tuple([tile for tile in tiles if tile not in left])


def hidden_among(tiles: Iterable[Tile], faces: tuple[Face, ...]) -> tuple[Tile, ...]:
    """Return the tiles whose face is hidden in `faces`, in ascending order."""
    return tuple(sorted([tile for tile in tiles if faces[tile] is HIDDEN]))
