"""What somebody who has never played an open table stumbles over: why not, where to, and which tile."""

from __future__ import annotations

import pytest

from game.client.draw.marks import SetState
from game.client.draw.theme import ButtonKind
from game.client.events import Modifiers, PointerDown, PointerMoved, PointerUp
from game.client.table.aims import Aim, Target
from game.client.table.geometry.laid import TileZone
from game.client.table.open.choices import possible_moves
from game.client.table.open.glow import OpenDropHighlights
from game.client.table.open.ground import HeapLabels
from game.client.table.open.layout import GRIP_MARGIN, click_target, heap_around, tile_at
from game.client.table.open.outcome import open_outcome
from game.client.table.open.panel import OpenPanel
from game.client.table.open.pointer import OpenPointer
from game.client.table.open.words import rack_words
from game.client.table.tag import TagKind
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.words import LANGUAGES, say, set_language
from game.table.faces import Colour
from game.table.tiles import Tile
from tests.client.layout_check import problems
from tests.client.open_table_kit import OpenHand, placed
from tests.client.table_kit import TableHand
from tests.slices import crossed

NBSP = "\N{NO-BREAK SPACE}"


def tile(hand: OpenHand, words: str) -> Tile:
    """Return the tile of the rack with this face, else that of the table."""
    found = hand.tiles()[words]
    return next((one for one in found if one in hand.turn.arrangement.rack), found[0])


def sized(hand: OpenHand, size: tuple[int, int], text: int) -> None:
    """Show the table in a window of another size, with other text."""
    hand.doors.preferences.now = type(hand.doors.preferences.now)(calm=True, text_size=text)
    hand.director.resize(Viewport(size))
    hand.director.relayout()


def heap_with(hand: OpenHand, one: Tile) -> int:
    heap = hand.turn.arrangement.heap_of(one)
    assert heap is not None
    return heap.number


def told(hand: OpenHand, one: Tile) -> HeapLabels:
    """Return what is said of the heap a tile lies in."""
    number = heap_with(hand, one)
    return next(telling for telling in hand.scene.hands.board._heap_labels if telling.number == number)


def paper(hand: OpenHand) -> str:
    """Return all the words of the paper over the table, "" where none lies there."""
    toast = hand.scene.shown.paper.toast
    if toast is None:
        return ""
    explained = toast.explained
    return f"{explained.what} | {explained.why} | {explained.mend}".replace(NBSP, " ")


def taken_joker() -> OpenHand:
    """Take a joker from a group of four for two nines of the rack, against the rule."""
    hand = placed(table=["[R11 K11 B11 *]", "[K1 K2 K3]"], hand=["R9", "K9", "R1"], stock=20)
    for word in ("red 9", "black 9"):
        hand.click(f"tile:{tile(hand, word)}")
    hand.press("N")
    hand.drag(tile(hand, "the joker"), f"set:{heap_with(hand, tile(hand, 'red 9'))}:end")
    return hand


# --- a joker that is not free -----------------------------------------------------------------------------------------


def test_the_set_a_joker_was_taken_from_is_marked_and_names_the_tile_it_wants() -> None:
    hand = taken_joker()
    left, new = told(hand, tile(hand, "red 11")), told(hand, tile(hand, "red 9"))
    assert left.verdict is SetState.BROKEN
    assert left.tag.replace(NBSP, " ") == "Lay yellow 11 for the joker"
    assert new.verdict is None, "no tick where the joker is not free to lie"
    states = {place.name: place.state for place in hand.scene.shown_items() if place.kind == "set"}
    assert states[f"set:{left.number}"][0] == "fault"
    assert [state for state in states.values() if state == ("valid", "changed")] == []


def test_the_mark_speaks_another_language_as_soon_as_it_is_chosen() -> None:
    hand = taken_joker()
    eleven = tile(hand, "red 11")
    set_language("it")
    hand.director.relayout()
    assert told(hand, eleven).tag.replace(NBSP, " ") == "Cala l'11 giallo per il jolly"


def test_the_panel_and_the_banner_say_at_once_which_tile_frees_the_joker() -> None:
    hand = taken_joker()
    words = hand.place("table.readiness").text.replace(NBSP, " ")
    assert words == ("That joker is not free. Lay yellow 11 from your rack too, or leave the joker where it stood.")
    assert hand.scene.board.banner.line == "That joker is not free"


def test_a_joker_of_a_group_of_three_goes_for_either_colour_of_the_rack() -> None:
    hand = placed(table=["[R11 K11 *]", "[B11 Y11 R11b K11b]"], hand=["R9", "K9", "R1"], stock=20)
    for word in ("red 9", "black 9"):
        hand.click(f"tile:{tile(hand, word)}")
    hand.press("N")
    joker, blue = tile(hand, "the joker"), tile(hand, "blue 11")
    old = heap_with(hand, joker)
    hand.drag(joker, f"set:{heap_with(hand, tile(hand, 'red 9'))}:end")
    hand.drag(blue, f"set:{old}:end")
    assert told(hand, blue).tag.replace(NBSP, " ") == "Lay blue 11 or yellow 11 for the joker"
    assert "must come from your rack" in hand.place("table.readiness").text


def test_a_joker_with_too_few_companions_is_marked_where_it_lies() -> None:
    hand = placed(table=["[K4 *=K5 K6]", "[R9 B9 K9 Y9]"], hand=["K5", "R8", "R1"], stock=20)
    joker = tile(hand, "the joker")
    hand.drag(joker, "new_set")
    number = heap_with(hand, joker)
    hand.drag(tile(hand, "black 5"), f"tile:{tile(hand, 'black 6')}")
    hand.drag(tile(hand, "red 9"), f"tile:{joker}")
    hand.drag(tile(hand, "red 8"), f"tile:{tile(hand, 'red 9')}")
    assert hand.turn.legal_moves.broken_count == 0
    mark = next(telling for telling in hand.scene.hands.board._heap_labels if telling.number == number)
    assert mark.verdict is SetState.BROKEN
    assert mark.tag == "Needs 2 tiles of yours"


def test_a_joker_of_a_group_shows_which_colours_it_may_have() -> None:
    hand = placed(table=["[R11 K11 B11 *a]", "[R9 K9 *b]"], hand=["R1"], stock=20)
    assert told(hand, tile(hand, "red 11")).colours == (Colour.YELLOW,)
    assert set(told(hand, tile(hand, "red 9")).colours) == {Colour.BLUE, Colour.YELLOW}
    hand = placed(table=["[K4 K5 *=K6]"], hand=["R1"], stock=20)
    assert told(hand, tile(hand, "black 4")).colours == ()


