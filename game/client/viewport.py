"""The viewport: converts device px to logical px and back.

Laws: u = min(W/1280, H/720), so the short axis is 1280 or 720 logical px and the other is longer. A window below 960 x
540 points keeps u and shows a panned part of the canvas. Rounding to device px happens only here, edge by edge, so that
neighbours never gap or overlap.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from game.client.widgets.boxes import Box, Point, Size

NORMAL_SIZE: Size = (1280.0, 720.0)
MIN_SIZE: Size = (960.0, 540.0)  # points; in a smaller window the canvas scrolls
EDGE_SHARE = 0.12  # the outer share of a small window in which the pointer means the edge of the canvas

PixelBox = tuple[int, int, int, int]  # left, top, width, height in device px


@dataclass(frozen=True, slots=True)
class Viewport:
    """A window's size in device px, the device px per point of the pointer, and the pan of a small window."""

    size: tuple[int, int]
    ratio: float = 1.0
    pan: tuple[float, float] = (0.0, 0.0)  # the pan, 0..1 of the hidden part
    foot: float = 0.0  # logical px at the bottom of the canvas that are reserved for something else
    u: float = field(init=False, compare=False)  # device px per logical px; read thousands of times a frame

    def __post_init__(self) -> None:
        """Compute the scale once, when the viewport is made."""
        fit = min(self.size[0] / NORMAL_SIZE[0], self.size[1] / NORMAL_SIZE[1])
        floor = min(MIN_SIZE[0] / NORMAL_SIZE[0], MIN_SIZE[1] / NORMAL_SIZE[1]) * self.ratio
        object.__setattr__(self, "u", max(fit, floor))

    @property
    def canvas(self) -> Box:
        """Return the canvas in logical px, without the reserved bottom."""
        whole = self._whole
        return whole.top_part(whole.h - self.foot)

    @property
    def _whole(self) -> Box:
        u = self.u
        return Box(0.0, 0.0, max(NORMAL_SIZE[0], self.size[0] / u), max(NORMAL_SIZE[1], self.size[1] / u))

    @property
    def canvas_size(self) -> tuple[int, int]:
        """Return the whole canvas in device px: the window, or more if the window is small."""
        canvas = self._whole
        return (max(self.size[0], round(canvas.w * self.u)), max(self.size[1], round(canvas.h * self.u)))

    @property
    def scrolls(self) -> bool:
        """Return whether the window shows only a part of the canvas."""
        return self.canvas_size != self.size

    @property
    def offset(self) -> tuple[int, int]:
        """Return the canvas px at the window's upper left corner."""
        wide, high = self.canvas_size
        return (round((wide - self.size[0]) * self.pan[0]), round((high - self.size[1]) * self.pan[1]))

    def to_logical(self, at: Point) -> Point:
        """Convert a pointer position, in points of the window, to logical px of the canvas."""
        left, top = self.offset
        return ((at[0] * self.ratio + left) / self.u, (at[1] * self.ratio + top) / self.u)

    def to_device(self, box: Box) -> PixelBox:
        """Convert a logical box to px of the canvas surface."""
        u = self.u
        left, top = round(box.x * u), round(box.y * u)
        return (left, top, round(box.right * u) - left, round(box.bottom * u) - top)

    def to_window(self, box: Box) -> PixelBox:
        """Convert a logical box to px of the window, minus the pan."""
        left, top, wide, high = self.to_device(box)
        return (left - self.offset[0], top - self.offset[1], wide, high)

    def panned_to_pointer(self, at: Point) -> Viewport:
        """Return the viewport panned to the pointer, which shows the canvas's edge at the edge of a small window."""
        if not self.scrolls:
            return self
        points = (self.size[0] / self.ratio, self.size[1] / self.ratio)
        return replace(self, pan=(_spread(at[0] / points[0]), _spread(at[1] / points[1])))

    def panned_to_box(self, box: Box) -> Viewport:
        """Return the viewport panned as little as brings the box into view."""
        wide, high = self.canvas_size
        left, top, w, h = self.to_device(box)
        over = (wide - self.size[0], high - self.size[1])
        reach = (
            _nudged(self.offset[0], left, w, self.size[0], over[0]),
            _nudged(self.offset[1], top, h, self.size[1], over[1]),
        )
        if reach == self.offset:
            return self
        return replace(self, pan=(reach[0] / over[0] if over[0] else 0.0, reach[1] / over[1] if over[1] else 0.0))


def _spread(share: float) -> float:
    return min(1.0, max(0.0, (share - EDGE_SHARE) / (1 - 2 * EDGE_SHARE)))


def _nudged(offset: int, start: int, length: int, window: int, over: int) -> int:
    high = start
    low = min(start + length - window, high)  # a box larger than the window: show its start
    return max(0, min(over, max(low, min(offset, high))))
