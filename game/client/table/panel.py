"""The buttons of every table: menu and icons in the bar, undo, redo, reset, and the sort keys on the rack's lip.

`actions` maps each action of the table to what it does here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from game.client.draw.theme import ButtonKind
from game.client.table.board import BAR_GAP, BAR_START, ButtonHeights
from game.client.table.buttons import ActionButton, SortKey, ToolButton
from game.client.table.turn import UnsentTurn
from game.client.widgets.boxes import Box
from game.client.widgets.button import IconButton
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.access.table import TableAnnouncer
    from game.client.director import Change
    from game.client.table.advice.hints import Hints
    from game.client.table.navigation import TableNavigation
    from game.client.table.shown import ButtonFacts
    from game.client.table.table_input import TableInput
    from game.client.widgets.button import Button
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget

    Doing = Callable[[], Change | None]

TOOL_GAP = 10.0
DEBOUNCE_SECONDS = 0.5  # for so long a button whose label changed ignores presses meant for the old label
MAX_DEBOUNCE_SECONDS = 1.5  # the longest time for which presses that follow one another are ignored
# saving may take so long before an icon reports it; a working disk takes some milliseconds
SAVE_LATE_SECONDS = 1.5

T = TypeVar("T", bound=UnsentTurn[Any])


class SidePanel(ABC, Generic[T]):
    """Makes, updates and places the buttons of a table."""

    primary: ActionButton

    def __init__(self, doors: TableNavigation, hands: TableInput[T, Any]) -> None:
        self.doors, self.hands = doors, hands
        undo, redo, reset = (
            self.turn_action(UnsentTurn.undo),
            self.turn_action(UnsentTurn.redo),
            self.turn_action(UnsentTurn.reset),
        )
        runs = self.turn_action(lambda turn: turn.sort_rack(groups=False))
        groups = self.turn_action(lambda turn: turn.sort_rack(groups=True))
        self.menu = IconButton("table.menu", phrase("table.menu"), "menu", self._menu)
        self._sounds = IconButton("table.sound", phrase("table.sound"), "sound", doors.sound)
        self.icons: tuple[Button, ...] = (
            IconButton("table.settings", phrase("table.settings"), "gear", doors.settings),
            self._sounds,
            IconButton("table.help", phrase("table.help"), "help", self._help),
        )
        self.behind = IconButton(
            "table.behind", phrase("behind.title"), "warning", doors.show_unsaved, kind=ButtonKind.DANGER
        )
        self._skips = False
        self.found_nothing = False  # whether it was known at the last update that nothing can be laid
        self.offers_hint = False  # whether the hint was offered then
        self.draws = True  # whether drawing is suggested as the next step where nothing else is possible
        self._debounced_since, self._debounced_until, self._was_debounced = 0.0, 0.0, False
        self.late = False  # whether saving is late; an icon in the bar shows it meanwhile
        self._behind_since: float | None = None
        self.hint = ToolButton("table.hint", phrase("table.hint"), "bulb", self._hint)
        self.tools = (
            ToolButton("table.undo", phrase("table.undo"), "undo", undo),
            ToolButton("table.redo", phrase("table.redo"), "redo", redo),
            ToolButton("table.reset", phrase("table.reset"), "reset", reset),
            self.hint,
        )
        self.lip = (
            SortKey("table.sort_runs", "1", phrase("table.by_runs"), runs, phrase("table.sort_by")),
            SortKey("table.sort_groups", "2", phrase("table.by_groups"), groups),
        )
        self.actions: dict[str, Doing] = {
            "undo": undo,
            "redo": redo,
            "reset": reset,
            "sort_runs": runs,
            "sort_groups": groups,
            "talk": doors.talk,
            "help": self._help,
            "rules": doors.rules,
            "skip": doors.skip,
            "look_back": doors.look_back,
            "pick_up_to": hands.pick_up_to,
            "obvious": hands.make_obvious_move,
        }
        if doors.company is not None:
            self.icons = (*doors.company.icons, *self.icons)

    def set_adviser(self, hints: Hints, what_can_i_do: Doing) -> None:
        """Set who gives hints, and the callback that shows all moves."""
        self.actions |= {"hint": hints.show_next_depth, "moves": what_can_i_do}

    def _menu(self) -> Change | None:
        return self.doors.menu(how=self._help, rules=self.actions["rules"])

    def set_speech_source(self, aloud: TableAnnouncer) -> None:
        """Set the source of spoken summaries: the game, the focused place and the rack."""
        self.actions |= {"tell_state": aloud.state, "tell_here": aloud.here, "tell_rack": aloud.rack}

    def _hint(self) -> Change | None:
        return self.actions["hint"]()

    @property
    def bar_buttons(self) -> tuple[Widget, ...]:
        """Return the buttons of the bar."""
        return (self.menu, self.behind, *self.icons)

    @property
    @abstractmethod
    def buttons(self) -> tuple[Widget, ...]:
        """Return the buttons of panel and lip, in reading order."""

    @property
    @abstractmethod
    def onward_button(self) -> Button | None:
        """Return the button for the next step, gold or not; None where there is none."""

    @abstractmethod
    def update_labels(self, turn: T, look: Look, facts: ButtonFacts) -> ButtonHeights:
        """Update the labels; return the heights the buttons need."""

    @abstractmethod
    def place_buttons(self, look: Look, frame: Any) -> None:
        """Put every button into its box of the family's frame."""

    def return_button(self, turn: T) -> Button | None:  # noqa: ARG002 - a turn that has begun may mean another one
        """Return the button that the Return key presses."""
        return self.onward_button

    @property
    def debounced(self) -> bool:
        """Return whether the first button still ignores presses, because its label has just changed."""
        return self.hands.shown.now < self._debounced_until

    def ignores_press(self) -> bool:
        """Return whether a press was meant for the old label; then also ignore the next press of the series."""
        ignored = self.debounced
        if ignored:
            self._debounced_until = min(
                self.hands.shown.now + DEBOUNCE_SECONDS, self._debounced_since + MAX_DEBOUNCE_SECONDS
            )
        return ignored

    def note_skips(self, turn: T, *, skips: bool) -> None:
        """Note whether the others' turns can be skipped now; a press meant for that is ignored in one's own turn."""
        if self._skips and not skips and turn.view.must_decide:
            self.wait_for_second_click()
        self._skips = skips

    def has_other_advice(self, turn: T) -> bool:
        """Return whether the adviser has found out something since the last update that the table shows."""
        now = turn.helper.suggests_draw(), turn.helper.has_found_nothing(), turn.helper.offers_hint()
        return now != (self.draws, self.found_nothing, self.offers_hint)

    def wait_for_second_click(self) -> None:
        """Ignore presses for as long as the second click of a double click may follow."""
        self._debounced_since = self.hands.shown.now
        self._debounced_until = self._debounced_since + DEBOUNCE_SECONDS
        self._was_debounced = True

    def debounce_ended(self) -> bool:
        """Return whether the first button has just begun to accept presses again."""
        was, self._was_debounced = self._was_debounced, self.debounced
        return was and not self._was_debounced

    def turn_action(self, doing: Callable[[T], object]) -> Doing:
        """Wrap a function of the turn as an action."""

        def act() -> Change | None:
            if self.hands.turn is not None:
                doing(self.hands.turn)
            return None

        return act

    def watch_disk(self, now: float) -> bool:
        """Check whether the match is saved; return whether the icon for that appears or goes."""
        keeping, was = self.doors.game.save_status, self.late
        if keeping is None or not keeping.behind:
            self._behind_since = None
        elif self._behind_since is None:
            self._behind_since = now
        self.late = self._behind_since is not None and now - self._behind_since >= SAVE_LATE_SECONDS
        return self.late is not was

    def _help(self) -> Change | None:
        return self.doors.help(self.actions)

    def update_tools(self, turn: T, look: Look, wide: float, primary: float, second: float = 0.0) -> ButtonHeights:
        """Update the tools; return the heights with those of the first button and of a second row.

        None is of use once the round is over. If one tool's label does not fit, all tools show their icons alone.
        """
        each = (wide - TOOL_GAP * (len(self.tools) - 1)) / len(self.tools)
        bare = not all(tool.label_fits(look, each) for tool in self.tools)
        for tool in self.tools:
            tool.bare = bare
        history, plays = turn.turn_state.history, turn.view.table.outcome is None
        able = (bool(history.past), bool(history.future), turn.turn_state.has_begun, True)
        for tool, one in zip(self.tools, able, strict=True):
            tool.enabled = plays and one
        for tool in self.tools:
            tool.visible = self.doors.onlooker is None
        self._sounds.icon = "sound" if self.doors.context.preferences.now.sounds else "mute"
        return ButtonHeights(
            primary=primary,
            tools=max(tool.height_for(look, 50.0) for tool in self.tools),
            button=self.menu.min_size(look)[0],
            icons=len(self.icons) + self.late,
            second=second,
        )

    def place_head(self, bar: Box, look: Look) -> None:
        """Place the menu and the icons in the bar."""
        side = self.menu.min_size(look)[0]
        y = bar.y + (bar.h - side) / 2
        self.menu.place(Box(bar.x + BAR_START, y, side, side), look)
        right = bar.right - BAR_GAP
        self.behind.visible = self.late
        for icon in reversed((self.behind, *self.icons) if self.late else self.icons):
            icon.place(Box(right - side, y, side, side), look)
            right -= side + BAR_GAP

    def place_lip(self, lip: Box, look: Look, words: float) -> None:
        """Place the sort keys at the right end of the lip; where its text needs the room, leave them out."""
        for led in (True, False):
            self.lip[0].leads = led
            sizes = [key.min_size(look) for key in self.lip]
            need = sum(wide for wide, _ in sizes) + 12
            if need + words <= lip.w:
                break
        x = lip.right - 14 - need
        for key, (wide, _high) in zip(self.lip, sizes, strict=True):
            key.visible = need + words <= lip.w and self.doors.onlooker is None
            key.place(Box(x, lip.y, wide, lip.h), look)
            x += wide + 6
