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

VEIL_COLOUR: Final = rgb("#0B0710")
LAMP_COLOUR: Final = rgb("#FFD98A")
RING_STEPS: Final = 6  # steps of the ring that spreads from a set
BEAM_COUNT: Final = 16
SPOT_PX: Final = 64  # px of the small light from which large ones are scaled
BIT_DEPTH: Final = 32
OPAQUE: Final = 255
LAMP_FALLOFF, RAYS_FALLOFF = 1.5, 1.1  # exponents by which light fades from its centre
MIN_WHEEL_PX, BLUR_RADIUS = 8, 3  # px
RING_ALPHA: Final = 230
EASE_POWER: Final = 3  # exponent of an easing that starts fast


def veil_surface(
    size: tuple[int, int], amount: float, holes: Sequence[Rect], corner: int, feather: int, sharp: Sequence[Rect] = ()
) -> Surface:
    """Return a dark cover for a window with soft-edged holes; `sharp` holes have a hard edge."""
    out = Surface(size, pygame.SRCALPHA, BIT_DEPTH)
    out.fill((*VEIL_COLOUR, round(OPAQUE * amount)))
    for hole in holes:
        cut, pad = paint.blurred_box(hole.size, corner, feather, 255, (0, 0, 0))
        for _twice in range(2):  # drawn in one step it leaves the middle of a small hole half dark
            out.blit(cut, (hole.x - pad, hole.y - pad), special_flags=BLEND_RGBA_SUB)
    for hole in sharp:
        pygame.draw.rect(out, (0, 0, 0, 0), hole, border_radius=corner)
    return paint.blit_ready(out)


def _spot(power: float) -> Surface:
    """Return a round light, brightest in the centre."""

    def make() -> Surface:
        out = Surface((SPOT_PX, SPOT_PX), 0, BIT_DEPTH)
        half = SPOT_PX / 2
        # from the rim inwards in steps of half a px: pixel by pixel would take ten times as long
        for step in range(SPOT_PX):
            radius = half * (1 - step / SPOT_PX)
            level = round(OPAQUE * (1.0 - radius / half) ** power)
            pygame.draw.circle(out, (level, level, level), (half, half), radius)
        return out

    return paint.mask_cache.get(("spot", power), make)


def _coloured(light: Surface, colour: RGB, strength: float) -> Surface:
    red, green, blue = (round(one * strength) for one in colour)
    light.fill((red, green, blue), special_flags=BLEND_RGB_MULT)
    return light


def lamp_surface(size: tuple[int, int], strength: float, colour: RGB = LAMP_COLOUR) -> Surface:
    """Return a warm ellipse, to be blended additively."""
    key = ("lamp", size, round(strength, 2), colour)
    return paint.plate_cache.get(
        key, lambda: _coloured(pygame.transform.smoothscale(_spot(LAMP_FALLOFF), size), colour, strength)
    )


def rays_surface(radius: int, strength: float, colour: RGB = LAMP_COLOUR) -> Surface:
    """Return a wheel of soft beams, to be blended additively."""

    def make() -> Surface:
        half = max(MIN_WHEEL_PX, radius // 2)
        wheel = Surface((half, half), 0, BIT_DEPTH)
        middle = half / 2
        for number in range(BEAM_COUNT):
            at = math.tau * number / BEAM_COUNT
            ends = [at - math.pi / BEAM_COUNT / 2, at + math.pi / BEAM_COUNT / 2]
            points = [(middle + half * math.cos(one), middle + half * math.sin(one)) for one in ends]
            pygame.draw.polygon(wheel, (OPAQUE, OPAQUE, OPAQUE), [(middle, middle), *points])
        wheel = pygame.transform.gaussian_blur(wheel, BLUR_RADIUS)
        wheel.blit(
            pygame.transform.smoothscale(_spot(RAYS_FALLOFF), (half, half)), (0, 0), special_flags=BLEND_RGB_MULT
        )
        return _coloured(pygame.transform.smoothscale(wheel, (2 * radius, 2 * radius)), colour, strength)

    return paint.plate_cache.get(("rays", radius, round(strength, 2), colour), make)


def add_light(target: Surface, light: Surface, middle: tuple[int, int]) -> None:
    """Blend a light additively around a point."""
    target.blit(light, light.get_rect(center=middle), special_flags=BLEND_RGB_ADD)


def uncovered_light(light: Surface, middle: tuple[int, int], boxes: Iterable[Rect], corner: int) -> Surface:
    """Return the part of a light around a point that these boxes do not cover."""
    out, (x, y) = light.copy(), light.get_rect(center=middle).topleft
    for box in boxes:
        pygame.draw.rect(out, (0, 0, 0), box.move(-x, -y), border_radius=corner)
    return out


def ring_frames(
    box: Rect, corner: int, grows: int, colour: RGB, thick: int, steps: range = range(RING_STEPS)
) -> tuple[tuple[Surface, tuple[int, int]], ...]:
    """Return the frames of an outline that grows and fades."""
    made = []
    for step in steps:
        out = round(grows * (1 - (1 - step / RING_STEPS) ** EASE_POWER))
        grown = box.inflate(2 * out, 2 * out)
        alpha = round(RING_ALPHA * (1 - step / RING_STEPS))
        form = paint.outline_mask(grown.size, corner + out, max(1.0, thick * (1 - step / RING_STEPS / 2)))
        made.append((paint.tinted_mask(form, colour, alpha), grown.topleft))
    return tuple(made)


def edge_outline(box: Rect, corner: int, colour: RGB, thick: int) -> tuple[Surface, tuple[int, int]]:
    """Return the outline around highlighted tiles, and its place."""
    return paint.tinted_mask(paint.outline_mask(box.size, corner, thick), colour), box.topleft
