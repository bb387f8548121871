"""What is nearly there is seen as long as it is so: a set one tile short glows, the last tiles stand in the dark."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pygame import Rect, Surface

from game.client.app_context import MatchAtTable
from game.client.draw import wood
from game.client.draw.paint import SurfaceCache
from game.client.draw.tiles import (
    BODY_SHARE,
    HEIGHT_RATIO,
    NUMERAL_CENTRE,
    NUMERAL_HEIGHT,
    SHAPE_CENTRE,
    SHAPE_SHARE,
)
from game.client.still import Studio, render_scene
from game.client.table.aims import Aim, Target
from game.client.table.dead_hand.drag import target_at
from game.client.table.dead_hand.ground import near_canastas
from game.client.table.dead_hand.turn import DeadHandTurn
from game.client.table.scene import TableScene
from game.client.table.tag import tag_place
from game.client.widgets.toast import Toast
from game.client.widgets.widget import walk
from game.session.proposals import end_faces
from game.store.background import NoDesk
from game.table.faces import face_text
from game.table.state import Ending, Outcome
from tools.posed import position_of

SIZE = (1280, 720)


@pytest.mark.parametrize(("last", "glows"), [("9", False), ("10", True)])
def test_a_set_of_six_glows_until_it_is_a_canasta(last: str, glows: bool) -> None:
    run = " ".join(f"B{number}" for number in range(5, int(last) + 1))
    said = {"game": "burako", "seats": 2, "phase": "PLAY", "hand": ["R5", "K9"], "table": [["m1", 0, f"[{run}]"]]}
    with Studio() as studio:
        table = studio.table(MatchAtTable(position_of({**said, "stock": 20, "pile": ["R1"]}), NoDesk()))
        drawn = render_scene(table, SIZE)
        assert isinstance(table, TableScene)
        box = table.board.current_layout().zones[0].placed.sets[0].box
    red, _green, blue, _alpha = drawn.get_at((round(box.x) - 2, round(box.centre[1])))
    assert (red > 2 * blue) is glows


def test_a_rack_grows_darker_beside_its_last_tiles() -> None:
    seen = []
    with Studio() as studio:
        for held in (4, 3, 2, 1):
            hand = [f"R{number}" for number in range(3, 3 + held)]
            table = studio.table(MatchAtTable(position_of({"seats": 2, "hand": hand, "stock": 20}), NoDesk()))
            drawn = render_scene(table, SIZE)
            assert isinstance(table, TableScene)
            rack = table.board.current_layout().frame.rack
            seen.append(sum(drawn.get_at((round(rack.right) - 60, round(rack.y) + 40))[:3]))
    assert seen == sorted(seen, reverse=True)
    assert len(set(seen)) == len(seen)


def to_go(meld: str, *more: list[object]) -> list[str]:
    """Return what is said over the tiles of a table of one set, or with others' beside it."""
    said = {"game": "burako", "seats": 2, "phase": "PLAY", "hand": ["R5", "K9"], "table": [["m0", 0, meld], *more]}
    with Studio() as studio:
        table = studio.table(MatchAtTable(position_of({**said, "stock": 20, "pile": ["R1"]}), NoDesk()))
        render_scene(table, SIZE)
        assert isinstance(table, TableScene)
        assert all(
            part.box.top > table.board.current_layout().zones[0].placed.sets[0].box.centre[1]
            for part in table.board.over
        )
        return [str(part.name) for part in table.board.over]


def test_a_set_of_six_says_that_one_tile_is_missing_beside_what_its_wild_tile_stands_for() -> None:
    assert to_go("[B5 B6 B7 B8 B9]") == []
    assert ["to go" in name for name in to_go("[B5 B6 B7 B8 B9 B10]")] == [True]
    assert ["to go" in name for name in to_go("[B5 B6 *=B7 B8 B9 B10]")] == [False, True]
    gone = [["m1", 1, "[K7 K8 K9]"], ["m2", 1, "[Y7 Y8 Y9]"], ["m3", 1, "[Y6 Y7 Y8]"]]
    assert any("to go" in name for name in to_go("[R8 R8 B8 B8 K8 *]"))
    assert not any("to go" in name for name in to_go("[R8 R8 B8 B8 K8 *]", *gone))


