"""The buttons that every table has: menu and signs in the bar, undo, redo, reset, and the sort keys on the lip.

`actions` is what each action of the table does here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from game.client.director import Push
from game.client.draw.theme import Kind
from game.client.scenes.help import Help
from game.client.scenes.message import notice
from game.client.table.board import BAR_GAP, BAR_START, Heights
from game.client.table.buttons import LipKey, Tool
from game.client.table.how_it_goes import aim_words
from game.client.table.turn import AnyTurn
from game.client.widgets.boxes import Box
from game.client.widgets.button import IconButton
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.director import Change
    from game.client.house import Company
    from game.client.table.scene import AnyTable
    from game.client.widgets.button import Button
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget
    from game.match.match import RoundResult

    Doing = Callable[[], Change | None]

LATE = 1.5  # seconds that a disk may be behind before a sign says so; one that works takes some milliseconds

T = TypeVar("T", bound=AnyTurn[Any])


class AnyPanel(ABC, Generic[T]):
    """Makes, tells and places the buttons."""

    def __init__(self, scene: AnyTable[T]) -> None:
        self._table = scene
        undo, redo, reset = (self.on_turn(AnyTurn.undo), self.on_turn(AnyTurn.redo), self.on_turn(AnyTurn.reset))
        runs = self.on_turn(lambda turn: turn.sort(groups=False))
        groups = self.on_turn(lambda turn: turn.sort(groups=True))
        self.menu = IconButton("table.menu", phrase("table.menu"), "menu", scene.leave)
        self._sounds = IconButton("table.sound", phrase("table.sound"), "sound", self._sound)
        self.icons: tuple[Button, ...] = (
            IconButton("table.settings", phrase("table.settings"), "gear", self._settings),
            self._sounds,
            IconButton("table.help", phrase("table.help"), "book", self._help),
        )
        self.behind = IconButton("table.behind", phrase("behind.title"), "warning", self._behind, kind=Kind.DANGER)
        self.late = False  # whether the disk does not have the match: its sign stands in the bar as long as that is so
        self._behind_since: float | None = None
        self.tools = (
            Tool("table.undo", phrase("table.undo"), "undo", undo),
            Tool("table.redo", phrase("table.redo"), "redo", redo),
            Tool("table.reset", phrase("table.reset"), "reset", reset),
        )
        self.lip = (
            LipKey("table.sort_runs", "1", phrase("table.by_runs"), runs, phrase("table.sort_by")),
            LipKey("table.sort_groups", "2", phrase("table.by_groups"), groups),
        )
        self.actions: dict[str, Doing] = {
            "undo": undo,
            "redo": redo,
            "reset": reset,
            "sort_runs": runs,
            "sort_groups": groups,
            "talk": self._talk,
            "help": self._help,
            "skip": scene.skip,
            "look_back": scene.look_back,
            "pick_up_to": scene.pick_up_to,
            "obvious": scene.obvious,
        }

    def welcome(self, company: Company) -> None:
        """Put the signs of the other persons into the bar."""
        self.icons = (*company.icons, *self.icons)

    @property
    def head(self) -> tuple[Widget, ...]:
        """Return the buttons of the bar."""
        return (self.menu, self.behind, *self.icons)

    @property
    @abstractmethod
    def buttons(self) -> tuple[Widget, ...]:
        """Return the buttons of panel and lip, in reading order."""

    @property
    @abstractmethod
    def gold(self) -> Button | None:
        """Return the button that goes on from here."""

    @abstractmethod
    def tell(self, turn: T, look: Look, result: RoundResult | None) -> Heights:
        """Say what the buttons would do now; return the heights they ask for."""

    @abstractmethod
    def place(self, look: Look) -> None:
        """Put every button where the frame has it."""

    def on_turn(self, doing: Callable[[T], object]) -> Doing:
        """Return the action that does something with the turn."""

        def act() -> Change | None:
            if self._table.turn is not None:
                doing(self._table.turn)
            return None

        return act

    def _settings(self) -> Change | None:
        return Push(self._table.house.settings())

    def _talk(self) -> Change | None:
        company = self._table.game.company
        if company is None:
            self._table.explained("toast.alone")
            return None
        return company.open()

    def _sound(self) -> Change | None:
        wishes = self._table.house.wishes
        wishes.take(replace(wishes.now, sounds=not wishes.now.sounds))
        return None

    def watch_disk(self, now: float) -> bool:
        """Look whether the disk has the match; tell whether the sign of that comes or goes."""
        keeping, was = self._table.game.keeping, self.late
        if keeping is None or not keeping.behind:
            self._behind_since = None
        elif self._behind_since is None:
            self._behind_since = now
        self.late = self._behind_since is not None and now - self._behind_since >= LATE
        return self.late is not was

    def _behind(self) -> Change | None:
        """Say what the disk does not have, and why."""
        table = self._table
        refused = "" if table.game.keeping is None else table.game.keeping.refused
        if not refused:
            sentence = phrase("behind.slow")
        else:
            sentence = phrase("behind.refused" if table.game.company is None else "behind.lan", reason=refused)
        return Push(notice(table.house.wishes, "behind", phrase("behind.title"), sentence))

    def _help(self) -> Change | None:
        view = self._table.session.view
        aim = () if view is None else aim_words(view)
        return Push(Help(self._table.reading, aim=aim, known=self.actions))

    def tell_tools(self, turn: T, look: Look, primary: float, extra: float = 0.0) -> Heights:
        """Say what can be taken back; return the heights, with those of the gold button and of a second row."""
        self.tools[0].enabled = bool(turn.bench.past)
        self.tools[1].enabled = bool(turn.bench.future)
        self.tools[2].enabled = turn.bench.touched
        self._sounds.icon = "sound" if self._table.house.wishes.now.sounds else "mute"
        return Heights(
            primary=primary,
            tools=max(tool.height_for(look, 50.0) for tool in self.tools),
            button=self.menu.min_size(look)[0],
            icons=len(self.icons) + self.late,
            extra=extra,
        )

    def place_head(self, bar: Box, look: Look) -> None:
        """Stand menu and signs in the bar."""
        side = self.menu.min_size(look)[0]
        y = bar.y + (bar.h - side) / 2
        self.menu.place(Box(bar.x + BAR_START, y, side, side), look)
        right = bar.right - BAR_GAP
        self.behind.visible = self.late
        for icon in reversed((self.behind, *self.icons) if self.late else self.icons):
            icon.place(Box(right - side, y, side, side), look)
            right -= side + BAR_GAP

    def place_lip(self, lip: Box, look: Look, words: float) -> None:
        """Stand the sort keys at the right end of the lip; where its words need the room they are left to 1 and 2."""
        for led in (True, False):
            self.lip[0].leads = led
            sizes = [key.min_size(look) for key in self.lip]
            need = sum(wide for wide, _ in sizes) + 12
            if need + words <= lip.w:
                break
        x = lip.right - 14 - need
        for key, (wide, _high) in zip(self.lip, sizes, strict=True):
            key.visible = need + words <= lip.w
            key.place(Box(x, lip.y, wide, lip.h), look)
            x += wide + 6
