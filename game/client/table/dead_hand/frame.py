"""The frame of a dead-hand table: bar, plates, zones, middle row, rack, side panel. Pure geometry in logical px.

Laws: boxes never overlap, for any canvas from 1280 x 720 on and any length of texts; the two zones take the remaining
space.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.table.geometry import measures
from game.client.widgets.boxes import Box, even_columns, side_by_side

if TYPE_CHECKING:
    from game.client.widgets.boxes import Size

# shares of the height of both zones that ours may have, in the order in which they are tried
OUR_SHARES = (0.54, 0.50, 0.48, 0.60, 0.42, 0.66, 0.36)
GAP = 8.0
GAP_UNDER_PLATE, GAP_OVER_RACK = 10.0, 14.0  # below a plate half the height of a set's pill is added
GAP_OVER_MIDDLE, GAP_UNDER_MIDDLE = 10.0, 8.0  # below the middle row half the height of a set's pill is added
# share of these gaps left where both zones are side by side: there a row of sets matters more than space
SLIM_GAP_SHARE = 0.4
SIDE_PLATE_RAISE = 0.75  # share of its height by which a plate at the side is above the centre of the middle row
GAP_UNDER_BAR, GAP_OVER_TOOLS, GAP_OVER_BUTTONS, GAP_OVER_LOG = 10.0, 10.0, 14.0, 11.0  # in the panel
PANEL_GROWTH_SHARE = 0.45  # share of the text's growth by which the panel widens
LINE_GAP = 5.0  # between a plate and the line below it
RACK_OVERHANG = 4.0  # how far the rack reaches into the gap before the panel

# The middle row. The stock is as wide as a tile; a dead hand is a share of the row, or as wide as its text.
STOCK_WIDTH = 74.0
DEAD_HAND_SHARE, MIN_DEAD_HAND_WIDTH, MAX_DEAD_HAND_WIDTH = 0.188, 100.0, 220.0
# the pile also gets this share of the row's width beyond PILE_GROWS_FROM_WIDTH
PILE_WIDTH, PILE_GROWS_FROM_WIDTH, PILE_GROWTH_SHARE = 374.0, 784.0, 0.4
MIN_ROW_GAPS = 42.0  # least width of the row's three gaps together
MIN_PILE_WIDTH = 294.0  # eight tiles at 34 each


@dataclass(frozen=True, slots=True)
class DeadHandNeeds:
    """What texts and counts need, in logical px: heights, or sizes where both directions matter.

    `second` is the height of the second button (0 for none); `rack` the height of the whole rack with its lip.
    """

    bar: float
    banner: Size
    bar_sides: tuple[float, float]  # widths at the left and right end of the bar
    plate: Size
    side_plate: Size
    score: float
    log: float  # the least useful height of a log
    primary: float
    second: float
    tools: float
    pill: float
    middle: float
    dead: float  # the width of a dead hand's text
    rack: float
    lip: float
    panel: float
    our_share: float = OUR_SHARES[0]
    strip: bool = False  # with four players the plates are in a strip at the top, leaving the sides to the sets
    line: float = 0.0  # the height of a line below the top plate for one of the open racks
    abreast: bool = False  # both zones side by side above the middle row: where neither had room for a row of sets


@dataclass(frozen=True, slots=True)
class DeadHandFrame:
    """The boxes of a dead-hand table; `log` is None where there is no room for one."""

    bar: Box
    banner: Box
    top: Box  # the partner among four, the opponent among two
    west: Box | None
    east: Box | None
    line: Box | None
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
    second: Box | None
    primary: Box
    tools: Box
    table: Box  # from west to east, between bar and rack: where a message may be placed

    @property
    def our_share(self) -> float:
        """Return our share of the height of both zones."""
        return round(self.us.h / (self.us.h + self.them.h), 2)

    @property
    def controls_box(self) -> Box | None:
        """Return where the panel has room for optional controls."""
        return self.primary


def dead_hand_frame(canvas: Box, needs: DeadHandNeeds, seats: int) -> DeadHandFrame:
    """Lay out the table of two or four players."""
    panel = needs.panel
    left = canvas.x + measures.MARGIN
    wide = rack_width(canvas, panel)
    rack_top = canvas.bottom - measures.FOOT_MARGIN - needs.rack
    rack = Box(left, rack_top, wide, needs.rack)
    lip = Box(left, rack.bottom - needs.lip, wide, needs.lip)
    bar = Box(canvas.x, canvas.y, canvas.w, needs.bar)
    banner = measures.banner_box(bar, needs.banner, _ends(bar, needs), left + wide / 2)
    head = max(bar.bottom, banner.bottom) + measures.GAP_UNDER_HEAD
    top = Box(left + (wide - needs.plate[0]) / 2, head, *needs.plate)
    strip = needs.strip and seats > 2
    sides = seats > 2 and not strip
    aside = needs.side_plate[0] + measures.SIDE_GAP if sides else 0.0
    across, room = left + aside, wide - 2 * aside
    air = SLIM_GAP_SHARE if needs.abreast else 1.0
    line = Box(across, top.bottom + LINE_GAP, room, needs.line) if needs.line else None
    them_top = (line or top).bottom + needs.pill / 2 + GAP_UNDER_PLATE * air
    gap_above, gap_below = GAP_OVER_MIDDLE * air, needs.pill / 2 + GAP_UNDER_MIDDLE
    heights = rack_top - GAP_OVER_RACK * air - them_top - needs.middle - gap_above - gap_below
    if needs.abreast:
        them, us = even_columns(Box(across, them_top, room, heights + gap_below), 2, measures.SIDE_GAP)
        middle = Box(across, them.bottom + gap_above, room, needs.middle)
    else:
        them = Box(across, them_top, room, heights * (1 - needs.our_share))
        middle = Box(across, them.bottom + gap_above, room, needs.middle)
        us = Box(across, middle.bottom + gap_below, room, heights * needs.our_share)
    stock, pile, dead_us, dead_them = _middle(middle, needs.dead)
    west = east = None
    if sides:
        y = max(them.y, middle.centre[1] - needs.side_plate[1] * SIDE_PLATE_RAISE)
        west = Box(left, y, *needs.side_plate)
        east = Box(left + wide - needs.side_plate[0], y, *needs.side_plate)
    if strip:
        west, top, east = even_columns(Box(left, head, wide, needs.plate[1]), 3, GAP)
    column = _panel(canvas, needs, Box(canvas.right - measures.SIDE_GAP - panel, bar.bottom + GAP_UNDER_BAR, panel, 0))
    table = Box(left, head, wide, rack_top - head)
    return DeadHandFrame(
        bar, banner, top, west, east, line, them, us, stock, pile, dead_us, dead_them, rack, lip, *column, table
    )


def panel_width(canvas: Box, text_scale: float) -> float:
    """Return the width of the side panel: it grows with the text, but slower."""
    return (measures.WIDE_PANEL_WIDTH if canvas.w >= measures.WIDE_FROM_WIDTH else measures.PANEL_WIDTH) * (
        1.0 + PANEL_GROWTH_SHARE * max(0.0, text_scale - 1.0)
    )


def rack_width(canvas: Box, panel: float) -> float:
    """Return the width of the rack beside the panel."""
    return canvas.w - panel - 2 * measures.MARGIN - measures.SIDE_GAP + RACK_OVERHANG


def _ends(bar: Box, needs: DeadHandNeeds) -> tuple[float, float]:
    """Return the free part of the bar in which the banner hangs."""
    start, end = bar.x + needs.bar_sides[0], bar.right - needs.bar_sides[1]
    if needs.banner[1] + measures.BANNER_DROP > bar.h + GAP:  # it hangs so low that it would touch the side panel
        end = min(end, bar.right - measures.SIDE_GAP - needs.panel - GAP)
    return start, end


def _middle(row: Box, words: float) -> tuple[Box, ...]:
    """Divide the middle row: stock, pile, our dead hand, theirs; the pile keeps room for its tiles at a small size."""
    most = (row.w - STOCK_WIDTH - MIN_ROW_GAPS - MIN_PILE_WIDTH) / 2
    dead = min(MAX_DEAD_HAND_WIDTH, max(MIN_DEAD_HAND_WIDTH, row.w * DEAD_HAND_SHARE, words if words <= most else 0.0))
    rest = row.w - STOCK_WIDTH - 2 * dead
    pile = min(PILE_WIDTH + max(0.0, row.w - PILE_GROWS_FROM_WIDTH) * PILE_GROWTH_SHARE, rest - MIN_ROW_GAPS)
    return side_by_side(row, (STOCK_WIDTH, pile, dead, dead), (rest - pile) / 3)


def _panel(canvas: Box, needs: DeadHandNeeds, column: Box) -> tuple[tuple[Box, Box], Box | None, Box | None, Box, Box]:
    """Stack scores and log from the top; tools and buttons from the bottom."""
    tools = Box(column.x, canvas.bottom - measures.FOOT_MARGIN - needs.tools, column.w, needs.tools)
    primary = Box(column.x, tools.y - GAP_OVER_TOOLS - needs.primary, column.w, needs.primary)
    second = Box(column.x, primary.y - GAP - needs.second, column.w, needs.second) if needs.second else None
    us = Box(column.x, column.y, column.w, needs.score)
    them = us.moved(0, needs.score + GAP)
    foot = (second or primary).y - GAP_OVER_BUTTONS
    high = foot - them.bottom - GAP_OVER_LOG
    log = Box(column.x, them.bottom + GAP_OVER_LOG, column.w, high) if high >= needs.log else None
    return (us, them), log, second, primary, tools
