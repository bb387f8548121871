"""The outcome of a move of a dead-hand game, in a few words: a canasta, points, what is missing, the end."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from game.client.words import say
from game.session.draft import Draft
from game.session.proposals import canasta, canasta_size, is_pure, laid_points
from game.table.moves import Discard, Extend, LayMeld
from game.table.state import Ending

if TYPE_CHECKING:
    from game.table.melds import Meld
    from game.table.moves import Move
    from game.table.view import View


class End(Enum):
    """What a move ends besides the turn."""

    NONE = ""
    DEAD = "dead"  # the rack is emptied, and its player takes the dead hand
    OUT = "out"
    OVER = "over"  # the round ends without anybody going out


def end_of(draft: Draft, move: Move) -> End:
    """Return what an allowed move would end."""
    tried = draft.trying(move)
    return _end(draft.view, tried.view) if isinstance(tried, Draft) else End.NONE


def _end(before: View, after: View) -> End:
    outcome, side = after.table.outcome, before.table.side_of(before.seat)
    if outcome is not None:
        return End.OUT if outcome.ending is Ending.OUT else End.OVER
    return End.DEAD if before.table.dead[side] and not after.table.dead[side] else End.NONE


def outcome_words(draft: Draft, move: Move) -> str:
    """Describe the outcome of an allowed move."""
    tried = draft.trying(move)
    if not isinstance(tried, Draft):
        return ""
    end = _end(draft.view, tried.view)
    if isinstance(move, Discard):
        return say("outcome.ends") if end is End.NONE else say(f"outcome.{end.value}")
    if not isinstance(move, LayMeld | Extend):
        return ""
    before, after = draft.view, tried.view
    side = before.table.side_of(before.seat)
    points = laid_points(after, side) - laid_points(before, side)
    if end is not End.NONE:
        return say(f"outcome.laid_{end.value}", points=points) if points >= 0 else say(f"outcome.{end.value}")
    old = before.table.melds[move.index] if isinstance(move, Extend) else None
    return _set_words(old, move.meld, points)


def _set_words(old: Meld | None, new: Meld, points: int) -> str:
    lacks = canasta_size() - len(new)
    if lacks > 0:
        return say("outcome.grows", points=points, n=lacks)
    pure = is_pure(new)
    if old is None or not canasta(old):
        return say("outcome.pure", points=points) if pure else say("outcome.impure", points=points)
    if is_pure(old) and not pure:
        return say("outcome.spoils", points=points)
    return say("outcome.points", points=points) if points >= 0 else say("outcome.loses", points=-points)
