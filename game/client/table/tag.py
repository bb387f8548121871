"""The label beside dragged tiles at any table: what a drop would do, or why it is impossible."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from pygame import Rect

from game.client.draw import theme
from game.client.draw.surfaces import chip
from game.client.widgets.boxes import Box, bounding_box

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pygame import Surface

    from game.client.widgets.look import Look

MOVE_MARGIN = 0.15  # share of its area by which another side must be clearer before the label moves there
TARGET_GAP = 6.0  # logical px between the label and its target
ZONE_EDGE_HEIGHT = 24.0  # height of a zone's edge with its title, in logical px


class TagKind(Enum):
    """What a tag is about, which decides its colour and its sign."""

    GAIN = (theme.Tone.MINT, "check")
    LOSS = (theme.Tone.GOLD, "warning")  # allowed, and it costs something
    REFUSED = (theme.Tone.CORAL, "cross")


@dataclass(frozen=True, slots=True)
class Tag:
    """A short text, and what it tells of."""

    words: str
    kind: TagKind = TagKind.GAIN


def draw_tag(surface: Surface, look: Look, tag: Tag, held: Iterable[Box], target: Box, clear: Iterable[Box]) -> None:
    """Draw the label above the dragged tiles, else above the target; on another side where it would hide something."""
    tone, sign = tag.kind.value
    drawn = chip(tag.words, look.lettering(theme.CHIP), tone, sign=sign, edged=True)
    boxes = list(held)
    box = look.rect(bounding_box(boxes) if boxes else target)
    surface.blit(drawn, tag_place(look, drawn.get_rect(), box, [look.rect(one) for one in clear]))


def tag_place(look: Look, tag: Rect, box: Rect, clear: Sequence[Rect], within: Rect | None = None) -> Rect:
    """Return the side of a box on which the label hides least: above, below, right or left.

    The label stays inside `within`, if given.
    """
    apart, window = look.px(TARGET_GAP), within or Rect((0, 0), look.viewport.canvas_size)
    sides = (
        tag.move_to(midbottom=(box.centerx, box.y - apart)),
        tag.move_to(midtop=(box.centerx, box.bottom + apart)),
        tag.move_to(midleft=(box.right + apart, box.centery)),
        tag.move_to(midright=(box.x - apart, box.centery)),
    )
    inside = [side.clamp(window) for side in sides]
    free = [side for side in inside if not side.colliderect(box)] or inside
    # A later side must be clearly better, so that the label does not jump about during a drag.
    ranked = [
        (sum(_area(side.clip(one)) for one in clear) + at * MOVE_MARGIN * _area(tag), side)
        for at, side in enumerate(free)
    ]
    return min(ranked, key=lambda pair: pair[0])[1]


def zone_edges(look: Look, zones: Iterable[Box]) -> tuple[Box, ...]:
    """Return the upper edges of zones, on which their labels lie."""
    half = look.at_least(ZONE_EDGE_HEIGHT) / 2
    return tuple(Box(zone.x, zone.y - half, zone.w, 2 * half) for zone in zones)


def _area(rect: Rect) -> int:
    return rect.w * rect.h
