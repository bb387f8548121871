"""The middle row of a dead-hand table: stock, pile, and the places of both dead hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.actions import current_key_for
from game.client.draw import cards, marks, surfaces, theme
from game.client.table.dead_hand.layout import PILE_PADDING, PILE_TOP_PADDING
from game.client.table.plates.lettering import cut_name, label_font, label_scale
from game.client.widgets import draw
from game.client.words import say

if TYPE_CHECKING:
    from pygame import Surface

    from game.client.draw.surfaces import Crest
    from game.client.table.dead_hand.layout import DeadHandLayout
    from game.client.widgets.boxes import Box
    from game.client.widgets.look import Look

STOCK_TILE_WIDTH = 50.0
STACK_OFFSET = 0.14  # of a tile's width: how far the lower tiles of a stack show below the top one
DEAD_HAND_BACK_WIDTH = 27.0
DEAD_HAND_TITLES = ("table.dead_ours", "table.dead_theirs", "table.dead_yours", "table.dead_other")
BELOW_TEXT_GAP = 5.0  # below the text under the stock and the pile: clear of the gold edge that shows they may be taken
DEAD_HAND_CREST_SIZE = 17.0  # the crest beside a dead hand's text


def paint_stock(look: Look, layout: DeadHandLayout, count: int, target: Surface, *, as_cards: bool) -> None:
    """Draw the stock and its count."""
    box, share = layout.frame.stock, label_scale(look)
    words, line = say("table.stock"), look.line_height(theme.SMALL_BOLD, share)
    said = look.text_width(words, theme.SMALL_BOLD, share) <= box.w
    # The stack is only so wide that the text below it stays free, however many tiles it has.
    width = min(
        STOCK_TILE_WIDTH,
        (box.h - PILE_TOP_PADDING - (line + BELOW_TEXT_GAP if said else 0.0)) / (layout.cut.tall + STACK_OFFSET),
    )
    wide = look.px(width)
    corner = (look.px(box.centre[0] - width / 2), look.px(box.y + PILE_TOP_PADDING))
    if count:
        layers = 1 + min(3, count // 8)
        stack = marks.stock(wide, layers, look.palette, as_cards=as_cards)
        target.blit(stack.surface, stack.blit_position(corner))
    else:
        size = (wide, round(wide * layout.cut.tall))
        target.blit(surfaces.dashed_zone(size, look.u, theme.FELT_TEXT), corner)
    oval = marks.stock_count(count, label_font(look, theme.NUMBER))
    high = round(wide * layout.cut.tall)
    target.blit(oval, (corner[0] + (wide - oval.get_width()) // 2, corner[1] + (high - oval.get_height()) // 2))
    if said:
        at = (box.centre[0], box.bottom - line / 2 - BELOW_TEXT_GAP)
        draw.line(target, look, words, theme.SMALL_BOLD, theme.CREAM, at, "centre", share)


def paint_pile(look: Look, layout: DeadHandLayout, count: int, said: tuple[str, str], target: Surface) -> None:
    """Draw the place of the pile; `said` is its contents, and which of its tiles are older than the visible ones."""
    words, older = said
    box, share = layout.frame.pile, label_scale(look)
    rect = look.rect(box)
    # Where the felt is nearly black, a darker area needs an edge to be visible.
    edge = theme.STRONG_LINE if look.palette.border is not None else None
    target.blit(surfaces.zone(rect.size, look.u, edge), rect)
    line = look.line_height(theme.SMALL_BOLD, share)
    middle = box.bottom - line / 2 - BELOW_TEXT_GAP
    right = box.right - PILE_PADDING
    if not count:
        slot = look.rect(layout.pile[0])
        target.blit(surfaces.dashed_zone(slot.size, look.u, theme.FELT_TEXT), slot)
    elif share == 1.0:
        fan, cap = say("table.fan"), current_key_for("F")
        wide = look.text_width(fan, theme.SMALL) + draw.key_width(look, cap) + 8
        if wide + look.text_width(words, theme.SMALL_BOLD) + 2 * PILE_PADDING + 12 <= box.w:
            draw.line(target, look, fan, theme.SMALL, theme.FELT_TEXT, (right, middle), "right")
            draw.key_cap(target, look, cap, (right - wide, middle), theme.FELT_TEXT, theme.FELT_TEXT)
            right -= wide + 12
    room, ways = right - box.x - PILE_PADDING, (f"{words} {older}".strip(), words, str(count))
    words = next((one for one in ways if look.text_width(one, theme.SMALL_BOLD, share) <= room), ways[-1])
    draw.line(target, look, words, theme.SMALL_BOLD, theme.CREAM, (box.x + PILE_PADDING + 1, middle), shrink=share)


def middle_boxes(look: Look, layout: DeadHandLayout, words: str) -> tuple[Box, Box, Box]:
    """Return the part of the pile's place that its words take, and the places of the dead hands."""
    frame = layout.frame
    wide = look.text_width(words, theme.SMALL_BOLD, label_scale(look)) + 2 * PILE_PADDING
    return frame.pile.left_part(min(frame.pile.w, wide)), frame.dead_us, frame.dead_them


