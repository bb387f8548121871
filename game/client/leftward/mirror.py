"""The mirror: pages of a language that is read from right to left are laid out as any other, and shown mirrored.

Laws: a page is drawn on the canvas in its own order, then the canvas is turned, so that the mirror image is exact; what
must not be turned - words, tiles, signs - is drawn turned already. `turned` alone says which of the two is drawn now.
What is kept between frames is kept apart for both (see `SurfaceCache`).
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

if TYPE_CHECKING:
    from collections.abc import Iterator


class _Glass:
    """Whether what is drawn now is mirrored."""

    def __init__(self) -> None:
        self.turned = False


_now = _Glass()


def turned() -> bool:
    """Return whether the present drawing is for a page that will be mirrored."""
    return _now.turned


def upright(picture: Surface) -> Surface:
    """Flip a picture in advance on a mirrored page, so that it appears unmirrored."""
    return pygame.transform.flip(picture, flip_x=True, flip_y=False) if _now.turned else picture


def turn(canvas: Surface, *, mirrored: bool) -> None:
    """Draw mirrored from now on, or no longer; what lies on the canvas stays where it is seen."""
    if mirrored is not _now.turned:
        _flip(canvas, canvas.get_rect())
        _now.turned = mirrored


@contextmanager
def within(canvas: Surface, box: Rect, *, mirrored: bool) -> Iterator[None]:
    """Draw mirrored, or not, inside a box of the canvas, which itself stays where it is."""
    if mirrored is _now.turned or box.w < 1 or box.h < 1:
        yield
        return
    clip = canvas.get_clip()
    _flip(canvas, box)
    canvas.set_clip(Rect(box.x + box.right - clip.right, clip.y, clip.w, clip.h))
    _now.turned = mirrored
    try:
        yield
    finally:
        _now.turned = not mirrored
        _flip(canvas, box)
        canvas.set_clip(clip)


@contextmanager
def plain() -> Iterator[None]:
    """Make a picture as it is to be seen; whoever asked for it turns it."""
    before, _now.turned = _now.turned, False
    try:
        yield
    finally:
        _now.turned = before


def _flip(canvas: Surface, box: Rect) -> None:
    """Turn a part of a surface about its upright middle."""
    canvas.set_clip(None)
    seen = box.clip(canvas.get_rect())
    if seen == box:
        canvas.blit(pygame.transform.flip(canvas.subsurface(box), flip_x=True, flip_y=False), box)
        return
    part = Surface(box.size, canvas.get_flags(), canvas)  # a box that stands over the edge
    part.blit(canvas, (0, 0), box)
    turned_part = pygame.transform.flip(part, flip_x=True, flip_y=False)
    canvas.blit(turned_part, seen, seen.move(-box.x, -box.y))
