"""A cursor over a finished or running log: step, and jump by round or turn. It never changes the log."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from game.match.bodies import read_deal
from game.match.match import Standing, fold, opening_standing
from game.match.transcript import Kind, Transcript
from game.rules.registry import rules_of


class Cursor:
    """A place in a log: `at` entries have happened."""

    def __init__(self, transcript: Transcript) -> None:
        self._log = transcript
        self._standings = [opening_standing(transcript.header)]
        self._rounds = _rounds(transcript)
        self._turns = _turns(transcript)
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
        """Go to where a round was dealt, for the last time if it was void before; stay when there is no such round."""
        return self.jump(self._rounds.get(number, self.at))

    def next_turn(self) -> Standing:
        """Go on to where the next turn begins, or to the end."""
        later = bisect_right(self._turns, self.at)
        return self.jump(self._turns[later] if later < len(self._turns) else self.length)

    def last_turn(self) -> Standing:
        """Go back to where a turn began, or to the beginning."""
        earlier = bisect_left(self._turns, self.at) - 1
        return self.jump(self._turns[earlier] if earlier >= 0 else 0)

    def _standing(self, at: int) -> Standing:
        while len(self._standings) <= at:
            entry = self._log.entries[len(self._standings) - 1]
            self._standings.append(fold(self._standings[-1], self._log.header, entry))
        return self._standings[at]


def _rounds(log: Transcript) -> dict[int, int]:
    """Return the place behind the deal of each round."""
    cards = rules_of(log.header.game).deck.cards
    deals = [entry for entry in log.entries if entry.kind is Kind.DEAL]
    return {read_deal(entry.body, cards=cards).round: entry.number + 1 for entry in deals}


def _turns(log: Transcript) -> list[int]:
    """Return the places before the first move of each turn; what others send meanwhile begins none."""
    places = []
    mover = None
    for entry in log.entries:
        if entry.kind is Kind.DEAL:
            mover = None
        elif entry.kind is Kind.MOVE and entry.author != mover:
            mover = entry.author
            places.append(entry.number)
    return places
