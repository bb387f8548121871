from __future__ import annotations

from types import ModuleType

import pytest

from game.playout.native import compiled
from game.playout.open_table import USUAL, core
from game.playout.open_table.round import OVER, OpenTableRound, size_of
from game.playout.open_table.view import round_of
from game.rules.registry import rules_of
from game.rules.ruleset import choose_options
from game.table.options import Options
from game.table.view import View
from tests.playout.dead_hand.walk import fill
from tests.playout.lots import Luck
from tests.playout.open_table.walk import assert_same

TABLES = [("rummy", 2), ("rummy", 4), ("rummikub", 2), ("rummikub", 4), ("rummikub", 7)]


def dealt(game: str, seats: int, seed: int) -> OpenTableRound:
    """A fresh round, all tiles known."""
    rules = rules_of(game)
    options = choose_options(rules, {"players": seats})
    assert isinstance(options, Options)
    faces = Luck(seed).shuffled(rules.deck.faces)
    table = rules.deal(options, 1, seed, None, (0,) * seats, ())
    state = round_of(View(table, table.to_move, faces))
    state.weights[:] = [*USUAL * 7]
    return state


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_round_played_out_ends_by_itself_and_keeps_every_tile(game: str, seats: int) -> None:
    for seed in range(10):
        state = dealt(game, seats, seed)
        core.play_out(state)
        assert state.phase == OVER
        lain = sum(size_of(state, at) for at in range(state.sets)) + sum(state.held)
        assert lain + state.stock_size + (state.closing != 0) == len(rules_of(game).deck)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_compiled_and_plain_play_alike_to_the_bit(game: str, seats: int) -> None:
    native: ModuleType = compiled("open_table") or core  # without a compiler the plain one is all there is
    for seed in range(15):
        plain = dealt(game, seats, seed)
        beside = native.fresh()
        fill(beside, plain)
        assert native.play_out(beside) == core.play_out(plain)
        assert_same(beside, plain, f"seed {seed}")
        assert beside.luck == plain.luck
        leads = [core.lead(plain, seat) for seat in range(seats)]
        assert [native.lead(beside, seat) for seat in range(seats)] == leads
        assert sum(leads) == 0


def test_a_policy_that_waits_for_more_tiles_plays_less_often() -> None:
    eager, waiting = dealt("rummikub", 2, 3), dealt("rummikub", 2, 3)
    waiting.weights[:] = [6, 2, 4, 8] * 7
    for _turn in range(30):
        core.take_turn(eager)
        core.take_turn(waiting)
    assert waiting.sets < eager.sets