def test_nothing_is_missing_any_more_once_the_round_is_over() -> None:
    laid = [["m0", 0, "[B5 B6 B7 B8 B9 B10]"]]
    said = {"game": "burako", "seats": 2, "phase": "PLAY", "hand": ["R5", "K9"], "table": laid, "stock": 20}
    with Studio() as studio:
        table = studio.table(MatchAtTable(position_of({**said, "pile": ["R1"]}), NoDesk()))
        render_scene(table, SIZE)
        assert isinstance(table, TableScene)
        zone, turn = table.board.current_layout().zones[0], table.shown.turn
        assert turn is not None
        over = turn.view.table.with_fields(outcome=Outcome(Ending.OUT, 0))
        assert near_canastas(zone, turn.view)
        assert not near_canastas(zone, replace(turn.view, table=over))


def test_what_is_missing_is_shown_as_tiles_which_are_struck_out_once_none_can_come() -> None:
    with Studio() as studio:
        drawn = []
        for more in ([], [["m1", 1, "[B11 B12 B13]"], ["m2", 1, "[R11 B11 K11]"]]):
            laid = [["m0", 0, "[B5 B6 B7 B8 B9 B10]"], *more]
            said = {"game": "burako", "seats": 2, "phase": "PLAY", "hand": ["R5", "K9"], "table": laid, "stock": 20}
            table = studio.table(MatchAtTable(position_of({**said, "pile": ["R1"]}), NoDesk()))
            render_scene(table, SIZE)
            assert isinstance(table, TableScene)
            drawn += [part.key for part in table.board.over if "to go" in str(part.name)]
        open_ends, one_closed = (picture for picture in drawn if isinstance(picture, Surface))
        assert open_ends.get_size() == one_closed.get_size()  # blue 4 or 11, then 11 struck out
        assert open_ends.get_buffer().raw != one_closed.get_buffer().raw


def test_it_moves_along_its_set_where_another_set_lies_below() -> None:
    laid = [["m0", 0, "[R5 B5 Y5 K5 K5 R2=5]"], *([f"m{at}", 0, f"[R{at} B{at} K{at}]"] for at in range(6, 14))]
    said = {"game": "burako", "seats": 2, "phase": "PLAY", "hand": ["R4", "K4"], "table": laid, "stock": 20}
    with Studio() as studio:
        table = studio.table(MatchAtTable(position_of({**said, "pile": ["R1"]}), NoDesk()))
        render_scene(table, SIZE)
        assert isinstance(table, TableScene)
        words = [part.box for part in table.board.over if "to go" in str(part.name)]
        assert table.look is not None
        sets = [table.look.rect(one.box) for one in table.board.current_layout().zones[0].placed.sets[1:]]
        assert all(box.collidelist(sets) < 0 for box in words)


