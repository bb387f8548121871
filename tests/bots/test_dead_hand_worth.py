"""What a set is worth and how a race stands, in kept matches: a change of any number there is meant, or found here."""

from __future__ import annotations

from hashlib import blake2b

import pytest

from game.bots.dead_hand_odds import IN_HAND_PERCENT, Odds, odds_of
from game.bots.dead_hand_skill import MEDIUM_SKILL, SHARP_SKILL
from game.bots.dead_hand_table import turns_until_stock_empty, urgency_of
from game.bots.dead_hand_worth import HOMING_WILD, Shape, _chance_of_homing, first_place, set_value, shape_of
from game.session.match_replay import ReplayPosition, replay_of
from game.table.kinds import Kind
from tools.golden_pictures import golden_match


@pytest.mark.parametrize(("name", "kept"), [("burako-4", "805dd12b05606259"), ("eburako-2", "ac31763ede7d81d8")])
def test_sets_and_races_are_weighed_as_they_were(name: str, kept: str) -> None:
    """Who weighs them otherwise decides otherwise: raise the versions of the bots, then keep what is found here."""
    told = blake2b(digest_size=8)
    replay = replay_of(golden_match(name).transcript)
    for at, played in enumerate(replay.rounds):
        for made, move in list(enumerate(played.standing.story))[::6]:
            view = replay.view_at(ReplayPosition(at, made), move.seat)
            table, faces = view.table, view.faces
            told.update(f"{turns_until_stock_empty(table)}".encode())
            for side in range(len(table.totals)):
                odds = [odds_of(view, view.rack, side, 50, skill) for skill in (SHARP_SKILL, MEDIUM_SKILL)]
                told.update(f"{urgency_of(table, side)}".encode())
                for meld in table.melds:
                    shape, start = shape_of(meld, faces), first_place(meld, faces) if meld.kind is Kind.RUN else 0
                    told.update(f"{tuple(shape)} {start} {[set_value(shape, one) for one in odds]}".encode())
    assert told.hexdigest() == kept


def test_a_two_comes_home_as_surely_as_all_tiles_between_come() -> None:
    odds = Odds(((50,) * 15,) * 4, (), (), 0, 0, 0, 0)
    runs = [Shape(0, 0, sum(1 << place for place in places), HOMING_WILD, 0) for places in ((3, 4), (4, 5), (5, 6))]
    home = [_chance_of_homing(run, odds) for run in runs]
    assert home == [IN_HAND_PERCENT, IN_HAND_PERCENT // 2, IN_HAND_PERCENT // 2 // 2]
