"""Mirroring: pages of right-to-left languages are laid out as all others, and shown mirrored.

Laws: a page is drawn on the canvas as usual, then the canvas is flipped, so that the mirror image is exact; what must
not be mirrored - words, tiles, icons - is flipped in advance. Only `is_mirroring` tells whether the page is mirrored.
Caches keep separate entries for both cases (see `SurfaceCache`).
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

if TYPE_CHECKING:
    from collections.abc import Iterator


class _MirrorState:
    """Whether what is drawn now is mirrored."""

    def __init__(self) -> None:
        self.turned = False


_now = _MirrorState()


def is_mirroring() -> bool:
    """Return whether the present drawing is for a page that will be mirrored."""
    return _now.turned


def keep_upright(picture: Surface) -> Surface:
    """Flip a picture in advance on a mirrored page, so that it appears unmirrored."""
    return pygame.transform.flip(picture, flip_x=True, flip_y=False) if _now.turned else picture


def set_mirrored(canvas: Surface, *, mirrored: bool) -> None:
    """Switch mirrored drawing on or off; what is already drawn on the canvas stays where it appears."""
    if mirrored is not _now.turned:
        _flip(canvas, canvas.get_rect())
        _now.turned = mirrored


@contextmanager
def set_mirrored_in(canvas: Surface, box: Rect, *, mirrored: bool) -> Iterator[None]:
    """Switch mirrored drawing inside a box of the canvas, which itself stays in place."""
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
def unmirrored() -> Iterator[None]:
    """Draw unmirrored inside this context, for a picture that the caller will flip."""
    before, _now.turned = _now.turned, False
    try:
        yield
    finally:
        _now.turned = before


def _flip(canvas: Surface, box: Rect) -> None:
    """Flip a part of a surface horizontally."""
    canvas.set_clip(None)
    seen = box.clip(canvas.get_rect())
    if seen == box:
        canvas.blit(pygame.transform.flip(canvas.subsurface(box), flip_x=True, flip_y=False), box)
        return
    part = Surface(box.size, canvas.get_flags(), canvas)  # a box may extend beyond the edge of the canvas
    part.blit(canvas, (0, 0), box)
    turned_part = pygame.transform.flip(part, flip_x=True, flip_y=False)
    canvas.blit(turned_part, seen, seen.move(-box.x, -box.y))
