"""The interface to a source of bot decisions: a pool of processes (see `pool`), or a bot in this process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from game.bots.nodes import Budget
from game.bots.questions import BotAnswer, Ticket
from game.table.view import View


@dataclass(frozen=True, slots=True)
class BotTrouble:
    """An error that was recovered from: a message code and its arguments."""

    code: str
    args: tuple[str, ...] = ()


class Thinker(Protocol):
    """A source of bot decisions."""

    def ask(self, view: View, level: str, budget: Budget, seed: int) -> Ticket:
        """Ask for a choice; it comes with a later poll."""

    def poll(self) -> tuple[BotAnswer, ...]:
        """Return the answers that have arrived since the last poll, each once."""

    def cancel(self, ticket: Ticket) -> None:
        """Cancel a question; it gets no answer any more."""

    def troubles(self) -> tuple[BotTrouble, ...]:
        """Return the errors since the last call."""

    def close(self) -> None:
        """Cancel everything and end."""


class InlineThinker:
    """Decides at once in this process, for demos without a window and for tests. A bot's exception is raised here."""

    def __init__(self) -> None:
        self._asked = 0
        self._answers: list[BotAnswer] = []

    def ask(self, view: View, level: str, budget: Budget, seed: int) -> Ticket:
        """Decide, and keep the answer for the next poll."""
        from game.bots.bot import choose_move  # imported on first use

        self._asked += 1
        ticket = Ticket(self._asked)
        self._answers.append(BotAnswer(ticket, choose_move(view, level, budget, seed)))
        return ticket

    def poll(self) -> tuple[BotAnswer, ...]:
        """Return the answers kept."""
        answers, self._answers = tuple(self._answers), []
        return answers

    def cancel(self, ticket: Ticket) -> None:
        """Drop an answer."""
        self._answers = [answer for answer in self._answers if answer.ticket != ticket]

    def troubles(self) -> tuple[BotTrouble, ...]:
        """Return nothing: this thinker does not recover from errors."""
        return ()

    def close(self) -> None:
        """Drop everything."""
        self._answers = []
