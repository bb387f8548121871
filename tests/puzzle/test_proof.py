"""Every kind of puzzle has one best answer and is refused where it has none, or another."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.puzzle.proof import fault
from game.puzzle.puzzle import Puzzle, Task, puzzles
from game.table.faces import parse_face

SLICE = 10  # every so many of the shipped ones; `soak puzzles` proves all


def rummikub(task: Task, hand: str, *table: str, answer: str, opened: bool = True) -> Puzzle:
    position: dict[str, Any] = {
        "game": "rummikub", "seats": 2, "table": list(table), "hand": hand.split(), "opened": [opened, True],
        "stock": 30,
    }  # fmt: skip
    return Puzzle("own", task, position, tuple(map(parse_face, answer.split())), 3, 0, 0)


def burako(hand: str, *theirs: str, answer: str) -> Puzzle:
    rows = [[f"m{at}", 1, one] for at, one in enumerate(theirs)]
    position = {"game": "burako", "seats": 2, "table": rows, "hand": hand.split(), "phase": "PLAY"}
    return Puzzle("own", Task.SAVE_DISCARD, position, tuple(map(parse_face, answer.split())), 3, 0, 0)


def burraco(hand: str, *own: str, answer: str) -> Puzzle:
    position = {
        "game": "burraco", "seats": 2, "table": [[f"m{at}", 0, one] for at, one in enumerate(own)],
        "hand": hand.split(), "phase": "PLAY", "dead": [True, False],
    }  # fmt: skip
    return Puzzle("own", Task.GO_OUT, position, tuple(parse_face(one, cards=True) for one in answer.split()), 3, 0, 0)


@pytest.mark.parametrize("one", puzzles()[::SLICE], ids=lambda one: one.key)
def test_a_slice_of_the_shipped_puzzles_is_proved(one: Puzzle) -> None:
    assert fault(one) == ""


@pytest.mark.parametrize("one", puzzles()[::60], ids=lambda one: one.key)
def test_another_answer_is_none(one: Puzzle) -> None:
    other = next(face for face in map(parse_face, ("R3", "K13")) if (face,) != one.answer)
    assert fault(replace(one, answer=(other,))) == "another answer is the best one"


@pytest.mark.parametrize(
    ("one", "why"),
    [
        (rummikub(Task.LAY_ALL, "R4 R8", "[R5 R6 R7]", answer="R4 R8"), ""),
        (rummikub(Task.LAY_ALL, "R4 B13", "[R5 R6 R7]", answer="R4"), "a tile is left over"),
        (rummikub(Task.MOST_POINTS, "R8 B1", "[R5 R6 R7]", answer="R8"), ""),
        (rummikub(Task.MOST_POINTS, "R8 B8", "[R5 R6 R7]", "[B5 B6 B7]", answer="R8 B8"), ""),
        (rummikub(Task.MOST_POINTS, "R4 B1", "[R1 R2 R3]", "[Y5 Y6 Y7]", answer="R4"), ""),
        (rummikub(Task.MOST_POINTS, "B1", "[R5 R6 R7]", answer="B1"), "nothing can be laid"),
        (rummikub(Task.MOST_POINTS, "R9 B9 K9", answer="R9 B9 K9", opened=False), "who has not opened opens first"),
        (rummikub(Task.OPEN, "R12 B12 K12 Y1", answer="R12 B12 K12", opened=False), ""),
        (
            rummikub(Task.OPEN, "R12 B12 K12 R11 B11 K11", answer="R12 B12 K12", opened=False),
            "other tiles can be laid as well",
        ),
        (
            rummikub(Task.FREE_JOKER, "R8", "[R5 R6 R7]", "[B5 B6 *=B7]", answer="R8"),
            "no joker has to be freed",
        ),
        (rummikub(Task.FREE_JOKER, "B7 R8 K8", "[B5 B6 *=B7]", answer="B7 R8 K8"), ""),
        (  # its run may part, where the joker stays for what it is
            rummikub(Task.FREE_JOKER, "R9 R10", "[R6 R7 *=R8 R9]", "[B9 K9 Y9]", answer="R9 R10"),
            "no joker has to be freed",
        ),
        (burraco("4h 6h 9c Kd", "[5h 6h 7h 8h 9h]", "[9s 9d 9h]", answer="4h 9c 6h Kd"), "0 tiles can be thrown last"),
        (burraco("4h 10h 9c Kd", "[5h 6h 7h 8h 9h]", "[9s 9d 9h]", answer="4h 10h 9c Kd"), ""),
        (burraco("4h 10h 9c", "[5h 6h 7h 8h 9h]", "[9s 9d 9h]", answer="4h 10h 9c"), ""),
        (burraco("4h 10h Jh", "[5h 6h 7h 8h 9h]", answer="4h 10h Jh"), "2 tiles can be thrown last"),
        (burraco("4h *", "[5h 6h 7h 8h 9h 10h]", answer="* 4h"), ""),
        (burako("R8 B9 K1", "[R5 R6 R7]", "[B6 B7 B8]", answer="K1"), ""),
        (burako("R8 K2 K1", "[R5 R6 R7]", answer="K1"), "not every tile may be thrown"),
        (burako("R9 B10 K1", "[R5 R6 R7]", answer="K1"), "3 tiles are safe"),
        (burako("R4 R8", "[R5 R6 R7]", answer="R4"), "0 tiles are safe"),
    ],
)
def test_what_a_position_proves(one: Puzzle, why: str) -> None:
    assert fault(one) == why
