"""The words that follow the hand at any table: what a drop would do, or why it would do nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from game.client.draw import theme
from game.client.draw.surfaces import chip
from game.client.widgets.boxes import around

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pygame import Surface

    from game.client.widgets.boxes import Box
    from game.client.widgets.look import Look

LEAPS = 0.15  # of itself that a tag may lie over more before it goes to the next side
APART = 6.0  # logical px from what it speaks of


@dataclass(frozen=True, slots=True)
class Tag:
    """A few words, and whether they tell of something good."""

    words: str
    good: bool = True


def draw_tag(surface: Surface, look: Look, tag: Tag, held: Iterable[Box], target: Box, sets: Iterable[Box]) -> None:
    """Draw it above what is dragged, else above the target; where sets lie there, at another side of it."""
    tone, sign = (theme.Tone.MINT, "check") if tag.good else (theme.Tone.CORAL, "cross")
    drawn = chip(tag.words, look.lettering(theme.CHIP), tone, sign=sign, edged=True)
    boxes = list(held)
    box = look.rect(around(boxes) if boxes else target)
    surface.blit(drawn, tag_place(look, drawn.get_rect(), box, [look.rect(one) for one in sets]))


def tag_place(look: Look, tag: Rect, box: Rect, sets: Sequence[Rect]) -> Rect:
    """Return where a tag lies over the least of the sets: above a box, below it, at its right or at its left."""
    apart, window = look.px(APART), Rect((0, 0), look.viewport.canvas_size)
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
        (sum(_area(side.clip(one)) for one in sets) + at * LEAPS * _area(tag), side) for at, side in enumerate(free)
    ]
    return min(ranked, key=lambda pair: pair[0])[1]


def _area(rect: Rect) -> int:
    return rect.w * rect.h
