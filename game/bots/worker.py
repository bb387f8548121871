"""The process in which bots think: reads questions from its pipe, answers each, ends when the pipe does.

Laws: imports neither pygame nor asyncio; while it thinks, anything that arrives means that the answer is unwanted; a
failure is an answer too, with the move that the rules make for a silent player.
"""

from __future__ import annotations

import signal
import traceback
from multiprocessing.connection import Connection

from game.bots.bot import choose
from game.bots.choice import Decision, way_out
from game.bots.nodes import StopThinkingError
from game.bots.questions import STOP, BotAnswer, Question, Reply, Stopped
from game.table.canon import decode, encode


def serve(pipe: Connection) -> None:
    """Answer questions until the pipe ends; Ctrl+C is for the program that asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            asked = pipe.recv_bytes()
            if asked != STOP:  # a stop that comes after its answer was sent is about nothing
                pipe.send_bytes(encode(_reply(decode(asked, Question), pipe), Reply))
        except (EOFError, OSError):
            return


def _reply(question: Question, pipe: Connection) -> Reply:
    """Think; a question dropped half-way reads the call to stop off the pipe, which is an EOFError at its end."""
    try:
        return BotAnswer(question.ticket, _think(question, pipe))
    except StopThinkingError:
        pipe.recv_bytes()
        return Stopped(question.ticket)
    except Exception as error:  # noqa: BLE001  whatever went wrong, the table waits for a move
        return BotAnswer(
            question.ticket, way_out(question.view), "".join(traceback.format_exception_only(error)).strip()
        )


def _think(question: Question, pipe: Connection) -> Decision:
    return choose(question.view, question.level, question.budget, question.seed, unwanted=pipe.poll)
