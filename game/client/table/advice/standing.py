"""Where the paper of who speaks stands: off what he means, then off the tiles.

Law: a place it has already is left only for one that hides less of what is meant, so that its buttons stay under the
hand from one sentence to the next.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from game.client.table.aims import Aim, Target
from game.client.table.geometry.laid import Lies
from game.client.widgets.boxes import ROUNDING, Box

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from game.client.table.board import Board
    from game.client.widgets.boxes import Size
    from game.client.widgets.button import Button
    from game.client.widgets.look import Look

Keep = tuple[Box, float]  # what is to be seen, and what it costs to lie on it, for each px of area
# Plates count little with large text; what is lit and larger than a share of the paper is a place, such as the felt.
LIT, BUTTONS, PLATES, TILES, PLACE, RACK, LOG = 60.0, 25.0, 20.0, 12.0, 10.0, 4.0, 0.5
FIRST_OF_ALL: Final = 10.0  # so much more what is lit weighs where no place is free of everything
SMALL: Final = 0.5  # of the paper's area
BIG: Final = 1.5  # text larger than this leaves no place free of everything
STEP: Final = 24.0  # logical px between two places that are tried, besides those flush with what is kept clear
EDGE: Final = 8.0  # of the window, that a paper keeps free
TOLD: Final = 36.0  # logical px below the place for a new set, where it is said what a drop would do


def rooms_of(board: Board[Any, Any], look: Look) -> tuple[Box, Box, Box]:
    """Return where a paper may stand, the best first: on the table, over what stands above it, anywhere."""
    table, canvas = board.laid().frame.table, look.viewport.canvas.inset(EDGE)
    return table.inset(EDGE), Box(table.x, canvas.y, table.w, table.bottom - canvas.y), canvas


def always_kept(board: Board[Any, Any], look: Look, gold: Button | None) -> list[Keep]:
    """Return what a paper keeps clear of whatever it speaks of."""
    layout = board.laid()
    slot = layout.box_of(Target(Aim.NEW_SET))
    keep = [(plate.rect, PLATES if look.text_scale <= 1.0 else RACK / 2) for plate in board.plates.values()]
    keep += [(board.banner.rect, BUTTONS), (board.log.rect, LOG), (layout.frame.rack, RACK)]
    keep += [(gold.rect, BUTTONS)] if gold is not None and gold.visible else []
    keep.append((Box(slot.x, slot.y, slot.w, slot.h + TOLD), TILES))
    return keep + [(spot.box, TILES) for spot in layout.spots.values() if spot.lies is Lies.SET and spot.seen]


def standing(
    rooms: Sequence[Box],
    sizes: Callable[[Box], Iterable[Size]],
    keep: Sequence[Keep],
    again: Box | None = None,
    *,
    firm: float = TILES,
    clear: float = LIT,
) -> Box | None:
    """Return where a paper of one of the sizes for a room stands: in the first room where it keeps clear.

    That is of what weighs as much as `clear`. It stands `again` where it stood unless it would cover more there of what
    weighs as much as `firm`. None where no room is large enough.
    """
    found: list[tuple[float, int, Box]] = []
    for room in rooms:
        best = _best(room, sizes(room), keep)
        if best is not None:
            found.append((_cost(best, keep, clear), len(found), best))
        if found and found[-1][0] == 0.0:
            break
    best = min(found)[2] if found else None
    if again is None or not again.within(rooms[-1], ROUNDING):
        return best
    return again if best is None or _cost(again, keep, firm) <= _cost(best, keep, firm) else best


def _cost(box: Box, keep: Iterable[Keep], least: float) -> float:
    """Return what it costs to lie there on what weighs as much as that, or more."""
    return sum(box.shared(other) * weight for other, weight in keep if weight >= least)


def _best(room: Box, sizes: Iterable[Size], keep: Sequence[Keep]) -> Box | None:
    near = [(other, weight) for other, weight in keep if other.meets(room)]
    near.sort(key=lambda one: -one[0].w * one[0].h * one[1])  # a bad place is known soon by what costs most
    best, least = None, math.inf
    for wide, high in sizes:
        if high > room.h:
            continue
        flush = [y for other, _ in near for y in (other.bottom, other.y - high) if room.y <= y <= room.bottom - high]
        for box in _places(room, wide, high, flush):  # the first that covers nothing is the best there is
            cost = 0.0
            for other, weight in near:
                cost += box.shared(other) * weight
                if cost >= least:
                    break
            else:
                best, least = box, cost
                if cost == 0.0:
                    return box
    return best


def _places(room: Box, wide: float, high: float, flush: Sequence[float]) -> Iterator[Box]:
    """Yield where a box may stand in a room: from the middle of its foot upwards, then to the sides."""
    across = [room.x + (room.w - wide) / 2, room.right - wide, room.x]
    rows = int((room.h - high) // STEP) + 1
    for y in sorted({*(room.bottom - high - row * STEP for row in range(rows)), *flush}, reverse=True):
        for x in across:
            yield Box(x, y, wide, high)
