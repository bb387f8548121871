"""Keys and pad: every action with its keys, to be reassigned; an action that loses its key is named at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.client.actions import ACTIONS, Key
from game.client.bindings import (
    CANCEL_KEY,
    Rebound,
    actions_with_keys,
    changed_keys,
    give_key,
    give_pad,
    restore_default_key,
)
from game.client.director import Pop
from game.client.draw.theme import ButtonKind
from game.client.events import KeyDown, PadDown, PointerDown
from game.client.scenes.action_tabs import TAB_SECTIONS, ActionTabs, tab_sections
from game.client.widgets.button import Button
from game.client.widgets.key_row import KeyRow
from game.client.widgets.scroll import FOCUS_MARGIN
from game.client.words import phrase

if TYPE_CHECKING:
    from game.client.actions import Action
    from game.client.director import Change
    from game.client.events import Event
    from game.client.preferences import Preferences
    from game.client.viewport import Viewport
    from game.client.words import Text

ALL_ACTIONS: Final = frozenset(action.name for action in ACTIONS)
RESTORE_KEYS: Final = ("Delete", "Backspace")
ROW_GAP = 8.0


class KeysPage(ActionTabs):
    """A sheet of all actions. Pressing a row waits for its new key or button."""

    def __init__(self, preferences: Preferences) -> None:
        self.preferences = preferences
        self._listens: str | None = None
        self._rows = {action.name: KeyRow(action, self._listen) for action in ACTIONS}
        leaves = {leaf: tab_sections(leaf, ACTIONS, lambda one: self._rows[one.name], ROW_GAP) for leaf in TAB_SECTIONS}
        close = Button("keys.close", phrase("button.close"), Pop, kind=ButtonKind.PRIMARY, key="Esc")
        self._reset = Button("keys.reset", phrase("keys.reset"), self._restore_all, kind=ButtonKind.PAPER, icon="undo")
        super().__init__(
            "keys", preferences, phrase("keys.title"), leaves, "table", (self._reset, close),
            note=phrase("keys.aside"), rim=FOCUS_MARGIN, first="keys.tabs",
        )  # fmt: skip

    def layout(self, viewport: Viewport) -> None:
        """Show the current keys, then lay everything out."""
        for action in actions_with_keys(self.preferences.now.keys):
            self._rows[action.name].action = action
        self._reset.enabled = bool(self.preferences.now.keys)
        super().layout(viewport)

    # --- listening -------------------------------------------------------------------------------------------------

    def on_event(self, event: Event) -> Change | None:
        """Take a key or button while waiting; restore a row's default keys on Delete."""
        if self._listens is not None:
            self._hear(self._listens, event)
            return None
        focus = self.ring.focus
        if isinstance(event, KeyDown) and event.key in RESTORE_KEYS and isinstance(focus, KeyRow) and self.ring.shown:
            self._take(focus.action.name, restore_default_key(self._actions(), focus.action.name))
            return None
        return super().on_event(event)

    def _hear(self, name: str, event: Event) -> None:
        match event:
            case KeyDown(key, mods, repeat):
                if repeat or key.startswith("Key "):
                    return  # a modifier alone, or a key without a name
                pressed = Key(key, mods)
                self._stop()
                if pressed != CANCEL_KEY:
                    self._take(name, give_key(self._actions(), name, pressed))
            case PadDown(button):
                self._stop()
                self._take(name, give_pad(self._actions(), name, button))
            case PointerDown():
                self._stop()

    def _listen(self, name: str) -> None:
        self._forget()
        self._listens = name
        self._rows[name].listening = True
        self._rows[name].note = phrase("keys.listening")
        self.keeps = ALL_ACTIONS
        self._again()

    def _stop(self) -> None:
        if self._listens is not None:
            self._rows[self._listens].listening = False
        self._listens, self.keeps = None, frozenset()
        self._forget()
        self._again()

    # --- results ---------------------------------------------------------------------------------------------------

    def _actions(self) -> tuple[Action, ...]:
        return actions_with_keys(self.preferences.now.keys)

    def _take(self, name: str, given: Rebound) -> None:
        self._forget()
        if given.refused_by is not None:
            self._rows[name].note = self._says("keys.needed", given.refused_by)
        elif given.lost_by is not None:
            self._rows[name].note = self._says("keys.taken", given.lost_by)
            self._rows[given.lost_by.name].note = self._says("keys.lost", self._rows[name].action)
        self.preferences.replace(replace(self.preferences.now, keys=changed_keys(given.actions)))
        self._again()

    @staticmethod
    def _says(code: str, action: Action) -> Text:
        return phrase(code, action=phrase(action.sentence))

    def _restore_all(self) -> None:
        self._forget()
        self.preferences.replace(replace(self.preferences.now, keys=()))
        self._again()

    def _forget(self) -> None:
        for row in self._rows.values():
            row.note = None

    def _again(self) -> None:
        if self.look is not None:
            self.layout(self.look.viewport)
