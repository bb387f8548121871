"""Habits are counted by what lies on the table and what a player sees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.rules.dead_hand_sets import arrangements
from game.rules.registry import rules_of
from game.table.moves import Discard, Draw, LayMeld, Move, TakePile
from game.table.tiles import Tile
from game.table.view import View, with_shown_faces
from tests.bots.positions import view_in
from tools.habits import Watcher, fits, main

OURS, THEIRS = ["m1", 0, "[R4 R5 R6]"], ["m2", 1, "[K3 K4 K5 K6 K7 K8]"]


def held(view: View, text: str) -> Tile:
    """Return the tile of the rack with this face."""
    return next(tile for tile in view.rack if str(view.faces[tile]) == text)


def after(view: View, move: Move) -> View:
    return replace(view, table=rules_of(view.table.game).apply(view.table, with_shown_faces(view, move)))


def counted(view: View, *moves: Move) -> Watcher:
    watcher = Watcher()
    for move in moves:
        watcher.dead_hand(view, move)
        view = after(view, move)
    return watcher


def posed(**said: Any) -> View:
    return view_in("burako", seats=2, table=[OURS, THEIRS], **said)


def test_a_tile_fits_a_set_where_the_rules_let_it_lie() -> None:
    view = posed(hand="R7 R8 K9 * Y1")
    assert [str(view.faces[tile]) for tile in view.rack if fits(view, tile, 0)] == ["R7"]
    assert fits(view, held(view, "K9"), 1)
    assert not fits(view, held(view, "R7"), 0, least=6)


def test_a_pile_is_left_when_it_may_be_taken_and_fits() -> None:
    for top, left in (("R7", 1), ("Y9", 0)):
        watcher = Watcher()
        watcher.dead_hand(posed(phase="DRAW", hand="B1 Y1 B9", pile=top), Draw())
        assert (watcher.counts["beside"], watcher.counts["left"]) == (1, left)


@pytest.mark.parametrize(("thrown", "returned"), [("R7", 1), ("Y1", 0)])
def test_a_lone_tile_taken_is_returned_when_its_like_is_thrown(thrown: str, returned: int) -> None:
    view = posed(phase="DRAW", hand="R7b Y1 B9", pile="R7")
    watcher = counted(view, TakePile(view.table.pile), Discard(held(view, thrown)))
    assert (watcher.told("returned", "lone %"), watcher.counts["swapped"]) == (f"{100 * returned:.1f} %", 0)


def test_wild_tiles_burn_in_new_sets_of_three() -> None:
    view = posed(hand="B9 Y9 * K1 K9")
    three, four = (
        arrangements(tuple(held(view, one) for one in faces), view.faces, view.table.options)[0]
        for faces in (("B9", "Y9", "*"), ("B9", "Y9", "K9", "*"))
    )
    assert counted(view, LayMeld(three)).counts["burnt"] == 1
    assert counted(view, LayMeld(four)).counts["burnt"] == 0


@pytest.mark.parametrize(
    ("thrown", "hand", "shown"),
    [
        ("K9", "K9 B1 B11", "gift"),
        ("K9", "K9 K2", None),
        ("R7", "R7 B1 B11", "lost"),
        ("R7", "R7 K9", None),
        ("*", "* B1 K9", "wild"),
        ("*", "* K9", None),
    ],
)
def test_a_poor_throw_counts_only_where_another_was_at_hand(thrown: str, hand: str, shown: str | None) -> None:
    view = posed(hand=hand)
    watcher = counted(view, Discard(held(view, thrown)))
    assert [name for name in ("gift", "lost", "wild") if watcher.counts[name]] == ([shown] if shown else [])


@pytest.mark.parametrize(("game", "habit"), [("burraco", "pure canastas"), ("rummy", "never opened")])
def test_a_level_is_told_of_as_it_played(game: str, habit: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", game, "--seats", "2", "--levels", "medium", "--rounds", "1"]) == 0
    said = capsys.readouterr().out
    assert "medium\n" in said
    assert habit in said
