"""One way to play, whatever the source: what a scene asks of a session, and what a session tells it.

Scenes cannot tell solo, LAN, replay and spectating apart. A move becomes real only when it comes back as an event.
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
    """A seat made a move; `before` and `after` are what the watching seat saw and sees, `reason` why a bot did it."""

    seat: int
    move: Move
    before: View
    after: View
    reason: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Learned:
    """Faces that were on their way have arrived."""

    view: View


@dataclass(frozen=True, slots=True)
class RoundOver:
    """A round is scored; the session waits for `proceed`, unless the match is over."""

    result: RoundResult
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The watching seat's time ran out: an unsent draft is lost and the program ends the turn."""

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
    def head(self) -> str:
        """The digest of the log's head, as text: what an unsent turn belongs to; empty where no log is shown."""

    @property
    def watching(self) -> int:
        """The seat through whose eyes this program looks."""

    @property
    def view(self) -> View | None:
        """What that seat knows, None before the first deal."""

    def submit(self, moves: Sequence[Move]) -> Refusal | None:
        """Send the watching seat's moves, in order; return why not, and then none was made."""

    def poll(self, now: float) -> tuple[Event, ...]:
        """Let time pass, in seconds, and return what happened."""

    def proceed(self) -> None:
        """Go on after a round's score."""

    def seconds_left(self, now: float) -> float | None:
        """Return the time left of the turn being played, None without a clock."""

    def pause(self, *, paused: bool) -> None:
        """Stop or start the clock and the bots, where one person's wish is enough for that."""

    def hurry(self) -> None:
        """Let bots move as soon as they can until the watching seat is to move, where one person's wish is enough."""

    def close(self) -> None:
        """Put everything in order; safe to call twice."""
