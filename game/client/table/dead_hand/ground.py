"""The background of a dead-hand table: felt, zones, seals, middle row, rack and its lip.

Laws: what is drawn here never moves; tiles lie over it, and the lip over the lower edge of the last row. A text that
does not fit is left out whole, because a tooltip or a mark says the same.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from pygame import BLEND_RGBA_SUB, Rect

from game.client.draw import cards, marks, surfaces, theme, tiles
from game.client.draw.backdrop import StaticPart, box_with_shadow, surface_part
from game.client.draw.felt import felt
from game.client.draw.paint import plate_cache, rounded_mask, tinted_mask
from game.client.draw.surfaces import Crest
from game.client.table.dead_hand.middle import paint_dead_hand, paint_pile, paint_stock
from game.client.table.geometry.sets import END_GAP, SET_GAP_SHARE
from game.client.table.ground import NEWS_PREFIX, SEAL_PREFIX, GroundParts, clipped_part, lip_part, rack_part
from game.client.table.plates.lettering import cut_name, label_font, label_scale
from game.client.table.plates.little import tiled_chip
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.words import say
from game.session.proposals import can_grow, canasta_size, closed_ends, end_faces, extending_faces
from game.table.faces import JOKER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from pygame import Surface

    from game.client.table.dead_hand.layout import DeadHandLayout, SetZone
    from game.client.table.geometry.sets import PlacedSet
    from game.client.widgets.look import Look
    from game.session.proposals import Canasta
    from game.table.tiles import Tile
    from game.table.view import View

# share of a pill's height that overlaps its tile or card; a tile's symbol is low and must stay visible
TILE_PILL_OVERLAP, CARD_PILL_OVERLAP = 0.45, 0.62
END_TEXT_GAP = 8.0  # from a set to the text at its end
# what a label may lie over of a card that another covers: shares of its width, above the rank and below the suit
CARD_TOP_FREE, CARD_FOOT_FREE = 0.03, 0.5
LABEL_OVERLAP = 0.3  # the share of a label's height that lies over the lower edge of its set where there is room
LABEL_SEARCH_STEP = 6.0  # between two positions along the edge that are tried for the label
OPAQUE = 255
NEAR_CANASTA_EDGE_WIDTH = 2.5  # the edge of a set that is nearly a canasta
FAINT_SHARE = 0.3  # alpha of that edge around a set that lacks two tiles, as a share


@dataclass(frozen=True, slots=True)
class DeadHandLabels:
    """The texts and facts of the background.

    `takers` are the names of who took our dead hand and theirs, "" for none.
    """

    view: View
    zones: tuple[str, str]
    sides: tuple[str, str]
    hints: tuple[str, str]
    pile: str
    older: str
    takers: tuple[str, str]
    name: str
    counts: tuple[str, ...]  # what the lip says of the rack, the longest first
    canasta: Callable[[int], Canasta | None]
    changed: Mapping[int, str]  # who changed each set since the viewer's last turn; "" in the viewer's own draft
    dead: tuple[str, str]  # whose the dead hands are
    as_cards: bool
    picked: bool = False  # whether tiles are picked: gold then marks the sets that take them, and nothing else


def background_parts(look: Look, layout: DeadHandLayout, labels: DeadHandLabels) -> GroundParts:
    """Return all parts below and above the tiles."""
    lip = lip_part(look, layout, labels.name, *labels.counts)
    return GroundParts(_under(look, layout, labels), _pills(look, layout, labels), lip)


def _under(
    look: Look, layout: DeadHandLayout, labels: DeadHandLabels
) -> tuple[tuple[tuple[Tile, ...], StaticPart], ...]:
    view, frame = labels.view, layout.frame
    table = view.table
    cloth = felt(look.viewport.canvas_size, look.palette)
    below: list[tuple[tuple[Tile, ...], StaticPart]] = [((), surface_part("felt", cloth, (0, 0)))]
    for zone, words, hint in zip(layout.zones, labels.zones, labels.hints, strict=True):
        rect, crest = look.rect(zone.box), Crest.US if zone.ours else Crest.THEM
        panel = surface_part(("zone", zone.ours), surfaces.zone(rect.size, look.u, crest.colour), rect.topleft)
        said = (zone, words, hint)
        draw_words = partial(_paint_words, look, zone, hint, labels)
        shown = StaticPart(("words", zone.ours), box_with_shadow(look, zone.box), said, draw_words)
        below += [((), panel), *_set_marks(look, zone, labels), *_news_parts(look, zone, labels), ((), shown)]
    parts: list[StaticPart] = []
    stock, pile = box_with_shadow(look, frame.stock), look.rect(frame.pile)
    left, holds = len(table.stock), (labels.pile, labels.older)
    parts += [
        StaticPart(
            "stock", stock, (frame.stock, left), partial(paint_stock, look, layout, left, as_cards=labels.as_cards)
        ),
        StaticPart("pile", pile, (frame.pile, holds), partial(paint_pile, look, layout, len(table.pile), holds)),
    ]
    for (box, crest, taker, waits), title in zip(_dead_hands(layout, labels), labels.dead, strict=True):
        draw_dead = partial(paint_dead_hand, look, box, crest, (title, taker), waiting=waits, as_cards=labels.as_cards)
        parts.append(StaticPart(("dead", crest), box_with_shadow(look, box), (box, title, taker, waits), draw_dead))
    return (*below, *(((), part) for part in (*parts, rack_part(look, layout))))


def _dead_hands(layout: DeadHandLayout, labels: DeadHandLabels) -> tuple[tuple[Box, Crest, str, bool], ...]:
    table = labels.view.table
    side = table.side_of(labels.view.seat)
    return (
        (layout.frame.dead_us, Crest.US, labels.takers[0], bool(table.dead[side])),
        (layout.frame.dead_them, Crest.THEM, labels.takers[1], bool(table.dead[1 - side])),
    )


# --- zones ------------------------------------------------------------------------------------------------------------


def _set_marks(look: Look, zone: SetZone, labels: DeadHandLabels) -> Iterator[tuple[tuple[Tile, ...], StaticPart]]:
    """Yield what lies under the sets of a zone, with their tiles: halos of canastas, glows, edges of changed sets."""
    room = look.rect(zone.box).inflate(-2, -2)
    drawn: list[tuple[str, int, Surface, tuple[int, int]]] = []
    for number, placed in zip(zone.numbers, zone.placed.sets, strict=True):
        found = labels.canasta(number)
        if found is not None and placed.seal is not None and not zone.hides(placed.box):
            purity = marks.Purity.PURE if found.pure else marks.Purity.IMPURE
            behind = _around_set(look, placed)
            drawn.append(("halo", number, marks.halo(behind.size, purity, look.u), behind.topleft))
    drawn += _nearly(look, zone, labels) if zone.ours else ()
    for number, placed in zip(zone.numbers, zone.placed.sets, strict=True):
        if number in labels.changed and not zone.hides(placed.box):
            edge = _around_set(look, placed)
            outline = marks.set_edge(edge.size, marks.SetState.VALID, look.u)
            drawn.append(("edge", number, outline, edge.topleft))
    for name, number, surface, at in drawn:
        part = clipped_part((name, number), surface, at, room)
        if part is not None:
            yield labels.view.table.melds[number].tiles, part


def _around_set(look: Look, placed: PlacedSet) -> Rect:
    """Return the area around a set and its seal."""
    right = placed.seal.right if placed.seal is not None else placed.box.right
    return look.rect(Box(placed.box.x - 4, placed.box.y - 4, right - placed.box.x + 8, placed.box.h + 8))


def _paint_words(look: Look, zone: SetZone, hint: str, labels: DeadHandLabels, target: Surface) -> None:
    rect = look.rect(zone.box)
    if not zone.numbers and zone.ours:
        slot = look.rect(zone.placed.slot)
        target.blit(surfaces.dashed_zone(slot.size, look.u, theme.FELT_TEXT), slot)
    if not zone.numbers and hint:
        _paint_hint(target, look, zone, hint)
    title = _zone_title(look, zone, labels)
    target.blit(title, (rect.x + look.px(14), rect.y - title.get_height() // 2))
    if zone.max_scroll > 1:
        _paint_more(target, look, zone, title.get_width())


def _nearly(look: Look, zone: SetZone, labels: DeadHandLabels) -> Iterator[tuple[str, int, Surface, tuple[int, int]]]:
    """Yield the glow of own sets that lack one tile to a canasta or, faintly, two, and the places of missing tiles."""
    kind = cards if labels.as_cards else tiles
    short = [(placed, lacks) for lacks in (2, 1) for placed in _short_by(lacks, zone, labels.view)]
    for placed, lacks in short:
        rect = look.rect(placed.box)
        rim = kind.corner_radius(round(zone.placed.width * look.u))
        colour = theme.FELT_TEXT if labels.picked else theme.GOLD
        glow = tiles.halo(rect.size, rim, colour, look.px(NEAR_CANASTA_EDGE_WIDTH))
        number = zone.numbers[zone.placed.sets.index(placed)]
        yield "glow", number, _hollow(glow, rect.size, rim, faint=lacks > 1), glow.blit_position(rect.topleft)
    for number, (rect, words) in _free_ends(look, zone, labels).items():
        yield "free", number, marks.missing_tile_slot(rect.size, look.u, words), rect.topleft


def _hollow(glow: tiles.Sprite, size: tuple[int, int], rim: float, *, faint: bool) -> Surface:
    """Return a glow without what lies under its set: while a tile waits there the felt is visible."""

    def make() -> Surface:
        around = glow.surface.copy()
        around.blit(tinted_mask(rounded_mask(size, rim), theme.BLACK), glow.pad, special_flags=BLEND_RGBA_SUB)
        around.set_alpha(round(OPAQUE * (FAINT_SHARE if faint else 1.0)))
        return around

    return plate_cache.get(("glow", glow.surface, size, rim, faint), make)


def _free_ends(look: Look, zone: SetZone, labels: DeadHandLabels) -> dict[int, tuple[Rect, str]]:
    """Return, by the number of each set of six, the free place for its missing tile, and that tile's numeral."""
    found: dict[int, tuple[Rect, str]] = {}
    taken = [look.rect(box) for one in zone.placed.sets for box in (one.box, one.seal) if box is not None]
    taken += [look.rect(zone.placed.slot), *_on_edge(look, zone, labels)]
    room, numeral = look.rect(zone.box).inflate(-look.px(END_TEXT_GAP), 0), cards.rank_text if labels.as_cards else str
    for placed in near_canastas(zone, labels.view):
        number, rect = zone.numbers[zone.placed.sets.index(placed)], look.rect(placed.box)
        wide, gap = round(zone.placed.width * look.u), look.px(END_GAP)
        for face, right in end_faces(labels.view, number):
            place = Rect(rect.right + gap if right else rect.x - gap - wide, rect.y, wide, rect.h)
            kept = right and placed.free is not None
            if kept or (room.contains(place) and place.collidelist(taken) < 0):
                found[number] = (place, numeral(face.number))
                break
    return found


