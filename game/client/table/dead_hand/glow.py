"""The drop highlights of a dead-hand table: where picked or dragged tiles may go, and why dragged ones may not."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from game.client.draw import marks, theme
from game.client.draw.backdrop import StaticPart
from game.client.table.aims import Aim, Target
from game.client.table.dead_hand.drag import drop_targets
from game.client.table.dead_hand.pointer import share_along
from game.client.table.tag import Tag, TagKind, draw_tag, zone_edges
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.words import has_sentence, say
from game.table.moves import Draw, TakePile
from game.table.state import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from pygame import Surface

    from game.client.draw.theme import RGB
    from game.client.table.dead_hand.board import DeadHandBoard
    from game.client.table.dead_hand.drag import DropEffect
    from game.client.table.dead_hand.layout import DeadHandLayout
    from game.client.table.dead_hand.pointer import DeadHandPointer
    from game.client.table.dead_hand.turn import DeadHandTurn
    from game.client.widgets.look import Look

CORNER_RADIUS = 8.0
GLOW_REACH = 16.0  # logical px by which a highlight reaches beyond its target


class DeadHandDropHighlights:
    """Highlights targets and shows outcomes."""

    def parts(
        self, look: Look, board: DeadHandBoard, turn: DeadHandTurn, pointer: DeadHandPointer, _focus: Target | None
    ) -> list[StaticPart]:
        """Return highlights of the possible targets, and the mark of the one aimed at."""
        layout = board.current_layout()
        carried, aim = pointer.carried_tiles, pointer.aim
        if not carried or not turn.can_play:
            if board.asked is not None and board.asked():
                return []  # a lesson lights what it asks for, and nothing else
            return [_glow(highlight_target, look, layout, target, aimed=False) for target in draw_sources(turn)]
        moves = {target: turn.legal_moves.drop_effect(carried, target).move for target in drop_targets(layout)}
        lights = {
            target: highlight_costly_target if turn.legal_moves.costs_points(move) else highlight_target
            for target, move in moves.items()
            if move is not None
        }
        parts = [_glow(how, look, layout, target, aimed=target == aim) for target, how in lights.items()]
        if aim is None or aim.aim is Aim.STOCK:
            return parts
        if aim.aim is Aim.SLOT:
            return [*parts, _glow(highlight_target, look, layout, aim, aimed=True)] if pointer.dragging else parts
        share = share_along(layout, aim, pointer.hand.at) if pointer.hand is not None else None
        if not _rests_elsewhere(pointer) and not turn.legal_moves.drop_effect(carried, aim, share).allowed:
            parts.append(_glow(_refuse, look, layout, aim, aimed=True))
        return parts

    def draw_words(
        self, surface: Surface, look: Look, board: DeadHandBoard, turn: DeadHandTurn, pointer: DeadHandPointer,
        focus: Target | None,
    ) -> None:  # fmt: skip
        """Draw what a drop would do, or in about three words why it is refused."""
        layout = board.current_layout()
        carried = pointer.carried_tiles
        aim = pointer.aim or (focus if turn.turn_state.picked else None)
        if aim is None or not carried or not turn.can_play or aim.aim in (Aim.STOCK, Aim.SLOT):
            return
        share = share_along(layout, aim, pointer.hand.at) if pointer.hand is not None else None
        found = turn.legal_moves.drop_effect(carried, aim, share)
        if found.move is None and _rests_elsewhere(pointer):
            return
        words = turn.legal_moves.outcome(found.move) if found.move is not None else short_reason(found)
        if words:
            tag = Tag(words, _kind(turn, found))
            clear = (*layout.seen_sets, *zone_edges(look, layout.areas), *board.covered)
            draw_tag(surface, look, tag, pointer.held_boxes(layout).values(), layout.box_of(aim), clear)


def _rests_elsewhere(pointer: DeadHandPointer) -> bool:
    """Return whether the pointer only rests on the other side's sets: nothing was tried there."""
    return pointer.aim is not None and pointer.aim.aim is Aim.THEIR_SET and not pointer.dragging


