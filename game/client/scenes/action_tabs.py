"""A sheet of actions with tabs: at a table, in the theatre, and everywhere.

Used by the F1 sheet and by the key settings. Where there is room all sections of a tab are visible at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.client.actions import NAVIGATION_ACTIONS, Action, ActionContext
from game.client.draw import theme
from game.client.scenes.page import Page
from game.client.widgets.boxes import Box
from game.client.widgets.choice import Choice
from game.client.widgets.choice_faces import ChoiceOption, Strip
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import SHEET, Column, Panel
from game.client.widgets.scroll import Scroll
from game.client.widgets.section import Section
from game.client.widgets.shelf import Shelf
from game.client.widgets.widget import Group
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.scenes.page import LookSettings
    from game.client.widgets.button import Button
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget
    from game.client.words import Text

MAX_SIZE = (1160.0, 688.0)
GAP = 10.0
# Actions of open tables, those that end or correct a turn, those that speak, and those that activate; each with a
# heading.
OPEN_TABLE_ACTIONS = ("new_set", "take_back", "pick_set", "split_set", "next_reading")
AFTERWARDS_ACTIONS = (
    "moves", "end_turn", "skip", "look_back", "undo", "redo", "reset", "sort_runs", "sort_groups",
    "carry_left", "carry_right",
)  # fmt: skip
SPEECH_ACTIONS = ("tell_state", "tell_here", "tell_rack", "talk")
ACTIVATION_ACTIONS = ("pick", "confirm", "back", "scroll_up", "scroll_down")
SectionRule = tuple[str, Callable[[Action], bool]]
# The sections of each tab, in order, and the actions of each.
TAB_SECTIONS: dict[str, tuple[SectionRule, ...]] = {
    "table": (
        (
            "help.section_play",
            lambda action: (
                action.where is ActionContext.TABLE
                and action.name not in (*OPEN_TABLE_ACTIONS, *AFTERWARDS_ACTIONS, *SPEECH_ACTIONS)
            ),
        ),
        ("help.section_turn", lambda action: action.name in AFTERWARDS_ACTIONS),
        ("help.section_open", lambda action: action.name in OPEN_TABLE_ACTIONS),
        ("help.section_told", lambda action: action.name in SPEECH_ACTIONS),
    ),
    "theatre": (("help.section_theatre", lambda action: action.where is ActionContext.THEATRE),),
    "anywhere": (
        ("help.section_pressing", lambda action: action.name in ACTIVATION_ACTIONS),
        (
            "help.section_moving",
            lambda action: action.name in NAVIGATION_ACTIONS and action.name not in ACTIVATION_ACTIONS,
        ),
        (
            "help.section_program",
            lambda action: action.where is ActionContext.EVERYWHERE and action.name not in NAVIGATION_ACTIONS,
        ),
    ),
}
TAB_TITLES = {"table": "help.tab_table", "theatre": "help.section_theatre", "anywhere": "help.tab_anywhere"}


def tab_sections(leaf: str, actions: Sequence[Action], line: Callable[[Action], Widget], gap: float) -> list[Widget]:
    """Return the sections of a tab that have any lines."""
    made: list[Widget] = []
    for title, takes in TAB_SECTIONS[leaf]:
        lines = [line(action) for action in actions if takes(action)]
        if lines:
            made.append(Section(title, phrase(title), Column(f"{title}.lines", lines, gap)))
    return made


class ActionTabs(Page):
    """A sheet over any scene: title, tabs, the sections of the chosen tab, and buttons, the last of them at the right.

    `leaves` are the sections of each tab; a `note` is below the title.
    """

    popup = True

    def __init__(
        self,
        name: str,
        reading: LookSettings,
        title: Text,
        leaves: dict[str, list[Widget]],
        chosen: str,
        buttons: tuple[Button, ...],
        *,
        note: Text | None = None,
        rim: float = 0.0,
        first: str | None = None,
    ) -> None:
        self._title = Paragraph(f"{name}.title", title, theme.TITLE, theme.INK)
        self._note = None if note is None else Paragraph(f"{name}.note", note, theme.SMALL, theme.SECONDARY_INK)
        self._leaves = {
            leaf: Scroll(
                f"{name}.{leaf}", Shelf(f"{name}.{leaf}.shelf", parts, most=3, least=330.0), on_paper=True, rim=rim
            )
            for leaf, parts in leaves.items()
        }
        tabs = tuple(ChoiceOption(leaf, phrase(TAB_TITLES[leaf])) for leaf in leaves)
        self._tabs = Choice(f"{name}.tabs", tabs, chosen, self._turn_to, face=Strip(on_paper=True))
        self._buttons = buttons
        note_too = () if self._note is None else (self._note,)
        members = (self._title, *note_too, self._tabs, *self._leaves.values(), *buttons)
        panel = Panel(name, None, Group(f"{name}.content", members, self._arrange), ground=SHEET)
        self._show(chosen)
        super().__init__(name, reading, panel, first)

    def _show(self, chosen: str) -> None:
        for leaf, sheet in self._leaves.items():
            sheet.visible = leaf == chosen

    def _turn_to(self, chosen: str) -> None:
        self._show(chosen)
        if self.look is not None:
            self.layout(self.look.viewport)

    # --- where it lies -------------------------------------------------------------------------------------------

    def area(self, canvas: Box) -> Box:
        """Take the centre of the canvas, all of a small one; a tab with less content makes it lower."""
        scale = max(1.0, self.reading.text_scale)
        box = canvas.middle(min(canvas.w - 48, MAX_SIZE[0] * scale), min(canvas.h - 32, MAX_SIZE[1] * scale))
        return box if self.look is None else box.top_part(min(box.h, self._height(self.look, box.w)))

    def _height(self, look: Look, width: float) -> float:
        """Return the height at which the present tab is fully visible."""
        inner = width - 2 * theme.PANEL_PADDING
        leaf = self._leaves[self._tabs.chosen].height_for(look, inner)
        return (
            self._head_height(look, inner) + GAP + leaf + 12 + self._foot_height(look, inner) + 2 * theme.PANEL_PADDING
        )

    def _tabs_fit_beside_title(self, look: Look, width: float) -> bool:
        """Return whether the tabs fit beside the title."""
        return look.text_width(self._title.accessible_text(), theme.TITLE) + 26 + self._tabs.min_size(look)[0] <= width

    def _head_height(self, look: Look, width: float) -> float:
        title = self._title.height_for(look, width)
        note = 0.0 if self._note is None else self._note.height_for(look, width)
        if self._tabs_fit_beside_title(look, width):
            return max(title, self._tabs.min_size(look)[1]) + note
        return title + 4 + self._tabs.height_for(look, width) + note

    def _place_head(self, box: Box, look: Look) -> None:
        title, (wide, high) = self._title.height_for(look, box.w), self._tabs.min_size(look)
        if self._tabs_fit_beside_title(look, box.w):
            row = box.top_part(max(title, high))
            self._title.place(Box(row.x, row.y + (row.h - title) / 2, row.w - wide - 24, title), look)
            self._tabs.place(Box(row.right - wide, row.y + (row.h - high) / 2, wide, high), look)
            below = row.h
        else:
            self._title.place(box.top_part(title), look)
            self._tabs.place(box.below(title + 4).top_part(self._tabs.height_for(look, box.w)), look)
            below = title + 4 + self._tabs.rect.h
        if self._note is not None:
            self._note.place(box.below(below), look)

    def _buttons_fit_one_row(self, look: Look, width: float) -> bool:
        return sum(button.min_size(look)[0] + 16 for button in self._buttons) - 16 <= width

    def _foot_height(self, look: Look, width: float) -> float:
        if self._buttons_fit_one_row(look, width):
            return max(button.min_size(look)[1] for button in self._buttons)
        return sum(button.height_for(look, width) + 8 for button in self._buttons) - 8

    def _place_foot(self, box: Box, look: Look) -> None:
        if not self._buttons_fit_one_row(look, box.w):
            y = box.y
            for button in self._buttons:
                high = button.height_for(look, box.w)
                button.place(Box(box.x, y, box.w, high), look)
                y += high + 8
            return
        x = box.x
        for button in self._buttons:
            wide, high = button.min_size(look)
            at = box.right - wide if button is self._buttons[-1] else x
            button.place(Box(at, box.y + (box.h - high) / 2, wide, high), look)
            x += wide + 16

    def _arrange(self, box: Box, look: Look) -> None:
        head, foot = self._head_height(look, box.w), self._foot_height(look, box.w)
        self._place_head(box.top_part(head), look)
        for sheet in self._leaves.values():
            sheet.place(Box(box.x, box.y + head + GAP, box.w, box.h - head - GAP - foot - 12), look)
        self._place_foot(box.below(box.h - foot), look)
