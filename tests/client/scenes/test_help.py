"""Settings, F1 sheet and messages: laid out everywhere, used by every hand, telling what they should."""

from __future__ import annotations

import math

import pygame
import pytest

from game.client import words
from game.client.actions import ACTIONS, note_pad_known
from game.client.director import Director, Pop, Push, Quit
from game.client.events import Event, KeyDown, KeyUp, PadDown, PointerDown, PointerUp
from game.client.preferences import Preferences, Settings
from game.client.scenes.action_tabs import TAB_SECTIONS
from game.client.scenes.help import Help
from game.client.scenes.message import Message, notice, question
from game.client.scenes.page import Page
from game.client.scenes.settings import SettingsPage
from game.client.viewport import Viewport
from game.client.widgets import draw
from game.client.widgets.choice import Choice
from game.client.widgets.key_line import GAP, KeyLine
from game.client.widgets.look import TEXT_SIZES
from game.client.widgets.widget import walk
from game.client.words import LANGUAGES, say, set_language
from game.client.words.actions import SENTENCES as ACTION_WORDS
from game.client.words.interface import SENTENCES as INTERFACE
from game.client.words.plural import Plural
from tests.client.kit import FakeReading
from tests.client.layout_check import LOOKS, SIZES, problems
from tests.slices import crossed

SENTENCE = "A bot keeps your chair and gives it back when you return. The match goes on without you."
WINDOW = Viewport((1280, 720))


@pytest.fixture(autouse=True)
def _pygame() -> None:
    pygame.display.init()
    pygame.font.init()


def preferences(told: list[Settings] | None = None) -> Preferences:
    return Preferences(Settings(), lambda _, now: told.append(now) if told is not None else None)


def leave(reading: FakeReading) -> Message:
    return question(reading, "leave", ("Leave the table?", SENTENCE), "Stay here", ("Hold to leave", Quit()))


def send(page: Page, *events: Event) -> list[object]:
    return [change for event in events if (change := page.on_event(event)) is not None]


@pytest.mark.parametrize(("size", "scale"), LOOKS)
def test_small_scenes_are_well_laid_out(size: tuple[int, int], scale: float) -> None:
    reading = FakeReading()
    assert problems(Help(reading), size, scale, reading) == []
    assert problems(leave(reading), size, scale, reading) == []
    assert problems(notice(reading, "silent", "No sound", "The game goes on in silence."), size, scale, reading) == []
    wanted = preferences()
    wanted.now = Settings(text_size=round(scale * 100), sounds=False)
    assert problems(SettingsPage(wanted), size, scale) == []


def longer(sentence: str | Plural) -> str | Plural:
    """Return the sentence in a made-up language that needs 40 % more room, its placeholders kept."""
    if isinstance(sentence, Plural):
        return Plural(f"{sentence.one} {'ñáçë ' * 4}", f"{sentence.many} {'ñáçë ' * 4}")
    return sentence + " " + "ñáçë " * math.ceil(len(sentence) * 0.4 / 5) + "é"


@pytest.mark.parametrize(("size", "scale"), LOOKS)
def test_a_longer_language_moves_the_same_widgets_and_cuts_nothing(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], scale: float
) -> None:
    wanted = preferences()
    wanted.now = Settings(text_size=round(scale * 100))
    page, reading = SettingsPage(wanted), FakeReading()
    sheet = Help(reading)
    page.layout(Viewport(size))
    page.ring.focus_on("settings.calm")
    before = [widget for widget, _ in walk(page.root)]
    for subject in (INTERFACE, ACTION_WORDS):
        for code in list(subject):
            if code != "unit.percent":
                monkeypatch.setitem(words._WRITTEN, code, longer(subject[code]))
    assert problems(page, size, scale) == []
    assert problems(sheet, size, scale, reading) == []
    assert [widget for widget, _ in walk(page.root)] == before
    assert page.ring.focus is not None
    assert page.ring.focus.name == "settings.calm"


def test_a_setting_is_told_at_once_and_the_page_follows() -> None:
    told: list[Settings] = []
    page = SettingsPage(preferences(told))
    page.layout(WINDOW)
    page.ring.show_focus(shown=True)
    for name in ("settings.calm", "settings.full_screen", "settings.sounds"):
        page.ring.focus_on(name)
        send(page, KeyDown("Space"))
    page.ring.focus_on("settings.text_size")
    send(page, KeyDown("Right"))
    assert told[-1] == Settings(text_size=110, sounds=False, calm=True, full_screen=True)
    assert page.look is not None
    assert page.look.text_scale == 1.1
    assert page.ring.focus is not None
    assert page.ring.focus.name == "settings.text_size"
    page.ring.focus_on("settings.volume")
    assert page.ring.focus.name == "settings.text_size"  # silence has no volume


def test_a_setting_changed_elsewhere_is_shown() -> None:
    wanted = preferences()
    page = SettingsPage(wanted)
    page.layout(WINDOW)
    wanted.step_text_size(2)
    wanted.toggle_sounds()
    page.layout(WINDOW)
    states = {place.name: place.state for place in page.shown_items()}
    assert "chosen 125" in states["settings.text_size"]
    assert "not on" in states["settings.sounds"]
    assert "off" in states["settings.volume"]


