"""The answer of a bot."""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.registry import rules_of
from game.table.moves import Move
from game.table.view import View, with_shown_faces


@dataclass(frozen=True, slots=True)
class Decision:
    """A move and its reason: a code of `REASONS` with its arguments (tile ids, numbers or words)."""

    move: Move
    reason: str
    args: tuple[int | str, ...] = ()


def is_allowed(view: View, move: Move) -> bool:
    """Return whether the mover's own rules allow a move."""
    return rules_of(view.table.game).own_refusal(view, move) is None


def fallback_move(view: View) -> Decision:
    """Return the move that the rules make for a player who does not move: the fallback when a bot fails."""
    return Decision(with_shown_faces(view, rules_of(view.table.game).time_out(view)), "fallback")
