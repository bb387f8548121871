"""A burst: how many pieces, that it ends, and that it is the same each time."""

from __future__ import annotations

import pygame

from game.client.draw.burst import DURATION_SECONDS, burst
from game.client.draw.sparks import Sparks
from game.client.preferences import Preferences, Settings
from game.client.scenes.page import make_look
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box

BOX = Box(100, 200, 300, 56)
LOOK = make_look(Viewport((1280, 720)), Preferences(Settings(), lambda _old, _new: None))


PIECES = 46


def test_it_starts_on_the_set_rises_and_is_over_in_time() -> None:
    made = burst(BOX, 5.0, 1, PIECES)
    pygame.display.init()
    sparks = Sparks(made, LOOK)
    middles = [(x + drawn.get_width() / 2, y + drawn.get_height() / 2) for drawn, (x, y) in sparks.blits(5.0)]
    assert len(middles) == PIECES
    assert all(BOX.x <= round(x) <= BOX.right and round(y) == BOX.y for x, y in middles)
    high = [y + drawn.get_height() / 2 for drawn, (_, y) in sparks.blits(5.15)]
    assert sum(y < BOX.y for y in high) > PIECES / 2
    full, small = (
        max(drawn.get_width() for drawn, _ in sparks.blits(5.0 + DURATION_SECONDS * part)) for part in (0.5, 0.9)
    )
    assert 0 < small < full
    assert not made.is_over(5.0 + DURATION_SECONDS - 0.01)
    assert made.is_over(5.0 + DURATION_SECONDS)
    assert sparks.blits(5.0 + DURATION_SECONDS) == []


def test_the_same_seed_throws_the_same() -> None:
    assert burst(BOX, 0.0, 3, PIECES) == burst(BOX, 0.0, 3, PIECES)
    assert burst(BOX, 0.0, 3, PIECES) != burst(BOX, 0.0, 4, PIECES)


def test_it_flies_the_way_it_is_thrown_from_the_edge_that_looks_there() -> None:
    for way, edge, side in (((9.0, 40.0), BOX.bottom, 1), ((-50.0, 20.0), BOX.x, 0)):
        made = burst(BOX, 0.0, 2, PIECES, way)
        assert {spark.start[side] for spark in made.sparks} == {edge}
        ahead = sum(spark.speed[side] * way[side] > 0 for spark in made.sparks)
        assert ahead == PIECES
