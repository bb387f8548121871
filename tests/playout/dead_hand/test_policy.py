from __future__ import annotations

from types import ModuleType

import pytest

from game.playout.dead_hand import USUAL, core
from game.playout.dead_hand.round import OVER, DeadHandRound
from game.playout.dead_hand.view import round_of
from game.playout.native import compiled
from game.rules.registry import rules_of
from game.rules.ruleset import choose
from game.table.options import Options
from game.table.view import View
from tests.playout.dead_hand.walk import assert_same, fill
from tests.playout.lots import Luck
from tests.rules.dead_hand_ends import near_the_end
from tools.bot_matches import Lots, any_options

TABLES = [("eburako", 2), ("eburako", 4), ("burako", 2), ("burako", 4), ("burraco", 2), ("burraco", 4)]


def dealt(game: str, seats: int, seed: int) -> DeadHandRound:
    """A fresh round, all tiles known."""
    rules = rules_of(game)
    options = choose(rules, {"players": seats})
    assert isinstance(options, Options)
    faces = Luck(seed).shuffled(rules.deck.faces)
    table = rules.deal(options, 1, seed, None, (0, 0), ())
    state = round_of(View(table, table.to_move, faces))
    state.weights[:] = [*USUAL, *USUAL]
    return state


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_round_played_out_ends_by_itself_and_keeps_every_tile(game: str, seats: int) -> None:
    for seed in range(20):
        state = dealt(game, seats, seed)
        core.play_out(state)
        assert state.phase == OVER
        lain = sum(state.size[: state.sets]) + sum(state.held) + sum(state.dead_size)
        assert lain + state.pile_size + state.stock_size == len(rules_of(game).deck)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_compiled_and_plain_play_alike_to_the_bit(game: str, seats: int) -> None:
    native = _native()
    for seed in range(40):
        plain = dealt(game, seats, seed)
        beside = native.fresh()
        fill(beside, plain)
        assert native.play_out(beside) == core.play_out(plain)
        assert_same(beside, plain, f"seed {seed}")
        assert (beside.luck, beside.made) == (plain.luck, plain.made)
        assert [native.score(beside, side) for side in (0, 1)] == [core.score(plain, side) for side in (0, 1)]


def _native() -> ModuleType:
    """Return the compiled core; without a compiler the plain one, which is then all there is, stands in for it."""
    return compiled("dead_hand") or core


@pytest.mark.parametrize("game", ["eburako", "burako", "burraco"])
def test_every_option_is_played_to_an_end(game: str) -> None:
    for seed in range(60):
        options = any_options(rules_of(game), Lots(seed), {"turn_seconds": 0})
        table, faces = near_the_end(game, options, seed)
        state = round_of(View(table, table.to_move, faces))
        state.weights[:] = [*USUAL, *USUAL]
        core.play_out(state)
        assert state.phase == OVER
