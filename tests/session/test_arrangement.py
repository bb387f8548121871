"""The draft of an open table: moving, splitting, joining, jokers, undo."""

from __future__ import annotations

import json

import pytest

from game.session.arrangement import NEW_SET_INDEX, RACK_INDEX, Arrangement, Heap
from game.session.position import read_position
from game.table.canon import encode
from game.table.faces import Colour, Face, face_text
from game.table.melds import Kind, Meld
from game.table.moves import Close, Rearrange
from game.table.refusals import Code, Refusal
from game.table.tiles import Tile
from game.table.view import View


class Desk:
    """An arrangement with its tiles called by name, the first twin not yet named."""

    def __init__(self, **said: object) -> None:
        self.position = read_position(json.loads(json.dumps({"game": "rummikub", "opened": True, **said})))
        self.now = Arrangement.of(View(self.position.table, 0, self.position.faces))

    def tiles(self, *names: str) -> tuple[Tile, ...]:
        there = [*self.now.rack_tiles, *self.now.tiles_on_table]
        found: list[Tile] = []
        for name in names:
            same = [tile for tile in there if face_text(self.position.faces[tile]) == name and tile not in found]
            found.append(same[0])
        return tuple(found)

    def move(self, *names: str, to: int, at: int | None = None) -> None:
        moved = self.now.with_moved_tiles(self.tiles(*names), to, at)
        assert isinstance(moved, Arrangement), moved
        self.now = moved

    def lies(self) -> list[str]:
        return [" ".join(face_text(self.position.faces[tile]) for tile in heap.tiles) for heap in self.now.heaps]


def test_a_tile_dropped_anywhere_in_a_run_finds_its_place() -> None:
    desk = Desk(table=["[B6 B7 B8]"], hand=["B5", "B9"])
    desk.move("B5", to=0, at=3)
    desk.move("B9", to=0, at=0)
    assert desk.lies() == ["B5 B6 B7 B8 B9"]
    assert desk.now.play_refusal is None
    assert isinstance(desk.now.move, Rearrange)
    assert [face.number for _tile, face in desk.now.move.shown] == [5, 9]


def test_a_group_that_others_changed_keeps_the_order_of_its_tiles() -> None:
    before = Desk(table=["[K6 B6 Y6]", "[B7 B8 B9]"], hand=["R1"])
    later = Desk(table=["[B7 B8 B9 B10]", "[R6 B6 Y6 K6]"], hand=["R1"])
    names = {name: tile for tile in later.now.tiles_on_table for name in [face_text(later.position.faces[tile])]}
    known = tuple(
        Heap(heap.number, tuple(names[face_text(before.position.faces[tile])] for tile in heap.tiles), heap.said)
        for heap in before.now.heaps
    )
    later.now = Arrangement.of(later.now.base, known)
    assert later.lies() == ["B7 B8 B9 B10", "K6 B6 Y6 R6"]
    assert not later.now.touched
    assert not any(mark.changed for mark in later.now.heap_states)
    later.move("R6", to=0)
    later.now = later.now.reset()
    assert later.lies() == ["B7 B8 B9 B10", "K6 B6 Y6 R6"]


def test_scenario_rk_04_is_two_hands() -> None:
    desk = Desk(table=["[R5 B5 K5 Y5]", "[B6 B7 B8]"], hand=["B4", "K13"])
    desk.move("B5", to=1)
    assert not desk.now.heap_states[1].valid or desk.now.play_refusal is not None
    desk.move("B4", to=1)
    assert desk.lies() == ["R5 K5 Y5", "B4 B5 B6 B7 B8"]
    assert desk.now.play_refusal is None


def test_what_is_no_set_says_why() -> None:
    desk = Desk(table=["[B6 B7 B8 B9]"], hand=["K13"])
    desk.move("B7", to=NEW_SET_INDEX)
    assert desk.lies() == ["B6 B8 B9", "B7"]
    reasons = [mark.read.code for mark in desk.now.heap_states if isinstance(mark.read, Refusal)]
    assert reasons == [Code.NOT_CONSECUTIVE, Code.TOO_FEW_TILES]
    assert desk.now.play_refusal is not None


