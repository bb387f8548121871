"""Measures that the frames of all tables share, in logical px, and the place of the banner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.widgets.boxes import Box

if TYPE_CHECKING:
    from game.client.widgets.boxes import Size

MARGIN = 16.0
# width of the side panel; its width on a wide canvas; the width from which a canvas is wide
PANEL_WIDTH, WIDE_PANEL_WIDTH, WIDE_FROM_WIDTH = 236.0, 300.0, 1600.0
SIDE_GAP = 12.0
FOOT_MARGIN = 8.0  # below rack and panel
GAP_UNDER_HEAD = 9.0  # from bar and banner to what is below
BANNER_DROP = 5.0  # from the bar's upper edge to the banner's


def banner_box(bar: Box, size: Size, ends: tuple[float, float], wanted: float) -> Box:
    """Centre the banner on a wanted x, as far as both ends of the bar leave room."""
    start, end = ends
    wide = min(size[0], end - start)
    return Box(min(max(start, wanted - wide / 2), end - wide), bar.y + BANNER_DROP, wide, size[1])
