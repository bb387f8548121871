"""What lights up for the hand: where picked or dragged tiles may land, and why not where they may not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client import theme
from game.client.board import marks
from game.client.board.drag import Aim, target_box, targets
from game.client.board.surfaces import chip
from game.client.scenes.table_pointer import share_along
from game.client.widgets import draw
from game.client.widgets.boxes import Box, around
from game.client.words import codes, say

if TYPE_CHECKING:
    from pygame import Surface

    from game.client.board.drag import Prospect, Target
    from game.client.board.layout import Layout
    from game.client.scenes.table_pointer import Pointer
    from game.client.scenes.table_turn import Turn
    from game.client.widgets.look import Look

RADIUS = 8.0


def draw_glow(surface: Surface, look: Look, layout: Layout, turn: Turn, pointer: Pointer) -> None:
    """Light the targets of what the hand has, and mark the one it aims at."""
    carried = pointer.carried
    if not carried or not turn.playing:
        return
    aim = pointer.aim
    for target in targets(layout):
        found = turn.prospect(carried, target)
        if found.allowed:
            _light(surface, look, layout, target, aimed=target == aim)
    if aim is None or aim.aim is Aim.STOCK:
        return
    if aim.aim is Aim.RACK:
        if pointer.dragging:
            slot = look.rect(target_box(layout, aim))
            surface.blit(marks.slot(slot.size, look.u, may_land=True), slot)
        return
    share = share_along(layout, aim, pointer.hand.at) if pointer.hand is not None else None
    found = turn.prospect(carried, aim, share)
    if not found.allowed:
        _refuse(surface, look, layout, aim)


def _light(surface: Surface, look: Look, layout: Layout, target: Target, *, aimed: bool) -> None:
    box = target_box(layout, target)
    if target.aim is Aim.NEW_SET:
        if not layout.us.hides(box):
            rect = look.rect(box)
            surface.blit(marks.slot(rect.size, look.u, may_land=True), rect)
        return
    thick = 3.0 if aimed else 2.0
    radius = 12.0 if target.aim is Aim.PILE else RADIUS
    grown = box.inset(0) if target.aim is Aim.PILE else box.inset(-3)
    draw.plate(surface, look, grown, radius, None, draw.Edge(theme.GOLD, thick))
    if target.aim is Aim.SET:
        wide = min(20.0, layout.us.placed.width * 0.5)
        plus = Box(box.right - wide * 0.55, box.y - wide * 0.55, wide, wide)
        draw.plate(surface, look, plus, wide / 2, theme.GOLD, draw.Edge(theme.INK, 1.2))
        draw.icon(surface, look, "plus", plus.centre, wide * 0.6, theme.INK)


def _refuse(surface: Surface, look: Look, layout: Layout, target: Target) -> None:
    box = target_box(layout, target)
    if target.aim is Aim.NEW_SET:
        rect = look.rect(box)
        surface.blit(marks.slot(rect.size, look.u, may_land=False), rect)
    else:
        draw.plate(surface, look, box.inset(-3), RADIUS, None, draw.Edge(theme.CORAL, 3))


def draw_reason(surface: Surface, look: Look, layout: Layout, turn: Turn, pointer: Pointer) -> None:
    """Say in three words why what is aimed at takes nothing; above the hand, so that it covers no tile on the table."""
    aim, carried = pointer.aim, pointer.carried
    if aim is None or not carried or not turn.playing or aim.aim in (Aim.STOCK, Aim.RACK):
        return
    share = share_along(layout, aim, pointer.hand.at) if pointer.hand is not None else None
    found = turn.prospect(carried, aim, share)
    if found.allowed:
        return
    tag = chip(reason(found), look.lettering(theme.CHIP), theme.Tone.CORAL, sign="cross", edged=True)
    held = pointer.held(layout)
    box = look.rect(around(list(held.values())) if held else target_box(layout, aim))
    x = min(max(0, box.centerx - tag.get_width() // 2), look.px(look.viewport.canvas.w) - tag.get_width())
    y = box.y - tag.get_height() - look.px(6)
    surface.blit(tag, (x, y if y > 0 else box.bottom + look.px(6)))


def reason(found: Prospect) -> str:
    """Return why tiles may not land, in three words."""
    if found.refusal is None:
        return say("tag.one_tile")
    code = f"tag.{found.refusal.code.key}"
    return say(code) if code in codes() else say("tag.no")
