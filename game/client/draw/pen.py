"""Lines, curves and filled shapes, drawn on the large surface from which a mask is scaled down.

Law: everything is white or transparent; the mask is coloured later.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import pygame
from pygame import Rect, Surface

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Point: TypeAlias = tuple[float, float]

TRANSPARENT: Final = (255, 255, 255, 0)
OPAQUE: Final = (255, 255, 255, 255)
CURVE_STEPS: Final = 18


class Pen:
    """Draws in a unit box on the large surface of a mask; x and every radius are shares of its width, y of its height.

    With `erase=True` it cuts out instead of filling.
    """

    __slots__ = ("height", "surface", "width")

    def __init__(self, surface: Surface) -> None:
        self.surface = surface
        self.width, self.height = surface.get_size()

    def _at(self, point: Point) -> Point:
        return point[0] * self.width, point[1] * self.height

    def polygon(self, points: Iterable[Point]) -> None:
        """Fill the polygon."""
        pygame.draw.polygon(self.surface, OPAQUE, [self._at(point) for point in points])

    def disc(self, x: float, y: float, radius: float, *, erase: bool = False) -> None:
        """Fill the disc around (x, y)."""
        pygame.draw.circle(self.surface, TRANSPARENT if erase else OPAQUE, self._at((x, y)), radius * self.width)

    def rounded_rectangle(
        self, x: float, y: float, width: float, height: float, radius: float = 0.0, *, erase: bool = False
    ) -> None:
        """Fill the upright rectangle with round corners."""
        left, top = self._at((x, y))
        right, bottom = self._at((x + width, y + height))
        box = Rect(round(left), round(top), max(1, round(right) - round(left)), max(1, round(bottom) - round(top)))
        pygame.draw.rect(
            self.surface,
            TRANSPARENT if erase else OPAQUE,
            box,
            border_radius=round(radius * self.width) if radius else -1,
        )

    def frame(self, x: float, y: float, width: float, height: float, *, radius: float, thick: float) -> None:
        """Draw the outline of a rectangle, its line inside the box."""
        self.rounded_rectangle(x, y, width, height, radius)
        inner = max(0.0, radius - thick)
        self.rounded_rectangle(x + thick, y + thick, width - 2 * thick, height - 2 * thick, inner, erase=True)

    def line(self, points: Sequence[Point], thick: float) -> None:
        """Draw a stroke with round ends and joints."""
        draw_stroke(self.surface, [self._at(point) for point in points], thick * self.width)


# --- figures as data --------------------------------------------------------------------------------------------------


class Polygon(NamedTuple):
    """A filled polygon."""

    points: Sequence[Point]


class Disc(NamedTuple):
    """A filled disc."""

    x: float
    y: float
    radius: float


class RoundedRectangle(NamedTuple):
    """An upright rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    radius: float


class Stroke(NamedTuple):
    """A line with round ends."""

    points: Sequence[Point]
    thick: float


Figure: TypeAlias = tuple[Polygon | Disc | RoundedRectangle | Stroke, ...]  # drawn in this order, later ones on top


def figure_drawer(figure: Figure) -> Callable[[Pen], None]:
    """Return a function that draws a figure with a pen."""

    def draw(pen: Pen) -> None:
        for part in figure:
            match part:
                case Polygon():
                    pen.polygon(*part)
                case Disc():
                    pen.disc(*part)
                case RoundedRectangle():
                    pen.rounded_rectangle(*part)
                case Stroke():
                    pen.line(*part)

    return draw


def mirrored_polygon(right: Sequence[Point]) -> Polygon:
    """Return the symmetric polygon with the given right half, from top to bottom."""
    return Polygon((*right, *((1 - x, y) for x, y in reversed(right))))


# --- lines and curves -------------------------------------------------------------------------------------------------


def draw_stroke(
    surface: Surface,
    points: Sequence[Point],
    thick: float,
    colour: tuple[int, int, int, int] = OPAQUE,
) -> None:
    """Draw a thick line as quads with round joints; pygame's own thick lines have none."""
    half = thick / 2
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        if length < 1e-6:
            continue
        nx, ny = (y0 - y1) / length * half, (x1 - x0) / length * half
        quad = [(x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)]
        pygame.draw.polygon(surface, colour, quad)
    for corner in points:
        pygame.draw.circle(surface, colour, corner, half)


def arc_points(centre: Point, radius: float, start: float, end: float, steps: int = 32) -> list[Point]:
    """Return points along a circle; angles in degrees, 0 to the right, clockwise on screen."""
    x, y = centre
    angles = (math.radians(start + (end - start) * step / steps) for step in range(steps + 1))
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def bezier_points(start: Point, first: Point, second: Point, end: Point) -> list[Point]:
    """Return points along a cubic Bezier curve."""
    points: list[Point] = []
    for step in range(CURVE_STEPS + 1):
        t = step / CURVE_STEPS
        s = 1 - t
        a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        points.append(
            (
                a * start[0] + b * first[0] + c * second[0] + d * end[0],
                a * start[1] + b * first[1] + c * second[1] + d * end[1],
            )
        )
    return points
