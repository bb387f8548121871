"""Lines, curves and filled forms, drawn on the large surface that a mask is scaled down from.

Law: everything is white or clear; colour comes later, when the mask is tinted.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

import pygame
from pygame import Rect, Surface

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Point: TypeAlias = tuple[float, float]

CLEAR: Final = (255, 255, 255, 0)
OPAQUE: Final = (255, 255, 255, 255)


class Pen:
    """Draws in a unit box on the large surface of a mask; x and every radius are shares of its width, y of its height.

    `erase=True` cuts out instead of filling.
    """

    __slots__ = ("height", "surface", "width")

    def __init__(self, surface: Surface) -> None:
        self.surface = surface
        self.width, self.height = surface.get_size()

    def _at(self, point: Point) -> Point:
        return point[0] * self.width, point[1] * self.height

    def polygon(self, points: Iterable[Point], *, erase: bool = False) -> None:
        """Fill the polygon."""
        pygame.draw.polygon(self.surface, CLEAR if erase else OPAQUE, [self._at(point) for point in points])

    def disc(self, x: float, y: float, radius: float, *, erase: bool = False) -> None:
        """Fill the disc around (x, y)."""
        pygame.draw.circle(self.surface, CLEAR if erase else OPAQUE, self._at((x, y)), radius * self.width)

    def bar(self, x: float, y: float, width: float, height: float, radius: float = 0.0, *, erase: bool = False) -> None:
        """Fill the upright rectangle with round corners."""
        left, top = self._at((x, y))
        right, bottom = self._at((x + width, y + height))
        box = Rect(round(left), round(top), max(1, round(right) - round(left)), max(1, round(bottom) - round(top)))
        pygame.draw.rect(
            self.surface, CLEAR if erase else OPAQUE, box, border_radius=round(radius * self.width) if radius else -1
        )

    def frame(self, x: float, y: float, width: float, height: float, *, radius: float, thick: float) -> None:
        """Draw the outline of a rectangle, its line inside the box."""
        self.bar(x, y, width, height, radius)
        inner = max(0.0, radius - thick)
        self.bar(x + thick, y + thick, width - 2 * thick, height - 2 * thick, inner, erase=True)

    def line(self, points: Sequence[Point], thick: float, *, closed: bool = False, erase: bool = False) -> None:
        """Draw a stroke with round ends and joints."""
        stroke(
            self.surface,
            [self._at(point) for point in points],
            thick * self.width,
            CLEAR if erase else OPAQUE,
            closed=closed,
        )


# --- figures as data --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled form."""

    points: Sequence[Point]

    def put(self, pen: Pen) -> None:
        """Fill it."""
        pen.polygon(self.points)


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled disc."""

    x: float
    y: float
    radius: float

    def put(self, pen: Pen) -> None:
        """Fill it."""
        pen.disc(self.x, self.y, self.radius)


@dataclass(frozen=True, slots=True)
class Rounded:
    """An upright rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    radius: float

    def put(self, pen: Pen) -> None:
        """Fill it."""
        pen.bar(self.x, self.y, self.width, self.height, self.radius)


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line with round ends."""

    points: Sequence[Point]
    thick: float

    def put(self, pen: Pen) -> None:
        """Draw it."""
        pen.line(self.points, self.thick)


Figure: TypeAlias = tuple[Polygon | Disc | Rounded | Stroke, ...]  # laid over one another in this order


def drawing(figure: Figure) -> Callable[[Pen], None]:
    """Return what draws a figure."""

    def draw(pen: Pen) -> None:
        for part in figure:
            part.put(pen)

    return draw


def mirrored(right: Sequence[Point]) -> Polygon:
    """Return the form whose right half goes from the top to the foot."""
    return Polygon((*right, *((1 - x, y) for x, y in reversed(right))))


# --- lines and curves -------------------------------------------------------------------------------------------------


def stroke(
    surface: Surface,
    points: Sequence[Point],
    thick: float,
    colour: tuple[int, int, int, int] = OPAQUE,
    *,
    closed: bool = False,
) -> None:
    """Draw a thick line as quads with round joints; pygame's own thick lines have none."""
    corners = [*points, points[0]] if closed else list(points)
    half = thick / 2
    for (x0, y0), (x1, y1) in pairwise(corners):
        length = math.hypot(x1 - x0, y1 - y0)
        if length < 1e-6:
            continue
        nx, ny = (y0 - y1) / length * half, (x1 - x0) / length * half
        quad = [(x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)]
        pygame.draw.polygon(surface, colour, quad)
    for corner in corners:
        pygame.draw.circle(surface, colour, corner, half)


def arc(centre: Point, radius: float, start: float, end: float, steps: int = 32) -> list[Point]:
    """Return points along a circle; angles in degrees, 0 to the right, clockwise on screen."""
    x, y = centre
    angles = (math.radians(start + (end - start) * step / steps) for step in range(steps + 1))
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def curve(start: Point, first: Point, second: Point, end: Point, steps: int = 18) -> list[Point]:
    """Return points along a cubic Bezier curve."""
    points: list[Point] = []
    for step in range(steps + 1):
        t = step / steps
        s = 1 - t
        a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        points.append(
            (
                a * start[0] + b * first[0] + c * second[0] + d * end[0],
                a * start[1] + b * first[1] + c * second[1] + d * end[1],
            )
        )
    return points
