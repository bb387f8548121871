"""The background of an open table: felt, stock, and the marks of heaps.

Laws: marks below tiles are edges and gaps; marks above them are ticks, tags, pills and readings, none over a numeral;
every colour is paired with an icon or a word.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from game.client.draw import marks, surfaces, theme, tiles
from game.client.draw.backdrop import StaticPart, box_with_shadow, surface_part
from game.client.draw.felt import felt
from game.client.table.ground import LANE_PREFIX, GroundParts, lip_part, rack_part
from game.client.table.open.layout import STOCK_TILE_WIDTH
from game.client.table.plates.lettering import label_font, label_scale
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pygame import Surface

    from game.client.table.open.layout import OpenLayout
    from game.client.table.open.sets import PlacedHeap
    from game.client.widgets.look import Look
    from game.table.faces import Colour, Face
    from game.table.tiles import Tile

LABEL_MARGIN = 6.0
LABEL_HEIGHT = 24.0  # of a label below a heap, with normal text
CHIP_HEIGHT_RATIO = 1.5  # height of a chip as a multiple of its letters'
COVERABLE_CORNER = (16.0, 18.0)  # logical px of a tile's corner that the icon of who laid it may cover
PILL_OVERLAP = 0.88  # share of a pill's height over its joker, whose four shapes it covers
HINT_GAP = 14.0  # beside the text at the place for a new set


@dataclass(frozen=True, slots=True)
class HeapLabels:
    """The labels of one heap: its verdict if it was changed or is broken, why, its readings, who laid it just now.

    `readings` are texts, `chosen` the current one (-1: none); `news` is the seat that changed it (-1: nobody), `by`
    that seat's initial. One that `splits` would be two sets if it were cut.
    """

    number: int
    verdict: marks.SetState | None = None
    tag: str = ""
    readings: tuple[str, ...] = ()
    chosen: int = -1
    news: int = -1
    by: str = ""
    pills: tuple[tuple[Tile, Face], ...] = ()
    colours: tuple[Colour, ...] = ()  # colours that a joker of a group may have
    tiles: tuple[Tile, ...] = ()
    splits: bool = False


@dataclass(frozen=True, slots=True)
class OpenLabels:
    """The texts and facts that the background of an open table shows."""

    stock: int
    has_closing: bool
    # of `news` and of `hints`, each with the longest text first, the first that fits is shown
    news: tuple[str, ...]
    hints: tuple[str, ...]
    name: str
    rack: str
    may_lay: bool


def lane_widths(look: Look, labels: HeapLabels) -> tuple[float, ...]:
    """Return the widths of the labels in a heap's lane, in logical px."""
    return tuple(one.get_width() / look.u for one in lane_surfaces(look, labels))


def lane_surfaces(look: Look, labels: HeapLabels) -> tuple[Surface, ...]:
    """Return the rendered labels of a heap's lane: why it is broken and how it is cut, or its joker's readings."""
    lettering = label_font(look, theme.CHIP)
    if labels.readings:
        head = surfaces.chip(say("open.tag.joker"), lettering, theme.Tone.WELL, sign="help")
        chips = [
            surfaces.chip(
                words, lettering, theme.Tone.GOLD if at == labels.chosen else theme.Tone.PLAIN,
                sign="check" if at == labels.chosen else "", edged=True,
            )
            for at, words in enumerate(labels.readings)
        ]  # fmt: skip
        return (head, *chips)
    begun = labels.verdict is marks.SetState.BEGUN
    if not labels.tag:
        return ()
    why = marks.reason_tag(labels.tag, lettering, begun=begun)
    if not labels.splits:
        return (why,)
    return why, surfaces.chip(say("open.tag.split"), lettering, theme.Tone.GOLD, edged=True)


def background_parts(look: Look, layout: OpenLayout, labels: OpenLabels, heaps: Sequence[HeapLabels]) -> GroundParts:
    """Return all parts below and above the tiles."""
    under, over = _marks(look, layout, heaps)
    lip = lip_part(look, layout, labels.name, labels.rack)
    return GroundParts((*(((), part) for part in _under(look, layout, labels)), *under), over, lip)


# --- below everything else --------------------------------------------------------------------------------------------


def _under(look: Look, layout: OpenLayout, labels: OpenLabels) -> tuple[StaticPart, ...]:
    zone, stock = layout.frame.zone, layout.frame.stock
    room = hint_room(layout, may_lay=labels.may_lay)
    lies = (
        zone,
        layout.heaps.slot,
        room,
        _hidden(layout),
        layout.max_scroll > 1,
        labels.news,
        labels.hints,
        labels.may_lay,
    )
    piled = (stock, labels.stock, layout.stock, layout.closing, labels.has_closing)
    return (
        surface_part("felt", felt(look.viewport.canvas_size, look.palette), (0, 0)),
        StaticPart("zone", box_with_shadow(look, zone), lies, partial(_paint_zone, look, layout, labels)),
        StaticPart("stock", box_with_shadow(look, stock), piled, partial(_paint_stock, look, layout, labels)),
        rack_part(look, layout),
    )


