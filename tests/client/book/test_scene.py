"""The rule book in the window: by mouse and by keys alone, from number to number and back, found and lit."""

from __future__ import annotations

import re
from pathlib import Path
from threading import enumerate as enumerate_threads

import pygame
import pytest

from game.arguments import BOOK_LANGUAGES
from game.book.book import INTRODUCTION_NUMBER, OPTIONS_SECTION, ItemList, Prose, first_link, group_name, rule_book_of
from game.book.spans import CITED_NUMBER, SpanStyle, plain_text
from game.client.book import printing
from game.client.book.finds import GAME_SECTIONS, MAX_ROWS, SHARED_SECTIONS, found_rows
from game.client.book.leads import (
    UNKNOWN_VALUE,
    chosen_words,
    options_decided_by,
    options_here,
    options_left_open,
    plain_words,
    refusals_citing,
)
from game.client.book.prose import ProseLine, RuleLink, link_underlines
from game.client.book.scene import RuleBookPage
from game.client.director import Pop, Push
from game.client.events import KeyDown, PadDown, PointerDown, PointerUp, Typed
from game.client.preferences import Preferences, Settings
from game.client.viewport import Viewport
from game.client.widgets.gesture import ScrollTo, Use
from game.client.widgets.label import Paragraph
from game.client.widgets.widget import Widget, walk
from game.client.words import say, set_language, set_vocabulary
from game.client.words.options import chosen_code
from game.lesson.lesson import lessons
from game.rules.registry import GAMES, rules_of
from game.rules.ruleset import Preset, RuleSet, choose_preset
from game.table.options import Options, OptionValue
from game.table.refusals import Code
from tests.client.kit import FakeReading
from tests.client.layout_check import problems
from tests.client.table.test_scene import playing
from tests.client.table_kit import TableHand
from tests.slices import crossed, every, some

WINDOW = Viewport((1280, 720))
SHOWN = (((1280, 720), 1.0), ((960, 540), 2.5))


def opened(number: str = "1.2", *, from_table: bool = False, text_scale: float = 1.0) -> RuleBookPage:
    pygame.display.init()
    pygame.font.init()
    page = RuleBookPage(FakeReading(text_scale=text_scale), number, from_table=from_table)
    page.layout(WINDOW)
    return page


def named(page: RuleBookPage, name: str) -> Widget:
    return next(widget for widget, _ in walk(page.root) if widget.name == name)


def ways(page: RuleBookPage) -> list[RuleLink]:
    return [widget for widget, _ in walk(named(page, "book.scroll")) if isinstance(widget, RuleLink)]


def click(page: RuleBookPage, widget: Widget) -> None:
    at = widget.rect.centre
    page.on_event(PointerDown(at, "left"))
    page.on_event(PointerUp(at, "left"))


def click_part(page: RuleBookPage, widget: str, part: str) -> str:
    """Scroll to a row or an option and click it; return its words."""
    members = [one for one in named(page, widget).pressable_parts() if one.name == f"{widget}.{part}"]
    if widget == "book.contents":
        named(page, "book.contents_scroll").handle(ScrollTo(members[0].box))
        members = [one for one in named(page, widget).pressable_parts() if one.name == f"{widget}.{part}"]
    at = members[0].box.centre
    page.on_event(PointerDown(at, "left"))
    page.on_event(PointerUp(at, "left"))
    return members[0].text


def press(page: RuleBookPage, *keys: str) -> object:
    change = None
    for key in keys:
        change = page.on_event(KeyDown(key))
    return change


def test_a_number_in_the_text_is_clicked_and_the_way_is_gone_back() -> None:
    page = opened("1.2")
    way = next(one for one in ways(page) if one.accessible_text() == "D6")
    click(page, way)
    assert page.number == "D6"
    click(page, named(page, "book.way_back"))
    assert page.number == "1.2"
    click(page, named(page, "book.way_forth"))
    assert page.number == "D6"


@pytest.mark.parametrize("hand", ["keys", "pad"])
def test_every_number_is_reached_without_a_pointer(hand: str) -> None:
    page = opened("1.2")
    page.on_event(KeyDown("Tab"))
    reached = set()
    for _ in range(60):
        focus = page.ring.focus
        if isinstance(focus, RuleLink):
            reached.add(focus.name)
        page.on_event(KeyDown("Tab"))
    assert reached >= {way.name for way in ways(page)}
    page.ring.focus_on(next(one for one in ways(page) if one.accessible_text() == "D6"))
    page.on_event(PadDown("south") if hand == "pad" else KeyDown("Enter"))
    assert page.number == "D6"


