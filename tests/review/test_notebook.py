"""One's own mistakes as tasks: they come back after ever longer, the next day when missed, and are judged by worth."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest

from game.match.transcript import Controller, Seat
from game.review import notebook
from game.review.chance import Chances
from game.review.marks import TurnComparison, TurnMark
from game.review.notebook import (
    INTERVAL_DAYS,
    LEARNT_BOX,
    NOTEBOOK_FILE,
    Mistake,
    Notebook,
    NotebookVersion1,
    UnseatedMistake,
    load_notebook,
    mistakes_of,
    save_notebook,
)
from game.review.review import MistakeKind, mistake_kind
from game.review.task import MistakeSession
from game.table.canon import encode
from game.table.faces import HIDDEN
from tests.review.kit import replay, reviewed

DAY = 739_000


def some() -> tuple[Mistake, ...]:
    """Return two turns of a round that were played otherwise than a strong player would, called mistakes."""
    found = reviewed("burako")
    odd = [at for at, turn in enumerate(found.turns) if turn.played != turn.best][:2]
    assert odd
    turns = [
        replace(turn, mark=TurnMark.MISS, compared=TurnComparison(-50 - at, 1, -90)) if at in odd else
        replace(turn, mark=TurnMark.GOOD)
        for at, turn in enumerate(found.turns)
    ]  # fmt: skip
    return mistakes_of(replay("burako"), replace(found, turns=tuple(turns)))


def test_a_mistake_is_what_its_player_saw_and_no_more() -> None:
    for one in some():
        view = one.view
        assert view.must_decide
        assert all(view.faces[tile] is HIDDEN for tile in view.table.stock)
        assert all(view.faces[tile] is not HIDDEN for tile in view.rack)
        assert mistake_kind(one.played, one.best) in MistakeKind


def test_it_comes_back_after_ever_longer_until_it_is_learnt() -> None:
    one, day = some()[0], DAY
    for days in INTERVAL_DAYS:
        one = one.after_answer(day, right=True)
        assert one.due == day + days
        day = one.due
        assert Notebook(mistakes=(one,)).due(day) == (one,)
    one = one.after_answer(day, right=True)
    assert one.is_learnt
    assert Notebook(mistakes=(one,)).due(day + 1000) == ()
    assert Notebook(mistakes=(one,)).learnt_count == 1


def test_what_is_missed_again_comes_back_the_next_day() -> None:
    one = replace(some()[0], box=4)
    assert one.after_answer(DAY, right=False).box == 0
    assert one.after_answer(DAY, right=False).due == DAY + INTERVAL_DAYS[0]


def test_the_dearest_is_asked_first_and_only_what_is_due() -> None:
    first, *others = some()
    book = Notebook().with_mistakes([first, *others]).with_mistakes([first])
    assert len(book.mistakes) == 1 + len(others)
    assert [one.cost for one in book.due(DAY)] == sorted((one.cost for one in book.mistakes), reverse=True)
    later = book.with_changed(replace(first, due=DAY + 1))
    assert first.key not in {one.key for one in later.due(DAY)}
    assert later.next_due_day() == 0 if others else DAY + 1


def test_of_too_many_the_learnt_and_the_cheapest_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "MAX_TASKS", 2)
    one = some()[0]
    costs_and_boxes = ((9, 0), (90, LEARNT_BOX), (50, 0))
    every = [replace(one, key=bytes([at]), cost=cost, box=box) for at, (cost, box) in enumerate(costs_and_boxes)]
    assert [kept.cost for kept in Notebook().with_mistakes(every).mistakes] == [9, 50]


def test_the_notebook_is_kept_and_a_damaged_one_is_set_aside(tmp_path: Path) -> None:
    assert load_notebook(tmp_path) == Notebook()
    book = Notebook().with_mistakes(some())
    save_notebook(tmp_path, book)
    assert load_notebook(tmp_path) == book
    (tmp_path / NOTEBOOK_FILE).write_bytes(b"no notebook")
    assert load_notebook(tmp_path) == Notebook()
    save_notebook(tmp_path, book)
    assert load_notebook(tmp_path) == book
    assert [one.name for one in tmp_path.iterdir() if "damaged" in one.name]


def test_the_best_solves_it_and_what_was_played_does_not() -> None:
    one = some()[0]
    chances = Chances(one.view.table, one.view.table.side_of(one.view.seat))
    assert one.is_as_good(one.best, chances)
    assert not one.is_as_good(one.played, chances)
    session = MistakeSession(one, "Rosa")
    assert session.seats[one.view.seat].name == "Rosa"
    assert session.submit(one.played) is None
    assert session.strayed is not None
    assert not session.solved
    assert session.submit(one.best) is None
    assert session.solved


def test_who_sat_there_sits_there_again() -> None:
    one, sat = some()[0], replay("burako").seats(0)
    others = [at for at in range(len(sat)) if at != one.view.seat]
    assert [one.seats[at] for at in others] == [sat[at] for at in others]
    session = MistakeSession(one, "Rosa")
    assert [session.seats[at] for at in others] == [sat[at] for at in others]
    assert session.seats[one.view.seat] == Seat("Rosa", Controller.HERE)


def test_a_notebook_of_the_first_version_is_read_and_kept_as_one_of_today(tmp_path: Path) -> None:
    one, *_others = some()
    old = UnseatedMistake(**{kept.name: getattr(one, kept.name) for kept in fields(UnseatedMistake)})
    (tmp_path / NOTEBOOK_FILE).write_bytes(encode(NotebookVersion1(1, (old,))))
    book = load_notebook(tmp_path)
    assert book == Notebook(mistakes=(replace(one, seats=()),))
    assert {seat.controller for seat in MistakeSession(book.mistakes[0], "Rosa").seats} == {
        Controller.HERE,
        Controller.BOT,
    }
    save_notebook(tmp_path, book)
    assert load_notebook(tmp_path) == book
    assert [kept.name for kept in tmp_path.iterdir()] == [NOTEBOOK_FILE]