def _hidden(layout: OpenLayout) -> int:
    """Return the number of sets scrolled out of view."""
    return sum(layout.hides(heap.box) for heap in layout.heaps.heaps)


def _paint_zone(look: Look, layout: OpenLayout, labels: OpenLabels, target: Surface) -> None:
    zone = look.rect(layout.frame.zone)
    target.blit(surfaces.zone(zone.size, look.u, theme.MINT), zone)
    _paint_news(target, look, layout, labels)
    _paint_hint(target, look, layout, labels)


def _paint_news(target: Surface, look: Look, layout: OpenLayout, labels: OpenLabels) -> None:
    """Draw on the table's upper edge what is new, on its lower edge how many sets are scrolled out of view."""
    zone, lettering = layout.frame.zone, label_font(look, theme.CHIP)
    right = zone.right - 14
    hidden = _hidden(layout)
    if layout.max_scroll > 1 and hidden:
        chip = surfaces.chip(say("open.hidden", n=hidden), lettering, theme.Tone.PLAIN, sign="down", edged=True)
        target.blit(chip, (look.px(right) - chip.get_width(), look.px(zone.bottom - 2) - chip.get_height()))
    high, half = lettering.px / look.u * CHIP_HEIGHT_RATIO, layout.room.y - layout.frame.zone.y - LABEL_MARGIN
    fits = max(1.0 / look.text_scale, label_scale(look) * 2 * half / high)  # on the edge, above the first row
    for words in labels.news:
        chip = marks.news_tag(words, look.lettering(theme.CHIP, min(label_scale(look), fits)))
        if chip.get_width() <= look.px(zone.w - 28):
            target.blit(chip, (look.px(zone.x + 14), look.px(zone.y) - chip.get_height() // 2))
            return


def _paint_hint(target: Surface, look: Look, layout: OpenLayout, labels: OpenLabels) -> None:
    """Draw the place for a new set and its text, where there is room."""
    slot = layout.heaps.slot
    if labels.may_lay and not layout.hides(slot):
        rect = look.rect(slot)
        target.blit(marks.drop_slot(rect.size, look.u, may_land=True), rect)
    room = hint_room(layout, may_lay=labels.may_lay)
    if room.w < 60 or layout.hides(slot):
        return
    for hint in labels.hints:
        wide, high = look.wrapped_size(hint, theme.READING, room.w)
        if high <= room.h + 1:
            box = Box(room.x, room.y + (room.h - high) / 2, wide + 2, high)
            draw.paragraph(target, look, hint, theme.READING, theme.FELT_TEXT, box)
            return


def hint_room(layout: OpenLayout, *, may_lay: bool) -> Box:
    """Return the room for the text at the place for a new set: up to the next set or the edge."""
    slot, edge = layout.heaps.slot, layout.room.right
    left = slot.right + HINT_GAP if may_lay else layout.room.x + 4
    row = Box(left, slot.y, edge - left, slot.h)
    nexts = [heap.box.x - HINT_GAP for heap in layout.heaps.heaps if heap.box.overlaps(row)]
    return Box(left, slot.y, max(0.0, min([edge, *nexts]) - left), slot.h)


def _paint_stock(look: Look, layout: OpenLayout, labels: OpenLabels, target: Surface) -> None:
    """Draw the stock with its count and, where the panel is unfolded, the texts for it and the closing tile."""
    stock = layout.frame.stock
    if not layout.frame.folded:
        rect = look.rect(stock)
        target.blit(surfaces.zone(rect.size, look.u, None), rect)
    wide, corner = look.px(STOCK_TILE_WIDTH), look.rect(layout.stock).topleft
    if labels.stock:
        stack = marks.stock(wide, 1 + min(3, labels.stock // 12), look.palette, as_cards=False)
        target.blit(stack.surface, stack.blit_position(corner))
    else:
        target.blit(surfaces.dashed_zone((wide, tiles.height_of(wide)), look.u, theme.FELT_TEXT), corner)
    oval = marks.stock_count(labels.stock, look.lettering(theme.NUMBER))
    middle = look.rect(layout.stock).center
    target.blit(oval, (middle[0] - oval.get_width() // 2, middle[1] - oval.get_height() // 2))
    if not layout.frame.folded:
        _stock_words(target, look, layout, labels)


def _stock_words(target: Surface, look: Look, layout: OpenLayout, labels: OpenLabels) -> None:
    stock = layout.frame.stock
    oval = marks.stock_count(labels.stock, look.lettering(theme.NUMBER)).get_width() / look.u
    left, right = layout.stock.right + max(0.0, (oval - layout.stock.w) / 2) + 9, stock.right - 10
    if layout.closing is not None:
        right = layout.closing.x - 8
    words = say("open.stock", n=labels.stock) if labels.stock else say("open.stock_empty")
    closing = say("open.closing") if labels.has_closing else ""
    room = right - left
    bold, small = look.line_height(theme.SMALL_BOLD), look.line_height(theme.SMALL)
    if look.text_width(words, theme.SMALL_BOLD) > room or bold + (small if closing else 0) > stock.h:
        return
    top = stock.centre[1] - (bold + (small if closing else 0)) / 2
    draw.line(target, look, words, theme.SMALL_BOLD, theme.CREAM, (left, top + bold / 2))
    if closing and look.text_width(closing, theme.SMALL) <= room:
        draw.line(target, look, closing, theme.SMALL, theme.FELT_TEXT, (right, top + bold + small / 2), "right")


# --- the heaps --------------------------------------------------------------------------------------------------------


def _marks(
    look: Look, layout: OpenLayout, heaps: Sequence[HeapLabels]
) -> tuple[list[tuple[tuple[Tile, ...], StaticPart]], tuple[tuple[Tile | None, StaticPart], ...]]:
    """Return the parts below and above the tiles of the table."""
    under: list[tuple[tuple[Tile, ...], StaticPart]] = []
    over: list[tuple[Tile | None, StaticPart]] = []
    lanes: list[tuple[Tile | None, StaticPart]] = []  # over the signs of the sets below them
    for labels in heaps:
        heap = layout.placed_heap(labels.number)
        if heap is None:
            continue
        over += _pills(look, layout, labels)
        if layout.hides(heap.box):
            continue
        under += [(labels.tiles, part) for part in _edge(look, heap, labels)]
        over += [(labels.tiles[-1] if labels.tiles else None, part) for part in _corner(look, heap, labels)]
        lanes += [(None, part) for part in _lane(look, heap, labels)]
    return under, (*over, *lanes)


def _lane(look: Look, heap: PlacedHeap, labels: HeapLabels) -> list[StaticPart]:
    drawn = zip(lane_surfaces(look, labels), heap.lane, strict=False)
    return [
        surface_part((LANE_PREFIX, heap.number, at), surface, look.rect(box).topleft)
        for at, (surface, box) in enumerate(drawn)
    ]


def _edge(look: Look, heap: PlacedHeap, labels: HeapLabels) -> list[StaticPart]:
    verdict = labels.verdict or (marks.SetState.VALID if labels.news >= 0 else None)
    found = []
    if verdict is not None:
        rect = look.rect(heap.box.inset(-LABEL_MARGIN + 1, -LABEL_MARGIN))
        found.append(surface_part(("edge", heap.number), marks.set_edge(rect.size, verdict, look.u), rect.topleft))
    if heap.gap is not None:
        rect = look.rect(heap.gap.inset(1, 1))
        slot = marks.gap_slot(rect.size, look.u, begun=verdict is marks.SetState.BEGUN)
        found.append(surface_part(("gap", heap.number), slot, rect.topleft))
    return found


def _corner(look: Look, heap: PlacedHeap, labels: HeapLabels) -> list[StaticPart]:
    """Return the icon at the upper right corner.

    A tick on one's own valid change, the initial of another who laid it.
    """
    box = heap.box.inset(-LABEL_MARGIN + 1, -LABEL_MARGIN)
    if labels.verdict is marks.SetState.VALID:
        px = look.px(20.0)
        at = (look.px(box.right) - round(px * 0.62), look.px(box.y) - round(px * 0.42))
        return [surface_part(("sign", heap.number), marks.tick_mark(px), at)]
    if labels.verdict is None and labels.news >= 0:
        sign = marks.news_sign(labels.by, label_font(look, theme.CHIP))
        wide, high = sign.get_size()
        # Even with large text it covers no more of the tile than with normal text.
        inside = min(wide - round(high * 0.38), look.px(COVERABLE_CORNER[0]))
        above = max(round(high * 0.22), high - look.px(COVERABLE_CORNER[1]))
        at = (look.px(box.right) - inside, look.px(box.y) - above)
        return [surface_part(("sign", heap.number), sign, at)]
    return []


def _pills(look: Look, layout: OpenLayout, labels: HeapLabels) -> list[tuple[Tile | None, StaticPart]]:
    """Return the pills at the lower edge of a heap that show what each joker stands for."""
    found: list[tuple[Tile | None, StaticPart]] = []
    for tile, means in labels.pills:
        spot = layout.spots.get(tile)
        if spot is None or not spot.seen:
            continue
        rect = look.rect(spot.box)
        drawn = marks.wild_pill(means, rect.w, look.palette, labels.colours)
        at = (rect.centerx - drawn.get_width() // 2, rect.bottom - round(drawn.get_height() * PILL_OVERLAP))
        found.append((tile, surface_part(("pill", tile), drawn, at)))
    return found
