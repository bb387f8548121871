"""What lights up at an open table: sets that take the tiles, where they would go, what the pointer is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client import theme
from game.client.board import marks
from game.client.board.aims import Aim, Target
from game.client.board.open_layout import insertion
from game.client.widgets import draw
from game.client.widgets.boxes import Box

if TYPE_CHECKING:
    from pygame import Surface

    from game.client.board.open_layout import OpenLayout
    from game.client.scenes.open_table_board import OpenBoard
    from game.client.scenes.open_table_pointer import OpenPointer
    from game.client.scenes.open_table_turn import OpenTurn
    from game.client.widgets.look import Look

RADIUS = 9.0
GRIP = 4.0


def draw_open_glow(
    surface: Surface, look: Look, board: OpenBoard, turn: OpenTurn, pointer: OpenPointer, focus: Target | None
) -> None:
    """Light what the hand can do; `focus` is where the keys are, None while they are not used."""
    layout = board.layout
    if layout is None:
        return
    carried = pointer.carried
    if carried and turn.playing:
        for number in turn.takers(carried) if turn.checked else ():
            _light(surface, look, layout, number)
    aim = pointer.aim or (focus if turn.bench.picked else None)
    if aim is not None and carried:
        _draw_aim(surface, look, layout, aim, dragging=pointer.dragging)
    elif pointer.edge is not None and not carried:
        _draw_grip(surface, look, layout, pointer.edge)
    _draw_news(surface, look, board, turn, pointer, focus)


def _light(surface: Surface, look: Look, layout: OpenLayout, number: int) -> None:
    heap = layout.heap(number)
    if heap is None or layout.hides(heap.box):
        return
    draw.plate(surface, look, heap.box.inset(-5), RADIUS, None, draw.Edge(theme.GOLD, 2.0))
    wide = min(18.0, layout.heaps.width * 0.45)
    plus = Box(heap.box.right - wide * 0.4, heap.box.y - wide * 0.6, wide, wide)
    draw.plate(surface, look, plus, wide / 2, theme.GOLD, draw.Edge(theme.INK, 1.2))
    draw.icon(surface, look, "plus", plus.centre, wide * 0.6, theme.INK)


def _draw_aim(surface: Surface, look: Look, layout: OpenLayout, aim: Target, *, dragging: bool) -> None:
    if aim.aim is Aim.SLOT:
        if dragging:
            rect = look.rect(layout.box_of(aim))
            surface.blit(marks.slot(rect.size, look.u, may_land=True), rect)
    elif aim.aim is Aim.NEW_SET:
        draw.plate(surface, look, layout.heaps.slot.inset(-4), RADIUS, None, draw.Edge(theme.GOLD, 3.0))
    elif aim.aim is Aim.HEAP:
        heap = layout.heap(aim.index)
        if heap is not None:
            draw.plate(surface, look, heap.box.inset(-5), RADIUS, None, draw.Edge(theme.GOLD, 3.0))
        box = insertion(layout, aim)
        draw.plate(surface, look, box, 3.0, theme.GOLD, draw.Edge(theme.INK, 1.0))


def _draw_grip(surface: Surface, look: Look, layout: OpenLayout, number: int) -> None:
    """Show that the edge takes the whole set: a ring, and dots to hold it by."""
    heap = layout.heap(number)
    if heap is None:
        return
    draw.plate(surface, look, heap.box.inset(-5), RADIUS, None, draw.Edge(theme.CREAM, 1.5))
    x, middle = heap.box.x - 5 - GRIP / 2, heap.box.centre[1]
    for place in (-9.0, 0.0, 9.0):
        draw.plate(surface, look, Box(x, middle + place - GRIP / 2, GRIP, GRIP), GRIP / 2, theme.CREAM)


def _draw_news(
    surface: Surface, look: Look, board: OpenBoard, turn: OpenTurn, pointer: OpenPointer, focus: Target | None
) -> None:
    """Say of the set under the pointer or the focus who has just laid it."""
    layout = board.layout
    heap = turn.arrangement.heap_of(pointer.hover) if pointer.hover is not None else None
    number = heap.number if heap is not None else focus.index if focus is not None and focus.aim is Aim.HEAP else -1
    words = board.news_of(number) if number >= 0 else ""
    placed = layout.heap(number) if layout is not None else None
    if not words or placed is None or pointer.dragging:
        return
    tag = marks.news_tag(words, look.lettering(theme.CHIP))
    rect = look.rect(placed.box)
    x = min(rect.x, look.px(look.viewport.canvas.w) - tag.get_width() - 8)
    y = rect.y - tag.get_height() - look.px(7)
    surface.blit(tag, (x, y))
