"""Asks for the password of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.director import Pop
from game.client.draw.theme import ButtonKind
from game.client.scenes.page import Page
from game.client.widgets.button import Button
from game.client.widgets.panel import Column, Panel
from game.client.widgets.scroll import FOCUS_MARGIN, Scroll
from game.client.widgets.shelf import Shelf
from game.client.widgets.text_field import TextField
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.widgets.boxes import Box

WIDTH = 440.0
MAX_PASSWORD_LENGTH = 64


class AskPassword(Page):
    """A field and two buttons over the scene below; `then` gets the password."""

    popup = True
    keeps = frozenset({"help", "new_game"})

    def __init__(self, context: AppContext, then: Callable[[str], Change]) -> None:
        self._then = then
        self._field = TextField(
            "password.field", phrase("password.field"), lambda _text: None, most=MAX_PASSWORD_LENGTH, secret=True,
            note=phrase("password.note"), on_enter=self._go,
        )  # fmt: skip
        stay = Button("password.stay", phrase("password.stay"), Pop, key="Esc")
        go = Button("password.go", phrase("password.go"), self._go, kind=ButtonKind.PRIMARY, icon="unlock", key="Enter")
        content = Column(
            "password.column",
            (self._field, Shelf("password.buttons", (stay, go), most=2, least=170.0, even=True)),
            18.0,
        )
        self._panel = Panel(
            "password", phrase("password.title"), Scroll("password.scroll", content), bleed=FOCUS_MARGIN
        )
        super().__init__("lan_password", context.preferences, self._panel, self._field.name)

    def area(self, canvas: Box) -> Box:
        """Take the middle of the canvas."""
        wide = min(canvas.w - 48, WIDTH * max(1.0, self.reading.text_scale))
        look = self.look
        high = self._panel.height_for(look, wide) if look is not None else canvas.h - 48
        return canvas.middle(wide, min(canvas.h - 48, high))

    def _go(self) -> Change | None:
        return Pop(self._then(self._field.text)) if self._field.text else None
