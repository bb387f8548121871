"""The unsent turn: moves tried on a copy of the view. Local only, never logged.

Laws: a draft is immutable, each step returns a new one; a step that reveals a hidden tile or ends the turn finishes
the draft, which then has to be submitted; the rules are called, never copied here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.rules.registry import rules_of
from game.table.moves import Move
from game.table.refusals import Code, Refusal
from game.table.state import with_faces
from game.table.view import PublicMove, View, with_shown_faces


@dataclass(frozen=True, slots=True)
class DraftStep:
    """A tried move and the view after it."""

    move: Move
    view: View


@dataclass(frozen=True, slots=True)
class Draft:
    """A view and the steps tried on it."""

    base: View
    steps: tuple[DraftStep, ...] = ()

    @property
    def view(self) -> View:
        """The view after all steps."""
        return self.steps[-1].view if self.steps else self.base

    @property
    def moves(self) -> tuple[Move, ...]:
        """The steps as moves, to be submitted in this order."""
        return tuple(step.move for step in self.steps)

    @property
    def finished(self) -> bool:
        """Whether the last step cannot be undone: it ends the turn or draws a hidden tile."""
        return bool(self.steps) and not self.view.must_decide

    def with_step(self, move: Move) -> Draft | Refusal:
        """Return the draft with one more step, or why it is not allowed."""
        view = self.view
        complete = with_shown_faces(view, move)
        refused = draft_refusal(view, complete)
        if refused is not None:
            return refused
        return replace(self, steps=(*self.steps, DraftStep(complete, view_after(view, complete))))


def draft_refusal(view: View, move: Move) -> Refusal | None:
    """Say why the view's seat may not make a move: not its turn, the public rules, or its own rack."""
    if view.table.to_move != view.seat and view.table.outcome is None:
        return Refusal(Code.NOT_YOUR_TURN, args=(view.table.to_move,))
    rules = rules_of(view.table.game)
    return rules.own_refusal(view, move) or rules.refusal(view.table, move)


def view_after(view: View, move: Move) -> View:
    """Return the view after a move of its own seat; tiles new to its rack are still hidden."""
    table = rules_of(view.table.game).apply(view.table, move)
    return View(table, view.seat, with_faces(view.faces, move.shown), (*view.story, PublicMove(view.seat, move)))
