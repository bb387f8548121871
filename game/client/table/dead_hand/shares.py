"""How the room of a dead-hand table is divided between both sides, and which division shows the sets better."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.client.table.dead_hand.frame import OUR_SHARES, dead_hand_frame
from game.client.table.dead_hand.layout import lay_out, rack_for

if TYPE_CHECKING:
    from game.client.table.dead_hand.frame import DeadHandNeeds
    from game.client.table.dead_hand.layout import DeadHandLayout, DeadHandWanted
    from game.client.widgets.boxes import Box

GOOD_WIDTH = 40.0  # sets with tiles as wide as this need no other division


def worth(layout: DeadHandLayout) -> tuple[int, float, float, int]:
    """Return a sort key for how well both zones show their sets: none hidden, wide tiles, none squared up."""
    below = sum(zone.below for zone in layout.zones)
    over = max(zone.over for zone in layout.zones)
    squared = sum(zone.placed.squared for zone in layout.zones)
    return -below, -over, min(zone.placed.width for zone in layout.zones), -squared


def best_layout(canvas: Box, seats: int, wanted: DeadHandWanted, needs: DeadHandNeeds) -> DeadHandLayout:
    """Divide the room between both sides: as usual, unless one side would get small tiles or squared sets."""
    best = with_share(canvas, seats, wanted, needs, OUR_SHARES[0])
    for share in OUR_SHARES[1:]:
        squared = wanted.squared is None and any(zone.placed.squared for zone in best.zones)
        if worth(best) >= (0, 0.0, GOOD_WIDTH) and not squared:
            break
        best = max(best, with_share(canvas, seats, wanted, needs, share), key=worth)
    return best


def with_share(
    canvas: Box, seats: int, wanted: DeadHandWanted, needs: DeadHandNeeds, our_share: float
) -> DeadHandLayout:
    """Lay out the table with a share of the room for our own sets."""
    frame = dead_hand_frame(canvas, replace(needs, our_share=our_share), seats)
    return lay_out(wanted, frame, rack_for(wanted, frame.rack.w, frame.lip.h))
