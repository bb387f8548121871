"""Answers questions in several parallel processes, and always ends them, whatever happens here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from game.bots.spawning import children_ignore_ctrl_c
from game.commands.files import CommandError

# The main function of a process: reads a greeting from its pipe, then answers questions until the pipe closes.
Serve = Callable[[Connection], None]


def answer_in_parallel(
    serve: Serve, greeting: bytes, questions: Sequence[bytes], jobs: int
) -> Iterator[tuple[int, bytes]]:
    """Give out questions one at a time; yield each answer with its question's number, as they arrive."""
    context = get_context("spawn")
    waiting = iter(enumerate(questions))
    asked: dict[Connection, int] = {}
    processes: list[SpawnProcess] = []

    def ask(pipe: Connection) -> None:
        number, question = next(waiting, (-1, b""))
        if number >= 0:
            asked[pipe] = number
            pipe.send_bytes(question)

    try:
        for _job in range(min(jobs, len(questions))):
            ours, theirs = context.Pipe()
            process = context.Process(target=serve, args=(theirs,), daemon=True)
            with children_ignore_ctrl_c():
                process.start()
                processes.append(process)
            theirs.close()
            ours.send_bytes(greeting)
            ask(ours)
        while asked:
            ready = wait(list(asked))[0]
            if not isinstance(ready, Connection):
                raise TypeError("only pipes are waited for")
            answer = _answer(ready)
            yield asked.pop(ready), answer
            ask(ready)
    finally:
        for pipe in asked:
            pipe.close()
        for process in processes:
            process.terminate()
            process.join()


def _answer(pipe: Connection) -> bytes:
    try:
        return pipe.recv_bytes()
    except (EOFError, OSError) as error:
        raise CommandError("A process that helped has ended; run the command again.") from error


def serve_questions(pipe: Connection, answer: Callable[[bytes], bytes]) -> None:
    """Answer questions until the pipe closes."""
    try:
        while True:
            pipe.send_bytes(answer(pipe.recv_bytes()))
    except (EOFError, OSError, KeyboardInterrupt):
        return
