from __future__ import annotations

import pytest

from game.playout.native import compiled
from game.playout.open_table import moves
from game.playout.open_table.round import PLAY, OpenTableRound, give, see_sets
from game.playout.pieces import JOKER
from game.rules.registry import rules_of
from tests.playout.lots import Luck
from tests.playout.open_table.walk import walk
from tests.slices import count
from tools.bot_matches import Lots, any_options

WALKS = count(5, 60)


@pytest.mark.parametrize("game", ["rummy", "rummikub"])
def test_random_rounds_go_as_the_rules_say(game: str) -> None:
    for seed in range(WALKS):
        options = any_options(rules_of(game), Lots(seed), {"turn_seconds": 0})
        assert walk(game, options, Luck(seed), compiled("open_table"), bool(seed % 4))


def table(*rack: int, runs: tuple[tuple[int, int, int], ...] = (), opened: int = 1) -> OpenTableRound:
    """A round for two in which seat 0 holds a rack and runs lie: row, first place, last place."""
    state = OpenTableRound()
    state.opened[0] = opened
    for face in rack:
        give(state, 0, face)
    for row, low, high in runs:
        span = (2 << high) - (1 << low)
        moves.put_run(state, row, span, span)
    see_sets(state)
    return state


def made(state: OpenTableRound, step: int) -> list[int]:
    """Make a step; return the spans of the sets that lie then."""
    assert not moves.refused(state, step)
    moves.apply(state, step)
    return state.span[: state.sets]


def test_a_run_is_parted_by_a_twin_only_where_both_parts_stay_sets() -> None:
    state = table(5, 6, runs=((0, 3, 7),))
    assert moves.refused(state, moves.split_step(0, 6)), "one part would have two tiles"
    assert made(state, moves.split_step(0, 5)) == [0b111 << 3, 0b111 << 5]


def test_a_tile_is_borrowed_from_an_end_and_from_a_middle() -> None:
    state = table(16 + 3, 32 + 3, runs=((0, 3, 6),))
    assert made(state, moves.group_step(3, 0b111, 0b001, 0)) == [0b111 << 4, 1 << 3]
    state = table(16 + 6, 32 + 6, runs=((0, 3, 9),))
    assert made(state, moves.group_step(6, 0b111, 0b001, 0)) == [0b111 << 3, 0b111 << 7, 1 << 6]


def test_two_tiles_are_not_borrowed_from_a_run_that_can_spare_one() -> None:
    state = table(16 + 3, runs=((0, 3, 6), (2, 3, 6)))
    assert not moves.refused(state, moves.group_step(3, 0b111, 0b101, 0))
    state = table(5, runs=((0, 3, 6),))
    assert moves.refused(state, moves.run_step(0, 4, 6, 0, 4 | 6 << 4))


def test_who_has_not_opened_touches_nothing_and_shows_enough() -> None:
    state = table(9, 10, 11, 2, runs=((0, 3, 6),), opened=0)
    assert moves.refused(state, moves.add_step(0, 2, 2))
    made(state, moves.run_step(0, 9, 11, 0, 0))
    assert (state.shown, moves.refused(state, moves.END_PLAY)) == (30, 0)
    low = table(1, 2, 3, opened=0)
    made(low, moves.run_step(0, 1, 3, 0, 0))
    assert moves.refused(low, moves.END_PLAY)


def test_a_joker_counts_what_it_stands_for() -> None:
    state = table(12, 13, JOKER, opened=0)
    made(state, moves.run_step(0, 11, 13, 11, 0))
    assert state.shown == 36


def test_a_tile_drawn_is_drawn_once() -> None:
    state = table(5, 6)
    state.draws_first, state.stock_size = 1, 2
    state.stock[:2] = [7, 8]
    assert moves.refused(state, moves.PASS_TURN), "there is something to draw"
    moves.apply(state, moves.DRAW_TILE)
    assert (state.phase, state.held[0]) == (PLAY, 3)
    assert moves.refused(state, moves.DRAW_TILE)
    assert not moves.refused(state, moves.PASS_TURN)
