"""A pool of worker processes for bots, polled for their answers.

Laws: every question gets an answer, even if its worker dies, unless it is cancelled; a worker has one question at a
time. `close`, and a `poll` that replaces a worker, wait briefly for processes to exit. While no worker can be started,
`ask` and `poll` decide themselves.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from time import monotonic

from game.bots.bot import choose_move
from game.bots.choice import fallback_move
from game.bots.nodes import Budget
from game.bots.questions import STOP_MESSAGE, BotAnswer, Question, QuestionCancelled, Reply, Ticket
from game.bots.spawning import children_ignore_ctrl_c
from game.bots.thinker import BotTrouble
from game.bots.worker import serve_questions
from game.table.canon import decode_as, encode
from game.table.view import View

CANCEL_GRACE_SECONDS = 0.5  # seconds for a cancelled worker to react; it polls its pipe every few milliseconds
MAX_DEATHS_PER_QUESTION = 3  # workers that may die of one question before the fallback move is used
MAX_FAILED_STARTS = 6  # successive workers that may die before their first message; then no more are started
EXIT_TIMEOUT_SECONDS = 1.0  # seconds for a terminated process to exit before it is killed

Serve = Callable[[Connection], None]


@dataclass(slots=True)
class _Worker:
    """A process, our end of its pipe, its question, and when that was cancelled, in seconds of the pool's clock."""

    process: SpawnProcess
    pipe: Connection
    question: Question | None = None
    cancelled_at: float | None = None


class BotPool:
    """Worker processes, started at once so that they are ready for the first bot's move.

    `serve` and `now` are injected so that tests can use failing workers and their own clock.
    """

    def __init__(
        self, workers: int = 1, *, serve: Serve = serve_questions, now: Callable[[], float] = monotonic
    ) -> None:
        self._serve = serve
        self._now = now
        self._asked = 0
        self._deaths: dict[Ticket, int] = {}
        self._failed_starts = 0
        self._waiting: deque[Question] = deque()
        self._ready: list[BotAnswer] = []
        self._troubles: list[BotTrouble] = []
        self._workers = [worker for _ in range(workers) if (worker := self._start_worker())]

    def ask(self, view: View, level: str, budget: Budget, seed: int) -> Ticket:
        """Send a question to a free worker, or queue it."""
        self._asked += 1
        question = Question(Ticket(self._asked), view, level, budget, seed)
        self._waiting.append(question)
        self._hand_out()
        return question.ticket

    def poll(self) -> tuple[BotAnswer, ...]:
        """Collect answers; replace workers that died or that did not react to a cancel."""
        for worker in list(self._workers):
            self._look_after(worker)
        self._hand_out()
        answers, self._ready = tuple(self._ready), []
        return answers

    def cancel(self, ticket: Ticket) -> None:
        """Cancel a question: tell its worker to stop; if it does not, it is replaced in a later poll."""
        self._waiting = deque(one for one in self._waiting if one.ticket != ticket)
        self._ready = [one for one in self._ready if one.ticket != ticket]
        self._deaths.pop(ticket, None)
        for worker in self._workers:
            if worker.question is not None and worker.question.ticket == ticket and worker.cancelled_at is None:
                worker.cancelled_at = self._now()
                self._send(worker, STOP_MESSAGE)

    def troubles(self) -> tuple[BotTrouble, ...]:
        """Return the errors that were recovered from since the last call."""
        troubles, self._troubles = tuple(self._troubles), []
        return troubles

    def close(self) -> None:
        """End all workers; open questions are dropped."""
        self._waiting.clear()
        self._ready = []
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.pipe.close()
            worker.process.terminate()
        for worker in workers:
            _wait_for_exit(worker)

    def _start_worker(self) -> _Worker | None:
        """Start a worker; if the system refuses, record it and answer questions in this process."""
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=self._serve, args=(theirs,), name="bot", daemon=True)
        try:
            with children_ignore_ctrl_c():
                process.start()
        except OSError as error:
            ours.close()
            self._troubles.append(BotTrouble("bot_no_process", (str(error),)))
            return None
        finally:
            theirs.close()
        return _Worker(process, ours)

    def _hand_out(self) -> None:
        """Send queued questions, oldest first, to free workers; answer here if there are no workers."""
        while self._waiting and not self._workers:
            question = self._waiting.popleft()
            self._ready.append(
                BotAnswer(question.ticket, choose_move(question.view, question.level, question.budget, question.seed))
            )
        for worker in self._workers:
            if self._waiting and worker.question is None:
                worker.question = self._waiting.popleft()
                self._send(worker, encode(worker.question))

    @staticmethod
    def _send(worker: _Worker, message: bytes) -> None:
        """Send a message; the next poll notices a broken pipe."""
        try:
            worker.pipe.send_bytes(message)
        except OSError:
            return

    def _look_after(self, worker: _Worker) -> None:
        """Read a worker's messages, or replace it."""
        try:
            while worker.pipe.poll():
                self._take_reply(worker, decode_as(worker.pipe.recv_bytes(), Reply))
        except (EOFError, OSError, ValueError):
            self._replace(worker, died=True)
            return
        if worker.cancelled_at is not None and self._now() - worker.cancelled_at > CANCEL_GRACE_SECONDS:
            self._replace(worker, died=False)

    def _take_reply(self, worker: _Worker, reply: BotAnswer | QuestionCancelled) -> None:
        if worker.question is None or reply.ticket != worker.question.ticket:
            raise ValueError(f"a worker answered question {reply.ticket}, which it was not asked")
        self._failed_starts = 0
        wanted = worker.cancelled_at is None
        worker.question = worker.cancelled_at = None
        if wanted and isinstance(reply, BotAnswer):
            self._deaths.pop(reply.ticket, None)
            self._ready.append(reply)
            if reply.failure:
                self._troubles.append(BotTrouble("bot_failed", (reply.failure,)))

    def _replace(self, worker: _Worker, *, died: bool) -> None:
        """Replace a worker that died or hangs; its question, if still wanted, is asked again."""
        worker.pipe.close()
        worker.process.terminate()
        _wait_for_exit(worker)
        self._failed_starts += died
        fresh = self._start_worker() if self._failed_starts < MAX_FAILED_STARTS else None
        at = self._workers.index(worker)
        self._workers[at : at + 1] = [fresh] if fresh else []
        if died:
            self._troubles.append(BotTrouble("bot_worker_died", (str(worker.process.exitcode),)))
        if worker.question is not None and worker.cancelled_at is None:
            self._ask_again(worker.question)

    def _ask_again(self, question: Question) -> None:
        """Put a question first in the queue; after too many dead workers it gets the fallback move."""
        deaths = self._deaths.get(question.ticket, 0) + 1
        if deaths < MAX_DEATHS_PER_QUESTION:
            self._deaths[question.ticket] = deaths
            self._waiting.appendleft(question)
            return
        self._deaths.pop(question.ticket, None)
        self._ready.append(BotAnswer(question.ticket, fallback_move(question.view), f"{deaths} workers died"))


def _wait_for_exit(worker: _Worker) -> None:
    """Wait for a terminated process to exit, and kill it if it does not."""
    worker.process.join(EXIT_TIMEOUT_SECONDS)
    if worker.process.exitcode is None:
        worker.process.kill()
        worker.process.join(EXIT_TIMEOUT_SECONDS)
