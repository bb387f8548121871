"""Drawing primitives: masks, tints, plates, rings, shadows, strokes. All sizes are device px.

Laws: a mask is white on transparent white, drawn larger and scaled down, then multiplied by its fill, so no edge is
dark or jagged; large masks are assembled from their corners, so their cost does not grow with the window; cached
surfaces are shared and must not be drawn on (copy them first).
"""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import pygame
from pygame import BLEND_RGBA_MULT, BLEND_RGBA_SUB, SRCALPHA, Rect, Surface

from game.client.draw.pen import OPAQUE, TRANSPARENT, Pen, arc_points, draw_stroke
from game.client.draw.theme import RGB, SHADOW, Fill, Gradient, ShadowStyle
from game.client.leftward import mirror

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from game.client.draw.pen import Point

Size = tuple[int, int]

ALPHA_MASKS: Final = (0xFF0000, 0xFF00, 0xFF, 0xFF000000)


class SurfaceCache:
    """An LRU cache of surfaces, bounded by their total pixels.

    With `upright` its surfaces keep their orientation on a mirrored page.
    """

    __slots__ = ("_kept", "limit", "pixels", "upright")

    def __init__(self, limit: int, *, upright: bool = False) -> None:
        self.upright = upright
        self._kept: OrderedDict[Hashable, Surface] = OrderedDict()
        self.limit = limit
        self.pixels = 0

    def get(self, key: Hashable, make: Callable[[], Surface]) -> Surface:
        """Return the surface of `key`, made by `make` if it is not cached; mirrored pages have separate entries."""
        if mirror.is_mirroring():
            key = ("turned", key)
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        made = self._upright(make) if self.upright else make()
        self._kept[key] = made
        self.pixels += made.get_width() * made.get_height()
        while self.pixels > self.limit and len(self._kept) > 1:
            _, dropped = self._kept.popitem(last=False)
            self.pixels -= dropped.get_width() * dropped.get_height()
        return made

    @staticmethod
    def _upright(make: Callable[[], Surface]) -> Surface:
        with mirror.unmirrored():
            made = make()
        return mirror.keep_upright(made)

    def forget(self) -> None:
        """Empty the cache; after a change of palette or window size."""
        self._kept.clear()
        self.pixels = 0

    def __len__(self) -> int:
        return len(self._kept)


mask_cache: Final = SurfaceCache(6_000_000)
plate_cache: Final = SurfaceCache(12_000_000)
shadow_cache: Final = SurfaceCache(12_000_000)


def forget() -> None:
    """Empty the caches of this module."""
    for cache in (mask_cache, plate_cache, shadow_cache):
        cache.forget()


def blank_surface(size: Size) -> Surface:
    """Return a surface of transparent white, so that scaling leaves no dark rim; at least 1 x 1."""
    surface = Surface(_whole(size), SRCALPHA, 32)
    surface.fill(TRANSPARENT)
    return surface


def _whole(size: Size) -> Size:
    return max(1, size[0]), max(1, size[1])


def blit_ready(surface: Surface) -> Surface:
    """Return the surface, converted if necessary, in the format that blits fastest with alpha."""
    if surface.get_masks() == ALPHA_MASKS or pygame.display.get_surface() is None:
        return surface
    return surface.convert_alpha()


# --- drawing a mask ---------------------------------------------------------------------------------------------------


def _fineness(size: Size) -> int:
    """Return the supersampling factor of a mask: higher for small masks, because large ones would cost too much."""
    longest = max(size)
    if longest <= 40:
        return 8
    return 4 if longest <= 480 else 2


def mask(key: Hashable, size: Size, draw: Callable[[Pen], None]) -> Surface:
    """Return the white mask that `draw` makes in the unit box, cached by `key` and size."""
    size = _whole(size)

    def make() -> Surface:
        times = _fineness(size)
        large = blank_surface((size[0] * times, size[1] * times))
        draw(Pen(large))
        return pygame.transform.smoothscale(large, size)

    return mask_cache.get((key, size), make)


