"""A crowd in a hall in virtual time: everybody enters, is paired, sits down, is heard and comes back."""

from __future__ import annotations

import pytest

from net.frames import pack
from net.hall import messages as h
from tools.bench_crowd import limits_lifted, run


def test_a_crowd_is_paired_and_comes_back_and_nobody_is_cut_off(capsys: pytest.CaptureFixture[str]) -> None:
    before = h.MAX_PEOPLE, h.MAX_TABLES, {kind: dict(form[1]) for kind, form in h.HALL_FORMS.items()}
    assert run(["--people", "4", "--seats", "2", "--game", "rummy", "--rounds", "1"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("4 people, 2 tables of 2")
    parts = [line for line in said.splitlines() if "MiB told" in line]
    assert [line.split(":")[0].strip() for line in parts][1:5] == [
        "round 1 paired", "everybody at the table", "4 lines said at once and heard by all",
        "all results told, and all back in the hall",
    ]  # fmt: skip
    assert all(line.endswith(" 0 links lost") for line in parts)
    after = h.MAX_PEOPLE, h.MAX_TABLES, {kind: form[1] for kind, form in h.HALL_FORMS.items()}
    assert after == before, "every bound of the product holds again"


def test_a_lifted_hall_may_say_how_many_of_a_thousand_people_are_still_awaited() -> None:
    people = 1000
    told = h.HallBoard("swiss", 0, 2, 0, False, False, (), (), (), False, (), people)
    with limits_lifted(people, people // 4):
        assert pack(told)