# --- a tile in the place of the joker that stands for it --------------------------------------------------------------


def with_four(*rack: str) -> OpenHand:
    return placed(table=["[B2 B3 *=B4 B5]", "[K1 K2 K3]"], hand=["B4", "R1", *rack], stock=20)


def freed(hand: OpenHand) -> None:
    """Ask that the four stands in the run, the joker alone, and that one undo brings all back."""
    joker = tile(hand, "the joker")
    four = tile(hand, "blue 4")
    heap = hand.turn.arrangement.heap_of(joker)
    assert heap is not None
    assert heap.tiles == (joker,)
    run = hand.turn.arrangement.heap_of(four)
    assert run is not None
    assert [hand.turn.view.faces[one].number for one in run.tiles] == [2, 3, 4, 5]
    hand.press("Z", Modifiers(ctrl=True))
    assert not hand.turn.arrangement.touched


def test_a_tile_dropped_on_the_joker_that_stands_for_it_takes_its_place() -> None:
    hand = with_four()
    hand.drag(tile(hand, "blue 4"), f"tile:{tile(hand, 'the joker')}")
    freed(hand)


@pytest.mark.parametrize("x", [0.2, 0.8])
def test_a_picked_tile_and_a_click_on_the_joker_do_the_same(x: float) -> None:
    hand = with_four()
    hand.click(f"tile:{tile(hand, 'blue 4')}")
    box = hand.place(f"tile:{tile(hand, 'the joker')}").box
    hand.click_at((box.x + box.w * x, box.centre[1]))
    freed(hand)


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_the_keys_put_a_tile_in_the_place_of_the_joker_too(key: str) -> None:
    hand = with_four()
    hand.click(f"tile:{tile(hand, 'blue 4')}")
    hand.scene.hands.choose_set(Target(Aim.HEAP, 0, 2))
    hand.press(key)
    freed(hand)


def test_double_click_frees_a_joker_where_no_set_takes_the_tile_otherwise() -> None:
    hand = placed(table=["[R9 K9 B9 *]"], hand=["Y9", "R1"], stock=20)
    hand.turn.make_obvious_move(tile(hand, "yellow 9"))
    assert [len(heap.tiles) for heap in hand.turn.arrangement.heaps] == [4, 1]
    hand = with_four()
    hand.turn.make_obvious_move(tile(hand, "blue 4"))
    assert [len(heap.tiles) for heap in hand.turn.arrangement.heaps] == [5, 3], "in the run all stays in order"


def test_what_would_come_of_it_is_said_before_the_hand_lets_go() -> None:
    hand = with_four()
    four = tile(hand, "blue 4")
    target = hand.turn.legal_moves.joker_under((four,), tile(hand, "the joker"))
    assert target is not None
    tag = open_outcome(hand.turn, (four,), target)
    assert tag is not None
    assert tag.words == "in the joker's place: it comes free"
    assert tag.kind is TagKind.GAIN


def test_another_tile_on_a_joker_is_laid_beside_it_as_ever() -> None:
    hand = with_four("B6")
    hand.drag(tile(hand, "blue 6"), f"tile:{tile(hand, 'the joker')}")
    assert [len(heap.tiles) for heap in hand.turn.arrangement.heaps] == [5, 3]
    assert hand.turn.legal_moves.broken_count == 0


# --- picking ----------------------------------------------------------------------------------------------------------


def test_clicks_gather_tiles_of_several_sets_where_dropping_them_would_break_one() -> None:
    hand = placed(table=["[R9 R10 R11 R12]", "[B9 K9 Y9 R9b]", "[K1 K2 K3]"], hand=["K4", "R1"], stock=20)
    first, second = hand.turn.arrangement.heaps[0].tiles[0], tile(hand, "blue 9")
    hand.click(f"tile:{first}")
    hand.click(f"tile:{second}")
    assert hand.turn.turn_state.picked == (first, second)
    assert not hand.turn.arrangement.touched
    hand.click("new_set")
    assert [len(heap.tiles) for heap in hand.turn.arrangement.heaps] == [3, 3, 3, 2]


def test_tiles_of_the_rack_gather_one_of_the_table() -> None:
    hand = placed(table=["[R5 B5 K5 Y5]", "[K1 K2 K3]"], hand=["R3", "R4", "R1"], stock=20)
    for word in ("red 3", "red 4", "red 5"):
        hand.click(f"tile:{tile(hand, word)}")
    assert len(hand.turn.turn_state.picked) == 3
    hand.press("N")
    assert hand.turn.legal_moves.refusal is None


def test_a_click_drops_where_the_set_takes_what_is_picked_or_is_no_set_yet() -> None:
    hand = placed(table=["[R5 B5 K5]", "[K1 K2 K3]"], hand=["Y5", "R9", "B9"], stock=20)
    hand.click(f"tile:{tile(hand, 'yellow 5')}")
    hand.click(f"tile:{tile(hand, 'red 5')}")
    assert len(hand.turn.arrangement.heaps[0].tiles) == 4
    hand.drag(tile(hand, "red 9"), "new_set")
    hand.click(f"tile:{tile(hand, 'blue 9')}")
    hand.click(f"tile:{tile(hand, 'red 9')}")
    assert len(hand.turn.arrangement.heaps[2].tiles) == 2


@pytest.mark.parametrize("order", [("yellow 7", "the joker", "yellow 8"), ("the joker", "yellow 7", "yellow 8")])
def test_a_free_joker_is_picked_among_others_in_any_order(order: tuple[str, ...]) -> None:
    hand = with_four("Y7", "Y8")
    hand.drag(tile(hand, "blue 4"), f"tile:{tile(hand, 'the joker')}")
    for word in order[:2]:
        hand.click(f"tile:{tile(hand, word)}")
    assert set(hand.turn.turn_state.picked) == {tile(hand, word) for word in order[:2]}
    hand.click(f"tile:{tile(hand, order[2])}")
    hand.click("new_set")
    assert hand.turn.legal_moves.broken_count == 0


