"""The tuning of rules of thumb: the same file whoever plays its deals, and however often it is stopped."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path

import pytest

from game.bots.dead_hand_skill import SHARP_SKILL, Skill
from game.bots.master.tuned import FILE
from tests.slices import some
from tools import tune
from tools.tune import (
    COUPLES_WEIGHTS,
    LENGTHS,
    ROOT,
    TUNING_DEALS,
    WEIGHTS,
    Course,
    Duel,
    Weights,
    changed,
    drawn_signs,
    journal_of,
    main,
    play_duels,
    skill_of,
    stepped,
    take_step,
)

SHIPPED = json.loads((ROOT / "assets" / FILE).read_text(encoding="utf-8"))["tables"]
PHRASE = "a brief run"
LOSING_PHRASE = "a quick run"
COURSE = Course("burraco", 2, PHRASE, 1, 2, 1, 2)


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tune, "BATCH", 1)
    monkeypatch.setattr(tune, "SQUARED_ERRORS_OF_LEAD", 0)


def tuned(folder: Path, *more: str) -> str:
    out = folder / FILE
    numbers = ["--steps", "1", "--pairs", "2", "--deals", "1", "--control", "2"]
    asked = ["--games", "burraco", "--seats", "2", "--phrase", PHRASE, *numbers, "--out", str(out)]
    assert main([*asked, "--home", str(folder), *more]) == 0
    return out.read_text(encoding="utf-8")


@pytest.fixture
def _two_lengths(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tune, "LENGTHS", LENGTHS[:2])


@pytest.mark.usefixtures("_two_lengths")
def test_a_run_in_processes_or_cut_short_gives_the_same_file(tmp_path: Path) -> None:
    whole, beside, cut = (tmp_path / name for name in ("whole", "beside", "cut"))
    text = tuned(whole)
    assert text == tuned(beside, "--jobs", "2")
    kept = journal_of(COURSE, whole / "tune").read_text(encoding="utf-8")
    journal = journal_of(COURSE, cut / "tune")
    journal.parent.mkdir(parents=True)
    journal.write_text("\n".join(kept.splitlines()[:6]) + "\n[1, 1, 99", encoding="utf-8")
    assert tuned(cut) == text
    assert set(json.loads(text)["tables"]) == {"burraco 2"}


@pytest.mark.usefixtures("_two_lengths")
def test_a_table_where_new_deals_show_no_gain_keeps_the_usual_weights(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert json.loads(tuned(tmp_path, "--phrase", LOSING_PHRASE))["tables"] == {}
    assert "not kept" in capsys.readouterr().out


def play_by(worth: dict[str, int]) -> tuple[list[list[Duel]], tune.Play]:
    """Return a player for whom a weight is worth so much a unit of its change, and what it was asked to play."""
    asked: list[list[Duel]] = []

    def play(_stage: int, duels: list[Duel]) -> list[int]:
        asked.append(duels)
        return [value(first) - value(second) for first, second, _deal in duels]

    def value(weights: Weights) -> int:
        by_name = dict(zip(COURSE.weights, weights, strict=True))
        return sum([gain * by_name[name] // COURSE.weights[name][0] for name, gain in worth.items()])

    return asked, play  # type: ignore[return-value]


def test_a_step_moves_the_weights_along_what_gains() -> None:
    course = replace(COURSE, pairs=200)
    asked, play = play_by({"tempo": 900, "drawn": -900})
    found = dict(zip(course.weights, take_step(course, 0, course.start, play), strict=True))
    longest = max(LENGTHS)
    for name, way in (("tempo", 1), ("drawn", -1)):
        by = way * (found[name] - getattr(SHARP_SKILL, name)) / WEIGHTS[name][0]
        assert longest / 2 < by < longest, "it lies at 45 degrees between two weights, but for the noise of the others"
    assert len(asked[0]) == 200
    assert len(asked[1]) == len(LENGTHS) * course.deals


def test_weights_stay_where_no_new_deal_shows_a_gain() -> None:
    assert take_step(COURSE, 0, COURSE.start, lambda _stage, duels: [-1] * len(duels)) == COURSE.start


def test_a_pair_is_changed_each_the_other_way_and_another_pair_otherwise() -> None:
    (signs, deal), (others, other) = (drawn_signs(COURSE, 0, pair) for pair in range(2))
    assert set(signs) == {1, -1}
    assert signs != others
    assert deal != other
    assert max(deal, other) < TUNING_DEALS
    there, back = (changed(COURSE, COURSE.start, [way * one for one in signs]) for way in (1, -1))
    assert all(one + two == 2 * start for one, two, start in zip(there, back, COURSE.start, strict=True))


@pytest.mark.parametrize("seats", [2, 4])
def test_weights_are_those_of_a_skill_and_stay_within_their_bounds(seats: int) -> None:
    course = replace(COURSE, seats=seats)
    assert set(course.weights) <= {one.name for one in fields(Skill)}
    assert (set(COUPLES_WEIGHTS) <= set(course.weights)) is (seats == 4)
    assert skill_of(course, course.start) == SHARP_SKILL
    far = [stepped(course, course.start, [way] * len(course.weights), 10_000) for way in (1, -1)]
    assert far == [tuple(most for _change, most in course.weights.values()), tuple(0 for _weight in course.weights)]


@pytest.mark.parametrize("course", [COURSE, replace(COURSE, game="burako", seats=4)])
def test_two_players_alike_are_level_and_a_duel_is_turned_around(course: Course) -> None:
    cautious = changed(course, course.start, [10] * len(course.weights))
    there, back, alike = play_duels(
        (course, [(course.start, cautious, 5), (cautious, course.start, 5), (course.start, course.start, 5)])
    )
    assert there == -back != 0
    assert alike == 0


@pytest.mark.parametrize("name", some(sorted(SHIPPED), 1))
def test_what_is_shipped_was_made_by_the_tool_of_today(name: str) -> None:
    game, seats = name.split()
    said = SHIPPED[name]["made"].split("--phrase ")[1]
    phrase, numbers = said.rsplit("' ", 1)
    course = Course(game, int(seats), phrase.strip("'"), *map(int, numbers.split()[1::2]))
    assert course.made == SHIPPED[name]["made"]
    assert set(SHIPPED[name]["skill"]) <= set(course.weights)
    assert all(0 <= new <= course.weights[weight][1] for weight, new in SHIPPED[name]["skill"].items())
