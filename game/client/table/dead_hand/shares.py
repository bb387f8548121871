"""How the room of a dead-hand table is divided between both sides, and which division shows the sets better."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.client.table.dead_hand.frame import OUR_SHARES, dead_hand_frame
from game.client.table.dead_hand.layout import compute_layout, rack_shape_for
from game.client.table.geometry.sets import MIN_GROWTH_PX

if TYPE_CHECKING:
    from game.client.table.dead_hand.frame import DeadHandNeeds
    from game.client.table.dead_hand.layout import DeadHandLayout, DeadHandLayoutInput
    from game.client.widgets.boxes import Box

GOOD_TILE_WIDTH = 48.0  # sets with tiles as wide as this need no other division
SMALL_TILE_WIDTH = 44.0  # where tiles are smaller, the rows of the sets may be chosen anew between turns
WORTH_NEW_ROWS_PX = 7  # they are, if that makes the tiles at least so much wider


def layout_sort_key(layout: DeadHandLayout, more: float = 0.0) -> tuple[int, float, bool, int, float, int]:
    """Return a sort key for how well both zones show their sets, as if tiles were wider by `more`.

    First none hidden, tiles of a fair width, few that left their rows; then wide tiles, none squared up.
    """
    below = sum(zone.sets_hidden_below for zone in layout.zones)
    over = max(zone.max_scroll for zone in layout.zones)
    width = layout_width(layout) + more
    fair, left = all(zone.fair for zone in layout.zones), sum(zone.moved_sets for zone in layout.zones)
    return -below, -over, fair, -left, width, -_squared(layout)


def best_layout(canvas: Box, seats: int, wanted: DeadHandLayoutInput, needs: DeadHandNeeds) -> DeadHandLayout:
    """Divide the room between both sides: as now, unless one side gets small tiles or squared sets that way."""
    best = now = layout_with_share(canvas, seats, wanted, needs, wanted.our_share)
    for share in OUR_SHARES:
        if layout_sort_key(best) >= (0, 0.0, True, 0, GOOD_TILE_WIDTH) and not (
            wanted.squared is None and _squared(best)
        ):
            break
        best = max(best, layout_with_share(canvas, seats, wanted, needs, share), key=layout_sort_key)
    if layout_sort_key(now, MIN_GROWTH_PX) > layout_sort_key(best) and _squared(now) <= _squared(best):
        best = now
    return _with_new_rows(canvas, seats, wanted, needs, best)


def _with_new_rows(
    canvas: Box, seats: int, wanted: DeadHandLayoutInput, needs: DeadHandNeeds, best: DeadHandLayout
) -> DeadHandLayout:
    """Choose the rows of the sets anew where their tiles have become small, but never in the player's own turn."""
    kept, width = wanted.keep, layout_width(best)
    if kept is None or wanted.rows_stay or width >= SMALL_TILE_WIDTH:
        return best
    free = replace(wanted, keep=(replace(kept[0], rows=()), replace(kept[1], rows=())))
    found = max((layout_with_share(canvas, seats, free, needs, share) for share in OUR_SHARES), key=layout_sort_key)
    return found if layout_width(found) >= width + WORTH_NEW_ROWS_PX else best


def layout_width(layout: DeadHandLayout) -> float:
    """Return the width of the smaller tiles of both zones."""
    return min(zone.placed.width for zone in layout.zones)


def _squared(layout: DeadHandLayout) -> int:
    return sum(zone.placed.squared for zone in layout.zones)


def layout_with_share(
    canvas: Box, seats: int, wanted: DeadHandLayoutInput, needs: DeadHandNeeds, our_share: float
) -> DeadHandLayout:
    """Lay out the table with a share of the room for our own sets."""
    frame = dead_hand_frame(canvas, replace(needs, our_share=our_share), seats)
    return compute_layout(wanted, frame, rack_shape_for(wanted, frame.rack.w, frame.lip.h))
