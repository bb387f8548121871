"""Hands at any table: a box around tiles, a row picked with Shift, the double click, and papers over the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from game.client.actions import action_named
from game.client.draw.sound import Cue
from game.client.events import NO_MODIFIERS, Modifiers, PointerDown, PointerMoved, PointerUp
from game.client.table.aims import Aim, Target
from game.client.table.cues import event_cues
from game.client.table.dead_hand.outcome import outcome_words
from game.client.table.open.outcome import open_outcome
from game.client.table.rack_order import EMPTY_SLOT
from game.client.table.sprites import LIFT_HEIGHT
from game.client.table.tag import TagKind
from game.session.draft import Draft
from game.session.proposals import additions
from game.session.session import Moved
from game.table.faces import JOKER, Colour, Face, face_text
from game.table.moves import Discard, Draw
from game.table.state import with_faces
from game.table.tiles import Tile
from game.table.view import View
from tests.client.open_table_kit import CROWDED, OpenHand, placed
from tests.client.table_kit import TableHand, crowded_view, sit_at
from tools.posed import position_of

SHIFT = Modifiers(shift=True)
HAND_OF_CROWDED = ["R11b", "R12b", "B11b", "B12b", "K13b"]
HAND = ["R3b", "R4b", "R5b", "K9", "B11"]


def rack_of(hand: TableHand) -> list[int]:
    """Return the rack as it is seen, without gaps."""
    assert hand.scene.hands.turn is not None
    return [tile for tile in hand.scene.hands.turn.turn_state.visible_slots if tile >= 0]


def picked(hand: TableHand) -> list[int]:
    assert hand.scene.hands.turn is not None
    return [int(tile) for tile in hand.scene.hands.turn.turn_state.picked]


def middle(hand: TableHand, tile: int) -> tuple[float, float]:
    return hand.place(f"tile:{tile}").box.centre


def click(hand: TableHand, tile: int, mods: Modifiers = NO_MODIFIERS, clicks: int = 1) -> None:
    at = middle(hand, tile)
    hand.director.on_plain_event(PointerMoved(at))
    hand.director.on_plain_event(PointerDown(at, clicks=clicks, mods=mods))
    hand.director.on_plain_event(PointerUp(at))


def twice(hand: TableHand, tile: int) -> None:
    click(hand, tile)
    click(hand, tile, clicks=2)


def either(game: str) -> TableHand:
    """Return a table of either family, the person to play."""
    hand: TableHand = TableHand() if game == "burako" else OpenHand(seats=2)
    hand.until_mine()
    return hand


def playing() -> TableHand:
    """Return a dead-hand table whose person has drawn."""
    hand = TableHand()
    hand.until_mine()
    for _ in range(3):
        if hand.scene.hands.turn is not None and hand.scene.hands.turn.can_play:
            return hand
        hand.press("Enter")
        hand.pass_time()
    raise AssertionError("the person never came to play")


@pytest.mark.parametrize("game", ["burako", "rummikub"])
def test_a_box_drawn_on_the_rack_picks_what_it_touches(game: str) -> None:
    hand = either(game)
    row = rack_of(hand)
    first, last = hand.place(f"tile:{row[1]}").box, hand.place(f"tile:{row[4]}").box
    hand.drag_to((first.x - 2, first.y - 4), (last.centre[0], last.y + 20))
    assert sorted(picked(hand)) == sorted(row[1:5])
    hand.drag_to((first.x - 2, first.y - 4), (first.x + 6, first.y - 4))  # around nothing
    assert picked(hand) == []


@pytest.mark.parametrize("game", ["burako", "rummikub"])
def test_a_box_is_given_up_by_escape(game: str) -> None:
    hand = either(game)
    row = rack_of(hand)
    first, last = hand.place(f"tile:{row[0]}").box, hand.place(f"tile:{row[2]}").box
    hand.director.on_plain_event(PointerDown((first.x - 2, first.y - 4)))
    hand.director.on_plain_event(PointerMoved((last.right, last.centre[1]), dragging=True))
    assert hand.scene.shown.marks.picked
    hand.press("Esc")
    assert not hand.scene.shown.marks.picked
    hand.director.on_plain_event(PointerUp((last.right, last.centre[1])))
    assert picked(hand) == []


@pytest.mark.parametrize("game", ["burako", "rummikub"])
def test_shift_picks_the_row_up_to_a_tile_by_click_and_by_key(game: str) -> None:
    hand = either(game)
    row = rack_of(hand)
    click(hand, row[5])
    click(hand, row[2], SHIFT)
    assert sorted(picked(hand)) == sorted(row[2:6])
    hand.press("Esc")
    hand.scene.ring.focus_on("table.rack")
    hand.scene.ring.show_focus(shown=True)
    hand.call("pick")
    for _ in range(3):
        hand.press("Right")
    hand.call("pick_up_to")
    assert len(picked(hand)) == 4


def test_a_range_at_an_open_table_stays_in_its_set() -> None:
    hand = placed(seats=2, table=["[R3 R4 R5 R6 R7]"], hand=HAND, stock=20)
    heap = [int(tile) for tile in hand.turn.arrangement.heaps[0].tiles]
    click(hand, heap[0])
    click(hand, heap[3], SHIFT)
    assert picked(hand) == heap[:4]


def test_a_double_click_lays_what_makes_a_set_and_adds_what_fits() -> None:
    hand = placed(seats=2, table=["[R6 R7 R8]", "[K1 B1 R1]"], hand=HAND, stock=20)
    words = hand.tiles()
    twice(hand, words["red 5"][0])
    assert [len(heap.tiles) for heap in hand.turn.arrangement.heaps] == [4, 3]
    twice(hand, words["blue 11"][0])  # fits nowhere: it is said, and nothing moves
    assert hand.scene.shown.toast is not None
    assert [len(heap.tiles) for heap in hand.turn.arrangement.heaps] == [4, 3]


def test_a_double_click_only_picks_what_fits_nowhere_and_the_key_does_too() -> None:
    for by_key in (False, True):
        hand = playing()
        tile = rack_of(hand)[0]
        if by_key:
            hand.scene.ring.focus_on("table.rack")
            hand.call("obvious")
        else:
            twice(hand, tile)
        told = [one.move for one in hand.session.standing.story if one.seat == 0]
        assert not isinstance(told[-1], Discard), "a slip must not end a turn"
        assert picked(hand) == [tile]
        hand.call("confirm")
        told = [one.move for one in hand.session.standing.story if one.seat == 0]
        assert isinstance(told[-1], Discard)
        assert told[-1].tile == tile


def test_the_table_does_not_move_when_the_rack_needs_fewer_rows_in_a_turn() -> None:
    hand = playing()
    scene = hand.scene
    turn = scene.hands.turn
    assert turn is not None
    rack = rack_of(hand)
    turn.turn_state = turn.turn_state.with_order((*rack[:-1], *[EMPTY_SLOT] * 20, rack[-1]))
    scene.shown.show(None)
    layout = scene.board.current_layout()
    assert layout.rack.rows == 2
    turn.turn_state = turn.turn_state.with_order(tuple(rack))
    scene.shown.show(None)
    assert scene.board.current_layout().us == layout.us
    hand.click(f"tile:{rack[0]}")
    hand.call("confirm")
    hand.pass_time()
    assert scene.board.current_layout().rack.rows == 1, "between turns it is as low as it can be"


def test_a_double_click_on_the_stock_draws_once() -> None:
    hand = TableHand()
    hand.until_mine()
    at = hand.place("stock").box.centre
    hand.director.on_plain_event(PointerMoved(at))
    for clicks in (1, 2):
        hand.director.on_plain_event(PointerDown(at, clicks=clicks))
        hand.director.on_plain_event(PointerUp(at))
    assert hand.scene.shown.toast is None
    assert sum(isinstance(one.move, Draw) and one.seat == 0 for one in hand.session.standing.story) == 1


@pytest.mark.parametrize("wished", [True, False])
def test_who_wishes_it_has_a_dealt_rack_sorted_and_nothing_to_undo(wished: bool) -> None:
    hand = TableHand()
    hand.doors.preferences.now = replace(hand.doors.preferences.now, sort_dealt=wished)
    hand.until_mine()
    turn = hand.scene.hands.turn
    assert turn is not None
    assert (turn.turn_state.sorted_by(groups=False).slots == turn.turn_state.slots) is wished
    assert not turn.turn_state.history.past


@pytest.mark.parametrize("kept", [0, 1])
def test_a_dead_hand_is_sorted_like_what_was_dealt_and_a_rack_that_only_grows_is_not(kept: int) -> None:
    hand = TableHand()
    hand.until_mine()
    turn = hand.scene.hands.turn
    assert turn is not None
    view, taken = turn.view, turn.view.table.stock[:11]
    racks = ((*view.rack[:kept], *taken), *view.table.racks[1:])
    table = view.table.with_fields(racks=racks, stock=view.table.stock[11:])
    shown = with_faces(view.faces, tuple((tile, Face(Colour.RED, 13 - at)) for at, tile in enumerate(taken)))
    hand.scene._move_on(View(table, view.seat, shown), hand.now, dealt=False)
    assert (turn.turn_state.sorted_by(groups=False).slots == turn.turn_state.slots) is (kept == 0)


def test_a_right_click_on_a_paper_takes_nothing_back() -> None:
    hand = playing()
    hand.call("sort_runs")
    assert hand.scene.hands.turn is not None
    past = len(hand.scene.hands.turn.turn_state.history.past)
    assert past
    hand.call("lay")  # nothing picked: a paper says so
    paper = hand.scene.shown.toast
    assert paper is not None
    hand.director.on_plain_event(PointerDown(paper.rect.centre, "right"))
    assert len(hand.scene.hands.turn.turn_state.history.past) == past
    hand.press("Esc")
    hand.director.on_plain_event(PointerDown(paper.rect.centre, "right"))
    assert len(hand.scene.hands.turn.turn_state.history.past) == past - 1


def test_the_hand_of_the_table_has_a_key_for_each_gesture() -> None:
    assert action_named("obvious").gesture == "gesture.double_click"
    assert action_named("pick_up_to").gesture == "gesture.lasso"


# --- what a drop would bring ------------------------------------------------------------------------------------------


def told_of(hand: OpenHand, tiles: Sequence[int], target: Target) -> str:
    tag = open_outcome(hand.turn, tuple(Tile(tile) for tile in tiles), target)
    assert tag is not None
    return f"{'-' if tag.kind is TagKind.REFUSED else '+'} {tag.words}"


def test_an_open_table_says_what_a_drop_would_make() -> None:
    hand = placed(seats=2, table=["[R6 R7 R8]"], hand=HAND, stock=20)
    words = hand.tiles()
    five, nine = words["red 5"][0], words["black 9"][0]
    number = hand.turn.arrangement.heaps[0].number
    assert told_of(hand, [five], Target(Aim.HEAP, number, 0)) == "+ a run of 4"
    assert told_of(hand, [nine], Target(Aim.HEAP, number, 3))[0] == "-"
    assert told_of(hand, [five], Target(Aim.NEW_SET)) == "- Needs three tiles"


def test_the_opening_is_counted_before_the_drop() -> None:
    hand = placed(seats=2, opened=False, table=["[R6 R7 R8]"], hand=HAND, stock=20)
    run = [tile for words, tiles in hand.tiles().items() for tile in tiles if words in ("red 3", "red 4", "red 5")]
    assert told_of(hand, run, Target(Aim.NEW_SET)) == "- Opening: 12 of 30"


@pytest.mark.parametrize(
    ("laid", "hand", "words"),
    [
        ("[R3 R4 R5 R6 R7 R8]", "R9", "makes a pure canasta"),
        ("[R3 R4 R5 R6 R7 *=R8]", "R9", "makes an impure canasta"),
        ("[R3 R4 R5 R6 R7]", "R8", "one more makes a canasta"),
        ("[R3 R4 R5]", "R6", "3 more make a canasta"),
        ("[R3 R4 R5 R6 R7 R8 R9]", "*", "the canasta is pure no more"),
    ],
)
def test_a_dead_hand_game_says_what_a_drop_would_bring(laid: str, hand: str, words: str) -> None:
    said = {"game": "burako", "seats": 2, "phase": "PLAY", "hand": [hand, "K11", "B2"], "table": [laid], "pile": ["B9"]}
    view = position_of(said).view
    draft = Draft(view)
    tile = next(tile for tile in view.rack if face_text(view.faces[tile]) == hand)
    move = next(move for move in additions(view, 0, (tile,)) if isinstance(draft.with_step(move), Draft))
    assert words in outcome_words(draft, move)


# --- skip to my turn --------------------------------------------------------------------------------------------------


def can_skip(hand: TableHand) -> bool:
    return hand.scene.shown.can_skip


@pytest.mark.parametrize("game", ["burako", "rummikub"])
@pytest.mark.parametrize("way", ["click", "confirm", "skip"])
def test_the_others_turns_are_skipped_to_mine(game: str, way: str) -> None:
    hand: TableHand = TableHand(seats=4, pace=9.0) if game == "burako" else OpenHand(seats=4, pace=9.0)
    for _ in range(40):  # the deal is looked at, and whoever begins plays at the pace
        hand.pass_time(3.0)
        if can_skip(hand):
            break
        turn = hand.scene.hands.turn
        if turn is not None and turn.can_play and game == "burako":
            twice(hand, rack_of(hand)[0])
            hand.call("confirm")
        elif turn is not None and turn.view.must_decide:
            hand.call("draw" if game == "rummikub" else "confirm")
    else:
        pytest.fail("nobody else ever has the turn")
    hand.pass_time(0.05)
    story = len(hand.session.standing.story)
    hand.pass_time(0.05)
    assert len(hand.session.standing.story) == story  # at the usual pace nobody moves yet
    if way == "click":
        hand.click("table.primary")
    else:
        hand.call(way)
    for _ in range(60):
        hand.pass_time(0.02)
    assert not can_skip(hand)
    assert len(hand.session.standing.story) > story


@pytest.mark.parametrize("rests", [True, False], ids=["rests", "arrives"])
def test_a_click_that_comes_too_late_to_skip_draws_no_tile(rests: bool) -> None:
    hand = TableHand(seats=4, pace=0.3)
    hand.until_mine()
    while not can_skip(hand):
        turn = hand.scene.hands.turn
        assert turn is not None
        if turn.can_play:
            twice(hand, rack_of(hand)[0])
        hand.call("confirm")
        hand.pass_time()
    if rests:
        hand.director.on_plain_event(PointerMoved(hand.place("table.primary").box.centre))
    while can_skip(hand):
        hand.pass_time()
    assert "off" in hand.place("table.primary").state
    before = len(hand.session.standing.story)
    hand.click("table.primary")
    hand.pass_time()
    assert len(hand.session.standing.story) == before
    for _ in range(3):  # nor does one that hammers on it
        hand.pass_time(0.3)
        hand.click("table.primary")
    assert len(hand.session.standing.story) == before
    hand.pass_time(0.6)
    hand.click("table.primary")
    hand.pass_time()
    assert len(hand.session.standing.story) == before + 1


def test_a_click_that_comes_too_late_to_skip_is_not_scolded_for_ending_the_turn() -> None:
    hand = OpenHand(seats=4, pace=0.3)
    hand.until_mine()
    hand.call("draw")
    hand.pass_time()
    assert can_skip(hand)
    hand.director.on_plain_event(PointerMoved(hand.place("table.primary").box.centre))
    while can_skip(hand):
        hand.pass_time()
    hand.click("table.primary")
    assert hand.scene.shown.toast is None
    hand.pass_time(0.6)
    hand.click("table.primary")
    assert hand.scene.shown.toast is not None


def test_ten_sets_a_side_beside_thirty_tiles_are_as_large_as_can_be_read_at_a_glance() -> None:
    hand = TableHand(seats=4)
    sit_at(hand, crowded_view(4))
    layout = hand.scene.board.current_layout()
    assert min(zone.placed.width for zone in layout.zones) >= 34
    assert all(zone.max_scroll == 0 for zone in layout.zones)
    assert layout.rack.width >= 40


@pytest.mark.parametrize(("was", "now", "heard"), [(5, 3, True), (4, 4, False), (3, 2, False), (12, 1, True)])
def test_it_is_heard_when_somebody_else_is_close_to_going_out(was: int, now: int, *, heard: bool) -> None:
    view = crowded_view(4)
    tiles = view.table.stock + view.rack

    def holding(count: int) -> View:
        racks = (view.table.racks[0], tiles[:count], *view.table.racks[2:])
        return replace(view, table=view.table.with_fields(racks=racks))

    event = Moved(1, Draw(), holding(was), holding(now))
    assert (Cue.TENSION in event_cues(event, 0, lambda _move, _view: Cue.PUT, lowest_wins=False)) is heard
    mine = Moved(1, Draw(), holding(was), holding(now))
    assert Cue.TENSION not in event_cues(mine, 1, lambda _move, _view: Cue.PUT, lowest_wins=False)


def test_a_joker_that_leaves_a_set_of_the_table_rings() -> None:
    hand = placed(seats=2, table=["[R6 *=R7 R8]", "[K1 B1 Y1]"], hand=HAND, stock=20)
    heard: list[Cue] = []
    hand.scene.shown.on_sound = heard.append  # type: ignore[method-assign, assignment]  # to listen
    joker = next(tile for tile in hand.turn.arrangement.tiles_on_table if hand.turn.view.faces[tile] == JOKER)
    own = hand.turn.view.rack[0]
    hand.turn.drop_tiles((own,), Target(Aim.NEW_SET))
    assert heard == [Cue.PUT]
    hand.turn.drop_tiles((joker,), Target(Aim.NEW_SET))
    assert heard == [Cue.PUT, Cue.JOKER_FREED]


@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
def test_ninety_five_tiles_get_the_second_row_of_a_rack_that_needs_one(size: tuple[int, int]) -> None:
    hand = placed(size, seats=7, table=CROWDED, hand=HAND_OF_CROWDED, stock=0)
    layout = hand.scene.board.current_layout()
    assert layout.rack.rows == 1
    assert not layout.frame.folded
    assert layout.heaps.width >= 44
    assert len(layout.slots) >= 14


def canasta_of_ours(hand: TableHand) -> int:
    """Return the number of one of our canastas."""
    layout = hand.scene.hands.board.current_layout()
    zone = layout.us
    return next(number for number in zone.numbers if (placed := layout.placed_set(number)) and placed.seal is not None)


def test_canastas_are_squared_up_and_spread_by_key_by_their_seal_and_by_pad() -> None:
    hand = TableHand()
    sit_at(hand, crowded_view(2, rack=14))
    number = canasta_of_ours(hand)

    def squared() -> bool:
        placed = hand.scene.board.current_layout().placed_set(number)
        assert placed is not None
        assert ("squared" in hand.place(f"set:{number}").state) is placed.squared
        return placed.squared

    assert not squared()
    hand.call("square")
    assert squared()
    placed = hand.scene.board.current_layout().placed_set(number)
    assert placed is not None
    assert placed.seal is not None
    hand.click_at(placed.seal.centre)
    assert not squared()
    hand.scene.hands.use_target(Target(Aim.SET, number))
    assert squared()
    hand.press("Esc")
    assert picked(hand) == []


def test_nothing_can_be_undone_after_a_draw_when_only_tiles_were_laid_and_taken_back() -> None:
    hand = OpenHand(seats=2)
    hand.until_mine()
    turn = hand.turn
    turn.pick_only(turn.view.rack[:2])
    turn.lay_new_set()
    hand.call("reset")
    hand.call("draw")
    hand.until_mine()
    assert len(hand.turn.turn_state.history.past) == 0
    hand.call("sort_runs")
    hand.call("draw")
    hand.until_mine()
    assert len(hand.turn.turn_state.history.past) == 1


def test_a_tile_is_carried_by_where_it_was_gripped() -> None:
    hand = TableHand()
    hand.until_mine()
    tile = rack_of(hand)[1]
    box = hand.place(f"tile:{tile}").box
    at = (box.x + 11.0, box.y + 29.0)
    hand.director.on_plain_event(PointerMoved(at))
    hand.director.on_plain_event(PointerDown(at))
    pointer = hand.scene.hands.pointer
    assert pointer is not None
    assert pointer.hand is not None
    assert pointer.hand.tile == tile
    assert pointer.hand.grip == pytest.approx((11.0, 29.0), abs=0.5)
    assert pointer.hand.start == at


@pytest.mark.parametrize("game", ["burako", "rummikub"])
def test_the_focus_ring_rises_with_a_picked_tile(game: str) -> None:
    hand: TableHand = TableHand() if game == "burako" else OpenHand()
    hand.until_mine()
    for key in ("Right", "Right"):
        hand.press(key)
    rack = next(area for area in hand.scene.hands.areas if area.focused)
    lying = rack.focus_box
    assert rack.ring_box == lying
    hand.press("Space")
    assert picked(hand)
    assert rack.focus_box == lying
    assert rack.ring_box == lying.moved(0, -LIFT_HEIGHT)
    hand.press("Space")
    assert rack.ring_box == lying