def test_split_and_join() -> None:
    desk = Desk(table=["[Y3 Y4 Y5 Y6 Y7]"], hand=["Y5b"])
    split = desk.now.with_split_heap(0, 3)
    assert isinstance(split, Arrangement)
    desk.now = split
    assert desk.lies() == ["Y3 Y4 Y5", "Y6 Y7"]
    own = desk.now.rack_tiles
    joined = desk.now.with_moved_tiles(own, 1, 0)
    assert isinstance(joined, Arrangement)
    assert joined.play_refusal is None


def test_a_run_with_a_gap_split_in_two_tells_again_what_its_joker_stands_for() -> None:
    desk = Desk(table=["[B2 B3 *=B4 B5 B6 B7 B8 B9]", "[R7 Y7 K7]"], hand=["R9"])
    joker = desk.tiles("*")[0]
    desk.move("B7", to=1)
    split = desk.now.with_split_heap(0, 5)
    assert isinstance(split, Arrangement)
    heap = split.heap_of(joker)
    assert heap is not None
    assert heap.joker_faces == {joker: Face(Colour.BLUE, 4)}


def test_a_set_keeps_its_number() -> None:
    desk = Desk(table=["[Y3 Y4 Y5]", "[B3 B4 B5]", "[R3 R4 R5]"], hand=["K13"])
    desk.move("Y3", "Y4", "Y5", to=2)
    assert [heap.number for heap in desk.now.heaps] == [1, 2]
    desk.move("Y3", "Y4", "Y5", to=NEW_SET_INDEX)
    assert [heap.number for heap in desk.now.heaps] == [1, 2, 3]


def test_a_play_that_names_the_tiles_of_a_set_in_another_order_leaves_it_as_it_lies() -> None:
    desk = Desk(table=["[R6 B6 Y6]"], hand=["K3", "K4", "K5"])
    lying, new = desk.now.sets[0], desk.tiles("K3", "K4", "K5")
    after = desk.now.with_play(
        (Meld(Kind.GROUP, lying.tiles[::-1], lying.stands_for), Meld(Kind.RUN, new, (None,) * 3))
    )
    assert [(mark.heap.tiles, mark.changed) for mark in after.heap_states] == [(lying.tiles, False), (new, True)]


def test_a_joker_says_what_it_stands_for() -> None:
    desk = Desk(table=["[K4 *=K5 K6]"], hand=["K5", "R9", "B9"])
    desk.move("K5", to=0)
    assert desk.now.play_refusal is None  # the joker stays in its whole set and changes to an end, D49
    desk.move("R9", "B9", "*", to=NEW_SET_INDEX)
    assert desk.lies()[0] == "K4 K5 K6"
    assert sorted(desk.lies()[1].split()) == ["*", "B9", "R9"]
    joker = desk.tiles("*")[0]
    heap = desk.now.heap_of(joker)
    assert heap is not None
    assert heap.joker_faces == {joker: Face(None, 9)}
    assert desk.now.play_refusal is None


def test_a_joker_at_an_end_can_change_ends_by_choice() -> None:
    desk = Desk(table=[], hand=["R9", "R10", "*"])
    desk.move("R9", "R10", "*", to=NEW_SET_INDEX)
    choices = desk.now.heap_states[0].choices
    assert {tuple(face.number for face in meld.stands_for if face) for meld in choices} == {(8,), (11,)}
    low = next(meld for meld in choices if meld.stands_for[0] is not None)
    chosen = desk.now.with_chosen_set(desk.now.heaps[0].number, low)
    assert isinstance(chosen.heap_states[0].read, Meld)
    assert chosen.heap_states[0].read == low


def test_table_tiles_never_go_to_the_rack_but_own_ones_come_back() -> None:
    desk = Desk(table=["[B6 B7 B8]"], hand=["B5", "K1"])
    before = encode(desk.now.heaps, tuple[Heap, ...])
    refused = desk.now.with_moved_tiles(desk.tiles("B6"), RACK_INDEX)
    assert isinstance(refused, Refusal)
    assert refused.code is Code.TABLE_TILE_MISSING
    desk.move("B5", to=0)
    desk.move("B5", to=RACK_INDEX)
    assert encode(desk.now.heaps, tuple[Heap, ...]) == before
    assert not desk.now.touched


