"""The messages between a program and its bot processes: a question, a stop, an answer.

Law: all are sent as canonical bytes, which also proves that a view holds all that a bot needs.
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
    """A decision. If `failure` is not empty it is the error message, and the choice is the fallback move."""

    ticket: Ticket
    choice: Decision
    failure: str = ""


@dataclass(frozen=True, slots=True)
class QuestionCancelled:
    """A question was dropped because it was cancelled."""

    ticket: Ticket


STOP_MESSAGE = b"stop"
Reply = BotAnswer | QuestionCancelled
