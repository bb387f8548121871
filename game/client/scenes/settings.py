"""The settings page: each change is applied and saved at once, by the listener of the settings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from game.client.director import Pop, Push
from game.client.draw.theme import PALETTES
from game.client.scenes.keys import KeysPage
from game.client.scenes.page import Page
from game.client.sides import joined_texts
from game.client.widgets.bar import Bar
from game.client.widgets.button import Button, IconButton
from game.client.widgets.look import TEXT_SIZES
from game.client.widgets.panel import Column, Panel
from game.client.widgets.scroll import Scroll
from game.client.widgets.shelf import Labelled, Shelf
from game.client.widgets.slider import Slider
from game.client.widgets.stepper import Grade, Stepper
from game.client.widgets.toggle import Toggle
from game.client.widgets.widget import Group, Widget
from game.client.words import LANGUAGES, phrase, say
from game.rules.registry import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from game.client.director import Change
    from game.client.preferences import Preferences
    from game.client.viewport import Viewport
    from game.client.widgets.boxes import Box
    from game.client.widgets.look import Look
    from game.client.words import Text

VOLUMES: Final = tuple(range(0, 101, 10))
TEMPO_PERCENTS: Final = (50, 75, 100, 150, 200, 300, 400)  # per cent of the usual speed of animations
BOT_PACES_MS: Final = (0, 400, 900, 1800, 3000)  # milliseconds between two moves of bots
MAX_WIDTH: Final = 1216.0
VOLUME_SLIDERS: Final = ("volume", "volume_turn", "volume_chat", "volume_room", "volume_music")


class SettingsPage(Page):
    """All settings. The widgets follow changes made elsewhere, too.

    A widget has the name of the field of Settings that it changes; `monitors` is the number of screens, and `report`
    writes the report for a request for help, if possible.
    """

    called = "settings"
    heading = phrase("settings.title")
    first = "settings.language"

    def __init__(
        self, preferences: Preferences, monitors: int = 1, report: Callable[[], Change | None] | None = None
    ) -> None:
        self.preferences = preferences
        self._report = report
        self._monitors = monitors
        self._steppers: dict[str, Stepper] = {}
        self._rows: dict[str, Labelled] = {}
        self._toggles: dict[str, Toggle] = {}
        self._sliders: dict[str, Slider] = {}
        back = IconButton(f"{self.called}.back", phrase("button.back"), "back", Pop)
        self._bar = Bar(f"{self.called}.bar", self.heading, back, aside=phrase("settings.kept"))
        self._panels = Scroll(
            f"{self.called}.panels", Shelf(f"{self.called}.shelf", self._sections(), most=3, least=380.0)
        )
        root = Group(self.called, (self._bar, self._panels), self._arrange)
        super().__init__(self.called, preferences, root, self.first)

    # --- its parts -----------------------------------------------------------------------------------------------

    def _sections(self) -> list[Widget]:
        """Return the sections, two a column, at the same place in every language."""
        keys = Button("settings.keys", phrase("settings.keys"), self._show_keys, icon="keyboard")
        access = Button("settings.access", phrase("settings.access"), self._show_access, icon="info")
        pairs = (
            (
                self._section("reading", self._language(), self._sizes("text_size"), self._palette()),
                self._section(
                    "advice", self._toggle("coach"), self._toggle("opening_hint"), self._toggle("sort_dealt")
                ),
                keys,
                access,
            ),
            (
                self._section(
                    "table",
                    self._sizes("table_size"),
                    self._toggle("burraco_tiles", games=joined_texts(_games_of_cards())),
                    self._pace(),
                ),
                self._section("motion", *map(self._toggle, ("calm", "less_motion", "score_at_once")), self._tempo()),
            ),
            (
                self._section(
                    "sound",
                    self._toggle("sounds"),
                    *(self._slider(name) for name in VOLUME_SLIDERS),
                    self._toggle("bot_lines"),
                ),
                self._section("window", self._toggle("full_screen"), self._monitor()),
                *self._trouble(),
            ),
        )
        return [Column(f"settings.column_{at}", pair, 16.0) for at, pair in enumerate(pairs)]

    def _trouble(self) -> tuple[Widget, ...]:
        """Return the button for a problem report."""
        if self._report is None:
            return ()
        return (Button("settings.report", phrase("settings.report"), self._report, icon="copy"),)

    def _section(self, name: str, *rows: Widget) -> Panel:
        return Panel(
            f"{self.called}.section_{name}",
            phrase(f"{self.called}.section_{name}"),
            Column(f"{self.called}.section_{name}.rows", rows, 16.0),
        )

    def _language(self) -> Labelled:
        own = [Grade(key, name) for key, name in LANGUAGES.items()]
        return self._stepper("language", [Grade("", phrase("settings.language_system")), *own])

    def _sizes(self, field: str) -> Labelled:
        return self._stepper(field, [Grade(str(size), phrase("unit.percent", value=size)) for size in TEXT_SIZES])

    def _palette(self) -> Labelled:
        return self._stepper("palette", [Grade(key, phrase(f"settings.palette.{key}")) for key in PALETTES])

    def _pace(self) -> Labelled:
        return self._stepper(
            "bot_pace", [Grade(str(pace), phrase(f"settings.bot_pace.{pace}")) for pace in BOT_PACES_MS]
        )

    def _tempo(self) -> Labelled:
        return self._stepper(
            "motion", [Grade(str(tempo), phrase("unit.percent", value=tempo)) for tempo in TEMPO_PERCENTS]
        )

    def _monitor(self) -> Labelled:
        numbers = range(max(1, self._monitors))
        return self._stepper(
            "monitor", [Grade(str(at), phrase("settings.monitor_of", number=at + 1)) for at in numbers]
        )

    def _stepper(self, field: str, grades: Sequence[Grade]) -> Labelled:
        def chosen(key: str) -> None:
            now = getattr(self.preferences.now, field)
            self._wish(field, key if isinstance(now, str) else int(key))

        stepper = Stepper(f"settings.{field}", tuple(grades), grades[0].key, chosen)
        self._steppers[field] = stepper
        note = phrase(f"settings.{field}_note")
        self._rows[field] = Labelled(f"settings.{field}_row", phrase(f"settings.{field}"), stepper, note)
        return self._rows[field]

    def _toggle(self, field: str, **said: Text) -> Toggle:
        def turned(on: bool) -> None:  # noqa: FBT001 - a switch passes its new state
            self._wish(field, on)

        toggle = Toggle(
            f"settings.{field}", phrase(f"settings.{field}", **said), turned, note=phrase(f"settings.{field}_note")
        )  # fmt: skip
        self._toggles[field] = toggle
        return toggle

    def _slider(self, field: str) -> Slider:
        def moved(value: int) -> None:
            self._wish(field, value)

        slider = Slider(f"settings.{field}", phrase(f"settings.{field}"), VOLUMES, 0, moved, _percent)
        slider.reason = phrase("settings.volume_off")
        self._sliders[field] = slider
        return slider

    # --- layout and values -----------------------------------------------------------------------------------------

    def _arrange(self, box: Box, look: Look) -> None:
        high = self._bar.height_for(look, box.w)
        self._bar.place(box.top_part(high), look)
        room = box.below(high + 8)
        wide = min(room.w - 32, look.at_least(MAX_WIDTH))
        self._panels.place(room.middle(wide, room.h), look)

    def layout(self, viewport: Viewport) -> None:
        """Show the current settings, then lay everything out."""
        now = self.preferences.now
        for field, stepper in self._steppers.items():
            stepper.chosen = _nearest(stepper, getattr(now, field))
        for field, toggle in self._toggles.items():
            toggle.on = getattr(now, field)
        for field, slider in self._sliders.items():
            value = getattr(now, field)
            slider.value = _nearest_of(VOLUMES, value)
            slider.enabled = now.sounds
        usable_now = {"motion": not now.calm, "monitor": self._monitors > 1}
        for field in usable_now.keys() & self._steppers.keys():
            usable = usable_now[field]
            self._steppers[field].enabled = usable
            self._rows[field].note = phrase(f"settings.{field}_note" if usable else f"settings.{field}_off")
        super().layout(viewport)

    # --- what its parts do -----------------------------------------------------------------------------------------

    def _wish(self, field: str, value: str | int) -> None:
        change: dict[str, Any] = {field: value}
        self.preferences.replace(replace(self.preferences.now, **change))
        if self.look is not None:
            self.layout(self.look.viewport)

    def _show_access(self) -> Change:
        from game.client.access.page import AccessPage

        return Push(AccessPage(self.preferences))

    def _show_keys(self) -> Change:
        return Push(KeysPage(self.preferences))


def _nearest(stepper: Stepper, value: str | int) -> str:
    """Return the key of the grade that has a value, or is closest to a number."""
    keys = [grade.key for grade in stepper.grades]
    if isinstance(value, str):
        return value if value in keys else keys[0]
    return str(_nearest_of([int(key) for key in keys], value))


def _nearest_of(stops: Sequence[int], value: int) -> int:
    return min(stops, key=lambda stop: abs(stop - value))


def _percent(value: int) -> str:
    return say("unit.percent", value=value)


def _games_of_cards() -> tuple[Text, ...]:
    return tuple(rules.title for rules in GAMES.values() if rules.deck.cards)