def test_text_size_steps_and_holds_at_its_ends() -> None:
    told: list[Settings] = []
    wanted = preferences(told)
    for _ in range(20):
        wanted.step_text_size(1)
    assert wanted.now.text_size == TEXT_SIZES[-1]
    assert len(told) == len(TEXT_SIZES) - 1 - TEXT_SIZES.index(100)
    for _ in range(20):
        wanted.step_text_size(-1)
    assert wanted.text_scale == 0.8


def lines(sheet: Help) -> list[str]:
    return [widget.action.name for widget, _ in walk(sheet.root) if isinstance(widget, KeyLine)]


def turned(sheet: Help, leaf: str) -> Help:
    """Turn to a leaf as a click does."""
    tabs = next(widget for widget, _ in walk(sheet.root) if isinstance(widget, Choice))
    tabs.choose(leaf)
    return sheet


def test_the_sheet_has_a_line_for_every_action() -> None:
    every = [line for leaf in TAB_SECTIONS for line in lines(turned(Help(FakeReading()), leaf))]
    assert sorted(every) == sorted(action.name for action in ACTIONS)


@pytest.mark.parametrize("known", [False, True])
def test_a_pad_is_named_and_explained_only_if_there_is_one(known: bool) -> None:
    note_pad_known(known=known)
    sheet = turned(Help(FakeReading()), "table")
    sheet.layout(WINDOW)
    look = sheet.look
    assert look is not None
    undo = next(one for one, _ in walk(sheet.root) if one.name == "key.undo")
    assert isinstance(undo, KeyLine)
    keys = sum(draw.key_width(look, cap) + GAP for cap in undo._caps())
    assert (undo._signs_width(look) > keys) is known
    assert (say("help.pad") in [place.text for place in sheet.shown_items()]) is known
    assert problems(sheet, (1280, 720), 1.0, FakeReading()) == []


def test_at_a_table_the_sheet_opens_with_what_its_game_knows() -> None:
    known = {"draw", "lay", "undo"}
    assert set(lines(Help(FakeReading(), known=known))) == {*known, "carry_left", "carry_right"}


@pytest.mark.parametrize(("language", "size", "leaf"), crossed(LANGUAGES, SIZES, ["table", "anywhere"]))
def test_the_whole_leaf_is_seen_at_once(language: str, size: tuple[int, int], leaf: str) -> None:
    set_language(language)
    sheet = turned(Help(FakeReading()), leaf)
    sheet.layout(Viewport(size))
    told = {place.name: place for place in sheet.shown_items()}
    assert told[f"help.{leaf}"].state[-1].endswith(" of 0")


@pytest.mark.parametrize(("size", "scale"), LOOKS)
def test_the_leaf_of_the_table_is_well_laid_out(size: tuple[int, int], scale: float) -> None:
    reading = FakeReading()
    assert problems(turned(Help(reading, aim=("One.", "Two.")), "table"), size, scale, reading) == []


@pytest.mark.parametrize("hand", [KeyDown("F1"), KeyDown("Esc"), KeyDown("Enter"), PadDown("east"), PadDown("Menu")])
def test_the_sheet_closes_by_key_and_pad(hand: Event) -> None:
    sheet = Help(FakeReading())
    sheet.layout(WINDOW)
    assert send(sheet, hand) == [Pop()]


def test_the_sheet_scrolls_by_page_keys_at_any_size() -> None:
    reading = FakeReading(text_scale=2.5)
    sheet = turned(Help(reading), "table")
    sheet.layout(Viewport((960, 540)))
    before = sheet.shown_items()
    send(sheet, KeyDown("Page Down"))
    assert sheet.shown_items() != before


def test_the_safe_choice_has_the_focus_and_esc_takes_it() -> None:
    dialog = leave(FakeReading())
    dialog.layout(WINDOW)
    assert dialog.ring.focus is not None
    assert dialog.ring.focus.name == "leave.stay"
    assert dialog.ring.focus.focused
    assert send(dialog, KeyDown("Esc")) == [Pop()]
    assert send(dialog, KeyDown("Enter")) == [Pop()]


def test_what_cannot_be_undone_is_held() -> None:
    dialog = leave(FakeReading())
    dialog.layout(WINDOW)
    assert send(dialog, KeyDown("Tab"), KeyDown("Enter")) == []
    assert dialog.update(1.0) is None
    assert dialog.update(1.5) is None
    assert dialog.update(2.0) == Pop(Quit())
    assert send(dialog, KeyUp("Enter")) == []


def test_a_notice_is_read_and_then_follows_what_should() -> None:
    message = notice(FakeReading(), "gone", "The save was set aside", SENTENCE, then=Quit())
    message.layout(WINDOW)
    at = message.dialog.buttons[0].rect.centre
    assert send(message, PointerDown(at), PointerUp(at)) == [Pop(Quit())]


def test_a_question_over_the_settings_leaves_them_in_sight_and_deaf() -> None:
    told: list[Settings] = []
    page = SettingsPage(preferences(told))
    director = Director(page, WINDOW)
    window = pygame.display.set_mode((1280, 720))
    director.draw(window)
    plain = pygame.image.tobytes(window, "RGB")
    director.apply(Push(leave(FakeReading())))
    director.draw(window)
    assert pygame.image.tobytes(window, "RGB") != plain
    director.on_plain_event(KeyDown("Space"))
    assert director.scenes == (page,)
    assert told == []
    director.draw(window)
    assert pygame.image.tobytes(window, "RGB") == plain
