"""The players' heads as vectors, made of parts; brow, eye, mouth and one more sign show the mood.

Laws: looks are data in `assets/faces`; a name without a head of its own always gets the same one.
"""

from __future__ import annotations

import tomllib
from enum import StrEnum
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

import pygame
from pygame import BLEND_RGBA_MULT

from game.client.draw import paint
from game.client.draw.assets import face_parts
from game.client.draw.theme import BLACK, CREAM, WHITE, Gradient, mix, rgb

if TYPE_CHECKING:
    from pygame import Surface

    from game.client.draw.theme import RGB

DRAWING_SIZE: Final = 200
MIN_LARGE_PX: Final = 56  # below this size the head fills the disc and lines are thicker
SMALL_VIEW_BOX: Final = (19, 20, 161)  # the part of the drawing that is visible at a small size
SUPERSAMPLING: Final = 2
LINE_WIDTHS: Final = ((6.2, 7.4), (4.5, 5.4))  # line width of mouth and brow in the drawing, small and large
RIM_DIVISOR: Final = 26  # a disc's rim as a divisor of its size
LIGHTER_SHARE, DARKER_SHARE = 0.32, 0.18


class Mood(StrEnum):
    """The moods a face can show."""

    NEUTRAL = "neutral"
    THINKING = "thinking"
    PLEASED = "pleased"
    ANNOYED = "annoyed"
    WORRIED = "worried"
    CHEERING = "cheering"
    BLINKING = "blinking"


@lru_cache(maxsize=2)
def _kept(name: str) -> dict[str, Any]:
    return tomllib.loads(face_parts(name))


def known_names() -> tuple[str, ...]:
    """Return the names that have a head of their own."""
    return tuple(_kept("people"))


def head_of(name: str) -> str:
    """Return the name whose head a player of that name gets."""
    known = known_names()
    called = name.casefold()
    return called if called in known else known[sum(map(ord, called)) % len(known)]


def face(px: int, name: str, mood: Mood) -> Surface:
    """Return a player's face in a round frame, cached."""
    head = head_of(name)
    return paint.plate_cache.get(("face", px, head, mood), lambda: paint.blit_ready(_framed(px, head, mood)))


def _framed(px: int, head: str, mood: Mood) -> Surface:
    ground = rgb(_kept("people")[head]["ground"])
    fill = Gradient(((0.0, mix(ground, WHITE, LIGHTER_SHARE)), (1.0, mix(ground, BLACK, DARKER_SHARE))))
    out = paint.tinted_mask(paint.disc_mask(px), fill)
    large = pygame.image.load_sized_svg(
        BytesIO(head_svg(head, mood, small=px < MIN_LARGE_PX).encode()), (px * SUPERSAMPLING, px * SUPERSAMPLING)
    )
    figure = pygame.transform.smoothscale(large.convert_alpha() if pygame.display.get_surface() else large, (px, px))
    figure.blit(paint.disc_mask(px), (0, 0), special_flags=BLEND_RGBA_MULT)
    out.blit(figure, (0, 0))
    out.blit(paint.tinted_mask(paint.outline_mask((px, px), px / 2, max(1.0, px / RIM_DIVISOR)), CREAM), (0, 0))
    return out


def head_svg(head: str, mood: Mood, *, small: bool) -> str:
    """Return the SVG of a head, back to front: back hair, body, head, face with what is worn, hair, brows, mood."""
    parts, who = _kept("parts"), _kept("people")[head]
    told, hair = parts["mood"][mood], parts["hair"][who["hairdo"]]
    worn = "".join(parts["worn"][one] for one in who["worn"])
    layers = (
        hair["back"], parts["body"]["behind"], parts["body"]["head"], told["eyes"], parts["nose"][who["nose"]],
        worn, told["mouth"], hair["front"], told["brows"], told["sign"],
    )  # fmt: skip
    x, y, side = SMALL_VIEW_BOX if small else (0, 0, DRAWING_SIZE)
    body = "".join(layers)
    thick = dict(zip("tb", map(str, LINE_WIDTHS[0 if small else 1]), strict=True))
    body = with_person_colours(body, {**who, **thick})
    box = f'viewBox="{x} {y} {side} {side}" width="{side}" height="{side}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{body}</svg>'


def with_person_colours(drawn: str, who: dict[str, Any]) -> str:
    """Return a drawing in a person's colours."""
    told = {**_colours(who), **{name: str(value) for name, value in who.items()}}
    for name, colour in told.items():
        drawn = drawn.replace(f"{{{name}}}", colour)
    return drawn


def _colours(who: dict[str, Any]) -> dict[str, str]:
    """Return a person's colours, with the derived ones."""
    own = {name: str(value) for name, value in who.items() if str(value).startswith("#")}
    hair, coat, shade = rgb(own["hair"]), rgb(own["coat"]), rgb(own["shade"])
    made = {
        "sheen": mix(hair, WHITE, DARKER_SHARE),
        "brow": mix(hair, BLACK, LIGHTER_SHARE),
        "sheen_coat": mix(coat, WHITE, DARKER_SHARE),
        "dark_coat": mix(coat, BLACK, DARKER_SHARE),
        "line_skin": mix(shade, BLACK, DARKER_SHARE),
        "frame": hair,
        "hair_dark": mix(hair, BLACK, LIGHTER_SHARE),
        "robe_dark": mix(coat, BLACK, LIGHTER_SHARE),
    }
    return {**{name: _code(colour) for name, colour in made.items()}, **own}


def _code(colour: RGB) -> str:
    return "#" + "".join(f"{channel:02X}" for channel in colour)
