"""Where he who advises stands: off what shall be seen, then off the tiles."""

from __future__ import annotations

from game.client.scenes.page import Page
from game.client.still import Studio
from game.client.table.advice.bubble import Bubble
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box


def test_it_stands_over_the_empty_end_of_the_rack_where_sets_fill_the_table() -> None:
    with Studio() as studio:
        page = studio.title()
        assert isinstance(page, Page)
        page.layout(Viewport((1280, 720)))
    look = page.look
    assert look is not None
    table, rack = Box(16, 130, 1000, 370), Box(16, 514, 1000, 198)
    sets = [Box(30 + 130 * at, 140 + 82 * row, 120, 70) for at in range(7) for row in range(4)]
    bubble = Bubble("hint", "Draw from the stock.", ("I draw.",), ())
    bubble.stand(table, look, [], rack, [*sets, Box(30, 525, 50, 70)])
    assert not any(bubble.rect.meets(box) for box in sets)
    assert bubble.rect.x > 80
    bubble.stand(table, look, [rack], rack, [])
    assert not bubble.rect.meets(rack)
