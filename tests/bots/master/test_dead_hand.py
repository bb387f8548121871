from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import Any

import pytest

from game.bots import dead_hand_bot
from game.bots.bot import budget_for, level_of
from game.bots.choice import Decision
from game.bots.dead_hand_skill import SHARP_SKILL, Skill
from game.bots.master import dead_hand
from game.bots.master.search import PlansCompared, Search
from game.bots.master.tuned import skill_for
from game.bots.nodes import DEFAULT_BUDGET, UNCOMPILED_BUDGET, Nodes
from game.playout import worlds
from game.playout.dead_hand import USUAL
from game.playout.dead_hand.moves import TAKE_PILE
from game.playout.dead_hand.trained import policy_for
from game.playout.dead_hand.view import move_of
from game.playout.worlds import Policy, Worlds
from game.table.moves import Discard, Extend, LayMeld
from game.table.state import Phase
from game.table.view import View, with_shown_faces
from tests.bots.positions import view_in
from tests.playout.test_worlds import positions
from tests.slices import count, crossed, every
from tests.strategies import DEAD_HAND_GAMES as DEAD_HAND
from tools.posed import seen_by_first

ASKED = count(1, 4)  # positions in which the plain core advises, which takes long
FEW = 6_000  # nodes: a hundred worlds or so for what is compared


def decided(view: View, nodes: int = FEW) -> Decision:
    return dead_hand.decide(view, Nodes(nodes), 5)


def advised(view: View, nodes: int = dead_hand.ADVISER.nodes) -> Decision:
    return dead_hand.advise(view, Nodes(nodes), 5)


@pytest.mark.parametrize(("seats", "looks_further"), [(2, False), (4, True)])
def test_master_looks_further_than_hard_in_couples_alone(seats: int, looks_further: bool) -> None:
    view = next(one for one in positions("burraco", {2: 6, 4: 7}[seats]) if one.table.phase is Phase.PLAY)
    assert view.table.seats == seats
    spent = {}
    for name in ("hard", "master"):
        level = level_of("burraco", name)
        nodes = Nodes(level.nodes)
        level.decide(view, nodes, 5)
        spent[name] = nodes.count
    assert (spent["master"] > spent["hard"]) is looks_further


