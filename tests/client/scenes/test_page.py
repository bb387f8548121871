"""A page: its tooltip."""

from __future__ import annotations

import pygame
import pytest

from game.client.director import Push
from game.client.events import KeyDown, PointerDown, PointerMoved, PointerUp
from game.client.preferences import Preferences
from game.client.scenes.page import Page
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.button import IconButton
from game.client.widgets.label import Paragraph
from game.client.widgets.tooltip import DELAY_SECONDS
from game.client.widgets.widget import Group
from game.client.words import phrase
from game.store.settings import Settings

WINDOW = Viewport((960, 540))


def tip_of(page: Page, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the words of the tooltip in the next frame."""
    drawn: list[str] = []
    monkeypatch.setattr(
        "game.client.widgets.tooltip.draw_tip", lambda _surface, _look, words, *_near: drawn.append(words)
    )
    page.update(page._now)
    page.draw(pygame.Surface(WINDOW.size))
    return drawn


def wait(page: Page) -> None:
    """Let the delay of a tooltip pass."""
    for _frame in range(2):
        page.update(page._now + DELAY_SECONDS)


def tipped_page() -> tuple[Page, IconButton]:
    """Return a page whose button is pointed at long enough for its tooltip."""
    preferences = Preferences(Settings(), lambda _old, _new: None)
    button = IconButton("menu", phrase("book.title"), "book", lambda: None)
    page = Page("page", preferences, Group("all", (button,), button.place))
    page.layout(WINDOW)
    page.on_event(PointerMoved(button.rect.centre))
    wait(page)
    return page, button


def test_a_tooltip_goes_when_its_button_is_pressed_until_it_is_pointed_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page, button = tipped_page()
    at = button.rect.centre
    assert tip_of(page, monkeypatch) == [str(button.tip)]
    for event in (PointerDown(at), PointerUp(at), PointerMoved((at[0] + 1.0, at[1]))):
        page.on_event(event)
        wait(page)
        assert tip_of(page, monkeypatch) == []
        assert not page.wants_frames
    button.place(Box(0.0, 0.0, 40.0, 40.0), page.root.look)
    for place in (at, button.rect.centre):
        page.on_event(PointerMoved(place))
    wait(page)
    assert tip_of(page, monkeypatch) == [str(button.tip)]


def test_a_tooltip_goes_when_its_focused_button_is_used_by_key(monkeypatch: pytest.MonkeyPatch) -> None:
    page, button = tipped_page()
    page.on_event(KeyDown("Tab"))
    wait(page)
    assert tip_of(page, monkeypatch) == [str(button.tip)]
    page.on_event(KeyDown("Space"))
    wait(page)
    assert tip_of(page, monkeypatch) == []


@pytest.mark.parametrize("how", ["vanishes", "moves away", "has other words"])
def test_a_tooltip_goes_when_its_button_under_a_still_pointer(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page, button = tipped_page()
    assert tip_of(page, monkeypatch) == [str(button.tip)]
    match how:
        case "vanishes":
            button.visible = False
        case "moves away":
            button.place(Box(0.0, 0.0, 40.0, 40.0), page.root.look)
        case _:
            button.tip = phrase("book.way_back")
    page.ring.note_change()
    assert tip_of(page, monkeypatch) == []
    wait(page)
    assert tip_of(page, monkeypatch) == ([str(button.tip)] if how == "has other words" else [])


def test_a_tooltip_goes_when_its_button_opens_a_page_above(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(
        "game.client.widgets.tooltip.draw_tip", lambda _surface, _look, words, *_near: drawn.append(words)
    )
    preferences = Preferences(Settings(), lambda _old, _new: None)
    above = Page("above", preferences, Paragraph("words", phrase("book.title")))
    page = Page("page", preferences, IconButton("menu", phrase("book.title"), "book", lambda: Push(above)))
    page.layout(WINDOW)
    at = page.root.rect.centre
    page.on_event(PointerMoved(at))
    for now in (0.0, DELAY_SECONDS):
        page.update(now)
    surface = pygame.Surface(WINDOW.size)
    page.draw(surface)
    assert len(drawn) == 1
    page.on_event(PointerDown(at))
    assert page.on_event(PointerUp(at)) == Push(above)
    page.update(2 * DELAY_SECONDS)
    page.draw(surface)
    assert len(drawn) == 1
