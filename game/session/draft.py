"""The unsent turn: moves tried on a copy. Local only, never logged.

Laws: each step gives another draft, the ones before stay as they were; a step that reveals something hidden or ends the
turn finishes the draft, which then has to be submitted. Rules are asked, never repeated here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.rules.registry import rules_of
from game.table.moves import Move
from game.table.refusals import Code, Refusal
from game.table.state import with_faces
from game.table.view import Told, View, completed


@dataclass(frozen=True, slots=True)
class Try:
    """A step of the draft and the view after it."""

    move: Move
    view: View


@dataclass(frozen=True, slots=True)
class Draft:
    """A view and the steps tried on it."""

    base: View
    steps: tuple[Try, ...] = ()

    @property
    def view(self) -> View:
        """The table as it would be."""
        return self.steps[-1].view if self.steps else self.base

    @property
    def moves(self) -> tuple[Move, ...]:
        """The steps as moves, to be submitted in this order."""
        return tuple(step.move for step in self.steps)

    @property
    def finished(self) -> bool:
        """Whether the last step cannot be undone any more: the turn is over, or a hidden tile comes to the rack."""
        return bool(self.steps) and not self.view.to_decide

    def trying(self, move: Move) -> Draft | Refusal:
        """Return the draft with one more step, or why it is not allowed."""
        view = self.view
        complete = completed(view, move)
        refused = refusal_for(view, complete)
        if refused is not None:
            return refused
        return replace(self, steps=(*self.steps, Try(complete, after(view, complete))))


def refusal_for(view: View, move: Move) -> Refusal | None:
    """Say why the viewing seat may not make a complete move: not its turn, the rules, or its own rack."""
    if view.table.to_move != view.seat and view.table.outcome is None:
        return Refusal(Code.NOT_YOUR_TURN, args=(view.table.to_move,))
    rules = rules_of(view.table.game)
    return rules.own_refusal(view, move) or rules.refusal(view.table, move)


def after(view: View, move: Move) -> View:
    """Return the view after the viewing seat's own move; tiles new to its rack are still hidden."""
    table = rules_of(view.table.game).apply(view.table, move)
    return View(table, view.seat, with_faces(view.faces, move.shown), (*view.story, Told(view.seat, move)))
