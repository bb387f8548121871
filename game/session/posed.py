"""A session that begins at any position and keeps no log: for puzzles, pictures and tests.

Laws: only the watching seat plays; its moves go through the rules and come back as events, as in any session.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from game.match.match import Standing
from game.rules.registry import rules_of
from game.session.draft import draft_refusal, view_after
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
    """A session that begins at a given view, which is that of the seat played here."""

    header: Header
    view: View
    left: float | None = None
    events: list[Event] = field(default_factory=list)
    sent: list[Move] = field(default_factory=list)
    viewer_seat: int = 0
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
    def draft_key(self) -> str:
        """Empty, since there is no log."""
        return ""

    @property
    def standing(self) -> Standing:
        """How the match stands."""
        return Standing(self.header.seats, self.view.table, 1, self.view.table.totals)

    def submit(self, moves: Sequence[Move]) -> Refusal | None:
        """Make moves of the watching seat, all or none."""
        view = self.view
        for move in moves:
            refused = draft_refusal(view, move)
            if refused is not None:
                return refused
            before, view = view, view_after(view, move)
            self.events.append(Moved(self.viewer_seat, move, before, view))
        self.sent += moves
        self.view = view
        return None

    def poll(self, _now: float) -> tuple[Event, ...]:
        """Return the events of the moves made since the last poll."""
        told, self.events = tuple(self.events), []
        return told

    def begin_next_round(self) -> None:
        """Do nothing: there is no next round here."""

    def seconds_left(self, _now: float) -> float | None:
        """Return the fixed time that the clock shows."""
        return self.left

    def set_paused(self, *, paused: bool) -> None:
        """Note whether the session is paused."""
        self.paused = paused

    def hurry_bots(self) -> None:
        """Do nothing: nobody else moves."""

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