def test_two_sets_in_a_full_row_both_say_below_them_what_is_missing() -> None:
    row = ("[R2 R3 R4 *=R5 R6 R7]", "[Y3 Y4 Y5 B2=Y6 Y7]", "[Y1 K1 R1 B1 Y2 K1]", "[K9 K10 K11 K12 K2=K13]")
    laid = [[f"m{at}", 0, text] for at, text in enumerate((*row, "[B4 B5 B6]", "[K7 K7 B7 R7]", "[Y5 B5 K5 K5]"))]
    laid += [["m7", 0, "[K6 K6 R6]"], ["m8", 0, "[R12 Y12 R12]"]]
    said = {"game": "burako", "seats": 2, "phase": "PLAY", "hand": ["K4", "Y10"], "table": laid, "stock": 20}
    with Studio() as studio:
        table = studio.table(MatchAtTable(position_of({**said, "pile": ["R1"]}), NoDesk()))
        render_scene(table, SIZE)
        assert isinstance(table, TableScene)
        words = [part.box for part in table.board.over if "to go" in str(part.name)]
        assert table.look is not None
        first = table.look.rect(table.board.current_layout().zones[0].placed.sets[0].box)
        assert len(words) == 2
        assert all(box.y > first.centery for box in words)


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 1080)])
def test_what_is_missing_covers_no_numeral_and_no_symbol_of_a_tile(size: tuple[int, int]) -> None:
    laid = [["m0", 0, "[R5 B5 Y5 K5 K5 R2=5]"], *([f"m{at}", 0, f"[R{at} B{at} K{at}]"] for at in range(6, 14))]
    laid[3] = ["m3", 0, "[Y5 Y6 Y7 Y8 Y9 Y10]"]
    said = {"game": "burako", "seats": 2, "phase": "PLAY", "hand": ["R4", "K4"], "table": laid, "stock": 20}
    with Studio() as studio:
        table = studio.table(MatchAtTable(position_of({**said, "pile": ["R1"]}), NoDesk()))
        render_scene(table, size)
        assert isinstance(table, TableScene)
        look = table.look
        assert look is not None
        words = [part.box for part in table.board.over if "to go" in str(part.name)]
        assert words
        for spot in table.board.current_layout().spots.values():
            tile = look.rect(spot.box)
            face = tile.w * (HEIGHT_RATIO - BODY_SHARE)
            for middle, high in ((NUMERAL_CENTRE, NUMERAL_HEIGHT), (SHAPE_CENTRE, SHAPE_SHARE)):
                ink = Rect(0, 0, tile.w // 2, round(tile.w * high) - 2)
                ink.center = (tile.centerx, round(tile.y + face * middle))
                assert ink.collidelist(words) < 0


def test_words_that_follow_the_hand_lie_over_no_set_where_a_side_is_free() -> None:
    with Studio() as studio:
        table = studio.table(MatchAtTable(position_of({"seats": 2, "hand": ["R5"], "stock": 20}), NoDesk()))
        render_scene(table, SIZE)
        assert isinstance(table, TableScene)
        assert table.look is not None
        look, tag, box = table.look, Rect(0, 0, 90, 20), Rect(400, 300, 60, 80)
        assert tag_place(look, tag, box, []).bottom < box.y
        above, below = Rect(300, 200, 300, 99), Rect(300, 382, 300, 90)
        assert tag_place(look, tag, box, [above]).y > box.bottom
        assert tag_place(look, tag, box, [above, below]).x > box.right


def test_a_rack_of_two_rows_is_drawn_while_the_table_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = [f"{colour}{number}" for colour in "RB" for number in range(3, 10)]
    pile = [f"{colour}{number}" for colour in "KY" for number in range(3, 10)]
    said = {"game": "burako", "seats": 2, "phase": "DRAW", "hand": hand, "stock": 20, "pile": pile}
    monkeypatch.setattr(wood, "wood_cache", SurfaceCache(8_000_000))
    with Studio() as studio:
        table = studio.table(MatchAtTable(position_of(said), NoDesk()))
        render_scene(table, SIZE)
        assert isinstance(table, TableScene)
        assert table.board.current_layout().rack.rows == 1
        for now in (100.0, 101.0):
            table.update(now)
        taken = studio.table(
            MatchAtTable(position_of({**said, "phase": "PLAY", "hand": [*hand, *pile], "pile": []}), NoDesk())
        )
        monkeypatch.setattr(wood, "_well", None)  # nothing is drawn anew
        render_scene(taken, SIZE)
        assert isinstance(taken, TableScene)
        assert taken.board.current_layout().rack.rows == 2


@pytest.mark.parametrize(("dropped", "alone"), [(["K5", "Y5", "B5"], True), (["K5", "Y5", "B6"], False)])
def test_a_set_dropped_on_another_is_told_to_lie_beside_it(dropped: list[str], alone: bool) -> None:
    laid = [["m1", 0, "[R3 R4 R5]"]]
    said = {"game": "eburako", "seats": 2, "phase": "PLAY", "hand": [*dropped, "K9"], "table": laid}
    with Studio() as studio:
        table = studio.table(MatchAtTable(position_of({**said, "stock": 20, "pile": ["R1"]}), NoDesk()))
        render_scene(table, SIZE)
        assert isinstance(table, TableScene)
        turn = table.hands.turn
        assert isinstance(turn, DeadHandTurn)
        assert not turn.drop_tiles(turn.view.rack[:3], Target(Aim.SET, 0))
        toast = table.shown.toast
        assert isinstance(toast, Toast)
    mend = str(toast.explained.mend)
    assert ("beside" in mend) is alone


def laid_out(meld: str) -> tuple[Surface, Rect, float]:
    """Return a table of one set of one's own as a picture, where the set lies, and how wide a tile of it is."""
    said = {"game": "burako", "seats": 2, "phase": "PLAY", "hand": ["R5", "K9"], "table": [["m0", 0, meld]]}
    with Studio() as studio:
        table = studio.table(MatchAtTable(position_of({**said, "stock": 20, "pile": ["R1"]}), NoDesk()))
        drawn = render_scene(table, SIZE)
        assert isinstance(table, TableScene)
        assert table.look is not None
        zone = table.board.current_layout().zones[0]
        return drawn, table.look.rect(zone.placed.sets[0].box), zone.placed.width


def test_a_set_that_lacks_two_is_lit_faintly_and_a_smaller_one_is_not() -> None:
    lit = []
    for last in (8, 9):
        drawn, box, _wide = laid_out("[" + " ".join(f"B{number}" for number in range(5, last + 1)) + "]")
        lit.append(sum(drawn.get_at((box.centerx, box.bottom + 12))[:2]))
    assert lit[1] > lit[0]


@pytest.mark.parametrize(
    ("meld", "right"), [("B5 B6 B7 B8 B9", False), ("B5 B6 B7 B8 B9 B10", True), ("R8 R8 B8 B8 K8 K8", True)]
)
def test_the_place_of_the_seventh_tile_is_marked_at_a_free_end(meld: str, right: bool) -> None:
    drawn, box, wide = laid_out(f"[{meld}]")
    beside = [drawn.get_at((round(box.right + 5 + wide / 2) + at, box.y + 1))[:3] for at in range(-8, 9)]
    assert any(red > 200 and blue < 100 for red, _green, blue in beside) is right


@pytest.mark.parametrize(
    ("meld", "means"),
    [("B5 B6 B7 B8 B9 B10", Target(Aim.SET, 0)), ("B5 B6 B7 B8 B9", Target(Aim.NEW_SET))],
)
def test_the_marked_place_of_the_seventh_tile_takes_it(meld: str, means: Target) -> None:
    said = {"game": "burako", "seats": 2, "phase": "PLAY", "hand": ["B11", "K9"], "table": [["m0", 0, f"[{meld}]"]]}
    with Studio() as studio:
        table = studio.table(MatchAtTable(position_of({**said, "stock": 20, "pile": ["R1"]}), NoDesk()))
        render_scene(table, SIZE)
        assert isinstance(table, TableScene)
        laid = table.board.current_layout()
    zone = laid.zones[0]
    box, wide = zone.placed.sets[0].box, zone.placed.width
    assert target_at(laid, (box.right + 5 + wide / 2, box.centre[1])) == means
    assert target_at(laid, zone.placed.slot.centre) == Target(Aim.NEW_SET)


@pytest.mark.parametrize(
    ("meld", "ends"),
    [
        ("B5 B6 B7 B8 B9 B10", [("B11", True), ("B4", False)]),
        ("B8 B9 B10 B11 B12 B13", [("B1", True), ("B7", False)]),
        ("B1 B2 B3 B4 B5 B6", [("B7", True)]),
        ("R8 R8 B8 B8 K8 K8", [("Y8", True)]),
        ("B5 B6 *=B7 B8 B9 B10", [("B11", True), ("B4", False)]),
    ],
)
def test_the_ends_of_a_set_take_what_the_rules_allow_there(meld: str, ends: list[tuple[str, bool]]) -> None:
    said = {"game": "burako", "seats": 2, "phase": "PLAY", "hand": ["R5", "K9"], "table": [["m0", 0, f"[{meld}]"]]}
    view = position_of({**said, "stock": 20, "pile": ["R1"]}).view
    assert view is not None
    assert [(face_text(face), right) for face, right in end_faces(view, 0)] == ends


def test_a_pile_that_may_not_be_taken_is_not_offered_as_if_it_might_and_its_button_says_why() -> None:
    said = {"game": "eburako", "seats": 2, "phase": "DRAW", "stock": 20}
    with Studio() as studio:
        for pile, off in (["R1"], True), (["R1", "K3", "K5"], False):
            table = studio.table(MatchAtTable(position_of({**said, "hand": ["R5", "K9"], "pile": pile}), NoDesk()))
            render_scene(table, SIZE)
            assert isinstance(table, TableScene)
            button = next(widget for widget, _ in walk(table.root) if widget.name == "table.second")
            assert ("off" in button.state_words()) is off
            told = "" if button.tip is None else str(button.tip)
            assert told == ("You hold 2, and the pile has 1: together there must be 5 or more." if off else "")
