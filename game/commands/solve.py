"""`comodin solve`: the best play on open tables, one JSON line each."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence

from game.commands.ending import EXIT_WRONG
from game.commands.files import read_any_lines
from game.solver.solve_lines import solve_lines


def solve(name: str, jobs: int = 1) -> int:
    """Answer the lines of a file, or of standard input for `-`, in order; return 2 if a line could not be read."""
    lines = read_any_lines(name)
    if sys.stderr.isatty() and not sys.stdout.isatty():
        from game.commands.progress import progress  # a terminal shows the answers themselves as they come

        with progress("solve", sum(1 for line in lines if line.strip())) as done:
            return _print_answers(lines, jobs, done)
    return _print_answers(lines, jobs, lambda _count: None)


def _print_answers(lines: Sequence[str], jobs: int, done: Callable[[int], None]) -> int:
    wrong = 0
    for count, answer in enumerate(_answers(lines, jobs), start=1):
        print(answer, flush=True)
        sentence = json.loads(answer).get("error")
        if sentence:
            print(sentence, file=sys.stderr)
            wrong = EXIT_WRONG
        done(count)
    return wrong


def _answers(lines: Sequence[str], jobs: int) -> Iterator[str]:
    if jobs == 1:
        return solve_lines(lines)
    from game.commands.solve_beside import solve_in_processes

    return solve_in_processes(lines, jobs)
