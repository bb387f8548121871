"""The F1 sheet: every action with its keys, pad button and gesture, made from the table of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.actions import ACTIONS, Where, action_for
from game.client.director import Pop
from game.client.events import KeyDown
from game.client.scenes.page import Page
from game.client.theme import Kind
from game.client.widgets.button import Button
from game.client.widgets.key_line import KeyLine
from game.client.widgets.panel import SHEET, Column, Panel
from game.client.widgets.scroll import Scroll
from game.client.widgets.section import Section
from game.client.widgets.shelf import Shelf
from game.client.widgets.widget import Group
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.actions import Action
    from game.client.director import Change
    from game.client.events import Event
    from game.client.scenes.page import Reading
    from game.client.widgets.boxes import Box
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget

MOST = (1120.0, 660.0)
SECTIONS = (
    (Where.TABLE, "help.section_table"),
    (Where.MENUS, "help.section_menus"),
    (Where.EVERYWHERE, "help.section_everywhere"),
)


class Help(Page):
    """A sheet of paper over whatever was open; F1 or Esc closes it."""

    popup = True

    def __init__(self, reading: Reading, actions: Sequence[Action] = ACTIONS) -> None:
        close = Button("help.close", phrase("button.close"), Pop, kind=Kind.PRIMARY, key="Esc")
        sections: list[Widget] = []
        for where, title in SECTIONS:
            lines = [KeyLine(action) for action in actions if action.where is where]
            if lines:
                sections.append(
                    Section(f"help.{where.value}", phrase(title), Column(f"help.{where.value}.lines", lines, 8.0))
                )
        self._sheet = Scroll("help.lines", Shelf("help.shelf", sections, most=2, least=400.0), on_paper=True)
        self._close = close
        content = Group("help.content", (self._sheet, close), self._arrange)
        super().__init__("help", reading, Panel("help", phrase("help.title"), content, ground=SHEET))

    def area(self, canvas: Box) -> Box:
        """Take the middle of the canvas, all of a small one."""
        scale = max(1.0, self.reading.text_scale)
        return canvas.middle(min(canvas.w - 48, MOST[0] * scale), min(canvas.h - 48, MOST[1] * scale))

    def _arrange(self, box: Box, look: Look) -> None:
        wide, high = self._close.min_size(look)
        self._sheet.place(box.top_part(box.h - high - 12), look)
        foot = box.under(box.h - high)
        self._close.place(foot.beside(foot.w - wide - 24), look)

    def on_event(self, event: Event) -> Change | None:
        """Close on F1 as well."""
        if isinstance(event, KeyDown) and not event.repeat:
            action = action_for(event, Where.MENUS)
            if action is not None and action.name == "help":
                return Pop()
        return super().on_event(event)