def test_arrows_turn_the_page_and_then_the_focus_moves_on() -> None:
    page = opened("10")
    scroll = named(page, "book.scroll")
    page.on_event(KeyDown("Tab"))
    page.ring.focus_on(scroll)
    press(page, "Down", "Down")
    moved = scroll.state_words()
    assert any(state.startswith("offset") and not state.startswith("offset 0") for state in moved)
    assert page.ring.focus is scroll


def listed(page: RuleBookPage) -> list[str]:
    return [part.name.removeprefix("book.contents.") for part in named(page, "book.contents").pressable_parts()]


def test_what_is_typed_is_found_counted_and_lit() -> None:
    page = opened("1.2")
    page.ring.focus_on("book.search")
    page.on_event(Typed("impure"))
    assert sorted(listed(page)) == sorted(one.name for one in page.book.search(page.book.sought("impure")).members)
    lit = page.book.sought("impure")
    assert all(line.lit == lit for line, _ in walk(named(page, "book.scroll")) if isinstance(line, ProseLine))
    page.on_event(Typed("xyz"))
    assert not listed(page)
    assert "impurexyz" in named(page, "book.found").accessible_text()


def test_of_too_many_finds_the_nearest_are_listed() -> None:
    page = RuleBookPage(FakeReading(), "12.1", game=rules_of("eburako"))
    page.layout(WINDOW)
    page._search("the")
    assert len(listed(page)) == MAX_ROWS
    assert {name.partition("@")[0] for name in listed(page)} == {"12.1"}
    assert len(page.book.search(page.book.sought("the")).members) > MAX_ROWS


def test_the_first_letter_leaves_the_contents() -> None:
    page = opened("1.2")
    before = listed(page)
    page.ring.focus_on("book.search")
    page.on_event(Typed("w"))
    assert listed(page) == before
    assert not page._found.visible


def test_words_that_no_place_has_together_are_found_apart_and_that_is_said() -> None:
    page = opened("1.2")
    page._search("impure canasta xyzzy")
    assert listed(page)
    assert named(page, "book.found").accessible_text() == say("book.found_part")


def test_what_beginners_ask_about_the_game_is_found_first() -> None:
    for key, words, shared in (("burraco", "burraco", "1.2"), ("rummikub", "empty stock", "2.5")):
        rules = rules_of(key)
        page = RuleBookPage(FakeReading(), "1.2", game=rules)
        page.layout(WINDOW)
        page._search(words)
        found = [name.partition("@")[0] for name in listed(page)]
        asked = page.book.questions_number(rules.title)
        sections = (rules.section, SHARED_SECTIONS[rules.family])
        own = [number == asked or page.book.section(number).number in sections for number in found]
        assert found[0] == asked
        assert own == sorted(own, reverse=True)
        assert {shared, rules.section} < {*found}
        assert OPTIONS_SECTION not in found[:-1]


def test_the_question_that_has_the_words_is_found_before_answers_that_have_them() -> None:
    page = RuleBookPage(FakeReading(), "12.1", game=rules_of("eburako"))
    page.layout(WINDOW)
    page._search("empty stock")
    first = next(iter(named(page, "book.contents").pressable_parts()))
    assert first.text == "What happens when the stock is empty?"


def test_rules_of_other_games_are_found_after_all_else() -> None:
    for key, words, other in (("rummikub", "split run", "1.3"), ("burako", "joker group", "2.4")):
        page = RuleBookPage(FakeReading(), "12.1", game=rules_of(key))
        page.layout(WINDOW)
        page._search(words)
        found = [name.partition("@")[0] for name in listed(page)]
        away = GAME_SECTIONS - {SHARED_SECTIONS[rules_of(key).family], rules_of(key).section}
        of_others = [page.book.section(one).number in away for one in found]
        assert other in found
        assert any(of_others)
        assert of_others == sorted(of_others)


@pytest.mark.parametrize(
    ("key", "words", "name", "games"),
    [
        ("burako", "freed joker", "2.4@3", "What Rummy and Rummikub share"),
        ("rummy", "wild tiles", "1.1@-1", "What eBurako, Burako and Burraco share"),
        ("burako", "card taken pile", "D35@-1", "Burraco"),
        ("burraco", "pile", "12.1@38", "eBurako and Burako"),
        ("burako", "pile", "12.1@38", "eBurako and Burako"),
        ("burako", "wild tiles", "1.1@-1", ""),
        ("burako", "wild tiles", "D6@-1", ""),
        ("burraco", "wild tiles", "D6@-1", "Shared, eBurako and Burako"),
        ("rummy", "wild tiles", "9.1@4", ""),
    ],
)
def test_a_find_about_other_games_names_them(key: str, words: str, name: str, games: str) -> None:
    book = rule_book_of("en")
    rows = {row.key: row for row in found_rows(book, book.search(book.sought(words)), rules_of(key))}
    assert str(rows[name].note).startswith(games)
    assert games or re.fullmatch(r"\d+ places?", str(rows[name].note))


