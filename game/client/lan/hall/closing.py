"""Asks before the program quits while it hosts a hall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.director import Pop, Quit
from game.client.draw.theme import ButtonKind
from game.client.scenes.message import Message
from game.client.widgets.button import Button
from game.client.widgets.dialog import Dialog
from game.client.words import phrase

if TYPE_CHECKING:
    from game.client.scenes.page import Reading

QUIT: Final = "hall_quit"


def ask_to_quit(reading: Reading) -> Message:
    """Return the question; closing the window again quits without asking."""
    stay = Button("quit.stay", phrase("table.leave.stay"), Pop, key="Esc")
    go = Button("quit.go", phrase("hall.quit"), Quit, kind=ButtonKind.DANGER, icon="door")
    return Message(QUIT, reading, Dialog(QUIT, phrase("hall.close_title"), phrase("hall.quit_line"), (stay, go)))
