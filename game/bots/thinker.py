"""The port to whoever decides for bots; behind it stand processes, or a bot that thinks at once (see `pool`)."""

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