@pytest.mark.parametrize("language", BOOK_LANGUAGES)
def test_headings_name_the_same_games_in_every_language(language: str) -> None:
    titles = {rules.title for rules in GAMES.values()}
    english, other = rule_book_of("en"), rule_book_of(language)
    for one, same in zip(english.paragraphs, other.paragraphs, strict=True):
        if one.number in ("1", "2", "8.1", "8.2", "8.3") or one.is_asked:
            assert titles & {*re.split(r"\W+", one.title)} == titles & {*re.split(r"\W+", same.title)}


@pytest.mark.parametrize(
    ("key", "words", "above"),
    [
        ("rummy", "wild", ["8.2", "8.1", "8.3"]),
        ("burraco", "pile", ["8.3", "8.1", "8.2"]),
        ("burako", "pile", ["8.1", "8.3", "8.2"]),
    ],
)
def test_decisions_about_the_game_are_found_before_whatever_is_about_others(
    key: str, words: str, above: list[str]
) -> None:
    book = rule_book_of("en")
    found = [row.key.partition("@")[0] for row in found_rows(book, book.search(book.sought(words)), rules_of(key))]
    decided = [book.heading_above(number).number for number in found if number.startswith("D")]
    assert list(dict.fromkeys(decided)) == above
    asked = [number for number in found if number.startswith("12.") and number != book.questions_number(key.title())]
    first = next(number for number in found if number.startswith("D"))
    assert found.index(first) < found.index(asked[0])


def test_scenarios_stand_below_a_line_that_tells_whom_they_are_for() -> None:
    assert not any(one.name == "book.scenarios" for one, _ in walk(opened("2.4").root))
    assert named(opened("6"), "book.scenarios_line").accessible_text() == say("book.scenarios_line")


@pytest.mark.parametrize(("size", "text_scale"), SHOWN)
@pytest.mark.parametrize("words", ["impure", "empty stock", "marks on tiles"])
def test_a_find_is_gone_to_where_it_is_lit(size: tuple[int, int], text_scale: float, words: str) -> None:
    page = RuleBookPage(FakeReading(text_scale=text_scale), "12.1", game=rules_of("eburako"))
    page.layout(Viewport(size))
    page._turn_to("contents")
    page._search(words)
    for name in listed(page):
        page._turn_to("contents")
        page._contents.on_choose(name)
        paper = page._page.rect
        lit = [
            bottom
            for line, _ in walk(page._page)
            if isinstance(line, ProseLine) and (bottom := line.lit_bottom()) is not None
        ]
        assert any(paper.y <= bottom <= paper.bottom for bottom in lit), name


@pytest.mark.parametrize(("size", "text_scale"), SHOWN)
def test_enter_in_the_search_goes_to_the_first_find_and_on_to_the_next(
    size: tuple[int, int], text_scale: float
) -> None:
    page = RuleBookPage(FakeReading(text_scale=text_scale), "12.1", game=rules_of("eburako"), from_table=True)
    page.layout(Viewport(size))
    page._turn_to("contents")
    page.ring.focus_on("book.search")
    press(page, "Return", "Enter")
    assert page.number == "12.1"
    page.on_event(Typed("empty stock"))
    found = listed(page)
    for name in (*found, found[0]):
        assert press(page, "Return", "Enter") is None
        assert page.number == name.partition("@")[0]
        assert f"chosen {name}" in page._contents.state_words()
        assert page.ring.focus is (page._field if page._field.visible else page._page)


def test_a_find_of_another_page_is_read_in_its_exact_words() -> None:
    page = RuleBookPage(FakeReading(), "12.4", game=rules_of("rummikub"))
    page.layout(WINDOW)
    page._search("joker rack")
    name = next(name for name in listed(page) if name.startswith("2.4"))
    page._contents.on_choose(name)
    assert page.number == "2.4"
    assert any(line.lit_bottom() is not None for line, _ in walk(page._page) if isinstance(line, ProseLine))


@pytest.mark.parametrize("language", BOOK_LANGUAGES)
def test_no_sentence_of_the_book_has_a_hole(language: str) -> None:
    set_language(language)
    try:
        book = rule_book_of(language)
        for one in book.paragraphs:
            assert not [told for told in refusals_citing(book, one.number) if UNKNOWN_VALUE in str(told)]
            assert not [told for told in plain_words(book, one.number) if UNKNOWN_VALUE in str(told)]
    finally:
        set_language("en")