def test_under_the_pointer_it_is_said_that_a_click_gathers() -> None:
    hand = placed(table=["[R5 B5 K5 Y5]", "[K1 K2 K3]"], hand=["R3", "R1"], stock=20)
    hand.click(f"tile:{tile(hand, 'red 3')}")
    hand.director.on_plain_event(PointerMoved(hand.place(f"tile:{tile(hand, 'red 5')}").box.centre))
    assert hand.scene.hands.pointer is not None
    assert hand.scene.hands.pointer.aim == Target(Aim.TILE, 0, 0)
    tag = open_outcome(hand.turn, hand.turn.turn_state.picked_in_order, hand.scene.hands.pointer.aim)
    assert tag is not None
    assert tag.words == "a click picks it too"


@pytest.mark.parametrize("over", ["red 4", "red 6", "red 8"])
def test_a_click_on_a_run_splits_it_around_the_picked_tile_that_it_has_already(over: str) -> None:
    hand = placed(table=["[R4 R5 R6 R7 R8]", "[K1 K2 K3]"], hand=["R6b", "R1"], stock=20)
    own = hand.turn.arrangement.rack[0]
    hand.click(f"tile:{own}")
    on = next(one for one in hand.turn.arrangement.heaps[0].tiles if one in hand.tiles()[over])
    hand.director.on_plain_event(PointerMoved(hand.place(f"tile:{on}").box.centre))
    assert hand.scene.hands.pointer is not None
    assert hand.scene.hands.pointer.aim is not None
    tag = open_outcome(hand.turn, (own,), hand.scene.hands.pointer.aim)
    assert tag is not None
    assert (tag.words, tag.kind) == (say("open.tag.split"), TagKind.GAIN)
    hand.click(f"tile:{on}")
    assert [len(heap.tiles) for heap in hand.turn.arrangement.heaps] == [3, 3, 3]
    assert hand.turn.legal_moves.broken_count == 0
    assert own in hand.turn.arrangement.played
    hand.turn.undo()
    assert not hand.turn.arrangement.touched, "one step"


@pytest.mark.parametrize(
    ("own", "table", "over", "why"),
    [
        ("R5b", "[R4 R5 R6]", "red 6", "That run has this tile already"),
        ("R9", "[R4 R5 R6]", "red 5", "These numbers do not follow one another"),
        ("K5b", "[R5 B5 K5 Y5]", "red 5", "A colour stands twice in that group"),
        ("B9", "[R4 R5 R6]", "red 5", ""),
    ],
)
def test_a_set_that_does_not_take_the_picked_tile_of_the_rack_says_why(
    own: str, table: str, over: str, why: str
) -> None:
    hand = placed(table=[table, "[K1 K2 K3]"], hand=[own, "Y13"], stock=20)
    picked = (hand.turn.arrangement.rack[0],)
    hand.click(f"tile:{picked[0]}")
    on = next(one for one in hand.turn.arrangement.heaps[0].tiles if one in hand.tiles()[over])
    hand.director.on_plain_event(PointerMoved(hand.place(f"tile:{on}").box.centre))
    assert hand.scene.hands.pointer is not None
    assert hand.scene.hands.pointer.aim is not None
    tag = open_outcome(hand.turn, picked, hand.scene.hands.pointer.aim)
    assert tag is not None
    assert tag.kind is TagKind.REFUSED
    hand.click(f"tile:{on}")
    assert paper(hand).startswith(why), paper(hand)
    assert paper(hand)
    assert hand.turn.turn_state.picked == picked
    assert not hand.turn.arrangement.touched


def test_a_picked_tile_of_the_table_stands_higher_and_is_put_down_by_its_head() -> None:
    hand = placed(table=["[R5 B5 K5 Y5]"], hand=["R1"], stock=20)
    five = tile(hand, "black 5")
    spot = hand.scene.board.current_layout().spots[five]
    stage = hand.scene.board.stage
    marks = hand.scene.shown.marks
    assert stage._rise(five, spot.lies, marks) == 0
    hand.click(f"tile:{five}")
    assert stage._rise(five, spot.lies, hand.scene.shown.marks) > 0
    hand.click_at((spot.box.centre[0], spot.box.y - 4))
    assert hand.turn.turn_state.picked == ()


# --- why no set takes a tile ------------------------------------------------------------------------------------------


def double_clicked(words: str, *table: str) -> OpenHand:
    hand = placed(table=[*table], hand=[words, "R1"], stock=20)
    own = hand.turn.arrangement.rack[0]
    at = hand.place(f"tile:{own}").box.centre
    hand.director.on_plain_event(PointerMoved(at))
    for clicks in (1, 2):
        hand.director.on_plain_event(PointerDown(at, clicks=clicks))
        hand.director.on_plain_event(PointerUp(at))
    return hand


def test_a_colour_that_stands_in_the_group_already_is_the_reason() -> None:
    hand = double_clicked("K5b", "[R5 B5 K5 Y5]", "[K9 K10 K11]")
    assert "A colour stands twice in that group" in paper(hand)
    assert "black 5 and black 5" in paper(hand)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scale", [1.0, 1.5, 2.5])
def test_the_paper_has_room_for_all_it_says(language: str, scale: float) -> None:
    set_language(language)
    hand = double_clicked("K5b", "[R5 B5 K5 Y5]", "[K9 K10 K11]")
    hand.doors.preferences.now = type(hand.doors.preferences.now)(calm=True, text_size=round(scale * 100))
    for size in ((960, 540), (1280, 720)):
        found = problems(hand.scene, size, scale)
        assert [one for one in found if "toast overlaps" not in one] == []


@pytest.mark.parametrize(("language", "scale"), crossed(LANGUAGES, [2.5, 1.5, 1.0, 0.8]))
def test_what_keeps_a_turn_from_its_end_has_room(language: str, scale: float) -> None:
    hands = [taken_joker(), two_homes(), with_four("B6")]
    set_language(language)
    for hand in hands:
        hand.doors.preferences.now = type(hand.doors.preferences.now)(calm=True, text_size=round(scale * 100))
        for size in ((960, 540), (1280, 720), (1024, 768)):
            assert problems(hand.scene, size, scale) == []


def test_a_tile_that_goes_nowhere_is_not_left_picked() -> None:
    hand = double_clicked("K5b", "[R5 B5 K5 Y5]", "[K9 K10 K11]")
    assert hand.turn.turn_state.picked == ()


def test_a_tile_far_from_every_run_is_told_with_the_nearest() -> None:
    hand = double_clicked("R9", "[R5 R6 R7]", "[K9 K10 K11]", "[R11 R12 R13]")
    assert "do not follow one another" in paper(hand)
    assert "Out of place: red 9" in paper(hand)


