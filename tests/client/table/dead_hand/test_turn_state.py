"""The turn state: the rack keeps its order, picks, undo and redo, and a table that moves on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.client.table.dead_hand.turn_state import DeadHandTurnState, new_turn_state
from game.client.table.rack_order import EMPTY_SLOT, fitted_slots
from game.table.canon import encode
from game.table.moves import Discard, Move, TakePile
from game.table.refusals import Refusal
from game.table.state import Phase
from game.table.tiles import Tile
from tests.client.table_kit import crowded_view
from tests.slices import count
from tests.strategies import DEAD_HAND_GAMES, seeds, wandered
from tools.bot_matches import Lots
from tools.wanderer import extends, legal_moves, melds


def turn_state(rack: int = 9) -> DeadHandTurnState:
    return new_turn_state(crowded_view(2, rack=rack, sets=2))


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 20)), max_size=12))
def test_moving_tiles_loses_none_and_doubles_none(moves: list[tuple[int, int]]) -> None:
    now = turn_state()
    rack = sorted(now.view.rack)
    for which, slot in moves:
        now = now.with_moved_tiles((now.view.rack[which],), slot)
        assert sorted(tile for tile in now.slots if tile != EMPTY_SLOT) == rack


@pytest.mark.parametrize(("slot", "slots"), [(8, 10), (13, 15), (14, 15), (20, 15)])
def test_a_tile_to_come_stands_behind_the_last_one_or_closes_a_gap(slot: int, slots: int) -> None:
    start = turn_state()
    moved = start.with_moved_tiles((start.view.rack[-1],), slot)
    assert moved.rack.slot_count_after_draw(set(moved.view.rack)) == slots


def test_a_tile_moved_to_a_gap_leaves_the_others_alone() -> None:
    start = turn_state()
    first = start.view.rack[0]
    moved = start.with_moved_tiles((first,), 12)
    assert moved.slots[12] == first
    assert moved.slots[0] == EMPTY_SLOT
    assert moved.slots[1:9] == start.slots[1:9]


def test_a_tile_moved_between_others_pushes_them_towards_its_own_old_place() -> None:
    start = turn_state()
    a, b, c = start.view.rack[:3]
    assert start.with_moved_tiles((a,), 2).slots[:3] == (b, c, a)
    assert start.with_moved_tiles((c,), 0).slots[:3] == (c, a, b)


def test_several_tiles_land_side_by_side() -> None:
    start = turn_state()
    a, b = start.view.rack[0], start.view.rack[4]
    assert start.with_moved_tiles((a, b), 14).slots[14:16] == (a, b)


def test_sorting_can_be_undone_and_done_again() -> None:
    start = turn_state().with_moved_tiles((turn_state().view.rack[0],), 12)
    done = start.sorted_by(groups=True)
    assert done.slots != start.slots
    assert done.undo().slots == start.slots
    assert done.undo().redo().slots == done.slots
    faces = done.view.faces
    numbers = [faces[tile].number for tile in done.slots]
    assert [number for number in numbers if number] == sorted(number for number in numbers if number)
    assert 0 not in numbers[: -numbers.count(0) or None]  # jokers stand last


def test_a_rack_is_not_put_back_as_it_stood_in_an_earlier_turn() -> None:
    start = turn_state()
    done = start.sorted_by(groups=True)
    table = start.view.table
    assert done.carried_to(start.view).history.past, "within the turn, and while others play"
    assert not done.carried_to(replace(start.view, table=table.with_fields(to_move=table.to_move + 1))).history.past


def test_a_discard_tried_and_undone_gives_the_very_same_view() -> None:
    start = turn_state()
    tile = start.view.rack[2]
    tried = start.with_picked((tile,)).with_step(Discard(tile))
    assert not isinstance(tried, Refusal)
    assert tile not in tried.view.rack
    assert tried.visible_slots[2] == EMPTY_SLOT
    assert tried.undo().view == start.view
    assert tried.undo().visible_slots == start.visible_slots
    assert tried.reset().view == start.view
    assert tried.reset().undo().view == tried.view


def test_a_table_that_moves_on_keeps_order_and_marks_what_is_new() -> None:
    start = turn_state().with_moved_tiles((turn_state().view.rack[8],), 0).with_picked((turn_state().view.rack[3],))
    table = start.view.table
    came = table.stock[0]
    gone = start.slots[1]
    rack = (*(tile for tile in start.view.rack if tile != gone), came)
    after = start.carried_to(type(start.view)(table.with_fields(racks=(rack, *table.racks[1:])), 0, start.view.faces))
    assert after.slots[0] == start.slots[0]
    assert after.slots[1] == EMPTY_SLOT
    assert after.slots[-1] == came
    assert after.new_tiles == (came,)
    assert after.picked == start.picked


def drawing(rack: int) -> DeadHandTurnState:
    """Return a turn state whose owner may draw or take the pile of five."""
    view = crowded_view(2, rack=rack, sets=2)
    return new_turn_state(replace(view, table=view.table.with_fields(phase=Phase.DRAW)))


def taken(start: DeadHandTurnState) -> DeadHandTurnState:
    """Return the turn state with the pile taken."""
    tried = start.with_step(TakePile(start.view.table.pile))
    assert not isinstance(tried, Refusal)
    return tried


def test_a_pile_given_back_by_undo_is_new_no_more_until_it_is_taken_again() -> None:
    start = drawing(rack=9)
    pile = start.view.table.pile
    tried = taken(start)
    assert tried.new_tiles == pile
    assert tried.undo().new_tiles == ()
    assert tried.reset().new_tiles == ()
    assert tried.undo().redo().new_tiles == pile
    assert taken(tried.undo()).new_tiles == pile, "each once"


@pytest.mark.parametrize("rack", range(1, 7))
def test_every_tile_of_a_taken_pile_is_marked_however_few_tiles_were_held(rack: int) -> None:
    start = drawing(rack)
    few = taken(start)
    assert few.new_tiles == start.view.table.pile
    assert few.sorted_by(groups=True).new_tiles == few.new_tiles
    assert few.carried_to(few.view).new_tiles == few.new_tiles, "when the move is made"
    assert few.with_picked(few.new_tiles[-1:]).new_tiles == few.new_tiles[:-1]


def test_a_dead_hand_bears_no_marks_and_the_tile_drawn_after_it_does() -> None:
    start = turn_state()
    table, faces = start.view.table, start.view.faces
    dead, came = table.stock[:11], table.stock[11]
    after = start.carried_to(type(start.view)(table.with_fields(racks=(dead, *table.racks[1:]), to_move=1), 0, faces))
    assert after.new_tiles == ()
    again = after.carried_to(type(start.view)(table.with_fields(racks=((*dead, came), *table.racks[1:])), 0, faces))
    assert again.new_tiles == (came,)


def test_a_full_row_closes_a_gap_for_a_tile_that_comes_to_its_end() -> None:
    start = turn_state(15)
    table = start.view.table
    came = table.stock[0]
    gone = start.view.rack[4]
    rack = (*(tile for tile in start.view.rack if tile != gone), came)
    after = start.carried_to(type(start.view)(table.with_fields(racks=(rack, *table.racks[1:])), 0, start.view.faces))
    assert after.slots == (*start.slots[:4], *start.slots[5:], came)


@pytest.mark.parametrize(
    ("slots", "came", "lie"),
    [
        ((0, EMPTY_SLOT, 2), (7, 8), (0, EMPTY_SLOT, 2, 7, 8)),
        ((*range(7), EMPTY_SLOT, 8, EMPTY_SLOT, 10, EMPTY_SLOT, 12, 13), (20, 21), (
            *range(7), EMPTY_SLOT, 8, EMPTY_SLOT, 10, 12, 13, 20, 21
        )),
        ((EMPTY_SLOT, *range(14)), (20, 21, 22), (EMPTY_SLOT, *range(14), 20, 21, 22)),
    ],
)  # fmt: skip
def test_tiles_of_a_pile_stand_together_at_the_end_and_close_only_the_gaps_they_need(
    slots: tuple[int, ...], came: tuple[int, ...], lie: tuple[int, ...]
) -> None:
    rack = tuple(Tile(tile) for tile in (*slots, *came) if tile != EMPTY_SLOT)
    assert fitted_slots(slots, rack) == lie


def test_gaps_that_alone_ask_for_a_second_row_close_once_the_turn_is_over() -> None:
    start = turn_state(20)
    table, faces = start.view.table, start.view.faces
    rack = tuple(start.slots[at] for at in (0, 4, 5, 12, 18))
    racks = (rack, *table.racks[1:])
    within = start.carried_to(type(start.view)(table.with_fields(racks=racks), 0, faces))
    assert [at for at, tile in enumerate(within.slots) if tile != EMPTY_SLOT] == [0, 4, 5, 12, 18], (
        "never under the hand"
    )
    after = within.carried_to(type(start.view)(table.with_fields(racks=racks, to_move=1), 0, faces))
    assert [at for at, tile in enumerate(after.slots) if tile != EMPTY_SLOT] == [0, 4, 5, 12, 14]
    assert after.view.rack == rack


def test_an_order_that_was_kept_is_taken_with_its_gaps() -> None:
    start = turn_state()
    a, b = start.view.rack[:2]
    kept = start.with_order((b, EMPTY_SLOT, a, Tile(999), b))
    assert kept.slots[:3] == (b, EMPTY_SLOT, a)
    assert sorted(tile for tile in kept.slots if tile != EMPTY_SLOT) == sorted(start.view.rack)


def tried(start: DeadHandTurnState, move: Move) -> DeadHandTurnState:
    longer = start.with_step(move)
    assert isinstance(longer, DeadHandTurnState), longer
    return longer


def some_steps(start: DeadHandTurnState, lots: Lots, most: int) -> list[DeadHandTurnState]:
    """Every stage of a turn state that lays and extends by lot, the untouched one first."""
    stages = [start]
    while len(stages) <= most and not stages[-1].draft.finished:
        moves = legal_moves(stages[-1].view, [*melds(stages[-1].view), *extends(stages[-1].view)])
        if not moves:
            break
        stages.append(tried(stages[-1], moves[lots.draw(len(moves))]))
    return stages


@given(st.sampled_from(DEAD_HAND_GAMES), seeds, seeds)
@settings(max_examples=count(20, 60))
def test_undo_gives_back_the_same_bytes_and_redo_the_step(game: str, seed: int, place: int) -> None:
    views = [one.view for one in wandered(game, seed % count(1, 4))[1] if one.view.phase is Phase.PLAY]
    stages = some_steps(new_turn_state(views[place % len(views)]), Lots(seed, place), 5)
    bytes_of = [encode(stage.view) for stage in stages]
    now = stages[-1]
    for number in range(len(stages) - 2, -1, -1):
        now = now.undo()
        assert encode(now.view) == bytes_of[number]
        assert now.draft.moves == stages[number].draft.moves
    assert now.undo() is now
    for number in range(1, len(stages)):
        now = now.redo()
        assert encode(now.view) == bytes_of[number]
    assert now.redo() is now
    assert now == stages[-1]
    reset = now.reset()
    assert encode(reset.view) == bytes_of[0]
    assert reset.draft.moves == ()
    assert encode(reset.undo().view) == bytes_of[-1]
