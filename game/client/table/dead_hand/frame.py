"""The frame of a couples table: bar, plates, zones, middle row, rack, side panel. Pure geometry, logical px.

Laws: nothing overlaps nothing for any canvas from 1280 x 720 on and any needs the words have; the two zones take what
is left, ours the larger part.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.table.geometry.measures import MARGIN, PANEL, SIDE_GAP, WIDE_FROM, WIDE_PANEL
from game.client.widgets.boxes import Box

if TYPE_CHECKING:
    from game.client.widgets.boxes import Size

OUR_SHARES = (0.54, 0.50, 0.48, 0.60, 0.42, 0.66, 0.36)  # of the room of both zones; the first that serves both
FOOT = 8.0
LEAST_PILE = 294.0  # the width of eight tiles at 34 each


@dataclass(frozen=True, slots=True)
class DeadHandNeeds:
    """What words and counts ask for, in logical px: heights, and sizes where both ways matter.

    `extra` is the height of the second button (0 for none); `rack` the height of the whole rack with its lip.
    """

    bar: float
    banner: Size
    bar_sides: tuple[float, float]  # what stands at the left and right end of the bar
    plate: Size
    side_plate: Size
    score: float
    log: float  # the least height at which a log is worth its words
    primary: float
    extra: float
    tools: float
    pill: float
    middle: float
    dead: float  # the width of a dead hand's words
    rack: float
    lip: float
    panel: float
    our_share: float = OUR_SHARES[0]
    strip: bool = False  # the plates of four stand in a strip on top, the sides are left to the sets
    abreast: bool = False  # both zones stand side by side over the middle row: where none had room for a row of sets


@dataclass(frozen=True, slots=True)
class DeadHandFrame:
    """The boxes of a couples table; `log` is None where there is no room for one."""

    bar: Box
    banner: Box
    top: Box  # the partner of four, the opponent of two
    west: Box | None
    east: Box | None
    them: Box
    us: Box
    stock: Box
    pile: Box
    dead_us: Box
    dead_them: Box
    rack: Box
    lip: Box
    scores: tuple[Box, Box]
    log: Box | None
    extra: Box | None
    primary: Box
    tools: Box
    table: Box  # from west to east, between bar and rack: where a toast may stand

    @property
    def controls(self) -> Box | None:
        """Return where the panel has room for something else than what goes on with the turn."""
        return self.primary


def couples_frame(canvas: Box, needs: DeadHandNeeds, seats: int) -> DeadHandFrame:
    """Lay the table of two or four out."""
    panel = needs.panel
    left = canvas.x + MARGIN
    wide = rack_width(canvas, panel)
    rack_top = canvas.bottom - FOOT - needs.rack
    rack = Box(left, rack_top, wide, needs.rack)
    lip = Box(left, rack.bottom - needs.lip, wide, needs.lip)
    bar = Box(canvas.x, canvas.y, canvas.w, needs.bar)
    banner = _banner(bar, needs, left + wide / 2)
    head = max(bar.bottom, banner.bottom) + 9
    top = Box(left + (wide - needs.plate[0]) / 2, head, *needs.plate)
    strip = needs.strip and seats > 2
    sides = seats > 2 and not strip
    aside = needs.side_plate[0] + SIDE_GAP if sides else 0.0
    across, room = left + aside, wide - 2 * aside
    them_top = top.bottom + needs.pill / 2 + 10
    gap_above, gap_below = 10.0, needs.pill / 2 + 8
    heights = rack_top - 14 - them_top - needs.middle - gap_above - gap_below
    if needs.abreast:
        half, high = (room - SIDE_GAP) / 2, heights + gap_below
        them = Box(across, them_top, half, high)
        us = Box(across + half + SIDE_GAP, them_top, half, high)
        middle = Box(across, them.bottom + gap_above, room, needs.middle)
    else:
        them = Box(across, them_top, room, heights * (1 - needs.our_share))
        middle = Box(across, them.bottom + gap_above, room, needs.middle)
        us = Box(across, middle.bottom + gap_below, room, heights * needs.our_share)
    stock, pile, dead_us, dead_them = _middle(middle, needs.dead)
    west = east = None
    if sides:
        y = max(them.y, middle.centre[1] - needs.side_plate[1] * 0.75)
        west = Box(left, y, *needs.side_plate)
        east = Box(left + wide - needs.side_plate[0], y, *needs.side_plate)
    if strip:
        third = (wide - 16) / 3
        west, top, east = (Box(left + at * (third + 8), head, third, needs.plate[1]) for at in range(3))
    column = _panel(canvas, needs, Box(canvas.right - SIDE_GAP - panel, bar.bottom + 10, panel, 0))
    table = Box(left, head, wide, rack_top - head)
    return DeadHandFrame(
        bar, banner, top, west, east, them, us, stock, pile, dead_us, dead_them, rack, lip, *column, table
    )


def panel_width(canvas: Box, text_scale: float) -> float:
    """Return the width of the side panel: it grows with the text, but slower."""
    return (WIDE_PANEL if canvas.w >= WIDE_FROM else PANEL) * (1.0 + 0.45 * max(0.0, text_scale - 1.0))


def rack_width(canvas: Box, panel: float) -> float:
    """Return the width of the rack beside the panel."""
    return canvas.w - panel - 2 * MARGIN - SIDE_GAP + 4


def _banner(bar: Box, needs: DeadHandNeeds, wanted: float) -> Box:
    """Centre the banner over the table as far as both ends of the bar leave it room."""
    start, end = bar.x + needs.bar_sides[0], bar.right - needs.bar_sides[1]
    if needs.banner[1] + 5 > bar.h + 8:  # it hangs so far below the bar that it would meet the side panel
        end = min(end, bar.right - SIDE_GAP - needs.panel - 8)
    wide = min(needs.banner[0], end - start)
    x = min(max(start, wanted - wide / 2), end - wide)
    return Box(x, bar.y + 5, wide, needs.banner[1])


def _middle(middle: Box, words: float) -> tuple[Box, Box, Box, Box]:
    """Divide the middle row: stock, pile, our dead hand, theirs; the pile keeps room for its tiles at a small size."""
    stock_wide = 74.0
    most = (middle.w - stock_wide - 42 - LEAST_PILE) / 2
    dead_wide = min(220.0, max(100.0, middle.w * 0.188, words if words <= most else 0.0))
    pile_wide = min(374.0 + max(0.0, middle.w - 784.0) * 0.4, middle.w - stock_wide - 2 * dead_wide - 42)
    spare = middle.w - stock_wide - pile_wide - 2 * dead_wide
    gap = spare / 3
    stock = Box(middle.x, middle.y, stock_wide, middle.h)
    pile = Box(stock.right + gap, middle.y, pile_wide, middle.h)
    ours = Box(pile.right + gap, middle.y, dead_wide, middle.h)
    return stock, pile, ours, Box(ours.right + gap, middle.y, dead_wide, middle.h)


def _panel(canvas: Box, needs: DeadHandNeeds, column: Box) -> tuple[tuple[Box, Box], Box | None, Box | None, Box, Box]:
    """Stack scores and log from the top; tools, primary and a second button from the foot."""
    tools = Box(column.x, canvas.bottom - FOOT - needs.tools, column.w, needs.tools)
    primary = Box(column.x, tools.y - 10 - needs.primary, column.w, needs.primary)
    extra = Box(column.x, primary.y - 8 - needs.extra, column.w, needs.extra) if needs.extra else None
    us = Box(column.x, column.y, column.w, needs.score)
    them = us.moved(0, needs.score + 8)
    foot = (extra or primary).y - 14
    high = foot - them.bottom - 11
    log = Box(column.x, them.bottom + 11, column.w, high) if high >= needs.log else None
    return (us, them), log, extra, primary, tools