def test_reset_gives_back_the_table_as_it_lay_and_no_number_twice() -> None:
    desk = Desk(table=["[R5 B5 K5 Y5]", "[B6 B7 B8]"], hand=["B4", "K13"])
    start = desk.now
    desk.move("B5", to=1)
    desk.move("K13", to=NEW_SET_INDEX)
    assert desk.now.heaps[-1].number == 2
    desk.now = desk.now.reset()
    assert desk.now.heaps == start.heaps
    desk.move("K13", to=NEW_SET_INDEX)
    assert desk.now.heaps[-1].number == 3


@pytest.mark.parametrize("uses_table", [False, True])
def test_the_opening_sum_is_counted_while_arranging(uses_table: bool) -> None:
    said = {"opening_uses_table": uses_table}
    desk = Desk(opened=False, hand=["R9", "R10", "R11", "K1"], options=said)
    assert desk.now.opening_points == (0, 30)
    desk.move("R9", "R10", "R11", to=NEW_SET_INDEX)
    assert desk.now.opening_points == (30, 30)
    assert desk.now.play_refusal is None


@pytest.mark.parametrize(("uses_table", "counts"), [(False, 0), (True, 12)])
def test_a_tile_added_to_a_set_of_the_table_counts_to_open_only_where_the_table_may_be_used(
    uses_table: bool, counts: int
) -> None:
    said = {"opening_uses_table": uses_table}
    desk = Desk(opened=False, table=["[R12 B12 Y12]"], hand=["K12", "K1"], options=said)
    desk.move("K12", to=desk.now.heaps[0].number)
    assert desk.now.opening_points == (counts, 30)


def test_with_the_closing_tile_the_play_closes() -> None:
    desk = Desk(game="rummy", phase="TURN", closing="Y4", hand=["R4", "B4"], stock=5)
    closing = desk.position.table.closing
    moved = desk.now.with_moved_tiles((*desk.now.rack_tiles, closing), NEW_SET_INDEX)
    assert isinstance(moved, Arrangement)
    assert isinstance(moved.move, Close)
    assert moved.play_refusal is None


@pytest.mark.parametrize("to", [7, 99])
def test_a_heap_that_is_not_there(to: int) -> None:
    desk = Desk(table=["[B6 B7 B8]"], hand=["B5"])
    refused = desk.now.with_moved_tiles(desk.tiles("B5"), to)
    assert isinstance(refused, Refusal)
    assert refused.code is Code.NO_SUCH_SET


# --- a tile takes the place of the joker that stands for it -----------------------------------------------------------


def swapped(tile: str, joker: str = "*", **said: object) -> Desk | None:
    """Put a tile in the place of a joker; None where that cannot be."""
    desk = Desk(**said)
    found = desk.now.with_freed_joker(desk.tiles(*tile.split()), desk.tiles(joker)[0])
    if not isinstance(found, Arrangement):
        return None
    desk.now = found
    return desk


def test_a_tile_takes_the_place_of_the_joker_that_stands_for_it_and_the_joker_lies_alone() -> None:
    desk = swapped("B4", table=["[B2 B3 *=B4 B5]"], hand=["B4", "R1"])
    assert desk is not None
    assert desk.lies() == ["B2 B3 B4 B5", "*"]
    assert desk.now.played == desk.tiles("B4")
    assert desk.now.reset().heaps == Arrangement.of(desk.now.base).heaps


@pytest.mark.parametrize("colour", ["B", "Y"])
def test_a_joker_of_a_group_goes_for_any_colour_that_is_missing(colour: str) -> None:
    desk = swapped(f"{colour}9", table=["[R9 K9 *]"], hand=[f"{colour}9", "R1"])
    assert desk is not None
    assert desk.lies() == [f"R9 K9 {colour}9", "*"]


