"""What a bot answers."""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.registry import rules_of
from game.table.moves import Move
from game.table.view import View, with_shown_faces


@dataclass(frozen=True, slots=True)
class Decision:
    """A move and why: a code of `REASONS` with tile ids, numbers or words of this position."""

    move: Move
    reason: str
    args: tuple[int | str, ...] = ()


def allowed(view: View, move: Move) -> bool:
    """Return whether the mover's own rules allow a move."""
    return rules_of(view.table.game).own_refusal(view, move) is None


def way_out(view: View) -> Decision:
    """Return the move that the rules make for a silent player: what is left when thinking has failed."""
    return Decision(with_shown_faces(view, rules_of(view.table.game).time_out(view)), "fallback")
