"""Find the shipped puzzles and write them: python -m tools.puzzles. It takes some minutes.

Of each task so many, a third of each grade, at most one of a grade from a match, none that asks what another asks; the
easy ones stand first.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.commands.puzzle import found
from game.puzzle.finding import LEAST_GRADE
from game.puzzle.puzzle import GRADES, Task, write_puzzle

if TYPE_CHECKING:
    from game.puzzle.puzzle import Puzzle

FILE: Final = Path(__file__).parents[1] / "assets" / "puzzles.jsonl"
WANTED: Final = {
    Task.LAY_ALL: 66, Task.OPEN: 51, Task.FREE_JOKER: 54, Task.MOST_POINTS: 66, Task.SAVE_DISCARD: 63,
}  # fmt: skip
SEED: Final = 20_261_123
OTHERWHERE: Final = {Task.MOST_POINTS: 10_000}  # seeds further on, where no joker's puzzle was found already
MOST_TRIED: Final = 4  # puzzles for each that is wanted; then the grades that are left over may be what they are


def question(one: Puzzle) -> str:
    """Return what is seen of a puzzle and thought about: the rack and the sets."""
    return repr((sorted(map(str, one.position["hand"])), one.position.get("table")))  # type: ignore[call-overload]


def chosen(task: Task, count: int) -> list[Puzzle]:
    """Return the puzzles of a task, numbered from 1 on."""
    each = count // (GRADES - LEAST_GRADE + 1)
    of_grade: Counter[int] = Counter()
    kept: list[Puzzle] = []
    asked: set[str] = set()  # a player who passes meets the same question again a turn later
    for tried, one in enumerate(found(task, SEED + OTHERWHERE.get(task, 0))):
        if question(one) not in asked and (of_grade[one.grade] < each or tried > MOST_TRIED * count):
            asked.add(question(one))
            of_grade[one.grade] += 1
            kept.append(one)
        if len(kept) == count:
            break
    ordered = sorted(kept, key=lambda one: one.grade)
    return [replace(one, key=f"{task.value}-{number}") for number, one in enumerate(ordered, start=1)]


def main() -> None:
    """Write the file."""
    lines = []
    for task, count in WANTED.items():
        rows = chosen(task, count)
        print(task.value, len(rows), dict(Counter(one.grade for one in rows)), file=sys.stderr, flush=True)
        lines += [write_puzzle(one) + "\n" for one in rows]
    FILE.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
