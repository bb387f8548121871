"""What can I do? - every move in sentences, shown on the table, done by every hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.client.draw import tiles
from game.client.table.advice.choices import MoveGroup, PossibleMove
from game.client.table.advice.moves_page import ROWS_SHOWN_FIRST, TILE_WIDTH, MovesPage
from game.client.table.open.choices import possible_moves
from game.session.draft import Draft
from game.table.moves import Discard, LayMeld
from game.table.tiles import Tile
from tests.client.layout_check import problems
from tests.client.open_table_kit import OpenHand, placed
from tests.client.table_kit import TableHand

TABLE = ["[R4 R5 R6]", "[B9 K9 Y9]"]


def open_table(hand: tuple[str, ...] = ("R7", "R3", "R9", "B12", "K12", "Y12", "*")) -> OpenHand:
    return placed(table=TABLE, hand=list(hand), stock=20)


def opened(hand: TableHand) -> MovesPage:
    hand.call("moves")
    page = hand.director.top
    assert isinstance(page, MovesPage)
    return page


def playing(seed: int = 7) -> TableHand:
    """Return hands at a dead-hand table, with the tile drawn."""
    hand = TableHand(seed=seed)
    hand.until_mine()
    while hand.scene.shown.turn is not None and not hand.scene.shown.turn.can_play:
        for _press in range(3):
            hand.call("hint")
        hand.press("Enter")
        hand.pass_time()
    return hand


def test_everything_listed_is_taken_and_nothing_twice() -> None:
    hand = playing()
    page = opened(hand)
    turn = hand.scene.hands.turn
    assert turn is not None
    assert page.moves
    assert len(set(page.moves)) == len(page.moves)
    assert all(isinstance(turn.turn_state.draft.with_step(one.move), Draft) for one in page.moves)
    faces = [turn.view.faces[one.rack_tiles[0]] for one in page.moves if isinstance(one.move, Discard)]
    assert len(set(faces)) == len(faces) == len({turn.view.faces[tile] for tile in turn.view.rack})


def test_an_open_table_lists_sets_additions_and_the_draw() -> None:
    hand = open_table()
    page = opened(hand)
    told = {
        (one.group, tuple(sorted(str(hand.turn.view.faces[tile]) for tile in one.rack_tiles))) for one in page.moves
    }
    assert {(MoveGroup.LAY, ("B12", "K12", "Y12")), (MoveGroup.LAY, ("*", "K12", "Y12"))} <= told
    assert {
        (MoveGroup.ADD, ("R7",)),
        (MoveGroup.ADD, ("R3",)),
        (MoveGroup.ADD, ("R9",)),
        (MoveGroup.ADD, ("*",)),
    } <= told
    assert (MoveGroup.TURN, ()) in told


def test_a_joker_that_can_be_freed_is_listed() -> None:
    hand = placed(table=["[R5 B5 *]", "[K1 K2 K3]"], hand=["K5", "Y5", "K7", "K8"], stock=20)
    page = opened(hand)
    assert [one for one in page.moves if one.group is MoveGroup.FREE]


def test_a_play_that_takes_sets_apart_is_listed_and_laid_as_a_draft() -> None:
    hand = placed(table=["[Y3 Y4 Y5 Y6]"], hand=["B6", "K6", "Y13"], stock=20)
    page = opened(hand)
    (change,) = (one for one in page.moves if one.group is MoveGroup.CHANGE)
    assert faces_of(hand, change.rack_tiles) == {"B6", "K6"}
    page._choose(str(page.moves.index(change)))
    hand.director.apply(page.make_chosen_move())
    assert set(hand.turn.arrangement.played) == set(change.rack_tiles)
    assert hand.turn.arrangement.play_refusal is None


def test_each_tile_that_fits_once_sets_are_taken_apart_is_listed_alone() -> None:
    hand = placed(table=["[R3 R4 R5 R6 R7]", "[B9 K9 Y9 R9]"], hand=["R5", "Y13", "K11"], stock=20)
    moves = [one for one in opened(hand).moves if one.group is MoveGroup.CHANGE]
    assert [faces_of(hand, one.rack_tiles) for one in moves] == [{"R5"}]


def test_what_is_laid_already_stays_in_a_play_that_takes_sets_apart() -> None:
    hand = placed(table=["[Y3 Y4 Y5 Y6]", "[R1 R2 R3]"], hand=["B6", "K6", "R4", "Y13"], stock=20)
    (four,) = hand.tiles()["red 4"]
    hand.drag(four, "set:1:end")
    assert hand.turn.arrangement.played == (four,)
    changes = [one for one in opened(hand).moves if one.group is MoveGroup.CHANGE]
    assert [faces_of(hand, one.rack_tiles) for one in changes] == [{"B6", "K6", "R4"}]


def test_the_list_says_that_it_is_searched_and_chooses_no_draw_before() -> None:
    hand = placed(table=["[Y3 Y4 Y5 Y6]"], hand=["B6", "K6", "Y13"], stock=20)
    opened(hand)
    turn = hand.turn
    found: list[tuple[PossibleMove, ...] | None] = [None]
    page = MovesPage(hand.scene.shown, possible_moves(turn), lambda: found[0])
    assert [one.group for one in page.moves] == [MoveGroup.TURN]
    assert page.chosen is None
    found[0] = hand.scene.hints.rearranging_moves()
    page.update(0.0)
    assert [one.group for one in page.moves] == [MoveGroup.TURN, MoveGroup.CHANGE]
    assert page.chosen is None


def faces_of(hand: OpenHand, those: tuple[Tile, ...]) -> set[str]:
    return {str(hand.turn.view.faces[tile]) for tile in those}


@pytest.mark.parametrize("by", ["keys", "mouse", "pad"])
def test_a_chosen_move_is_shown_then_laid_as_a_draft(by: str) -> None:
    hand = open_table()
    page = opened(hand)
    first = page.moves[0]
    if by == "mouse":
        hand.click("moves.lay.0")
    elif by == "pad":
        hand.pad("south")
    else:
        hand.press("Space")
    assert page.chosen is first
    seen = hand.scene.shown.seen_turn
    assert seen is not None
    assert seen.turn_state.has_begun
    assert not hand.turn.arrangement.touched
    if by == "mouse":
        hand.click("moves.do")
    elif by == "pad":
        hand.pad("Menu")
    else:
        hand.press("Enter")
    assert hand.director.top is hand.scene
    assert set(hand.turn.arrangement.played) == set(first.rack_tiles)
    hand.call("undo")
    assert hand.turn.arrangement.played == ()


@pytest.mark.parametrize("key", ["2", "Keypad 2"])
def test_a_line_is_chosen_by_its_number_and_done_by_pressing_it_again(key: str) -> None:
    hand = open_table()
    page = opened(hand)
    hand.press(key)
    assert page.chosen is page.moves[1]
    assert not hand.turn.arrangement.touched
    hand.press(key)
    assert hand.director.top is hand.scene
    assert set(hand.turn.arrangement.played) == set(page.moves[1].rack_tiles)


def test_a_number_without_a_line_chooses_nothing() -> None:
    hand = placed(hand=["R9", "R10", "R11", "B5", "K9"], stock=20, opened=False)
    page = opened(hand)
    assert 1 < len(page.moves) < 9
    hand.press("9")
    assert page.chosen is None


def test_the_only_move_there_is_need_not_be_chosen() -> None:
    hand = placed(hand=["R1", "B5", "K9"], stock=20)
    page = opened(hand)
    assert page.chosen is page.moves[0]
    assert len(page.moves) == 1
    before = len(hand.turn.view.rack)
    hand.click("moves.do")
    hand.pass_time()
    assert len(hand.turn.view.rack) == before + 1


@pytest.mark.parametrize("key", ["Esc", "F2"])
def test_closing_leaves_the_table_as_it_was(key: str) -> None:
    hand = open_table()
    opened(hand)
    hand.press("Space")
    hand.press(key)
    assert hand.director.top is hand.scene
    assert hand.scene.shown.advice.visible is False
    assert not hand.turn.arrangement.touched


def test_a_draft_goes_on_from_a_draft() -> None:
    hand = open_table()
    for _step in range(2):
        page = opened(hand)
        hand.press("Space")
        assert page.chosen is not None
        hand.press("Enter")
    assert len(hand.turn.turn_state.history.past) == 2


def test_with_a_tile_picked_its_moves_alone_are_told() -> None:
    hand = open_table()
    seven = next(tile for tile in hand.turn.view.rack if str(hand.turn.view.faces[tile]) == "R7")
    hand.click(f"tile:{seven}")
    page = opened(hand)
    assert page.moves
    assert all(seven in one.rack_tiles for one in page.moves)


def test_of_many_the_best_are_told_and_the_rest_when_asked_for() -> None:
    rack = [f"{colour}{number}" for colour in "RBK" for number in range(1, 10)]
    hand = placed(table=TABLE, hand=rack, stock=20)
    page = opened(hand)
    lays = [one for one in page.moves if one.group is MoveGroup.LAY]
    assert len(lays) > ROWS_SHOWN_FIRST
    assert len(page._lists[0].members) == ROWS_SHOWN_FIRST + 1
    page._choose(f"more {MoveGroup.LAY.value}")
    assert len(page._lists[0].members) == len(lays)


def test_one_sort_alone_can_be_looked_at() -> None:
    page = opened(open_table())
    page._filter(MoveGroup.ADD.value)
    assert [told.name for told in page._lists] == ["moves.add"]


def test_a_lay_of_a_dead_hand_game_is_shown_and_laid() -> None:
    for seed in range(7, 40):
        hand = playing(seed)
        page = opened(hand)
        lay = next((one for one in page.moves if isinstance(one.move, LayMeld)), None)
        if lay is None:
            continue
        page._choose(str(page.moves.index(lay)))
        hand.director.apply(page.make_chosen_move())
        assert turn_laid(hand)
        return
    raise AssertionError("no rack holds a set")


def turn_laid(hand: TableHand) -> bool:
    turn = hand.scene.hands.turn
    return turn is not None and bool(turn.turn_state.draft.steps)


def test_the_tiles_of_a_row_lie_inside_it_with_large_text() -> None:
    hand = open_table()
    hand.doors.preferences.now = replace(hand.doors.preferences.now, text_size=250)
    hand.director.relayout()
    page = opened(hand)
    assert page.look is not None
    high = tiles.height_of(page.look.px(page.look.at_least(TILE_WIDTH))) / page.look.u
    cells = [(row, cell) for told in page._lists for row, cell in zip(told.members, told.cells, strict=True)]
    rows = [cell.h for row, cell in cells if row.key.isdigit() and page.moves[int(row.key)].rack_tiles]
    assert rows
    assert min(rows) > high


@pytest.mark.parametrize("scale", [1.0, 2.5])
def test_it_has_room_for_all_it_says(scale: float) -> None:
    for hand in (open_table(), playing()):
        hand.doors.preferences.now = replace(hand.doors.preferences.now, text_size=round(scale * 100))
        hand.director.relayout()
        page = opened(hand)
        for size in ((960, 540), (1280, 720)):
            assert problems(page, size, scale) == []
