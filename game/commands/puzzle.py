"""`comodin puzzle`: finds new puzzles in rounds of bots, or verifies those of a file, one JSON line each."""

from __future__ import annotations

import itertools
import json
import sys
from typing import TYPE_CHECKING, Final

from game.commands.demo import bots_header, options_for, play_out
from game.commands.ending import EXIT_WRONG
from game.commands.files import CommandError, read_text_lines
from game.commands.progress import progress
from game.puzzle.finding import puzzles_of
from game.puzzle.own import OwnPuzzles, own_puzzles
from game.puzzle.proof import fault
from game.puzzle.puzzle import Puzzle, Task, read_puzzle, write_puzzle
from game.rules.registry import rules_of
from game.session.position import ImpossiblePositionError
from game.store.atomic import make_folder
from game.store.home import NEWER_HOME_FAULT, home_path, is_newer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from game.match.match import Match
    from game.table.options import OptionValue

# The short matches searched for puzzles, by task.
_SOLVED: Final[tuple[str, Mapping[str, OptionValue]]] = (
    "rummikub", {"players": 3, "rounds": "fresh", "fresh_rounds": 1, "turn_seconds": 0},
)  # fmt: skip
SEARCHED_MATCHES: Final[Mapping[Task, tuple[str, Mapping[str, OptionValue]]]] = {
    **dict.fromkeys((Task.LAY_ALL, Task.OPEN, Task.FREE_JOKER, Task.MOST_POINTS), _SOLVED),
    Task.SAVE_DISCARD: ("burako", {"players": 2, "target": 100}),
    Task.GO_OUT: ("burraco", {"players": 2, "target": 100}),
}


def find_puzzles(task: Task, first_seed: int) -> Iterator[Puzzle]:
    """Yield puzzles of a task endlessly, at most one per grade and match; the same seed yields the same ones."""
    for seed in itertools.count(first_seed):
        first: dict[int, Puzzle] = {}
        for one in puzzles_of(searched_match(task, seed), task):
            first.setdefault(one.grade, one)
        yield from first.values()


def searched_match(task: Task, seed: int) -> Match:
    """Play the match with this seed that is searched for puzzles of a task."""
    game, chosen = SEARCHED_MATCHES[task]
    rules = rules_of(game)
    return play_out(bots_header(rules, options_for(rules, chosen), seed))


def make_puzzles(task: Task, count: int, seed: int | None, home: str | None = None, *, keep: bool = False) -> int:
    """Print `count` puzzles; with `keep` also save them in a home, skipping those it has."""
    if not keep:
        _write(itertools.islice(find_puzzles(task, 1 if seed is None else seed), count), count, None)
        return 0
    path = home_path(home)
    if is_newer(path):
        raise CommandError(f"The home {path} cannot be written: {NEWER_HOME_FAULT}.")
    own = own_puzzles(path)
    known = {one.key for one in own}
    last = max((one.seed for one in own if one.task is task), default=0)
    new = (one for one in find_puzzles(task, last + 1 if seed is None else seed) if one.key not in known)
    try:
        _write(itertools.islice(new, count), count, path)
    except OSError as error:
        raise CommandError(f"The home {path} cannot be written: {error.strerror}.") from error
    return 0


def _write(made: Iterator[Puzzle], count: int, home: Path | None) -> None:
    """Print puzzles as they are found, and save each if there is a home."""
    if home is not None:
        make_folder(home)
    kept = None if home is None else OwnPuzzles(home)
    try:
        with progress("puzzles", count) as done:
            for at, puzzle in enumerate(made, start=1):
                if kept is not None:
                    kept.append(puzzle)
                print(write_puzzle(puzzle), flush=True)
                done(at)
    finally:
        if kept is not None:
            kept.close()


def check_puzzles(name: str) -> int:
    """Verify each puzzle of a file; print faults, and how many are valid."""
    lines = [line for line in read_text_lines(name) if line.strip()]
    held = 0
    with progress("proved", len(lines)) as done:
        for at, line in enumerate(lines, start=1):
            wrong = _fault(line)
            held += not wrong
            if wrong:
                print(f"Line {at}: {wrong}.", file=sys.stderr)
            done(at)
    print(json.dumps({"puzzles": len(lines), "proved": held}))
    return 0 if held == len(lines) else EXIT_WRONG


def _fault(line: str) -> str:
    try:
        return fault(read_puzzle(line))
    except (ValueError, ImpossiblePositionError) as error:
        return f"no puzzle: {error}"
