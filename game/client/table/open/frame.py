"""The frame of an open table: bar, strip of plates, table, rack, side panel. Pure geometry in logical px.

Laws: boxes never overlap for any canvas from 1280 x 720 on; the table takes the remaining space. Folded, the side panel
is a narrow rail of icons.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.table.geometry import measures
from game.client.widgets.boxes import Box, side_by_side

if TYPE_CHECKING:
    from game.client.widgets.boxes import Size

MIN_LOG_HEIGHT = 96.0  # least useful height of a log
GOOD_LOG_HEIGHT = 150.0  # if the log would be lower, a long list of scores is drawn with tighter rows
PLATE_GAP = 14.0
RAIL_WIDTH = 60.0
MAX_TABLE_WIDTH = 1600.0  # logical px; on a wider canvas the table is centred
BOX_GAP = 10.0
GAP_UNDER_PLATES, GAP_ABOVE_BUTTONS, PANEL_GAP = 12.0, 12.0, 4.0
PRIMARY_SHARE = 0.59  # width of the button that ends the turn, as a share of the panel's
RAIL_ICON_SIZE, RAIL_ICON_GAP, RAIL_TOOL_COUNT = 48.0, 8.0, 4  # of the rail: size of an icon, gap, number of tools
MAX_PLATE_WIDTH = 400.0
IMPOSSIBLE_HEIGHT = 1e6  # a height for which there is never room


@dataclass(frozen=True, slots=True)
class OpenNeeds:
    """What texts and counts need, in logical px.

    `plates` are the widths that the others' plates need for their texts. `scores` are the heights of the score list in
    full, with tight rows, and at least. `readiness` is the height of two lines, and of its present text, for which the
    log makes room. `bar`, `plate`, `stock`, `primary`, `tools` and `lip` are heights; `rack` is that of the rack with
    its lip.
    """

    bar: float
    banner: Size
    bar_sides: tuple[float, float]
    plates: tuple[float, ...]
    plate: float
    scores: tuple[float, float, float]
    stock: float
    readiness: tuple[float, float]
    primary: float
    tools: float
    rack: float
    lip: float
    panel_grows: float = 1.0


@dataclass(frozen=True, slots=True)
class OpenFrame:
    """The boxes of an open table; scores, log and readiness are None where there is no room for them."""

    bar: Box
    banner: Box
    plates: tuple[Box, ...]
    zone: Box
    rack: Box
    lip: Box
    scores: Box | None
    stock: Box
    log: Box | None
    readiness: Box | None
    primary: Box
    second: Box
    tools: Box
    folded: bool

    @property
    def controls_box(self) -> Box | None:
        """Return where the panel has room for optional controls; folded it has none."""
        if self.folded or self.cramped:
            return None
        return Box(self.primary.x, self.primary.y, self.second.right - self.primary.x, self.primary.h)

    @property
    def cramped(self) -> bool:
        """Return whether the panel is too low for its contents."""
        return self.stock.bottom > self.primary.y

    @property
    def table(self) -> Box:
        """Return the box of the table, under the name that it has in every family."""
        return self.zone


def open_frame(canvas: Box, needs: OpenNeeds, *, folded: bool = False) -> OpenFrame:
    """Lay out an open table for two to seven players."""
    panel = panel_width(canvas, needs.panel_grows, folded=folded)
    wide = min(MAX_TABLE_WIDTH, canvas.w - panel - 2 * measures.MARGIN - measures.SIDE_GAP)
    left = canvas.x + measures.MARGIN + (canvas.w - panel - 2 * measures.MARGIN - measures.SIDE_GAP - wide) / 2
    rack = Box(left, canvas.bottom - measures.FOOT_MARGIN - needs.rack, wide, needs.rack)
    lip = Box(left, rack.bottom - needs.lip, wide, needs.lip)
    bar = Box(canvas.x, canvas.y, canvas.w, needs.bar)
    ends = (bar.x + needs.bar_sides[0], bar.right - needs.bar_sides[1])
    banner = measures.banner_box(bar, needs.banner, ends, left + wide / 2)
    head = max(bar.bottom, banner.bottom) + measures.GAP_UNDER_HEAD
    plates = _strip(Box(left, head, wide, needs.plate), needs.plates)
    top = head + needs.plate + GAP_UNDER_PLATES
    zone = Box(left, top, wide, rack.y - BOX_GAP - top)
    x = rack.right + measures.SIDE_GAP + PANEL_GAP
    start = (bar.bottom if banner.right <= x else max(bar.bottom, banner.bottom)) + BOX_GAP
    column = Box(x, start, panel, canvas.bottom - measures.FOOT_MARGIN - start)
    parts = _rail(column, needs) if folded else _panel(column, needs)
    return OpenFrame(bar, banner, plates, zone, rack, lip, *parts, folded)


def panel_width(canvas: Box, grows: float, *, folded: bool = False) -> float:
    """Return the width of the side panel."""
    return (
        RAIL_WIDTH * grows
        if folded
        else (measures.WIDE_PANEL_WIDTH if canvas.w >= measures.WIDE_FROM_WIDTH else measures.PANEL_WIDTH) * grows
    )


def primary_width(panel: float) -> float:
    """Return the width of the button that ends the turn in an unfolded panel."""
    return (panel - BOX_GAP) * PRIMARY_SHARE


def _strip(strip: Box, wanted: tuple[float, ...]) -> tuple[Box, ...]:
    """Place the plates side by side; few of them are centred in the strip.

    They have equal widths as long as every name fits; else those with short names make room for long ones.
    """
    most, count = MAX_PLATE_WIDTH, max(1, len(wanted))
    room = strip.w - PLATE_GAP * (count - 1)
    widths = (
        divided_widths(room, wanted)
        if max(wanted, default=0.0) > room / count
        else (min(most, room / count),) * len(wanted)
    )
    return side_by_side(strip.moved((room - sum(widths)) / 2, 0), widths, PLATE_GAP)


def divided_widths(room: float, wanted: tuple[float, ...]) -> tuple[float, ...]:
    """Divide a width: each gets what it wants as far as an equal share allows; the rest is divided equally."""
    given: dict[int, float] = {}
    left = room
    for at in sorted(range(len(wanted)), key=lambda at: wanted[at]):
        given[at] = min(wanted[at], left / (len(wanted) - len(given)))
        left -= given[at]
    return tuple(given[at] + max(0.0, left) / len(wanted) for at in range(len(wanted)))


PanelBoxes = tuple["Box | None", Box, "Box | None", "Box | None", Box, Box, Box]


def _panel(column: Box, needs: OpenNeeds) -> PanelBoxes:
    """Stack scores, stock and log from the top; tools, buttons and readiness from the bottom."""
    tools = Box(column.x, column.bottom - needs.tools, column.w, needs.tools)
    primary_wide = primary_width(column.w)
    y = tools.y - BOX_GAP - needs.primary
    primary = Box(column.x, y, primary_wide, needs.primary)
    second = Box(primary.right + BOX_GAP, y, column.w - primary_wide - BOX_GAP, needs.primary)
    room = y - GAP_ABOVE_BUTTONS - column.y
    full, close, least = needs.scores
    fixed = needs.stock + BOX_GAP
    readiness_high, whole = needs.readiness
    shows_readiness = room - fixed - readiness_high - BOX_GAP >= least
    if shows_readiness:
        fixed += readiness_high + BOX_GAP
    scores_high = min(full, room - fixed, max(close, room - fixed - BOX_GAP - GOOD_LOG_HEIGHT))
    scores = Box(column.x, column.y, column.w, scores_high) if scores_high >= least else None
    below = column.y if scores is None else scores.bottom + BOX_GAP
    stock = Box(column.x, below, column.w, needs.stock)
    spare = y - GAP_ABOVE_BUTTONS - readiness_high - BOX_GAP - stock.bottom
    readiness_high += max(0.0, min(whole - readiness_high, spare))
    readiness = (
        Box(column.x, y - GAP_ABOVE_BUTTONS - readiness_high, column.w, readiness_high) if shows_readiness else None
    )
    foot = y - GAP_ABOVE_BUTTONS if readiness is None else readiness.y - BOX_GAP
    high = foot - stock.bottom - BOX_GAP
    log = Box(column.x, stock.bottom + BOX_GAP, column.w, high) if high >= MIN_LOG_HEIGHT else None
    return scores, stock, log, readiness, primary, second, tools


def _rail(column: Box, needs: OpenNeeds) -> PanelBoxes:
    """Stack the stock at the top; from the bottom, tools in a column, then both buttons."""
    side = min(column.w, RAIL_ICON_SIZE * max(1.0, needs.panel_grows))
    high = RAIL_TOOL_COUNT * side + (RAIL_TOOL_COUNT - 1) * RAIL_ICON_GAP
    tools = Box(column.x, column.bottom - high, column.w, high)
    second = Box(column.x, tools.y - RAIL_ICON_GAP - side, column.w, side)
    primary = second.moved(0, -RAIL_ICON_GAP - side)
    stock = Box(column.x, column.y, column.w, primary.y - BOX_GAP - column.y)
    return None, stock, None, None, primary, second, tools
