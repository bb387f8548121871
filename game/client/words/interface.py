"""The words of buttons, titles and notices."""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

SENTENCES: Final[dict[str, str | Plural]] = {
    "button.back": "Back",
    "button.close": "Close",
    "button.got_it": "Got it",
    "dialog.hold_note": "Hold it for one second, with {key.pick} or with the pointer; or press it twice, slowly.",
    "help.title": "All keys",
    "help.tab_table": "At the table",
    "help.tab_anywhere": "Everywhere",
    "help.section_play": "Your move",
    "help.section_open": "Sets that everybody moves",
    "help.section_told": "Tell me",
    "help.section_turn": "The turn and your rack",
    "help.section_pressing": "Pressing and scrolling",
    "help.section_moving": "Moving about",
    "help.section_program": "The program",
    "help.by_hand": "Mouse: {gesture}",
    "help.pad": (
        "Pad: LB and RB are the buttons at its back edge, LT and RT the triggers under them; L3 is a press on the left "
        "stick; View and Menu are the small ones in the middle."
    ),
    "refusal.nothing_moved": "Nothing changed.",
    "refusal.lying_mend": Plural(
        "{mend} Undo takes it back, or drag it to your rack.",
        "{mend} Undo takes them back, or drag them to your rack.",
    ),
    "refusal.why": "Why",
    "refusal.mend": "What to do",
    "toggle.off": "Off",
    "toggle.on": "On",
    "unit.percent": "{value} %",
}