def test_a_run_that_has_the_tile_is_the_reason() -> None:
    hand = double_clicked("K10b", "[K9 K10 K11]", "[R5 R6 R7]")
    assert "That run has this tile already" in paper(hand)


def test_where_nothing_is_near_no_set_of_anybodys_takes_it() -> None:
    hand = double_clicked("Y13", "[K1 K2 K3]")
    assert paper(hand).startswith("No set on the table takes that")
    assert "yours" not in paper(hand)
    hand = placed(table=["[K1 K2 K3]"], hand=["Y13", "R9"], stock=20)
    for word in ("yellow 13", "red 9"):
        hand.click(f"tile:{tile(hand, word)}")
    hand.press("E")
    assert paper(hand).startswith("No set on the table takes that")


# --- keys: where to, and nothing unseen -------------------------------------------------------------------------------


def two_homes() -> OpenHand:
    """Press O on a yellow 2 that goes to the twos and before the run."""
    hand = placed(table=["[R2 B2 K2]", "[Y3 Y4 Y5]", "[K9 K10 K11]"], hand=["Y2", "R8", "K8"], stock=20)
    hand.press("Right")
    hand.scene.ring.focus_on("table.rack")
    hand.scene.hands.rack.focus_target(
        Target(Aim.SLOT, hand.turn.turn_state.visible_slots.index(tile(hand, "yellow 2")))
    )
    hand.press("O")
    return hand


def focus_of(hand: OpenHand) -> tuple[Aim, int]:
    target = hand.scene.shown.focus
    assert target is not None
    return target.aim, target.index


def test_the_banner_says_how_one_of_several_sets_is_chosen() -> None:
    hand = two_homes()
    assert hand.scene.board.banner.line == "Choose with the arrows, Space lays, Esc goes back"
    assert focus_of(hand) == (Aim.HEAP, 0)
    hand.press("Space")
    assert len(hand.turn.arrangement.heaps[0].tiles) == 4
    assert "Choose" not in hand.scene.board.banner.line


@pytest.mark.parametrize("key", ["O", "E", "Right", "Left", "Down", "Up"])
def test_arrows_and_the_same_key_again_go_from_one_home_to_the_other(key: str) -> None:
    hand = two_homes()
    for number in (1, 0, 1):
        hand.press(key)
        hand.pass_time()
        assert focus_of(hand) == (Aim.HEAP, number)
    assert hand.turn.turn_state.picked == (tile(hand, "yellow 2"),)
    hand.press("Enter")
    assert [len(heap.tiles) for heap in hand.turn.arrangement.heaps] == [3, 4, 3]


def test_esc_goes_back_to_the_tile_in_the_rack() -> None:
    hand = two_homes()
    hand.press("Esc")
    hand.pass_time()
    assert hand.turn.turn_state.picked == ()
    assert not hand.turn.arrangement.touched
    assert hand.scene.shown.focus == Target(Aim.SLOT, hand.turn.turn_state.visible_slots.index(tile(hand, "yellow 2")))
    assert "Choose" not in hand.scene.board.banner.line
    assert hand.director.top is hand.scene


def test_the_choice_is_over_when_the_focus_goes_elsewhere() -> None:
    hand = two_homes()
    hand.press("Tab")
    hand.pass_time()
    assert "Choose" not in hand.scene.board.banner.line


def test_o_on_a_tile_of_a_good_set_leaves_the_set_whole() -> None:
    hand = placed(table=["[R9 R10 R11 R12]", "[B9 K9 Y9]"], hand=["Y2", "R8"], stock=20)
    hand.scene.hands.choose_set(Target(Aim.HEAP, 0, 0))
    hand.press("O")
    assert not hand.turn.arrangement.touched
    assert hand.turn.turn_state.picked == hand.turn.arrangement.heaps[0].tiles


@pytest.mark.parametrize("key", ["O", "N", "E", "G", "Space", "Down", "D"])
def test_a_key_takes_the_paper_away_and_does_nothing_behind_it(key: str) -> None:
    hand = double_clicked("Y13", "[K1 K2 K3]")
    assert paper(hand)
    before = (hand.turn.turn_state, hand.scene.ring.focus, hand.scene.ring.focus and hand.scene.ring.focus.focus_box)
    hand.press(key)
    assert not paper(hand)
    after = (hand.turn.turn_state, hand.scene.ring.focus, hand.scene.ring.focus and hand.scene.ring.focus.focus_box)
    assert after == before
    assert hand.scene.session.sent == []  # type: ignore[attr-defined]


def test_a_click_on_the_paper_reaches_nothing_under_it() -> None:
    hand = double_clicked("K5b", "[R5 B5 K5 Y5]", "[K9 K10 K11]")
    button = min((hand.place(name).box for name in ("toast.rule", "toast.got_it")), key=lambda box: box.x)
    hand.click_at((button.x - 30, button.centre[1]))
    assert paper(hand)
    before = hand.turn.turn_state
    hand.click("toast.got_it")
    assert not paper(hand)
    assert hand.turn.turn_state == before
    hand = double_clicked("K5b", "[R5 B5 K5 Y5]", "[K9 K10 K11]")
    sized(hand, (1280, 720), 250)
    hand.click("toast.got_it")
    assert not paper(hand)
    assert not hand.turn.arrangement.touched


def test_a_click_on_the_paper_of_a_table_with_a_pile_reaches_nothing_under_it() -> None:
    hand = TableHand()
    hand.until_mine()
    assert hand.scene.hands.turn is not None
    hand.scene.shown.on_explained("toast.nothing_picked")
    before = hand.scene.hands.turn.turn_state
    hand.click("toast.got_it")
    assert hand.scene.shown.toast is None
    assert hand.scene.hands.turn.turn_state == before


def test_undo_mends_in_spite_of_the_paper() -> None:
    hand = taken_joker()
    hand.click("table.primary")
    hand.press("Z", Modifiers(ctrl=True))
    assert hand.scene.shown.toast is None
    assert hand.turn.turn_state.history.future


def test_what_was_picked_is_put_down_when_the_turn_ends() -> None:
    hand = OpenHand(game="rummikub", seats=2, seed=3)
    hand.until_mine()
    hand.turn.pick_only(hand.turn.arrangement.rack[:2])
    hand.press("D")
    hand.until_mine()
    assert hand.turn.turn_state.picked == ()
    assert "picked" not in rack_words(hand.turn)


