"""Pages of a language read from right to left: shown mirrored, box for box, and answered where they are seen."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.client.director import Director, draw_scenes, is_mirrored
from game.client.draw import text, theme
from game.client.draw.theme import Lettering, Typeface
from game.client.events import KeyDown, PadDown, PointerMoved, Wheel, mirrored_event
from game.client.still import Studio
from game.client.viewport import Viewport
from game.client.widgets.text_field import TextField
from game.client.words import set_language
from tests.client.gallery import most
from tests.client.kit import Kit
from tests.client.layout_check import problems
from tests.client.pseudo import speak_mirrored
from tests.matches import FEW
from tests.slices import every
from tools.pictures import find_positions, save_matches

SIZE = (960, 540)
TABLES = (
    *("lesson ", "puzzle ", "theatre", "early", "crowded", "hint", "past", "coach", "could open", "lan table"),
    "without rack",
)


@pytest.fixture(autouse=True)
def _spoken() -> Iterator[None]:
    text.forget()
    yield
    set_language("en")
    text.forget()


def test_every_scene_is_well_laid_out_when_it_is_mirrored_and_tables_are_not() -> None:
    wrong, kept = [], []
    with Studio() as studio:
        save_matches(studio, find_positions(points=FEW))
        for name, make in every(most(studio), 8):
            set_language("en")
            scene = make()
            speak_mirrored()
            wrong += [f"{name}: {told}" for told in problems(scene, SIZE, 1.0)]  # type: ignore[arg-type]
            if not is_mirrored(scene):
                kept.append(name)
    assert wrong == []
    assert kept
    assert [name for name in kept if not any(part in name for part in TABLES)] == []


def test_a_page_is_laid_out_as_ever_and_seen_mirrored_box_for_box() -> None:
    kit = Kit()
    speak_mirrored()
    director = Director(kit.page, Viewport((1280, 720)))
    laid = {place.name: place.box for place in kit.page.shown_items()}
    seen = {place.name: place.box for place in director.screen_items(kit.page)}
    assert seen == {name: box.mirrored(1280) for name, box in laid.items()}
    rim = pygame.Surface((1280, 720))
    draw_scenes((kit.page,), rim)
    panel = laid["panel.buttons"]
    corner = (round(1280 - panel.right) + 60, round(panel.y) + 4)
    assert rim.get_at(corner) == rim.get_at((round(1280 - panel.x) - 60, round(panel.y) + 4))


def test_a_hand_is_answered_where_it_is_seen() -> None:
    kit = Kit()
    speak_mirrored()
    director = Director(kit.page, Viewport((1280, 720)))
    button = kit.find("second").rect
    x, y = 1280 - button.centre[0], button.centre[1]
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        director.on_pygame_event(pygame.event.Event(kind, pos=(x, y), button=1), 0)
    assert kit.told == [("second", "used")]


def test_events_are_turned_about_the_middle_of_the_page() -> None:
    assert mirrored_event(PointerMoved((10.0, 5.0)), 100.0) == PointerMoved((90.0, 5.0))
    assert mirrored_event(Wheel((10.0, 5.0), 1.0, 2.0), 100.0) == Wheel((90.0, 5.0), -1.0, 2.0)
    assert mirrored_event(KeyDown("Left"), 100.0) == KeyDown("Right")
    assert mirrored_event(KeyDown("Up"), 100.0) == KeyDown("Up")
    assert mirrored_event(PadDown("right"), 100.0) == PadDown("left")


def test_a_caret_goes_where_the_arrow_points_over_letters_of_both_ways() -> None:
    speak_mirrored()
    kit = Kit()
    field = kit.find("field")
    assert isinstance(field, TextField)
    field.text, field.caret = "אב ab", 5
    field.handle(mirrored_event(KeyDown("Right"), 1280.0))  # type: ignore[arg-type]
    assert field.caret == 5  # nothing lies there: the end of what is read to the right
    field.handle(mirrored_event(KeyDown("Left"), 1280.0))  # type: ignore[arg-type]
    assert field.caret == 4
    field.caret = 0
    field.handle(mirrored_event(KeyDown("Left"), 1280.0))  # type: ignore[arg-type]
    assert field.caret == 1


def test_words_on_a_mirrored_page_are_seen_as_on_one_that_is_not() -> None:
    speak_mirrored()
    body = Lettering(Typeface.REGULAR, 20)
    plain, seen = pygame.Surface((200, 40)), pygame.Surface((200, 40))
    text.draw(plain, "אבג 12", body, theme.CREAM, (200, 20), align="right")

    class Page:
        name = "page"

        def draw(self, surface: pygame.Surface) -> None:
            text.draw(surface, "אבג 12", body, theme.CREAM, (0, 20))

    draw_scenes((Page(),), seen)  # type: ignore[arg-type]
    assert pygame.image.tobytes(plain, "RGB") == pygame.image.tobytes(seen, "RGB")
