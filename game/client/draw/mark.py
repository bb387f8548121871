"""The emblem of the program: a jester's cap with three horns over a winking face.

The cap is in a unit box 0.84 high; with the face below it is 1.16 high.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.draw.paint import SurfaceCache, blank_surface, blit_ready, mask, tinted_mask
from game.client.draw.pen import Disc, Polygon, RoundedRectangle, Stroke, arc_points, bezier_points, figure_drawer
from game.client.draw.theme import BLACK, INK, WHITE, Gradient, mix, rgb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pygame import Surface

    from game.client.draw.pen import Figure, Point
    from game.client.draw.theme import RGB, Palette

CAP_HEIGHT: Final = 0.84
MARK_HEIGHT: Final = 1.16
BELL_CENTRES: Final = ((0.085, 0.49), (0.915, 0.49), (0.5, 0.09))
BELL_RADIUS: Final = 0.08
BELL_FILL: Final = Gradient(((0.0, rgb("#FFE3A0")), (1.0, rgb("#D6A14B"))))
_SQUASH: Final = 1 / CAP_HEIGHT  # the pen's y is a share of the height, the emblem's of the width

mark_cache: Final = SurfaceCache(1_500_000, upright=True)


_LEFT_HORN: Final = (
    *bezier_points((0.21, 0.76), (0.22, 0.52), (0.19, 0.36), (0.08, 0.47)),
    *bezier_points((0.08, 0.47), (0.02, 0.12), (0.36, 0.02), (0.48, 0.5)),
    (0.48, 0.76),
)
_MIDDLE_HORN: Final = (
    *bezier_points((0.31, 0.76), (0.31, 0.48), (0.4, 0.22), (0.5, 0.08)),
    *bezier_points((0.5, 0.08), (0.6, 0.22), (0.69, 0.48), (0.69, 0.76)),
)
_SEAM: Final = bezier_points((0.31, 0.7), (0.31, 0.48), (0.38, 0.28), (0.44, 0.16))


def _other_side(points: Sequence[Point]) -> list[Point]:
    return [(1 - x, y) for x, y in points]


def _widths(points: Sequence[Point], squash: float = _SQUASH) -> tuple[Point, ...]:
    return tuple((x, y * squash) for x, y in points)


HORNS: Final = tuple(Polygon(_widths(one)) for one in (_LEFT_HORN, _other_side(_LEFT_HORN), _MIDDLE_HORN))
_BAND: Final = RoundedRectangle(0.17, 0.69 * _SQUASH, 0.66, 0.13 * _SQUASH, 0.06)
_OUTLINE: Final[Figure] = (
    *HORNS,
    *(Disc(x, y * _SQUASH, 0.095) for x, y in BELL_CENTRES),
    RoundedRectangle(0.17, 0.66 * _SQUASH, 0.66, 0.16 * _SQUASH, 0.06),
)
_SEAMS: Final = tuple(
    Stroke(_widths(one), 0.035) for one in (_SEAM, _other_side(_SEAM), [(0.19, 0.675), (0.81, 0.675)])
)
_LOW: Final = 1 / MARK_HEIGHT  # scaled together with the emblem
_SMILE: Final = (
    Stroke(_widths(arc_points((0.5, 0.86), 0.235, 18, 162), _LOW), 0.062),
    Disc(0.365, 0.895 * _LOW, 0.052),
    Stroke(_widths(arc_points((0.635, 0.925), 0.065, 200, 340), _LOW), 0.046),
)
_AWAKE: Final = (*_SMILE[:2], Disc(0.635, 0.895 * _LOW, 0.052))
_LIT, _DARK = 0.18, 0.12  # share of white and black at the ends of a horn
RIM_DIVISOR: Final = 28  # the cap's width divided by the rim's
MIN_SEAMS_PX: Final = 18  # px: on a smaller cap the seams are not recognisable


def _size(width: int) -> tuple[int, int]:
    return width, round(width * CAP_HEIGHT)


def cap(width: int, palette: Palette, *, rimmed: bool = False) -> Surface:
    """Return the coloured cap, `width` px wide and 0.84 as high; on gold a rim separates its yellow horn."""

    def make() -> Surface:
        size = _size(width)
        out, rim, thick = (
            blank_surface(size),
            tinted_mask(mask("cap outline", size, figure_drawer(_OUTLINE)), INK),
            max(1, width // RIM_DIVISOR),
        )
        for at in ((-thick, 0), (thick, 0), (0, -thick), (0, thick)) if rimmed else ():
            out.blit(rim, at)
        for number, colour in enumerate(palette.cap):
            horn = mask(("horn", number), size, figure_drawer((HORNS[number],)))
            out.blit(
                tinted_mask(horn, Gradient(((0.0, mix(colour, WHITE, _LIT)), (1.0, mix(colour, BLACK, _DARK))))), (0, 0)
            )
        out.blit(tinted_mask(mask("band", size, figure_drawer((_BAND,))), INK), (0, 0))
        for number, (x, y) in enumerate(BELL_CENTRES):
            bell = mask(("bell", number), size, figure_drawer((Disc(x, y * _SQUASH, BELL_RADIUS),)))
            out.blit(tinted_mask(bell, BELL_FILL), (0, 0))
        return blit_ready(out)

    return mark_cache.get(("cap", width, palette.name, rimmed), make)


def plain_cap(width: int, colour: RGB, ground: RGB) -> Surface:
    """Return the cap in one colour with seams in the background's, as on the backs of tiles."""

    def make() -> Surface:
        size = _size(width)
        out = tinted_mask(mask("cap outline", size, figure_drawer(_OUTLINE)), colour)
        if width >= MIN_SEAMS_PX:
            out.blit(tinted_mask(mask("cap seams", size, figure_drawer(_SEAMS)), ground), (0, 0))
        return blit_ready(out)

    return mark_cache.get(("plain cap", width, colour, ground), make)


def mark(width: int, palette: Palette, *, awake: bool = False) -> Surface:
    """Return the winking face under its cap, `width` px wide and 1.16 as high; `awake` opens both eyes."""

    def make() -> Surface:
        size = (width, round(width * MARK_HEIGHT))
        face = mask("awake", size, figure_drawer(_AWAKE)) if awake else mask("smile", size, figure_drawer(_SMILE))
        out = tinted_mask(face, INK)
        out.blit(cap(width, palette), (0, 0))
        return blit_ready(out)

    return mark_cache.get(("mark", width, palette.name, awake), make)
