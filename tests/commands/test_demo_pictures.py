"""What moments a match of bots reaches: the same for the same seed, each kind where it comes first."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from game.client.table.moments.kinds import MomentKind
from game.commands.demo import bots_header, demo, options_for, play_out
from game.commands.pictures import FirstMoment, first_moments
from game.rules.registry import rules_of
from tools.golden_pictures import golden_match

# A best round is rarer: a golden match has one.
KINDS = {kind.name.lower().replace("_", " ") for kind in MomentKind if kind is not MomentKind.RECORD}


@cache
def of_seed(game: str, seats: int, seed: int) -> tuple[FirstMoment, ...]:
    rules = rules_of(game)
    return first_moments(play_out(bots_header(rules, options_for(rules, {"players": seats}), seed)))


@pytest.mark.whole  # those of one: below
def test_two_matches_of_bots_reach_every_kind_of_moment_between_them() -> None:
    found = [of_seed("burako", 2, 6), of_seed("rummikub", 4, 8)]
    assert {one.kind for told in found for one in told} == KINDS
    assert "record" in {one.kind for one in first_moments(golden_match("burako-2"))}
    for told in found:
        places = [tuple(map(int, one.place.split("."))) for one in told]
        assert places == sorted(places)
        assert len({one.kind for one in told}) == len(told)
        assert all(one.title for one in told)


@pytest.mark.whole  # tests/client/table/moments/test_happened
def test_a_demo_with_pictures_names_its_moments_and_draws_each_the_same_every_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert demo("rummikub", 4, 8, {}, None, str(tmp_path)) == 0
    said = capsys.readouterr().out.splitlines()
    told = [f"{one.place}: {one.kind}: {one.title}" for one in of_seed("rummikub", 4, 8)]
    assert [line for line in said if line in told] == told
    drawn = [path.stem for path in sorted(tmp_path.iterdir())]
    assert len([name for name in drawn if " moment " in name]) == len(told)
    assert said[-1] == f"{len(drawn)} pictures"
