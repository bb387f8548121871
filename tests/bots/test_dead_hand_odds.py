"""What a side may still hope for: chances stay chances, and what lies on the pile or was seen is counted."""

from __future__ import annotations

from dataclasses import astuple, replace
from hashlib import blake2b
from typing import TYPE_CHECKING

import pytest

from game.bots.dead_hand_odds import odds_of
from game.bots.dead_hand_skill import GREEDY_SKILL, MEDIUM_SKILL, SHARP_SKILL
from game.bots.dead_hand_table import row_of
from game.session.match_replay import ReplayPosition, replay_of
from game.table.faces import parse_face
from tests.bots.positions import view_in
from tools.golden_pictures import golden_match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.bots.dead_hand_odds import Odds
    from game.table.view import View

RACK = ["R5", "R6", "K9", "B9"]
SEVEN, EIGHT = 7, 8
RED = row_of(parse_face("R7"))


def at(*pile: str, **said: object) -> View:
    return view_in("burako", seats=2, phase="PLAY", hand=RACK, pile=list(pile), stock=40, **said)


def odds(view: View, in_pile: int = 45) -> Odds:
    return odds_of(view, view.rack, 0, 50, replace(SHARP_SKILL, in_pile=in_pile))


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


def decided_in(name: str) -> Iterator[View]:
    """Yield every fourth view of a mover in a kept match, round by round."""
    replay = replay_of(golden_match(name).transcript)
    for at, played in enumerate(replay.rounds):
        for made, told in list(enumerate(played.standing.story))[::4]:
            yield replay.view_at(ReplayPosition(at, made), told.seat)


@pytest.mark.parametrize(("name", "kept"), [("burako-4", "aefc53ae98a8e917"), ("burraco-2", "5c1a9c1c00a76c9f")])
def test_in_kept_matches_the_chances_are_what_they_were(name: str, kept: str) -> None:
    """Who weighs them otherwise decides otherwise: raise the versions of the bots, then keep what is found here."""
    told = blake2b(digest_size=8)
    for at, view in enumerate(decided_in(name)):
        for side in range(len(view.table.totals)):
            for skill in (SHARP_SKILL, MEDIUM_SKILL, GREEDY_SKILL):
                told.update(str(astuple(odds_of(view, view.rack, side, at % 3 * 50, skill))).encode())
    assert told.hexdigest() == kept
