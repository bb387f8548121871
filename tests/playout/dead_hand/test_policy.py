from __future__ import annotations

from types import ModuleType

import pytest

from game.playout.dead_hand import USUAL, core, policy
from game.playout.dead_hand.round import OVER, DeadHandRound, scatter
from game.playout.dead_hand.view import round_of
from game.playout.faces import number_of
from game.playout.native import compiled
from game.rules.registry import rules_of
from game.rules.ruleset import choose_options
from game.table.faces import parse_face
from game.table.options import Options
from game.table.view import View
from tests.bots.positions import view_in
from tests.playout.dead_hand.walk import assert_same, fill
from tests.playout.lots import Luck
from tests.rules.dead_hand_ends import near_the_end
from tools.bot_matches import Lots, any_options

TABLES = [("eburako", 2), ("eburako", 4), ("burako", 2), ("burako", 4), ("burraco", 2), ("burraco", 4)]
WEIGHED = {  # a policy that weighs piles and tiles
    policy.TAKE_ANY: 99, policy.TAKE_FIT: 99, policy.HEAVY: 20,
    policy.TAKE_LEAST: 30, policy.TAKE_TILE: 10, policy.TAKE_LATE: 2, policy.TAKE_LAID: 20, policy.TAKE_KEPT: 5,
    policy.TAKE_WILD: 40, policy.TAKE_DENY: 8,
    policy.KEEP_NEAR: 40, policy.KEEP_GAP: 20, policy.KEEP_SAME: 30, policy.KEEP_TWIN: 9, policy.KEEP_NEXT: 10,
    policy.FEAR_WANT: 50, policy.FEAR_NEXT: 15, policy.HIGH: 1,
}  # fmt: skip
LIES = [["m1", 0, "[R4 R5 R6]"], ["m2", 1, "[B8 B9 B10]"]]


def weighing(**other: int) -> tuple[int, ...]:
    """That policy, with some numbers changed."""
    changed = {getattr(policy, name): number for name, number in other.items()}
    return tuple({**dict(enumerate(USUAL)), **WEIGHED, **changed}[at] for at in range(len(USUAL)))


def dealt(game: str, seats: int, seed: int, weights: tuple[int, ...] = USUAL) -> DeadHandRound:
    """A fresh round, all tiles known."""
    rules = rules_of(game)
    options = choose_options(rules, {"players": seats})
    assert isinstance(options, Options)
    faces = Luck(seed).shuffled(rules.deck.faces)
    table = rules.deal(options, 1, seed, None, (0, 0), ())
    state = round_of(View(table, table.to_move, faces))
    state.weights[:] = [*weights, *weights]
    return state


@pytest.mark.parametrize("weights", [USUAL, weighing()], ids=["usual", "weighing"])
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_round_played_out_ends_by_itself_and_keeps_every_tile(
    game: str, seats: int, weights: tuple[int, ...]
) -> None:
    for seed in range(20):
        state = dealt(game, seats, seed, weights)
        core.play_out(state)
        assert state.phase == OVER
        lain = sum(state.size[: state.sets]) + sum(state.held) + sum(state.dead_size)
        assert lain + state.pile_size + state.stock_size == len(rules_of(game).deck)


@pytest.mark.parametrize("weights", [USUAL, weighing()], ids=["usual", "weighing"])
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_compiled_and_plain_play_alike_to_the_bit(game: str, seats: int, weights: tuple[int, ...]) -> None:
    native = _native()
    for seed in range(40):
        plain = dealt(game, seats, seed, weights)
        beside = native.fresh()
        fill(beside, plain)
        assert native.play_out(beside) == core.play_out(plain)
        assert_same(beside, plain, f"seed {seed}")
        assert (beside.luck, beside.made) == (plain.luck, plain.made)
        assert [native.score(beside, side) for side in (0, 1)] == [core.score(plain, side) for side in (0, 1)]


def at_hand(view: View, weights: tuple[int, ...]) -> DeadHandRound:
    """What a seat sees, and what it does not see dealt by lot."""
    state = round_of(view)
    state.weights[:] = [*weights, *weights]
    scatter(state, 1)
    return state


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


@pytest.mark.parametrize(
    ("pile", "taken"),
    [
        ("K1", False),
        ("R7", True),
        ("K1 Y13 R7", True),
        ("K1 Y13", False),
        ("K1 *", True),
        ("B7 K12", False),
        ("K12", False),
    ],
)
def test_a_pile_is_taken_for_what_lies_in_it(pile: str, taken: bool) -> None:
    view = view_in("burako", seats=2, phase="DRAW", hand="R12 K11 Y5", pile=pile, stock=40, table=LIES)
    state = at_hand(view, weighing())
    assert (policy.pile_worth(state) >= weighing()[policy.TAKE_LEAST]) is taken
    policy.begin_turn(state)
    assert state.took == (len(pile.split()) if taken else 0)


@pytest.mark.parametrize(
    ("hand", "stock", "other", "thrown"),
    [
        ("Y3 Y4 K9", 40, {}, "K9"),  # alone, not beside another
        ("Y3 Y4 K9 K11", 40, {"KEEP_GAP": 50}, "Y3"),  # of two kinds the one that is worth less
        ("Y5 K5 K9", 40, {}, "K9"),  # nor of a number that another row has
        ("Y12 Y12b K3", 40, {}, "K3"),  # nor one of twins
        ("B11 K3", 40, {}, "K3"),  # what the others want is kept
        ("B12 K3", 40, {}, "K3"),  # and what is beside it
        ("R8 K3", 40, {"FEAR_NEXT": 0}, "K3"),  # and what is beside what we want
        ("Y3 K10", 40, {}, "Y3"),  # of equal ones in one row or another, by lot; see below
        ("Y3 K10", 10, {}, "K10"),  # near the end the one with more points
        ("Y1 Y13 K6", 40, {}, "K6"),  # a one is beside the thirteen
        ("R2 *", 40, {}, "R2"),  # nothing but wild tiles
    ],
)
def test_what_is_thrown_is_what_costs_least(hand: str, stock: int, other: dict[str, int], thrown: str) -> None:
    view = view_in("burako", seats=2, phase="PLAY", hand=hand, stock=stock, table=LIES)
    state = at_hand(view, weighing(**other))
    unseen = round_of(view)
    unseen.weights[:] = state.weights
    found = {policy.choose_throw(one) for one in (state, unseen) for _lot in range(20)}
    assert number_of(parse_face(thrown)) in found
    assert len(found) == 1 or hand == "Y3 K10"
