"""For two, hard holds back as long as its opponent does, and lays on once he has laid again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from game.bots.bot import level_of
from game.bots.master.open_table import HOARDING_TURNS
from game.bots.nodes import Nodes
from game.bots.open_table_bot import SHORT_HOLD_TURNS
from game.table.moves import Draw, Move, Rearrange
from game.table.view import PublicMove, View
from tests.bots.positions import view_in

PLAY = Rearrange((), ())
SHORT = SHORT_HOLD_TURNS


def reason(view: View) -> str:
    return level_of("rummikub", "hard").decide(view, Nodes(20_000), 1).reason


def held(own: Sequence[Move], other: Sequence[Move], *, seats: int = 2, **said: object) -> View:
    """Return a view in which three tiles can be laid, after these turns of the mover and of the next player."""
    position = {"hand": "R6 R7 B11 K1", "table": ["[R3 R4 R5]", "[B7 B8 B9 B10]"], "opened": True, "hands": {"1": 14}}
    view = view_in("rummikub", **{"seats": seats, **position, **said})
    moves = (*(PublicMove(view.seat, move) for move in own), *(PublicMove(1 - view.seat, move) for move in other))
    return replace(view, story=moves)


@pytest.mark.parametrize(
    ("own", "other", "told"),
    [
        (SHORT - 1, [], "hold_back"),
        (SHORT, [], "lay_part"),
        (SHORT, [Draw()] * (HOARDING_TURNS - 1), "lay_part"),
        (SHORT, [Draw()] * HOARDING_TURNS, "hold_back"),
        (2 * SHORT, [PLAY, *[Draw()] * HOARDING_TURNS], "hold_back"),
        (1, [*[Draw()] * (HOARDING_TURNS - 1), PLAY], "hold_back"),
        (1, [*[Draw()] * HOARDING_TURNS, PLAY], "lay_added"),
    ],
)
def test_hard_answers_who_holds_everything_back_by_holding_back_too(own: int, other: list[Move], told: str) -> None:
    assert reason(held([Draw()] * own, other)) == told


def test_among_three_hard_holds_back_for_its_turns_whatever_another_does() -> None:
    others = [Draw()] * (2 * HOARDING_TURNS)
    assert reason(held([Draw()] * SHORT, others, seats=3, hands={"1": 14, "2": 14})) == "lay_part"


def test_hard_looks_at_all_ways_a_duel_may_end_as_master_does() -> None:
    view = held([], [], hand="R6 R7 R8 Y10 Y11 Y12 K1", hands={"1": 20}, stock=0)
    moves = {
        name: level_of("rummikub", name).decide(view, Nodes(20_000), 1).move for name in ("hard", "master", "adviser")
    }
    assert moves["hard"] == moves["master"] != moves["adviser"]
