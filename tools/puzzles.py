"""Complete the list of shipped puzzles and write it: python -m tools.puzzles. It takes some minutes.

Each task has the same number of puzzles, a third of each grade, at most one of a grade from a match, no two alike; easy
ones come first. Valid shipped puzzles keep their names, since players have solved them; a name is never used again, so
that no new puzzle counts as solved.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.commands.puzzle import find_puzzles
from game.puzzle.proof import fault
from game.puzzle.puzzle import DIFFICULTY_COUNT, Task, puzzles, write_puzzle

if TYPE_CHECKING:
    from game.puzzle.puzzle import Puzzle

FILE: Final = Path(__file__).parents[1] / "assets" / "puzzles.jsonl"
WANTED_PER_TASK: Final = 50
SEED: Final = 20_261_123
SEEDS_SKIPPED: Final = {Task.MOST_POINTS: 10_000, Task.FREE_JOKER: 20_000}  # first seeds, which give no puzzle
MAX_CANDIDATES: Final = 4  # candidates per wanted puzzle; after these, grades no longer matter


def visible_part(one: Puzzle) -> str:
    """Return the visible part of a puzzle: the rack and the sets."""
    return repr((sorted(map(str, one.position["hand"])), one.position.get("table")))  # type: ignore[call-overload]


def number_of(one: Puzzle) -> int:
    """Return the number in a puzzle's name."""
    return int(one.key.rpartition("-")[2])


def choose_puzzles(task: Task, shipped: list[Puzzle]) -> list[Puzzle]:
    """Return the puzzles of a task: the shipped ones that are still valid, then new ones with the next numbers."""
    kept = [one for one in shipped if not fault(one)]
    of_grade = Counter(one.grade for one in kept)
    while len(kept) > WANTED_PER_TASK:
        (most, _count), *_others = of_grade.most_common()
        kept.remove(next(one for one in reversed(kept) if one.grade == most))
        of_grade[most] -= 1
    asked = set(map(visible_part, kept))  # a match repeats the question if the player passes
    number = max(map(number_of, shipped), default=0)
    each = -(-WANTED_PER_TASK // DIFFICULTY_COUNT)
    fresh = find_puzzles(task, SEED + SEEDS_SKIPPED.get(task, 0))
    for tried in count():
        if len(kept) == WANTED_PER_TASK:
            break
        one = next(fresh)
        if visible_part(one) not in asked and (of_grade[one.grade] < each or tried > MAX_CANDIDATES * WANTED_PER_TASK):
            asked.add(visible_part(one))
            of_grade[one.grade] += 1
            number += 1
            kept.append(replace(one, key=f"{task.value}-{number}"))
    return sorted(kept, key=lambda one: one.grade)


def main() -> None:
    """Write the file."""
    lines = []
    for task in Task:
        rows = choose_puzzles(task, [one for one in puzzles() if one.task is task])
        print(task.value, len(rows), dict(Counter(one.grade for one in rows)), file=sys.stderr, flush=True)
        lines += [write_puzzle(one) + "\n" for one in rows]
    FILE.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