def test_what_is_picked_while_others_play_stays_picked() -> None:
    hand = OpenHand(game="rummikub", seats=3, seed=3, pace=0.3)
    hand.until_mine()
    hand.press("D")
    hand.pass_time()
    chosen = hand.turn.arrangement.rack[:2]
    hand.turn.pick_only(chosen)
    hand.until_mine()
    assert set(hand.turn.turn_state.picked) == set(chosen)


def test_arrows_skip_the_empty_slots_of_the_rack_unless_something_is_picked() -> None:
    hand = placed(table=["[K1 K2 K3]"], hand=["R1", "R5", "R9"], stock=20)
    hand.turn.move_tiles((tile(hand, "red 9"),), 8)
    hand.press("Right")
    hand.scene.ring.focus_on("table.rack")
    hand.scene.hands.rack.focus_target(Target(Aim.SLOT, 1))
    hand.press("Right")
    assert hand.scene.shown.focus == Target(Aim.SLOT, hand.turn.turn_state.visible_slots.index(tile(hand, "red 9")))
    hand.press("Left")
    assert hand.scene.shown.focus == Target(Aim.SLOT, 1)
    hand.press("Space")
    hand.press("Right")
    assert hand.scene.shown.focus == Target(Aim.SLOT, 2)


def test_the_focus_goes_to_the_nearest_tile_when_its_own_was_laid() -> None:
    hand = placed(table=["[R2 R3 R4]"], hand=["R1", "R5", "K12"], stock=20)
    hand.press("Right")
    hand.scene.ring.focus_on("table.rack")
    hand.scene.hands.rack.focus_target(Target(Aim.SLOT, 1))
    hand.press("O")
    assert hand.turn.arrangement.played == (tile(hand, "red 5"),)
    assert hand.scene.shown.focus in (Target(Aim.SLOT, 0), Target(Aim.SLOT, 2))


def test_left_of_draw_is_the_end_of_the_turn_and_left_of_that_the_rack() -> None:
    hand = placed(table=["[K1 K2 K3]"], hand=["R1", "R5"], stock=20)
    hand.press("Right")
    hand.scene.ring.focus_on("table.second")
    for name in ("table.primary", "table.rack"):
        hand.press("Left")
        assert hand.scene.ring.focus is not None
        assert hand.scene.ring.focus.name == name


# --- the end of the turn ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["click", "Ctrl Enter", "Enter", "pad"])
def test_end_turn_tells_why_it_cannot_be_pressed(by: str) -> None:
    hand = taken_joker()
    assert hand.place("table.primary").state == ("off",)
    assert hand.scene.panel.onward_button is None
    match by:
        case "click":
            hand.click("table.primary")
        case "pad":
            hand.pad("Menu")
        case _:
            hand.press("Enter", Modifiers(ctrl=by != "Enter"))
    assert "Lay yellow 11 from your rack too" in paper(hand)
    assert hand.scene.session.sent == []  # type: ignore[attr-defined]


def test_end_turn_can_be_walked_to_while_it_is_off() -> None:
    hand = placed(table=["[K1 K2 K3]"], hand=["R9"], stock=20)
    hand.scene.ring.focus_on("table.primary")
    assert hand.scene.ring.focus is not None
    assert hand.scene.ring.focus.name == "table.primary"


def test_a_turn_without_a_tile_speaks_of_drawing_while_there_is_a_stock_and_of_passing_after_that() -> None:
    hand = placed(table=["[K1 K2 K3]"], hand=["R9"], stock=20)
    hand.click("table.primary")
    assert "draw" in paper(hand)
    assert "pass" not in paper(hand)
    hand = placed(table=["[K1 K2 K3]"], hand=["R9"], stock=0)
    hand.click("table.primary")
    assert "pass" in paper(hand)
    assert "draw" not in paper(hand)


def test_draw_tells_why_it_cannot_be_pressed() -> None:
    hand = placed(hand=["B5", "K1"], stock=9)
    hand.drag(tile(hand, "blue 5"), "new_set")
    assert "off" in hand.place("table.second").state
    hand.click("table.second")
    assert "Reset does it at once" in paper(hand)
    assert hand.scene.session.sent == []  # type: ignore[attr-defined]


# --- a joker that the rules keep is told at once ----------------------------------------------------------------------


def lit(hand: OpenHand) -> set[object]:
    """Return the names of what is lit for what is picked and where the pointer is."""
    pointer, board, look = hand.scene.hands.pointer, hand.scene.hands.board, hand.scene.look
    assert isinstance(pointer, OpenPointer)
    assert look is not None
    return {part.name for part in OpenDropHighlights().parts(look, board, hand.turn, pointer, None)}


def thirteens(*rack: str) -> OpenHand:
    """Sit at a rummy table with a group of three thirteens, one of them a joker, and a red 13 in a run."""
    table = ["[B13 Y13 *]", "[R10 R11 R12 R13]"]
    return placed(game="rummy", phase="PLAY", table=table, hand=[*rack, "R1", "K2"], stock=20)


def test_a_joker_lifted_from_a_group_of_three_is_told_while_sets_are_still_broken() -> None:
    hand = thirteens()
    hand.drag(tile(hand, "the joker"), "new_set")
    assert hand.turn.legal_moves.broken_count == 2
    assert hand.scene.hands.board.banner.line == "A joker leaves a group of three only if it becomes four"
    assert "Lay red 13 and black 13 from your rack" in hand.scene.hands.board.readiness.telling.line.replace(NBSP, " ")
    left = told(hand, tile(hand, "blue 13"))
    assert left.verdict is SetState.BROKEN
    assert left.tag.replace(NBSP, " ") == "Lay red 13 and black 13 for the joker"
    assert told(hand, tile(hand, "the joker")).verdict is SetState.BROKEN, "nobody is told it is a set"


def test_a_click_on_the_joker_that_the_rules_keep_says_why_and_adds_nothing() -> None:
    hand = thirteens("K13")
    black = tile(hand, "black 13")
    hand.click(f"tile:{black}")
    target = hand.turn.legal_moves.joker_under((black,), tile(hand, "the joker"))
    assert target is not None
    tag = open_outcome(hand.turn, (black,), target)
    assert tag is not None
    assert (tag.words.replace(NBSP, " "), tag.kind) == (
        "Lay red 13 and black 13 for the joker",
        TagKind.REFUSED,
    )
    assert hand.turn.legal_moves.jokers_for((black,)) == ()
    hand.director.on_plain_event(PointerMoved(hand.place(f"tile:{tile(hand, 'the joker')}").box.centre))
    assert ("tile", target) not in lit(hand), "it is not lit"
    hand.click(f"tile:{tile(hand, 'the joker')}")
    assert not hand.turn.arrangement.touched
    assert "A joker leaves a group of three only if it becomes four" in paper(hand)


