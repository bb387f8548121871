"""How others find a table without announcements: its code, large enough to read across a room, and its addresses."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pygame

from game.client.director import Pop
from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.scenes.message import Message
from game.client.widgets.button import Button
from game.client.widgets.dialog import Dialog
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import Column
from game.client.widgets.qr import QrPicture
from game.client.words import phrase

if TYPE_CHECKING:
    from game.client.app_context import AppContext
    from game.client.director import Change

SCENE_NAME = "code"


class CodePage(Message):
    """The page with the table's code, over the waiting room."""

    def __init__(self, context: AppContext, code: str, places: tuple[str, ...]) -> None:
        self._code = code
        self._copy = Button("code.copy", phrase("code.copy"), self._copies, icon="check")
        done = Button("code.got_it", phrase("button.got_it"), Pop, kind=ButtonKind.PRIMARY, icon="check", key="Esc")
        told = (
            Paragraph("code.letters", code, theme.TITLE, theme.GOLD, "centre"),
            QrPicture("code.qr", code),
            Paragraph("code.addresses", phrase("code.addresses", addresses="\n".join(places) or "–")),
        )
        column = Column("code.told", told, 12.0)
        dialog = Dialog(SCENE_NAME, phrase("code.title"), phrase("code.line"), (done, self._copy), column)
        super().__init__(SCENE_NAME, context.preferences, dialog)

    def _copies(self) -> Change | None:
        with suppress(pygame.error):  # without a clipboard the code can still be read
            pygame.scrap.put_text(self._code)
            self._copy.label = phrase("code.copied")
            if self.look is not None:
                self.layout(self.look.viewport)
        return None