def test_the_book_opens_at_a_row_by_its_name() -> None:
    page = opened("EB-09")
    assert page.paragraph.number == "3"
    scroll, row = named(page, "book.scroll"), page._rows["EB-09"]
    assert scroll.rect.y <= row.rect.y <= scroll.rect.centre[1]


def test_gold_goes_back_to_the_table_and_there_is_none_elsewhere() -> None:
    assert isinstance(press(opened(from_table=True), "Enter"), Pop)
    assert not named_or_none(opened(), "book.to_table")


def test_questions_about_the_game_are_one_click_away_without_scrolling() -> None:
    for size, scale in SHOWN:
        for from_table in (True, False):
            page = RuleBookPage(FakeReading(text_scale=scale), "2.4", from_table=from_table, game=rules_of("rummy"))
            page.layout(Viewport(size))
            way = named(page, "book.questions")
            assert way.visible
            assert not problems(page, size, scale)
            click(page, way)
            assert page.paragraph.number == "12.3"
            assert not named_or_none(page, "book.questions"), "it leads where one already is"
            assert named(page, "book.scroll").rect.h > 0
    assert not named_or_none(opened(from_table=True), "book.questions"), "no game is known"


@pytest.mark.parametrize("key", list(GAMES))
def test_contents_begin_with_the_questions_about_the_game_and_fold_the_rest(key: str) -> None:
    rules = rules_of(key)
    page = RuleBookPage(FakeReading(), rule_book_of("en").questions_number(rules.title), game=rules)
    page.layout(WINDOW)

    def listed() -> list[str]:
        return [part.name.removeprefix("book.contents.") for part in named(page, "book.contents").pressable_parts()]

    shared, questions = SHARED_SECTIONS[rules.family], page.book.questions_number(rules.title)
    groups = [group_name(questions, at) for at in range(len(page.book.find(questions).groups))]
    assert len(groups) in (5, 6)
    assert listed() == ["12", questions, *groups, rules.section, shared, INTRODUCTION_NUMBER]
    page._go(shared)
    assert set(listed()) > {"12", rules.section, f"{shared}.1", INTRODUCTION_NUMBER}
    page._go(INTRODUCTION_NUMBER)
    assert listed() == ["12", INTRODUCTION_NUMBER, *(str(number) for number in range(12))], "the whole book"
    assert "D6" not in listed()
    page._go("D6")
    assert {"8", "8.1", "D6", "12"} <= set(listed())


@pytest.mark.parametrize("language", BOOK_LANGUAGES)
def test_an_answer_to_beginners_leads_to_the_rules_by_a_word_and_not_by_numbers(language: str) -> None:
    set_language(language)
    try:
        for number in ("12.1", "12.2", "12.3", "12.4"):
            page = opened(number)
            told = ways(page)
            assert told
            assert {way.accessible_text() for way in told} == {say("score.show_rule")}
            assert not [one for one in page.shown_items() if CITED_NUMBER.search(one.text)]
        wild = RuleBookPage(FakeReading(), "1.1", game=rules_of("burako"))
        wild.layout(WINDOW)
        links = [one for one, _ in walk(named(wild, "book.plain.card")) if isinstance(one, RuleLink)]
        assert "1.1" not in [link.atoms[0].leads for link in links], "not to the page itself"
    finally:
        set_language("en")


def test_a_link_among_numbers_leads_to_the_rule_rather_than_to_what_the_texts_say() -> None:
    for number in ("12.1", "12.2", "12.3", "12.4"):
        links = {way.atoms[0].leads for way in ways(opened(number))}
        assert links & {"1.2", "2.4"}
        assert not [one for one in links if one.startswith("D") or one == OPTIONS_SECTION]


def test_an_answer_leads_to_its_rule_which_tells_no_answer_again_and_back_to_the_question() -> None:
    rules = rules_of("burraco")
    questions = rule_book_of("en").questions_number(rules.title)
    page = RuleBookPage(FakeReading(), questions, game=rules)
    page.layout(WINDOW)
    asked = [text.partition("?")[0] + "?" for text in page.paragraph.places if "?" in text]
    for at, back in enumerate(("book.way_back", "book.questions", "book.way_back")):
        way = ways(page)[at * 7]
        page._page.handle(ScrollTo(way.rect))
        read = page._page.offset
        click(page, way)
        assert page.number == way.atoms[0].leads
        assert page.paragraph.depth > 1, "a game in short says less than its answers"
        told = [one.accessible_text() for one, _ in walk(page.root) if isinstance(one, ProseLine)]
        assert len(told) > 1
        assert not [one for one in told if any(question in one for question in asked)]
        click(page, named(page, back))
        assert page.number == questions
        assert page._page.offset == read


