"""The outcome of a move of a dead-hand game, in a few words: a canasta, points, what is missing, the end."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from game.client.words import say
from game.session.draft import Draft
from game.session.proposals import canasta_size, is_canasta, is_pure, laid_points
from game.table.moves import Discard, Extend, LayMeld
from game.table.state import Ending

if TYPE_CHECKING:
    from game.table.melds import Meld
    from game.table.moves import Move
    from game.table.view import View


class MoveEnd(Enum):
    """What a move ends besides the turn."""

    NONE = ""
    DEAD = "dead"  # the rack is emptied, and its player takes the dead hand
    OUT = "out"
    OVER = "over"  # the round ends without anybody going out


def move_end(draft: Draft, move: Move) -> MoveEnd:
    """Return what an allowed move would end."""
    tried = draft.with_step(move)
    return _end(draft.view, tried.view) if isinstance(tried, Draft) else MoveEnd.NONE


def _end(before: View, after: View) -> MoveEnd:
    outcome, side = after.table.outcome, before.table.side_of(before.seat)
    if outcome is not None:
        return MoveEnd.OUT if outcome.ending is Ending.OUT else MoveEnd.OVER
    return MoveEnd.DEAD if before.table.dead[side] and not after.table.dead[side] else MoveEnd.NONE


def outcome_words(draft: Draft, move: Move) -> str:
    """Describe the outcome of an allowed move."""
    tried = draft.with_step(move)
    if not isinstance(tried, Draft):
        return ""
    end = _end(draft.view, tried.view)
    if isinstance(move, Discard):
        return say("outcome.ends") if end is MoveEnd.NONE else say(f"outcome.{end.value}")
    if not isinstance(move, LayMeld | Extend):
        return ""
    points = _points_laid(draft.view, tried.view)
    if end is not MoveEnd.NONE:
        return say(f"outcome.laid_{end.value}", points=points) if points >= 0 else say(f"outcome.{end.value}")
    return _set_words(_set_before(draft, move), move.meld, points)


def points_laid(draft: Draft, move: Move) -> int:
    """Return how many points more lie on one's side after a move; 0 where the draft does not take it."""
    tried = draft.with_step(move)
    return _points_laid(draft.view, tried.view) if isinstance(tried, Draft) else 0


def costs_points(draft: Draft, move: Move) -> bool:
    """Return whether a move that the draft takes spoils a pure canasta or lowers what lies on one's side."""
    old = _set_before(draft, move)
    return (old is not None and isinstance(move, Extend) and _spoils(old, move.meld)) or points_laid(draft, move) < 0


def _points_laid(before: View, after: View) -> int:
    side = before.table.side_of(before.seat)
    return laid_points(after, side) - laid_points(before, side)


def _set_before(draft: Draft, move: Move) -> Meld | None:
    return draft.view.table.melds[move.index] if isinstance(move, Extend) else None


def _spoils(old: Meld, new: Meld) -> bool:
    return is_canasta(old) and is_pure(old) and not is_pure(new)


def _set_words(old: Meld | None, new: Meld, points: int) -> str:
    lacks = canasta_size() - len(new)
    if lacks > 0:
        return say("outcome.grows", points=points, n=lacks)
    pure = is_pure(new)
    if old is None or not is_canasta(old):
        return say("outcome.pure", points=points) if pure else say("outcome.impure", points=points)
    if _spoils(old, new):
        return say("outcome.spoils", points=points)
    return say("outcome.points", points=points) if points >= 0 else say("outcome.loses", points=-points)
