"""Another maker's solver finds the same plays as our rules and our solver; the full count is `dev.py soak peer`."""

from __future__ import annotations

from random import Random

from tests.slices import count
from tests.solver.peer import import_peer
from tools import peer_plays

POSITIONS = count(4, 10)


def test_a_peer_finds_the_same_plays_on_random_positions() -> None:
    import_peer()
    told = peer_plays.soak(1, POSITIONS)
    assert told.startswith(f"{POSITIONS} positions, ")
    assert all(word in told for word in ("plays", "refusals"))


def test_its_positions_are_of_every_kind() -> None:
    views = [peer_plays.position(Random(seed)) for seed in range(60)]  # noqa: S311 - drawn, not guessed
    sizes = {sum(len(meld.tiles) for meld in view.table.melds) for view in views}
    jokers = {sum(str(view.faces[tile]) == "*" for meld in view.table.melds for tile in meld.tiles) for view in views}
    assert min(sizes) == 0
    assert max(sizes) >= 20
    assert {0, 1} <= jokers
