"""What each point of a dead-hand table means: what lies there, where tiles may be dropped, and the effect of a drop.

Laws: no rules here; every answer about a move comes from trying it on the draft. A target reaches a little beyond its
box, so that an imprecise drop still counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.table.aims import Aim, Target
from game.client.table.geometry.rack import nearest_slot
from game.client.widgets.boxes import Box
from game.session.draft import Draft
from game.session.proposals import addition_refusal, additions, canasta_size, is_wild, new_set_refusal, new_sets
from game.table.moves import Discard, Extend, LayMeld
from game.table.refusals import Code, Refusal

if TYPE_CHECKING:
    from game.client.table.dead_hand.layout import DeadHandLayout, SetZone
    from game.client.table.geometry.laid import TileZone
    from game.client.widgets.boxes import Point
    from game.table.moves import Move
    from game.table.tiles import Tile

TARGET_REACH = 16.0  # logical px a target reaches beyond its box


@dataclass(frozen=True, slots=True)
class DropEffect:
    """The effect of dropping tiles on a target: a move, or why it is refused; neither for several on the pile."""

    move: Move | None = None
    refusal: Refusal | None = None

    @property
    def allowed(self) -> bool:
        """Return whether the drop is allowed."""
        return self.move is not None


def tile_at(layout: DeadHandLayout, at: Point, lies: TileZone | None = None) -> Tile | None:
    """Return the visible tile under a point; of overlapping cards, the one on top."""
    found = None
    for tile, spot in layout.spots.items():
        if spot.seen and (lies is None or spot.lies is lies) and spot.box.contains(at):
            found = tile
    return found


def target_at(layout: DeadHandLayout, at: Point, slack: float = TARGET_REACH) -> Target | None:
    """Return the target at a point: first one exactly under it, then one within reach."""
    return _exact(layout, at) or (_near(layout, at, slack) if slack else None)


def _exact(layout: DeadHandLayout, at: Point) -> Target | None:
    frame = layout.frame
    if frame.rack.contains(at):
        return Target(Aim.SLOT, nearest_slot(layout.slots, at))
    for zone in layout.zones:
        if zone.box.contains(at):
            return _in_zone(zone, at)
    if frame.pile.contains(at):
        return Target(Aim.PILE)
    return Target(Aim.STOCK) if frame.stock.contains(at) else None


def _in_zone(zone: SetZone, at: Point) -> Target | None:
    """Return the set under the point, including its seal and half the gap, else the place for a new set.

    The marked place of a missing seventh tile beside a set also belongs to the set.
    """
    aim = Aim.SET if zone.ours else Aim.THEIR_SET
    for number, placed in zip(zone.numbers, zone.placed.sets, strict=True):
        right = placed.seal.right if placed.seal is not None else placed.box.right
        gap = zone.placed.width * 0.22
        reach = Box(placed.box.x - gap, placed.box.y - 4, right - placed.box.x + 2 * gap, placed.box.h + 8)
        if reach.contains(at):
            return Target(aim, number)
    for number, placed in zip(zone.numbers, zone.placed.sets, strict=True):
        wide = zone.placed.width
        ends = Box(placed.box.x - wide, placed.box.y, placed.box.w + 2 * wide, placed.box.h)
        if len(placed.tiles) == canasta_size() - 1 and ends.contains(at) and not zone.placed.slot.contains(at):
            return Target(aim, number)
    return Target(Aim.NEW_SET) if zone.ours else Target(Aim.THEIR_SET)


def _near(layout: DeadHandLayout, at: Point, slack: float) -> Target | None:
    frame = layout.frame
    if frame.pile.inset(-slack).contains(at):
        return Target(Aim.PILE)
    if frame.us.inset(-slack).contains(at):
        inside = (
            min(max(at[0], frame.us.x), frame.us.right - 0.1),
            min(max(at[1], frame.us.y), frame.us.bottom - 0.1),
        )
        return _in_zone(layout.us, inside)
    return None


def drop_targets(layout: DeadHandLayout) -> tuple[Target, ...]:
    """Return where picked tiles can be dropped: our sets, a new one, the pile."""
    own = tuple(Target(Aim.SET, number) for number in layout.us.numbers)
    return (*own, Target(Aim.NEW_SET), Target(Aim.PILE))


def drop_effect(draft: Draft, tiles: tuple[Tile, ...], target: Target, share: float | None = None) -> DropEffect:
    """Try the effect of dropping these tiles there.

    `share` (0 left, 1 right) is the position along a set: it decides to which end a wild tile or a one goes.
    """
    if target.aim is Aim.PILE:
        return _discarding(draft, tiles)
    if target.aim is Aim.NEW_SET:
        return _first_allowed(draft, new_sets(draft.view, tiles)) or DropEffect(
            refusal=new_set_refusal(draft.view, tiles)
        )
    if target.aim in (Aim.SET, Aim.THEIR_SET) and target.index >= 0:
        moves = additions(draft.view, target.index, tiles)
        if share is not None and any(is_wild(draft.view, tile) or draft.view.faces[tile].number == 1 for tile in tiles):
            moves = tuple(sorted(moves, key=lambda move: abs(_relative_position(move, tiles) - share)))
        return _first_allowed(draft, moves) or DropEffect(refusal=addition_refusal(draft.view, target.index, tiles))
    return DropEffect(refusal=Refusal(Code.NOT_YOUR_SET, args=(0,)))


def _first_allowed(draft: Draft, moves: tuple[Move, ...]) -> DropEffect | None:
    """Return the first move that the draft accepts, else the first refusal; None when there is no move."""
    refused: Refusal | None = None
    for move in moves:
        tried = draft.with_step(move)
        if isinstance(tried, Draft):
            return DropEffect(move)
        refused = refused or tried
    return None if refused is None else DropEffect(refusal=refused)


def _discarding(draft: Draft, tiles: tuple[Tile, ...]) -> DropEffect:
    move = Discard(tiles[0])
    tried = draft.with_step(move)
    if isinstance(tried, Refusal):
        return DropEffect(refusal=tried)
    return DropEffect(move) if len(tiles) == 1 else DropEffect()


def _relative_position(move: Move, tiles: tuple[Tile, ...]) -> float:
    """Return the average position of the given tiles in the set, 0 left to 1 right."""
    if not isinstance(move, LayMeld | Extend):
        return 0.5
    every = move.meld.tiles
    places = [at for at, tile in enumerate(every) if tile in tiles] or [len(every) // 2]
    return sum(places) / len(places) / max(1, len(every) - 1)
