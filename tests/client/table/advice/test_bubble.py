"""Where he who advises stands: off what shall be seen, then off the tiles."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from game.client.scenes.page import Page
from game.client.still import Studio
from game.client.table.advice.bubble import DISC_SIZE, Bubble
from game.client.table.advice.standing import LIT_COST, LIT_COST_FACTOR, RACK_COST, TILES_COST, needed_obstacles
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.client.widgets.look import Look

TABLE, SHELF, CANVAS = Box(16, 130, 1000, 370), Box(16, 514, 1000, 198), Box(8, 8, 1264, 704)


@pytest.fixture
def look() -> Iterator[Look]:
    with Studio() as studio:
        page = studio.title()
        assert isinstance(page, Page)
        page.layout(Viewport((1280, 720)))
        assert page.look is not None
        yield page.look


def test_it_stands_over_the_empty_end_of_the_rack_where_sets_fill_the_table(look: Look) -> None:
    sets = [Box(30 + 130 * at, 140 + 82 * row, 120, 70) for at in range(7) for row in range(4)]
    keep = [(SHELF, RACK_COST), *((box, TILES_COST) for box in (*sets, Box(30, 525, 50, 70)))]
    bubble = Bubble("hint", "Draw from the stock.", ("I draw.",), ())
    bubble.place_clear((TABLE, CANVAS), keep, look)
    assert not any(bubble.rect.overlaps(box) for box in sets)
    assert bubble.rect.x > 80
    bubble.place_clear((TABLE, CANVAS), [(SHELF, LIT_COST)], look)
    assert not bubble.rect.overlaps(SHELF)


def test_its_place_has_room_for_what_it_will_say_and_it_goes_on_there(look: Look) -> None:
    low = Box(16, 200, 1000, 100)  # below it stands one sentence, and not six
    first, then = (Bubble("hint", "Look there.", ("Word. " * 90,) * lines, ()) for lines in (0, 2))
    first.place_clear((TABLE,), [(low, LIT_COST)], look)
    assert first.rect.y > low.bottom
    first.later = (then,)
    first.place_clear((TABLE,), [(low, LIT_COST)], look)
    then.place_clear((TABLE,), [], look, first.rect)
    assert (then.rect.x, then.rect.right, then.rect.bottom) == (first.rect.x, first.rect.right, first.rect.bottom)
    assert then.rect.y >= TABLE.y, "there was room for it from the beginning"


def test_it_leaves_its_place_for_what_it_would_cover(look: Look) -> None:
    bubble = Bubble("hint", "Look there.", (), ())
    bubble.place_clear((TABLE,), [], look)
    before = bubble.rect
    bubble.place_clear((TABLE,), [(Box(16, 130, 40, 40), LIT_COST)], look, before)
    assert bubble.rect == before
    bubble.place_clear((TABLE,), [(before, LIT_COST)], look, before)
    assert not bubble.rect.overlaps(before)


def test_large_words_go_below_the_disc_where_they_would_grow_too_high_beside_it(look: Look) -> None:
    bubble = Bubble("hint", "Look at this set.", ("A strong player would say what it can become. " * 5,), ())
    large = replace(look, text_scale=2.5)
    bubble.place(Box(0, 0, 560, bubble.height_for(large, 560)), large)
    title, words = (box for _words, _role, box in bubble._words(large, bubble.rect))
    assert words.x < title.x
    assert words.y >= bubble.rect.y + DISC_SIZE * 2.5
    title, words = (box for _words, _role, box in bubble._words(look, bubble.rect))
    assert words.x == title.x


def test_in_large_text_it_leaves_what_is_acted_with_to_be_seen_and_pressed(look: Look) -> None:
    large, button = replace(look, text_scale=2.5), Button("draw", "Draw", lambda: None)
    button.place(Box(600, 500, 400, 100), large)
    (kept,) = needed_obstacles(large, (button,))
    assert kept[1] > LIT_COST * LIT_COST_FACTOR
    assert not button.rect.is_mostly_under(Box(0, 0, kept[0].x, 720))
    assert not button.rect.is_mostly_under(Box(0, 0, 1280, kept[0].y))
    assert needed_obstacles(look, (button,)) == []
    button.enabled = False
    assert needed_obstacles(large, (button,)) == []
