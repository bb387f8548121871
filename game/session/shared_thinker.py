"""One pool of bot processes for several callers: each has a ThinkerDoor, which returns the answers to its questions.

Laws: a door is a Thinker like any other; closing it drops its own questions and leaves the pool open for the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.bots.nodes import Budget
    from game.bots.questions import BotAnswer, Ticket
    from game.bots.thinker import BotTrouble, Thinker
    from game.table.view import View


class SharedThinker:
    """Shares one pool between several doors, and closes it."""

    def __init__(self, pool: Thinker) -> None:
        self._pool = pool
        self._asked: dict[Ticket, ThinkerDoor] = {}

    def new_door(self) -> ThinkerDoor:
        """Return a new door for another caller."""
        return ThinkerDoor(self, self._pool)

    def ask(self, door: ThinkerDoor, view: View, level: str, budget: Budget, seed: int) -> Ticket:
        """Ask the pool on behalf of a door, which gets the answer."""
        ticket = self._pool.ask(view, level, budget, seed)
        self._asked[ticket] = door
        return ticket

    def deliver_answers(self) -> None:
        """Hand every new answer to the door that asked for it."""
        for answer in self._pool.poll():
            door = self._asked.pop(answer.ticket, None)
            if door is not None:
                door.answers.append(answer)

    def drop(self, ticket: Ticket) -> None:
        """Drop a question, answered or not."""
        door = self._asked.pop(ticket, None)
        if door is not None:
            self._pool.cancel(ticket)

    def drop_all(self, door: ThinkerDoor) -> None:
        """Drop all questions of a door."""
        for ticket in [ticket for ticket, one in self._asked.items() if one is door]:
            self.drop(ticket)

    def close(self) -> None:
        """End the pool."""
        self._asked.clear()
        self._pool.close()


class ThinkerDoor:
    """A caller's own access to the shared pool."""

    def __init__(self, shared: SharedThinker, pool: Thinker) -> None:
        self._shared, self._pool = shared, pool
        self.answers: list[BotAnswer] = []

    def ask(self, view: View, level: str, budget: Budget, seed: int) -> Ticket:
        """Ask for a decision; a later `poll` of this door returns it."""
        return self._shared.ask(self, view, level, budget, seed)

    def poll(self) -> tuple[BotAnswer, ...]:
        """Return the answers to questions of this door."""
        self._shared.deliver_answers()
        answers, self.answers = tuple(self.answers), []
        return answers

    def cancel(self, ticket: Ticket) -> None:
        """Drop a question."""
        self._shared.drop(ticket)
        self.answers = [answer for answer in self.answers if answer.ticket != ticket]

    def troubles(self) -> tuple[BotTrouble, ...]:
        """Return what went wrong in the pool since any door last asked."""
        return self._pool.troubles()

    def close(self) -> None:
        """Drop the questions of this door."""
        self._shared.drop_all(self)
        self.answers = []
