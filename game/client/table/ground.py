"""What is drawn below and above the tiles of any table, as parts of its background, and the wood of the rack."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from pygame import BLEND_RGBA_SUB

from game.client.draw import paint, theme, wood
from game.client.draw.backdrop import StaticPart, box_with_shadow, surface_part
from game.client.table.geometry.laid import TileZone
from game.client.table.moments.light import VEIL_COLOUR
from game.client.widgets import draw
from game.client.widgets.boxes import Box

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from pygame import Rect, Surface

    from game.client.table.geometry.laid import TableLayout
    from game.client.widgets.look import Look
    from game.table.tiles import Tile

LIP_MARGIN, LIP_GAP = 24.0, 12.0  # logical px: beside the lip's texts, and between name and count
FEW_TILES_ALPHAS: Final = {3: 58, 2: 115, 1: 165}  # of 255: how dark a rack with only a few tiles left is
SEAL_PREFIX: Final = "seal"  # begins the names of the parts that are seals
NEWS_PREFIX: Final = "news"  # begins the names of the parts that say who laid a set just now
LANE_PREFIX: Final = "lane"  # begins the names of the labels below a set of an open table
LAMP_REACH: Final = 14.0  # logical px lit around each tile


@dataclass(frozen=True, slots=True)
class GroundParts:
    """Parts below the tiles, parts above them and the rack's lip, each ordered from back to front.

    A part above may belong to one tile; it is hidden while that tile flies. A part below may belong to the tiles of a
    set; it is hidden until all of them lie there.
    """

    under: tuple[tuple[tuple[Tile, ...], StaticPart], ...]
    over: tuple[tuple[Tile | None, StaticPart], ...]
    lip: StaticPart

    @property
    def labels(self) -> tuple[StaticPart, ...]:
        """Return the labels beside and below sets: who laid one just now, why it is none, what its joker may be."""
        named = [(part, part.name) for _lies, part in (*self.under, *self.over)]
        return tuple(part for part, name in named if isinstance(name, tuple) and name[0] in (NEWS_PREFIX, LANE_PREFIX))

    def seal_of(self, tiles: Sequence[Tile]) -> StaticPart | None:
        """Return the seal of the set with these tiles, None without one; it belongs to its last tile and follows it."""
        named = ((part, part.name) for tile, part in self.over if tile in tiles)
        return next((part for part, name in named if isinstance(name, tuple) and name[0] == SEAL_PREFIX), None)


def clipped_part(name: Hashable, surface: Surface, at: tuple[int, int], room: Rect) -> StaticPart | None:
    """Return the part that is a surface as far as it lies in a room, None if nothing of it does."""
    seen = surface.get_rect(topleft=at).clip(room)
    if 0 in seen.size:
        return None
    inside = seen.move(-at[0], -at[1])

    def make() -> Surface:
        cut = surface.subsurface(inside).copy()
        cut.set_alpha(surface.get_alpha())
        return cut

    whole = seen.size == surface.get_size()
    drawn = surface if whole else paint.plate_cache.get(("clipped", surface, tuple(inside)), make)
    return surface_part(name, drawn, seen.topleft)


def rack_part(look: Look, layout: TableLayout) -> StaticPart:
    """Return the wood of the player's rack as a part."""
    rack = layout.frame.rack
    few = tuple(look.rect(spot.box) for spot in layout.spots.values() if spot.lies is TileZone.RACK and spot.seen)
    few = few if len(few) in FEW_TILES_ALPHAS else ()
    return StaticPart(
        "rack",
        box_with_shadow(look, rack),
        (look.rect(rack), layout.rack, few),
        partial(_paint_rack, look, layout, few),
    )


def rack_wood(look: Look, rack: Box, lip: Box, rows: int) -> tuple[Surface, Rect]:
    """Return the cached wood of a rack, and where it lies."""
    # The wood is drawn for one height of lip; a higher lip hides what is missing.
    rect = look.rect(Box(rack.x, rack.y, rack.w, rack.h - lip.h + wood.LIP_HEIGHT))
    return wood.rack(rect.size, rows, look.u), rect


def _paint_rack(look: Look, layout: TableLayout, few: tuple[Rect, ...], target: Surface) -> None:
    frame = layout.frame
    drawn, rect = rack_wood(look, frame.rack, frame.lip, layout.rack.rows)
    paint.draw_shadow(target, look.rect(frame.rack), wood.RACK_RADIUS * look.u, theme.SHADE_RACK, look.u)
    target.blit(drawn, rect)
    for well in wood.rack_shape(rect.size, layout.rack.rows, look.u).wells if few else ():
        target.blit(_tight(look, well.move(rect.topleft), few), well.move(rect.topleft))


def _tight(look: Look, well: Rect, few: tuple[Rect, ...]) -> Surface:
    """Return the shade of a well around the last tiles: the fewer tiles, the darker."""
    dark = paint.tinted_mask(
        paint.rounded_mask(well.size, wood.WELL_RADIUS * look.u), VEIL_COLOUR, FEW_TILES_ALPHAS[len(few)]
    ).copy()
    for tile in few:
        cut, pad = paint.blurred_box(tile.size, LAMP_REACH * look.u, LAMP_REACH * look.u, 255, (0, 0, 0))
        at = (tile.x - well.x - pad, tile.y - well.y - pad)
        for _twice in range(2):  # drawn in one step it leaves the edge of a tile half dark
            dark.blit(cut, at, special_flags=BLEND_RGBA_SUB)
    return dark


def lip_part(look: Look, layout: TableLayout, name: str, *told: str) -> StaticPart:
    """Return the lip of the rack with a name and beside it the first of some texts that fits, or else the last."""
    box = layout.frame.lip
    room = box.w - 2 * LIP_MARGIN - look.text_width(name, theme.HEADING) - LIP_GAP
    words = next((one for one in told if look.text_width(one, theme.SMALL_BOLD) <= room), told[-1])
    return StaticPart("lip", look.rect(box), (name, words), partial(_paint_lip, look, box, name, words))


def _paint_lip(look: Look, box: Box, name: str, words: str, target: Surface) -> None:
    rect = look.rect(box)
    target.blit(wood.rack_lip(rect.size, look.u), rect)
    left, middle = box.x + LIP_MARGIN, box.centre[1]
    draw.line(target, look, name, theme.HEADING, theme.INK, (left, middle))
    left += look.text_width(name, theme.HEADING) + LIP_GAP
    draw.line(target, look, words, theme.SMALL_BOLD, theme.INK, (left, middle))
