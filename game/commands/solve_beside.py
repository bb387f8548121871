"""Answers lines of problems in several processes, in the order of the input."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection

from game.commands.workers import answer_in_parallel, serve_questions
from game.solver.solve_lines import solve_line

_ENCODING_ERRORS = "surrogatepass"  # lines with invalid bytes, read as lone surrogates, are answered too


def solve_in_processes(lines: Sequence[str], jobs: int) -> Iterator[str]:
    """Answer every line that is not blank; answers are buffered to keep the order."""
    asked = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    questions = [f"{number} {line}".encode(errors=_ENCODING_ERRORS) for number, line in asked]
    early: dict[int, str] = {}
    told = 0
    for place, answer in answer_in_parallel(_serve, b"", questions, jobs):
        early[place] = answer.decode(errors=_ENCODING_ERRORS)
        while told in early:
            yield early.pop(told)
            told += 1


def _serve(pipe: Connection) -> None:
    """Answer lines until the pipe closes."""
    pipe.recv_bytes()
    serve_questions(pipe, _answer)


def _answer(question: bytes) -> bytes:
    number, _space, line = question.decode(errors=_ENCODING_ERRORS).partition(" ")
    return solve_line(int(number), line).encode(errors=_ENCODING_ERRORS)