# --- rounded boxes and rings ------------------------------------------------------------------------------------------


def _spans(side: int, corner: int, goal: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return the source and target of the three parts of an edge: start and length of each.

    An edge as long as its target stays in one part.
    """
    if side == goal:
        return ((0, side, 0, side),)
    return (
        (0, corner, 0, corner),
        (corner, side - 2 * corner, corner, goal - 2 * corner),
        (side - corner, corner, goal - corner, corner),
    )


def _stretch(small: Surface, corner: int, size: Size) -> Surface:
    """Return `small` enlarged to the size: unchanged corners, with its middle row and column stretched.

    The parts are written directly into the result, because new memory pages cost most.
    """
    width, height = small.get_size()
    out = Surface(size, SRCALPHA, 32)
    for from_x, part_w, to_x, goal_w in _spans(width, corner, size[0]):
        for from_y, part_h, to_y, goal_h in _spans(height, corner, size[1]):
            part = small.subsurface(Rect(from_x, from_y, part_w, part_h))
            goal = out.subsurface(Rect(to_x, to_y, goal_w, goal_h))
            pygame.transform.scale(part, (goal_w, goal_h), goal)
    return out


def _box(size: Size, radius: float, thick: float) -> Surface:
    """Draw a rounded box (`thick` 0) or its outline at full size, supersampled."""
    times = _fineness(size)
    large = blank_surface((size[0] * times, size[1] * times))
    round_by = max(0, round(radius * times))
    pygame.draw.rect(large, OPAQUE, large.get_rect(), border_radius=round_by or -1)
    if thick:
        line = max(1, round(thick * times))
        inner = large.get_rect().inflate(-2 * line, -2 * line)
        if inner.width > 0 and inner.height > 0:
            pygame.draw.rect(large, TRANSPARENT, inner, border_radius=max(0, round_by - line) or -1)
    return pygame.transform.smoothscale(large, size)


def _boxed(size: Size, radius: float, thick: float) -> Surface:
    size = _whole(size)
    # Radii in quarters of a pixel are precise enough, and limit the number of different corners.
    radius = round(min(max(0.0, radius), size[0] / 2, size[1] / 2) * 4) / 4
    thick = round(thick * 4) / 4

    def make() -> Surface:
        corner = math.ceil(max(radius, thick)) + 1
        side = 2 * corner + 1
        if min(size) < side:
            return _box(size, radius, thick)
        small = mask_cache.get(("corner", radius, thick), lambda: _box((side, side), radius, thick))
        return _stretch(small, corner, size)

    return mask_cache.get(("box", radius, thick, size), make)


def rounded_mask(size: Size, radius: float) -> Surface:
    """Return the mask of a box with round corners."""
    return _boxed(size, radius, 0.0)


def outline_mask(size: Size, radius: float, thick: float) -> Surface:
    """Return the mask of a box's outline, its line inside the box, at least one pixel thick."""
    return _boxed(size, radius, max(1.0, thick))


def disc_mask(diameter: int) -> Surface:
    """Return the mask of a disc."""
    return rounded_mask((diameter, diameter), diameter / 2)


def dashed_mask(size: Size, radius: float, thick: float, dash: float, gap: float) -> Surface:
    """Return the mask of a box's outline in dashes with round ends, fitted so that they close evenly."""

    def draw(pen: Pen) -> None:
        times = pen.width / max(1, size[0])
        path = _outline(size, radius, thick / 2)
        # Round ends make a stroke longer by its thickness.
        for piece in _dashes(path, max(0.1, dash - thick), gap + thick):
            draw_stroke(pen.surface, [(x * times, y * times) for x, y in piece], thick * times)

    return mask(("dashed", round(radius, 1), round(thick, 1), round(dash, 1), round(gap, 1)), size, draw)


def _outline(size: Size, radius: float, inset: float) -> list[Point]:
    """Return the closed path of a rounded box, `inset` inside its edge, from the top right clockwise."""
    left, top, right, bottom = inset, inset, size[0] - inset, size[1] - inset
    bend = max(0.0, min(radius - inset, (right - left) / 2, (bottom - top) / 2))
    path: list[Point] = []
    for x, y, start in (
        (right - bend, top + bend, -90),
        (right - bend, bottom - bend, 0),
        (left + bend, bottom - bend, 90),
        (left + bend, top + bend, 180),
    ):
        path += arc_points((x, y), bend, start, start + 90, 12)
    return [*path, path[0]]


def _dashes(path: Sequence[Point], dash: float, gap: float) -> list[list[Point]]:
    """Cut a closed path into dashes; the gap is adjusted so that a whole number of them fits."""
    lengths = [math.dist(one, other) for one, other in pairwise(path)]
    total = sum(lengths)
    count = max(1, round(total / (dash + gap)))
    step = total / count
    pieces: list[list[Point]] = []
    for number in range(count):
        start = number * step
        pieces.append([_along(path, lengths, start + dash * share / 6) for share in range(7)])
    return pieces


def _along(path: Sequence[Point], lengths: Sequence[float], distance: float) -> Point:
    for (x0, y0), (x1, y1), length in zip(path, path[1:], lengths, strict=False):
        if distance <= length and length > 0:
            share = distance / length
            return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
        distance -= length
    return path[-1]


# --- fills ------------------------------------------------------------------------------------------------------------


def gradient(size: Size, fill: Gradient) -> Surface:
    """Return an opaque vertical gradient as a new surface."""
    width, height = _whole(size)

    def column() -> Surface:
        line = bytearray()
        for y in range(height):
            red, green, blue = _colour_at(fill, (y + 0.5) / height)
            line += bytes((blue, green, red, 255))
        return pygame.image.frombytes(bytes(line), (1, height), "BGRA")

    return pygame.transform.scale(mask_cache.get(("column", fill, height), column), (width, height))


def _colour_at(fill: Gradient, place: float) -> RGB:
    for (p0, c0), (p1, c1) in pairwise(fill.stops):
        if place <= p1:
            share = 0.0 if p1 <= p0 else max(0.0, (place - p0) / (p1 - p0))
            return (
                round(c0[0] + (c1[0] - c0[0]) * share),
                round(c0[1] + (c1[1] - c0[1]) * share),
                round(c0[2] + (c1[2] - c0[2]) * share),
            )
    return fill.bottom


def tinted_mask(form: Surface, fill: Fill, alpha: int = 255) -> Surface:
    """Return a new surface: the mask in a colour or a gradient, at that opacity."""
    if isinstance(fill, Gradient):
        out = gradient(form.get_size(), fill)
        if alpha < 255:
            out.fill((255, 255, 255, alpha), special_flags=BLEND_RGBA_MULT)
        out.blit(form, (0, 0), special_flags=BLEND_RGBA_MULT)
        return out
    out = form.copy()
    out.fill((*fill, alpha), special_flags=BLEND_RGBA_MULT)
    return out


# --- finished pieces --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Border:
    """An outline inside the edge of a plate."""

    fill: Fill
    thick: float


def plate(size: Size, radius: float, fill: Fill | None, border: Border | None = None, alpha: int = 255) -> Surface:
    """Return a rounded box, filled and bordered, cached; `alpha` is the opacity of the fill alone."""
    size = width, height = _whole(size)

    def make() -> Surface:
        corner = math.ceil(max(radius, border.thick if border else 0.0)) + 1
        narrow = 2 * corner + 1
        if width <= narrow or height <= narrow:
            return blit_ready(_plate(size, radius, fill, border, alpha))
        return blit_ready(_stretch(_plate((narrow, height), radius, fill, border, alpha), corner, size))

    return plate_cache.get((size, round(radius, 2), fill, border, alpha), make)


def _plate(size: Size, radius: float, fill: Fill | None, border: Border | None, alpha: int) -> Surface:
    if border is None:
        return blank_surface(size) if fill is None else tinted_mask(rounded_mask(size, radius), fill, alpha)
    if fill is None:
        return tinted_mask(outline_mask(size, radius, border.thick), border.fill)
    return _bordered(size, radius, fill, border, alpha)


def _bordered(size: Size, radius: float, fill: Fill, border: Border, alpha: int) -> Surface:
    """Draw the fill only inside the outline: below it, it would show through at the outer edge."""
    outline = outline_mask(size, radius, border.thick)
    inner = rounded_mask(size, radius).copy()
    inner.blit(tinted_mask(outline, (0, 0, 0)), (0, 0), special_flags=BLEND_RGBA_SUB)
    out = tinted_mask(inner, fill, alpha)
    if alpha < 255:
        out.blit(tinted_mask(outline, border.fill), (0, 0))
        return out
    whole = tinted_mask(rounded_mask(size, radius), border.fill)
    whole.blit(out, (0, 0))
    return whole


def blurred_box(size: Size, radius: float, blur: float, alpha: int, colour: RGB = SHADOW) -> tuple[Surface, int]:
    """Return a blurred box and how far it extends beyond the box on each side: a shadow or a glow."""
    width, height = size = _whole(size)
    spread = max(1, round(blur))
    pad = math.ceil(spread * 2.2) + 2
    radius = round(min(radius, width / 2, height / 2), 1)

    def make() -> Surface:
        corner = math.ceil(radius) + 2 * pad + 1
        side = 2 * corner + 1
        goal = (width + 2 * pad, height + 2 * pad)
        core = (min(width, side - 2 * pad), min(height, side - 2 * pad))
        small = mask_cache.get(("soft", core, radius, spread), lambda: _blurred(core, radius, spread, pad))
        return blit_ready(_stretch(tinted_mask(small, colour, alpha), corner, goal))

    return shadow_cache.get((size, radius, spread, alpha, colour), make), pad


def _blurred(size: Size, radius: float, spread: int, pad: int) -> Surface:
    """Blur a box; a wide blur is made at a half or a quarter of the size, which looks the same and is much faster."""
    goal = (size[0] + 2 * pad, size[1] + 2 * pad)
    times = 1 if spread < 8 else 2 if spread < 20 else 4
    out = blank_surface(goal)
    out.blit(rounded_mask(size, radius), (pad, pad))
    if times == 1:
        return pygame.transform.gaussian_blur(out, spread)
    small = pygame.transform.smoothscale(out, (math.ceil(goal[0] / times), math.ceil(goal[1] / times)))
    return pygame.transform.smoothscale(pygame.transform.gaussian_blur(small, round(spread / times)), goal)


def draw_shadow(target: Surface, box: Rect, radius: float, shade: ShadowStyle, scale: float) -> None:
    """Draw the shadow of a box; `scale` is the device px of one logical px."""
    dark, pad = blurred_box(box.size, radius, shade.blur * scale, shade.alpha)
    target.blit(dark, (box.x - pad, box.y - pad + round(shade.drop * scale)))


def arc_mask(diameter: int, thick: float, share: float) -> Surface:
    """Return the mask of a clock ring: `share` (0..1) of a circle, clockwise from the top, in steps of a degree."""
    degrees = round(max(0.0, min(1.0, share)) * 360)

    def draw(pen: Pen) -> None:
        middle = pen.width / 2
        line = thick * pen.width / max(1, diameter)
        if degrees > 0:
            path = arc_points((middle, middle), middle - line / 2 - 1, -90, -90 + degrees, max(4, degrees // 3))
            draw_stroke(pen.surface, path, line)

    return mask(("arc_mask", round(thick, 1), degrees), (diameter, diameter), draw)
