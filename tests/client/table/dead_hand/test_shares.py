"""A set stays in its row while others grow: players remember where their sets lie."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from game.client.table.dead_hand.turn_state import new_turn_state
from game.client.table.geometry.sets import FAIR_WIDTH, TILE_PROPORTIONS, SetSize, SetStyle, arrange_sets
from game.client.widgets.boxes import Box
from game.match.match import Match
from game.session.match_replay import ReplayPosition, replay_of
from tests.bots.positions import view_in
from tests.client.table_kit import TableHand, header
from tests.matches import played_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.client.table.dead_hand.layout import SetZone
    from game.table.view import View

GAME, SEATS, SEED = "eburako", 4, 7
ROOM = Box(0, 0, 752, 150)


def views() -> Iterator[tuple[View, ...]]:
    """Yield what the first seat saw in each round that bots played."""
    replay = replay_of(played_out(GAME, SEED, players=SEATS).transcript)
    for at, played in enumerate(replay.rounds):
        yield tuple(replay.view_at(ReplayPosition(at, made), 0) for made in range(len(played.standing.story) + 1))


def rows_of(zone: SetZone) -> dict[int, int]:
    """Return the row of each set of a zone."""
    return dict(zip(zone.numbers, zone.placed.rows, strict=True))


def test_sets_hardly_ever_change_rows_and_never_in_ones_own_turn() -> None:
    hand = TableHand(match=Match.new(header(SEATS, SEED, GAME)))
    hand.until_mine()
    turn, board = hand.scene.hands.turn, hand.scene.hands.board
    assert turn is not None
    moved = stayed = own = 0
    for seen in views():
        lain: list[dict[int, int]] = []
        for view in seen:
            turn.turn_state = new_turn_state(view)
            hand.scene.layout(hand.director.viewport)
            lain.append({number: row for zone in board.current_layout().zones for number, row in rows_of(zone).items()})
        for (view, rows), (then, later) in pairwise(zip(seen, lain, strict=True)):
            same = [at for at in rows if view.table.melds[at] == then.table.melds[at]]
            left = sum(rows[at] != later[at] for at in same)
            stayed, moved = stayed + len(same), moved + left
            own += left if then.must_decide else 0
    assert stayed > 3000
    assert moved <= 3  # rows that were full; 21 when each layout chose rows anew
    assert own == 0


THEIRS = ("[R9 B9 Y9]", "[R3 B3 K3 R3]", "[R1 B1 K1]")
OURS = (
    "[K7 K8 K9 K10 K11 K12 K13]",
    "[R11 B11 Y11 K11 B11 R11]",
    "[R4 R4 B4 K4 Y4]",
    "[R10 B10 K10]",
    "[R8 B8 Y8 R8 B8]",
    "[B6 R6 Y6]",
    "[K7 R7 B7]",
    "[B13 R13 R13]",
)
RACK = ("B3 B5 R9 K12 Y1 Y2 Y3 Y5 Y6 Y7 Y8", "B1 B2 K2 K5 K6 R5 R6 Y10 Y12 B12 Y13")


def test_many_sets_of_one_turn_are_large_again_after_it_where_there_is_room() -> None:
    hand = TableHand(match=Match.new(header(2, SEED, "burako")))
    hand.until_mine()
    turn, board = hand.scene.hands.turn, hand.scene.hands.board
    assert turn is not None
    theirs = [[f"m{at}", 1, text] for at, text in enumerate(THEIRS)]
    for count in range(len(OURS) + 1):
        ours = [[f"m{len(THEIRS) + at}", 0, text] for at, text in enumerate(OURS[:count])]
        rack = " ".join(" ".join(RACK).split()[count * 2 :])
        view = view_in("burako", seats=2, table=[*theirs, *ours], hand=rack)
        turn.turn_state = new_turn_state(view)
        hand.scene.layout(hand.director.viewport)
    during = board.current_layout().us.placed
    turn.turn_state = new_turn_state(replace(view, table=replace(view.table, to_move=1)))
    hand.scene.layout(hand.director.viewport)
    after = board.current_layout().us.placed
    assert after.width >= 44 > during.width


@pytest.mark.parametrize("seed", [21, 31, 37, 38])  # sets changed their rows in these orders
def test_in_a_small_window_too_sets_stay_in_their_rows_in_ones_own_turn(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - a trial, no secret
    hand = TableHand(match=Match.new(header(2, SEED, "burako")), size=(960, 540))
    hand.until_mine()
    turn, board = hand.scene.hands.turn, hand.scene.hands.board
    assert turn is not None
    ours = list(OURS)
    chance.shuffle(ours)
    sets = [[f"m{at}", int(at < len(THEIRS)), text] for at, text in enumerate((*THEIRS, *ours))]
    laid_a_turn = chance.randrange(3, 9)
    rows: tuple[int, ...] = ()
    for count in range(len(ours) + 1):
        rack = " ".join(" ".join(RACK).split()[: max(4, 22 - laid_a_turn * count)])
        view = view_in("burako", seats=2, table=sets[: len(THEIRS) + count], hand=rack)
        if chance.random() < 0.4:  # the other's turn is between
            turn.turn_state = new_turn_state(replace(view, table=replace(view.table, to_move=1)))
            hand.scene.layout(hand.director.viewport)
            rows = board.current_layout().us.placed.rows
        turn.turn_state = new_turn_state(view)
        hand.scene.layout(hand.director.viewport)
        now = board.current_layout().us.placed.rows
        assert now[: len(rows)] == rows
        rows = now


def test_a_third_row_is_used_before_tiles_become_small_in_ones_own_turn() -> None:
    hand = TableHand(match=Match.new(header(2, SEED, "burako")))
    hand.until_mine()
    turn, board = hand.scene.hands.turn, hand.scene.hands.board
    assert turn is not None
    before = ("[R2 R3 R4 *=R5 R6 R7]", "[Y3 Y4 Y5 B2=Y6 Y7]", "[Y1 K1 R1 B1 Y2 K1]", "[K9 K10 K11 K12 K2=K13]")
    after = ("[R2 R3 R4 *=R5 R6 R7]", "[Y3 Y4 Y5 Y6 Y7 B2=Y8 Y9 Y10]", "[Y1 K1 R1 B1 Y2 K1 Y1]", before[3])
    below = ("[B4 B5 B6]", "[K7 K7 B7 R7]", "[Y5 B5 K5 K5]", "[K6 K6 R6]", "[R12 Y12 R12]")
    for ours in ((*before, *below), (*after, *below, "[* K3 K4]")):
        sets = [[f"m{at}", int(at < 2), text] for at, text in enumerate(("[R8 R8 B8 B8 Y8]", "[R9 B9 Y9]", *ours))]
        turn.turn_state = new_turn_state(view_in("burako", seats=2, table=sets, hand="K10 Y10 R10 B3 B13"))
        hand.scene.layout(hand.director.viewport)
    placed = board.current_layout().us.placed
    assert max(placed.rows) == 2
    assert placed.width > FAIR_WIDTH


def test_the_rows_told_are_those_where_sets_lie() -> None:
    placed = arrange_sets([SetSize(5)] * 7, ROOM, TILE_PROPORTIONS, 42, 28)
    tops = sorted({one.box.y for one in placed.sets})
    assert len(tops) > 1
    assert placed.rows == tuple(tops.index(one.box.y) for one in placed.sets)


def test_a_set_that_grows_makes_tiles_smaller_before_another_leaves_its_row() -> None:
    sets = [SetSize(4), SetSize(4), SetSize(4), SetSize(3), SetSize(3)]
    before = arrange_sets(sets, ROOM, TILE_PROPORTIONS, 42, 28)
    sets[0] = SetSize(6)
    anew = arrange_sets(sets, ROOM, TILE_PROPORTIONS, 42, 28)
    after = arrange_sets(sets, ROOM, TILE_PROPORTIONS, 42, 28, before.style)
    assert anew.rows != before.rows
    assert after.rows == before.rows
    assert FAIR_WIDTH <= after.width < anew.width


def test_a_full_row_gives_up_its_last_set_unless_smaller_tiles_are_wanted() -> None:
    sets = [SetSize(5), SetSize(5), SetSize(5), SetSize(5), SetSize(3)]
    before = SetStyle(FAIR_WIDTH, rows=(0, 0, 0, 0, 1))
    sets[0] = SetSize(8)
    assert arrange_sets(sets, ROOM, TILE_PROPORTIONS, 42, 28, before).rows == (0, 0, 0, 1, 1)
    assert arrange_sets(sets, ROOM, TILE_PROPORTIONS, 42, 28, replace(before, stays_to=28)).rows == before.rows


def test_sets_begin_anew_when_the_round_does() -> None:
    few, empty = (SetSize(3), SetSize(3)), ()
    after = arrange_sets(empty, ROOM, TILE_PROPORTIONS, 42, 28, SetStyle(30, rows=(0, 1)))
    assert arrange_sets(few, ROOM, TILE_PROPORTIONS, 42, 28, after.style).rows == (0, 0)
