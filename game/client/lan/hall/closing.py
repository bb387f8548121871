"""Asks before the program quits while it hosts a hall, and before the host ends a tournament early."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.director import Pop, Push, Quit
from game.client.draw.theme import ButtonKind
from game.client.scenes.message import Message
from game.client.widgets.button import Button
from game.client.widgets.dialog import Dialog
from game.client.words import phrase

if TYPE_CHECKING:
    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.lan.hall.keeping import HallProcess
    from game.client.scenes.page import LookSettings

QUIT_SCENE_NAME: Final = "hall_quit"


def ask_to_quit(reading: LookSettings) -> Message:
    """Return the page that asks; closing the window again quits without asking."""
    stay = Button("quit.stay", phrase("table.leave.stay"), Pop, key="Esc")
    go = Button("quit.go", phrase("hall.quit"), Quit, kind=ButtonKind.DANGER, icon="door")
    return Message(
        QUIT_SCENE_NAME,
        reading,
        Dialog(QUIT_SCENE_NAME, phrase("hall.close_title"), phrase("hall.quit_line"), (stay, go)),
    )


def ask_to_finish(context: AppContext, keeping: HallProcess | None) -> Change | None:
    """Ask whether the tournament of our hall is to end as it stands."""
    if keeping is None:
        return None

    def end() -> Change:
        keeping.end_tournament()
        return Pop()

    stay = Button("finish.stay", phrase("table.leave.stay"), Pop, key="Esc")
    go = Button("finish.go", phrase("hall.finish"), end, kind=ButtonKind.DANGER, icon="trophy")
    words = phrase("hall.finish_title"), phrase("hall.finish_line")
    return Push(Message("finish", context.preferences, Dialog("finish", *words, (stay, go))))
