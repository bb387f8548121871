"""Whoever decides for bots: a port behind which processes stand (see `pool`), or a bot that thinks at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from game.bots.nodes import Budget
from game.bots.questions import BotAnswer, Ticket
from game.table.view import View


@dataclass(frozen=True, slots=True)
class BotTrouble:
    """Something that went wrong and was mended: a code for a sentence, and the words it names."""

    code: str
    args: tuple[str, ...] = ()


class Thinker(Protocol):
    """Whoever decides for bots."""

    def ask(self, view: View, level: str, budget: Budget, seed: int) -> Ticket:
        """Ask for a choice; it comes with a later poll."""

    def poll(self) -> tuple[BotAnswer, ...]:
        """Return the answers that have come since the last poll, each once."""

    def cancel(self, ticket: Ticket) -> None:
        """Drop a question; no answer to it is returned any more."""

    def troubles(self) -> tuple[BotTrouble, ...]:
        """Return what went wrong since the last time this was asked."""

    def close(self) -> None:
        """Drop everything and end."""


class InlineThinker:
    """Decides at once, in this process: for demos without a window and for tests. A bot's mistake is raised here."""

    def __init__(self) -> None:
        self._asked = 0
        self._answers: list[BotAnswer] = []

    def ask(self, view: View, level: str, budget: Budget, seed: int) -> Ticket:
        """Think, and keep the answer for the next poll."""
        from game.bots.bot import choose  # what it thinks with is loaded when it is first asked

        self._asked += 1
        ticket = Ticket(self._asked)
        self._answers.append(BotAnswer(ticket, choose(view, level, budget, seed)))
        return ticket

    def poll(self) -> tuple[BotAnswer, ...]:
        """Return the answers kept."""
        answers, self._answers = tuple(self._answers), []
        return answers

    def cancel(self, ticket: Ticket) -> None:
        """Forget an answer."""
        self._answers = [answer for answer in self._answers if answer.ticket != ticket]

    def troubles(self) -> tuple[BotTrouble, ...]:
        """Return nothing: nothing is mended here."""
        return ()

    def close(self) -> None:
        """Forget everything."""
        self._answers = []
