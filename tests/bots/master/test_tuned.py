from __future__ import annotations

import json

import pytest

from game.bots.dead_hand_skill import SHARP_SKILL
from game.bots.master.tuned import FILE, skill_for
from tools.tune import ROOT

TUNED = sorted(json.loads((ROOT / "assets" / FILE).read_text(encoding="utf-8"))["tables"])


def test_every_tuned_table_has_a_skill_of_its_own() -> None:
    found = {skill_for(game, int(seats)) for game, seats in map(str.split, TUNED)}
    assert TUNED
    assert len({*found, SHARP_SKILL}) == len(TUNED) + 1


@pytest.mark.parametrize("table", [("corto", 2), ("burraco", 4)])
def test_a_table_that_nobody_tuned_for_has_the_usual_skill(table: tuple[str, int]) -> None:
    assert skill_for(*table) == SHARP_SKILL
