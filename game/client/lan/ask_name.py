"""Asks for the player's name: before the first network page, and when the name on the title is pressed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.client.director import Pop
from game.client.draw.theme import ButtonKind
from game.client.scenes.page import Page
from game.client.widgets.button import Button
from game.client.widgets.panel import Column, Panel
from game.client.widgets.scroll import FOCUS_MARGIN, Scroll
from game.client.widgets.shelf import Shelf
from game.client.widgets.text_field import TextField
from game.client.words import phrase, say
from game.table.safe_text import MAX_NAME_LENGTH, printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.widgets.boxes import Box

PANEL_WIDTH = 460.0
WINDOW_MARGIN = 48.0
MIN_BUTTON_WIDTH, BUTTONS_GAP = 170.0, 18.0  # least width of a button; gap between the field and the buttons


def is_nameless(context: AppContext) -> bool:
    """Return whether the player has not chosen a name yet."""
    return not context.preferences.now.player and context.player == say("player.default")


class AskName(Page):
    """The scene that asks: a field and two buttons over the scene below; `then` returns the next scene."""

    popup = True
    keeps = frozenset({"help", "new_game"})

    def __init__(self, context: AppContext, then: Callable[[], Change | None] = lambda: None) -> None:
        self.context = context
        self._then = then
        self._field = TextField(
            "name.field", phrase("name.field"), self._typed, most=MAX_NAME_LENGTH, note=phrase("name.note"),
            on_enter=self._go,
        )  # fmt: skip
        self._field.text = "" if is_nameless(context) else context.player
        self._field.caret = len(self._field.text)
        stay = Button("name.stay", phrase("password.stay"), Pop, key="Esc")
        self._keep = keep = Button(
            "name.keep", phrase("name.keep"), self._go, kind=ButtonKind.PRIMARY, icon="check", key="Enter"
        )
        buttons = Shelf("name.buttons", (stay, keep), most=2, least=MIN_BUTTON_WIDTH, even=True)
        content = Column("name.column", (self._field, buttons), BUTTONS_GAP)
        self._panel = Panel("name", phrase("name.title"), Scroll("name.scroll", content), bleed=FOCUS_MARGIN)
        super().__init__("name", context.preferences, self._panel, self._field.name)
        self._typed("")

    def area(self, canvas: Box) -> Box:
        """Return the box of the panel, in the middle of the canvas."""
        wide = min(canvas.w - WINDOW_MARGIN, PANEL_WIDTH * max(1.0, self.reading.text_scale))
        high = self._panel.height_for(self.look, wide) if self.look is not None else canvas.h - WINDOW_MARGIN
        return canvas.middle(wide, min(canvas.h - WINDOW_MARGIN, high))

    def _typed(self, _text: str) -> None:
        self._keep.enabled = bool(self._field.text.strip())

    def _go(self) -> Change | None:
        if not self._field.text.strip():
            return None
        name = printable(self._field.text)
        self.context.preferences.replace(replace(self.context.preferences.now, player=name))
        self.context.player = name
        return Pop(self._then())
