"""The mark of the house: a three-horned cap over a winking face; the logo on its rack; the icon of the program.

The cap lies in a unit box 0.84 high; the face below it makes the whole 1.16 high.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from game.client.draw.paint import SurfaceCache, blank, mask, ready, tint
from game.client.draw.pen import Pen, Point, arc, curve
from game.client.draw.theme import BLACK, INK, WHITE, Gradient, mix, rgb

if TYPE_CHECKING:
    from pygame import Surface

    from game.client.draw.theme import RGB, Palette

CAP_HEIGHT: Final = 0.84
MARK_HEIGHT: Final = 1.16
BELLS: Final = ((0.085, 0.49), (0.915, 0.49), (0.5, 0.09))
BELL: Final = Gradient(((0.0, rgb("#FFE3A0")), (1.0, rgb("#D6A14B"))))
_SQUASH: Final = 1 / CAP_HEIGHT  # the pen's y counts in heights, the mark is drawn in widths

marks: Final = SurfaceCache(1_500_000)


def _horns() -> tuple[list[Point], list[Point], list[Point]]:
    left = [
        *curve((0.21, 0.76), (0.22, 0.52), (0.19, 0.36), (0.08, 0.47)),
        *curve((0.08, 0.47), (0.02, 0.12), (0.36, 0.02), (0.48, 0.5)),
        (0.48, 0.76),
    ]
    right = [(1 - x, y) for x, y in left]
    middle = [
        *curve((0.31, 0.76), (0.31, 0.48), (0.4, 0.22), (0.5, 0.08)),
        *curve((0.5, 0.08), (0.6, 0.22), (0.69, 0.48), (0.69, 0.76)),
    ]
    return left, right, middle


HORNS: Final = _horns()


def _widths(points: list[Point], squash: float = _SQUASH) -> list[Point]:
    return [(x, y * squash) for x, y in points]


def _horn(pen: Pen, which: int) -> None:
    pen.polygon(_widths(HORNS[which]))


def _band(pen: Pen) -> None:
    pen.bar(0.17, 0.69 * _SQUASH, 0.66, 0.13 * _SQUASH, 0.06)


def _bell(pen: Pen, which: int) -> None:
    x, y = BELLS[which]
    pen.disc(x, y * _SQUASH, 0.08)


def _outline(pen: Pen) -> None:
    for horn in HORNS:
        pen.polygon(_widths(horn))
    for x, y in BELLS:
        pen.disc(x, y * _SQUASH, 0.095)
    pen.bar(0.17, 0.66 * _SQUASH, 0.66, 0.16 * _SQUASH, 0.06)


def _seams(pen: Pen) -> None:
    for side in (1, -1):
        seam = curve((0.31, 0.7), (0.31, 0.48), (0.38, 0.28), (0.44, 0.16))
        pen.line(_widths([(x if side > 0 else 1 - x, y) for x, y in seam]), 0.035)
    pen.line(_widths([(0.19, 0.675), (0.81, 0.675)]), 0.035)


def _size(width: int) -> tuple[int, int]:
    return width, round(width * CAP_HEIGHT)


def cap(width: int, palette: Palette) -> Surface:
    """Return the cap in its colours, `width` px wide and 0.84 as high."""

    def make() -> Surface:
        size = _size(width)
        out = blank(size)
        for number, colour in enumerate(palette.cap):
            horn = mask(("horn", number), size, partial(_horn, which=number))
            out.blit(tint(horn, Gradient(((0.0, mix(colour, WHITE, 0.18)), (1.0, mix(colour, BLACK, 0.12))))), (0, 0))
        out.blit(tint(mask("band", size, _band), INK), (0, 0))
        for number in range(len(BELLS)):
            out.blit(tint(mask(("bell", number), size, partial(_bell, which=number)), BELL), (0, 0))
        return ready(out)

    return marks.get(("cap", width, palette.name), make)


def plain_cap(width: int, colour: RGB, ground: RGB) -> Surface:
    """Return the cap in one colour, its seams in the ground's: as on the backs of tiles."""

    def make() -> Surface:
        size = _size(width)
        out = tint(mask("cap outline", size, _outline), colour)
        if width >= 18:
            out.blit(tint(mask("cap seams", size, _seams), ground), (0, 0))
        return ready(out)

    return marks.get(("plain cap", width, colour, ground), make)


def _smile(pen: Pen) -> None:
    squash = 1 / MARK_HEIGHT
    pen.line(_widths(arc((0.5, 0.86), 0.235, 18, 162), squash), 0.062)
    pen.disc(0.365, 0.895 * squash, 0.052)
    pen.line(_widths(arc((0.635, 0.925), 0.065, 200, 340), squash), 0.046)


def mark(width: int, palette: Palette) -> Surface:
    """Return the winking face under its cap, `width` px wide and 1.16 as high."""

    def make() -> Surface:
        size = (width, round(width * MARK_HEIGHT))
        out = tint(mask("smile", size, _smile), INK)
        out.blit(cap(width, palette), (0, 0))
        return ready(out)

    return marks.get(("mark", width, palette.name), make)
