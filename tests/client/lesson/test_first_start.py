"""The first start: one press plays, two with another game; what is chosen acts at once, and nobody is asked twice."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from game.client.app import App
from game.client.director import Director, Pop, Push, Replace
from game.client.events import NO_MODIFIERS, KeyDown, PadDown
from game.client.lesson.first_start import BOX_PRESET, KNOWS_GAME, KNOWS_OTHERS, FirstStart
from game.client.lesson.scene import LessonTable
from game.client.scenes.title import Title
from game.client.setup import CLOCK_OPTION, Setup, last_setup, last_setup_header
from game.client.still import Studio
from game.client.viewport import Viewport
from game.client.widgets.choice import Choice
from game.client.widgets.widget import Widget, walk
from game.client.words import LANGUAGES, phrase, set_language
from game.rules.registry import GAMES, rules_of
from game.table.options import Options

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from game.client.events import PadButton


@pytest.fixture
def studio() -> Iterator[Studio]:
    with Studio() as made:
        yield made
    set_language("en")


def page_of(studio: Studio) -> FirstStart:
    page = studio.first_start()
    assert isinstance(page, FirstStart)
    page.layout(Viewport((1280, 720)))
    return page


def find(page: FirstStart, name: str) -> Widget:
    return next(one for one, _ in walk(page.root) if one.name == name)


def choose(page: FirstStart, name: str, key: str) -> None:
    choice = find(page, name)
    assert isinstance(choice, Choice)
    choice.chosen = key
    choice.on_change(key)


def test_one_press_begins_the_lesson_and_two_another_game(studio: Studio) -> None:
    page = page_of(studio)
    gold = page.return_button()
    assert gold is not None
    change = gold.on_use()
    assert isinstance(change, Replace)
    assert isinstance(change.scene, LessonTable)
    assert studio.preferences.now.welcomed
    assert studio.preferences.now.coach, "who never played has a coach in the first matches"
    choose(page, "first.games", "rummy")
    assert "Rummy" in str(gold.label)
    assert studio.preferences.now.last_game != "rummy", "only what is begun is remembered"


@pytest.mark.parametrize("language", LANGUAGES)
def test_which_rules_of_rummikub_is_asked_below_the_games_and_seen_whole(studio: Studio, language: str) -> None:
    set_language(language)
    page = page_of(studio)
    choose(page, "first.games", "rummikub")
    names = ("first.games", "first.preset", "first.which", "first.list")
    games, rules, panel, room = (find(page, name).rect for name in names)
    assert rules.x == games.x
    assert games.bottom < rules.y
    assert panel.bottom <= room.bottom


def test_who_leaves_the_rules_of_rummikub_as_they_stand_plays_as_in_the_box(studio: Studio) -> None:
    page = page_of(studio)
    choose(page, "first.games", "rummikub")
    rules = find(page, "first.preset")
    assert isinstance(rules, Choice)
    assert rules.chosen == BOX_PRESET
    gold = page.return_button()
    assert gold is not None
    gold.on_use()
    kept = studio.preferences.now.table_of("rummikub")
    assert kept is not None
    assert kept.preset == BOX_PRESET
    assert last_setup(rules_of("rummikub"), kept).players == 2


def test_who_never_played_meets_easy_bots_first_and_the_title_offers_the_game_that_was_chosen(studio: Studio) -> None:
    page, title = page_of(studio), studio.title()
    assert isinstance(title, Title)
    title.layout(Viewport((1280, 720)))
    choose(page, "first.games", "rummikub")
    gold = page.return_button()
    assert gold is not None
    gold.on_use()
    title.layout(Viewport((1280, 720)))
    assert title.games.chosen == "rummikub"
    dealt = last_setup_header("rummikub", studio.preferences.now, "Rosa")
    assert dealt is not None
    assert {seat.level for seat in dealt.seats[1:]} == {"easy"}


def test_who_knows_the_game_plays_and_who_knows_another_hears_what_is_different(studio: Studio) -> None:
    page = page_of(studio)
    played: list[str] = []

    def play(table: Setup) -> Push:
        played.append(table.rules.key)
        return Push(studio.title())

    studio.context.play = play
    choose(page, "first.games", "rummikub")
    choose(page, "first.well", "burako")
    gold = page.return_button()
    assert gold is not None
    change = gold.on_use()
    assert isinstance(change, Replace)
    assert isinstance(change.scene, LessonTable)
    assert change.scene.teacher.lesson.known == "burako"
    choose(page, "first.well", KNOWS_GAME)
    choose(page, "first.preset", BOX_PRESET)
    assert isinstance(gold.on_use(), Push)
    assert played == ["rummikub"]
    assert not studio.preferences.now.coach
    kept = studio.preferences.now.table_of("rummikub")
    assert kept is not None
    assert kept.preset == BOX_PRESET


def test_what_is_chosen_acts_at_once_and_looking_around_is_enough(studio: Studio) -> None:
    page = page_of(studio)
    choose(page, "first.text_size", "200")
    choose(page, "first.palette", "high contrast")
    assert "first.burraco_tiles" not in [widget.name for widget, _clip in walk(page.root)]
    choose(page, "first.games", "burraco")
    choose(page, "first.burraco_tiles", "tiles")
    now = studio.preferences.now
    assert (now.text_size, now.palette, now.burraco_tiles) == (200, "high contrast", True)
    assert isinstance(page.back(), Pop)
    assert studio.preferences.now.welcomed


def test_a_new_home_is_welcomed_once_and_an_old_one_never(tmp_path: Path) -> None:
    app = App(str(tmp_path), None)
    try:
        assert app.director.top.name == "first_start"
        app.finish_start()
        app.director.apply(app.director.top.back())  # type: ignore[attr-defined]
        assert isinstance(app.director.top, Title)
        app.close()
        app = App(str(tmp_path), None)
        assert isinstance(app.director.top, Title)
    finally:
        app.close()


def test_who_plays_alone_has_no_clock_unless_asked_for() -> None:
    for rules in GAMES.values():
        alone, others = last_setup(rules, alone=True).options_or_refusal, last_setup(rules).options_or_refusal
        assert isinstance(alone, Options)
        assert isinstance(others, Options)
        assert alone.number(CLOCK_OPTION) == 0
    rules = rules_of("rummikub")
    clock = rules.option(CLOCK_OPTION)
    assert clock is not None
    assert last_setup(rules).value(clock) == 120
    asked = last_setup(rules, alone=True).with_value(clock, 120)
    assert isinstance(asked.options_or_refusal, Options)
    assert asked.options_or_refusal.number(CLOCK_OPTION) == 120
    again = last_setup(rules, asked.saved_form, alone=True)
    assert again.value(clock) == 120


def test_each_preset_of_rummikub_says_how_it_differs() -> None:
    lines = {str(phrase(code)) for code in ("preset.usual.line", "preset.rummikub.as written.line")}
    assert len({*lines, str(phrase("preset.box.line"))}) == 3


def test_who_knows_another_game_is_led_to_what_is_different_or_to_the_whole_lesson(studio: Studio) -> None:
    page = page_of(studio)
    well, gold = find(page, "first.well"), page.return_button()
    assert isinstance(well, Choice)
    assert gold is not None
    for game, known in permutations(GAMES, 2):
        choose(page, "first.games", game)
        options = {option.key: option for option in well.options}
        key = known if known in options else KNOWS_OTHERS
        assert rules_of(known).title in str(options[key].label)
        choose(page, "first.well", key)
        change = gold.on_use()
        assert isinstance(change, Replace)
        assert isinstance(change.scene, LessonTable)
        lesson = change.scene.teacher.lesson
        assert (lesson.rules.key, lesson.known) == (game, "" if key == KNOWS_OTHERS else known)


@pytest.mark.parametrize("by", ["keys", "pad"])
def test_the_first_page_is_gone_through_without_a_pointer(studio: Studio, by: str) -> None:
    def stepped(way: PadButton) -> None:
        director.on_plain_event(PadDown(way) if by == "pad" else KeyDown("Tab", NO_MODIFIERS))

    def pressed() -> None:
        director.on_plain_event(PadDown("south") if by == "pad" else KeyDown("Enter", NO_MODIFIERS))

    director = Director(studio.first_start(), Viewport((960, 540)))
    page = director.top
    assert isinstance(page, FirstStart)
    reached: dict[str, Widget] = {}
    before = studio.preferences.now
    ways: tuple[PadButton, ...] = ("down", "right")
    for way in ways:
        page.ring.focus_on("first.name")
        for _step in page.ring.tab_stops():
            stepped(way)
            assert page.ring.focus is not None
            reached[page.ring.focus.name] = page.ring.focus
    assert {"first.games", "first.well", "first.language", "first.text_size", "first.go"} <= set(reached)
    assert studio.preferences.now == before, "who only passes by changes nothing"
    page.ring.focus_on("first.go")
    pressed()
    assert isinstance(director.top, LessonTable)
