"""A puzzle: a position, a task, and its one answer. The shipped puzzles are in `assets/puzzles.jsonl`.

Laws: an answer is the tiles to lay or discard, however they are laid; in going out the last of them is the discard;
`proof.fault` finds the answer again from the position alone; the solver of a puzzle sees what a player would see at a
table.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Final

from assets import FILES
from game.rules.registry import rules_of
from game.table.faces import face_text, parse_face

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from game.table.faces import Face

GRADE_COUNT: Final = 5
# least grade of the puzzles in use: looking at one set of an open table at a time misses the answer
MIN_GRADE: Final = 3
DIFFICULTY_COUNT: Final = GRADE_COUNT - MIN_GRADE + 1  # the difficulties shown to players count from 1


class Task(Enum):
    """What the player is asked to do."""

    LAY_ALL = "lay_all"
    OPEN = "open"
    FREE_JOKER = "free_joker"
    MOST_POINTS = "most_points"
    SAVE_DISCARD = "save_discard"
    GO_OUT = "go_out"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle. `position` is written as `comodin judge` reads it, without its moves.

    `grade` is 1 to 5: how much of the table has to be seen at once. It was found in the match of `seed`, after `move`
    entries of the log.
    """

    key: str
    task: Task
    position: Mapping[str, object]
    answer: tuple[Face, ...]
    grade: int
    seed: int
    move: int

    @property
    def game(self) -> str:
        """The game's key."""
        return str(self.position["game"])

    @property
    def difficulty(self) -> int:
        """The difficulty shown to players: the grade, counted from MIN_GRADE as 1."""
        return max(1, self.grade - MIN_GRADE + 1)

    def solved_by(self, faces: Iterable[Face]) -> bool:
        """Return whether these tiles, laid or discarded, are the answer."""
        return Counter(faces) == Counter(self.answer)


def _as_cards(game: str) -> bool:
    return rules_of(game).deck.cards


def write_puzzle(puzzle: Puzzle) -> str:
    """Write a puzzle as one line of JSON."""
    said = {
        "key": puzzle.key,
        "task": puzzle.task.value,
        "grade": puzzle.grade,
        "answer": [face_text(face, cards=_as_cards(puzzle.game)) for face in puzzle.answer],
        "position": dict(puzzle.position),
        "seed": puzzle.seed,
        "move": puzzle.move,
    }
    return json.dumps(said, separators=(",", ":"))


def read_puzzle(line: str) -> Puzzle:
    """Read one line; raise ValueError, with a sentence as its message, if the line is not a puzzle."""
    said = json.loads(line)
    if not isinstance(said, dict):
        raise ValueError("a puzzle is a JSON object")
    try:
        position, grade = said["position"], said["grade"]
        if not isinstance(position, dict) or not isinstance(position.get("game"), str):
            raise ValueError("a puzzle's position names its game")
        if type(grade) is not int or not 1 <= grade <= GRADE_COUNT:
            raise ValueError(f"a puzzle's grade is 1 to {GRADE_COUNT}, not {grade!r}")
        cards = _as_cards(position["game"])
        answer = tuple(parse_face(str(word), cards=cards) for word in said["answer"])
        return Puzzle(
            str(said["key"]), Task(said["task"]), position, answer, grade, int(said["seed"]), int(said["move"])
        )
    except KeyError as error:
        raise ValueError(f"a puzzle says its {error.args[0]}") from error


def read_puzzles(text: str) -> tuple[Puzzle, ...]:
    """Read puzzles, one in each line."""
    return tuple(read_puzzle(line) for line in text.splitlines() if line.strip())


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return the shipped puzzles, the easy ones first within each task."""
    return read_puzzles(FILES.joinpath("puzzles.jsonl").read_text(encoding="utf-8"))
