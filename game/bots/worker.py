"""A bot's worker process: reads questions from its pipe, answers each, and ends when the pipe closes.

Laws: it imports neither pygame nor asyncio; anything that arrives during a search cancels it; a failure is also an
answer, with the fallback move of the rules.
"""

from __future__ import annotations

import signal
import traceback
from multiprocessing.connection import Connection

from game.bots.bot import choose_move
from game.bots.choice import Decision, fallback_move
from game.bots.nodes import StopThinkingError
from game.bots.questions import STOP_MESSAGE, BotAnswer, Question, QuestionCancelled, Reply
from game.table.canon import decode, encode


def serve_questions(pipe: Connection) -> None:
    """Answer questions until the pipe closes; Ctrl+C is ignored, because it is meant for the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            asked = pipe.recv_bytes()
            if asked != STOP_MESSAGE:  # a stop that crosses with the answer it cancels is ignored
                pipe.send_bytes(encode(_reply(decode(asked, Question), pipe), Reply))
        except (EOFError, OSError):
            return


def _reply(question: Question, pipe: Connection) -> Reply:
    """Decide and return the answer; if cancelled, read the stop off the pipe (EOFError if it has closed)."""
    try:
        return BotAnswer(question.ticket, _think(question, pipe))
    except StopThinkingError:
        pipe.recv_bytes()
        return QuestionCancelled(question.ticket)
    except Exception as error:  # noqa: BLE001  whatever went wrong, the table waits for a move
        return BotAnswer(
            question.ticket, fallback_move(question.view), "".join(traceback.format_exception_only(error)).strip()
        )


def _think(question: Question, pipe: Connection) -> Decision:
    return choose_move(question.view, question.level, question.budget, question.seed, unwanted=pipe.poll)