@pytest.mark.parametrize("language", BOOK_LANGUAGES)
def test_questions_stand_in_groups_under_headings(language: str) -> None:
    book = rule_book_of(language)
    for number in ("12.1", "12.2", "12.3", "12.4"):
        lines = [block.line for block in book.find(number).blocks if isinstance(block, Prose)]
        headings = [at for at, line in enumerate(lines) if len(line) == 1]
        assert headings[0] == 0
        assert len(headings) in (5, 6)
        assert all(line[0].style is SpanStyle.BOLD for line in lines)
        set_language(language)
        try:
            page = opened(number)
            told = [one.accessible_text() for one, _ in walk(page.root) if one.name.startswith("book.group_")]
            assert told == [lines[at][0].text for at in headings]
        finally:
            set_language("en")


@pytest.mark.parametrize(("size", "scale"), SHOWN)
def test_the_contents_lead_to_each_group_of_questions(size: tuple[int, int], scale: float) -> None:
    rules = rules_of("burraco")
    questions = rule_book_of("en").questions_number(rules.title)
    page = RuleBookPage(FakeReading(text_scale=scale), questions, game=rules)
    page.layout(Viewport(size))
    for at, title in enumerate(page.book.find(questions).groups):
        if named_or_none(page, "book.tabs"):
            click_part(page, "book.tabs", "contents")
        assert click_part(page, "book.contents", group_name(questions, at)) == title
        head = page._rows[group_name(questions, at)]
        assert head.accessible_text() == title
        scroll = named(page, "book.scroll").rect
        assert scroll.y <= head.rect.y < scroll.bottom
    assert page.number == questions
    assert not page._at, "it is one page"


@pytest.mark.parametrize(("size", "scale"), SHOWN)
def test_a_press_between_two_rows_of_the_contents_chooses_one(size: tuple[int, int], scale: float) -> None:
    page = RuleBookPage(FakeReading(text_scale=scale), "12.1", game=rules_of("eburako"))
    page.layout(Viewport(size))
    page._turn_to("contents")
    upper, lower = page._contents.cells[:2]
    assert page._contents._point((upper.centre[0], (upper.bottom + lower.y) / 2))
    assert page._contents.cursor in (0, 1)


def test_the_contents_mark_the_rules_of_the_game_while_they_are_read() -> None:
    rules = rules_of("burraco")
    page = RuleBookPage(FakeReading(), rule_book_of("en").questions_number(rules.title), game=rules)
    page.layout(WINDOW)
    click_part(page, "book.contents", rules.section)
    assert page._contents.chosen == rules.section
    assert rules.title in named(page, "book.title").accessible_text()


def test_behind_an_answer_stands_what_the_table_has_chosen_otherwise_and_only_that() -> None:
    rules = rules_of("burako")
    questions = rule_book_of("en").questions_number(rules.title)
    for chosen in (True, False):
        changed = choose_preset(rules, rules.presets[0], {"ace_both_ends": chosen})
        assert isinstance(changed, Options)
        page = RuleBookPage(FakeReading(), questions, game=rules, options=changed)
        page.layout(WINDOW)
        behind = say("book.but_here", said=say(chosen_code("ace_both_ends", "on" if chosen else "off")))
        lines = [one.accessible_text() for one, _ in walk(page.root) if one.name.startswith("book.line_")]
        told = [line for line in lines if line.endswith(behind)]
        assert bool(told) is not chosen
        assert [line for line in lines if say("book.but_here", said="") in line] == told


def named_or_none(page: RuleBookPage, name: str) -> bool:
    return any(widget.name == name for widget, _ in walk(page.root))


def test_it_speaks_another_language_from_the_next_layout_on() -> None:
    page = opened("1.2")
    try:
        set_language("it")
        page.layout(WINDOW)
        assert page.paragraph.title == rule_book_of("it").find("1.2").title
        assert named(page, "book.title").accessible_text().endswith(page.paragraph.title)
    finally:
        set_language("en")


@pytest.mark.parametrize("language", some(BOOK_LANGUAGES, 2))
def test_every_paragraph_is_laid_out_without_a_fault(language: str) -> None:
    set_language(language)
    try:
        for paragraph, (size, scale) in every(crossed(rule_book_of(language).paragraphs, SHOWN), 3):
            reading = FakeReading()
            page = RuleBookPage(reading, paragraph.number)
            assert problems(page, size, scale, reading) == [], paragraph.number
    finally:
        set_language("en")


