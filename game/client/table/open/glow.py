"""The drop highlights of an open table: sets that accept the tiles, insertion points, and what the pointer is on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from game.client.draw import marks, theme
from game.client.draw.backdrop import StaticPart, box_with_shadow, surface_part
from game.client.table.aims import Aim, Target
from game.client.table.open.layout import insertion_box
from game.client.table.open.outcome import open_outcome
from game.client.table.tag import draw_tag, tag_place, zone_edges
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.table.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from pygame import Surface

    from game.client.table.open.board import OpenBoard
    from game.client.table.open.layout import OpenLayout
    from game.client.table.open.pointer import OpenPointer
    from game.client.table.open.sets import PlacedHeap
    from game.client.table.open.turn import OpenTurn
    from game.client.table.tag import Tag
    from game.client.widgets.look import Look

CORNER_RADIUS = 9.0
GRIP_WIDTH = 4.0


class OpenDropHighlights:
    """Highlights sets and places; the text beside dragged tiles is cached for its tiles and target."""

    def __init__(self) -> None:
        self._known: tuple[object, Tag | None] | None = None

    def parts(
        self, look: Look, board: OpenBoard, turn: OpenTurn, pointer: OpenPointer, focus: Target | None
    ) -> list[StaticPart]:
        """Return highlights of the possible targets, of the one aimed at, and of the edge that grips a set."""
        layout, carried = board.current_layout(), pointer.carried_tiles
        helps = bool(carried) and turn.can_play and turn.legal_moves.checks_sets
        shut = turn.legal_moves.forbidden_heaps
        lit = [number for number in turn.legal_moves.accepting_heaps(carried) if number not in shut] if helps else []
        parts = [part for number in lit for part in _on_heap("light", _light, look, layout, number)]
        for joker in turn.legal_moves.jokers_for(carried) if helps else ():
            if joker.index not in shut:
                parts += _around_tile(look, layout, joker)
        if helps and turn.legal_moves.makes_set(carried):
            parts += _on_slot("slot", look, layout)
        aim = _aimed(turn, pointer, focus)
        kept = (
            aim is not None and aim.aim is Aim.JOKER and isinstance(turn.legal_moves.after_drop(carried, aim), Refusal)
        )
        if aim is not None and carried and not kept:
            parts += _aims(look, layout, aim, dragging=pointer.dragging)
        elif pointer.edge is not None and not carried:
            parts += _on_heap("grip", _grip, look, layout, pointer.edge)
        return parts + _news(look, board, turn, pointer, focus)

    def draw_words(
        self, surface: Surface, look: Look, board: OpenBoard, turn: OpenTurn, pointer: OpenPointer,
        focus: Target | None,
    ) -> None:  # fmt: skip
        """Draw what dropping the carried tiles would do."""
        layout, carried = board.current_layout(), pointer.carried_tiles
        aim = _aimed(turn, pointer, focus)
        if aim is None or not carried:
            return
        of = (turn.arrangement, carried, aim)
        if self._known is None or self._known[0] != of:
            self._known = of, open_outcome(turn, carried, aim)
        tag = self._known[1]
        if tag is not None:
            draw_tag(surface, look, tag, pointer.held_boxes(layout).values(), layout.box_of(aim), _clear(look, board))


def _aimed(turn: OpenTurn, pointer: OpenPointer, focus: Target | None) -> Target | None:
    """Return the target of the carried tiles; None over the set that already holds all of them."""
    aim = pointer.aim or (focus if turn.turn_state.picked else None)
    heap = (
        turn.legal_moves.heap(aim.index) if aim is not None and aim.aim is Aim.HEAP and not pointer.dragging else None
    )
    return None if heap is not None and set(pointer.carried_tiles) <= set(heap.tiles) else aim


def _on_heap(
    name: str, how: Callable[[Look, PlacedHeap, float, Surface], None], look: Look, layout: OpenLayout, number: int
) -> list[StaticPart]:
    heap = layout.placed_heap(number)
    if heap is None or layout.hides(heap.box):
        return []
    wide = layout.heaps.width
    return [
        StaticPart((name, number), box_with_shadow(look, heap.box), (heap.box, wide), partial(how, look, heap, wide))
    ]


def _light(look: Look, heap: PlacedHeap, width: float, surface: Surface) -> None:
    draw.plate(surface, look, heap.box.inset(-5), CORNER_RADIUS, None, draw.Edge(theme.GOLD, 2.0))
    wide = min(18.0, width * 0.45)
    plus = Box(heap.box.right - wide * 0.4, heap.box.y - wide * 0.6, wide, wide)
    draw.plate(surface, look, plus, wide / 2, theme.GOLD, draw.Edge(theme.INK, 1.2))
    draw.icon(surface, look, "plus", plus.centre, wide * 0.6, theme.INK)


def _aims(look: Look, layout: OpenLayout, aim: Target, *, dragging: bool) -> list[StaticPart]:
    """Return highlights of the place where a drop would go."""
    if aim.aim is Aim.SLOT and dragging:
        rect = look.rect(layout.box_of(aim))
        return [surface_part("aim", marks.drop_slot(rect.size, look.u, may_land=True), rect.topleft)]
    if aim.aim is Aim.NEW_SET:
        return _on_slot("aim", look, layout)
    if aim.aim is Aim.JOKER:
        return _around_tile(look, layout, aim)
    if aim.aim not in (Aim.HEAP, Aim.SPLIT):
        return []
    between = insertion_box(layout, aim)
    parts = _on_heap("aim", lambda look, heap, _wide, surface: _ring(look, heap.box.inset(-5), surface), look, layout,
                     aim.index)  # fmt: skip
    return [*parts, StaticPart("insertion", box_with_shadow(look, between), between, partial(_bar, look, between))]


def _on_slot(name: str, look: Look, layout: OpenLayout) -> list[StaticPart]:
    """Outline the place of a new set."""
    slot = layout.heaps.slot
    return [StaticPart(name, box_with_shadow(look, slot), slot, partial(_ring, look, slot.inset(-4)))]


def _around_tile(look: Look, layout: OpenLayout, target: Target) -> list[StaticPart]:
    """Outline the one tile of a heap that would be replaced."""
    box = layout.box_of(target)
    if layout.hides(box):
        return []
    return [StaticPart(("tile", target), box_with_shadow(look, box), box, partial(_ring, look, box.inset(-3)))]


def _ring(look: Look, box: Box, surface: Surface) -> None:
    draw.plate(surface, look, box, CORNER_RADIUS, None, draw.Edge(theme.GOLD, 3.0))


def _bar(look: Look, box: Box, surface: Surface) -> None:
    draw.plate(surface, look, box, 3.0, theme.GOLD, draw.Edge(theme.INK, 1.0))


def _grip(look: Look, heap: PlacedHeap, _width: float, surface: Surface) -> None:
    """Show that the edge grips the whole set: an outline and dots."""
    draw.plate(surface, look, heap.box.inset(-5), CORNER_RADIUS, None, draw.Edge(theme.CREAM, 1.5))
    x, middle = heap.box.x - 5 - GRIP_WIDTH / 2, heap.box.centre[1]
    for place in (-9.0, 0.0, 9.0):
        draw.plate(
            surface, look, Box(x, middle + place - GRIP_WIDTH / 2, GRIP_WIDTH, GRIP_WIDTH), GRIP_WIDTH / 2, theme.CREAM
        )


def _news(look: Look, board: OpenBoard, turn: OpenTurn, pointer: OpenPointer, focus: Target | None) -> list[StaticPart]:
    """Draw who has just laid the set under the pointer or the focus."""
    heap = turn.arrangement.heap_of(pointer.hover) if pointer.hover is not None else None
    number = heap.number if heap is not None else focus.index if focus is not None and focus.aim is Aim.HEAP else -1
    words = board.changer_text(number) if number >= 0 else ""
    layout = board.current_layout()
    placed = layout.placed_heap(number)
    if not words or placed is None or pointer.dragging:
        return []
    tag = marks.news_tag(words, look.lettering(theme.CHIP))
    clear = [look.rect(one) for one in _clear(look, board)]
    return [surface_part("news", tag, tag_place(look, tag.get_rect(), look.rect(placed.box), clear).topleft)]


def _clear(look: Look, board: OpenBoard) -> tuple[Box, ...]:
    """Return the boxes that no label should cover."""
    layout = board.current_layout()
    return (*layout.seen_sets, *zone_edges(look, layout.areas), *board.covered)
