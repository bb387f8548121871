"""An arena's sequential test: how often it errs, and that nobody's speed changes what it finds."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from game.bots.bot import level_of
from game.bots.dice import Dice
from game.cli import main
from game.commands.arena import parse_cell
from game.commands.arena_jobs import read_journal, run_cell
from game.commands.arena_sums import MIN_DEALS, Bounds, DealResult
from game.commands.values import parse_bounds
from tests.slices import count

ZERO_OR_THIRTY = Bounds(0, 30)
WEIGHT = 2


def drawn(mean: int, seed: int, deals: int = 900) -> dict[int, DealResult]:
    """Deals of two rounds whose sums scatter about a mean."""
    dice = Dice(seed)
    sums = [WEIGHT * mean + sum([dice.draw_below(201) - 100 for _ in range(8)]) for _deal in range(deals)]
    return {at: DealResult(at, one, 0, {}) for at, one in enumerate(sums)}


@pytest.mark.parametrize(("mean", "wrong"), [(0, 30), (30, 0)])
def test_it_errs_about_as_seldom_as_it_says(mean: int, wrong: int) -> None:
    found = [ZERO_OR_THIRTY.decide(drawn(mean, seed), WEIGHT)[1] for seed in range(count(60, 200))]
    assert found.count(None) == 0
    assert found.count(wrong) <= count(3, 10)


def test_it_needs_fewer_deals_the_farther_the_truth_lies() -> None:
    def needed(mean: int) -> int:
        return sum([len(ZERO_OR_THIRTY.decide(drawn(mean, seed), WEIGHT)[0]) for seed in range(20)])

    assert needed(17) > needed(30) > needed(90) == 20 * MIN_DEALS


def test_deals_alike_settle_it_and_equal_doubt_never_does() -> None:
    assert ZERO_OR_THIRTY.decide({at: DealResult(at, 40 * WEIGHT, 0, {}) for at in range(40)}, WEIGHT)[1] == 30
    assert ZERO_OR_THIRTY.decide({at: DealResult(at, 15 * WEIGHT, 0, {}) for at in range(40)}, WEIGHT)[1] is None
    assert ZERO_OR_THIRTY.decide({}, WEIGHT) == ([], None)


def test_a_deal_that_is_not_played_yet_hides_all_behind_it() -> None:
    deals = drawn(90, 1, 60)
    del deals[20]
    assert len(ZERO_OR_THIRTY.decide(deals, WEIGHT)[0]) == 20


def test_a_run_ends_where_it_is_settled_however_many_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.commands.arena_sums.MIN_DEALS", 4)
    cell = parse_cell("rummy", 2, ("medium", "easy"), 5, {}, level_of)
    paths = [tmp_path / f"{jobs}.jsonl" for jobs in (1, 2, 1)]
    stop = Bounds(-100, 100)
    runs = [run_cell(cell, 40, jobs, level_of, paths[jobs - 1], lambda _: None, stop=stop) for jobs in (1, 2, 1)]
    assert {(one.deals, one.points, one.rather) for one in runs} == {(runs[0].deals, runs[0].points, 100)}
    assert len(read_journal(paths[0])) == runs[0].deals < 40


def test_the_command_says_what_it_found_and_how_to_find_it_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = ["arena", "--game", "burraco", "--seats", "2", "--bots", "medium,easy", "--seed", "5", "--deals", "2"]
    out = tmp_path / "out.json"
    assert main([*said, "--home", str(tmp_path), "--stop=-10,10", "--json", str(out)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[-2] == "sequential test, -10 or 10 points a deal, which is not settled"
    assert told[-1].endswith("--deals 2 --seed 5 --stop=-10,10")
    assert json.loads(out.read_text())["stop"] == {"low": -10, "high": 10, "rather": None}


@pytest.mark.parametrize("text", ["", "5", "5,5", "10,0", "a,b", "1,2,3"])
def test_means_that_are_none_are_a_sentence(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="like 0,30"):
        parse_bounds(text)
