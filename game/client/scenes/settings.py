"""The settings: each is applied and kept at once, by whoever listens to the wishes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.client.director import Pop
from game.client.scenes.page import Page
from game.client.widgets.bar import Bar
from game.client.widgets.button import IconButton
from game.client.widgets.look import TEXT_SIZES
from game.client.widgets.panel import Column, Panel
from game.client.widgets.scroll import Scroll
from game.client.widgets.shelf import Labelled, Shelf
from game.client.widgets.slider import Slider
from game.client.widgets.stepper import Grade, Stepper
from game.client.widgets.toggle import Toggle
from game.client.widgets.widget import Group, Widget
from game.client.words import phrase, say

if TYPE_CHECKING:
    from game.client.viewport import Viewport
    from game.client.widgets.boxes import Box
    from game.client.widgets.look import Look
    from game.client.wishes import Settings, Wishes

VOLUMES = tuple(range(0, 101, 10))
MOST_WIDTH = 1000.0


class SettingsPage(Page):
    """Text size, sound, motion and window. The widgets follow the wishes, whoever changes them."""

    def __init__(self, wishes: Wishes) -> None:
        self.wishes = wishes
        grades = tuple(Grade(str(size), phrase("unit.percent", value=size)) for size in TEXT_SIZES)
        self._text = Stepper("settings.text_size", grades, str(wishes.now.text_size), self._set_text)
        self._sounds = Toggle(
            "settings.sounds", phrase("settings.sounds"), self._set_sounds, note=phrase("settings.sounds_note")
        )
        self._volume = Slider(
            "settings.volume", phrase("settings.volume"), VOLUMES, wishes.now.volume, self._set_volume, _percent
        )
        self._volume.reason = phrase("settings.volume_off")
        self._calm = Toggle("settings.calm", phrase("settings.calm"), self._set_calm, note=phrase("settings.calm_note"))
        self._full = Toggle(
            "settings.full_screen",
            phrase("settings.full_screen"),
            self._set_full,
            note=phrase("settings.full_screen_note"),
        )
        self._tiles = Toggle(
            "settings.burraco_tiles",
            phrase("settings.burraco_tiles"),
            self._set_tiles,
            note=phrase("settings.burraco_tiles_note"),
        )
        back = IconButton("settings.back", phrase("button.back"), "back", Pop)
        self._bar = Bar("settings.bar", phrase("settings.title"), back, aside=phrase("settings.kept"))
        self._panels = Scroll("settings.panels", Shelf("settings.shelf", self._sections(), most=2, least=380.0))
        super().__init__(
            "settings", wishes, Group("settings", (self._bar, self._panels), self._arrange), self._text.name
        )

    def _sections(self) -> list[Widget]:
        text = Labelled(
            "settings.text_row", phrase("settings.text_size"), self._text, phrase("settings.text_size_note")
        )
        return [
            Panel(
                "settings.reading",
                phrase("settings.section_reading"),
                Column("settings.reading.rows", (text, self._tiles), 16.0),
            ),
            Panel(
                "settings.window",
                phrase("settings.section_window"),
                Column("settings.window.rows", (self._calm, self._full), 16.0),
            ),
            Panel(
                "settings.sound",
                phrase("settings.section_sound"),
                Column("settings.sound.rows", (self._sounds, self._volume), 16.0),
            ),
        ]

    def _arrange(self, box: Box, look: Look) -> None:
        high = self._bar.height_for(look, box.w)
        self._bar.place(box.top_part(high), look)
        room = box.under(high + 8)
        wide = min(room.w - 32, look.at_least(MOST_WIDTH))
        self._panels.place(room.middle(wide, room.h), look)

    def layout(self, viewport: Viewport) -> None:
        """Show the wishes of now, then lay everything out."""
        now = self.wishes.now
        self._text.chosen = str(now.text_size)
        self._volume.value = min(VOLUMES, key=lambda stop: abs(stop - now.volume))
        self._volume.enabled = now.sounds
        self._sounds.on = now.sounds
        self._tiles.on = now.burraco_tiles
        self._calm.on = now.calm
        self._full.on = now.full_screen
        super().layout(viewport)

    def _wish(self, settings: Settings) -> None:
        self.wishes.take(settings)
        if self.look is not None:
            self.layout(self.look.viewport)

    def _set_text(self, size: str) -> None:
        self._wish(replace(self.wishes.now, text_size=int(size)))

    def _set_tiles(self, on: bool) -> None:  # noqa: FBT001 - a switch tells what it became
        self._wish(replace(self.wishes.now, burraco_tiles=on))

    def _set_sounds(self, on: bool) -> None:  # noqa: FBT001 - a switch tells what it became
        self._wish(replace(self.wishes.now, sounds=on))

    def _set_volume(self, volume: int) -> None:
        self._wish(replace(self.wishes.now, volume=volume))

    def _set_calm(self, on: bool) -> None:  # noqa: FBT001 - a switch tells what it became
        self._wish(replace(self.wishes.now, calm=on))

    def _set_full(self, on: bool) -> None:  # noqa: FBT001 - a switch tells what it became
        self._wish(replace(self.wishes.now, full_screen=on))


def _percent(value: int) -> str:
    return say("unit.percent", value=value)
