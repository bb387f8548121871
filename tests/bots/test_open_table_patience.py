"""What is held back: an opening gives away no more than it must, and patience ends near another player's end."""

from __future__ import annotations

import pytest

from game.bots.nodes import Nodes
from game.bots.open_table_packing import best_play
from game.bots.open_table_patience import is_patient, smallest_opening
from tests.bots.positions import view_in


def opening(hand: str) -> int:
    """Return how many tiles the least opening of a rack lays."""
    view = view_in("rummikub", seats=2, hand=hand, hands={"1": 14})
    most = best_play(view, view.rack, Nodes(20_000))
    assert most is not None
    assert len(most.played) >= 6
    return len(smallest_opening(view, most, Nodes(20_000)).played)


@pytest.mark.parametrize(
    ("hand", "laid"),
    [
        ("R10 R11 R12 K11 K12 K13 Y4", 3),  # either is enough
        ("R3 R4 R5 K11 K12 K13 Y4", 3),  # the low one is not
        ("R3 R4 R5 K6 K7 K8 Y4", 6),  # only both are
    ],
)
def test_an_opening_lays_as_few_sets_as_open(hand: str, laid: int) -> None:
    assert opening(hand) == laid


@pytest.mark.parametrize(("left", "patient"), [(1, False), (2, True)])
def test_patience_ends_where_another_is_nearly_out(left: int, patient: bool) -> None:
    view = view_in("rummikub", seats=2, hand="R10 R11 R12 K1", opened=[True, True], hands={"1": left})
    assert is_patient(view) is patient
