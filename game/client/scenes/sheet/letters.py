"""The title of a won match in letter tiles, dropped onto a rack one after the other.

Laws: screen readers get the plain sentence; it is also shown where the tiles do not fit or the script has no tiles.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from game.client.draw import paint, theme, tiles
from game.client.draw.logo import letter_tile
from game.client.draw.theme import WOOD_LIP
from game.client.draw.wood import board, rack, rack_shape
from game.client.table.geometry.easing import spring
from game.client.widgets.label import Paragraph
from game.table.faces import Colour

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame
    from pygame import Surface

    from game.client.director import Change
    from game.client.widgets.look import Look
    from game.client.widgets.widget import WrittenText
    from game.client.words import Text

TILE_WIDTH: Final = 46.0  # logical px, as the measures below
TILE_STEP: Final = 50.0
WORD_GAP: Final = 26.0
RACK_END: Final = 16.0  # wood of the rack beside the outer tiles
RACK_TOP: Final = 16.0  # distance of the rack from the top
DROP_HEIGHT: Final = 16.0  # height from which tiles drop
LIP_OVERLAP: Final = 12.0  # the lower edge of the tiles is behind the rack's lip
BELOW_RACK: Final = 6.0  # below the rack
WOOD_SCALE: Final = 0.5  # scale of the wood compared with the table's
TILE_DELAY_SECONDS: Final = 0.06  # seconds between two tiles
DROP_SECONDS: Final = 0.34  # seconds of each drop
COLOURS: Final = (Colour.RED, Colour.BLUE, Colour.BLACK, Colour.YELLOW)
GRAIN_SEED: Final = 63  # of the random grain
MIN_SCALE: Final = 0.8  # smallest scale, as a share of the size that the text setting asks for
FIRST_NON_LATIN: Final = "\u0250"  # only characters before this one are drawn on tiles


class LetterTitle(Paragraph):
    """A sentence in tiles."""

    def __init__(self, name: str, text: Text) -> None:
        super().__init__(name, text, theme.DISPLAY, theme.INK)
        self._since: float | None = None
        self._past = 0.0

    @property
    def words(self) -> tuple[str, ...]:
        """Return its words in capitals without punctuation."""
        kept = "".join(one for one in str(self.text).upper() if one.isalpha() or one.isspace())
        return tuple(kept.split())

    @property
    def _letters(self) -> int:
        return sum(len(word) for word in self.words)

    def _wide(self) -> float:
        return self._letters * TILE_STEP + (len(self.words) - 1) * WORD_GAP + 2 * RACK_END

    def _scale(self, look: Look, width: float) -> float:
        """Return the scale of the tiles, 0 where the sentence is shown as text."""
        ours = bool(self.words) and all(one < FIRST_NON_LATIN for word in self.words for one in word)
        scale = min(look.text_scale, width / self._wide()) if ours else 0.0
        return scale if scale >= MIN_SCALE * look.text_scale else 0.0

    @property
    def wants_frames(self) -> bool:
        """Return whether tiles are still dropping."""
        return self._past < self._letters * TILE_DELAY_SECONDS + DROP_SECONDS

    def finish(self) -> None:
        """Let every tile lie from now on."""
        self._since = -math.inf

    def tick(self, now: float) -> Change | None:
        """Advance the animation, if motion is on."""
        self._since = now if self._since is None else self._since
        self._past = now - self._since if not self.look.calm else self._letters * TILE_DELAY_SECONDS + DROP_SECONDS
        return None

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of tiles and rack."""
        scale = self._scale(look, width)
        return (
            (RACK_TOP + TILE_WIDTH * tiles.HEIGHT_RATIO + LIP_OVERLAP + BELOW_RACK) * scale
            if scale
            else super().height_for(look, width)
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the dropped tiles, then the rack before their lower edge."""
        look, box = self.look, self.rect
        scale = self._scale(look, box.w)
        if not scale:
            super().draw(surface)
            return
        size = (
            look.px(self._wide() * scale),
            look.px((RACK_TOP + TILE_WIDTH * tiles.HEIGHT_RATIO + LIP_OVERLAP) * scale),
        )
        corner, grain = (look.px(box.x), look.px(box.y)), look.u * scale * WOOD_SCALE
        surface.blit(rack(size, 1, grain), corner)
        x, y, at = box.x + RACK_END * scale, box.y + RACK_TOP * scale, 0
        for word in self.words:
            for letter in word:
                share = min(1.0, max(0.0, (self._past - at * TILE_DELAY_SECONDS) / DROP_SECONDS))
                if share > 0:
                    top = y - DROP_HEIGHT * scale * (1.0 - spring(share))
                    surface.blit(self._tile(letter, at, look.px(TILE_WIDTH * scale)), (look.px(x), look.px(top)))
                x, at = x + TILE_STEP * scale, at + 1
            x += WORD_GAP * scale
        lip = rack_shape(size, 1, grain).lip
        surface.blit(board(lip.size, lip.h / 2, WOOD_LIP, grain, seed=GRAIN_SEED), lip.move(corner))

    def _tile(self, letter: str, at: int, wide: int) -> Surface:
        palette, colour = self.look.palette, COLOURS[at % len(COLOURS)]
        return paint.plate_cache.get(
            ("letter", letter, colour, wide, palette.name), lambda: letter_tile(letter, colour, wide, palette)
        )

    def texts(self) -> Iterator[WrittenText]:
        """Yield the sentence where it is shown as text."""
        if not self._scale(self.look, self.rect.w):
            yield from super().texts()