@pytest.mark.parametrize(
    "said",
    [
        {"table": ["[B2 B3 *=B4]"], "hand": ["B5", "B4b"], "tile": "B5"},  # it stands for another
        {"table": ["[R9 K9 *]"], "hand": ["R9b", "R1"], "tile": "R9"},  # that colour is there
        {"table": ["[B2 B3 *=B4]"], "hand": ["*", "R1"], "tile": "*"},
    ],
)
def test_what_does_not_belong_in_the_place_of_a_joker_does_not_go_there(said: dict[str, object]) -> None:
    word = str(said.pop("tile"))
    desk = Desk(**said)
    joker, tile = joker_and(desk, word)
    assert desk.now.with_freed_joker((tile,), joker) is None


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"table": ["[B2 B3 *=B4]", "[B4 B5 B6 B7]"], "hand": ["R1"], "tile": "B4"}, Code.JOKER_TILE_FROM_TABLE),
        (
            {"table": ["[B2 B3 *=B4]"], "hand": ["B4", "R1"], "tile": "B4", "game": "rummy", "opened": False},
            Code.OPENING_TOUCHES_TABLE,
        ),
        ({"game": "rummy", "table": ["[R9 K9 *]"], "hand": ["B9", "R1"], "tile": "B9"}, Code.JOKER_GROUP_OF_THREE),
    ],
)
def test_a_joker_that_the_rules_keep_says_why_its_own_tile_may_not_take_its_place(
    said: dict[str, object], code: Code
) -> None:
    word = str(said.pop("tile"))
    desk = Desk(**said)
    joker, tile = joker_and(desk, word)
    refused = desk.now.with_freed_joker((tile,), joker)
    assert isinstance(refused, Refusal)
    assert refused.code is code


def joker_and(desk: Desk, word: str) -> tuple[Tile, Tile]:
    """Return the joker of the table, and the other tile of this name."""
    jokers = [tile for tile in desk.now.tiles_on_table if desk.position.faces[tile] == Face(None, 0)]
    tile = next((one for one in desk.tiles(word) if one not in jokers), desk.now.rack_tiles[0])
    return jokers[0], tile


def test_by_option_a_tile_of_the_table_frees_a_joker_and_a_free_one_goes_for_any() -> None:
    for option in ({"exchange_from_table": True}, {"joker_lock": "free"}):
        desk = swapped("B4", table=["[B2 B3 *=B4]", "[B4 B5 B6 B7]"], hand=["R1"], options=option)
        assert desk is not None
        assert desk.lies() == ["B2 B3 B4", "B5 B6 B7", "*"]


def test_in_rummy_the_second_colour_frees_the_joker_of_a_group_of_three() -> None:
    desk = Desk(game="rummy", phase="PLAY", table=["[R9 K9 *]"], hand=["B9", "Y9", "R1"])
    desk.move("B9", to=0)
    found = desk.now.with_freed_joker(desk.tiles("Y9"), desk.tiles("*")[0])
    assert isinstance(found, Arrangement)
    desk.now = found
    assert desk.lies() == ["R9 K9 Y9 B9", "*"]


def test_both_colours_at_once_free_it_too_and_one_tile_more_than_a_run_lacks_as_well() -> None:
    rummy = {"game": "rummy", "phase": "PLAY"}
    desk = swapped("B9 Y9", table=["[R9 K9 *]"], hand=["B9", "Y9", "R1"], **rummy)
    assert desk is not None
    assert desk.lies() == ["R9 K9 B9 Y9", "*"]
    desk = swapped("B5 B4", table=["[B2 B3 *=B4]"], hand=["B4", "B5", "R1"], **rummy)
    assert desk is not None
    assert desk.lies() == ["B2 B3 B4 B5", "*"]


# --- what keeps a turn from being ended is told in the order in which it can be mended --------------------------------


def test_a_joker_lifted_from_a_group_of_three_is_owed_for_at_once() -> None:
    desk = Desk(game="rummy", phase="PLAY", table=["[B13 Y13 *]", "[R11 R12 R13]"], hand=["K12", "K11", "R1"])
    desk.move("*", to=NEW_SET_INDEX)
    refused = desk.now.play_refusal
    assert refused is not None
    assert refused.code is Code.JOKER_GROUP_OF_THREE
    desk.move("K12", "K11", to=2)
    assert desk.now.play_refusal == refused, "with or without broken sets"


