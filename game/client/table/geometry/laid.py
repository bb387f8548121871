"""What the layouts of all tables have in common: the boxes of tiles, slots and frame."""

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


class TableFrame(Protocol):
    """The boxes that every frame has. `table` is where a message may be placed; the log may have no room."""

    @property
    def bar(self) -> Box:
        """Return the bar at the top."""

    @property
    def banner(self) -> Box:
        """Return the banner in it."""

    @property
    def table(self) -> Box:
        """Return the area between bar and rack."""

    @property
    def rack(self) -> Box:
        """Return the player's rack, with its lip."""

    @property
    def lip(self) -> Box:
        """Return the rack's lip, the ledge below its tiles."""

    @property
    def log(self) -> Box | None:
        """Return the box of the log, None without room."""

    @property
    def controls_box(self) -> Box | None:
        """Return where the panel has room for optional controls; None without any."""


class TableLayout(Protocol):
    """The layout of a table."""

    @property
    def frame(self) -> TableFrame:
        """Return the boxes of its parts."""

    @property
    def rack(self) -> RackShape:
        """Return the rack's rows and tile size."""

    @property
    def slots(self) -> tuple[Box, ...]:
        """Return the boxes of the rack's slots."""

    @property
    def stock(self) -> Box:
        """Return the box of the stock."""

    @property
    def spots(self) -> Mapping[Tile, Spot]:
        """Return the place of every tile of the deck."""

    @property
    def areas(self) -> tuple[Box, ...]:
        """Return the box of each keyboard area, in Tab order."""

    def is_crowded(self, others: int) -> bool:
        """Return whether the sets may need room of the rack before the next own turn."""

    def box_of(self, target: Target) -> Box:
        """Return the box of a target, for focus and highlights."""


class TileZone(Enum):
    """What a tile lies on."""

    __hash__ = object.__hash__  # a fast one: each tile's is looked up when a bubble is placed

    RACK = "rack"
    SET = "set"
    PILE = "pile"
    STOCK = "stock"
    SEAT = "seat"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Spot:
    """A tile's place. `index` is its slot, set, or seat; a tile that is not visible lies below what it belongs to."""

    box: Box
    lies: TileZone
    index: int
    seen: bool
