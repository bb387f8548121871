"""A puzzle at the table: the answer is sent, anything else that is allowed is kept back, what is not is refused."""

from __future__ import annotations

import pytest

from game.puzzle.puzzle import Puzzle, Task, puzzles
from game.puzzle.session import PuzzleSession, answer_moves
from game.session.session import Moved
from game.table.moves import Discard, Draw, Rearrange
from game.table.refusals import Code
from game.table.state import Ending
from game.table.view import with_shown_faces

FIRST = {task: next(one for one in puzzles() if one.task is task) for task in Task}


@pytest.mark.parametrize("task", Task)
def test_the_answer_solves_it(task: Task) -> None:
    session = PuzzleSession(FIRST[task], "Rosa")
    assert session.submit(answer_moves(FIRST[task], session.start)) is None
    assert session.solved
    assert session.strayed is None
    assert {type(event) for event in session.poll(0.0)} == {Moved}
    assert session.seats[0].name == "Rosa"


@pytest.mark.parametrize(("key", "changed", "apart"), [("open-17", 0, 0), ("open-29", 1, 0), ("lay_all-7", 4, 1)])
def test_the_answer_that_is_shown_changes_no_more_sets_than_it_must(key: str, changed: int, apart: int) -> None:
    puzzle = next(one for one in puzzles() if one.key == key)
    session = PuzzleSession(puzzle, "Rosa")
    lying = [set(meld.tiles) for meld in session.start.table.melds]
    (move,) = answer_moves(puzzle, session.start)
    assert isinstance(move, Rearrange)
    after = [set(meld.tiles) for meld in move.sets]
    assert sum(tiles not in after for tiles in lying) == changed
    assert sum(not any(tiles <= now for now in after) for tiles in lying) == apart
    assert session.submit([move]) is None
    assert session.solved


def test_a_draw_is_allowed_and_not_the_answer() -> None:
    session = PuzzleSession(FIRST[Task.LAY_ALL], "Rosa")
    assert session.submit([Draw()]) is None
    assert not session.solved
    assert session.strayed == ()
    assert session.view == session.start
    assert session.poll(0.0) == ()


def test_another_tile_is_not_the_answer() -> None:
    puzzle = FIRST[Task.SAVE_DISCARD]
    session = PuzzleSession(puzzle, "Rosa")
    other = next(tile for tile in session.view.rack if not puzzle.solved_by((session.view.faces[tile],)))
    assert session.submit([with_shown_faces(session.view, Discard(other))]) is None
    assert session.strayed == (session.view.faces[other],)
    assert not session.solved


def test_what_the_rules_forbid_is_refused() -> None:
    session = PuzzleSession(FIRST[Task.SAVE_DISCARD], "Rosa")
    refused = session.submit([Draw()])
    assert refused is not None
    assert refused.code is Code.ALREADY_DRAWN
    assert session.strayed is None


def test_after_the_answer_nothing_more_is_sent() -> None:
    puzzle = FIRST[Task.LAY_ALL]
    session = PuzzleSession(puzzle, "Rosa")
    session.submit(answer_moves(puzzle, session.start))
    assert session.submit([]) is None
    assert session.strayed == ()


@pytest.mark.parametrize("one", [one for one in puzzles() if one.task is Task.GO_OUT][::10], ids=lambda one: one.key)
def test_who_goes_out_lays_all_and_throws_the_one_that_can_be_last(one: Puzzle) -> None:
    session = PuzzleSession(one, "Rosa")
    *_laid, thrown = answer_moves(one, session.start)
    assert isinstance(thrown, Discard)
    assert session.start.faces[thrown.tile] == one.answer[-1]
    session.submit(answer_moves(one, session.start))
    outcome = session.view.table.outcome
    assert outcome is not None
    assert outcome.ending is Ending.OUT
