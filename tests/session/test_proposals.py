"""What chosen tiles may become: sets in any order, additions, and the best reason why not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.client.table.aims import Aim, Target
from game.client.table.dead_hand.drag import drop_effect
from game.rules.registry import rules_of
from game.rules.ruleset import choose_options
from game.session.draft import Draft
from game.session.proposals import (
    addition_refusal,
    additions,
    can_grow,
    canasta_of,
    closed_ends,
    empties_to,
    extending_faces,
    new_set_refusal,
    new_sets,
    rack_points,
)
from game.table.faces import JOKER, Face, face_text, parse_face
from game.table.melds import Kind, Meld
from game.table.moves import Extend, LayMeld
from game.table.options import Options
from game.table.refusals import Code
from game.table.state import Phase
from game.table.tiles import Tile
from game.table.view import View
from tools.posed import position_of


def table_of(rack: str, *sets: str, phase: Phase = Phase.PLAY) -> View:
    """Return a view whose rack and own sets are written faces; tiles are numbered in the order written."""
    rules = rules_of("burako")
    options = choose_options(rules, {"players": 2, "first_starter": "seat0"})
    assert isinstance(options, Options)
    table = rules.deal(options, 1, 0, None, (0, 0), ())
    faces: list[Face] = [parse_face(word) for word in rack.split()]
    hand = tuple(Tile(at) for at in range(len(faces)))
    melds = []
    for one in sets:
        written = [parse_face(word) for word in one.split()]
        tiles = tuple(Tile(len(faces) + at) for at in range(len(written)))
        faces += written
        numbers = {face.number for face in written if face != JOKER}
        group = len(numbers) == 1
        means = tuple(Face(None, max(numbers)) if face == JOKER and group else None for face in written)
        melds.append(Meld(Kind.GROUP if group else Kind.RUN, tiles, means))
    spare = [Face(None, -1)] * (len(rules.deck) - len(faces))
    changed = table.with_fields(
        phase=phase, racks=(hand, table.racks[1]), melds=tuple(melds), owners=(0,) * len(melds), to_move=0
    )
    return View(changed, 0, (*faces, *spare))


def tiles(*numbers: int) -> tuple[Tile, ...]:
    return tuple(Tile(number) for number in numbers)


def test_a_run_is_found_in_whatever_order_its_tiles_were_picked() -> None:
    view = table_of("R5 R3 R4 B9")
    moves = new_sets(view, tiles(0, 1, 2))
    assert len(moves) == 1
    assert isinstance(moves[0], LayMeld)
    assert moves[0].meld.tiles == tiles(1, 2, 0)
    assert moves[0].shown


def test_a_wild_tile_at_a_free_end_may_stand_at_either_and_first_where_the_player_has_it() -> None:
    view = table_of("* R4 R5 B9")
    as_given = [move.meld.tiles for move in new_sets(view, tiles(0, 1, 2)) if isinstance(move, LayMeld)]
    other = [move.meld.tiles for move in new_sets(view, tiles(1, 2, 0)) if isinstance(move, LayMeld)]
    assert as_given[0] == tiles(0, 1, 2)
    assert other[0] == tiles(1, 2, 0)
    assert set(as_given) == set(other) == {tiles(0, 1, 2), tiles(1, 2, 0)}


def test_a_group_keeps_the_order_given() -> None:
    view = table_of("K7 R7 B7 *")
    moves = new_sets(view, tiles(2, 3, 0, 1))
    assert [move.meld.tiles for move in moves if isinstance(move, LayMeld)] == [tiles(2, 3, 0, 1)]


def test_what_is_added_to_a_group_stands_at_its_end() -> None:
    view = table_of("K7 B9", "R7 B7 Y7")
    (move,) = additions(view, 0, tiles(0))
    assert isinstance(move, Extend)
    assert move.meld.tiles == tiles(2, 3, 4, 0)
    assert additions(view, 0, tiles(1)) == ()


def test_a_run_takes_its_next_tile_and_no_other() -> None:
    view = table_of("R6 R2 R8", "R3 R4 R5")
    assert len(additions(view, 0, tiles(0))) == 1
    assert additions(view, 0, tiles(2)) == ()
    assert additions(view, 0, ()) == ()


@pytest.mark.parametrize(
    ("lies", "added", "wild_first"),
    [
        ("[B2 B3 *=B4 B5 B6]", "B4", False),  # a one closes the run: one number more fits at the other end
        ("[B10 *=B11 B12 B13]", "B11", True),
        ("[B9 *=B10 B11 B12 B13]", "B10", True),
    ],
)
def test_a_wild_tile_whose_place_is_taken_goes_to_the_end_where_more_fits(
    lies: str, added: str, *, wild_first: bool
) -> None:
    place = {"game": "burako", "seats": 2, "phase": "PLAY", "stock": 20, "table": [["m0", 0, lies]]}
    view = position_of({**place, "hand": [added, "Y1"]}).view
    (tile,) = (one for one in view.rack if view.faces[one] == parse_face(added))
    found = [move.meld for move in additions(view, 0, (tile,)) if isinstance(move, Extend)]
    assert len(found) == 2
    assert [meld.stands_for[0] is not None for meld in found] == [wild_first, not wild_first]
    draft = Draft(view)
    for share in (0.0, 0.5, 1.0):  # wherever along the set it is dropped
        move = drop_effect(draft, (tile,), Target(Aim.SET, 0), share).move
        assert isinstance(move, Extend)
        assert move.meld == found[0]


@pytest.mark.parametrize(
    ("rack", "code"),
    [
        ("R5 R6", Code.TOO_FEW_TILES),
        ("R5 * B2 R8", Code.TOO_MANY_WILDS),
        ("R5 R6 R8", Code.NOT_CONSECUTIVE),
        ("R5 R6 B7", Code.NOT_ONE_COLOUR),
        ("R5 B5 K6", Code.NOT_ONE_NUMBER),
    ],
)
def test_why_tiles_are_no_set(rack: str, code: Code) -> None:
    view = table_of(f"{rack} K13")
    chosen = tiles(*range(len(rack.split())))
    assert new_sets(view, chosen) == ()
    assert new_set_refusal(view, chosen).code is code


def test_before_the_draw_the_reason_is_the_time_and_not_the_tiles() -> None:
    view = table_of("R5 R6 R8", phase=Phase.DRAW)
    assert new_set_refusal(view, tiles(0, 1, 2)).code is Code.DRAW_FIRST


def test_why_a_tile_does_not_go_to_a_set_names_the_tile() -> None:
    view = table_of("B9 R6", "R7 B7 Y7")
    refused = addition_refusal(view, 0, tiles(0))
    assert refused.code is Code.NOT_ONE_NUMBER
    assert refused.tiles == tiles(0)


def test_a_set_of_the_other_side_takes_nothing_though_the_tile_would_fit() -> None:
    view = table_of("K7 R6", "R7 B7 Y7")
    theirs = replace(view, table=view.table.with_fields(owners=(1,)))
    refused = addition_refusal(theirs, 0, tiles(0))
    assert (refused.code, refused.tiles, refused.args) == (Code.NOT_YOUR_SET, view.table.melds[0].tiles, (1,))


def test_a_canasta_and_its_points() -> None:
    view = table_of("K1", "R7 B7 Y7 K7 R7 B7 Y7", "R8 B8 Y8 K8 R8 B8 *", "R9 B9 Y9")
    pure, impure = canasta_of(view, 0), canasta_of(view, 1)
    assert pure is not None
    assert impure is not None
    assert (pure.pure, pure.points) == (True, 200)
    assert (impure.pure, impure.points) == (False, 100)
    assert canasta_of(view, 2) is None


@pytest.mark.parametrize(
    ("meld", "dead", "then"),
    [
        ("[R5 R6 R7 R8 R9 R10 R11]", "no", "dead"),
        ("[R5 R6 R7 R8 R9 R10 R11]", "yes", "out"),
        ("[R5 R6 R7 R8 R9 R10]", "yes", "stuck"),
    ],
)
def test_what_follows_an_empty_rack(meld: str, dead: str, then: str) -> None:
    said = {"game": "burako", "seats": 2, "phase": "PLAY", "hand": ["K4", "K9"], "hands": {"1": 1}, "stock": 20}
    view = position_of({**said, "table": [["m1", 1, meld]], "dead": ["no", dead], "pile": ["R1"]}).view
    assert empties_to(view, 1) == then
    assert empties_to(view, 0) == "dead"


def test_points_of_a_rack() -> None:
    assert rack_points(table_of("R1 B2 K7 Y13 *")) == 15 + 20 + 5 + 10 + 50


@pytest.mark.parametrize(
    ("meld", "more", "takes"),
    [
        ("[B5 B6 B7 B8 B9 B10]", (), "B4 B11 *"),
        ("[B3 B4 B5 B6 B7 B8]", (), "B2 B9 *"),
        ("[B2 B3 B4 B5 B6 B7]", (), "B1 B8 *"),  # not B9, for which the two would stand as the 8
        ("[*=B4 B5 B6 B7 B8 B9]", (), "B3 B4 B10"),  # not B11
        ("[B8 B9 B10 B11 B12 B13]", (), "B7 B1 *"),
        ("[B1 B2 B3 B4 B5 B6]", (), "B7 *"),
        ("[B5 B6 *=B7 B8 B9 B10]", (), "B4 B7 B11"),
        ("[B5 R2=B6 B7 B8 B9 B10]", (), "B4 B6 B11"),
        ("[R8 R8 B8 B8 K8 K8]", (), "Y8 *"),
        ("[R8 R8 B8 B8 K8 *]", (), "K8 Y8"),
        ("[B5 B6 B7 B8 B9 B10]", ("[R7 R8 R9 *=R10]", "[Y7 Y8 Y9 *=Y10]"), "B4 B11 *"),  # a two is wild, too
        ("[B5 B6 B7 B8 B9 B10]", ("[B11 B12 B13]", "[R11 B11 K11]"), "B4 *"),
    ],
)
def test_what_a_set_takes_for_what_it_is_while_such_a_tile_can_come(
    meld: str, more: tuple[str, ...], takes: str
) -> None:
    laid = [[f"m{at}", at % 2, one] for at, one in enumerate((meld, *more))]
    said = {"game": "burako", "seats": 2, "phase": "PLAY", "hand": ["R5", "K9"], "table": laid}
    view = position_of({**said, "stock": 20, "pile": ["R1"]}).view
    assert " ".join(face_text(face) for face in extending_faces(view, 0)) == takes


@pytest.mark.parametrize(
    ("meld", "more", "closed"),
    [
        ("[B5 B6 B7 B8 B9 B10]", (), ""),
        ("[B5 B6 B7 B8 B9 B10]", ("[B11 B12 B13]", "[R11 B11 K11]"), "B11"),
        ("[B8 B9 B10 B11 B12 B13]", ("[B1 R1 K1]", "[B1 Y1 K1]"), "B1"),
        ("[B1 B2 B3 B4 B5 B6]", (), ""),
        ("[B9 B10 B11 B12 B13 B1]", ("[R2 B2=R3 R4]", "[Y2 B2=Y3 Y4]"), ""),  # nothing goes on after a one
        ("[B9 B10 B11 B12 B13 *=B14]", (), ""),
        ("[B9 B10 B11 B12 B13 *=B14]", ("[R8 B8 K8]", "[B8 Y8 K8]"), "B8"),  # nothing comes after the last place
        ("[B9 B10 B11 B12 B13 B1]", ("[R8 B8 K8]", "[B8 Y8 K8]"), "B8"),
        ("[R8 R8 B8 B8 K8 K8]", (), ""),
    ],
)
def test_an_end_is_closed_when_every_tile_for_it_lies_in_a_set(meld: str, more: tuple[str, ...], closed: str) -> None:
    laid = [[f"m{at}", at % 2, one] for at, one in enumerate((meld, *more))]
    said = {"game": "burako", "seats": 2, "phase": "PLAY", "hand": ["R5", "K9"], "table": laid}
    view = position_of({**said, "stock": 20, "pile": ["R13"]}).view
    assert " ".join(map(str, closed_ends(view, 0))) == closed


@pytest.mark.parametrize(
    ("meld", "more", "grows"),
    [
        ("[R8 R8 B8 B8 K8 *]", (), True),
        ("[R8 R8 B8 B8 K8 *]", ("[K7 K8 K9]", "[Y7 Y8 Y9]", "[Y6 Y7 Y8]"), False),
        ("[R8 R8 B8 B8 K8 K8]", ("[Y7 Y8 Y9]", "[Y6 Y7 Y8]"), True),  # a wild tile may still come
    ],
)
def test_a_set_can_grow_as_long_as_a_tile_that_it_takes_may_come(meld: str, more: tuple[str, ...], grows: bool) -> None:
    laid = [[f"m{at}", at % 2, one] for at, one in enumerate((meld, *more))]
    said = {"game": "burako", "seats": 2, "phase": "PLAY", "hand": ["R5", "K9"], "table": laid}
    assert can_grow(position_of({**said, "stock": 20, "pile": ["R1"]}).view, 0) is grows
