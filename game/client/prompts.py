"""What triggers an action, shown behind its words: key caps, and a gamepad's face buttons by their place."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from pygame import Surface

from game.client.draw import text
from game.client.draw.paint import Border, SurfaceCache, blank, disc, plate, ready, ring, tint
from game.client.draw.theme import GOLD, Lettering, mix, rgb

if TYPE_CHECKING:
    from game.client.draw.theme import RGB


class PadPlace(Enum):
    """Where a face button sits; letters differ from pad to pad, places do not. The value is its place in the cross."""

    SOUTH = (0, 1)
    EAST = (1, 0)
    WEST = (-1, 0)
    NORTH = (0, -1)


PAD_REACH: Final = 0.32  # from the middle to a disc's middle, of the whole
PAD_DISC: Final = 0.30  # a disc's diameter, of the whole

prompts: Final = SurfaceCache(500_000)


def key_cap(words: str, lettering: Lettering, colour: RGB) -> Surface:
    """Return a key cap with its words, in one colour for any ground."""

    def make() -> Surface:
        high = round(lettering.px * 1.7)
        wide = max(high, text.width(words, lettering) + round(lettering.px * 0.92))
        line = Border(mix(colour, rgb("#84708D"), 0.35), max(1.0, lettering.px * 0.092))
        out = plate((wide, high), high * 0.23, None, line).copy()
        text.draw(out, words, lettering, colour, (wide // 2, high // 2), align="centre")
        return ready(out)

    return prompts.get(("key", words, lettering, colour), make)


def pad_button(place: PadPlace, px: int, colour: RGB, fill: RGB = GOLD) -> Surface:
    """Return four discs in a cross with the one to press filled, in a square of `px`."""

    def make() -> Surface:
        out = blank((px, px))
        wide = round(px * PAD_DISC)
        for other in PadPlace:
            x = round(px / 2 + other.value[0] * px * PAD_REACH - wide / 2)
            y = round(px / 2 + other.value[1] * px * PAD_REACH - wide / 2)
            if other is place:
                out.blit(tint(disc(wide), fill), (x, y))
            out.blit(tint(ring((wide, wide), wide / 2, max(1.0, px * 0.035)), colour), (x, y))
        return ready(out)

    return prompts.get(("pad", place, px, colour, fill), make)
