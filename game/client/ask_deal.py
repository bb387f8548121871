"""Asks for a deal, by number or by the short code of another player, and deals it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.director import Pop
from game.client.draw.theme import ButtonKind
from game.client.scenes.page import Page
from game.client.widgets.button import Button
from game.client.widgets.panel import Column, Panel
from game.client.widgets.scroll import FOCUS_MARGIN, Scroll
from game.client.widgets.shelf import Shelf
from game.client.widgets.text_field import TextField
from game.client.words import phrase
from game.match.short_code import CodedDeal, read_code

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.director import Change
    from game.client.preferences import Preferences
    from game.client.widgets.boxes import Box

WIDTH: Final = 520.0
WINDOW_MARGIN: Final = 48.0
MIN_BUTTON_WIDTH, BUTTONS_GAP = 170.0, 18.0  # the least width of a button; the gap between field and buttons
MAX_CODE_LENGTH: Final = 120  # with many options
MAX_DIGITS: Final = 18  # of a number; every number of so few digits is a seed


def parse_deal(text: str) -> CodedDeal | int | None:
    """Return the deal of a code or a number, None for anything else."""
    wished = text.strip()
    if wished.isascii() and wished.isdecimal() and len(wished) <= MAX_DIGITS:
        return int(wished)
    try:
        return read_code(wished)
    except ValueError:
        return None


class AskDeal(Page):
    """A field and two buttons over the scene below; `begin` starts the deal."""

    popup = True
    keeps = frozenset({"help", "new_game"})

    def __init__(self, preferences: Preferences, begin: Callable[[CodedDeal | int], Change | None]) -> None:
        self._begin = begin
        self._field = TextField(
            "deal.field",
            phrase("deal.field"),
            self._typed,
            most=MAX_CODE_LENGTH,
            note=phrase("deal.note"),
            on_enter=self._go,
        )
        stay = Button("deal.stay", phrase("button.back"), Pop, key="Esc")
        self._deal = Button("deal.go", phrase("new.deal"), self._go, kind=ButtonKind.PRIMARY, icon="play", key="Enter")
        buttons = Shelf("deal.buttons", (stay, self._deal), most=2, least=MIN_BUTTON_WIDTH, even=True)
        content = Column("deal.column", (self._field, buttons), BUTTONS_GAP)
        self._panel = Panel("deal", phrase("deal.title"), Scroll("deal.scroll", content), bleed=FOCUS_MARGIN)
        super().__init__("deal", preferences, self._panel, self._field.name)
        self._typed("")

    def area(self, canvas: Box) -> Box:
        """Take the middle of the canvas."""
        wide = min(canvas.w - WINDOW_MARGIN, WIDTH * max(1.0, self.reading.text_scale))
        high = self._panel.height_for(self.look, wide) if self.look is not None else canvas.h - WINDOW_MARGIN
        return canvas.middle(wide, min(canvas.h - WINDOW_MARGIN, high))

    def _typed(self, _text: str) -> None:
        self._deal.enabled = bool(self._field.text.strip())
        self._field.error = None

    def _go(self) -> Change | None:
        wished = parse_deal(self._field.text)
        if wished is None:
            self._field.error = phrase("deal.none") if self._field.text.strip() else None
            if self.look is not None:
                self.layout(self.look.viewport)
            return None
        return self._begin(wished)
