"""A file in place of a screen reader: pages that open, where the focus comes to, and what changes there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.client.access.bridge import ReaderBridge, open_file_bridge
from game.client.director import Director
from game.client.events import KeyDown, KeyUp
from game.client.scenes.page import Page
from game.client.still import REST_TIMES, Studio
from game.client.viewport import Viewport
from game.client.words import set_language
from tests.client.gallery import everything


@pytest.fixture
def studio() -> Iterator[Studio]:
    set_language("en")
    with Studio() as made:
        yield made


class Reader:
    """Somebody who has the file read to him, and keys."""

    def __init__(self, folder: Path, page: Page) -> None:
        self.file = folder / "read.txt"
        self.bridge: ReaderBridge = open_file_bridge(self.file)
        self.director = Director(page, Viewport((1280, 720)))
        self.now = 0.0
        for now in REST_TIMES:
            page.update(now)

    def hears(self, *keys: str) -> list[str]:
        """Press keys; return the lines that are new."""
        before = len(self.lines())
        for key in keys:
            self.director.on_plain_event(KeyDown(key))
            self.director.on_plain_event(KeyUp(key))
        self.now += 1.0
        self.bridge.step(self.director, self.now, focused=True)
        return self.lines()[before:]

    def lines(self) -> list[str]:
        return self.file.read_text(encoding="utf-8").splitlines() if self.file.exists() else []


def page_of(studio: Studio, name: str) -> Page:
    make: Callable[[], object] = dict(everything(studio))[name]
    page = make()
    assert isinstance(page, Page)
    return page


def test_a_page_is_read_once_with_its_words_then_the_focus_alone(studio: Studio, tmp_path: Path) -> None:
    reader = Reader(tmp_path, page_of(studio, "leave"))
    opened = reader.hears()
    assert opened[0] == "Leave the table?"
    assert any(line.startswith("Stay") for line in opened), opened
    assert reader.hears() == []
    (told,) = reader.hears("Tab")
    assert told.split(",")[1].startswith(" button")


def test_a_choice_is_named_when_it_is_come_to_and_what_is_chosen_whenever_it_changes(
    studio: Studio, tmp_path: Path
) -> None:
    reader = Reader(tmp_path, page_of(studio, "first start"))
    reader.hears()
    reader.hears("Tab")
    assert reader.hears("Tab") == ["Text size: 100 %, chosen"]
    assert reader.hears("Tab") == ["Colours of the tiles: Classic, chosen"]
    assert reader.hears("Right") == ["High contrast, chosen"]


def test_the_words_of_a_table_are_left_to_the_voice(studio: Studio, tmp_path: Path) -> None:
    reader = Reader(tmp_path, page_of(studio, "burako early"))
    assert len(reader.hears()) <= 2


def test_the_first_arrow_on_a_page_is_not_used_up_to_show_where_the_focus_is(studio: Studio, tmp_path: Path) -> None:
    reader = Reader(tmp_path, page_of(studio, "rummikub course"))
    assert reader.hears()[-1].startswith("Next round: Goes on, chosen. Whether the next round goes on with the table")
    assert reader.hears("Right") == ["Dealt afresh, chosen"]


def test_a_score_sheet_is_read_with_every_sides_points(studio: Studio, tmp_path: Path) -> None:
    opened = Reader(tmp_path, page_of(studio, "burako sheet")).hears()
    assert any(line.startswith("Us: +350.") for line in opened), opened
    assert any(line.startswith("Them: +730.") for line in opened), opened
