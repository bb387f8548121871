"""How long a level thinks is measured at every table of a game, and written as rows."""

from __future__ import annotations

import pytest

from tools.think_times import Thinking, main


def test_half_most_and_slowest_are_told_of_the_moves_that_were_made() -> None:
    thinking = Thinking([(1000 * at, 7000 + at) for at in range(1, 101)])
    assert thinking.row("Burako", 2) == "| Burako | 2 | 100 | 50 | 95 | 100 | 7100 |"


def test_one_move_is_half_most_and_slowest_of_itself() -> None:
    assert Thinking([(1250, 9)]).row("Rummy", 3) == "| Rummy | 3 | 1 | 1.2 | 1.2 | 1.2 | 9 |"


def test_every_table_of_a_game_has_its_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "rummy", "--level", "easy", "--moves", "1"]) == 0
    rows = capsys.readouterr().out.splitlines()[2:]
    assert [row.split("|")[1:3] for row in rows] == [[" Rummy ", f" {seats} "] for seats in (2, 3, 4)]


@pytest.mark.parametrize("wrong", [["--games", "chess"], ["--moves", "0"], ["--games", "rummy", "--level", "genius"]])
def test_what_cannot_be_measured_is_told_and_not_tried(wrong: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(wrong)
