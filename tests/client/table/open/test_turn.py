"""The open table as a player meets it: a crowded table, jokers, opening, closing tile, clock, refusals, the desk."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pygame
import pytest

from game.client.director import Push
from game.client.draw import theme
from game.client.events import Modifiers, PointerDown, PointerMoved, PointerUp, Wheel
from game.client.table.aims import Aim, Target
from game.client.table.open.glow import OpenDropHighlights
from game.client.table.open.pointer import OpenPointer
from game.client.table.open.sets import BLANK_FOOT_SHARE, BLANK_TOP_SHARE, LABEL_LEEWAY
from game.client.table.open.words import (
    banner_words,
    changed_sets,
    newly_shifted,
    news_words,
    open_log_lines,
    seat_initials,
    seat_words,
    shifted_words,
)
from game.client.table.panel import DEBOUNCE_SECONDS
from game.client.table.tag import zone_edges
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.look import Look
from game.client.words import LANGUAGES, say, set_language
from game.match.transcript import Controller, Seat
from game.rules.open_table_jokers import ShiftedJoker
from game.session.arrangement import Heap
from game.store.desk import Desk, load_desk, save_desk
from game.table.canon import encode
from game.table.faces import Colour, Face
from game.table.melds import Kind, Meld
from game.table.moves import Attempt, Close, Draw, Pass, Rearrange
from game.table.tiles import Tile
from game.table.view import PublicMove
from tests.client.layout_check import LOOKS, SIZES, problems
from tests.client.open_table_kit import CROWDED, Drawer, OpenHand, placed
from tests.slices import crossed

HAND = ["R11b", "R12b", "B11b", "B12b", "K13b"]
THIRTY = [*(f"{colour}{number}b" for colour in "RB" for number in range(1, 14)), "K1b", "K2b", "*", "*"]


def crowded(size: tuple[int, int] = (1280, 720), left: float | None = None) -> OpenHand:
    return placed(size, left, seats=7, table=CROWDED, hand=HAND, stock=0)


def played(hand: OpenHand) -> tuple[Tile, ...]:
    return hand.turn.arrangement.played


def set_of(hand: OpenHand, *words: str) -> int:
    """Return the number of the first set that holds these faces."""
    tiles = hand.tiles()
    for heap in hand.turn.arrangement.heaps:
        if all(any(tile in heap.tiles for tile in tiles[word]) for word in words):
            return heap.number
    raise AssertionError(f"no set holds {words}")


def shift_drag(hand: OpenHand, tile: Tile, name: str) -> None:
    """Drag a tile with all that lies behind it."""
    start, end = hand.place(f"tile:{tile}").box.centre, hand.place(name).box.centre
    hand.director.on_plain_event(PointerMoved(start))
    hand.director.on_plain_event(PointerDown(start, mods=Modifiers(shift=True)))
    hand.director.on_plain_event(PointerMoved(end, dragging=True))
    hand.director.on_plain_event(PointerUp(end))


def test_a_table_of_95_tiles_by_pointer() -> None:
    hand = crowded()
    start = encode(hand.turn.arrangement.heaps, tuple[Heap, ...])
    assert len(hand.turn.arrangement.tiles_on_table) == 95
    run = hand.turn.arrangement.heaps[10]  # yellow 9 to 13
    shift_drag(hand, run.tiles[2], "new_set")  # split
    assert [len(hand.turn.legal_moves.heap(run.number).tiles), len(hand.turn.arrangement.heaps[-1].tiles)] == [2, 3]  # type: ignore[union-attr]
    tail = hand.turn.arrangement.heaps[-1].number
    edge = hand.place(f"set:{tail}").box
    hand.drag_to((edge.x - 4, edge.centre[1]), hand.place(f"set:{run.number}:end").box.centre)  # join by the set's edge
    assert [len(hand.turn.legal_moves.heap(run.number).tiles), hand.turn.legal_moves.heap(tail)] == [5, None]  # type: ignore[union-attr]
    black = hand.tiles()["black 13"]
    own = next(tile for tile in black if tile in hand.turn.arrangement.rack)
    jokers = set_of(hand, "the joker")
    joker = hand.tiles()["the joker"][0]
    hand.drag(joker, "new_set")  # free the joker
    hand.drag(own, f"set:{jokers}:end")
    assert hand.turn.legal_moves.heap_states[22].valid
    free = hand.turn.arrangement.heaps[-1].number
    for word in ("red 11", "red 12"):
        tile = next(one for one in hand.tiles()[word] if one in hand.turn.arrangement.rack)
        hand.click(f"tile:{tile}")
        hand.click(f"set:{free}:end")
    assert hand.turn.legal_moves.refusal is None
    before = hand.turn.legal_moves.heap(free)
    readings = [place.name for place in hand.scene.shown_items() if place.kind == "reading"]
    assert len(readings) == 2  # red 10 or red 13
    hand.click(readings[0])
    first = hand.turn.legal_moves.heap(free)
    hand.click(readings[1])
    second = hand.turn.legal_moves.heap(free)
    assert first is not None
    assert second is not None
    assert before in (first, second)
    assert first.joker_faces != second.joker_faces
    steps = len(hand.turn.turn_state.history.past)
    for _ in range(steps):
        hand.press("Z", Modifiers(ctrl=True))
    assert encode(hand.turn.arrangement.heaps, tuple[Heap, ...]) == start
    assert not hand.turn.arrangement.touched
    for _ in range(steps):
        hand.press("Y", Modifiers(ctrl=True))
    assert hand.turn.legal_moves.heap(free) == second
    hand.click("table.primary")
    session = hand.scene.session
    assert [type(move) for move in session.sent] == [Rearrange]  # type: ignore[attr-defined]
    assert session.view is not None
    assert sum(len(meld.tiles) for meld in session.view.table.melds) == 98


def _ink(tile: Box) -> Box:
    """Return the part of a tile with its numeral and its shape."""
    top = BLANK_TOP_SHARE * tile.w
    return Box(tile.x, tile.y + top, tile.w, tile.h - top - BLANK_FOOT_SHARE * tile.w)


@pytest.mark.parametrize(("size", "broken"), crossed(SIZES, [False, True]))
def test_a_crowded_table_lies_well(size: tuple[int, int], broken: bool) -> None:
    hand = crowded(size)
    if broken:
        hand.drag(hand.turn.arrangement.heaps[7].tiles[1], "new_set")
        assert hand.turn.legal_moves.broken_count == 2
    layout = hand.scene.board.layout
    assert layout is not None
    assert layout.heaps.width * hand.director.viewport.u >= 27.9
    seen = [spot.box for spot in layout.spots.values() if spot.seen]
    assert len(seen) == 100
    for one, other in combinations(seen, 2):
        assert not one.overlaps(other, 0.01)
    frame = layout.frame
    for box in seen:
        assert box.is_inside(frame.zone, 1.0) or box.is_inside(frame.rack, 1.0)
    lanes = [box for heap in layout.heaps.heaps for box in heap.lane]
    for lane in lanes:
        assert lane.is_inside(frame.zone, 1.0)
        assert not any(lane.overlaps(_ink(box), LABEL_LEEWAY) for box in seen), "over numeral or shape"
    boxes = [frame.bar, *frame.plates, frame.zone, frame.rack, frame.stock, frame.primary, frame.second, frame.tools]
    boxes += [box for box in (frame.scores, frame.log, frame.readiness) if box is not None]
    for one, other in combinations(boxes, 2):
        assert not one.overlaps(other, 0.5), (one, other)
    assert all(box.is_inside(hand.director.viewport.canvas, 0.5) for box in boxes)


@pytest.mark.parametrize(("size", "scale"), LOOKS)
def test_nothing_is_cut_and_nothing_overlaps(size: tuple[int, int], scale: float) -> None:
    for seats, hand_ in ((2, THIRTY), (7, HAND)):
        hand = placed(size, seats=seats, table=["[Y1 Y2 Y3]"], hand=hand_, stock=20)
        hand.doors.preferences.now = type(hand.doors.preferences.now)(calm=True, text_size=round(scale * 100))
        assert problems(hand.scene, size, scale) == []


def test_drawing_changes_nothing() -> None:
    hand = crowded(left=40.0)
    hand.drag(hand.turn.arrangement.heaps[7].tiles[1], "new_set")
    hand.click(f"tile:{hand.turn.arrangement.rack[0]}")
    hand.pass_time(9.0)
    before = (hand.turn.turn_state, hand.scene.revision, hand.scene.board.layout)
    one, other = hand.draw(), hand.draw()
    assert pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(other, "RGB")
    assert (hand.turn.turn_state, hand.scene.revision, hand.scene.board.layout) == before


def test_a_drag_survives_a_resize_and_another_text_size() -> None:
    hand = crowded()
    tile = hand.turn.arrangement.rack[0]
    start = hand.place(f"tile:{tile}").box.centre
    hand.director.on_plain_event(PointerMoved(start))
    hand.director.on_plain_event(PointerDown(start))
    hand.director.on_plain_event(PointerMoved((400.0, 300.0), dragging=True))
    hand.director.resize(Viewport((1920, 1080)))
    hand.doors.preferences.step_text_size(2)
    hand.director.relayout()
    assert hand.scene.hands.pointer is not None
    assert hand.scene.hands.pointer.dragging
    hand.director.on_plain_event(PointerUp(hand.place("new_set").box.centre))
    assert hand.turn.arrangement.heap_of(tile) is not None


def test_a_broken_set_says_why_and_holds_the_turn_back() -> None:
    hand = placed(table=["[K5a K6a K7a K8a]"], hand=["B1", "R1"])
    assert hand.place("table.primary").state == ("off",)
    hand.drag(hand.tiles()["black 6"][0], "new_set")
    assert {place.state for place in hand.scene.shown_items() if place.kind == "set"} == {("broken", "changed")}
    assert "Mend the 2 marked sets" in hand.place("table.readiness").text
    assert hand.scene.hands.board._heap_labels[0].tag == "Missing: black 6"
    hand.click("table.readiness")
    assert hand.scene.shown.toast is not None
    assert "do not follow one another" in hand.scene.shown.toast.accessible_text()
    hand.press("Esc")
    hand.press("Enter", Modifiers(ctrl=True))
    assert hand.scene.shown.toast is not None
    hand.press("Esc")
    hand.press("R")
    assert not hand.turn.arrangement.touched
    hand.press("Z", Modifiers(ctrl=True))
    assert hand.turn.arrangement.touched


def test_who_has_only_moved_sets_so_far_is_not_blamed() -> None:
    hand = placed(table=["[K4a K5a K6a K7a]", "[B7a Y7a R7a]"], hand=["B1", "R1"])
    hand.drag(hand.tiles()["black 7"][0], f"tile:{hand.tiles()['red 7'][0]}")
    assert hand.turn.arrangement.touched
    assert "You moved sets only" in hand.place("table.readiness").text
    assert hand.place("table.readiness").state == ("plain",)


def test_the_opening_is_counted_while_arranging() -> None:
    hand = placed(opened=False, hand=["R9", "R10", "R11", "B2", "B3", "B4", "K1"], stock=9)
    for word in ("blue 2", "blue 3", "blue 4"):
        hand.click(f"tile:{hand.tiles()[word][0]}")
    hand.click("new_set")
    assert hand.turn.legal_moves.opening == (9, 30)
    assert "Opening: 9 of 30" in hand.place("table.readiness").text
    assert not hand.turn.legal_moves.can_end
    for word in ("red 9", "red 10", "red 11"):
        hand.click(f"tile:{hand.tiles()[word][0]}")
    hand.press("L")
    assert hand.turn.legal_moves.opening == (39, 30)
    assert hand.place("table.readiness").state == ("mint",)
    hand.press("Enter")  # the gold button
    assert [type(move) for move in hand.scene.session.sent] == [Rearrange]  # type: ignore[attr-defined]


def test_tiles_of_the_table_stay_and_own_ones_come_back() -> None:
    hand = placed(table=["[B6 B7 B8]"], hand=["B5", "K1"])
    table = hand.tiles()["blue 6"][0]
    hand.drag(table, "slot:20")
    assert hand.scene.shown.toast is not None
    assert hand.scene.shown.toast.accessible_text() == "Tiles of the table stay there"
    hand.press("Esc")
    own = hand.tiles()["blue 5"][0]
    hand.drag(own, f"tile:{table}")
    assert played(hand) == (own,)
    at = hand.place(f"tile:{own}").box.centre
    hand.director.on_plain_event(PointerDown(at, "right"))
    assert played(hand) == ()
    hand.drag(own, f"tile:{table}")
    hand.drag(own, "slot:25")
    assert hand.turn.turn_state.visible_slots.index(own) == 25


def test_a_click_on_the_empty_rack_lets_go_of_what_was_picked_from_rack_and_table() -> None:
    hand = placed(table=["[Y1 Y2 Y3]"], hand=["R11", "B4"], stock=20)
    (yellow,) = hand.tiles()["yellow 3"]
    (red,) = hand.tiles()["red 11"]
    hand.click(f"tile:{yellow}")
    hand.click(f"tile:{red}")
    assert set(hand.turn.turn_state.picked) == {red, yellow}
    hand.click("slot:20")
    assert not hand.turn.turn_state.picked
    assert hand.scene.shown.toast is None


def test_a_tile_of_the_table_alone_stays_picked_and_hears_why_it_does_not_come_to_the_rack() -> None:
    hand = placed(table=["[Y1 Y2 Y3]"], hand=["R11", "B4"], stock=20)
    (yellow,) = hand.tiles()["yellow 3"]
    hand.click(f"tile:{yellow}")
    hand.click("slot:20")
    assert hand.scene.shown.toast is not None
    assert hand.scene.shown.toast.accessible_text() == say("toast.open_fixed.what")
    assert set(hand.turn.turn_state.picked) == {yellow}


def test_what_was_explained_in_a_turn_goes_when_the_turn_ends() -> None:
    hand = OpenHand(seats=2, chosen={"first_starter": "seat0"}, pace=0.5)
    hand.until_mine()
    hand.scene.shown.on_explained("toast.open_fixed")
    assert hand.session.submit((Draw(),)) is None
    hand.pass_time()
    assert not hand.turn.view.must_decide
    assert hand.scene.shown.toast is None


def test_drawing_waits_until_laid_tiles_are_back() -> None:
    hand = placed(hand=["B5", "K1"], stock=9)
    hand.drag(hand.tiles()["blue 5"][0], "new_set")
    hand.press("D")
    assert hand.scene.shown.toast is not None
    assert hand.scene.session.sent == []  # type: ignore[attr-defined]
    hand.press("Esc")
    hand.press("B")
    hand.click("table.stock")
    assert [type(move) for move in hand.scene.session.sent] == [Draw]  # type: ignore[attr-defined]


def test_a_table_where_nobody_checks_asks_once_and_sends_the_attempt() -> None:
    hand = placed(options={"live_validity": False, "invalid_penalty": 3}, hand=["R7", "B7", "K9"], stock=9)
    for word in ("red 7", "blue 7", "black 9"):
        hand.click(f"tile:{hand.tiles()[word][0]}")
    hand.press("N")
    assert all(one.verdict is None and not one.tag for one in hand.scene.hands.board._heap_labels)
    hand.click("table.primary")
    assert hand.director.top.name == "attempt"
    hand.press("Esc")
    assert hand.scene.session.sent == []  # type: ignore[attr-defined]
    hand.click("table.primary")
    hand.click("attempt.go")
    assert hand.director.top is hand.scene
    assert [type(move) for move in hand.scene.session.sent] == [Attempt]  # type: ignore[attr-defined]


@pytest.mark.parametrize("drag", [True, False])
def test_the_closing_tile_closes(drag: bool) -> None:
    hand = placed(game="rummy", phase="TURN", seats=2, hand=["R4", "B4"], closing="Y4", stock=9, table=["[K1 K2 K3]"])
    closing = hand.turn.legal_moves.closing_tile
    assert closing is not None
    if drag:
        hand.drag(closing, "new_set")
    else:
        hand.click(f"tile:{closing}")
        hand.click("new_set")
    number = hand.turn.arrangement.heaps[-1].number
    for word in ("red 4", "blue 4"):
        hand.drag(hand.tiles()[word][0], f"set:{number}:end")
    assert hand.turn.legal_moves.can_end
    assert hand.scene.board.banner.line == say("open.ready.out")
    hand.click("table.primary")
    assert [type(move) for move in hand.scene.session.sent] == [Close]  # type: ignore[attr-defined]


def test_a_draw_keeps_what_was_arranged() -> None:
    hand = placed(game="rummy", phase="TURN", seats=2, hand=["R4", "B4", "K9"], stock=9, table=["[K1 K2 K3]"])
    hand.drag(hand.tiles()["red 4"][0], "new_set")
    hand.press("D")
    hand.pass_time()
    assert hand.turn.arrangement.played == tuple(hand.tiles()["red 4"])
    assert hand.turn.legal_moves.can_pass
    hand.press("R")
    hand.press("D")
    assert [type(move) for move in hand.scene.session.sent] == [Draw, Pass]  # type: ignore[attr-defined]


def test_the_second_click_of_a_draw_is_no_pass() -> None:
    hand = placed(game="rummy", phase="TURN", seats=2, hand=["R4", "B4", "K9"], stock=9, table=["[K1 K2 K3]"])
    sent = hand.scene.session.sent  # type: ignore[attr-defined]
    for _click in range(2):
        hand.click("table.second")
        hand.pass_time()
    assert hand.turn.legal_moves.can_pass
    assert [type(move) for move in sent] == [Draw]
    hand.pass_time(DEBOUNCE_SECONDS)
    hand.click("table.second")
    assert [type(move) for move in sent] == [Draw, Pass]


def test_a_finished_play_is_sent_in_the_last_second_and_no_other() -> None:
    hand = placed(left=1.2, table=["[Y1 Y2 Y3]"], hand=["Y4b", "R9b", "R5b"], stock=20)
    sent = hand.scene.session.sent  # type: ignore[attr-defined]
    hand.drag(hand.tiles()["yellow 4"][0], "set:0:end")
    hand.drag(hand.tiles()["red 9"][0], "new_set")
    hand.scene.session.left = 0.9  # type: ignore[attr-defined]
    hand.pass_time()
    assert sent == [], "a broken set is not sent"
    hand.scene.session.left = 1.2  # type: ignore[attr-defined]
    hand.press("Z", Modifiers(ctrl=True))
    hand.pass_time()
    assert sent == [], "as long as there is time nothing is sent"
    hand.scene.session.left = 0.9  # type: ignore[attr-defined]
    hand.pass_time()
    assert [type(move) for move in sent] == [Rearrange]
    assert hand.scene.shown.toast is not None
    assert hand.scene.shown.toast.accessible_text() == say("toast.sent_late.what")


def test_what_is_sent_in_the_last_second_is_sent_once_however_long_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = placed(left=1.2, table=["[Y1 Y2 Y3]"], hand=["Y4b", "R9b", "R5b"], stock=20)
    hand.drag(hand.tiles()["yellow 4"][0], "set:0:end")
    ended: list[int] = []
    monkeypatch.setattr(hand.turn, "end_turn", lambda: ended.append(1))  # under way: the table does not show it yet
    hand.scene.session.left = 0.9  # type: ignore[attr-defined]
    for _ in range(3):
        hand.pass_time()
    assert ended == [1]


def test_who_begins_a_turn_is_thinking_whatever_the_last_one_was() -> None:
    hand = placed(game="rummy", seats=3, table=["[Y1 Y2 Y3]"], hand=["Y4b", "R9b"], stock=20)
    turn, seats = hand.turn, hand.session.seats
    table, last = turn.view.table.with_fields(to_move=1), PublicMove(1, Pass())

    def said(*story: PublicMove) -> tuple[str, str]:
        turn.turn_state = turn.turn_state.carried_to(replace(turn.view, table=table, story=story))
        return banner_words(turn, seats).line, seat_words(turn.view, seats, 1)

    before = (
        PublicMove(1, Draw()),
        last,
        PublicMove(2, Draw()),
        PublicMove(2, Pass()),
        PublicMove(0, Draw()),
        PublicMove(0, Pass()),
    )
    assert said(*before) == (say("open.did.thinks"),) * 2
    assert said(*before, PublicMove(1, Draw())) == (say("open.did.drew"),) * 2
    assert seat_words(turn.view, seats, 2) == say("open.did.passed")


def test_the_clock_rests_under_a_dialog() -> None:
    hand = crowded(left=40.0)
    assert hand.scene.board.banner.seconds == 40.0
    hand.director.apply(hand.scene.doors.leave())
    hand.pass_time()
    assert hand.scene.session.paused  # type: ignore[attr-defined]
    hand.press("Esc")
    hand.pass_time()
    assert not hand.scene.session.paused  # type: ignore[attr-defined]
    hand.director.on_pygame_event(pygame.event.Event(pygame.WINDOWMINIMIZED), 0)
    hand.pass_time()
    assert hand.scene.session.paused  # type: ignore[attr-defined]
    assert isinstance(hand.scene.doors.leave(), Push)


def test_closing_in_mid_turn_finds_the_same_arrangement() -> None:
    drawer = Drawer()
    hand = OpenHand(game="rummikub", seats=2, seed=3, drawer=drawer)
    hand.until_mine()
    hand.press("2")
    first, second = hand.turn.arrangement.rack[:2]
    hand.drag(first, "new_set")
    hand.drag(second, "new_set")
    kept = drawer.kept
    assert kept is not None
    assert len(kept.heaps) == 2
    again = OpenHand(game="rummikub", seats=2, seed=3, drawer=drawer, match=hand.session.match)
    assert again.turn.arrangement.heaps == hand.turn.arrangement.heaps
    assert again.turn.turn_state.rack.slots == hand.turn.turn_state.rack.slots
    drawer.kept = type(kept)(kept.head, (), kept.rack, ("0: 1 1",))
    crooked = OpenHand(game="rummikub", seats=2, seed=3, drawer=drawer, match=hand.session.match)
    assert not crooked.turn.arrangement.touched


def test_what_others_changed_is_new_until_my_next_move() -> None:
    hand = OpenHand(game="rummikub", seats=3, seed=7)
    hand.until_mine()
    view = hand.turn.view
    for _ in range(12):
        hand.until_mine()
        view = hand.turn.view
        if view.table.melds:
            break
        hand.press("D")
    found = changed_sets(view)
    assert found
    assert set(found.values()) <= {1, 2}
    assert hand.scene.hands.board.changer_text(0).startswith("laid just now by")
    board, look, pointer = hand.scene.hands.board, hand.scene.look, hand.scene.hands.pointer
    assert look is not None
    assert isinstance(pointer, OpenPointer)
    first = Target(Aim.HEAP, hand.turn.arrangement.heaps[0].number, 0)
    (tag,) = [one for one in OpenDropHighlights().parts(look, board, hand.turn, pointer, first) if one.name == "news"]
    assert not any(tag.box.colliderect(look.rect(one)) for one in zone_edges(look, board.current_layout().areas)), (
        "what is new stays"
    )
    hand.press("D")
    hand.pass_time()
    after = hand.turn.view
    assert len(after.story) - len(view.story) in (1, 2)  # my draw, and perhaps one move of another
    newest = {meld.tiles for meld in after.table.melds} - {meld.tiles for meld in view.table.melds}
    assert set(changed_sets(after)) == newest


def test_a_set_in_another_order_is_not_new() -> None:
    hand = OpenHand(game="rummikub", seats=2, seed=7)
    hand.until_mine()
    view = hand.turn.view
    melds = (
        Meld(Kind.RUN, (Tile(2), Tile(3), Tile(4)), (None,) * 3),
        Meld(Kind.GROUP, (Tile(0), Tile(20), Tile(40)), (None,) * 3),
    )
    turned = (
        replace(melds[1], tiles=(Tile(40), Tile(0), Tile(20))),
        replace(melds[0], tiles=(*melds[0].tiles, Tile(5))),
    )
    story = (
        PublicMove(0, Rearrange((Tile(2), Tile(3), Tile(4), Tile(0), Tile(20), Tile(40)), melds)),
        PublicMove(1, Rearrange((Tile(5),), turned)),
    )
    later = replace(view, story=story, table=view.table.with_fields(melds=turned, to_move=0))
    assert changed_sets(later) == {turned[1].tiles: 1}


@pytest.mark.parametrize("size", SIZES)
def test_sets_stay_in_their_places_while_one_plays(size: tuple[int, int]) -> None:
    hand = crowded(size)

    def lying() -> dict[int, Box]:
        layout = hand.scene.board.layout
        assert layout is not None
        return {heap.number: heap.box for heap in layout.heaps.heaps}

    before = lying()
    hand.drag(hand.turn.arrangement.rack[0], "new_set")
    then = lying()
    assert {number: (then[number].x, then[number].w) for number in before} == {
        number: (box.x, box.w) for number, box in before.items()
    }, "words about the new set may move rows down, nothing else moves"
    new = hand.turn.arrangement.heaps[-1].number
    hand.drag(hand.turn.arrangement.heaps[3].tiles[0], f"set:{new}:end")
    then = lying()
    assert [number for number in before if number != 3 and then[number].x != before[number].x] == []
    assert then[3].right == before[3].right, "what is left of a set stays too"
    hand.press("Z", Modifiers(ctrl=True))
    hand.press("Z", Modifiers(ctrl=True))
    assert lying() == before


def test_what_does_not_fit_scrolls_by_wheel_by_a_drag_at_the_edge_and_by_keys() -> None:
    hand = crowded((960, 540))
    hand.doors.preferences.now = type(hand.doors.preferences.now)(calm=True, text_size=250)
    hand.director.relayout()
    for number in (1, 4, 7, 10):
        heap = hand.turn.legal_moves.heap(number)
        assert heap is not None
        hand.turn.drop_tiles((heap.tiles[1],), Target(Aim.NEW_SET))
    layout = hand.scene.board.layout
    assert layout is not None
    assert layout.max_scroll > 0
    zone = layout.frame.zone
    hand.director.on_plain_event(PointerMoved(zone.centre))
    hand.director.on_plain_event(Wheel(zone.centre, 0, -1))
    assert hand.scene.hands.board.scroll > 0
    hand.director.on_plain_event(Wheel(zone.centre, 0, 9))
    assert hand.scene.hands.board.scroll == 0
    start = hand.place(f"tile:{hand.turn.arrangement.rack[0]}").box.centre
    hand.director.on_plain_event(PointerMoved(start))
    hand.director.on_plain_event(PointerDown(start))
    hand.director.on_plain_event(PointerMoved((zone.centre[0], zone.bottom - 5), dragging=True))
    for _ in range(12):
        hand.pass_time()
    assert hand.scene.hands.board.scroll > 0
    hand.press("Esc")
    hand.director.on_plain_event(Wheel(zone.centre, 0, 99))
    hand.scene.ring.focus_on(hand.scene.hands.sets)
    for _ in range(30):
        hand.press("Down")
        if hand.scene.ring.focus is not hand.scene.hands.sets:
            break
        now = hand.scene.board.layout
        assert now is not None
        assert not now.hides(hand.scene.hands.sets.focus_box)
    assert hand.scene.hands.board.scroll > 0


def test_the_heaps_of_a_desk_are_kept_in_its_file(tmp_path: Path) -> None:
    desk = Desk("ab", (), (3, -1, 4), ("0: 1 2 80=R7", "5: 9"))
    save_desk(tmp_path / "m.desk", desk)
    assert load_desk(tmp_path / "m.desk") == desk
    (tmp_path / "old.desk").write_text('{"head": "ab", "steps": [], "rack": [3]}')
    assert load_desk(tmp_path / "old.desk") == Desk("ab", (), (3,))


def test_what_is_new_is_told_in_the_order_of_play() -> None:
    hand = OpenHand(game="rummikub", seats=4, seed=7)
    seats, order = hand.session.seats, tuple(hand.scene.board.plates)
    found: dict[tuple[Tile, ...], int] = {
        (Tile(1), Tile(2)): order[2],
        (Tile(3), Tile(4)): order[0],
        (Tile(5), Tile(6)): order[2],
    }
    names = [seats[seat].name for seat in order]
    assert news_words(found, seats, order) == (
        f"Changed since your turn: one set by {names[0]}, 2 sets by {names[2]}",
        "3 sets have changed since your turn",
    )
    assert news_words({}, seats, order) == ()


def test_the_log_names_what_was_laid_set_by_set_as_it_lies() -> None:
    hand = placed(table=["[B1 R1 K1]", "[R9 R10 R11]", "[Y2 Y3 Y4]", "[K2 K3 K4]"], hand=["Y13"], stock=20)
    view = hand.turn.view
    ones, reds, yellows, blacks = view.table.melds
    played = (blacks.tiles[0], *reversed(reds.tiles), yellows.tiles[2], *reversed(ones.tiles))
    told = PublicMove(view.seat, Rearrange(played, view.table.melds))
    words = open_log_lines(replace(view, story=(told,)), hand.session.seats)[0].words.replace("\N{NO-BREAK SPACE}", " ")
    assert words.endswith("laid blue 1, red 1 and black 1, red 9–11, yellow 4, black 2")


def test_log_news_and_set_say_what_a_joker_stands_for_now_and_why_it_may() -> None:
    hand = placed(table=["[*=R4 R5 R6 R7]"], hand=["Y13"], stock=20)
    view = hand.turn.view
    (now,) = view.table.melds
    joker, five, six, seven = now.tiles
    before = Meld(Kind.RUN, (six, seven, joker), (None, None, Face(Colour.RED, 8)))
    story = (
        PublicMove(view.seat, Rearrange(before.tiles, (before,))),
        PublicMove(1 - view.seat, Rearrange((five,), (now,))),
    )
    told = replace(view, story=story)
    words = open_log_lines(told, hand.session.seats)[1].words.replace("\N{NO-BREAK SPACE}", " ")
    assert words.endswith("laid red 5; the joker is red 4 now: it may change while its whole set stays together")
    shifted = newly_shifted(told)
    assert [(one.joker, one.face, one.whole) for one in shifted] == [(joker, Face(Colour.RED, 4), True)]
    news = news_words({now.tiles: 1}, hand.session.seats, (1,), shifted_words(shifted, view.table.options))
    assert [len(one) for one in news] == sorted((len(one) for one in news), reverse=True)
    assert all(("the joker is" in one) is (at < 2) for at, one in enumerate(news))
    assert newly_shifted(replace(told, story=(*story, PublicMove(view.seat, Draw())))) == (), "no news any more"


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({}, ": it may change while its whole set stays together"),
        ({"joker_shift": False}, ": its own tile has taken its place"),
        ({"joker_lock": "free"}, ""),
    ],
)
def test_why_a_joker_is_another_tile_now_is_what_the_table_allows(changed: dict[str, bool | str], why: str) -> None:
    hand = placed(table=["[*=R4 R5 R6 R7]"], hand=["Y13"], stock=20)
    table = hand.turn.view.table
    options = replace(table.options, items=tuple({**dict(table.options.items), **changed}.items()))
    shifted = (ShiftedJoker(table.melds[0].tiles[0], Face(Colour.RED, 4), table.melds[0].tiles, whole=True),)
    assert shifted_words(shifted, options).replace("\N{NO-BREAK SPACE}", " ") == f"the joker is red 4 now{why}"


def test_whoever_laid_a_set_is_known_by_a_letter_that_no_other_has() -> None:
    seats = tuple(Seat(name, Controller.BOT) for name in ("Rosa", "Nora", "Nina", "Ugo"))
    assert seat_initials(seats, (1, 2, 3)) == {1: "No", 2: "Ni", 3: "U"}


@pytest.mark.parametrize("size", SIZES)
def test_seven_players_leave_the_log_its_room(size: tuple[int, int]) -> None:
    hand = placed(size, seats=7, table=["[Y1 Y2 Y3]"], hand=HAND, stock=20)
    frame = hand.scene.board.current_layout().frame
    assert frame.log is not None
    assert frame.scores is not None
    assert frame.readiness is not None
    assert frame.log.h >= 120


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1600, 900), (1920, 1080), (2560, 1440), (3840, 2160)])
def test_the_words_that_end_a_turn_are_as_large_in_every_window(size: tuple[int, int]) -> None:
    assert placed(size, table=["[Y1 Y2 Y3]"], hand=HAND, stock=20).scene.panel.primary.role is theme.BUTTON


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plates_of_seven_have_room_for_what_was_done(language: str) -> None:
    set_language(language)
    hand = placed((960, 540), seats=7, table=["[Y1 Y2 Y3]"], hand=HAND, stock=20)
    look = Look(hand.director.viewport)
    assert all(plate.rect.w >= plate.width_for_line(look) - 0.5 for plate in hand.scene.hands.board.plates.values())


@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["rummikub", "rummy"])
def test_whether_the_highest_or_the_lowest_wins_stands_beside_the_scores(
    game: str, language: str, size: tuple[int, int]
) -> None:
    set_language(language)
    hand = OpenHand(game=game, size=size)
    hand.until_mine()
    scores = hand.scene.hands.board.scores
    assert scores.aside in [written.text for written in scores.texts()]


def test_a_tile_dragged_to_the_sets_takes_picked_ones_along_and_within_the_rack_goes_alone() -> None:
    hand = placed(phase="TURN", seats=2, hand=["R4", "B4", "K4", "Y9"], stock=9, table=["[K1 K2 K3]"], opened=True)
    four = [hand.tiles()[f"{colour} 4"][0] for colour in ("red", "blue", "black")]
    for tile in four[:2]:
        hand.click(f"tile:{tile}")
    before = set(hand.turn.turn_state.picked)
    hand.drag(hand.tiles()["yellow 9"][0], "slot:0")
    assert set(hand.turn.turn_state.picked) == before
    hand.drag(four[2], "new_set")
    assert set(hand.turn.arrangement.heaps[-1].tiles) == set(four)