def test_a_tile_that_lies_in_the_wrong_set_is_refused_with_the_way_back() -> None:
    hand = placed(table=["[K9 K10 K11]", "[R4 R5 R6]"], hand=["K12", "R1"], stock=20)
    hand.drag(tile(hand, "black 12"), f"tile:{tile(hand, 'red 4')}")
    hand.turn.end_turn()
    toast = hand.scene.shown.paper.toast
    assert toast is not None
    assert toast.explained.aside == "", "the tile was moved before"
    assert "Undo takes it back, or drag it to your rack." in paper(hand)
    hand.turn.undo()
    hand.turn.end_turn()
    assert "Undo" not in paper(hand)


def test_two_eights_and_a_click_on_the_eight_that_ends_a_run_are_three_eights_and_no_split() -> None:
    hand = placed(
        game="rummy",
        phase="PLAY",
        table=["[* B2 B3 B4 B5 B6 B7 B8]", "[R11 B11 K11]"],
        hand=["Y8", "K8", "R1"],
        stock=20,
    )
    for one in ("yellow 8", "black 8", "blue 8"):
        hand.click(f"tile:{tile(hand, one)}")
    assert not hand.turn.arrangement.touched, "the joker stays where it is"
    assert len(hand.turn.turn_state.picked) == 3
    hand.click("new_set")
    assert [len(heap.tiles) for heap in hand.turn.arrangement.heaps] == [7, 3, 3]


def test_a_tile_refused_beside_its_like_that_was_laid_leaves_nothing_to_undo() -> None:
    hand = placed(table=["[R4 R5 R6]"], hand=["R12", "K12", "Y12", "K12", "R1"], stock=20)
    blacks = hand.tiles()["black 12"]
    for one in (tile(hand, "red 12"), blacks[0], tile(hand, "yellow 12")):
        hand.click(f"tile:{one}")
    hand.click("new_set")
    hand.click(f"tile:{blacks[1]}")
    hand.click(f"tile:{tile(hand, 'red 12')}")
    assert blacks[1] in hand.turn.arrangement.rack
    assert "A colour stands twice in that group" in paper(hand)
    assert "Undo" not in paper(hand)


def test_both_tiles_picked_and_a_click_on_the_joker_free_it() -> None:
    hand = thirteens("K13", "R13")
    picked = [one for one in hand.turn.arrangement.rack if one in (*hand.tiles()["black 13"], *hand.tiles()["red 13"])]
    for one in picked:
        hand.click(f"tile:{one}")
    hand.click(f"tile:{tile(hand, 'the joker')}")
    assert [len(heap.tiles) for heap in hand.turn.arrangement.heaps] == [4, 4, 1]


def test_a_tile_of_the_table_on_the_joker_says_that_it_comes_from_the_rack() -> None:
    hand = placed(game="rummy", phase="PLAY", table=["[B10 * B12]", "[R11 B11 K11 Y11]"], hand=["R1", "K2"], stock=20)
    hand.click(f"tile:{tile(hand, 'blue 11')}")
    hand.click(f"tile:{tile(hand, 'the joker')}")
    assert not hand.turn.arrangement.touched
    assert "The tile for the joker must come from your rack" in paper(hand)


# --- a click lays where it helps, and picks elsewhere -----------------------------------------------------------------


def test_a_click_in_a_broken_set_picks_where_what_is_picked_does_not_belong_there() -> None:
    table = ["[R2 R3 R4 R5]", "[B3 B4 B5 B6]", "[K2 K3 K4]"]
    hand = placed(table=table, hand=["R1", "Y1"], stock=20)
    hand.drag(tile(hand, "black 4"), "new_set")
    threes = [tile(hand, f"{colour} 3") for colour in ("red", "blue", "black")]
    for one in threes:
        hand.click(f"tile:{one}")
    assert set(hand.turn.turn_state.picked) == set(threes)
    hand.click("new_set")
    assert hand.turn.arrangement.heaps[-1].tiles == tuple(threes)


@pytest.mark.parametrize("words", [("red 3", "blue 3", "black 3"), ("yellow 3", "blue 3", "black 3")])
def test_the_place_of_a_new_set_is_lit_for_a_set_from_the_rack_and_for_one_from_table_and_rack(
    words: tuple[str, ...],
) -> None:
    hand = placed(table=["[R2 R3 R4 R5]", "[B3 B4 B5 B6]"], hand=["Y3", "K3", "R1"], stock=20)
    picked = tuple(tile(hand, one) for one in words)
    assert not hand.turn.legal_moves.makes_set(picked[:2])
    for one in picked:
        hand.click(f"tile:{one}")
    assert "slot" in lit(hand)


# --- before the opening -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("opened", [True, False])
def test_a_set_of_the_table_is_lit_and_listed_only_for_who_has_opened(opened: bool) -> None:
    hand = placed(
        game="rummy", phase="TURN", table=["[R2 B2 K2]", "[K4 *=K5 K6]"], hand=["Y2", "K5", "Y9"], stock=20,
        opened=opened,
    )  # fmt: skip
    for word in ("yellow 2", "black 5"):
        hand.click(f"tile:{tile(hand, word)}")
        assert any(isinstance(name, tuple) and name[0] in ("light", "tile") for name in lit(hand)) is opened
        hand.click(f"tile:{tile(hand, word)}")
    assert any(move.code in ("add", "free") for move in possible_moves(hand.turn)) is opened


def test_a_set_of_this_turn_is_lit_before_the_opening_too() -> None:
    rack = ["Y9", "Y10", "Y11", "Y12"]
    hand = placed(game="rummy", phase="TURN", table=["[R2 B2 K2]"], hand=rack, stock=20, opened=False)
    for word in ("yellow 9", "yellow 10", "yellow 11"):
        hand.click(f"tile:{tile(hand, word)}")
    hand.click("new_set")
    hand.click(f"tile:{tile(hand, 'yellow 12')}")
    assert ("light", 1) in lit(hand)


# --- the closing tile -------------------------------------------------------------------------------------------------


def closing(**said: object) -> OpenHand:
    """Sit at a rummy table before the draw, with a closing tile that makes a run."""
    position = {"game": "rummy", "phase": "TURN", "closing": "K8", "hand": ["K7", "K9", "R1"], "stock": 20}
    return placed(**{"table": ["[B1 B2 B3]"], **position, **said})  # type: ignore[arg-type]  # none is a size


