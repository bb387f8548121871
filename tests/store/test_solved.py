"""Which puzzles were solved: kept in order, the first time counts, a damaged file is set aside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.store.solved import SOLVED_FILE, SolvedPuzzles, load_solved, save_solved

if TYPE_CHECKING:
    from pathlib import Path


def test_what_is_kept_is_read(tmp_path: Path) -> None:
    assert load_solved(tmp_path) == SolvedPuzzles()
    solved = SolvedPuzzles().with_puzzle("a", 0).with_puzzle("b", 2)
    save_solved(tmp_path, solved)
    assert load_solved(tmp_path) == solved
    save_solved(tmp_path, solved.with_puzzle("c", 0))
    assert load_solved(tmp_path).rows == (("a", 0), ("b", 2), ("c", 0))


def test_the_first_time_counts() -> None:
    solved = SolvedPuzzles().with_puzzle("a", 2).with_puzzle("a", 0)
    assert solved.rows == (("a", 2),)
    assert solved.is_solved("a")
    assert not solved.is_solved("b")


def test_a_streak_goes_back_to_the_last_hint() -> None:
    solved = SolvedPuzzles((("a", 0), ("b", 0), ("c", 0), ("d", 1), ("e", 0), ("f", 0)))
    assert (solved.streak, solved.best_streak) == (2, 3)
    assert (SolvedPuzzles().streak, SolvedPuzzles().best_streak) == (0, 0)
    assert (SolvedPuzzles((("a", 0),)).streak, SolvedPuzzles((("a", 1),)).streak) == (1, 0)


def test_a_file_that_cannot_be_read_is_set_aside(tmp_path: Path) -> None:
    for damaged in (b"{", b"[]", b'{"solved": [["a"]]}', b"\xff", b'{"solved": 3}'):
        (tmp_path / SOLVED_FILE).write_bytes(damaged)
        assert load_solved(tmp_path) == SolvedPuzzles()
        save_solved(tmp_path, SolvedPuzzles((("a", 0),)))
        assert load_solved(tmp_path).rows == (("a", 0),)
        kept = [path.read_bytes() for path in tmp_path.iterdir() if path.name != SOLVED_FILE]
        assert damaged in kept


def test_a_puzzle_with_a_hint_begins_no_streak() -> None:
    assert SolvedPuzzles((("a", 1), ("b", 0))).best_streak == 1
    assert SolvedPuzzles((("a", 1), ("b", 2))).best_streak == 0
