"""The logo on the title: it comes together, ends as it always looked, stirs twice, and then nothing is drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pygame
import pytest

from game.client.draw.logo import logo_parts
from game.client.scenes.title import Title
from game.client.scenes.title_logo import LOGO_SIZE, PICTURE_SHARE, PIECE_COUNT
from game.client.still import Studio
from game.client.viewport import Viewport

if TYPE_CHECKING:
    from collections.abc import Iterator

VIEW = Viewport((1280, 720))


@pytest.fixture
def studio() -> Iterator[Studio]:
    with Studio() as made:
        yield made


def opened(studio: Studio) -> Title:
    page = studio.title()
    assert isinstance(page, Title)
    page.layout(VIEW)
    page.update(100.0)
    return page


def drawn(page: Title) -> bytes:
    canvas = pygame.Surface(VIEW.canvas_size)
    page.draw(canvas)
    return canvas.get_buffer().raw


def test_the_tiles_shuffle_themselves_into_the_name_and_then_stand(studio: Studio) -> None:
    page = opened(studio)
    early = drawn(page)
    assert page.wants_frames
    page.update(100.9)
    assert drawn(page) != early
    page.update(102.0)
    name = drawn(page)
    page.update(102.1)
    assert drawn(page) == name
    assert not page.wants_frames


def test_its_tiles_drop_face_down_and_turn_over_and_the_cap_lands_with_a_ring_and_pieces(studio: Studio) -> None:
    page = opened(studio)
    drawn(page)
    logo, look = page.logo, page.logo.look
    parts = logo_parts(look.px(LOGO_SIZE[0] * PICTURE_SHARE), look.palette)
    places = [at for _image, at in parts.tiles]
    seen, accents = [], []
    for now in (100.0, 100.5, 100.62, 101.2, 101.45, 101.8):
        page.update(now)
        seen.append([logo._pose(at, places).face for at in range(len(places))])
        pieces, rings = logo._landing(parts, pygame.Rect(0, 0, *parts.size))
        accents.append((len(pieces), len(rings)))
    assert seen[:2] == [[False] * 7] * 2
    assert set(seen[2]) == {False, True}
    assert seen[3:] == [[True] * 7] * 3
    assert accents == [(0, 0)] * 4 + [(PIECE_COUNT, 1), (PIECE_COUNT, 0)]


def test_six_seconds_after_a_hand_something_hops_and_later_nothing_moves(studio: Studio) -> None:
    page = opened(studio)
    page.update(102.0)
    name = drawn(page)
    page.update(106.2)
    assert drawn(page) != name
    page.update(110.0)
    assert drawn(page) == name
    before = page.revision
    for second in range(111, 160):
        page.update(float(second))
    assert page.revision == before


def test_a_later_title_only_nods(studio: Studio) -> None:
    opened(studio)
    page = opened(studio)
    assert page.wants_frames
    page.update(100.6)
    assert not page.wants_frames


@pytest.mark.parametrize("wish", ["calm", "less_motion"])
def test_calm_and_less_motion_let_it_stand(studio: Studio, wish: str) -> None:
    now = studio.preferences.now
    studio.preferences.now = replace(now, calm=True) if wish == "calm" else replace(now, less_motion=True)
    page = opened(studio)
    first = drawn(page)
    page.update(100.5)
    page.update(106.2)
    assert drawn(page) == first