@pytest.mark.parametrize("language", BOOK_LANGUAGES)
def test_a_decision_beside_the_page_says_what_holds_and_what_the_source_says(language: str) -> None:
    set_language(language)
    try:
        page = opened("1.2")
        block = next(one for one in page.book.find("D6").blocks if isinstance(one, ItemList))
        card = named(page, "book.decision_D6.card")
        lines = [one.accessible_text() for one, _ in walk(card) if isinstance(one, ProseLine)]
        assert lines[1:] == [plain_text(line) for line in block.lines[:2]]
    finally:
        set_language("en")


def test_what_leads_to_a_paragraph_is_told_beside_it() -> None:
    book = rule_book_of("en")
    assert "A set needs three tiles" in [str(one) for one in refusals_citing(book, "1.2")]
    assert len(options_decided_by(book, "D4")) == 1
    assert [str(one) for one in options_decided_by(book, "D25")] == ["Players"], "of one game alone"


def test_beside_the_questions_of_beginners_no_disagreement_is_told() -> None:
    assert opened("1.4")._beside(())
    assert not opened("12.1")._beside(())


# --- plain words first -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", rules_of("rummikub").presets, ids=lambda one: one.key)
def test_where_presets_differ_an_answer_is_followed_by_what_holds_at_the_table(preset: Preset) -> None:
    rules = rules_of("rummikub")
    options = choose_preset(rules, preset, {})
    assert isinstance(options, Options)
    page = RuleBookPage(FakeReading(), rule_book_of("en").questions_number(rules.title), game=rules, options=options)
    page.layout(WINDOW)
    lines = [one.accessible_text() for one, _ in walk(page.root) if one.name.startswith("book.line_")]
    for name, value in options.items:
        if name in options_left_open(rules):
            behind = say("book.at_here", said=str(chosen_words(rules, name, value)))
            assert len([line for line in lines if line.endswith(behind)]) == 1, name
    assert options_left_open(rules)


@pytest.mark.parametrize("chosen", [True, False])
def test_opened_from_a_table_a_page_says_what_that_table_has_chosen(chosen: bool) -> None:
    rules = rules_of("burako")
    usual = choose_preset(rules, rules.presets[0], {"ace_both_ends": chosen})
    assert isinstance(usual, Options)
    told = say(chosen_code("ace_both_ends", "on" if chosen else "off"))
    for number in ("D8", rule_book_of("en").questions_number(rules.title)):
        page = RuleBookPage(FakeReading(), number, from_table=True, game=rules, options=usual)
        page.layout(WINDOW)
        assert [str(one) for one in options_here(page.book, ("D8",), rules, usual)] == [told]
        assert [place.text for place in page.shown_items() if place.text].count(told) == 1
    assert not named_or_none(opened("D8", from_table=True), "book.here")


def test_beside_the_pages_of_another_game_nothing_is_said_of_the_table() -> None:
    rules, other = rules_of("eburako"), rules_of("burraco")
    usual = choose_preset(rules, rules.presets[0], {})
    assert isinstance(usual, Options)
    for number in (rule_book_of("en").questions_number(other.title), other.section):
        page = RuleBookPage(FakeReading(), number, from_table=True, game=rules, options=usual)
        page.layout(WINDOW)
        assert not named_or_none(page, "book.here"), number


@pytest.mark.parametrize("key", list(GAMES))
def test_each_value_of_each_option_is_told_in_a_sentence_of_its_own(key: str) -> None:
    rules = rules_of(key)
    for cards in (False, True) if rules.deck.cards else (False,):
        set_vocabulary(cards=cards, game=key)
        try:
            for option in rules.options:
                values = [one for some_ in option.allowed for one in (some_ if isinstance(some_, range) else (some_,))]
                told = [str(chosen_words(rules, option.name, value)) for value in values]
                assert len(set(told)) == len(told), option.name
                assert all(re.fullmatch(r"[A-Z\d][^:]*(: [a-z][^:]*)?\.", one) for one in told), told
        finally:
            set_vocabulary(cards=False)


@pytest.mark.parametrize("key", list(GAMES))
def test_beside_the_questions_and_the_game_the_table_is_told_in_sentences_before_anything_else(key: str) -> None:
    rules = rules_of(key)
    pages = (rule_book_of("en").questions_number(rules.title), rules.section)
    for preset, number in ((preset, one) for preset in rules.presets for one in pages):
        usual = choose_preset(rules, preset, {})
        assert isinstance(usual, Options)
        page = RuleBookPage(FakeReading(), number, from_table=True, game=rules, options=usual)
        page.layout(WINDOW)
        card = named(page, "book.here.lines")
        _title, *lines = [one.accessible_text() for one, _ in walk(card) if isinstance(one, Paragraph)]
        assert len(lines) > 3
        assert all(line.endswith(".") for line in lines)
        assert page._side.content.children[0].name == "book.here.card"


