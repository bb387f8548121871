"""Keys in sentences: what is said of a key is true after it was given away, and of a pad where a pad is used."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from game.client.actions import ACTIONS, Key, note_pad_used, replace_actions
from game.client.bindings import give_key
from game.client.director import Pop
from game.client.events import Modifiers, PadButton, PadDown, PointerMoved
from game.client.preferences import Preferences, Settings
from game.client.scenes.message import question
from game.client.scenes.page import Page
from game.client.viewport import Viewport
from game.client.widgets.widget import walk
from game.client.words import (
    LANGUAGES,
    Plural,
    english_sentence,
    phrase,
    placeholders,
    say,
    sentence_codes,
    set_language,
)
from game.client.words.settings import SENTENCES as SETTINGS
from tools.words import entries, languages, read

# Caps of keys as they are written in any of the languages.
CAPS = re.compile(r"\b(F\d+|Enter|Invio|Esc|Space|Espacio|Spazio|Espaço|Ctrl|Alt|Tab|Tabulador)\b")
# Esc ends the listening for a key whatever it calls elsewhere.
FIXED = {"keys.listening"}


def english(code: str) -> tuple[str, ...]:
    sentence = english_sentence(code)
    return (sentence.one, sentence.many) if isinstance(sentence, Plural) else (sentence,)


def test_no_sentence_names_a_key_itself() -> None:
    said = [(code, form) for code in sentence_codes() for form in english(code)]
    said += [(code, form) for one in languages() for code, entry in entries(read(one)).items() for form in entry.forms]
    wrong = [(code, form) for code, form in said if CAPS.search(form) and not code.startswith("key.")]
    assert {code for code, _form in wrong} == FIXED


def test_every_action_a_sentence_asks_for_is_one() -> None:
    asked = {
        hole.removeprefix("key.")
        for code in sentence_codes()
        for hole in placeholders(english_sentence(code))
        if "key." in hole
    }
    assert {"pick", "full_screen", "text_bigger"} <= asked
    assert asked <= {action.name for action in ACTIONS}


def test_a_sentence_names_the_key_that_was_given_instead() -> None:
    assert say("settings.full_screen_note") == "F11 does the same."
    replace_actions(give_key(ACTIONS, "full_screen", Key("K", Modifiers(ctrl=True))).actions)
    assert say("settings.full_screen_note") == "Ctrl K does the same."
    replace_actions(give_key(ACTIONS, "mute", Key("Space")).actions)  # refused: it is needed
    assert "press Space" in say("toast.nothing_picked.mend")
    replace_actions(give_key(ACTIONS, "pick", Key("M")).actions)
    assert "press M" in say("toast.nothing_picked.mend")
    set_language("es")
    assert "apretá M" in say("toast.nothing_picked.mend")


def test_an_action_without_a_key_says_so() -> None:
    replace_actions(give_key(give_key(ACTIONS, "full_screen", Key("K")).actions, "mute", Key("K")).actions)
    assert say("settings.full_screen_note") == "no key does the same."


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_a_pad_in_the_hand_its_button_is_named(language: str) -> None:
    set_language(language)
    note_pad_used(pad=True)
    assert say("pad.south") in say("toast.nothing_picked.mend")
    assert say("key.Space") not in say("toast.nothing_picked.mend")
    assert say("settings.full_screen_note").startswith("F11")  # no button of the pad does it
    for button in get_args(PadButton):
        assert f"pad.{button}" in SETTINGS or button in ("LB", "RB", "Menu", "View", "LT", "RT", "L3")


def ask() -> Page:
    """Open a question with a button to be held."""
    preferences = Preferences(Settings(), lambda _before, _now: None)
    words = (phrase("table.leave.title"), phrase("table.leave.sentence"))
    page = question(preferences, "leave", words, phrase("table.leave.stay"), (phrase("table.leave.go"), Pop()))
    page.layout(Viewport((1280, 720)))
    return page


def test_the_hand_of_now_is_known_to_a_scene_that_opens_later() -> None:
    def told() -> tuple[str, bool]:
        page = ask()
        texts = [written.text for widget, _ in walk(page.root) for written in widget.texts()]
        return next(text for text in texts if text.startswith("Hold")), page.ring.pad_last

    assert told() == ("Hold it for one second, with Space or with the pointer; or press it twice, slowly.", False)
    open_now = ask()
    open_now.on_event(PadDown("right"))
    assert told() == (
        "Hold it for one second, with the lower button or with the pointer; or press it twice, slowly.",
        True,
    )
    open_now.on_event(PointerMoved((5, 5)))
    assert told()[1] is False
