"""The words that follow the hand at any table: what a drop would do, or why it would do nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from game.client.draw import theme
from game.client.draw.surfaces import chip
from game.client.widgets.boxes import Box, around

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pygame import Surface

    from game.client.widgets.look import Look

LEAPS = 0.15  # of itself that a tag may lie over more before it goes to the next side
APART = 6.0  # logical px from what it speaks of
EDGE = 24.0  # logical px of a zone's edge with its title


@dataclass(frozen=True, slots=True)
class Tag:
    """A few words, and whether they tell of something good."""

    words: str
    good: bool = True


def draw_tag(surface: Surface, look: Look, tag: Tag, held: Iterable[Box], target: Box, clear: Iterable[Box]) -> None:
    """Draw it above what is dragged, else above the target; where something is to be seen, at another side of it."""
    tone, sign = (theme.Tone.MINT, "check") if tag.good else (theme.Tone.CORAL, "cross")
    drawn = chip(tag.words, look.lettering(theme.CHIP), tone, sign=sign, edged=True)
    boxes = list(held)
    box = look.rect(around(boxes) if boxes else target)
    surface.blit(drawn, tag_place(look, drawn.get_rect(), box, [look.rect(one) for one in clear]))


def tag_place(look: Look, tag: Rect, box: Rect, clear: Sequence[Rect], within: Rect | None = None) -> Rect:
    """Return where a tag lies over the least of what is to be seen: above, below, right or left of a box.

    It stays `within` a part of the window, where there is one.
    """
    apart, window = look.px(APART), within or Rect((0, 0), look.viewport.canvas_size)
    sides = (
        tag.move_to(midbottom=(box.centerx, box.y - apart)),
        tag.move_to(midtop=(box.centerx, box.bottom + apart)),
        tag.move_to(midleft=(box.right + apart, box.centery)),
        tag.move_to(midright=(box.x - apart, box.centery)),
    )
    inside = [side.clamp(window) for side in sides]
    free = [side for side in inside if not side.colliderect(box)] or inside
    # A side that comes later must be clearly better, so that the tag does not leap about while the hand moves.
    ranked = [
        (sum(_area(side.clip(one)) for one in clear) + at * LEAPS * _area(tag), side) for at, side in enumerate(free)
    ]
    return min(ranked, key=lambda pair: pair[0])[1]


def edges(look: Look, zones: Iterable[Box]) -> tuple[Box, ...]:
    """Return the upper edges of zones, on which what is said of them stands."""
    half = look.at_least(EDGE) / 2
    return tuple(Box(zone.x, zone.y - half, zone.w, 2 * half) for zone in zones)


def _area(rect: Rect) -> int:
    return rect.w * rect.h
