from __future__ import annotations

from game.playout.dead_hand import USUAL
from game.playout.dead_hand.round import WEIGHTS
from game.playout.dead_hand.trained import policy_for
from game.rules.registry import rules_of
from game.rules.ruleset import Family
from tools.soak_bots import tables

TABLES = [(game, seats) for game, seats in tables() if rules_of(game).family is Family.DEAD_HAND]


def test_every_table_has_a_whole_policy_of_its_own() -> None:
    found = {table: policy_for(*table) for table in TABLES}
    assert {len(policy) for policy in found.values()} == {WEIGHTS}
    assert len({*found.values(), USUAL}) == len(TABLES) + 1


def test_a_table_that_nobody_trained_for_has_the_usual_policy() -> None:
    assert policy_for("corto", 2) == USUAL
