"""A modal message: a notice to read, or a question before something that cannot be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.director import Pop
from game.client.draw.theme import ButtonKind
from game.client.scenes.page import Page
from game.client.widgets.button import Button, HoldButton
from game.client.widgets.dialog import Dialog
from game.client.widgets.gesture import Use
from game.client.widgets.shelf import Shelf
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from game.client.director import Change
    from game.client.scenes.page import LookSettings
    from game.client.words import Text

    Way = tuple[str, str, str, Callable[[], Change | None]]  # name, text code, icon, callback

MIN_MENU_ROW_WIDTH: Final = 210.0  # logical px: least width of a menu row


class Message(Page):
    """A dialog over the scene below; Esc acts as its safe button."""

    popup = True
    keeps = frozenset({"help", "new_game"})  # a question must be answered first

    def __init__(self, name: str, reading: LookSettings, dialog: Dialog) -> None:
        super().__init__(name, reading, dialog, dialog.buttons[0].name)
        self.ring.show_focus(shown=True)
        self.dialog = dialog

    def back(self) -> Change | None:
        """Act as the safe button."""
        return self.dialog.buttons[0].handle(Use()).change


def menu(reading: LookSettings, sentence: Text, stay: Text, ways: Sequence[Way]) -> Message:
    """Return the menu of a table or of its score sheet; the chosen page replaces it."""

    def row(name: str, code: str, icon: str, go: Callable[[], Change | None]) -> Button:
        return Button(f"menu.{name}", phrase(code), lambda: Pop(go()), icon=icon)

    back = Button("menu.stay", stay, Pop, kind=ButtonKind.PRIMARY, icon="play", key="Esc")
    choices = Shelf("menu.rows", [row(*way) for way in ways], most=2, least=MIN_MENU_ROW_WIDTH, even=True)
    return Message("menu", reading, Dialog("menu", phrase("menu.title"), sentence, (back,), choices))


def notice(reading: LookSettings, name: str, title: Text, sentence: Text, then: Change | None = None) -> Message:
    """Return a notice of an error or news; `then` follows when it is closed."""
    button = Button(
        f"{name}.got_it", phrase("button.got_it"), lambda: Pop(then), kind=ButtonKind.PRIMARY, icon="check", key="Esc"
    )
    return Message(name, reading, Dialog(name, title, sentence, (button,)))


def question(
    reading: LookSettings, name: str, words: tuple[Text, Text], stay: Text, go: tuple[Text, Change]
) -> Message:
    """Return a question before an action: `words` are title and sentence, `go` is the button's label and what follows.

    The button must be held for a second, because only what cannot be undone is asked about.
    """
    safe = Button(f"{name}.stay", stay, Pop, key="Esc")
    label, change = go
    risky = HoldButton(f"{name}.go", label, lambda: Pop(change))
    return Message(name, reading, Dialog(name, *words, (safe, risky)))