def test_the_closing_tile_is_mentioned_only_to_who_has_opened_and_has_few_tiles_left() -> None:
    few, first = "Draw, or go out if all can lie: click the closing tile", "Draw a tile from the stock first"
    many = [f"R{number}" for number in range(1, 8)]
    for hand, said in ((closing(), few), (closing(opened=False), first), (closing(hand=many), first)):
        assert hand.scene.hands.board.banner.line == said
        assert ("closing tile" in hand.place("table.readiness").text) is (said == few)


def test_a_whole_rack_that_makes_a_set_with_the_closing_tile_leads_to_it() -> None:
    hand = closing(hand=["K7", "K9"])
    for word in ("black 7", "black 9"):
        hand.click(f"tile:{tile(hand, word)}")
    assert hand.scene.hands.board.banner.line == "With the closing tile they make a set: click it"
    panel = hand.scene.panel
    assert isinstance(panel, OpenPanel)
    assert panel.second.face is ButtonKind.SECOND, "the draw is not suggested any more"
    hand.click(f"tile:{hand.turn.view.table.closing}")
    assert hand.turn.legal_moves.can_end
    assert hand.scene.hands.board.banner.line == "That is your whole rack: end your turn, and you go out!"


# --- a set that is being laid -----------------------------------------------------------------------------------------


def test_a_set_that_is_being_laid_is_not_called_broken_until_the_turn_is_to_end() -> None:
    hand = placed(table=["[K1 K2 K3]"], hand=["R9", "B9", "R1", "K6"], stock=20)
    nine = tile(hand, "red 9")
    hand.drag(nine, "new_set")
    assert told(hand, nine).verdict is SetState.BEGUN
    assert hand.scene.board.banner.line == "One set is not complete yet"
    assert hand.place("table.readiness").text.startswith("Not complete yet")
    hand.press("Enter", Modifiers(ctrl=True))
    assert told(hand, nine).verdict is SetState.BROKEN, "now it is in the way"
    hand.press("Esc")
    hand.drag(tile(hand, "blue 9"), f"set:{heap_with(hand, nine)}:end")
    assert told(hand, nine).verdict is SetState.BEGUN
    hand.drag(tile(hand, "black 6"), f"set:{heap_with(hand, nine)}:end")
    assert told(hand, nine).verdict is SetState.BROKEN, "no tile makes it a set"


def test_with_the_closing_tile_laid_it_is_said_that_all_must_go_and_nothing_is_drawn() -> None:
    hand = closing()
    assert hand.scene.hands.board._labels(hand.turn).has_closing
    for one in (tile(hand, "black 7"), hand.turn.view.table.closing, tile(hand, "black 9")):
        hand.click(f"tile:{one}")
    hand.click("new_set")
    board = hand.scene.hands.board
    assert board.banner.line == "With the closing tile all your tiles must go"
    assert board.readiness.telling.line == "With the closing tile all your tiles must go"
    assert not board._labels(hand.turn).has_closing, "no label beside an empty place"
    assert all(move.code != "draw" for move in possible_moves(hand.turn))
    panel = hand.scene.panel
    assert isinstance(panel, OpenPanel)
    assert panel.second.dim
    hand.turn.draw_or_pass()
    assert hand.turn.arrangement.played, "nothing was drawn, nothing taken back"
    assert "You have taken the closing tile" in paper(hand)


# --- what is not touched does not move --------------------------------------------------------------------------------


def fours(colours: str) -> list[str]:
    """Return four runs of four of each colour."""
    names = [(colour, first, twin) for colour in colours for first in (1, 5) for twin in "ab"]
    return [f"[{' '.join(f'{colour}{first + at}{twin}' for at in range(4))}]" for colour, first, twin in names]


@pytest.mark.parametrize("colours", ["RB", "RBYK"])
def test_a_label_below_a_set_moves_no_row(colours: str) -> None:
    hand = placed(table=fours(colours), hand=["Y9", "Y11"], stock=20)
    heaps = hand.turn.arrangement.heaps
    third, fourth = heaps[0].tiles[2:]

    def tops() -> list[float]:
        return [hand.place(f"tile:{heap.tiles[1]}").box.y for heap in heaps]

    before = tops()
    hand.drag(third, "new_set")
    hand.drag(fourth, f"tile:{heaps[2].tiles[0]}")
    broken = tops()
    assert broken == before, "it is written over the gap"
    hand.drag(third, f"set:{heaps[0].number}:end")
    assert hand.turn.legal_moves.broken_count == 0
    assert tops() == broken
    hand.press("Z", Modifiers(ctrl=True))
    hand.press("Z", Modifiers(ctrl=True))
    hand.press("Z", Modifiers(ctrl=True))
    assert tops() == before, "with everything taken back all lies as it did"


def test_whatever_was_pushed_aside_lies_where_it_lay_step_by_step_as_the_turn_is_taken_back() -> None:
    hand = placed(table=fours("RB"), hand=["Y1", "Y2"], stock=20)

    def lying() -> dict[int, Box]:
        return {
            one: spot.box for one, spot in hand.scene.board.current_layout().spots.items() if spot.lies is TileZone.SET
        }

    heaps = hand.turn.arrangement.heaps
    lain = [lying()]
    for step in range(5):  # the first set grows by tiles of the others until its row is too short
        hand.drag(heaps[2 + step].tiles[3], f"set:{heaps[0].number}:end")
        lain.append(lying())
    assert lain[-1][heaps[1].tiles[0]] != lain[0][heaps[1].tiles[0]]
    for before in reversed(lain[:-1]):
        hand.press("Z", Modifiers(ctrl=True))
        assert lying() == before


def lying(hand: OpenHand, face: str) -> Tile:
    """Return the first tile of the table with this face."""
    return next(one for one in hand.turn.arrangement.tiles_on_table if str(hand.turn.view.faces[one]) == face)


