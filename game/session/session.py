"""The protocol between scenes and sessions: what a scene calls, and the events a session returns.

Solo play, LAN, replay and spectating look the same to a scene. A move has happened only once its event comes back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from game.match.match import RoundResult, Standing
from game.match.transcript import Header, Seat
from game.rules.ruleset import RuleSet
from game.table.moves import Move
from game.table.refusals import Refusal
from game.table.view import View


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round begins."""

    view: View


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat made a move; `before` and `after` are the watching seat's views, `reason` is the bot's."""

    seat: int
    move: Move
    before: View
    after: View
    reason: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Learned:
    """Faces that the watching seat waited for have arrived."""

    view: View


@dataclass(frozen=True, slots=True)
class RoundOver:
    """A round is scored; the session waits for `begin_next_round`, unless the match is over."""

    result: RoundResult
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The watching seat's time ran out: its unsent draft is dropped and the program ends its turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something went wrong and play goes on; the code has a sentence."""

    code: str
    args: tuple[str, ...] = ()


Event = Dealt | Moved | Learned | RoundOver | TimedOut | Trouble


class Session(Protocol):
    """A match being played, watched or looked back at."""

    @property
    def header(self) -> Header:
        """What is played."""

    @property
    def rules(self) -> RuleSet:
        """Its rules."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where."""

    @property
    def standing(self) -> Standing:
        """The public standing."""

    @property
    def draft_key(self) -> str:
        """The log's last digest, as text, by which an unsent turn finds its place again; empty without a log."""

    @property
    def viewer_seat(self) -> int:
        """The seat whose view this program shows."""

    @property
    def view(self) -> View | None:
        """What that seat knows, None before the first deal."""

    def submit(self, moves: Sequence[Move]) -> Refusal | None:
        """Send the watching seat's moves, in order; if one is refused, make none and return why."""

    def poll(self, now: float) -> tuple[Event, ...]:
        """Advance to time `now`, in seconds, and return what happened."""

    def begin_next_round(self) -> None:
        """Go on after a round's score."""

    def seconds_left(self, now: float) -> float | None:
        """Return the time left of the turn being played, None without a clock."""

    def set_paused(self, *, paused: bool) -> None:
        """Stop or start the clock and the bots, if one person may decide that alone."""

    def hurry_bots(self) -> None:
        """Let bots move without pauses until the watching seat's turn, if one person may decide that alone."""

    def close(self) -> None:
        """Release everything; safe to call twice."""
