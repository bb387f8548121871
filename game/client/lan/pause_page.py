"""The page of a paused LAN table: who paused it, for how long, who is here, and the button to resume."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.director import Pop
from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.scenes.message import Message
from game.client.widgets.button import Button
from game.client.widgets.dialog import Dialog
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import Column
from game.client.words import phrase

if TYPE_CHECKING:
    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.lan.others import LanPlayers

SCENE_NAME = "pause"
MIN_SHOWN_SECONDS: Final = 0.7  # seconds in which a key or click that was meant for the table may still arrive


class PausePage(Message):
    """The page over the table: it blocks all input there, and closes itself when somebody resumes."""

    def __init__(self, context: AppContext, company: LanPlayers) -> None:
        self._company = company
        self._since: float | None = None
        self._lasted = 0.0  # seconds
        self._lasts = Paragraph("pause.lasts", "", theme.READING, theme.CREAM)
        self._here = Paragraph("pause.here", "", theme.READING, theme.MUTED)
        self._away = Paragraph("pause.away", "", theme.READING, theme.CORAL)
        self._tell(0)
        talk = Button("pause.talk", phrase("pause.talk"), company.open, icon="people")
        go = Button(
            "pause.go_on", phrase("company.go_on"), self._go_on, kind=ButtonKind.PRIMARY, icon="play", key="Enter"
        )
        leave = Button("pause.leave", phrase("company.leave_button"), company.leave, icon="door", key="Esc")
        buttons = (go, talk, leave) if company.session.may_pause else (talk, leave)
        told = Column("pause.told", (self._lasts, self._here, self._away), 8.0)
        dialog = Dialog(SCENE_NAME, company.pause_words(), phrase("pause.line"), buttons, told)
        super().__init__(SCENE_NAME, context.preferences, dialog)

    def _tell(self, seconds: int) -> bool:
        """Show how long it has lasted and who is here; return whether the text has changed."""
        company = self._company
        place, away = company.session.roster, {seat for seat, _since in company.session.away_times()}
        here = ", ".join(company.name(seat) for seat in place.persons if seat not in away)
        gone = ", ".join(company.name(seat) for seat in place.persons if seat in away)
        told = (self._lasts.text, self._here.text, self._away.text)
        self._lasts.text = phrase("pause.lasts", time=f"{seconds // 60}:{seconds % 60:02}")
        self._here.text = phrase("pause.here", names=here)
        self._away.text = phrase("pause.away", names=gone) if gone else ""
        self._away.visible = bool(gone)
        return told != (self._lasts.text, self._here.text, self._away.text)

    def _go_on(self) -> Change | None:
        if self._lasted >= MIN_SHOWN_SECONDS:
            self._company.session.set_table_paused(paused=False)
        return None  # `update` notices that the pause is over, as at every other table

    def back(self) -> Change | None:
        """Ask how to leave the table: resuming affects everybody, so Esc must not do it."""
        return self._company.leave()

    def update(self, now: float) -> Change | None:
        """Update the time and who is here; close when the table is resumed."""
        change = self._company.update(now)
        if self._company.session.paused_by is None:
            self._company.pause_seen = False
            return Pop(change)
        self._since = now if self._since is None else self._since
        self._lasted = now - self._since
        if self._tell(int(self._lasted)) and self.look is not None:
            self.layout(self.look.viewport)
        return change or super().update(now)
