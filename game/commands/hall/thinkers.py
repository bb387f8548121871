"""One pool of workers for the bots of all tables, so that none of them thinks while the hall should listen.

Law: each table has a door of its own to the pool, through which it sees only the answers to its own questions.
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
    """A pool that is made when the first bot is asked: a hall without bots has no workers."""

    def __init__(self, make: Callable[[], Thinker]) -> None:
        self._make = make
        self._pool: Thinker | None = None
        self._waiting: dict[Ticket, ThinkerShare] = {}

    def share(self) -> ThinkerShare:
        """Return a table's door to the pool."""
        return ThinkerShare(self)

    def ask(self, whose: ThinkerShare, view: View, level: str, budget: Budget, seed: int) -> Ticket:
        """Hand a question on."""
        self._pool = self._pool or self._make()
        ticket = self._pool.ask(view, level, budget, seed)
        self._waiting[ticket] = whose
        return ticket

    def collect(self) -> None:
        """Give each answer to who asked."""
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
