"""The quick player's training: the same file whoever plays its steps, and however often it is stopped."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from game.bots.dice import Dice
from game.playout.dead_hand import USUAL
from game.playout.dead_hand.trained import FILE
from game.playout.worlds import core_of
from tests.slices import some
from tools import train
from tools.train import ROOT, START_POLICY, WEIGHT_RANGES, Course, Ring, journal_of, load_standing, main, mutated

SHIPPED = json.loads((ROOT / "assets" / FILE).read_text(encoding="utf-8"))["tables"]
TABLE = ["--games", "burraco", "--seats", "2"]


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "STAGE_STEPS", 2)


def trained(folder: Path, *more: str, phrase: str = "a tiny run") -> str:
    out = folder / "policies.json"
    numbers = ["--steps", "6", "--deals", "6", "--control", "5"]
    asked = [*TABLE, "--phrase", phrase, *numbers, "--home", str(folder), "--out", str(out), *more]
    assert main(asked) == 0
    return out.read_text(encoding="utf-8")


def course(phrase: str = "a tiny run") -> Course:
    return Course("burraco", 2, phrase, 6, 6, 5)


def test_a_run_in_processes_gives_the_same_file(tmp_path: Path) -> None:
    here, beside = tmp_path / "here", tmp_path / "beside"
    text = trained(here)
    assert text == trained(beside, "--jobs", "2")
    assert json.loads(text)["tables"]["burraco 2"]["policy"] != list(START_POLICY), (
        "a run that changes nothing shows nothing"
    )
    assert journal_of(course(), here / "train").read_bytes() == journal_of(course(), beside / "train").read_bytes()


def test_a_run_that_was_cut_short_goes_on_to_the_same_file(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    text = trained(whole)
    lines = journal_of(course(), whole / "train").read_text(encoding="utf-8").splitlines(keepends=True)
    journal = journal_of(course(), cut / "train")
    journal.parent.mkdir(parents=True)
    journal.write_text("".join(lines[:2]) + "\n[4, 99, 9", encoding="utf-8")
    assert load_standing(course(), cut / "train").step == 2
    assert trained(cut) == text


def test_a_run_with_more_steps_goes_on_where_one_with_fewer_ended(tmp_path: Path) -> None:
    long, short = tmp_path / "long", tmp_path / "short"
    text = trained(long)
    trained(short, "--steps", "2")
    assert load_standing(course(), short / "train").step == 2
    assert trained(short) == text


@pytest.mark.skipif(core_of("burako").compiled is None, reason="it takes minutes where the core is not compiled")
@pytest.mark.parametrize("name", some(sorted(SHIPPED), 1))
def test_what_is_shipped_is_what_the_tool_makes_again(name: str, tmp_path: Path) -> None:
    asked = shlex.split(SHIPPED[name]["made"].removeprefix("tools/dev.py run train "))
    out = tmp_path / FILE
    assert main([*asked, "--home", str(tmp_path), "--out", str(out)]) == 0
    assert json.loads(out.read_text(encoding="utf-8"))["tables"] == {name: SHIPPED[name]}


def test_another_phrase_is_another_run(tmp_path: Path) -> None:
    dice = [Dice(course(phrase).seed) for phrase in ("a tiny run", "another")]
    assert mutated(START_POLICY, dice[0]) != mutated(START_POLICY, dice[1])
    assert journal_of(course("another"), tmp_path) != journal_of(course(), tmp_path)


def test_what_is_changed_stays_within_its_range() -> None:
    dice, policy, moved = Dice(3), START_POLICY, set()
    assert len(START_POLICY) == len(WEIGHT_RANGES) == len(USUAL)
    for _change in range(2_000):
        policy = mutated(policy, dice)
        assert all(least <= one <= most for one, (least, most, _step) in zip(policy, WEIGHT_RANGES, strict=True))
        moved |= {at for at, one in enumerate(policy) if one != START_POLICY[at]}
    assert moved == {at for at, (*_bounds, step) in enumerate(WEIGHT_RANGES) if step}


def test_a_deal_is_played_from_both_sides() -> None:
    ring = Ring("burako", 4)
    worlds = range(20)
    assert ring.leads(START_POLICY, START_POLICY, worlds) == [0] * 20
    assert ring.leads(START_POLICY, USUAL, worlds) == [-lead for lead in ring.leads(USUAL, START_POLICY, worlds)]


def test_tables_that_were_not_trained_stay_as_they_are(tmp_path: Path) -> None:
    out = tmp_path / "policies.json"
    out.write_text('{"tables": {"burako 4": {"policy": [1]}}}', encoding="utf-8")
    assert json.loads(trained(tmp_path))["tables"].keys() == {"burako 4", "burraco 2"}
    assert out.name == FILE