@pytest.mark.parametrize("by", ["tag", "gap", "other gap"])
def test_a_run_whose_middle_was_taken_is_split_by_one_click_where_both_halves_are_sets(by: str) -> None:
    hand = placed(table=["[B1 *=B2 B3 B4 B5 B6 B7]", "[R4 Y4 K4]"], hand=["R9", "K1"], stock=20)
    group = heap_with(hand, lying(hand, "R4"))
    run = heap_with(hand, lying(hand, "B1"))
    hand.turn.drop_tiles((lying(hand, "B4"),), Target(Aim.WHOLE, group))
    assert told(hand, lying(hand, "B1")).splits
    placed_run = hand.scene.board.current_layout().placed_heap(run)
    assert placed_run is not None
    if by == "tag":
        hand.click_at(placed_run.lane[1].centre)
    elif by == "gap":
        assert placed_run.gap is not None
        hand.click_at(placed_run.gap.centre)
    else:
        hand.turn.use_target(Target(Aim.HEAP, run, 2))
    faces = [[str(hand.turn.view.faces[one]) for one in heap.tiles] for heap in hand.turn.arrangement.heaps]
    halves = [["B1", "*", "B3"], ["B5", "B6", "B7"]]
    assert [half in faces for half in halves] == [by != "other gap"] * 2
    assert hand.turn.legal_moves.broken_count == (by == "other gap")


@pytest.mark.parametrize("table", ["[B1 B2 B3 B4 B5 B6]", "[B3 B4 B5 B6 B7]"])
def test_a_run_with_a_half_too_short_is_not_to_be_split(table: str) -> None:
    hand = placed(table=[table, "[R4 Y4 K4]"], hand=["R9", "K1"], stock=20)
    hand.turn.drop_tiles((lying(hand, "B4"),), Target(Aim.WHOLE, heap_with(hand, lying(hand, "R4"))))
    assert told(hand, lying(hand, "B3")).tag
    assert not told(hand, lying(hand, "B3")).splits


def test_where_sets_were_only_moved_the_panel_says_that_they_go_back_with_a_draw() -> None:
    hand = placed(table=["[B3 B4 B5 B6 B7]", "[R4 Y4 K4]"], hand=["R9", "K1"], stock=20)
    panel = hand.scene.panel
    assert isinstance(panel, OpenPanel)
    assert panel.second.tip is None
    before = hand.turn.arrangement
    hand.turn.drop_tiles((lying(hand, "B4"),), Target(Aim.WHOLE, heap_with(hand, lying(hand, "R4"))))
    assert say("open.ready.broken_back", n=1) in hand.place("table.readiness").text
    assert str(panel.second.tip) == say("open.tip.draw_back")
    hand.turn.undo()
    hand.turn.drop_tiles((lying(hand, "B3"),), Target(Aim.NEW_SET))
    hand.turn.drop_tiles((lying(hand, "B3"),), Target(Aim.WHOLE, heap_with(hand, lying(hand, "B4"))))
    assert panel.second.tip is None, "all lies as before"
    held = len(hand.turn.view.rack)
    hand.turn.drop_tiles((lying(hand, "B4"),), Target(Aim.WHOLE, heap_with(hand, lying(hand, "R4"))))
    hand.turn.draw()
    hand.pass_time()
    assert len(hand.turn.view.rack) == held + 1
    assert [heap.tiles for heap in hand.turn.arrangement.heaps] == [heap.tiles for heap in before.heaps]


def test_sets_too_few_to_open_are_not_crossed_out_and_can_be_taken_back_from_the_message() -> None:
    hand = placed(table=[], hand=["R7", "K7", "Y7", "B2"], stock=20, opened=False)
    sevens = tuple(one for one in hand.turn.view.rack if str(hand.turn.view.faces[one]) != "B2")
    hand.turn.drop_tiles(sevens, Target(Aim.NEW_SET))
    hand.turn.end_turn()
    message = hand.scene.shown.paper
    assert message.toast is not None
    assert message.wrong == ()
    assert [button.name for button in message.toast.buttons] == ["toast.rule", "toast.reset", "toast.got_it"]
    hand.click("toast.reset")
    assert hand.turn.arrangement.played == ()
    assert message.toast is None


def test_a_message_names_tiles_in_the_order_in_which_they_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[Tile, ...]] = []
    hand = placed(table=[], hand=["R7", "K7", "Y7", "B2"], stock=20, opened=False)
    sevens = {str(hand.turn.view.faces[one]): one for one in hand.turn.view.rack}
    order = (sevens["Y7"], sevens["R7"], sevens["K7"])
    hand.turn.drop_tiles(order, Target(Aim.NEW_SET))
    monkeypatch.setattr(hand.turn.sending, "refuse", lambda _ahead, _refused, tiles: heard.append(tiles))
    hand.turn.end_turn()
    assert heard == [tuple(hand.turn.arrangement.heaps[0].tiles)]


def test_a_joker_of_the_table_offers_nothing_that_the_rules_then_refuse() -> None:
    hand = placed(table=["[Y4 Y5 *=Y6 Y7]", "[K6 K7 K8 K9]"], hand=["R7", "B7", "R1"], stock=20)
    sevens = tile(hand, "yellow 7"), tile(hand, "red 7"), tile(hand, "blue 7")
    assert hand.turn.drop_tiles(sevens, Target(Aim.NEW_SET))
    assert hand.turn.legal_moves.refusal is None
    assert told(hand, tile(hand, "the joker")).readings == ()  # as yellow 3 it would no longer be the yellow 6


def test_the_labels_of_a_joker_lie_over_the_set_below_for_eye_and_hand() -> None:
    below = ["[K6 K7 K8 K9]", "[R1 R2 R3]", "[B1 B2 B3]", "[K1 K2 K3]", "[Y9 Y10 Y11]", "[R6 B6 K6]", "[R8 B8 K8]"]
    hand = placed(table=["[Y4 Y5 Y6]", *below], hand=["*", "R1"], stock=20)
    first = hand.turn.arrangement.heaps[0]
    assert hand.turn.drop_tiles((tile(hand, "the joker"),), Target(Aim.HEAP, first.number, 3))
    hand.pass_time()
    board = hand.scene.hands.board
    layout = board.layout
    assert layout is not None
    lane = next(heap.lane for heap in layout.heaps.heaps if heap.number == first.number)
    others = [heap.box.inset(-GRIP_MARGIN) for heap in layout.heaps.heaps if heap.number != first.number]
    assert any(box.overlaps(label) for box in others for label in lane)
    for at, label in enumerate(lane):
        for point in (label.centre, (label.centre[0], label.bottom - 1)):
            assert tile_at(layout, point) is None
            assert heap_around(layout, point) is None
            assert click_target(layout, point) == Target(Aim.READING, first.number, at)
    assert board.parts is not None
    names = [str(part.name[0]) for _tile, part in board.parts.over if isinstance(part.name, tuple)]
    assert "lane" in names
    assert "lane" not in names[: len(names) - len(lane)]