@pytest.mark.parametrize(
    ("key", "changed", "untold", "told"),
    [
        ("rummikub", {"live_validity": True}, "invalid_penalty", "live_validity"),
        ("rummikub", {"live_validity": False}, "", "invalid_penalty"),
        ("rummikub", {"rounds": "continued"}, "fresh_rounds", "reopen_each_round"),
        ("rummikub", {"rounds": "fresh"}, "reopen_each_round", "fresh_rounds"),
        ("rummy", {"joker_lock": "free"}, "joker_shift", "joker_lock"),
        ("burako", {"players": 4}, "two_player_hand", "players"),
        ("burako", {"players": 2}, "", "two_player_hand"),
    ],
)
def test_an_option_is_told_only_where_it_changes_something(
    key: str, changed: dict[str, OptionValue], untold: str, told: str
) -> None:
    rules, book = rules_of(key), rule_book_of("en")
    usual = choose_preset(rules, rules.presets[0], changed)
    assert isinstance(usual, Options)
    everything = [one.number for one in book.paragraphs]
    said = [str(line) for line in options_here(book, everything, rules, usual)]
    values = dict(usual.items)
    assert str(chosen_words(rules, told, values[told])) in said
    assert not untold or str(chosen_words(rules, untold, values[untold])) not in said


def shown_from_games() -> list[tuple[RuleSet, str]]:
    """Return each game with what leads to the book there: its options, its lessons, and every refusal."""
    found = []
    for game in GAMES.values():
        steps = [step.rule for lesson in lessons() if lesson.rules is game for step in lesson.steps]
        cited = {*steps, *(option.source for option in game.options), *(code.rule for code in Code), game.section}
        found += [(game, number) for number in sorted(cited)]
    return found


def plain_told(page: RuleBookPage) -> list[str]:
    """Return the words of the card that stands first on a page, and ask that it does."""
    column = named(page, "book.page").children
    assert column[0 if column[0].name == "book.title" else 1].name == "book.title"
    card = column[1 if column[0].name == "book.title" else 2]
    assert card.name == "book.plain.card", page.number
    said = [one.accessible_text() for one, _ in walk(card)]
    assert named(page, "book.exact").rect.y > card.rect.y
    return said[1:]


@pytest.mark.parametrize("language", some(BOOK_LANGUAGES, 2))
def test_whatever_leads_to_the_book_is_answered_in_plain_words_first(language: str) -> None:
    set_language(language)
    try:
        for game, cited in every(shown_from_games(), 7):
            page = RuleBookPage(FakeReading(), cited, game=game)
            assert page.number == first_link(cited, page.book)
            page.layout(WINDOW)
            assert any(plain_told(page)), cited
    finally:
        set_language("en")