def test_one_tile_given_for_a_group_of_three_leaves_the_other_owed_before_anything_else() -> None:
    hand = ["K12", "K11", "R13", "R1"]
    desk = Desk(game="rummy", table=["[B13 Y13 *]", "[B2 B3 B4]"], hand=hand, closing="B5")
    desk.move("*", "K12", "K11", to=NEW_SET_INDEX)
    desk.move("R13", to=0)
    closing = desk.position.table.closing
    moved = desk.now.with_moved_tiles((closing,), 1)
    assert isinstance(moved, Arrangement)
    desk.now = moved
    assert all(mark.valid for mark in desk.now.heap_states)
    refused = desk.now.play_refusal
    assert refused is not None
    assert refused.code is Code.JOKER_GROUP_OF_THREE, "not that a tile is left"


def test_a_joker_whose_set_was_taken_apart_is_not_asked_for_while_some_of_it_lies_there() -> None:
    desk = Desk(game="rummy", phase="PLAY", table=["[B2 B3 *=B4 B5]"], hand=["R1", "R2"])
    desk.move("R1", to=0)
    assert desk.now.play_refusal is not None
    assert desk.now.play_refusal.code is Code.NOT_ONE_COLOUR


def test_a_closing_tile_taken_too_late_is_told_before_a_broken_set() -> None:
    desk = Desk(game="rummy", phase="PLAY", table=["[B2 B3 B4]"], hand=["R1", "R2"], closing="R3")
    moved = desk.now.with_moved_tiles((desk.position.table.closing,), NEW_SET_INDEX)
    assert isinstance(moved, Arrangement)
    assert moved.play_refusal is not None
    assert moved.play_refusal.code is Code.CLOSE_BEFORE_DRAWING


def test_a_table_touched_before_the_opening_is_told_before_a_broken_set() -> None:
    desk = Desk(game="rummy", phase="PLAY", opened=False, table=["[B2 B3 B4 B5]"], hand=["R1", "R2"])
    desk.move("B5", to=NEW_SET_INDEX)
    assert desk.now.play_refusal is not None
    assert desk.now.play_refusal.code is Code.OPENING_TOUCHES_TABLE


def test_a_joker_laid_in_this_turn_comes_back_to_the_rack() -> None:
    desk = Desk(table=["[B2 B3 B4]"], hand=["*", "B5", "R1"])
    desk.move("*", to=0)
    joker = desk.tiles("*")[0]
    face = desk.now.heaps[0].joker_faces[joker]
    assert face_text(face) in ("B1", "B5")
    desk = Desk(table=["[B2 B3 B4]"], hand=["*", "B5", "R1"])
    desk.move("*", to=0, at=3)
    found = desk.now.with_freed_joker(desk.tiles("B5"), joker)
    assert isinstance(found, Arrangement)
    assert joker in found.rack
    assert [len(heap.tiles) for heap in found.heaps] == [4]


@pytest.mark.parametrize("eight_first", [True, False])
def test_it_does_not_matter_which_of_two_jokers_lies_where(*, eight_first: bool) -> None:
    run = "[*=B4 B5 B6 *=B7 B8 B9 B10 B11 B12 B13]"
    desk = Desk(game="rummy", phase="PLAY", table=[run], hand=["R8", "K8", "R1"])
    moves = [("B8", "R8", "K8"), ("B9", "B10", "B11", "B12", "B13")]
    for names in moves if eight_first else moves[::-1]:
        desk.move(*names, to=NEW_SET_INDEX)
    heap = desk.now.heaps[0]
    stood = [Face(Colour.BLUE, 4), None, None, Face(Colour.BLUE, 7)]
    readings = next(state.choices for state in desk.now.heap_states if state.heap == heap)
    as_they_stood = [meld for meld in readings if list(meld.stands_for) == stood]
    assert len({meld.tiles for meld in as_they_stood}) == 2
    for meld in as_they_stood:
        chosen = desk.now.with_chosen_set(heap.number, meld)
        assert chosen.play_refusal is None
        assert chosen.heaps[0].said == tuple(stood)
