"""The words that follow the hand at any table: what a drop would do, or why it would do nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.draw import theme
from game.client.draw.surfaces import chip
from game.client.widgets.boxes import around

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pygame import Surface

    from game.client.widgets.boxes import Box
    from game.client.widgets.look import Look

APART = 6.0  # logical px from what it speaks of


@dataclass(frozen=True, slots=True)
class Tag:
    """A few words, and whether they tell of something good."""

    words: str
    good: bool = True


def draw_tag(surface: Surface, look: Look, tag: Tag, held: Iterable[Box], target: Box) -> None:
    """Draw it above what is dragged, else above the target, so that it covers no tile that lies."""
    tone, sign = (theme.Tone.MINT, "check") if tag.good else (theme.Tone.CORAL, "cross")
    drawn = chip(tag.words, look.lettering(theme.CHIP), tone, sign=sign, edged=True)
    boxes = list(held)
    box = look.rect(around(boxes) if boxes else target)
    x = min(max(0, box.centerx - drawn.get_width() // 2), look.px(look.viewport.canvas.w) - drawn.get_width())
    y = box.y - drawn.get_height() - look.px(APART)
    surface.blit(drawn, (x, y if y > 0 else box.bottom + look.px(APART)))