def _kind(turn: DeadHandTurn, found: DropEffect) -> TagKind:
    if found.move is None:
        return TagKind.REFUSED
    return TagKind.LOSS if turn.legal_moves.costs_points(found.move) else TagKind.GAIN


def draw_sources(turn: DeadHandTurn) -> tuple[Target, ...]:
    """Return where a tile can be drawn from, while the turn begins with a draw."""
    view = turn.view
    if not view.must_decide or view.phase not in (Phase.START_DRAW, Phase.DRAW):
        return ()
    stock = (Target(Aim.STOCK),) if turn.legal_moves.allows(Draw()) else ()
    return (*stock, Target(Aim.PILE)) if turn.legal_moves.allows(TakePile(view.table.pile)) else stock


def _glow(how: Callable[..., None], look: Look, layout: DeadHandLayout, target: Target, *, aimed: bool) -> StaticPart:
    box = look.rect(layout.box_of(target).inset(-GLOW_REACH))
    key = (layout.box_of(target), layout.us.placed.width, aimed)
    return StaticPart((how, target), box, key, partial(how, look, layout, target, aimed))


def highlight_target(look: Look, layout: DeadHandLayout, target: Target, aimed: bool, surface: Surface) -> None:  # noqa: FBT001 - its look
    """Light a target: a set gets a plus at its corner."""
    box = layout.box_of(target)
    if target.aim in (Aim.NEW_SET, Aim.SLOT):
        if target.aim is Aim.SLOT or not layout.us.hides(box):
            rect = look.rect(box)
            surface.blit(marks.drop_slot(rect.size, look.u, may_land=True), rect)
        return
    thick = 3.0 if aimed else 2.0
    radius = 12.0 if target.aim in (Aim.PILE, Aim.STOCK) else CORNER_RADIUS
    grown = box if target.aim in (Aim.PILE, Aim.STOCK) else box.inset(-3)
    draw.plate(surface, look, grown, radius, None, draw.Edge(theme.GOLD, thick))
    if target.aim is Aim.SET:
        _badge(look, layout, box, "plus", theme.GOLD, surface)


def highlight_costly_target(look: Look, layout: DeadHandLayout, target: Target, aimed: bool, surface: Surface) -> None:  # noqa: FBT001
    """Light a set that the tiles may be added to, at a cost: it has another badge, and is lit only while aimed at."""
    box = layout.box_of(target)
    if aimed:
        draw.plate(surface, look, box.inset(-3), CORNER_RADIUS, None, draw.Edge(theme.GOLD, 3.0))
    _badge(look, layout, box, "warning", theme.CREAM, surface)


def _badge(look: Look, layout: DeadHandLayout, box: Box, sign: str, ground: RGB, surface: Surface) -> None:
    wide = min(20.0, layout.us.placed.width * 0.5)
    badge = Box(box.right - wide * 0.55, box.y - wide * 0.55, wide, wide)
    draw.plate(surface, look, badge, wide / 2, ground, draw.Edge(theme.INK, 1.2))
    draw.icon(surface, look, sign, badge.centre, wide * 0.6, theme.INK)


def _refuse(look: Look, layout: DeadHandLayout, target: Target, _aimed: bool, surface: Surface) -> None:  # noqa: FBT001
    box = layout.box_of(target)
    if target.aim is Aim.NEW_SET:
        rect = look.rect(box)
        surface.blit(marks.drop_slot(rect.size, look.u, may_land=False), rect)
    else:
        draw.plate(surface, look, box.inset(-3), CORNER_RADIUS, None, draw.Edge(theme.CORAL, 3))


def short_reason(found: DropEffect) -> str:
    """Return in about three words why tiles may not go there."""
    if found.refusal is None:
        return say("tag.one_tile")
    code = f"tag.{found.refusal.code.key}"
    return say(code) if has_sentence(code) else say("tag.no")