@pytest.mark.parametrize("game", DEAD_HAND)
@pytest.mark.parametrize(("seats", "number"), [(2, 6), (4, 7)])
def test_master_thinks_with_the_trained_player_where_that_is_better_and_nobody_else_does(
    game: str, seats: int, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = next(one for one in positions(game, number) if one.table.phase is Phase.PLAY)
    assert view.table.seats == seats
    thought_with = []

    def noted(seen: View, policy: Policy) -> Worlds:
        thought_with.append(policy)
        return Worlds(seen, policy)

    monkeypatch.setattr(dead_hand, "Worlds", noted)
    for name in ("hard", "mentor", "master"):
        level_of(game, name).decide(view, Nodes(FEW), 5)
    trained = policy_for(game, seats) if (game, seats) in {("burraco", 2), ("eburako", 2)} else USUAL
    assert thought_with == [USUAL, USUAL, trained]


def test_tuned_alone_goes_by_the_rules_of_thumb_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    view = next(one for one in positions("burraco", 6) if one.table.phase is Phase.PLAY)
    asked = set()

    def decide(seen: View, nodes: Nodes, seed: int, skill: Skill) -> Decision:
        asked.add(skill)
        return dead_hand_decide(seen, nodes, seed, skill)

    dead_hand_decide = dead_hand_bot.decide
    monkeypatch.setattr(dead_hand_bot, "decide", decide)
    for name in ("hard", "mentor", "master", "tuned"):
        asked.clear()
        level_of("burraco", name).decide(view, Nodes(FEW), 5)
        assert asked == {skill_for("burraco", 2) if name == "tuned" else SHARP_SKILL}


@pytest.mark.parametrize("game", DEAD_HAND)
def test_compiled_and_plain_decide_alike(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    some = positions(game, 4, count(90, 13))
    native = [decided(view, 1_000) for view in some], [advised(view, 1_000) for view in some[-ASKED:]]
    monkeypatch.setattr(dead_hand, "Worlds", partial(Worlds, plain=True))
    assert native == ([decided(view, 1_000) for view in some], [advised(view, 1_000) for view in some[-ASKED:]])


@pytest.mark.parametrize(("game", "nodes"), every(crossed(DEAD_HAND, [FEW, dead_hand.ADVISER.nodes]), 2))
def test_who_gives_hints_plays_what_hard_plays_and_says_what_rules_of_thumb_would(game: str, nodes: int) -> None:
    looked = 0
    for view in positions(game, 6, count(6, 3)):
        hint, usual = advised(view, nodes), dead_hand._usual_decision(view, 5)
        assert hint.move == decided(view, min(nodes, dead_hand.HARD.nodes)).move
        if hint.move == with_shown_faces(view, usual.move):
            assert hint == usual
        elif hint.reason in {"ahead", "take_ahead"}:
            looked += 1
            ways, more, fewer = map(int, hint.args[:3])
            assert fewer < more <= more + fewer <= ways == dead_hand.HINT_WORLDS
            assert hint.reason == "take_ahead" or hint.args[3:] == (usual.reason, *usual.args)
    assert looked


@cache
def left(game: str, takes: bool) -> View:
    """Return a position where looking ahead leaves what rules of thumb say, to take the pile or for something else."""
    for view in positions(game, 6, 1):
        told = advised(view)
        if told.reason == ("take_ahead" if takes else "ahead"):
            return view
    raise LookupError(game)


@pytest.mark.parametrize("takes", [False, True])
@pytest.mark.parametrize(
    ("found", "told"),
    [
        (PlansCompared(9, 2, 1), True),
        (PlansCompared(0, 2, 1), False),
        (PlansCompared(-9, 2, 1), False),
        (PlansCompared(9, 1, 1), False),
    ],
)
def test_it_is_a_close_call_unless_other_worlds_say_the_same(
    takes: bool, found: PlansCompared, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = left("burako", takes)
    usual, before = dead_hand._usual_decision(view, 5), advised(view)
    monkeypatch.setattr(Search, "compare", lambda *_asked: found)
    hint = advised(view)
    assert hint.move == before.move
    if not told:
        assert (hint.reason, hint.args) == ("ahead_close", (dead_hand.HINT_WORLDS, usual.reason, *usual.args))
    else:
        assert (hint.reason, hint.args) == (before.reason, (dead_hand.HINT_WORLDS, 2, 1, *before.args[3:]))


def test_the_pile_that_is_taken_to_lay_names_what_of_it_is_laid() -> None:
    view = left("burako", takes=True)
    tiles = advised(view).args[3:]
    assert tiles
    assert set(tiles) <= set(view.table.pile)


@pytest.mark.parametrize(
    ("found", "lays"),
    [(PlansCompared(9, 2, 1), True), (PlansCompared(-9, 2, 1), False), (PlansCompared(9, 1, 1), False)],
)
def test_a_run_that_ends_with_a_one_is_advised_only_where_it_is_ahead_of_the_throw(
    found: PlansCompared, lays: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = {"game": "burako", "seats": 2, "phase": "PLAY", "hand": ["B12", "B13", "B1", "K9", "Y4"]}
    view = seen_by_first({**place, "hands": {"1": 11}, "stock": 40})
    assert isinstance(decided(view, dead_hand.HARD.nodes).move, Discard)
    monkeypatch.setattr(Search, "compare", lambda *_asked: found)
    hint = advised(view)
    if lays:
        assert isinstance(hint.move, LayMeld)
        assert hint == dead_hand_bot.best_high_lay(view)
    else:
        assert hint.move == decided(view, dead_hand.HARD.nodes).move


def test_what_both_turns_do_is_told_by_its_own_purpose() -> None:
    view = left("burako", takes=False)
    thought = dead_hand._TurnSearch(view, Nodes(FEW), 5)
    usual = dead_hand._usual_decision(view, 5)
    turn = thought._usual_turn(()) if view.table.phase is Phase.PLAY else thought.chosen(usual)[1]
    other = next(plan for plan in thought.worlds.plans(9) if not {*plan} & {*turn})
    assert thought.differs(other, turn, usual)
    assert not thought.differs((*turn[:1], *other), turn, usual), "both begin alike"
    assert not thought.differs((*other, *turn[:1]), turn, usual), "what the usual turn begins with comes later"
    assert not thought.differs(turn, other, usual), "it was not held against the usual turn"


@pytest.mark.parametrize("game", DEAD_HAND)
def test_the_usual_turn_is_among_the_plans(game: str) -> None:
    for view in positions(game, 6, 9):
        if view.table.phase is Phase.PLAY:
            turn = dead_hand._TurnSearch(view, Nodes(FEW), 5)
            usual = turn._usual_turn(())
            assert turn.worlds.allowed(usual)
            assert usual in turn._ways((), usual)[dead_hand._without_discard(usual)]


def test_where_nothing_is_compiled_a_new_match_asks_for_fewer_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = {family: replace(core, compiled=None) for family, core in worlds.CORES.items()}
    monkeypatch.setattr(worlds, "CORES", bare)
    assert budget_for("burako") == UNCOMPILED_BUDGET
    assert budget_for("rummikub") == DEFAULT_BUDGET
    assert level_of("burako", "hard").nodes <= UNCOMPILED_BUDGET.nodes < level_of("burako", "master").nodes


def test_the_last_tile_is_laid_where_it_may_not_be_thrown() -> None:
    said: dict[str, Any] = {"hand": "R6", "dead": [True, True], "options": {"close_mode": "meld"}}
    lies = [["m1", 0, "[R3 R4 R5]"], ["m2", 0, "[B3 B4 B5 B6 B7 B8 B9]"]]
    view = view_in("eburako", seats=2, table=lies, **said)
    assert isinstance(decided(view).move, Extend)


@pytest.mark.parametrize(("thrown", "stall", "idle"), [("R11", 0, True), ("K9", 1, False), ("K9", 2, True)])
def test_a_lone_tile_is_not_swapped_again_and_again(thrown: str, stall: int, idle: bool) -> None:
    said: dict[str, Any] = {"seats": 2, "phase": "DRAW", "hand": "K9 B4 B5", "stock": 40}
    lone = view_in("burako", pile="R11", stall=stall, **said)
    plans = [plan for plan in Worlds(lone).plans(9) if plan[0] == TAKE_PILE]
    after = dead_hand._view_after_taking(lone)
    tile = next(one for one in after.rack if str(after.faces[one]) == thrown)
    thrown_tile = with_shown_faces(after, Discard(tile))
    (swap,) = [plan for plan in plans if len(plan) == 2 and move_of(after, plan[1]) == thrown_tile]
    assert dead_hand._is_idle(lone, swap) is idle
    assert not dead_hand._is_idle(view_in("burako", pile="R11 Y1", stall=2, **said), swap)
    assert not dead_hand._is_idle(lone, (*swap[:1], *swap))