def near_canastas(zone: SetZone, view: View) -> tuple[PlacedSet, ...]:
    """Return the visible sets of a zone that lack one tile to a canasta and can still get it in this round."""
    return _short_by(1, zone, view) if view.table.outcome is None else ()


def _short_by(lacks: int, zone: SetZone, view: View) -> tuple[PlacedSet, ...]:
    """Return the visible sets of a zone that can grow and lack a given number of tiles to a canasta."""
    size = canasta_size() - lacks
    return tuple(
        placed
        for number, placed in zip(zone.numbers, zone.placed.sets, strict=True)
        if len(view.table.melds[number]) == size and not zone.hides(placed.box) and can_grow(view, number)
    )


def _news_parts(look: Look, zone: SetZone, labels: DeadHandLabels) -> Iterator[tuple[tuple[Tile, ...], StaticPart]]:
    """Yield who changed sets: beside each where there is room, else at the zone's edge."""
    lettering, room = label_font(look, theme.CHIP), look.rect(zone.box).inflate(-2, -2)
    said: set[str] = set()
    for at, (number, placed) in enumerate(zip(zone.numbers, zone.placed.sets, strict=True)):
        if number not in labels.changed or zone.hides(placed.box):
            continue
        edge, name = _around_set(look, placed), labels.changed[number]
        if not name:
            continue
        tag = marks.news_tag(say("table.tag.new", name=name), lettering)
        following = zone.placed.sets[at + 1] if at + 1 < len(zone.placed.sets) else None
        alone = following is None or following.box.y > placed.box.y
        place = tag.get_rect(midleft=(edge.right + look.px(8), edge.centery))
        # A new set of ours goes there; its slot appears as soon as tiles are picked.
        taken = zone.ours and place.colliderect(look.rect(zone.placed.slot))
        if alone and not taken and place.right <= look.px(zone.box.right - 8):
            part = clipped_part((NEWS_PREFIX, number), tag, place.topleft, room)
            said.add(name)
            if part is not None:
                yield labels.view.table.melds[number].tiles, part
    changed = dict.fromkeys(labels.changed.get(number, "") for number in zone.numbers)
    unsaid = [name for name in changed if name and name not in said]
    if unsaid and zone.max_scroll <= 1:
        yield from _unsaid_part(look, zone, labels, unsaid)


