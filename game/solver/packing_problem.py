"""The question put to the packing solver, and its answer."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from game.solver.counts import LAST_NUMBER
from game.solver.packed_sets import PackedSet
from game.table.faces import JOKER, Face

if TYPE_CHECKING:
    from game.table.options import Options

JOKER_POINTS = 30
NO_BOUND = 1 << 40  # above the price of every rack
_MAX_POINTS = 1 << 12  # above all points in the deck


class Objective(Enum):
    """What the best play has most of."""

    TILES = "tiles"
    POINTS = "points"
    TILES_THEN_POINTS = "tiles+points"

    def joker_price(self) -> int:
        """Return the cost of a joker left in the rack."""
        return _price(self, JOKER_POINTS)

    def prices(self) -> tuple[int, ...]:
        """Return the cost of a tile left in the rack, for the numbers 1 to 13."""
        return _PRICES[self]


def _price(objective: Objective, points: int) -> int:
    return {Objective.TILES: 1, Objective.POINTS: points, Objective.TILES_THEN_POINTS: _MAX_POINTS + points}[objective]


_PRICES = {
    objective: tuple(_price(objective, number) for number in range(1, LAST_NUMBER + 1)) for objective in Objective
}


class JokerLock(Enum):
    """What a joker on the table must keep: its face, its whole set, or nothing."""

    FACE = "face"
    FROZEN = "frozen"
    FREE = "free"


class PackingLaws(NamedTuple):
    """The laws of section 2.3 and 2.4 of the rule book, as the table's options set them.

    With `company` a freed joker must lie with two rack tiles; without it a group of three must first be completed.
    `opening` is the sum that a first play must reach, None once the player has opened. With `one_after_13` a run may
    continue from the thirteen to a one, which still counts 1. Without `frees` no joker of the table is freed.
    """

    lock: JokerLock = JokerLock.FACE
    shift: bool = False
    from_table: bool = False
    company: bool = False
    opening: int | None = None
    opening_uses_table: bool = False
    one_after_13: bool = False
    frees: bool = True


def laws_of(options: Options, *, company: bool, opened: bool) -> PackingLaws:
    """Return the laws that a table's options make for a player who has opened or not."""
    return PackingLaws(
        lock=JokerLock(options.word("joker_lock")),
        shift=options.flag("joker_shift"),
        from_table=options.flag("exchange_from_table"),
        company=company,
        opening=None if opened else options.number("opening_min"),
        opening_uses_table=options.flag("opening_uses_table"),
        one_after_13=options.flag("one_after_13"),
    )


class Problem(NamedTuple):
    """A table and a rack.

    The table is either `loose` tiles, which may form any sets, or `sets`, to which the joker laws apply. `must_lay`
    are the rack tiles that a play has to lay: all of them, the closing tile included, for a play that closes.
    """

    rack: tuple[Face, ...]
    loose: tuple[Face, ...] = ()
    sets: tuple[PackedSet, ...] = ()
    laws: PackingLaws = PackingLaws()
    must_lay: tuple[Face, ...] = ()


class Packing(NamedTuple):
    """A play: the tiles laid from the rack and all sets of the table after it.

    `exact` says that there is none better. If `divisible` is false, no play makes sets of the whole table and lays
    what must be laid, and there are no tiles and sets. `nodes` is how many search nodes it took.
    """

    laid: tuple[Face, ...]
    sets: tuple[PackedSet, ...]
    exact: bool
    nodes: int
    divisible: bool = True

    @property
    def tiles(self) -> int:
        """Count the tiles laid."""
        return len(self.laid)

    @property
    def points(self) -> int:
        """Add up the points laid: a tile its number, a joker 30."""
        return sum(map(face_points, self.laid))


def face_points(face: Face) -> int:
    """Return the points of a tile in the rack."""
    return JOKER_POINTS if face == JOKER else face.number
