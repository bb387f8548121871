"""Asks for the player's name: before the first network page, and when the name on the title is pressed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.client.director import Pop
from game.client.draw.theme import ButtonKind
from game.client.scenes.page import Page
from game.client.widgets.button import Button
from game.client.widgets.panel import Column, Panel
from game.client.widgets.scroll import RIM, Scroll
from game.client.widgets.shelf import Shelf
from game.client.widgets.text_field import TextField
from game.client.words import phrase, say
from game.table.safe_text import LONGEST_NAME, printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.director import Change
    from game.client.house import House
    from game.client.widgets.boxes import Box

WIDE = 460.0
EDGE = 48.0  # margin to the window
PART, GAP = 170.0, 18.0  # the least width of a button; between field and buttons


def is_nameless(house: House) -> bool:
    """Return whether the player has not chosen a name yet."""
    return not house.wishes.now.player and house.player == say("player.default")


class AskName(Page):
    """A field and two buttons over the scene below; `then` returns the next scene once there is a name."""

    popup = True
    keeps = frozenset({"help", "new_game"})

    def __init__(self, house: House, then: Callable[[], Change | None] = lambda: None) -> None:
        self.house = house
        self._then = then
        self._field = TextField(
            "name.field", phrase("name.field"), self._typed, most=LONGEST_NAME, note=phrase("name.note"),
            on_enter=self._go,
        )  # fmt: skip
        self._field.text = "" if is_nameless(house) else house.player
        self._field.caret = len(self._field.text)
        stay = Button("name.stay", phrase("password.stay"), Pop, key="Esc")
        self._keep = keep = Button(
            "name.keep", phrase("name.keep"), self._go, kind=ButtonKind.PRIMARY, icon="check", key="Enter"
        )
        buttons = Shelf("name.buttons", (stay, keep), most=2, least=PART, even=True)
        content = Column("name.column", (self._field, buttons), GAP)
        self._panel = Panel("name", phrase("name.title"), Scroll("name.scroll", content), bleed=RIM)
        super().__init__("name", house.wishes, self._panel, self._field.name)
        self._typed("")

    def area(self, canvas: Box) -> Box:
        """Take the middle of the canvas."""
        wide = min(canvas.w - EDGE, WIDE * max(1.0, self.reading.text_scale))
        high = self._panel.height_for(self.look, wide) if self.look is not None else canvas.h - EDGE
        return canvas.middle(wide, min(canvas.h - EDGE, high))

    def _typed(self, _text: str) -> None:
        self._keep.enabled = bool(self._field.text.strip())

    def _go(self) -> Change | None:
        if not self._field.text.strip():
            return None
        name = printable(self._field.text)
        self.house.wishes.take(replace(self.house.wishes.now, player=name))
        self.house.player = name
        return Pop(self._then())
