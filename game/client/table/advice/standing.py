"""Where a bubble is placed: first clear of what it is about, then clear of tiles.

Law: it leaves its place only where another hides less of what it is about, so that its buttons stay under the pointer
from one text to the next.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from game.client.table.aims import Aim, Target
from game.client.table.geometry.laid import TileZone
from game.client.widgets.boxes import ROUNDING, Box

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from game.client.table.board import Board
    from game.client.table.geometry.laid import Spot
    from game.client.widgets.boxes import Size
    from game.client.widgets.button import Button
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget

Obstacle = tuple[Box, float]  # a box that should stay visible, and the cost of covering it, for each px of area
# The cost of each px covered. Plates cost little with large text. A lesson counts a highlight larger than
# SMALL_LIT_SHARE of the bubble, such as the felt, as PLACE.
LIT_COST, BUTTONS_COST, PLATES_COST, TILES_COST, PLACE_COST, RACK_COST, WOOD_COST, LOG_COST = (
    60.0,
    25.0,
    20.0,
    12.0,
    10.0,
    4.0,
    1.0,
    0.5,
)
LIT_COST_FACTOR: Final = 10.0  # factor on LIT_COST for highlights that matter more than everything else together
NEEDED_COST: Final = LIT_COST * LIT_COST_FACTOR * 10  # of what is acted with: more than highlights, in large text
SMALL_LIT_SHARE: Final = 0.5  # share of the bubble's area
BIG_TEXT_SCALE: Final = 1.5  # text scale above which no place is free of everything
SEARCH_STEP: Final = 24.0  # logical px between two heights that are tried, besides those flush with an obstacle
WINDOW_MARGIN: Final = 8.0  # space between a bubble and the window's edges
PILL_HANG_SHARE: Final = 0.25  # of a tile's width: how far the pill of a wild tile may hang from it
FREE: Final = (0.0, 0.0)  # the costs of a place that covers nothing
DROP_LABEL_HEIGHT: Final = 36.0  # logical px below the place for a new set, where a drop's label is shown


def bubble_rooms(board: Board[Any, Any], look: Look) -> tuple[Box, Box, Box]:
    """Return where a bubble may be placed, best first: on the table, on it or what is above it, anywhere."""
    table, canvas = board.current_layout().frame.table, look.viewport.canvas.inset(WINDOW_MARGIN)
    return table.inset(WINDOW_MARGIN), Box(table.x, canvas.y, table.w, table.bottom - canvas.y), canvas


def usual_obstacles(board: Board[Any, Any], look: Look, gold: Button | None) -> list[Obstacle]:
    """Return what every bubble keeps clear of."""
    layout = board.current_layout()
    slot = layout.box_of(Target(Aim.NEW_SET))
    frame, big = layout.frame, look.text_scale > 1.0
    keep = [(plate.rect, RACK_COST / 2 if big else PLATES_COST) for plate in board.plates.values()]
    keep += [(one, RACK_COST / 2 if big else TILES_COST) for one in (frame.primary, frame.second) if one is not None]
    keep += [(board.banner.rect, BUTTONS_COST), (board.log.rect, LOG_COST), (frame.rack, WOOD_COST)]
    keep += [(gold.rect, BUTTONS_COST)] if gold is not None and gold.visible else []
    keep += [(slot, TILES_COST), (Box(slot.x, slot.bottom, slot.w, DROP_LABEL_HEIGHT), PLACE_COST)]
    keep.append((frame.stock, PLACE_COST))
    costs = {TileZone.SET: TILES_COST, TileZone.RACK: TILES_COST, TileZone.PILE: BUTTONS_COST}
    seen = [spot for spot in layout.spots.values() if spot.lies in costs and spot.seen]
    return keep + [(with_pill(spot), costs[spot.lies]) for spot in seen]


def needed_obstacles(look: Look, needed: Iterable[Widget]) -> list[Obstacle]:
    """Return what a bubble in large text leaves free, whatever else it covers: the middle of what can be acted with."""
    big = look.text_scale > BIG_TEXT_SCALE
    boxes = [one.rect for one in needed if big and one.visible and one.enabled]
    return [(box.inset(box.w / 4, box.h / 4), NEEDED_COST) for box in boxes]


def with_pill(spot: Spot) -> Box:
    """Return the box of a tile, of one in a set with what may hang from it."""
    hangs = PILL_HANG_SHARE * spot.box.w if spot.lies is TileZone.SET else 0.0
    return Box(spot.box.x, spot.box.y, spot.box.w, spot.box.h + hangs)


def bubble_place(
    rooms: Sequence[Box],
    sizes: Callable[[Box], Iterable[Size]],
    keep: Sequence[Obstacle],
    again: Sequence[Box] = (),
    *,
    firm: float = TILES_COST,
    clear: float = LIT_COST,
    beside: Sequence[Box] = (),
) -> Box | None:
    """Return the place of a bubble whose size depends on the room; None where no room is large enough.

    The first room is used in which the bubble covers nothing that costs as much as `clear`, or else the one where it
    covers least, highlights counted first. The bubble keeps the first of its earlier places `again` where it covers no
    more of what costs as much as `firm`; it may stand flush with the sides of the boxes in `beside`.
    """
    stays = [box for box in again if box.is_inside(rooms[-1], ROUNDING)]
    if stays and _costs(stays[0], keep, firm) == FREE:
        return stays[0]  # no place is better
    found: list[tuple[tuple[float, float], int, Box]] = []
    for room in rooms:
        best = _best(room, sizes(room), keep, beside)
        if best is not None:
            found.append((_costs(best, keep, clear), len(found), best))
        if found and found[-1][0][1] == 0.0:
            break
    best = min(found)[2] if found else None
    return next((box for box in stays if best is None or _costs(box, keep, firm) <= _costs(best, keep, firm)), best)


def _costs(box: Box, keep: Sequence[Obstacle], least: float) -> tuple[float, float]:
    """Return the cost of a box: that of highlights, then that of all obstacles that cost at least `least`."""
    return _cost(box, keep, LIT_COST), _cost(box, keep, least)


def _cost(box: Box, keep: Iterable[Obstacle], least: float) -> float:
    """Return the cost of a box, counting only obstacles that cost at least `least` for each px."""
    return sum(box.overlap_area(other) * weight for other, weight in keep if weight >= least)


def _best(room: Box, sizes: Iterable[Size], keep: Sequence[Obstacle], beside: Sequence[Box]) -> Box | None:
    near = [(other, weight) for other, weight in keep if other.overlaps(room)]
    # a bad place is ruled out soonest by the most expensive obstacles
    near.sort(key=lambda one: -one[0].w * one[0].h * one[1])
    edges = [(other.x, other.right, other.y, other.bottom, weight) for other, weight in near]
    best, least = None, math.inf
    for wide, high in sizes:
        if high > room.h:
            continue
        flush = [y for other, _ in near for y in (other.bottom, other.y - high) if room.y <= y <= room.bottom - high]
        sides = [x for other in beside for x in (other.right, other.x - wide) if room.x <= x <= room.right - wide]
        across = (room.x + (room.w - wide) / 2, room.right - wide, room.x, *sides)  # the middle first, then the sides
        for y in _heights(room, high, flush):
            foot = y + high
            level = [
                (left, end, weight, min(foot, bottom) - max(y, top))
                for left, end, top, bottom, weight in edges
                if top < foot and bottom > y
            ]
            for x in across:  # nothing is better than covering nothing
                cost, right = 0.0, x + wide
                for left, end, weight, down in level:
                    covered = min(right, end) - max(x, left)
                    if covered > 0.0:
                        cost += covered * down * weight
                        if cost >= least:
                            break
                else:
                    best, least = Box(x, y, wide, high), cost
                    if cost == 0.0:
                        return best
    return best


def _heights(room: Box, high: float, flush: Sequence[float]) -> list[float]:
    """Return the tops of the places that are tried in a room, from the bottom up."""
    rows = int((room.h - high) // SEARCH_STEP) + 1
    return sorted({*(room.bottom - high - row * SEARCH_STEP for row in range(rows)), *flush}, reverse=True)
