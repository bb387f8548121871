"""What is said between a program and the process its bots think in: a question, a call to stop, an answer.

Laws: all of it travels as canonical bytes, which also proves that a view holds all that a bot needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType

from game.bots.choice import Decision
from game.bots.nodes import Budget
from game.table.view import View

Ticket = NewType("Ticket", int)


@dataclass(frozen=True, slots=True)
class Question:
    """What to decide; `ticket` numbers it."""

    ticket: Ticket
    view: View
    level: str
    budget: Budget
    seed: int


@dataclass(frozen=True, slots=True)
class BotAnswer:
    """What was decided.

    `failure` is empty, or says in the program's own words what went wrong; the choice is then the way out that the
    rules offer a silent player.
    """

    ticket: Ticket
    choice: Decision
    failure: str = ""


@dataclass(frozen=True, slots=True)
class Stopped:
    """A question was dropped because nobody wanted its answer."""

    ticket: Ticket


STOP = b"stop"
Reply = BotAnswer | Stopped
