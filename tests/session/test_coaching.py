"""A remark on a turn that is over: what was plainly better is named, and of what was as good nothing is said."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from game.bots.bot import choose_move
from game.bots.choice import Decision
from game.bots.nodes import DEFAULT_BUDGET
from game.session.coaching import remark_on
from game.session.hints import HINT_SEED, MOST_POINTS_LEVEL, STRONG_LEVEL, Hint
from game.session.proposals import additions
from game.table.faces import parse_face
from game.table.moves import Close, Discard, Draw, Extend, Rearrange
from tools.posed import position_of, seen_by_first
from tools.soak_hints import hint_of

if TYPE_CHECKING:
    from game.table.tiles import Tile
    from game.table.view import View


def at_play(*hand: str, **said: object) -> View:
    place = {"game": "burako", "seats": 2, "phase": "PLAY", "hand": list(hand), "hands": {"1": 11}, "stock": 40}
    return seen_by_first({**place, **said})


def hint(view: View) -> Hint:
    return hint_of(view, lambda level: choose_move(view, level, DEFAULT_BUDGET, HINT_SEED))


def tile(view: View, face: str) -> Tile:
    return next(one for one in view.rack if view.faces[one] == parse_face(face))


def thrown(view: View, face: str) -> Discard:
    return Discard(tile(view, face))


def test_a_set_that_was_missed_is_named_with_its_tiles() -> None:
    view = at_play("R12", "B12", "K12", "Y1", "R3", "B9")
    remark = remark_on(thrown(view, "Y1"), view, hint(view))
    assert remark is not None
    assert remark.code == "missed_set"
    assert {str(view.faces[one]) for one in remark.tiles} == {"R12", "B12", "K12"}
    assert remark.thrown is None
    assert remark.moves_before == len(view.story)


def test_a_tile_that_could_have_been_added_is_named() -> None:
    view = at_play("R7", "B1", "K13", "Y9", table=[["m1", 0, "[R4 R5 R6]"]])
    told = hint(view)
    assert isinstance(told.strong.move, Extend)
    remark = remark_on(thrown(view, "B1"), view, told)
    assert remark is not None
    assert remark.code == "missed_add"
    assert [str(view.faces[one]) for one in remark.tiles] == ["R7"]


@pytest.mark.parametrize(
    ("own", "dead", "rest", "told"),
    [
        ("[B1 K1 Y1]", "yes", ("*", "R2"), False),  # one of the two would have to be thrown
        ("[B1 K1 Y1]", "yes", ("*", "R2", "B9"), True),
        ("[B1 K1 Y1 B1 K1 Y1]", "yes", ("*", "R2"), True),  # that makes a canasta: the last one may go
        ("[B1 K1 Y1]", "no", ("*", "R2"), True),  # the dead hand follows
    ],
)
def test_nobody_is_told_to_add_what_leaves_only_wild_ones_to_throw(
    own: str, dead: str, rest: tuple[str, ...], *, told: bool
) -> None:
    view = at_play(*rest, "R1", table=[["m1", 0, own]], dead=[dead, "yes"])
    added = next(move for move in additions(view, 0, (tile(view, "R1"),)) if isinstance(move, Extend))
    remark = remark_on(thrown(view, "R1"), view, Hint(view, Decision(added, "extend", (5, tile(view, "R1")))))
    assert (remark is not None) is told


@pytest.mark.parametrize(("face", "plainly"), [("*", True), ("R2", True), ("K9", False), ("R3", False), ("Y1", False)])
def test_only_a_throw_that_is_plainly_dearer_is_told(face: str, plainly: bool) -> None:
    view = at_play("*", "R2", "K9", "Y1", "R3", "B9")
    throw = thrown(view, face)
    remark = remark_on(throw, view, hint(view))
    assert (remark is not None) is plainly
    if remark is not None:
        assert remark.code == "better_discard"
        assert [str(view.faces[one]) for one in remark.tiles] == ["Y1"]
        assert remark.thrown == throw.tile


@pytest.mark.parametrize(
    ("pile", "blamed"), [(["K4", "B8"], True), (["R1", "B8"], False), (["Y3", "B8"], False), (["B2", "Y8"], True)]
)
def test_a_tile_that_goes_with_the_pile_was_not_the_better_throw(pile: list[str], blamed: bool) -> None:
    view = at_play("*", "R2", "K9", "Y1", "R3", "B9", pile=pile)
    remark = remark_on(thrown(view, "R2"), view, Hint(view, Decision(thrown(view, "Y1"), "discard_alone")))
    assert (remark is not None) is blamed


@pytest.mark.parametrize(("face", "code"), [("K12", "wanted_discard"), ("*", "better_discard")])
def test_a_throw_that_fits_a_set_of_theirs_is_told_so(face: str, code: str) -> None:
    view = at_play("*", "K12", "Y1", "R3", "B9", table=[["m1", 1, "[R12 B12 Y12]"]])
    remark = remark_on(thrown(view, face), view, hint(view))
    assert remark is not None
    assert remark.code == code
    assert [str(view.faces[one]) for one in remark.tiles] == ["Y1"]


@pytest.mark.parametrize(("theirs", "blamed"), [("[R12 B12 Y12]", False), ("[R11 B11 Y11]", True)])
def test_a_tile_that_fits_a_set_of_theirs_is_never_called_the_better_throw(theirs: str, *, blamed: bool) -> None:
    view = at_play("*", "K12", "R3", "B9", table=[["m1", 1, theirs]])
    told = Hint(view, Decision(thrown(view, "K12"), "discard_wanted", (tile(view, "K12"),)))
    assert (remark_on(thrown(view, "*"), view, told) is not None) is blamed


@pytest.mark.parametrize(
    ("reason", "counts", "spoken"),
    [("ahead", (300, 200, 100), True), ("ahead", (300, 199, 100), False), ("ahead_close", (300,), False)],
)
def test_of_a_move_that_looking_ahead_finds_hardly_better_nothing_is_said(
    reason: str, counts: tuple[int, ...], spoken: bool
) -> None:
    view = at_play("R12", "B12", "K12", "Y1", "R3", "B9")
    lays = hint(view).strong
    throw = tile(view, "Y1")
    told = Hint(view, replace(lays, reason=reason, args=(*counts, "discard_alone", throw)))
    assert (remark_on(Discard(throw), view, told) is not None) is spoken


def test_the_twin_of_the_better_tile_is_as_good() -> None:
    view = at_play("Y1", "Y1", "*", "K9", "B9")
    one, other = (tile for tile in view.rack if view.faces[tile] == parse_face("Y1"))
    told = Hint(view, Decision(Discard(one), "least_missed"))
    assert remark_on(Discard(other), view, told) is None


def test_who_draws_at_an_open_table_hears_of_the_play_a_strong_player_makes() -> None:
    view = position_of({"table": [], "hand": ["R12", "B12", "K12", "Y1"], "stock": 20}).view
    most = choose_move(view, MOST_POINTS_LEVEL, DEFAULT_BUDGET, HINT_SEED)
    assert isinstance(most.move, Rearrange)
    remark = remark_on(Draw(), view, Hint(view, most))
    assert remark is not None
    assert remark.code == "missed_play"
    assert {str(view.faces[one]) for one in remark.tiles} == {"R12", "B12", "K12"}
    assert remark_on(most.move, view, Hint(view, most)) is None


def test_without_a_hint_for_just_this_table_nothing_is_said() -> None:
    view = at_play("R12", "B12", "K12", "Y1", "R3", "B9")
    told = hint(view)
    assert remark_on(thrown(view, "Y1"), view, None) is None
    elsewhere = replace(told, view=at_play("R12", "B12", "K12", "Y1", "R3", "B8"))
    assert remark_on(thrown(view, "Y1"), view, elsewhere) is None


def test_who_lays_plainly_less_than_could_be_laid_hears_of_it() -> None:
    view = position_of(
        {"table": [], "hand": ["R12", "B12", "K12", "R4", "R5", "R6", "B2", "B3", "B4", "Y1"], "stock": 20}
    ).view
    most = choose_move(view, MOST_POINTS_LEVEL, DEFAULT_BUDGET, HINT_SEED)
    assert isinstance(most.move, Rearrange)
    sets = {str(view.faces[meld.tiles[0]]): meld for meld in most.move.sets}
    for left_out, told in (("R4", True), ("B2", False)):
        laid = tuple(meld for first, meld in sets.items() if first != left_out)
        played = tuple(one for meld in laid for one in meld.tiles)
        remark = remark_on(Rearrange(played, laid), view, Hint(view, most))
        assert (remark is not None) is told, left_out
        if remark is not None:
            assert remark.code == "missed_too"
            assert set(remark.tiles) == set(most.move.played) - set(played), "those that were laid are not missed"


def test_who_draws_instead_of_going_out_with_the_closing_tile_hears_of_it() -> None:
    view = position_of(
        {"game": "rummy", "table": ["[B9 K9 Y9]"], "hand": ["R4", "B4"], "closing": "Y4", "stock": 20, "phase": "TURN"}
    ).view
    told = Hint(view, choose_move(view, STRONG_LEVEL, DEFAULT_BUDGET, HINT_SEED))
    assert isinstance(told.move, Close)
    remark = remark_on(Draw(), view, told)
    assert remark is not None
    assert remark.code == "missed_close"
