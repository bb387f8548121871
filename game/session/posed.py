"""A match that begins in the middle, at any position, and of which nothing is kept: for puzzles, pictures and tests.

Laws: only the watching seat plays; what it sends is judged by the rules and told as any session tells it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from game.match.match import Standing
from game.rules.registry import rules_of
from game.session.draft import after, refusal_for
from game.session.session import Moved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.match.transcript import Header, Seat
    from game.rules.ruleset import RuleSet
    from game.session.session import Event
    from game.table.moves import Move
    from game.table.refusals import Refusal
    from game.table.view import View


@dataclass(eq=False)
class PosedSession:
    """A session that begins in the middle, at any view; `watching` is its seat."""

    header: Header
    view: View
    left: float | None = None
    events: list[Event] = field(default_factory=list)
    sent: list[Move] = field(default_factory=list)
    watching: int = 0
    paused: bool = False

    @property
    def rules(self) -> RuleSet:
        """The game."""
        return rules_of(self.header.game)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where."""
        return self.header.seats

    @property
    def head(self) -> str:
        """Nothing: it has no log."""
        return ""

    @property
    def standing(self) -> Standing:
        """How the match stands."""
        return Standing(self.header.seats, self.view.table, 1, self.view.table.totals)

    def submit(self, moves: Sequence[Move]) -> Refusal | None:
        """Take moves of the watching seat."""
        view = self.view
        for move in moves:
            refused = refusal_for(view, move)
            if refused is not None:
                return refused
            before, view = view, after(view, move)
            self.events.append(Moved(self.watching, move, before, view))
        self.sent += moves
        self.view = view
        return None

    def poll(self, _now: float) -> tuple[Event, ...]:
        """Return the events of what was sent."""
        told, self.events = tuple(self.events), []
        return told

    def proceed(self) -> None:
        """Do nothing: there is no next round here."""

    def seconds_left(self, _now: float) -> float | None:
        """Return what the clock was set to."""
        return self.left

    def pause(self, *, paused: bool) -> None:
        """Note whether it is to rest."""
        self.paused = paused

    def hurry(self) -> None:
        """Do nothing: nobody else moves."""

    def close(self) -> None:
        """Do nothing: nothing is open."""
