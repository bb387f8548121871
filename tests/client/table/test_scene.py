"""The table scene: refusals that teach, undo, drags that survive, the desk, what is drawn and what is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.client.events import Modifiers, PointerDown, PointerMoved, PointerUp
from game.client.scenes.message import Message
from game.client.table.dead_hand.panel import DeadHandPanel
from game.client.table.dead_hand.turn_state import DeadHandTurnState
from game.client.table.dead_hand.words import Picks, banner_words
from game.client.table.panel import DEBOUNCE_SECONDS
from game.client.viewport import Viewport
from game.client.widgets import draw
from game.client.widgets.toast import Toast
from game.client.widgets.tooltip import DELAY_SECONDS
from game.client.widgets.widget import walk
from game.client.words import say
from game.client.words.tell import face_in_words
from game.table.moves import Draw
from game.table.state import Phase
from game.table.tiles import Tile
from game.table.view import View
from tests.client.table_kit import Drawer, TableHand, crowded_view, sit_at
from tests.slices import some

CTRL = Modifiers(ctrl=True)


def playing(seats: int = 2, seed: int = 3, *, calm: bool = True, pace: float = 0.0) -> TableHand:
    """Return a table at which the person has drawn and may lay."""
    hand = TableHand(seats=seats, seed=seed, calm=calm, pace=pace)
    hand.until_mine()
    while hand.scene.hands.turn is None or not hand.scene.hands.turn.can_play:
        hand.press("Enter")
        hand.pass_time()
    return hand


def crowd(hand: TableHand) -> View:
    view = crowded_view(hand.seats, rack=14, sets=3)
    sit_at(hand, view)
    return view


def turn_of(hand: TableHand) -> DeadHandTurnState:
    assert hand.scene.hands.turn is not None
    return hand.scene.hands.turn.turn_state


def group_in(view: View) -> list[Tile]:
    """Return three tiles of the rack that are a group."""
    for tile in view.rack:
        same = [other for other in view.rack if view.faces[other].number == view.faces[tile].number]
        if len(same) >= 3 and view.faces[tile].number > 2:
            return same[:3]
    raise AssertionError("the rack has no group")


def test_a_refusal_says_what_why_and_how_and_moves_nothing() -> None:
    hand = playing()
    turn_state = turn_of(hand)
    two = turn_state.view.rack[:2]
    for tile in two:
        hand.click(f"tile:{tile}")
    hand.press("L")
    toast = hand.scene.shown.toast
    assert isinstance(toast, Toast)
    assert toast.accessible_text() == say("refusal.too_few_tiles.what")
    assert str(toast.explained.why) == say("refusal.too_few_tiles.why", a=2)
    assert toast.buttons[0].name == "toast.rule", "it leads to the rule, without its number"
    assert toast.explained.mend
    assert turn_of(hand).draft == turn_state.draft
    assert set(turn_of(hand).picked) == set(two)
    assert "wrong" in hand.place(f"tile:{two[0]}").state
    gold = [widget for widget, _ in walk(hand.scene.root) if widget.kind == "button" and getattr(widget, "face", None)]
    assert sum(widget.enabled and str(getattr(widget, "face", "")) == "ButtonKind.PRIMARY" for widget in gold) == 1
    hand.press("Esc")
    assert hand.scene.shown.toast is None
    assert "wrong" not in hand.place(f"tile:{two[0]}").state


@pytest.mark.parametrize("key", ["D", "P"])
def test_drawing_twice_is_refused_with_its_reason(key: str) -> None:
    hand = playing()
    hand.press(key)
    assert hand.scene.shown.toast is not None


def test_a_deed_without_a_tile_is_explained() -> None:
    hand = playing()
    for key in ("L", "X", "E"):
        hand.press(key)
        assert hand.scene.shown.toast is not None
        assert hand.scene.shown.toast.accessible_text() == say("toast.nothing_picked.what")
        hand.press("Enter")
        assert hand.scene.shown.toast is None


def wait_for_others(seats: int) -> TableHand:
    """Return a table at which another is to move, and takes time for it."""
    hand = playing(seats, pace=0.5)
    hand.click(f"tile:{turn_of(hand).view.rack[0]}")
    hand.press("X")
    hand.pass_time()
    assert not turn_of(hand).view.must_decide
    return hand


def test_a_refusal_out_of_turn_goes_when_the_turn_comes() -> None:
    hand = wait_for_others(4)
    hand.press("D")
    assert hand.scene.shown.toast is not None
    assert hand.scene.shown.toast.accessible_text() == say("refusal.not_your_turn.what")
    length = len(hand.session.match.transcript.entries)
    while len(hand.session.match.transcript.entries) == length:
        hand.pass_time()
    assert hand.scene.shown.toast is not None
    hand.until_mine()
    assert hand.scene.shown.toast is None


@pytest.mark.parametrize(
    ("row", "leads"),
    [("stay", None), ("how", "help"), ("rules", "rule_book"), ("settings", "settings"), ("leave", "title")],
)
def test_the_three_lines_open_a_menu_and_what_is_chosen_takes_its_place(row: str, leads: str | None) -> None:
    hand = playing()
    hand.click("table.menu")
    top = hand.director.top
    assert isinstance(top, Message)
    assert top.name == "menu"
    top.ring.focus_on(f"menu.{row}")
    hand.press("Space")
    assert hand.director.top.name == (leads or hand.scene.name)
    if leads not in {None, "title"}:
        hand.press("Esc")
        assert hand.director.top is hand.scene


def test_nobody_plays_while_something_lies_over_the_table() -> None:
    hand = wait_for_others(2)
    hand.press("Esc")
    assert hand.director.top.name == "leave"
    length = len(hand.session.match.transcript.entries)
    for _ in range(100):
        hand.pass_time()
    assert len(hand.session.match.transcript.entries) == length
    hand.press("Esc")
    hand.until_mine()
    assert len(hand.session.match.transcript.entries) > length


def test_two_tiles_dragged_to_the_pile_go_home_and_it_is_explained() -> None:
    hand = playing()
    a, b = turn_of(hand).view.rack[:2]
    hand.click(f"tile:{a}")
    hand.click(f"tile:{b}")
    hand.drag(b, "pile")
    assert hand.scene.shown.toast is not None
    assert hand.scene.shown.toast.accessible_text() == say("toast.one_discard.what")
    assert a in turn_of(hand).view.rack


def test_a_set_laid_by_drag_is_undone_redone_and_reset() -> None:
    hand = playing()
    view = crowd(hand)
    group = group_in(view)
    for tile in group:
        hand.click(f"tile:{tile}")
    hand.drag(group[0], "new_set")
    assert turn_of(hand).view.table.melds[-1].tiles == tuple(group)
    assert all(tile not in turn_of(hand).view.rack for tile in group)
    hand.press("Z", CTRL)
    assert turn_of(hand).view == view
    hand.press("Y", CTRL)
    assert len(turn_of(hand).view.table.melds) == len(view.table.melds) + 1
    hand.press("R")
    assert turn_of(hand).view == view
    hand.click("table.undo")
    assert len(turn_of(hand).view.table.melds) == len(view.table.melds) + 1
    hand.director.on_plain_event(PointerDown((300.0, 300.0), "right"))
    assert turn_of(hand).view.table.melds


def test_a_tile_is_dragged_to_another_slot_and_stays_there() -> None:
    hand = playing()
    tile = Tile(turn_of(hand).slots[0])
    hand.drag(tile, "slot:14")
    assert turn_of(hand).slots[14] == tile
    assert turn_of(hand).slots[0] == -1


def test_shift_with_an_arrow_carries_a_tile() -> None:
    hand = playing()
    first, second = turn_of(hand).slots[:2]
    hand.press("Left")  # shows the focus
    hand.press("Right", Modifiers(shift=True))
    assert turn_of(hand).slots[:2] == (second, first)


def test_sorting_by_key_is_undone_by_key() -> None:
    hand = playing()
    before = turn_of(hand).slots
    hand.press("1")
    runs = turn_of(hand).slots
    hand.press("2")
    assert turn_of(hand).slots != runs != before
    hand.press("Z", CTRL)
    hand.press("Z", CTRL)
    assert turn_of(hand).slots == before


def begin_drag(hand: TableHand, tile: Tile) -> None:
    at = hand.place(f"tile:{tile}").box.centre
    for event in (PointerMoved(at), PointerDown(at), PointerMoved((at[0], at[1] - 60), dragging=True)):
        hand.director.on_plain_event(event)
    assert hand.scene.hands.pointer is not None
    assert hand.scene.hands.pointer.dragging


def test_a_drag_survives_a_resize_and_a_change_of_text_size() -> None:
    hand = playing()
    tile = turn_of(hand).view.rack[3]
    begin_drag(hand, tile)
    hand.director.resize(Viewport((1920, 1080)))
    hand.doors.preferences.now = replace(hand.doors.preferences.now, text_size=150)
    hand.director.relayout()
    assert hand.scene.hands.pointer is not None
    assert hand.scene.hands.pointer.dragging
    end = hand.place("pile").box.centre
    hand.director.on_plain_event(PointerMoved(end, dragging=True))
    hand.director.on_plain_event(PointerUp(end))
    assert turn_of(hand).view.table.pile[-1] == tile


def test_a_drag_while_others_play_survives_their_moves() -> None:
    hand = TableHand(seats=4, seed=3, pace=0.2)
    hand.until_mine()
    while hand.session.view is not None and hand.session.view.must_decide:
        hand.press("Enter")
        hand.pass_time()
        if hand.scene.hands.turn is not None and hand.scene.hands.turn.can_play:
            hand.click(f"tile:{turn_of(hand).view.rack[0]}")
            hand.press("X")
    tile = turn_of(hand).view.rack[1]
    begin_drag(hand, tile)
    length = len(hand.session.match.transcript.entries)
    while len(hand.session.match.transcript.entries) < length + 2:
        hand.pass_time(0.1)
    assert hand.scene.hands.pointer is not None
    assert hand.scene.hands.pointer.dragging
    end = hand.place("slot:13").box.centre
    hand.director.on_plain_event(PointerMoved(end, dragging=True))
    hand.director.on_plain_event(PointerUp(end))
    assert turn_of(hand).slots[13] == tile


def test_a_drag_ends_by_itself_when_its_tile_is_gone() -> None:
    hand = playing()
    view = turn_of(hand).view
    tile = view.rack[2]
    begin_drag(hand, tile)
    racks = (tuple(one for one in view.rack if one != tile), *view.table.racks[1:])
    assert hand.scene.hands.turn is not None
    hand.scene.hands.turn.follow_table(View(view.table.with_fields(racks=racks), 0, view.faces), dealt=False)
    hand.scene.shown.on_changed()
    assert hand.scene.hands.pointer is not None
    assert hand.scene.hands.pointer.hand is None
    hand.director.on_plain_event(PointerUp((400.0, 200.0)))
    assert hand.scene.shown.toast is None


def test_the_desk_is_set_up_again_after_a_sudden_end() -> None:
    first = playing()
    rack = turn_of(first).view.rack
    first.press("2")
    first.drag(turn_of(first).view.rack[0], "slot:14")
    left = turn_of(first)
    again = TableHand(seats=2, match=first.session.match, drawer=Drawer(first.drawer.kept))
    again.pass_time()
    assert turn_of(again).slots == left.slots
    assert sorted(turn_of(again).view.rack) == sorted(rack)
    assert turn_of(again).view.table == left.view.table
    assert turn_of(again).draft.moves == left.draft.moves


def test_unsent_sets_are_on_the_table_again() -> None:
    for seed in range(1, 40):
        first = playing(seed=seed)
        try:
            group = group_in(turn_of(first).view)
        except AssertionError:
            continue
        for tile in group:
            first.click(f"tile:{tile}")
        first.press("L")
        if not turn_of(first).view.table.melds:
            continue
        again = TableHand(seats=2, match=first.session.match, drawer=Drawer(first.drawer.kept))
        again.pass_time()
        assert turn_of(again).view.table.melds == turn_of(first).view.table.melds
        return
    raise AssertionError("no seed deals a group")


def test_a_desk_of_another_log_keeps_its_rack_order_alone() -> None:
    first = playing()
    first.drag(turn_of(first).view.rack[0], "slot:14")
    kept = first.drawer.kept
    assert kept is not None
    stale = Drawer(replace(kept, head="00"))
    again = TableHand(seats=2, match=first.session.match, drawer=stale)
    again.pass_time()
    assert turn_of(again).draft.steps == ()
    assert turn_of(again).slots == turn_of(first).slots


@pytest.mark.parametrize("calm", [True, False])
def test_drawing_changes_nothing(calm: bool) -> None:
    hand = playing(4, calm=calm)
    crowd(hand)
    begin_drag(hand, turn_of(hand).view.rack[0])
    before = (hand.scene.revision, hand.scene.shown_items(), turn_of(hand))
    one = pygame.image.tobytes(hand.draw(), "RGB")
    two = pygame.image.tobytes(hand.draw(), "RGB")
    assert one == two
    assert (hand.scene.revision, hand.scene.shown_items(), turn_of(hand)) == before


def same_as_anew(hand: TableHand) -> bool:
    """Tell whether the picture kept up to date is the one that is drawn from nothing."""
    kept = pygame.image.tobytes(hand.draw(), "RGB")
    hand.scene.backdrop.forget()
    return kept == pygame.image.tobytes(hand.draw(), "RGB")


@pytest.mark.parametrize("seats", some([4, 2], 1))
def test_the_picture_is_kept_up_to_date_whatever_changes(seats: int) -> None:
    hand = TableHand(seats=seats, seed=3, calm=False, chosen={"turn_seconds": 60})
    for _ in range(12):
        hand.pass_time(0.1)
        assert same_as_anew(hand)
    hand.until_mine()
    for key in ("Enter", "Enter", "Tab", "Right", "Tab", "Tab", "1", "L", "Esc", "Tab"):
        hand.press(key)
        assert same_as_anew(hand), key
        hand.pass_time(1.1)
        assert same_as_anew(hand), key
    group = group_in(crowd(hand))
    for tile in group:
        hand.click(f"tile:{tile}")
    for name in ("table.primary", "table.undo", "table.help", "set:0", "stock", f"tile:{group[0]}"):
        hand.director.on_plain_event(PointerMoved(hand.place(name).box.centre))
        assert same_as_anew(hand), name
    begin_drag(hand, group[0])
    for name in ("set:0", "set:1", "pile", "slot:3", "new_set"):
        hand.director.on_plain_event(PointerMoved(hand.place(name).box.centre, dragging=True))
        assert same_as_anew(hand), name
    hand.director.on_plain_event(PointerUp(hand.place("new_set").box.centre))
    for _ in range(6):
        hand.pass_time(0.1)
        assert same_as_anew(hand)


@pytest.mark.parametrize("calm", [True, False])
def test_refused_tiles_nod_unless_calm(calm: bool) -> None:
    hand = playing(calm=calm)
    hand.pass_time(5.0)
    two = turn_of(hand).view.rack[:2]
    for tile in two:
        hand.click(f"tile:{tile}")
    hand.press("L")
    assert [hand.scene.board.stage.is_flying(tile) for tile in two] == [not calm] * 2
    hand.pass_time(0.1)
    assert same_as_anew(hand)
    hand.pass_time(0.2)
    assert not hand.scene.board.stage.moving
    assert same_as_anew(hand)


@pytest.mark.parametrize("calm", [True, False])
def test_the_points_of_a_laid_set_roll_up_unless_calm(calm: bool) -> None:
    hand = playing(calm=calm)
    group = group_in(crowd(hand))
    hand.pass_time(5.0)
    hand.pass_time(5.0)
    plate = hand.scene.hands.board.us
    before = plate.shown.laid
    for tile in group:
        hand.click(f"tile:{tile}")
    hand.press("L")
    assert before is not None
    assert plate.score.laid is not None
    assert plate.score.laid > before
    assert plate.wants_frames is not calm
    seen = []
    for _ in range(60):
        hand.pass_time(0.02)
        assert plate.shown.laid is not None
        seen.append(plate.shown.laid)
        assert plate.accessible_text()
    assert seen == sorted(seen)
    assert plate.shown == plate.score
    assert (len(set(seen)) > 2) is not calm


def test_a_click_during_an_animation_acts() -> None:
    hand = TableHand(seats=2, seed=3, calm=False)
    hand.pass_time()
    assert hand.scene.board.stage.moving
    hand.until_mine()
    hand.click("stock")
    assert isinstance(hand.session.view and hand.session.view.story[-1].move, Draw)


def test_what_flies_arrives_and_then_nothing_moves() -> None:
    hand = playing(calm=False)
    tile = turn_of(hand).view.rack[0]
    hand.click(f"tile:{tile}")
    hand.press("X")
    assert hand.scene.wants_frames
    for _ in range(200):
        hand.pass_time()
        if hand.session.view is not None and hand.session.view.must_decide and not hand.scene.board.stage.moving:
            break
    assert not hand.scene.board.stage.moving
    assert len(hand.scene.board.stage.air.sprites()) == 0


def test_the_tooltip_of_a_button_that_goes_when_pressed_goes_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(
        "game.client.widgets.tooltip.draw_tip", lambda _surface, _look, words, *_near: drawn.append(words)
    )
    hand = TableHand(seats=2, seed=3)
    hand.until_mine()
    hand.press("Enter")
    hand.pass_time(DEBOUNCE_SECONDS)
    panel = hand.scene.panel
    assert isinstance(panel, DeadHandPanel)
    second = panel.second
    assert second.visible
    hand.director.on_plain_event(PointerMoved(second.rect.centre))
    for _frame in range(3):
        hand.pass_time(DELAY_SECONDS)
    hand.draw()
    assert drawn == [say("table.tip.throw_back")]
    hand.click_at(second.rect.centre)
    for _frame in range(3):
        hand.draw()
        hand.pass_time(DELAY_SECONDS)
    assert second.name not in [one.name for one in hand.scene.shown_items()]
    assert drawn == [say("table.tip.throw_back")]


def test_the_banner_says_what_to_do_next_in_every_phase() -> None:
    hand = TableHand(seats=2, seed=3)
    hand.until_mine()
    said = set()
    for _ in range(3):
        said.add((turn_of(hand).view.phase, hand.scene.board.banner.line))
        hand.press("Enter")
        hand.pass_time()
    assert {phase for phase, _ in said} == {Phase.START_DRAW, Phase.START_CHOICE, Phase.PLAY}
    assert len({line for _, line in said}) == 3


def test_the_banner_tells_whose_turn_it_is_and_what_they_did() -> None:
    hand = playing()
    view = turn_of(hand).view
    other = View(view.table.with_fields(to_move=1), 0, view.faces, ())
    words = banner_words(other, hand.session.seats, Picks(), cards=False)
    assert not words.mine
    assert "Nora" in words.title
    assert words.line == say("banner.did.thinks")


def test_the_pile_fans_out_on_paper_and_closes_again() -> None:
    hand = playing()
    crowd(hand)
    hand.press("F")
    assert hand.director.top.name == "fan"
    assert len([place for place in hand.director.top.shown_items() if place.name.startswith("fan:")]) == 5
    pile, faces = turn_of(hand).view.table.pile, turn_of(hand).view.faces
    fanned = [place.text for place in hand.director.top.shown_items() if place.name.startswith("fan:")]
    assert fanned == [face_in_words(faces[tile], cards=False) for tile in pile], "in the order of the row on the table"
    hand.press("F")
    assert hand.director.top is hand.scene


def test_the_words_under_the_pile_fan_it_out_and_its_tiles_take_it() -> None:
    hand = playing()
    crowd(hand)
    box = hand.place("pile").box
    hand.click_at((box.x + 40, box.bottom - 6))
    assert hand.director.top.name == "fan"
    hand.click("fan.close")
    hand.click_at((box.x + 40, box.y + 20))
    assert hand.scene.shown.toast is not None
    assert hand.scene.shown.toast.accessible_text() == say("refusal.already_drawn.what")


def test_a_pile_that_may_be_taken_is_taken_by_its_words_too_but_for_those_that_say_fan_out() -> None:
    hand = playing()
    view = crowd(hand)
    sit_at(hand, View(view.table.with_fields(phase=Phase.DRAW), 0, view.faces, ()))
    box = hand.place("pile").box
    hand.click_at((box.right - 40, box.bottom - 6))
    assert hand.director.top.name == "fan"
    hand.click("fan.close")
    hand.click_at((box.x + 40, box.bottom - 6))
    assert hand.director.top is hand.scene


def test_every_tile_seen_and_every_place_is_told() -> None:
    hand = playing(4)
    view = crowd(hand)
    names = [place.name for place in hand.scene.shown_items()]
    assert len(names) == len(set(names))
    for tile in (*view.rack, *view.table.pile, *(tile for meld in view.table.melds for tile in meld.tiles)):
        assert f"tile:{tile}" in names
    for name in ("stock", "pile", "zone:us", "zone:them", "table.rack", "seat:1", "seat:2", "seat:3", "table.primary",
                 "table.undo", "table.redo", "table.reset", "table.banner", "table.log", "new_set"):  # fmt: skip
        assert name in names


def test_esc_asks_before_leaving_and_the_match_is_kept() -> None:
    hand = playing()
    hand.press("Esc")
    assert hand.director.top.name == "leave"
    hand.press("Esc")
    assert hand.director.top is hand.scene
    hand.press("Esc")
    hand.click("leave.go")
    assert hand.doors.taken == ["title"]


def test_the_words_of_the_middle_row_stay_clear_of_its_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    middles: dict[str, float] = {}
    line, key_cap = draw.line, draw.key_cap

    def told_line(*args: Any, **kwargs: Any) -> None:
        middles[str(args[2])] = args[5][1]
        line(*args, **kwargs)

    def told_cap(*args: Any) -> float:
        middles[f"key {args[2]}"] = args[3][1]
        return key_cap(*args)

    monkeypatch.setattr(draw, "line", told_line)
    monkeypatch.setattr(draw, "key_cap", told_cap)
    hand = TableHand()
    crowd(hand)
    hand.draw()
    pile = hand.scene.board.current_layout().frame.pile
    assert middles["key F"] + draw.KEY_HEIGHT / 2 <= pile.bottom - 2
    assert middles["key F"] == middles[say("table.fan")] == middles[say("table.stock")]


def test_the_last_seconds_of_my_turn_turn_the_banner_and_drain_a_bar() -> None:
    hand = playing()
    banner = hand.scene.board.banner
    banner.mine, banner.full_seconds = True, 60.0
    pictures = []
    for seconds in (30, 15, 5):
        banner.seconds = seconds
        hand.scene.shown.note_change()
        hand.scene.shown.show(None)
        banner.seconds, banner.mine = seconds, True
        canvas = pygame.Surface((1280, 720))
        banner.draw(canvas)
        pictures.append(canvas.get_buffer().raw)
    assert len(set(pictures)) == 3
    assert "last seconds" in banner.state_words()
    banner.mine = False
    assert banner.state_words() == ("theirs",)
