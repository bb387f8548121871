"""Faults on real processes are planned alike every time, in each cell of the table as often as in the others."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from tools.soak_faults import CABLE_RUNS, FAULTS, LONG_SECONDS, MAX_FAULTS_EACH, PHASES, RUNS, VICTIMS, plan, table


@pytest.mark.parametrize("seed", range(20))
def test_every_cell_is_struck_as_often_as_the_others(seed: int) -> None:
    counts = Counter((blow.fault, blow.whom, blow.phase) for blows in plan(seed, RUNS, FAULTS) for blow in blows)
    assert counts.total() == RUNS
    assert len(counts) == len(FAULTS) * len(VICTIMS) * len(PHASES)
    assert max(counts.values()) - min(counts.values()) <= 1
    assert sum(count for (fault, _whom, _phase), count in counts.items() if FAULTS[fault].cable) >= CABLE_RUNS


def test_a_match_takes_no_more_than_it_can_bear() -> None:
    matches = [blows for seed in range(20) for blows in plan(seed, RUNS, FAULTS)]
    for blows in matches:
        assert 1 <= len(blows) <= MAX_FAULTS_EACH
        assert len({(one.whom, one.phase) for one in blows}) == len(blows), "one program is struck once at a time"
        assert sum(one.lasts >= LONG_SECONDS[0] for one in blows) <= 1
    lengths = {one.lasts for blows in matches for one in blows if one.phase == "play"}
    assert any(length >= LONG_SECONDS[0] for length in lengths), "some are away for longer than a grace"


def test_a_seed_plans_the_same_matches_every_time() -> None:
    plans = [plan(seed, 30, FAULTS) for seed in (1, 1, 2, 3)]
    assert plans[0] == plans[1]
    assert all(one != other for one, other in pairwise(plans[1:]))


def test_the_table_has_a_row_for_each_fault_and_whom() -> None:
    rows = table(Counter({("kill", "host", "deal"): 7}), list(FAULTS)).splitlines()
    assert len(rows) == 1 + len(FAULTS) * len(VICTIMS)
    assert rows[1].split() == ["kill", "host", "0", "0", "7", "0", "0"]
