"""The list of puzzles: each kind with how many are solved, and the streak of those solved without hints."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.client.annals.drawn import GameArt, LargeNumber
from game.client.director import Pop, Push
from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.review.notes import MistakeShelf
from game.client.scenes.page import Page
from game.client.widgets.bar import Bar
from game.client.widgets.button import Button, IconButton
from game.client.widgets.choice import Choice
from game.client.widgets.choice_faces import ChoiceOption
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import Column, Panel
from game.client.widgets.scroll import Scroll
from game.client.widgets.shelf import Shelf
from game.client.widgets.toggle import Toggle
from game.client.widgets.widget import Group, walk
from game.client.words import phrase
from game.puzzle.puzzle import DIFFICULTY_COUNT, Task
from game.rules.registry import rules_of

if TYPE_CHECKING:
    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.puzzle.shelf import PuzzleShelf
    from game.client.viewport import Viewport
    from game.client.widgets.boxes import Box
    from game.client.widgets.look import Look

MAX_WIDTH: Final = 1216.0
MARGIN: Final = 16.0
GAP: Final = 8.0
ART_SIZE: Final = (84.0, 36.0)  # logical px: the picture of the game in a panel's corner
MAX_COLUMNS, MIN_COLUMN_WIDTH = 3, 340.0  # the most columns, and the least width of one


class PuzzlePage(Page):
    """Choosing a kind of puzzle opens its next unsolved one."""

    def __init__(self, context: AppContext, shelf: PuzzleShelf, mistakes: MistakeShelf | None = None) -> None:
        self.context, self.shelf = context, shelf
        self.mistakes = mistakes or MistakeShelf(None)
        back = IconButton("puzzles.back", phrase("button.back"), "back", Pop)
        aside = phrase("puzzle.aside", n=len(shelf.every))
        self._bar = Bar("puzzles.bar", phrase("puzzle.title"), back, aside=aside)
        self._streak = LargeNumber("puzzles.streak", "0", "", "", gold=True)
        self._abouts = {task: Paragraph(f"puzzles.{task.value}_about", "", theme.SMALL, theme.MUTED) for task in Task}
        self._begins = {task: self._button(task) for task in Task}
        self._told: tuple[object, object] = (None, None)
        self._gold: Button | None = None
        self._due = Paragraph("puzzles.due", "", theme.SMALL, theme.MUTED)
        self._mistakes = Button("puzzles.mistakes", phrase("puzzle.begin"), self._begin_mistake, icon="play")
        clock = Toggle("puzzles.clock", phrase("puzzle.clock"), self._clock, on=context.preferences.now.puzzle_clock)
        grades = tuple(ChoiceOption(str(grade), str(grade)) for grade in range(1, DIFFICULTY_COUNT + 1))
        asked = Paragraph("puzzles.from_grade", phrase("puzzle.from_grade"), theme.SMALL, theme.MUTED)
        grade = Choice("puzzles.grade", grades, str(context.preferences.now.puzzle_grade), self._grade)
        rows = Column("puzzles.rows_streak", (self._streak, clock, asked, grade), GAP)
        streak = Panel("puzzles.panel_streak", phrase("puzzle.streak"), rows, padding=MARGIN)
        self._panels = (streak, self._mistakes_panel(), *map(self._panel, Task))
        self._shelf = Shelf("puzzles.shelf", self._panels, most=MAX_COLUMNS, least=MIN_COLUMN_WIDTH, even=True)
        self._list = Scroll("puzzles.list", self._shelf)
        root = Group("puzzles", (self._bar, self._list), self._arrange)
        super().__init__("puzzles", context.preferences, root, f"puzzles.{Task.LAY_ALL.value}")

    def _button(self, task: Task) -> Button:
        return Button(f"puzzles.{task.value}", "", lambda: self._begin(task), kind=ButtonKind.SECOND, icon="play")

    def _panel(self, task: Task) -> Panel:
        asks = Paragraph(f"puzzles.{task.value}_asks", phrase(f"puzzle.about.{task.value}"), theme.SMALL, theme.CREAM)
        rows = Column(f"puzzles.rows_{task.value}", (self._abouts[task], asks, self._begins[task]), GAP)
        art = GameArt(f"puzzles.art_{task.value}", self.shelf.of_task(task)[0].game, ART_SIZE)
        title = phrase(f"puzzle.task.{task.value}")
        return Panel(f"puzzles.panel_{task.value}", title, rows, corner=art, padding=MARGIN)

    def _mistakes_panel(self) -> Panel:
        about = Paragraph("puzzles.mistakes_about", phrase("mistakes.about"), theme.SMALL, theme.MUTED)
        rows = Column("puzzles.rows_mistakes", (about, self._due, self._mistakes), GAP)
        return Panel("puzzles.panel_mistakes", phrase("mistakes.title"), rows, padding=MARGIN)

    def _tell_mistakes(self) -> None:
        due, left = len(self.mistakes.due), self.mistakes.days_left
        learnt = self.mistakes.notebook.learnt_count
        if left is None:
            self._due.text = phrase("mistakes.learnt", n=learnt) if learnt else phrase("mistakes.empty")
        else:
            says = phrase("mistakes.due", n=due) if due else phrase("mistakes.later", n=left)
            self._due.text = phrase("mistakes.with_learnt", says=says, n=learnt) if learnt else says
        self._mistakes.enabled = bool(due)

    def _begin_mistake(self) -> Change | None:
        from game.client.review.mistakes import begin_mistake

        due = self.mistakes.due
        return Push(begin_mistake(self.context, due[0], self.mistakes)) if due else None

    def update(self, now: float) -> Change | None:
        """Update the counts after a puzzle was solved."""
        if self.look is not None and self._told != (self.shelf.solved, self.mistakes.notebook):
            self.layout(self.look.viewport)
        return super().update(now)

    def layout(self, viewport: Viewport) -> None:
        """Show how many are solved, and lay everything out."""
        solved = self.shelf.solved
        self._told = (solved, self.mistakes.notebook)
        self._streak.number = str(solved.streak)
        self._streak.label, self._streak.note = (
            phrase("puzzle.in_a_row"),
            phrase("puzzle.best", best=solved.best_streak),
        )
        for task in Task:
            done, of = self.shelf.solved_count(task), len(self.shelf.of_task(task))
            game = phrase("puzzle.game", game=rules_of(self.shelf.of_task(task)[0].game).title)
            self._abouts[task].text = f"{game} · {phrase('puzzle.count', done=done, of=of)}"
            label = "puzzle.begin" if not done else "puzzle.all_done" if done == of else "puzzle.go_on"
            self._begins[task].label = phrase(label)
        self._tell_mistakes()
        self._gild()
        super().layout(viewport)

    def _gild(self) -> None:
        """Make one button gold: a mistake that is due, else the kind with the fewest solved."""
        left = [task for task in Task if self.shelf.solved_count(task) < len(self.shelf.of_task(task))]
        next_one = self._begins[min(left, key=self.shelf.solved_count)] if left else None
        self._gold = self._mistakes if self._mistakes.enabled else next_one
        for one in (*self._begins.values(), self._mistakes):
            one.face = ButtonKind.PRIMARY if one is self._gold else ButtonKind.SECOND
            one.key_cap = "Enter" if one is self._gold else None

    def _clock(self, on: bool) -> Change | None:  # noqa: FBT001 - a toggle tells its state
        self.context.preferences.replace(replace(self.context.preferences.now, puzzle_clock=on))
        return None

    def _grade(self, grade: str) -> Change | None:
        self.context.preferences.replace(replace(self.context.preferences.now, puzzle_grade=int(grade)))
        return None

    def _begin(self, task: Task) -> Change:
        from game.client.puzzle.scene import begin_puzzle  # tables are imported only when needed

        puzzle = self.shelf.next_unsolved(task, difficulty=self.context.preferences.now.puzzle_grade)
        return Push(begin_puzzle(self.context, puzzle, self.shelf))

    def _arrange(self, box: Box, look: Look) -> None:
        high = self._bar.height_for(look, box.w)
        self._bar.place(box.top_part(high), look)
        room = box.below(high + MARGIN / 2)
        wide = min(room.w - 2 * MARGIN, look.at_least(MAX_WIDTH))
        self._shelf.members = self._in_order(alone=self._shelf.columns_in(look, wide) == 1)
        self._list.place(room.middle(wide, room.h), look)

    def _in_order(self, *, alone: bool) -> tuple[Panel, ...]:
        """Return the panels; in a single column that of the gold button is first, as the window shows no other."""
        gold = [one for one in self._panels if alone and any(button is self._gold for button, _ in walk(one))]
        return (*gold, *(one for one in self._panels if one not in gold))
