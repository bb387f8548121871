"""The slots of the player's own rack: one or several rows, as large as their number allows. Pure geometry.

Law: slots are counted row by row from the left; a wider rack has more slots in a row, each with the same tile as
before.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.client.widgets.boxes import Box

FRAME_WIDTH = 12.0  # wood around the slots
TOP_MARGIN = 12.0  # from the rack's upper edge to its tiles
ROW_GAP = 19.0  # between the tiles of two rows
LIP_OVERLAP = 2.0  # how far the lip covers the last row
# Width of a tile, step to the next, rows: the first entry with enough slots is used.
RACK_STEPS = (
    (58.0, 64.0, 1), (52.0, 55.0, 1), (52.0, 61.0, 2), (46.0, 50.0, 2), (40.0, 43.0, 2), (40.0, 43.0, 3),
    (34.0, 36.0, 3), (30.0, 32.0, 4), (28.0, 29.0, 5),
)  # fmt: skip
MAX_RACK_HEIGHT = 300.0  # with larger tiles; the rest is for the sets
SCALES_TRIED = (2.25, 2.0, 1.75, 1.5, 1.25, 1.0)  # shares of the usual size, tried when a larger one does not fit
# Where room is tight the number of rows matters: one row is kept as long as its tiles can be read.
LARGE_TEXT_STEPS = ((58.0, 64.0, 1), (52.0, 55.0, 1), (46.0, 49.0, 1), (40.0, 43.0, 1), *RACK_STEPS[4:])


@dataclass(frozen=True, slots=True)
class RackShape:
    """The division of the rack: tile width, step, slots in a row, rows, and the height of the whole rack."""

    width: float
    step: float
    across: int
    rows: int
    height: float

    @property
    def slot_count(self) -> int:
        """Return the number of slots."""
        return self.across * self.rows


def rack_shape(
    slots: int, wide: float, lip: float, tall: float, *, tight: bool = False, scale: float = 1.0
) -> RackShape:
    """Choose the shape for a number of slots in a rack `wide` px wide; `tall` is a tile's height divided by its width.

    `scale` is the table size from the settings, followed as far as the rack leaves the table its room; where room is
    `tight`, smaller tiles are preferred to a second row.
    """
    steps = LARGE_TEXT_STEPS if tight else RACK_STEPS
    for share in (scale, *(one for one in SCALES_TRIED if one < scale)):
        made = [_shape((width * share, stride * share, rows), wide, lip, tall) for width, stride, rows in steps]
        shape = next((shape for shape in made if shape.slot_count >= slots), made[-1])
        if share <= 1.0 or (shape.slot_count >= slots and shape.height <= MAX_RACK_HEIGHT):
            return shape
    return shape


def first_row_of(shape: RackShape, tall: float) -> RackShape:
    """Return a rack of the first row alone, its tiles as large and at the same x."""
    return replace(shape, rows=1, height=shape.height - (shape.rows - 1) * (shape.width * tall + ROW_GAP))


def lowered_rack(shape: RackShape, share: float, least: float, tall: float) -> RackShape:
    """Return a lower rack with the same slots at the same x: its tiles shrink, to no less than `least`."""
    width = shape.width * max(share, min(1.0, least / shape.width))
    return replace(shape, width=width, height=shape.height - shape.rows * (shape.width - width) * tall)


def _shape(step: tuple[float, float, int], wide: float, lip: float, tall: float) -> RackShape:
    width, stride, rows = step
    across = max(1, int((wide - 2 * FRAME_WIDTH - width) // stride) + 1)
    high = TOP_MARGIN + rows * width * tall + (rows - 1) * ROW_GAP - LIP_OVERLAP + lip
    return RackShape(width, stride, across, rows, high)


def slot_boxes(rack: Box, shape: RackShape, tall: float) -> tuple[Box, ...]:
    """Return the box of every slot, centred in the rack."""
    used = shape.step * (shape.across - 1) + shape.width
    left = rack.x + (rack.w - used) / 2
    high = shape.width * tall
    return tuple(
        Box(left + column * shape.step, rack.y + TOP_MARGIN + row * (high + ROW_GAP), shape.width, high)
        for row in range(shape.rows)
        for column in range(shape.across)
    )


def nearest_slot(slots: tuple[Box, ...], at: tuple[float, float]) -> int:
    """Return the slot closest to a point; rows count before columns."""
    return min(
        range(len(slots)), key=lambda index: (abs(slots[index].centre[1] - at[1]), abs(slots[index].centre[0] - at[0]))
    )
