"""What a side may still hope for: chances stay chances, and what lies on the pile or was seen is counted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from game.bots.dead_hand_odds import odds_of
from game.bots.dead_hand_skill import SHARP
from game.bots.dead_hand_table import row_of
from game.table.faces import parse_face
from tests.bots.positions import view_in

if TYPE_CHECKING:
    from game.bots.dead_hand_odds import Odds
    from game.table.view import View

RACK = ["R5", "R6", "K9", "B9"]
SEVEN, EIGHT = 7, 8
RED = row_of(parse_face("R7"))


def at(*pile: str, **said: object) -> View:
    return view_in("burako", seats=2, phase="PLAY", hand=RACK, pile=list(pile), stock=40, **said)


def odds(view: View, in_pile: int = 45) -> Odds:
    return odds_of(view, view.rack, 0, 50, replace(SHARP, in_pile=in_pile))


def test_every_chance_is_one_of_a_hundred() -> None:
    told = odds(at("R7", "B9", "R7"))
    assert all(0 <= chance <= 100 for row in told.place for chance in row)
    assert 0 <= told.wild <= 100


def test_a_tile_on_the_pile_is_likelier_by_what_the_skill_gives_for_it() -> None:
    without, lying = odds(at("R7"), 0), odds(at("R7"), 45)
    chance = without.place[RED][SEVEN]
    assert 0 < chance < 100
    assert lying.place[RED][SEVEN] == 100 - (100 - chance) * 55 // 100
    assert lying.place[RED][EIGHT] == without.place[RED][EIGHT]


def test_a_tile_of_which_both_copies_are_seen_elsewhere_does_not_come() -> None:
    gone = odds(at("K2", table=[["m1", 1, "[R7 R8 R9]"], ["m2", 1, "[R6 R7 R8]"]]))
    assert gone.place[RED][SEVEN] == 0
    assert gone.place[RED][SEVEN + 3] > 0


@pytest.mark.parametrize("number", [5, 6])
def test_what_one_holds_is_nearly_sure(number: int) -> None:
    assert odds(at("K2")).place[RED][number] == 95
