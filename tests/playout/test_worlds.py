from __future__ import annotations

from dataclasses import replace

import pytest

from game.playout.dead_hand.view import move_of
from game.playout.worlds import Worlds
from game.rules.registry import rules_of
from game.rules.ruleset import choose_options
from game.table.faces import HIDDEN
from game.table.moves import Rearrange
from game.table.options import Options
from game.table.tiles import Tile
from game.table.view import View, with_shown_faces
from tests.slices import every
from tests.strategies import DEAD_HAND_GAMES as DEAD_HAND
from tests.strategies import OPEN_TABLE_GAMES as OPEN
from tools.bot_matches import Hall, bot, play_round

GAMES = DEAD_HAND + OPEN
SAMPLE = 7  # every so many positions of a round


def positions(game: str, seed: int, every: int = SAMPLE) -> list[View]:
    """What the seats saw at some moments of a round that bots played."""
    rules = rules_of(game)
    options = choose_options(rules, {"players": 2 + seed % 2 * 2})
    assert isinstance(options, Options)
    hall = Hall(game, options, seed)
    return [made.view for made in play_round(hall, [bot(seed)] * hall.seats)][::every]


@pytest.mark.parametrize("game", DEAD_HAND)
def test_every_step_of_every_plan_is_allowed_by_the_rules(game: str) -> None:
    rules = rules_of(game)
    steps = 0
    for view in positions(game, 2, 3):
        for plan in Worlds(view).plans(3):
            now = view
            for number in plan:
                assert now.table.to_move == view.seat
                made = move_of(now, number)
                assert rules.own_refusal(now, made) is None, (made, plan)
                table = rules.apply(now.table, with_shown_faces(now, made))
                now = replace(now, table=table)
                steps += 1
    assert steps > 200


@pytest.mark.parametrize("game", OPEN)
def test_every_plan_is_a_move_that_the_rules_allow(game: str) -> None:
    rules = rules_of(game)
    plays = 0
    for view in positions(game, 2, 1):
        worlds = Worlds(view)
        for plan in worlds.plans(8):
            made = worlds.first_move(plan)
            assert rules.own_refusal(view, made) is None, (made, plan)
            plays += isinstance(made, Rearrange)
    assert plays > 20


@pytest.mark.parametrize("game", GAMES)
def test_tiles_that_are_not_seen_change_nothing(game: str) -> None:
    for view in positions(game, 3, 11):
        worlds, blind = Worlds(view), Worlds(replace(view, story=()))
        hidden = [tile for tile, face in enumerate(view.faces) if face == HIDDEN]
        table = view.table
        swapped = dict(zip(hidden, reversed(hidden), strict=True))
        others = replace(
            view, table=table.with_fields(stock=tuple([Tile(swapped.get(tile, tile)) for tile in table.stock]))
        )
        plans = worlds.plans(2)
        for same in (blind, Worlds(others)):
            assert plans == same.plans(2)
            assert [worlds.worth(plan, 5) for plan in plans] == [same.worth(plan, 5) for plan in plans]


@pytest.mark.parametrize("game", every(GAMES, 3))
def test_compiled_and_plain_think_alike(game: str) -> None:
    for view in positions(game, 5, 11):
        worlds, plain = Worlds(view), Worlds(view, plain=True)
        plans = worlds.plans(3)
        assert plans == plain.plans(3)
        for seed, plan in enumerate(plans[:8]):
            assert worlds.worth(plan, seed) == plain.worth(plan, seed)


def test_worlds_of_one_view_differ_by_seed_and_by_nothing_else() -> None:
    view = positions("burako", 2)[3]
    worlds = Worlds(view)
    plan = worlds.plans(1)[0]
    first = [worlds.worth(plan, seed) for seed in range(30)]
    assert first == [worlds.worth(plan, seed) for seed in range(30)]
    assert len(set(first)) > 10


def test_policies_are_the_sides_own() -> None:
    view = positions("burraco", 2)[3]
    worlds = Worlds(view, policy=(1, 1, 60, 30, 0, 0), theirs=(99, 99, 0, 0, 1, 0))
    swapped = Worlds(view, policy=(99, 99, 0, 0, 1, 0), theirs=(1, 1, 60, 30, 0, 0))
    plan = worlds.plans(1)[0]
    seeds = range(60)
    assert sum(worlds.worth(plan, seed) for seed in seeds) > sum(swapped.worth(plan, seed) for seed in seeds)


def test_the_first_move_of_a_plan_is_one_of_the_rules() -> None:
    view = positions("eburako", 2)[2]
    worlds = Worlds(view)
    for plan in worlds.plans(2):
        assert rules_of("eburako").own_refusal(view, worlds.first_move(plan)) is None
