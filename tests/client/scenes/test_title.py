"""The title where its text is large: what leads to others and to what waits is seen at once."""

from __future__ import annotations

from pygame import Surface

from game.client.director import Director
from game.client.preferences import Settings
from game.client.still import Studio
from game.client.viewport import Viewport


def test_at_150_percent_the_ways_to_others_and_to_what_waits_are_seen_without_scrolling() -> None:
    with Studio(Settings(calm=True, text_size=150), player="Ana") as studio:
        director = Director(studio.title(), Viewport((1280, 720)))
        director.draw(Surface((1280, 720)))
        places = {place.name: place for place in director.top.shown_items()}
        for name in ("title.lan", "title.matches", "title.settings", "title.saved", "title.play"):
            assert "out of sight" not in places[name].state, name
