"""A tile that came stands out on the rack until its player's next action."""

from __future__ import annotations

import pytest

from game.client.draw.theme import NEW_DOT
from game.client.table.sprites import MIN_NEW_RIM_PX
from game.client.viewport import Viewport
from game.match.match import Match
from tests.client.table_kit import TableHand, header


@pytest.mark.parametrize("size", [(1280, 720), (960, 540)])
@pytest.mark.parametrize("game", ["eburako", "burraco"])
def test_a_drawn_tile_has_a_ring_until_it_is_touched(game: str, size: tuple[int, int]) -> None:
    hand = TableHand(match=Match.new(header(2, 7, game)), size=size)
    hand.until_mine()
    turn = hand.scene.hands.turn
    assert turn is not None
    turn.draw()
    for _ in range(20):
        hand.pass_time()
    hand.director.resize(Viewport(size))
    (tile,) = turn.turn_state.new_tiles
    assert _left_of(hand, tile) == NEW_DOT
    other = next(held for held in turn.view.rack if held != tile)
    assert _left_of(hand, other) != NEW_DOT
    turn.pick(tile)
    turn.pick(tile)
    assert _left_of(hand, tile) != NEW_DOT


def _left_of(hand: TableHand, tile: int) -> tuple[int, int, int]:
    """Return the colour just beside the middle of a tile's left edge."""
    surface, u = hand.draw(), hand.director.viewport.u
    box = hand.place(f"tile:{tile}").box
    red, green, blue, _ = surface.get_at((round(box.x * u) - MIN_NEW_RIM_PX // 2, round(box.centre[1] * u)))
    return red, green, blue
