"""One worker pool for the bots of all tables, so that no bot blocks the hall.

Law: each table has its own share of the pool, and sees only answers to its own questions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.bots.nodes import Budget
    from game.bots.questions import BotAnswer, Ticket
    from game.bots.thinker import BotTrouble, Thinker
    from game.table.view import View


class SharedThinkers:
    """A pool created at the first question: a hall without bots has no workers."""

    def __init__(self, make: Callable[[], Thinker]) -> None:
        self._make = make
        self._pool: Thinker | None = None
        self._waiting: dict[Ticket, ThinkerShare] = {}

    def share(self) -> ThinkerShare:
        """Return a table's share of the pool."""
        return ThinkerShare(self)

    def ask(self, whose: ThinkerShare, view: View, level: str, budget: Budget, seed: int) -> Ticket:
        """Queue a question."""
        self._pool = self._pool or self._make()
        ticket = self._pool.ask(view, level, budget, seed)
        self._waiting[ticket] = whose
        return ticket

    def collect(self) -> None:
        """Pass each answer to its table."""
        if self._pool is None:
            return
        for answer in self._pool.poll():
            whose = self._waiting.pop(answer.ticket, None)
            if whose is not None:
                whose.answers.append(answer)

    def cancel(self, ticket: Ticket) -> None:
        """Drop a question."""
        if self._pool is not None and self._waiting.pop(ticket, None) is not None:
            self._pool.cancel(ticket)

    def close(self) -> None:
        """End the workers."""
        if self._pool is not None:
            self._pool.close()


class ThinkerShare:
    """The pool as one table sees it."""

    def __init__(self, shared: SharedThinkers) -> None:
        self._shared = shared
        self.answers: list[BotAnswer] = []

    def ask(self, view: View, level: str, budget: Budget, seed: int) -> Ticket:
        """Hand a question to the pool."""
        return self._shared.ask(self, view, level, budget, seed)

    def poll(self) -> tuple[BotAnswer, ...]:
        """Return the answers to our questions."""
        self._shared.collect()
        told, self.answers = tuple(self.answers), []
        return told

    def cancel(self, ticket: Ticket) -> None:
        """Drop a question of ours."""
        self.answers = [answer for answer in self.answers if answer.ticket != ticket]
        self._shared.cancel(ticket)

    def troubles(self) -> tuple[BotTrouble, ...]:
        """Return nothing: what went wrong in the pool was mended there."""
        return ()

    def close(self) -> None:
        """Do nothing: the pool is the hall's."""
