"""The F1 sheet: every action with its keys, pad button and gesture, made from the table of actions.

At a table it begins with how the game goes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.client import theme
from game.client.actions import MOVES, Action, Where, action_for, bound
from game.client.director import Pop
from game.client.events import KeyDown
from game.client.scenes.page import Page
from game.client.theme import Kind
from game.client.widgets.button import Button
from game.client.widgets.key_line import KeyLine
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import SHEET, Column, Panel
from game.client.widgets.scroll import Scroll
from game.client.widgets.section import Section
from game.client.widgets.shelf import Shelf
from game.client.widgets.widget import Group
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.director import Change
    from game.client.events import Event
    from game.client.scenes.page import Reading
    from game.client.widgets.boxes import Box
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget

MOST = (1160.0, 688.0)
# What only an open table knows, what ends or mends a turn, and what moves about; each under a heading of its own.
OPEN = ("new_set", "take_back", "pick_set", "split_set", "next_reading")
AFTERWARDS = ("end_turn", "skip", "look_back", "undo", "redo", "reset", "sort_runs", "sort_groups", "talk")
MOVING = (*MOVES, "carry_left", "carry_right")
# The parts of the sheet, in order, and which actions each takes.
SECTIONS: tuple[tuple[str, Callable[[Action], bool]], ...] = (
    (
        "help.section_table",
        lambda action: action.where is Where.TABLE and action.name not in (*OPEN, *AFTERWARDS, *MOVING),
    ),
    ("help.section_turn", lambda action: action.name in AFTERWARDS),
    ("help.section_moving", lambda action: action.name in MOVING),
    ("help.section_open", lambda action: action.name in OPEN),
    ("help.section_program", lambda action: action.where is not Where.TABLE and action.name not in MOVING),
)


class Help(Page):
    """A sheet of paper over whatever was open; F1 or Esc closes it."""

    popup = True
    keeps = frozenset({"help"})

    def __init__(self, reading: Reading, actions: Sequence[Action] | None = None, *, aim: Sequence[str] = ()) -> None:
        close = Button("help.close", phrase("button.close"), Pop, kind=Kind.PRIMARY, key="Esc")
        sections: list[Widget] = []
        if aim:
            told = [Paragraph(f"help.aim_{at}", words, theme.SMALL, theme.INK) for at, words in enumerate(aim)]
            sections.append(Section("help.aim", phrase("aim.title"), Column("help.aims", told, 6.0)))
        for number, (title, takes) in enumerate(SECTIONS):
            lines = [KeyLine(action) for action in (bound() if actions is None else actions) if takes(action)]
            if lines:
                sections.append(
                    Section(f"help.part_{number}", phrase(title), Column(f"help.lines_{number}", lines, 4.0))
                )
        self._sheet = Scroll("help.lines", Shelf("help.shelf", sections, most=3, least=330.0), on_paper=True, rim=0.0)
        self._close = close
        content = Group("help.content", (self._sheet, close), self._arrange)
        super().__init__("help", reading, Panel("help", phrase("help.title"), content, ground=SHEET))

    def area(self, canvas: Box) -> Box:
        """Take the middle of the canvas, all of a small one."""
        scale = max(1.0, self.reading.text_scale)
        return canvas.middle(min(canvas.w - 48, MOST[0] * scale), min(canvas.h - 32, MOST[1] * scale))

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
