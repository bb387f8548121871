"""The light of a moment: the dimming, the lamp and the rays over the celebrated tiles, and the spreading rings.

Law: everything is rendered before the burst, one piece a frame; drawing only blits.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import pygame
from pygame import BLEND_RGB_ADD, BLEND_RGB_MULT, BLEND_RGBA_SUB, Rect, Surface

from game.client.draw import paint
from game.client.draw.theme import rgb

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from game.client.draw.theme import RGB

NIGHT: Final = rgb("#0B0710")
WARM: Final = rgb("#FFD98A")
RINGS: Final = 6  # steps of the ring that spreads from a set
BEAMS: Final = 16
SPOT: Final = 64  # px of the small light from which large ones are scaled
DEPTH: Final = 32  # bits
FULL: Final = 255
LAMP_FALL, RAYS_FALL = 1.5, 1.1  # exponents by which light fades from its centre
LEAST_WHEEL, BLUR = 8, 3  # px
RING_ALPHA: Final = 230
SETTLES: Final = 3  # the power of an ease that starts fast


def veil(
    size: tuple[int, int], amount: float, holes: Sequence[Rect], corner: int, feather: int, sharp: Sequence[Rect] = ()
) -> Surface:
    """Return a dark cover for a window with soft-edged holes; `sharp` holes have a bright edge."""
    out = Surface(size, pygame.SRCALPHA, DEPTH)
    out.fill((*NIGHT, round(FULL * amount)))
    for hole in holes:
        cut, pad = paint.soft(hole.size, corner, feather, 255, (0, 0, 0))
        for _twice in range(2):  # drawn in one step it leaves the middle of a small hole half dark
            out.blit(cut, (hole.x - pad, hole.y - pad), special_flags=BLEND_RGBA_SUB)
    for hole in sharp:
        pygame.draw.rect(out, (0, 0, 0, 0), hole, border_radius=corner)
    return paint.ready(out)


def _spot(power: float) -> Surface:
    """Return a round light, brightest in the centre."""

    def make() -> Surface:
        out = Surface((SPOT, SPOT), 0, DEPTH)
        half = SPOT / 2
        # from the rim inwards in steps of half a px: pixel by pixel would take ten times as long
        for step in range(SPOT):
            radius = half * (1 - step / SPOT)
            level = round(FULL * (1.0 - radius / half) ** power)
            pygame.draw.circle(out, (level, level, level), (half, half), radius)
        return out

    return paint.masks.get(("spot", power), make)


def _coloured(light: Surface, colour: RGB, strength: float) -> Surface:
    red, green, blue = (round(one * strength) for one in colour)
    light.fill((red, green, blue), special_flags=BLEND_RGB_MULT)
    return light


def lamp(size: tuple[int, int], strength: float, colour: RGB = WARM) -> Surface:
    """Return a warm ellipse, to be blended additively."""
    key = ("lamp", size, round(strength, 2), colour)
    return paint.plates.get(
        key, lambda: _coloured(pygame.transform.smoothscale(_spot(LAMP_FALL), size), colour, strength)
    )


def rays(radius: int, strength: float, colour: RGB = WARM) -> Surface:
    """Return a wheel of soft beams, to be blended additively."""

    def make() -> Surface:
        half = max(LEAST_WHEEL, radius // 2)
        wheel = Surface((half, half), 0, DEPTH)
        middle = half / 2
        for number in range(BEAMS):
            at = math.tau * number / BEAMS
            ends = [at - math.pi / BEAMS / 2, at + math.pi / BEAMS / 2]
            points = [(middle + half * math.cos(one), middle + half * math.sin(one)) for one in ends]
            pygame.draw.polygon(wheel, (FULL, FULL, FULL), [(middle, middle), *points])
        wheel = pygame.transform.gaussian_blur(wheel, BLUR)
        wheel.blit(pygame.transform.smoothscale(_spot(RAYS_FALL), (half, half)), (0, 0), special_flags=BLEND_RGB_MULT)
        return _coloured(pygame.transform.smoothscale(wheel, (2 * radius, 2 * radius)), colour, strength)

    return paint.plates.get(("rays", radius, round(strength, 2), colour), make)


def add(target: Surface, light: Surface, middle: tuple[int, int]) -> None:
    """Blend a light additively around a point."""
    target.blit(light, light.get_rect(center=middle), special_flags=BLEND_RGB_ADD)


def beneath(light: Surface, middle: tuple[int, int], boxes: Iterable[Rect], corner: int) -> Surface:
    """Return the part of a light around a point that these boxes do not cover."""
    out, (x, y) = light.copy(), light.get_rect(center=middle).topleft
    for box in boxes:
        pygame.draw.rect(out, (0, 0, 0), box.move(-x, -y), border_radius=corner)
    return out


def rings(
    box: Rect, corner: int, grows: int, colour: RGB, thick: int, steps: range = range(RINGS)
) -> tuple[tuple[Surface, tuple[int, int]], ...]:
    """Return the frames of an outline that grows and fades."""
    made = []
    for step in steps:
        out = round(grows * (1 - (1 - step / RINGS) ** SETTLES))
        grown = box.inflate(2 * out, 2 * out)
        alpha = round(RING_ALPHA * (1 - step / RINGS))
        form = paint.ring(grown.size, corner + out, max(1.0, thick * (1 - step / RINGS / 2)))
        made.append((paint.tint(form, colour, alpha), grown.topleft))
    return tuple(made)


def edge(box: Rect, corner: int, colour: RGB, thick: int) -> tuple[Surface, tuple[int, int]]:
    """Return the outline around highlighted tiles, and its place."""
    return paint.tint(paint.ring(box.size, corner, thick), colour), box.topleft
