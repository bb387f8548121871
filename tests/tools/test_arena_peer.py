from __future__ import annotations

from typing import Any

import pytest

from game.bots.nodes import Nodes
from game.rules.registry import rules_of
from game.table.moves import Draw, Rearrange
from game.table.view import with_shown_faces
from tests.bots.positions import view_in
from tests.solver.peer import import_peer
from tools import arena_peer


@pytest.fixture(autouse=True)
def _needs_the_peer() -> None:
    import_peer()


TABLE = ["[R3 R4 R5]", "[K9 B9 Y9]"]


@pytest.mark.parametrize(
    ("rack", "laid"),
    [("R6 R7 K1 Y13", 2), ("R6 R9 K1 Y13", 2), ("K1 Y13 B2", 0), ("R7 * K12 Y1", 2)],
)
def test_the_peer_lays_the_most_that_our_rules_let_it(rack: str, laid: int) -> None:
    said: dict[str, Any] = {"seats": 2, "hand": rack, "table": TABLE, "opened": [True, True]}
    view = view_in("rummikub", **said)
    choice = arena_peer.decide(view, Nodes(1), 1)
    assert rules_of("rummikub").refusal(view.table, with_shown_faces(view, choice.move)) is None
    if laid:
        assert isinstance(choice.move, Rearrange)
        assert len(choice.move.played) >= laid
    else:
        assert isinstance(choice.move, Draw)


def test_only_here_the_peer_is_a_level() -> None:
    assert arena_peer.resolve("rummikub", "peer").decide is arena_peer.decide
    with pytest.raises(ValueError, match="no level 'grand'"):
        arena_peer.resolve("rummikub", "grand")