def dead_hand_text_width(look: Look) -> float:
    """Return the width at which the place of a dead hand has room for its text."""
    share = label_scale(look)
    titles = (look.text_width(say(code), theme.SMALL_BOLD, share) for code in DEAD_HAND_TITLES)
    return (
        max(*titles, look.text_width(say("table.dead_waits"), theme.SMALL, share))
        + look.scaled(DEAD_HAND_CREST_SIZE) * share
        + 24
    )


def paint_dead_hand(
    look: Look, box: Box, crest: Crest, said: tuple[str, str], target: Surface, *, waiting: bool, as_cards: bool
) -> None:
    """Draw the place of a dead hand; `said` is its owner and who took it."""
    whose, taker = said
    rect, share = look.rect(box), label_scale(look)
    target.blit(surfaces.dashed_zone(rect.size, look.u, crest.colour), rect)
    mark = look.scaled(DEAD_HAND_CREST_SIZE) * share
    bold, plain = look.line_height(theme.SMALL_BOLD, share), look.line_height(theme.SMALL, share)
    fits = dead_hand_text_width(look) <= box.w and bold + plain + 40 <= box.h
    left = box.x + mark + 11
    state = _dead_state(look, taker, box.right - left - 7, waiting=waiting)
    lone = not fits and left + look.text_width(state, theme.SMALL, share) <= box.right - 7 and plain + 40 <= box.h
    lower = bold + plain if fits else plain if lone else 0.0
    if waiting:
        back = min(DEAD_HAND_BACK_WIDTH, (box.h - lower - 8) / cards.HEIGHT_RATIO)
        room = min(box.w - 26, 118.0)
        fan = marks.fan_of_backs(look.px(back), look.px(room), 11, look.palette, as_cards=as_cards)
        y = box.y + (box.h - lower - fan.get_height() / look.u) / 2
        target.blit(fan, (look.px(box.centre[0] - room / 2), look.px(y)))
    else:
        words = say("table.dead_gone")
        wide = 18 + look.text_width(words, theme.LABEL, share)
        tick = box.centre[0] - (wide if wide <= box.w - 16 else 0.0) / 2
        middle = box.y + (box.h - lower) / 2 + 1
        draw.icon(target, look, "check", (tick, middle), 18, theme.MINT)
        if wide <= box.w - 16:
            draw.line(target, look, words, theme.LABEL, theme.CREAM, (tick + 18, middle), shrink=share)
    if fits:
        top = box.bottom - lower - 3
        px = look.px(mark)
        target.blit(surfaces.crest(px, crest), (look.px(box.x + 7), round((top + lower / 2) * look.u) - px // 2))
        title = cut_name(look, whose, theme.SMALL_BOLD, box.right - 7 - left, share)
        draw.line(target, look, title, theme.SMALL_BOLD, theme.CREAM, (left, top + bold / 2), shrink=share)
        draw.line(target, look, state, theme.SMALL, theme.FELT_TEXT, (left, top + bold + plain / 2 - 2), shrink=share)
        return
    px = look.px(mark if lone else min(20.0, mark))
    target.blit(surfaces.crest(px, crest), (rect.x + look.px(4), rect.bottom - px - look.px(4)))
    if lone:
        middle = box.bottom - 4 - mark / 2
        draw.line(target, look, state, theme.SMALL, theme.FELT_TEXT, (left, middle), shrink=share)


def _dead_state(look: Look, taker: str, room: float, *, waiting: bool) -> str:
    """Say that a dead hand waits, or who took it, shortening the name to fit."""
    if waiting:
        return say("table.dead_waits")
    share = label_scale(look)
    beside = look.text_width(say("table.dead_by", name=""), theme.SMALL, share)
    return say("table.dead_by", name=cut_name(look, taker, theme.SMALL, room - beside, share))