def _unsaid_part(
    look: Look, zone: SetZone, labels: DeadHandLabels, names: list[str]
) -> Iterator[tuple[tuple[Tile, ...], StaticPart]]:
    """Name at the zone's edge, across from its title, the players whose names did not fit beside their sets."""
    name = names[0] if len(names) == 1 else say("table.pair", one=names[0], other=names[1])
    tag = marks.news_tag(say("table.tag.new", name=name), label_font(look, theme.CHIP))
    rect, title = look.rect(zone.box), _zone_title(look, zone, labels).get_width()
    if title + tag.get_width() + look.px(40) <= rect.w:
        at = (rect.right - tag.get_width() - look.px(12), rect.y - tag.get_height() // 2)
        yield (), surface_part((NEWS_PREFIX, zone.ours), tag, at)


def _on_edge(look: Look, zone: SetZone, labels: DeadHandLabels) -> tuple[Rect, Rect]:
    """Return the texts on the upper edge of one's own zone: its title, and who laid sets or how many are hidden."""
    rect = look.rect(zone.box)
    title = _zone_title(look, zone, labels).get_rect(midleft=(rect.x + look.px(14), rect.y))
    return title, Rect(rect.right - rect.w // 3, title.y, rect.w // 3, title.h)


def _zone_title(look: Look, zone: SetZone, labels: DeadHandLabels) -> Surface:
    """Return the pill with the side's state, or with the side alone where that does not fit."""
    lettering, side = label_font(look, theme.SMALL_BOLD), 0 if zone.ours else 1
    crest = Crest.US if zone.ours else Crest.THEM
    whole = surfaces.zone_title(labels.zones[side], lettering, crest)
    if whole.get_width() <= look.px(zone.box.w - 28):
        return whole
    alone = cut_name(look, labels.sides[side], theme.SMALL_BOLD, zone.box.w - 64, label_scale(look))
    return surfaces.zone_title(alone, lettering, crest)


def _paint_hint(target: Surface, look: Look, zone: SetZone, hint: str) -> None:
    # Beside the slot for the first set, which appears when tiles are picked.
    left = zone.placed.slot.right + 24 if zone.ours else zone.room.x + 4
    room = Box(left, zone.room.y, zone.room.right - left - 8, zone.room.h)
    for words in (hint, say("table.hint.short") if zone.ours else ""):
        wide, high = look.wrapped_size(words, theme.READING, room.w)
        if words and high <= room.h:
            top = room.y + (room.h - high) / 2 - 4
            if zone.ours:
                top = min(top, max(room.y, zone.placed.slot.centre[1] - high / 2))
            draw.paragraph(target, look, words, theme.READING, theme.FELT_TEXT, Box(room.x, top, wide + 2, high))
            return


def _paint_more(target: Surface, look: Look, zone: SetZone, title: int) -> None:
    """Show at the zone's edge, beside its title, how many sets are scrolled out of view."""
    hidden = sum(zone.hides(placed.box) for placed in zone.placed.sets)
    if not hidden:
        return
    chip = surfaces.chip(
        say("table.hint.more_rows", n=hidden), label_font(look, theme.CHIP), theme.Tone.PLAIN, edged=True
    )
    rect = look.rect(zone.box)
    if chip.get_width() + title + look.px(40) > rect.w:
        chip = surfaces.chip(f"+ {hidden}", label_font(look, theme.CHIP), theme.Tone.PLAIN, edged=True)
    target.blit(chip, (rect.right - chip.get_width() - look.px(12), rect.y - chip.get_height() // 2))


# --- what wild tiles stand for ----------------------------------------------------------------------------------------


def _pills(look: Look, layout: DeadHandLayout, labels: DeadHandLabels) -> tuple[tuple[Tile | None, StaticPart], ...]:
    """Return the pills for what each fully visible wild tile stands for, and for the counts of squared sets."""
    found: list[tuple[Tile | None, StaticPart]] = []
    make = marks.wild_card_pill if labels.as_cards else marks.wild_pill
    for number, meld in enumerate(labels.view.table.melds):
        placed = layout.placed_set(number)
        squared = placed is not None and placed.squared
        if placed is not None and squared and layout.spots[meld.tiles[-1]].seen:
            found.append((meld.tiles[-1], _count(look, placed, len(meld.tiles))))
        ends = (meld.tiles[0], meld.tiles[-1])
        for tile, means in zip(meld.tiles, meld.stands_for, strict=True):
            spot = layout.spots[tile]
            if means is None or not spot.seen or (squared and tile not in ends):
                continue
            rect = look.rect(spot.box)
            drawn = make(means, rect.w, look.palette)
            over = CARD_PILL_OVERLAP if labels.as_cards else TILE_PILL_OVERLAP
            at = (rect.centerx - drawn.get_width() // 2, rect.bottom - round(drawn.get_height() * over))
            found.append((tile, surface_part(("pill", tile), drawn, at)))
    lane = [part.box for _tile, part in found]
    return (*found, *_seals(look, layout, labels), *_to_go(look, layout, labels, lane))


def _seals(look: Look, layout: DeadHandLayout, labels: DeadHandLabels) -> Iterator[tuple[Tile | None, StaticPart]]:
    """Yield the seals of canastas, each with the tile it follows."""
    for zone in layout.zones:
        for number, placed in zip(zone.numbers, zone.placed.sets, strict=True):
            found = labels.canasta(number)
            if found is not None and placed.seal is not None and not zone.hides(placed.box):
                purity = marks.Purity.PURE if found.pure else marks.Purity.IMPURE
                seal = look.rect(placed.seal)
                name = say("table.seal.pure") if found.pure else say("table.seal.impure")
                drawn = marks.seal(seal.size, purity, str(found.points), name, look.u)
                yield (
                    labels.view.table.melds[number].tiles[-1],
                    surface_part((SEAL_PREFIX, number), drawn, seal.topleft),
                )


def _to_go(
    look: Look, layout: DeadHandLayout, labels: DeadHandLabels, lane: list[Rect]
) -> list[tuple[Tile | None, StaticPart]]:
    """Return the labels below own sets that lack one tile to a canasta, where they cover nothing else."""
    zone, view = layout.zones[0], labels.view
    found: list[tuple[Tile | None, StaticPart]] = []
    reads = {at: _read_parts(look, zone, one, as_cards=labels.as_cards) for at, one in enumerate(zone.placed.sets)}
    others = [look.rect(one.seal) for one in zone.placed.sets if one.seal is not None]
    others += [look.rect(zone.placed.slot), *_on_edge(look, zone, labels)]
    others += [place for place, _words in _free_ends(look, zone, labels).values()]
    for placed in near_canastas(zone, view):
        own, rect = zone.placed.sets.index(placed), look.rect(placed.box)
        number, read = zone.numbers[own], reads[own]
        taken = [*lane, *others, *(part for parts in reads.values() for part in parts)]
        below = max((pill.bottom for pill in lane if pill.colliderect(rect)), default=rect.bottom)
        for words in _ways_to_go(look, view, number, cards=labels.as_cards):
            at = _place_to_go(look, zone, (rect, read[0], below), words.get_size(), taken)
            if at is not None:
                faces = tuple(view.faces[tile] for tile in view.table.melds[number].tiles)
                name = ("to go", placed.box, faces, words.get_width())
                found.append((view.table.melds[number].tiles[-1], surface_part(name, words, at)))
                others.append(Rect(at, words.get_size()))
                break
    return found


def _ways_to_go(look: Look, view: View, number: int, *, cards: bool) -> Iterator[Surface]:
    """Yield the possible labels of a set that lacks one tile, the longest first: the tiles it accepts, and the text."""
    lettering, taken = label_font(look, theme.CHIP), extending_faces(view, number)
    plain = tuple(face for face in taken if face != JOKER)
    wild = "" if plain == taken else say("table.tag.or_wild" if plain else "table.tag.wild")
    gone = closed_ends(view, number)
    if taken:
        for every in dict.fromkeys(((*plain, *gone), plain)):
            yield tiled_chip(
                say("table.tag.to_go_with"), every, lettering, look.palette, cards=cards, after=wild, gone=gone
            )
        yield tiled_chip(say("table.tag.to_go_with"), taken, lettering, look.palette, cards=cards)
    yield surfaces.chip(say("table.tag.to_go"), lettering, theme.Tone.GOLD, edged=True)


def _read_parts(look: Look, zone: SetZone, placed: PlacedSet, *, as_cards: bool) -> tuple[Rect, ...]:
    """Return what is read of a set: the band of numerals and symbols, and the card that none covers."""
    rect, wide = look.rect(placed.box), zone.placed.width * look.u
    face = wide * (tiles.HEIGHT_RATIO - tiles.BODY_SHARE)
    if as_cards:
        top, bottom = rect.y + wide * CARD_TOP_FREE, rect.bottom - wide * CARD_FOOT_FREE
    else:
        top = rect.y + face * tiles.NUMERAL_CENTRE - wide * tiles.NUMERAL_HEIGHT / 2
        bottom = rect.y + face * tiles.SHAPE_CENTRE + wide * tiles.SHAPE_SHARE / 2
    read = Rect(rect.x, int(top), rect.w, math.ceil(bottom) - int(top))
    return (read, Rect(rect.right - int(wide), rect.y, int(wide), rect.h)) if as_cards else (read,)


def _place_to_go(
    look: Look, zone: SetZone, around: tuple[Rect, Rect, int], size: tuple[int, int], taken: list[Rect]
) -> tuple[int, int] | None:
    """Return a place for a label that covers nothing that is read: below or above its set, or beside it.

    `around` are the set, the band of it that is read, and the lower edge of its pills.
    """
    wide, high = size
    rect, read, below = around
    room, over = rect.w - wide, round(zone.placed.width * look.u * SET_GAP_SHARE) // 2  # into the gap beside the set
    foot = look.px(zone.box.bottom) + high // 2  # as the title does on the upper edge
    beside = (rect.right + look.px(END_TEXT_GAP), rect.centery - high // 2)
    along = (
        sorted(range(-over, room + over + 1, max(1, look.px(LABEL_SEARCH_STEP))), key=lambda x: abs(x - room / 2))
        if room + over >= 0
        else []
    )
    low = max(read.bottom, rect.bottom - round(high * LABEL_OVERLAP))
    edges = [(rect.x + x, line) for line in dict.fromkeys((low, read.bottom, below, read.y - high)) for x in along]
    for at in (*edges, beside):
        place = Rect(at, size)
        if (
            place.bottom <= foot
            and place.right <= look.px(zone.box.right - END_TEXT_GAP)
            and place.collidelist(taken) < 0
        ):
            return at
    return None


def _count(look: Look, placed: PlacedSet, count: int) -> StaticPart:
    """Return the tile count of a squared set, drawn on the edges of its covered tiles."""
    block = look.rect(placed.covered_box)
    oval = marks.stock_count(count, theme.NUMBER.at(look.u * min(1.0, placed.covered_box.h / 64.0)))
    at = (block.centerx - oval.get_width() // 2, block.centery - oval.get_height() // 2)
    return surface_part(("count", placed.box), oval, at)
