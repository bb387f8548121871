"""A set that a hint shows and nobody has laid is read like any other."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

from game.client.access.speech import Speaker
from game.client.access.tree import read_page
from game.client.table.advice.bubble import Bubble
from game.session.proposals import new_sets
from game.table.moves import Move
from tests.client.table_kit import TableHand

SEEDS = 40


def layable() -> tuple[TableHand, Move]:
    """Return a table at which the hand can lay a set, and that move."""
    for seed in range(1, SEEDS):
        hand = TableHand(seats=2, seed=seed)
        hand.until_mine()
        for _draw_then_keep in range(2):
            hand.press("Enter")
            hand.pass_time()
        turn = hand.scene.shown.turn
        assert turn is not None
        for three in combinations(turn.view.rack, 3):
            for move in new_sets(turn.view, three):
                if turn.with_move(replace(move, shown=())) is not None:
                    return hand, replace(move, shown=())
    raise AssertionError("no seed has one")


def test_a_set_that_a_hint_shows_is_read_with_its_tiles() -> None:
    hand, move = layable()
    shown = hand.scene.shown
    assert shown.turn is not None
    laid = len(shown.turn.view.table.melds)
    assert shown.advice.preview_move(shown.turn, move)
    shown.show(shown.now)
    tree = read_page(hand.scene, hand.director.viewport.canvas)
    named = [node.name for node in tree.root.walk() if node.name.startswith(f"Set {laid + 1}, You: ")]
    assert len(named) == 1, [node.name for node in tree.root.walk()]


def test_a_move_that_a_hint_shows_is_told_as_it_would_lie(tmp_path: Path) -> None:
    hand, move = layable()
    shown = hand.scene.shown
    assert shown.turn is not None
    hand.doors.preferences.now = replace(hand.doors.preferences.now, speech="full")
    speaker = hand.scene.aloud.speaker = Speaker(hand.doors.preferences, written=tmp_path / "said")
    hand.pass_time()
    shown.advice.preview_move(shown.turn, move)
    shown.show_bubble(Bubble("hint", "Lay them", (), ()))
    hand.pass_time()
    speaker.close()
    assert (tmp_path / "said").read_text(encoding="utf-8").splitlines()[-1].startswith("Lay them Set 1, You: ")
