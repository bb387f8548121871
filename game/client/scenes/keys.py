"""Keys and pad: every action with what calls it, to be given another key or button; who loses it is said at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.client.actions import ACTIONS, Key
from game.client.bindings import CANCEL, Given, bound, give_key, give_pad, kept, restored
from game.client.director import Pop
from game.client.events import KeyDown, PadDown, PointerDown
from game.client.scenes.help import MOST, SECTIONS
from game.client.scenes.page import Page
from game.client.theme import Kind
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button
from game.client.widgets.key_row import KeyRow
from game.client.widgets.panel import SHEET, Column, Panel
from game.client.widgets.scroll import Scroll
from game.client.widgets.section import Section
from game.client.widgets.shelf import Shelf
from game.client.widgets.widget import Group
from game.client.words import phrase

if TYPE_CHECKING:
    from game.client.actions import Action
    from game.client.director import Change
    from game.client.events import Event
    from game.client.viewport import Viewport
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget
    from game.client.wishes import Wishes
    from game.client.words import Text

EVERYTHING: Final = frozenset(action.name for action in ACTIONS)
RESTORE: Final = ("Delete", "Backspace")


class KeysPage(Page):
    """A sheet of all actions. Pressing a line listens for the key or button that shall call it."""

    popup = True

    def __init__(self, wishes: Wishes) -> None:
        self.wishes = wishes
        self._listens: str | None = None
        self._rows = {action.name: KeyRow(action, self._listen) for action in ACTIONS}
        sections: list[Widget] = []
        for at, (title, takes) in enumerate(SECTIONS):
            rows = [self._rows[one.name] for one in ACTIONS if takes(one)]
            sections.append(Section(f"keys.section_{at}", phrase(title), Column(f"keys.rows_{at}", rows)))
        self._close = Button("keys.close", phrase("button.close"), Pop, kind=Kind.PRIMARY, key="Esc")
        self._reset = Button("keys.reset", phrase("keys.reset"), self._restore_all, kind=Kind.PAPER, icon="undo")
        shelf = Shelf("keys.shelf", sections, most=2, least=400.0)
        self._sheet = Scroll("keys.lines", shelf, on_paper=True, rim=8.0)
        content = Group("keys.content", (self._sheet, self._reset, self._close), self._arrange)
        panel = Panel("keys", phrase("keys.title"), content, aside=phrase("keys.aside"), ground=SHEET)
        super().__init__("keys", wishes, panel, next(iter(self._rows.values())).name)

    def area(self, canvas: Box) -> Box:
        """Take the middle of the canvas, all of a small one."""
        scale = max(1.0, self.reading.text_scale)
        return canvas.middle(min(canvas.w - 48, MOST[0] * scale), min(canvas.h - 32, MOST[1] * scale))

    def _arrange(self, box: Box, look: Look) -> None:
        close, reset = self._close.min_size(look), self._reset.min_size(look)
        beside = close[0] + reset[0] + 64 <= box.w
        wide = reset[0] if beside else min(reset[0], box.w - 48)
        high = self._reset.height_for(look, wide)
        foot = max(close[1], high) if beside else close[1] + 8 + high
        self._sheet.place(box.top_part(box.h - foot - 12), look)
        rest = box.under(box.h - foot)
        self._close.place(rest.top_part(close[1]).beside(rest.w - close[0] - 24), look)
        below = rest if beside else rest.under(close[1] + 8)
        self._reset.place(Box(rest.x + 24, below.y, wide, high), look)

    def layout(self, viewport: Viewport) -> None:
        """Show the keys of now, then lay everything out."""
        for action in bound(self.wishes.now.keys):
            self._rows[action.name].action = action
        self._reset.enabled = bool(self.wishes.now.keys)
        super().layout(viewport)

    # --- listening -------------------------------------------------------------------------------------------------

    def on_event(self, event: Event) -> Change | None:
        """Take what is heard while listening; restore a line's usual keys on Delete."""
        if self._listens is not None:
            self._hear(self._listens, event)
            return None
        focus = self.ring.focus
        if isinstance(event, KeyDown) and event.key in RESTORE and isinstance(focus, KeyRow) and self.ring.shown:
            self._take(focus.action.name, restored(self._actions(), focus.action.name))
            return None
        return super().on_event(event)

    def _hear(self, name: str, event: Event) -> None:
        match event:
            case KeyDown(key, mods, repeat):
                if repeat or key.startswith("Key "):
                    return  # a modifier by itself, or a key without a name
                pressed = Key(key, mods)
                self._stop()
                if pressed != CANCEL:
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
        self.keeps = EVERYTHING
        self._again()

    def _stop(self) -> None:
        if self._listens is not None:
            self._rows[self._listens].listening = False
        self._listens, self.keeps = None, frozenset()
        self._forget()
        self._again()

    # --- what became of it -----------------------------------------------------------------------------------------

    def _actions(self) -> tuple[Action, ...]:
        return bound(self.wishes.now.keys)

    def _take(self, name: str, given: Given) -> None:
        self._forget()
        if given.refused_by is not None:
            self._rows[name].note = self._says("keys.needed", given.refused_by)
        elif given.lost_by is not None:
            self._rows[name].note = self._says("keys.taken", given.lost_by)
            self._rows[given.lost_by.name].note = self._says("keys.lost", self._rows[name].action)
        self.wishes.take(replace(self.wishes.now, keys=kept(given.actions)))
        self._again()

    @staticmethod
    def _says(code: str, action: Action) -> Text:
        return phrase(code, action=phrase(action.sentence))

    def _restore_all(self) -> None:
        self._forget()
        self.wishes.take(replace(self.wishes.now, keys=()))
        self._again()

    def _forget(self) -> None:
        for row in self._rows.values():
            row.note = None

    def _again(self) -> None:
        if self.look is not None:
            self.layout(self.look.viewport)
