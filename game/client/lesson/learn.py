"""The page Learn: each game's lesson, and what differs for those who know a similar game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.director import Pop, Push
from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.review.notes import MistakeShelf
from game.client.scenes.page import Page
from game.client.widgets.bar import Bar
from game.client.widgets.button import Button, IconButton
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import Column, Panel
from game.client.widgets.scroll import Scroll
from game.client.widgets.shelf import Shelf
from game.client.widgets.widget import Group
from game.client.words import phrase
from game.lesson.lesson import lessons
from game.rules.registry import GAMES, rules_of

if TYPE_CHECKING:
    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.viewport import Viewport
    from game.client.widgets.boxes import Box
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget
    from game.client.words import Text
    from game.lesson.lesson import Lesson

MAX_WIDTH: Final = 1216.0
MARGIN: Final = 16.0
MAX_COLUMNS, MIN_COLUMN_WIDTH = 3, 340.0  # most columns, and the least width of one
ROWS_GAP: Final = 10.0


class LearnPage(Page):
    """A panel with the lesson of each game; `first` is the game whose lesson is suggested (gold)."""

    def __init__(self, context: AppContext, first: str = "") -> None:
        self.context = context
        self._learned = ""
        self._lessons: list[tuple[Button, Lesson, Text]] = []
        self._first = first if first in GAMES else next(iter(GAMES))
        back = IconButton("learn.back", phrase("button.back"), "back", Pop)
        self._bar = Bar("learn.bar", phrase("learn.title"), back, aside=phrase("learn.aside"))
        panels = [self._panel(game) for game in GAMES if any(one.rules.key == game for one in lessons())]
        puzzles = self._puzzles()
        if context.puzzles is not None:
            panels.append(puzzles)
        self._list = Scroll("learn.list", Shelf("learn.shelf", panels, most=MAX_COLUMNS, least=MIN_COLUMN_WIDTH))
        root = Group("learn", (self._bar, self._list), self._arrange)
        super().__init__("learn", context.preferences, root, f"learn.{self._first}")

    def _panel(self, game: str) -> Panel:
        title = rules_of(game).title
        rows: list[Widget] = []
        for lesson in (one for one in lessons() if one.rules.key == game):
            if lesson.known:
                known = rules_of(lesson.known).title
                label = phrase("learn.different", game=title, known=known)
                rows.append(self._button(f"learn.{game}_{lesson.known}", label, "swap", lesson))
            else:
                note = phrase("learn.lesson_line")
                rows.append(Paragraph(f"learn.{game}_line", note, theme.SMALL, theme.MUTED))
                rows.append(self._button(f"learn.{game}", phrase("learn.lesson", game=title), "learn", lesson))
        return Panel(f"learn.panel_{game}", title, Column(f"learn.panel_{game}.rows", rows, ROWS_GAP))

    def _button(self, name: str, label: Text, icon: str, lesson: Lesson) -> Button:
        button = Button(name, label, lambda: self._begin(lesson), icon=icon)
        self._lessons.append((button, lesson, label))
        return button

    def layout(self, viewport: Viewport) -> None:
        """Tick finished lessons; gold is the first game's lesson, then the next unfinished one.

        Tell how many of the player's mistakes wait today.
        """
        waiting = len(MistakeShelf(self.context.preferences.folder).due)
        self._puzzles_line.text = phrase("learn.mistakes", n=waiting) if waiting else phrase("puzzle.learn_line")
        self._learned = self.context.preferences.now.learned
        todo: list[Button] = []
        for button, lesson, label in self._lessons:
            button.face = ButtonKind.SECOND
            if lesson.key in self._learned.split():
                button.label, button.icon = phrase("learn.done", lesson=label), "check"
            elif not lesson.known:
                todo.append(button)
        for gold in sorted(todo, key=lambda button: button.name != f"learn.{self._first}")[:1]:
            gold.face = ButtonKind.PRIMARY
        super().layout(viewport)

    def update(self, now: float) -> Change | None:
        """Tick a lesson that has just been finished."""
        if self.look is not None and self._learned != self.context.preferences.now.learned:
            self.layout(self.look.viewport)
        return super().update(now)

    def _puzzles(self) -> Panel:
        note = self._puzzles_line = Paragraph("learn.puzzles_line", "", theme.SMALL, theme.MUTED)
        door = self.context.puzzles
        button = Button("learn.puzzles", phrase("puzzle.title"), lambda: door and Push(door()), icon="puzzle")
        return Panel(
            "learn.panel_puzzles", phrase("puzzle.title"), Column("learn.puzzles_rows", (note, button), ROWS_GAP)
        )

    def _begin(self, lesson: Lesson) -> Change | None:
        door = self.context.lesson
        return None if door is None else Push(door(lesson))

    def _arrange(self, box: Box, look: Look) -> None:
        high = self._bar.height_for(look, box.w)
        self._bar.place(box.top_part(high), look)
        room = box.below(high + MARGIN / 2)
        self._list.place(room.middle(min(room.w - 2 * MARGIN, look.at_least(MAX_WIDTH)), room.h), look)
