"""The page *Access*: the settings for players who see, hear or move differently."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.access.speech import SPEECH_LEVELS, SPEED_PERCENTS
from game.client.draw import theme
from game.client.scenes.settings import SettingsPage
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import Column
from game.client.widgets.stepper import Grade
from game.client.words import phrase

if TYPE_CHECKING:
    from game.client.widgets.widget import Widget

GAP: Final = 16.0
SET_ELSEWHERE: Final = ("reader", "keys", "reading", "mono", "time")


class AccessPage(SettingsPage):
    """The accessibility settings, saved like all others."""

    called = "access"
    heading = phrase("access.title")
    first = "settings.speech"

    def _sections(self) -> list[Widget]:
        voice = self._section("voice", self._speech(), self._speed(), self._toggle("captions"))
        pointer = self._section("eyes", self._toggle("large_pointer"))
        said = [Paragraph(f"access.{one}", phrase(f"access.there.{one}"), theme.READING) for one in SET_ELSEWHERE]
        there = self._section("there", *said)
        return [Column("access.column_0", (voice, pointer), GAP), Column("access.column_1", (there,), GAP)]

    def _speech(self) -> Widget:
        return self._stepper("speech", [Grade(one, phrase(f"settings.speech.{one}")) for one in SPEECH_LEVELS])

    def _speed(self) -> Widget:
        return self._stepper(
            "speech_speed", [Grade(str(one), phrase("unit.percent", value=one)) for one in SPEED_PERCENTS]
        )
