"""A cursor over a finished or running log: step, and jump by round or turn. It never changes the log."""

from __future__ import annotations

from collections.abc import Callable

from game.match.match import Standing, fold, opening_standing
from game.match.transcript import Entry, Kind, Transcript


class Cursor:
    """A place in a log: `at` entries have happened."""

    def __init__(self, transcript: Transcript) -> None:
        self._log = transcript
        self._standings = [opening_standing(transcript.header)]
        self.at = 0

    @property
    def standing(self) -> Standing:
        """Where the match stood here."""
        return self._standing(self.at)

    @property
    def length(self) -> int:
        """How many entries there are."""
        return len(self._log.entries)

    def jump(self, at: int) -> Standing:
        """Go to a place; the ends stop it."""
        self.at = min(max(at, 0), self.length)
        return self.standing

    def step(self, count: int = 1) -> Standing:
        """Go some entries on, or back with a negative count."""
        return self.jump(self.at + count)

    def to_round(self, number: int) -> Standing:
        """Go to where a round was dealt; stay when there is no such round."""
        deals = [entry.number + 1 for entry in self._log.entries if entry.kind is Kind.DEAL]
        return self.jump(deals[number - 1]) if 1 <= number <= len(deals) else self.standing

    def next_turn(self) -> Standing:
        """Go on to where another seat moves."""
        return self._until(1, lambda before, after: before.author != after.author)

    def _until(self, direction: int, found: Callable[[Entry, Entry], bool]) -> Standing:
        entries = self._log.entries
        at = self.at + direction
        while 0 < at < self.length and not found(entries[at - 1], entries[at]):
            at += direction
        return self.jump(at)

    def last_turn(self) -> Standing:
        """Go back to where the turn before began."""
        return self._until(-1, lambda before, after: before.author != after.author)

    def _standing(self, at: int) -> Standing:
        while len(self._standings) <= at:
            entry = self._log.entries[len(self._standings) - 1]
            self._standings.append(fold(self._standings[-1], self._log.header, entry))
        return self._standings[at]
