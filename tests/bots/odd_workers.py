"""Workers that misbehave or tell of themselves, for the tests of the pool; each is started as a process of its own."""

from __future__ import annotations

import os
import sys
import threading
from dataclasses import replace
from multiprocessing.connection import Connection

from game.bots import worker
from game.bots.choice import Decision
from game.bots.nodes import Nodes
from game.bots.questions import BotAnswer, Question, Reply, Ticket

ODD = 13  # the seed of a question that is treated badly; others are answered as they should be


def dies_of_odd_questions(pipe: Connection) -> None:
    """End in the middle of the odd questions."""

    def reply(question: Question, pipe: Connection) -> Reply:
        if question.seed == ODD:
            os._exit(3)
        return _REPLY(question, pipe)

    worker._reply = reply
    worker.serve_questions(pipe)


def hangs_on_odd_questions(pipe: Connection) -> None:
    """Never come back from the odd questions, and never look at the pipe."""

    def reply(question: Question, pipe: Connection) -> Reply:
        if question.seed == ODD:
            threading.Event().wait()
        return _REPLY(question, pipe)

    worker._reply = reply
    worker.serve_questions(pipe)


def ponders_odd_questions(pipe: Connection) -> None:
    """Look at nodes without end for the odd questions, as a search does."""

    def ponder(question: Question, pipe: Connection) -> Decision:
        nodes = Nodes(10**15, pipe.poll)
        while question.seed == ODD and nodes.spend():
            pass
        return _THINK(question, pipe)

    worker._think = ponder
    worker.serve_questions(pipe)


def fails_at_odd_questions(pipe: Connection) -> None:
    """Make a mistake in the odd questions."""

    def fail(question: Question, pipe: Connection) -> Decision:
        if question.seed == ODD:
            raise LookupError("no such tile")
        return _THINK(question, pipe)

    worker._think = fail
    worker.serve_questions(pipe)


def answers_what_was_not_asked(pipe: Connection) -> None:
    """Answer the odd questions as if they were the next ones."""

    def reply(question: Question, pipe: Connection) -> Reply:
        answer = _REPLY(question, pipe)
        return replace(answer, ticket=Ticket(answer.ticket + 1)) if question.seed == ODD else answer

    worker._reply = reply
    worker.serve_questions(pipe)


def tells_its_modules(pipe: Connection) -> None:
    """Answer as the real worker does, and say in the failure which modules that took."""

    def reply(question: Question, pipe: Connection) -> Reply:
        answer = _REPLY(question, pipe)
        return replace(answer, failure=" ".join(sorted(sys.modules))) if isinstance(answer, BotAnswer) else answer

    worker._reply = reply
    worker.serve_questions(pipe)


_REPLY, _THINK = worker._reply, worker._think
