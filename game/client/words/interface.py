"""The words of buttons, titles, settings and notices."""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

SENTENCES: Final[dict[str, str | Plural]] = {
    "button.back": "Back",
    "button.close": "Close",
    "button.got_it": "Got it",
    "dialog.hold_note": "Hold Enter or the button for one second.",
    "help.title": "All keys",
    "help.section_table": "At the table",
    "help.section_moving": "Moving about",
    "help.section_program": "The program",
    "help.by_hand": "Pointer: {gesture}",
    "refusal.nothing_moved": "Nothing was moved.",
    "refusal.why": "Why",
    "refusal.mend": "Mend",
    "settings.title": "Settings",
    "settings.kept": "kept at once",
    "settings.section_reading": "Reading",
    "settings.section_sound": "Sound",
    "settings.section_window": "Motion and window",
    "settings.text_size": "Text size",
    "settings.text_size_note": "From 80 to 250 %; + and - change it everywhere.",
    "settings.burraco_tiles": "Burraco with tiles",
    "settings.burraco_tiles_note": "Instead of cards; the rules are the same.",
    "settings.sounds": "Sounds",
    "settings.sounds_note": "Every sound is also seen and written.",
    "settings.volume": "Volume",
    "settings.volume_off": "The sounds are switched off.",
    "settings.calm": "Calm",
    "settings.calm_note": "Nothing flies; what changed is marked for a moment.",
    "settings.full_screen": "Full screen",
    "settings.full_screen_note": "F11 and Alt Enter do the same.",
    "toggle.off": "Off",
    "toggle.on": "On",
    "unit.percent": "{value} %",
}
