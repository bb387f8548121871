"""Boxes: pure geometry in logical px, from which every screen is laid out.

Laws: nothing here knows pygame, scale or text. Every function returns new boxes. Sizes stay fractions of a logical px;
only the viewport rounds, last, to device px.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import dist, fsum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

Point = tuple[float, float]
Size = tuple[float, float]
ROUNDING: Final = 0.01  # logical px of rounding error tolerated when widths are added up


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle in logical px."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """Return the x of the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """Return the y of the lower edge."""
        return self.y + self.h

    def mirrored(self, wide: float) -> Box:
        """Return the box's place on a mirrored page of this width."""
        return Box(wide - self.right, self.y, self.w, self.h)

    @property
    def centre(self) -> Point:
        """Return the middle."""
        return (self.x + self.w / 2, self.y + self.h / 2)

    @property
    def size(self) -> Size:
        """Return width and height."""
        return (self.w, self.h)

    def contains(self, at: Point) -> bool:
        """Return whether the point is inside; the right and lower edges belong to the neighbour."""
        return self.x <= at[0] < self.right and self.y <= at[1] < self.bottom

    def overlaps(self, other: Box, by: float = 0.0) -> bool:
        """Return whether the boxes overlap by more than `by` px in each direction."""
        across = min(self.right, other.right) - max(self.x, other.x)
        down = min(self.bottom, other.bottom) - max(self.y, other.y)
        return across > by and down > by

    def overlap_area(self, other: Box) -> float:
        """Return the area of the overlap."""
        across = min(self.right, other.right) - max(self.x, other.x)
        down = min(self.bottom, other.bottom) - max(self.y, other.y)
        return max(0.0, across) * max(0.0, down)

    def is_mostly_under(self, other: Box) -> bool:
        """Return whether another box covers more than half of it."""
        return 2 * self.overlap_area(other) > self.w * self.h

    def is_inside(self, other: Box, by: float = 0.0) -> bool:
        """Return whether the box lies inside the other, give or take `by` px."""
        return (
            self.x >= other.x - by
            and self.y >= other.y - by
            and self.right <= other.right + by
            and self.bottom <= other.bottom + by
        )

    def inset(self, across: float, down: float | None = None) -> Box:
        """Return the box without a margin on every side; its size is never negative."""
        down = across if down is None else down
        return Box(self.x + across, self.y + down, max(0.0, self.w - 2 * across), max(0.0, self.h - 2 * down))

    def moved(self, dx: float, dy: float) -> Box:
        """Return the box, shifted."""
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def at_least(self, side: float) -> Box:
        """Return the box with the same centre and no side shorter than `side`."""
        return self.middle(max(self.w, side), max(self.h, side))

    def nearest(self, at: Point) -> Point:
        """Return the point inside that is closest to a given one."""
        return (
            min(max(at[0], self.x), max(self.x, self.right - ROUNDING)),
            min(max(at[1], self.y), max(self.y, self.bottom - ROUNDING)),
        )

    def top_part(self, h: float) -> Box:
        """Return the upper `h` px."""
        return Box(self.x, self.y, self.w, min(h, self.h))

    def below(self, h: float) -> Box:
        """Return what remains below the upper `h` px."""
        return Box(self.x, self.y + min(h, self.h), self.w, max(0.0, self.h - h))

    def left_part(self, w: float) -> Box:
        """Return the left `w` px."""
        return Box(self.x, self.y, min(w, self.w), self.h)

    def right_of(self, w: float) -> Box:
        """Return what remains to the right of the left `w` px."""
        return Box(self.x + min(w, self.w), self.y, max(0.0, self.w - w), self.h)

    def middle(self, w: float, h: float) -> Box:
        """Return a box of that size with the same centre."""
        return Box(self.x + (self.w - w) / 2, self.y + (self.h - h) / 2, w, h)


def aimed_box(boxes: Sequence[Box], at: Point, least: float) -> int | None:
    """Return the index of the box at a point, else of the nearest that would be if no side were under `least`."""
    near = [
        (dist(at, box.nearest(at)), index)
        for index, box in enumerate(boxes)
        if box.w and box.h and box.at_least(least).contains(at)
    ]
    return min(near)[1] if near else None


def divide_length(total: float, least: Sequence[float], weights: Sequence[float], gap: float) -> tuple[float, ...]:
    """Divide a length: each part gets its least, the rest goes by weight.

    If it is too short, all shrink by one factor.
    """
    free = total - gap * max(0, len(least) - 1)
    need = fsum(least)  # added up alike in every Python: `sum` rounds differently before 3.12
    if need >= free or not any(weights):
        factor = min(1.0, free / need) if need else 1.0
        return tuple(part * factor for part in least)
    spare, weight = free - need, fsum(weights)
    return tuple(part + spare * share / weight for part, share in zip(least, weights, strict=True))


def stacked_rows(box: Box, heights: Sequence[float], gap: float = 0.0) -> tuple[Box, ...]:
    """Stack boxes of these heights from the top, each as wide as the box."""
    stacked, y = [], box.y
    for height in heights:
        stacked.append(Box(box.x, y, box.w, height))
        y += height + gap
    return tuple(stacked)


def side_by_side(box: Box, widths: Sequence[float], gap: float = 0.0) -> tuple[Box, ...]:
    """Place boxes of these widths side by side from the left, each as high as the box."""
    standing, x = [], box.x
    for width in widths:
        standing.append(Box(x, box.y, width, box.h))
        x += width + gap
    return tuple(standing)


def even_columns(box: Box, count: int, gap: float = 0.0) -> tuple[Box, ...]:
    """Cut a box into equal columns."""
    width = (box.w - gap * (count - 1)) / count
    return side_by_side(box, (width,) * count, gap)


def grid(box: Box, count: int, across: int, height: float, gap: float = 0.0) -> tuple[Box, ...]:
    """Place cells row by row, `across` in a row, each `height` high."""
    cells = []
    for index in range(count):
        row, column = divmod(index, across)
        width = (box.w - gap * (across - 1)) / across
        cells.append(Box(box.x + column * (width + gap), box.y + row * (height + gap), width, height))
    return tuple(cells)


def wrapped_flow(
    box: Box, sizes: Sequence[Size], gap: float = 0.0, between: float | None = None, *, from_right: bool = False
) -> tuple[Box, ...]:
    """Place boxes in reading order, wrapping at the width; the gap of lines is `between`, or `gap` where that is None.

    With `from_right` each line ends at the right edge, as the buttons of a dialog do; the order stays.
    """
    lines: list[list[int]] = [[]]
    used = 0.0
    for index, (width, _) in enumerate(sizes):
        if lines[-1] and used + width > box.w + ROUNDING:
            lines.append([])
            used = 0.0
        lines[-1].append(index)
        used += width + gap
    placed: list[Box] = []
    y = box.y
    for line in lines:
        if not line:
            continue
        wide = sum(sizes[index][0] for index in line) + gap * (len(line) - 1)
        high = max(sizes[index][1] for index in line)
        x = box.right - wide if from_right else box.x
        for index in line:
            width = min(sizes[index][0], box.w)
            placed.append(Box(max(box.x, x), y, width, high))
            x += width + gap
        y += high + (gap if between is None else between)
    return tuple(placed)


def bounding_box(boxes: Sequence[Box]) -> Box:
    """Return the smallest box that contains them all; an empty box for none."""
    if not boxes:
        return Box(0, 0, 0, 0)
    x, y = min([box.x for box in boxes]), min([box.y for box in boxes])
    return Box(x, y, max([box.right for box in boxes]) - x, max([box.bottom for box in boxes]) - y)
