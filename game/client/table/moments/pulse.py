"""The pulsing edge of one's own sets that lack one tile to a canasta, while the player thinks.

Laws: it begins and ends invisible, and pauses when there was no input for a while; the set's glow, which means the
same, stays.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from game.client.draw import paint, theme

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pygame import Rect, Surface

    from game.client.draw.backdrop import StaticPart
    from game.client.widgets.look import Look

FRAME_SECONDS: Final = 0.1  # seconds from one frame to the next
PULSE_LEVELS: Final = (0, 1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2, 1)  # brightness of each frame
REST_AFTER_SECONDS: Final = 8.0  # seconds without input
EDGE_WIDTH: Final = 3.0  # logical px
OPAQUE: Final = 255
MAX_BRIGHTNESS: Final = 0.9


class Pulse:
    """How bright the edges are now: 0 to `max(PULSE_LEVELS)`."""

    def __init__(self) -> None:
        self.level = 0

    def tick(self, now: float, rested: float, *, wanted: bool) -> None:
        """Advance the time; `rested` are the seconds since the last input."""
        level = PULSE_LEVELS[int(now // FRAME_SECONDS) % len(PULSE_LEVELS)]
        begins = self.level == 0 and level <= 1 and rested < REST_AFTER_SECONDS
        self.level = level if wanted and (self.level or begins) else 0

    def draw(self, surface: Surface, look: Look, edges: Iterable[tuple[Rect, int]], over: Sequence[StaticPart]) -> None:
        """Draw the edges, each around its set with its corner radius; then redraw what lies over them."""
        if not self.level:
            return
        thick = look.px(EDGE_WIDTH)
        for rect, corner in edges:
            size = rect.inflate(2 * thick, 2 * thick).size
            drawn = paint.plate_cache.get(("pulse", size, corner, thick), partial(_edge, size, corner + thick, thick))
            drawn.set_alpha(round(OPAQUE * MAX_BRIGHTNESS * self.level / max(PULSE_LEVELS)))
            surface.blit(drawn, (rect.x - thick, rect.y - thick))
            drawn.set_alpha(OPAQUE)
            for part in over:
                if part.box.colliderect(rect):
                    part.draw(surface)


def _edge(size: tuple[int, int], radius: int, thick: int) -> Surface:
    return paint.tinted_mask(paint.outline_mask(size, radius, thick), theme.GOLD)
