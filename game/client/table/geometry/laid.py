"""What every table laid out has in common, whatever the game: where tiles, slots and the parts around them lie."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from game.client.table.aims import Target
    from game.client.table.geometry.rack import RackShape
    from game.client.widgets.boxes import Box
    from game.table.tiles import Tile


class Framed(Protocol):
    """The boxes that every table has; `table` is where a paper may stand, the log may find no room."""

    @property
    def bar(self) -> Box:
        """Return the strip on top."""

    @property
    def banner(self) -> Box:
        """Return the pill in it."""

    @property
    def table(self) -> Box:
        """Return what lies between bar and rack."""

    @property
    def rack(self) -> Box:
        """Return the player's rack, with its lip."""

    @property
    def lip(self) -> Box:
        """Return the ledge before it."""

    @property
    def log(self) -> Box | None:
        """Return the place of the log."""

    @property
    def controls(self) -> Box | None:
        """Return where the panel has room for something else than what goes on with the turn; None without any."""


class Laid(Protocol):
    """A table laid out."""

    @property
    def frame(self) -> Framed:
        """Return where its parts lie."""

    @property
    def rack(self) -> RackShape:
        """Return how the rack is divided."""

    @property
    def slots(self) -> tuple[Box, ...]:
        """Return the slots of the rack."""

    @property
    def stock(self) -> Box:
        """Return where tiles come from."""

    @property
    def spots(self) -> Mapping[Tile, Spot]:
        """Return the place of every tile of the deck."""

    @property
    def areas(self) -> tuple[Box, ...]:
        """Return where each area of the keys lies, in their order."""

    def box_of(self, target: Target) -> Box:
        """Return the box of a target, for the focus and for what lights up."""


class Lies(Enum):
    """What a tile lies on."""

    RACK = "rack"
    SET = "set"
    PILE = "pile"
    STOCK = "stock"
    SEAT = "seat"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Spot:
    """A tile's place; `index` is its slot, set, or seat; a tile that is not seen lies under the thing it belongs to."""

    box: Box
    lies: Lies
    index: int
    seen: bool
