"""A text as a QR code, black on white with its quiet zone in every palette, so that cameras can read it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import pygame
import segno

from game.client.leftward import mirror
from game.client.widgets.widget import Widget

if TYPE_CHECKING:
    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look

QUIET_ZONE: Final = 4  # modules of white around it, as the standard requires
MIN_SIZE: Final = 200.0  # the smallest size that a camera above the table can read
DARK, LIGHT = (0, 0, 0), (255, 255, 255)


class QrPicture(Widget):
    """A QR code centred in its box."""

    kind = "picture"

    def __init__(self, name: str, said: str) -> None:
        super().__init__(name)
        self.said = said

    def min_size(self, look: Look) -> Size:  # noqa: ARG002 - a camera does not care for the size of text
        """Return its side."""
        return (MIN_SIZE, MIN_SIZE)

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - as above
        """Return its side."""
        return min(MIN_SIZE, width)

    def accessible_text(self) -> str:
        """Return the encoded text."""
        return self.said

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it in whole pixels."""
        side = round(min(self.rect.w, self.rect.h) * self.look.u)
        picture = _picture(self.said, side)
        spot = self.rect.middle(picture.get_width() / self.look.u, picture.get_height() / self.look.u)
        surface.blit(mirror.keep_upright(picture), (round(spot.x * self.look.u), round(spot.y * self.look.u)))


@lru_cache(maxsize=2)
def _picture(said: str, side: int) -> pygame.Surface:
    rows = tuple(segno.make_qr(said, error="m").matrix)
    wide = len(rows) + 2 * QUIET_ZONE
    small = pygame.Surface((wide, wide))
    small.fill(LIGHT)
    for y, row in enumerate(rows, start=QUIET_ZONE):
        for x, dark in enumerate(row, start=QUIET_ZONE):
            if dark:
                small.set_at((x, y), DARK)
    return pygame.transform.scale_by(small, max(1, side // wide))
