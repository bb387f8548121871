"""Sets as words: what each may mean, where the one may lie behind the thirteen, and what is told of the others."""

from __future__ import annotations

import pytest

from game.solver.written_sets import read_tile, read_written_set
from game.table.kinds import Kind


@pytest.mark.parametrize(
    ("words", "kind", "last", "lies"),
    [
        ("R5 R6 R7", Kind.RUN, False, "R5 R6 R7"),
        ("R5 * R7", Kind.RUN, False, "R5 R6 R7"),
        ("R5 B5 K5", Kind.GROUP, False, "R5 B5 K5"),
        ("R5 B5 K5 Y5", Kind.GROUP, False, "R5 B5 K5 Y5"),
        ("R1 * R3", Kind.RUN, False, "R1 R2 R3"),
        ("R11 R12 *", Kind.RUN, False, "R11 R12 R13"),
        ("R12 R13 R1", Kind.RUN, True, "R12 R13 R1"),
        ("* R13 R1", Kind.RUN, True, "R12 R13 R1"),
        ("* *=R13 R1", Kind.RUN, True, "R12 R13 R1"),
        ("R1 R2 R3", Kind.RUN, True, "R1 R2 R3"),
    ],
)
def test_a_set_is_read_as_what_it_means(words: str, kind: Kind, last: bool, lies: str) -> None:
    laid = read_written_set(words.split(), one_after_13=last)
    assert laid.kind is kind
    meant = [1 if one.stands_for.number == 14 else one.stands_for.number for one in laid.tiles]
    assert meant == [int(word[1:]) for word in lies.split()]
    assert [one.face for one in laid.tiles] == [read_tile(word.split("=")[0]) for word in words.split()]


@pytest.mark.parametrize(
    "words", ["R12 R13 R1", "R13 R1 R2", "R5 R7 R6", "R5 R6", "R5 R5 B5", "R5 B5 K5 Y5 R5", "* * *"]
)
def test_what_is_no_set_is_told(words: str) -> None:
    with pytest.raises(ValueError, match="is no set; a run is written low to high"):
        read_written_set(words.split())


def test_what_may_be_two_sets_has_to_say_which() -> None:
    with pytest.raises(ValueError, match="may be a group or a run"):
        read_written_set(["R5", "*", "*"])
    assert read_written_set(["R5", "*=R6", "*=R7"]).kind is Kind.RUN
    assert read_written_set(["R5", "*=5", "*=5"]).kind is Kind.GROUP


def test_a_run_of_fourteen_has_a_joker_at_one_end_at_most() -> None:
    middle = [f"R{number}" for number in range(2, 14)]
    assert len(read_written_set(["*", *middle, "R1"], one_after_13=True).tiles) == 14
    with pytest.raises(ValueError, match="is no set"):
        read_written_set(["*", *middle, "*"], one_after_13=True)


def test_what_is_no_word_is_no_tile() -> None:
    with pytest.raises(ValueError, match="5 is not a tile; write it like R5"):
        read_tile(5)
