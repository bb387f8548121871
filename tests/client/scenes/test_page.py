"""A page: its tooltip."""

from __future__ import annotations

import pygame
import pytest

from game.client.director import Push
from game.client.events import PointerDown, PointerMoved, PointerUp
from game.client.preferences import Preferences
from game.client.scenes.page import TOOLTIP_DELAY_SECONDS, Page
from game.client.viewport import Viewport
from game.client.widgets.button import IconButton
from game.client.widgets.label import Paragraph
from game.client.words import phrase
from game.store.settings import Settings

WINDOW = Viewport((960, 540))


def test_a_tooltip_goes_when_its_button_opens_a_page_above(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr("game.client.scenes.page.draw_tip", lambda _surface, _look, words, _near: drawn.append(words))
    preferences = Preferences(Settings(), lambda _old, _new: None)
    above = Page("above", preferences, Paragraph("words", phrase("book.title")))
    page = Page("page", preferences, IconButton("menu", phrase("book.title"), "book", lambda: Push(above)))
    page.layout(WINDOW)
    at = page.root.rect.centre
    page.on_event(PointerMoved(at))
    for now in (0.0, TOOLTIP_DELAY_SECONDS):
        page.update(now)
    surface = pygame.Surface(WINDOW.size)
    page.draw(surface)
    assert len(drawn) == 1
    page.on_event(PointerDown(at))
    assert page.on_event(PointerUp(at)) == Push(above)
    page.update(2 * TOOLTIP_DELAY_SECONDS)
    page.draw(surface)
    assert len(drawn) == 1
