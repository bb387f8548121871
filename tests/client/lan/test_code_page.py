"""The code of a table goes from the host's screen to a guest's field: by the clipboard, and by a camera."""

from __future__ import annotations

import pygame
import pytest
import segno

from game.client.events import KeyDown, Modifiers
from game.client.lan.code_page import CodePage
from game.client.still import DEFAULT_SIZE, Studio
from game.client.viewport import Viewport
from game.client.widgets.gesture import Use
from game.client.widgets.qr import DARK, QUIET_ZONE, QrPicture
from game.client.widgets.text_field import TextField
from game.client.widgets.widget import walk

CODE = "KX7Q-2M4P"


def laid(studio: Studio) -> CodePage:
    page = CodePage(studio.context, CODE, ("192.168.1.24:47815",))
    page.layout(Viewport(DEFAULT_SIZE))
    return page


def test_the_code_is_copied_by_its_button_and_pasted_into_a_field(monkeypatch: pytest.MonkeyPatch) -> None:
    board: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", board.append)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: board[-1] + "\n")
    with Studio() as studio:
        page = laid(studio)
        button = next(widget for widget, _ in walk(page.root) if widget.name == "code.copy")
        button.handle(Use())
        assert button.accessible_text() == "Copied"
    typed: list[str] = []
    TextField("lobby.address", "Address", typed.append).handle(KeyDown("V", Modifiers(ctrl=True)))
    assert typed == [CODE]


def test_the_picture_says_the_code_module_by_module() -> None:
    with Studio() as studio:
        page = laid(studio)
        surface = pygame.Surface(DEFAULT_SIZE)
        page.draw(surface)
        picture = next(widget for widget, _ in walk(page.root) if isinstance(widget, QrPicture))
    wanted = [[bool(dark) for dark in row] for row in segno.make_qr(CODE, error="m").matrix]
    modules = len(wanted) + 2 * QUIET_ZONE
    size = int(min(picture.rect.w, picture.rect.h)) // modules
    x, y = (round(part - modules * size / 2) for part in picture.rect.centre)
    seen = [
        [surface.get_at((x + (i + QUIET_ZONE) * size + size // 2, y + (j + QUIET_ZONE) * size + size // 2))[:3] == DARK
         for i in range(len(wanted))]
        for j in range(len(wanted))
    ]  # fmt: skip
    assert seen == wanted
