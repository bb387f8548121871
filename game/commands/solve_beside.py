"""Lines of problems answered by several processes, in the order in which they were asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection

from game.commands.workers import answers, serve_with
from game.solver.solve_lines import solve_line

_ANY = "surrogatepass"  # bytes that are no text came in as lone surrogates, and a line with them is answered too


def solved_beside(lines: Sequence[str], jobs: int) -> Iterator[str]:
    """Answer every line that is not blank; an answer is held back until those before it have been given."""
    asked = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    questions = [f"{number} {line}".encode(errors=_ANY) for number, line in asked]
    early: dict[int, str] = {}
    told = 0
    for place, answer in answers(_serve, b"", questions, jobs):
        early[place] = answer.decode(errors=_ANY)
        while told in early:
            yield early.pop(told)
            told += 1


def _serve(pipe: Connection) -> None:
    """Answer lines until the pipe ends."""
    pipe.recv_bytes()
    serve_with(pipe, _answer)


def _answer(question: bytes) -> bytes:
    number, _space, line = question.decode(errors=_ANY).partition(" ")
    return solve_line(int(number), line).encode(errors=_ANY)
