"""The fade between two scenes: it begins at what was there, ends at what comes, and holds nobody up."""

from __future__ import annotations

import pygame
import pytest

from game.client.director import Director, Pop, Push
from game.client.draw.fade import CALM_DURATION_SECONDS, DURATION_SECONDS, RISE_HEIGHT
from game.client.events import KeyDown
from game.client.viewport import Viewport
from tests.client.test_director import WINDOW, Recorder

OLD, NEW = (200, 0, 0), (0, 0, 200)


class Plain(Recorder):
    """A scene of one colour with a stripe at its top."""

    def __init__(self, name: str, colour: tuple[int, int, int], *, popup: bool = False) -> None:
        super().__init__(name, popup=popup)
        self.colour = colour

    def draw(self, surface: pygame.Surface) -> None:
        surface.fill(self.colour)
        surface.fill((255, 255, 255), (0, 0, surface.get_width(), 2))


def shown(*, calm: bool = False, popup: bool = False) -> tuple[Director, pygame.Surface, Plain]:
    """Return a director that has just been given its second scene."""
    director = Director(Plain("old", OLD), WINDOW, calm=lambda: calm)
    window = pygame.Surface(WINDOW.size)
    director.update(1.0)
    director.draw(window)
    new = Plain("new", NEW, popup=popup)
    director.apply(Push(new))
    director.update(1.5)
    director.draw(window)
    return director, window, new


def test_a_first_picture_that_takes_long_is_faded_in_all_the_same() -> None:
    director, window, _new = shown()
    assert middle(director, window, 9.0) == OLD
    assert 0 < middle(director, window, 9.0 + DURATION_SECONDS / 2)[0] < OLD[0]


def middle(director: Director, window: pygame.Surface, now: float) -> tuple[int, int, int]:
    director.update(now)
    director.draw(window)
    red, green, blue, _alpha = window.get_at((640, 360))
    return (red, green, blue)


def stripe(window: pygame.Surface) -> int:
    """Return how far the stripe of the new scene has still to rise."""
    return max(y for y in range(30) if window.get_at((5, y))[1] > 20) - 1


def test_it_begins_at_the_old_picture_and_ends_at_the_new() -> None:
    director, window, _new = shown()
    assert director.must_redraw
    assert middle(director, window, 2.0) == OLD
    half = middle(director, window, 2.0 + DURATION_SECONDS / 2)
    assert 0 < half[0] < OLD[0]
    assert half[2] > 0
    assert director.must_redraw
    assert middle(director, window, 2.0 + DURATION_SECONDS) == NEW
    assert not director.must_redraw


def test_the_new_scene_rises_into_its_place() -> None:
    director, window, _new = shown()
    middle(director, window, 2.0)
    middle(director, window, 2.0 + DURATION_SECONDS / 4)
    assert 0 < stripe(window) < RISE_HEIGHT
    middle(director, window, 2.0 + DURATION_SECONDS)
    assert stripe(window) == 0


@pytest.mark.parametrize(("calm", "popup"), [(True, False), (False, True)])
def test_nothing_rises_when_calm_or_under_a_pop_up(*, calm: bool, popup: bool) -> None:
    director, window, _new = shown(calm=calm, popup=popup)
    middle(director, window, 2.0)
    middle(director, window, 2.0 + CALM_DURATION_SECONDS / 4)
    assert stripe(window) == 0


def test_hands_reach_the_new_scene_at_once() -> None:
    director, window, new = shown()
    middle(director, window, 2.0)
    director.on_plain_event(KeyDown("Enter"))
    assert new.heard == [KeyDown("Enter")]
    director.apply(Pop())
    for now in (2.05, 2.06, 2.06 + DURATION_SECONDS):
        colour = middle(director, window, now)
    assert colour == OLD


def test_a_window_that_changes_its_size_ends_it() -> None:
    director, _window, _new = shown()
    director.resize(Viewport((1920, 1080)))
    larger = pygame.Surface((1920, 1080))
    assert middle(director, larger, 2.0) == NEW
    assert not director.must_redraw