def test_the_plain_words_are_those_of_the_game() -> None:
    set_vocabulary(cards=True, game="burraco")
    try:
        for number in ("1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "D35", "D45", "D48"):
            page = RuleBookPage(FakeReading(), number, game=rules_of("burraco"))
            page.layout(WINDOW)
            told = " ".join(plain_told(page)).casefold()
            assert told
            assert not [word for word in ("tile", "canasta", "dead hand", "colour", "rack ") if word in told], number
            assert number != "1.2" or "100 with one (dirty)" in told, "the score's line of dirty burracos leads there"
    finally:
        set_vocabulary(cards=False)
    rummikub = RuleBookPage(FakeReading(), "2.4", game=rules_of("rummikub"))
    rummikub.layout(WINDOW)
    assert any("When may a joker change what it stands for?" in one for one in plain_told(rummikub))


# --- from a table ---------------------------------------------------------------------------------------------------


def refused() -> TableHand:
    hand = playing()
    hand.press("X")
    hand.press("D")
    hand.press("D")
    assert hand.scene.shown.toast is not None
    return hand


@pytest.mark.parametrize("by", ["F3", "click", "tab"])
def test_show_rule_opens_the_paragraph_that_refuses(by: str) -> None:
    hand = refused()
    rule = next(one for one in hand.scene.shown.toast.buttons if one.name == "toast.rule")  # type: ignore[union-attr]
    if by == "F3":
        hand.press("F3")
    elif by == "click":
        hand.click_at(rule.rect.centre)
    else:
        hand.press("Tab")
        hand.scene.ring.focus_on(rule)
        hand.press("Enter")
    page = hand.director.top
    assert isinstance(page, RuleBookPage)
    assert page.paragraph.number == "1.4"
    hand.press("Esc")
    assert hand.director.top is hand.scene
    assert hand.scene.shown.toast is not None


def test_without_a_refusal_the_book_opens_at_the_game() -> None:
    hand = playing()
    hand.press("F3")
    page = hand.director.top
    assert isinstance(page, RuleBookPage)
    assert page.number == "4"
    assert isinstance(press(page, "Enter"), Pop)


def test_f1_at_a_table_shows_how_its_game_goes_though_the_program_has_a_sheet_too() -> None:
    hand = playing()
    assert {"help", "rules"} <= hand.scene.keeps
    change = hand.scene.on_event(KeyDown("F1"))
    assert isinstance(change, Push)


def kept_book(tmp_path: Path) -> tuple[RuleBookPage, Preferences]:
    pygame.display.init()
    pygame.font.init()
    preferences = Preferences(Settings(calm=True), lambda _old, _new: None)
    preferences.folder = tmp_path
    page = RuleBookPage(preferences, "1.2")
    page.layout(WINDOW)
    return page, preferences


def test_the_bar_makes_text_bigger_and_smaller(tmp_path: Path) -> None:
    page, preferences = kept_book(tmp_path)
    named(page, "book.bigger").handle(Use())
    assert preferences.now.text_size > 100
    named(page, "book.smaller").handle(Use())
    assert preferences.now.text_size == 100


def test_the_page_to_print_is_written_shown_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Path] = []
    monkeypatch.setattr(printing, "show_page", shown.append)
    page, _preferences = kept_book(tmp_path)
    change = named(page, "book.print").handle(Use()).change
    assert isinstance(change, Push)
    file = tmp_path / "rules-en.html"
    assert "<h1" in file.read_text(encoding="utf-8")
    assert str(file) in "".join(widget.accessible_text() for widget, _ in walk(change.scene.root))  # type: ignore[attr-defined]
    for thread in enumerate_threads():
        if thread.name == "page":
            thread.join()
    assert shown == [file]


def test_a_page_that_cannot_be_written_says_why(tmp_path: Path) -> None:
    page, preferences = kept_book(tmp_path)
    preferences.folder = tmp_path / "gone"
    change = named(page, "book.print").handle(Use()).change
    assert isinstance(change, Push)
    preferences.folder = None
    assert isinstance(named(page, "book.print").handle(Use()).change, Push)


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.5])
@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
def test_the_bar_has_room_for_its_signs(size: tuple[int, int], scale: float, tmp_path: Path) -> None:
    page, preferences = kept_book(tmp_path)
    preferences.now = Settings(calm=True, text_size=round(scale * 100))
    assert problems(page, size, scale) == []


def test_a_pad_opens_the_rule_of_a_refusal() -> None:
    hand = playing()
    turn = hand.scene.hands.turn
    assert turn is not None
    for tile in turn.view.rack[:2]:
        hand.click(f"tile:{tile}")
    hand.press("L")
    hand.pad("west")
    page = hand.director.top
    assert isinstance(page, RuleBookPage)
    assert page.number == "1.2"


def test_there_is_no_way_back_from_the_first_page_and_no_way_on_from_the_last() -> None:
    page = opened("1.2")
    assert not named(page, "book.way_back").enabled
    assert not named(page, "book.way_forth").enabled
    click(page, next(one for one in ways(page) if one.accessible_text() == "D6"))
    assert named(page, "book.way_back").enabled
    assert not named(page, "book.way_forth").enabled


@pytest.mark.parametrize("language", BOOK_LANGUAGES)
def test_the_first_page_leads_to_every_section(language: str) -> None:
    set_language(language)
    page = opened(INTRODUCTION_NUMBER)
    titles = [way.accessible_text() for way in ways(page) if " " in way.accessible_text()]
    at_an_end = [title.split()[0 if title[0].isdigit() else -1] for title in titles]  # "eBurako 3" in Hebrew
    assert at_an_end == [str(number) for number in range(13)]
    set_language("en")


def test_a_table_of_short_values_says_what_they_are() -> None:
    said = [
        line.accessible_text() for line, _ in walk(named(opened("1.7"), "book.scroll")) if isinstance(line, ProseLine)
    ]
    assert "Points: 15" in said
    assert "Meaning: The face points in all racks of the side." not in said


def test_a_way_of_several_words_is_underlined_in_one_piece() -> None:
    page = opened("0")
    line = next(one for one, _ in walk(named(page, "book.scroll")) if isinstance(one, ProseLine) and one.ways)
    assert page.look is not None
    laid, _ = line._laid(page.look, line.rect.w)
    pieces = list(link_underlines(laid))
    assert len([one for one in laid if one.atom.leads]) > 1
    assert len(pieces) == 1
