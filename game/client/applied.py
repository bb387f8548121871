"""Changed settings: applied at once, and saved when none has changed for a second."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final

from game.client.access.cursor import show_pointer
from game.client.actions import replace_actions
from game.client.app_window import saved_size_and_screen
from game.client.bindings import actions_with_keys
from game.client.draw.sound import SoundGroup
from game.client.dress import use_wood
from game.client.words import say, set_language
from game.client.words.tongue import system_language
from game.store.background import TROUBLE_SETTINGS
from game.store.settings import save_settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from game.client.access.speech import Speaker
    from game.client.app_context import AppContext
    from game.client.app_window import AppWindow
    from game.client.director import Director
    from game.client.draw.sound import Sounds
    from game.client.matches import Matches
    from game.client.preferences import Settings
    from game.store.background import Writer

SAVE_DELAY_SECONDS: Final = 1.0
# Settings that change the layout or its look.
LAYOUT_SETTINGS: Final = (
    "language", "text_size", "table_size", "palette", "felt", "back", "rack", "burraco_tiles", "calm", "less_motion",
    "motion", "keys",
)  # fmt: skip
VOLUME_SETTINGS: Final = {
    SoundGroup.TABLE: "volume",
    SoundGroup.TURN: "volume_turn",
    SoundGroup.CHAT: "volume_chat",
    SoundGroup.ROOM: "volume_room",
    SoundGroup.MUSIC: "volume_music",
}


class SettingsFile:
    """The settings file; `may_keep` returns whether this program may write the file."""

    def __init__(self, path: Path, writer: Writer, may_keep: Callable[[], bool]) -> None:
        self._path, self._writer, self._may_keep = path, writer, may_keep
        self._changed_at: float | None = None  # time of the last unsaved change

    def note_change(self) -> None:
        """Note that the settings have changed."""
        self._changed_at = monotonic()

    def save_if_due(self, settings: Settings, *, rested: float = 0.0) -> None:
        """Save the settings if they have changed, and the last change is at least `rested` seconds old."""
        if self._changed_at is None or monotonic() - self._changed_at < rested:
            return
        self._changed_at = None
        if self._may_keep():
            path = self._path
            self._writer.add_task(lambda: save_settings(path, settings), TROUBLE_SETTINGS, "settings")


def apply_globals(now: Settings) -> None:
    """Apply global settings: keys and the rack's wood."""
    replace_actions(actions_with_keys(now.keys))
    use_wood(now.rack)


def set_volumes(sounds: Sounds, now: Settings) -> None:
    """Set the volume of each group of sounds."""
    sounds.muted = not now.sounds
    for group in SoundGroup:
        sounds.set_volume(group, getattr(now, VOLUME_SETTINGS[group]) / 100)


def apply_settings(
    before: Settings,
    now: Settings,
    context: AppContext,
    speaker: Speaker,
    matches: Matches,
    window: AppWindow,
    director: Director,
) -> None:
    """Apply the differences between two states of the settings."""
    if (now.full_screen, now.monitor) != (before.full_screen, before.monitor):
        window.show(*saved_size_and_screen(now), full=now.full_screen)
        director.resize(window.viewport)
    set_volumes(context.sounds, now)
    if (now.speech, now.speech_speed) != (before.speech, before.speech_speed):
        speaker.lost = False
        speaker.say(say("heard.sample"), now=True)
    if now.large_pointer != before.large_pointer:
        show_pointer(large=now.large_pointer)
    if now.language != before.language:
        set_language(now.language or system_language())
    apply_globals(now)
    matches.apply_bot_pace()
    context.player = now.player or say("player.default")
    if any(getattr(now, one) != getattr(before, one) for one in LAYOUT_SETTINGS):
        director.relayout()
