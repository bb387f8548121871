"""Title, new game, options, list of matches, score sheet, match end: laid out everywhere, and what their parts do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import pygame
import pytest

from game.client.app_context import MatchAtTable
from game.client.director import Change, Pop, Push, Replace
from game.client.draw import theme
from game.client.events import KeyDown, Modifiers, PadDown, PointerDown, PointerUp
from game.client.scenes.game_picker import GamePicker
from game.client.scenes.match_end import MatchEnd
from game.client.scenes.message import Message
from game.client.scenes.new_game import NewGame
from game.client.scenes.options import OptionsPage
from game.client.scenes.page import Page, make_look
from game.client.scenes.resume import ResumePage
from game.client.scenes.score_sheet import ScoreSheet
from game.client.scenes.score_sides import SideSheet
from game.client.scenes.title import Title
from game.client.setup import groups_of, last_setup, offered_games
from game.client.still import Studio, paused_match
from game.client.viewport import Viewport
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.button import LabelledIconButton
from game.client.widgets.choice import Choice
from game.client.widgets.choice_faces import Cards
from game.client.widgets.gesture import Arrow, Use
from game.client.widgets.scroll import Scroll
from game.client.widgets.widget import Widget, walk
from game.client.words import LANGUAGES, group_digits, phrase, say, set_language
from game.match.match import Match
from game.match.transcript import Header
from game.rules.registry import rules_of
from game.store.settings import KeptTable
from tests.client.layout_check import LOOKS, SCALES, SIZES, problems
from tests.matches import FEW, after_first_score
from tests.slices import RUN, every
from tools.pictures import find_positions, save_matches

WINDOW = Viewport((1280, 720))


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    with Studio() as made:
        save_matches(made, find_positions(points=FEW))
        yield made


@lru_cache(maxsize=4)
def scored(game: str = "burako", seats: int = 4) -> Match:
    """Return a match at the end of its first round."""
    return after_first_score(find_positions(game, seats, points=FEW).whole)


def sheet(studio: Studio, game: str = "burako", seats: int = 4) -> ScoreSheet:
    match = scored(game, seats)
    return ScoreSheet(studio.context, paused_match(match), match.standing.results[-1])


def pages(studio: Studio) -> dict[str, Page]:
    """Return every page around the table."""
    context, matches = studio.context, studio.matches
    whole = find_positions(points=FEW).whole
    made: dict[str, Page] = {
        "title": Title(context, matches, _open),
        "new game": NewGame(context, matches.begin),
        "matches": ResumePage(context, matches, _open),
        "sheet": sheet(studio),
        "sheet of two": sheet(studio, "eburako", 2),
        "sheet of cards": sheet(studio, "burraco", 4),
        "end": MatchEnd(context, whole.header, whole.standing, matches.begin_again),
        "look": MatchEnd(context, scored().header, scored().standing, None),
    }
    racks = sheet(studio)
    press(racks, "score.swap")
    made["racks"] = racks
    for rules in offered_games():
        for group in groups_of(rules):
            made[f"{rules.key} {group}"] = OptionsPage(context, last_setup(rules), group, lambda _setup: None)
    return made


def _open(_game: MatchAtTable) -> Change:
    return Pop()


def find(page: Page, name: str) -> Widget:
    return next(widget for widget, _ in walk(page.root) if widget.name == name)


def press(page: Page, name: str) -> Change | None:
    """Use a widget as a click or a key would."""
    if page.look is None:
        page.layout(WINDOW)
    return find(page, name).handle(Use()).change


def test_every_page_is_well_laid_out_at_every_size_and_text(studio: Studio) -> None:
    wrong: list[str] = []
    worst, *others = [(size, SCALES[-1]) for size in SIZES] + [(SIZES[0], scale) for scale in SCALES[:-1]]
    for number, (name, page) in enumerate(every(pages(studio).items(), 2)):  # the rest is soak's
        for size, scale in (worst, *others) if RUN.full else ((worst, *others)[number % (1 + len(others))],):
            studio.scale_text(round(scale * 100))
            wrong += [f"{name}: {told}" for told in problems(page, size, scale)]
    studio.scale_text(100)
    assert wrong == []


def test_drawing_changes_nothing(studio: Studio) -> None:
    for name, page in pages(studio).items():
        page.layout(WINDOW)
        first, second = pygame.Surface(WINDOW.size), pygame.Surface(WINDOW.size)
        before = page.revision
        page.draw(first)
        page.draw(second)
        assert first.get_buffer().raw == second.get_buffer().raw, name
        assert page.revision == before, name


def test_every_stop_is_reached_by_tab(studio: Studio) -> None:
    for name, page in pages(studio).items():
        page.layout(WINDOW)
        page.ring.show_focus(shown=True)
        stops = {stop.name for stop in page.ring.tab_stops()}
        met = set()
        for _ in range(len(stops) + 2):
            page.on_event(KeyDown("Tab"))
            assert page.ring.focus is not None
            met.add(page.ring.focus.name)
        assert met == stops, name


# --- title ----------------------------------------------------------------------------------------------------------


def test_the_gold_button_deals_the_chosen_game(studio: Studio) -> None:
    title = Title(studio.context, studio.matches, _open)
    title.layout(WINDOW)
    assert find(title, "title.play").accessible_text() == say("title.play", game="Burako")
    change = press(title, "title.play")
    assert isinstance(change, Replace)
    assert change.all_of_them
    assert change.scene.name == "table"
    studio.matches.leave()


def test_a_click_on_a_card_chooses_and_a_second_one_plays(studio: Studio) -> None:
    title = Title(studio.context, studio.matches, _open)
    title.layout(WINDOW)
    cards = find(title, "title.games")
    assert isinstance(cards, GamePicker)
    at = next(cell.centre for option, cell in zip(cards.options, cards.cells, strict=True) if option.key == "eburako")
    told = [title.on_event(PointerDown(at)), title.on_event(PointerUp(at))]
    assert told == [None, None]
    assert find(title, "title.play").accessible_text() == say("title.play", game="eBurako")
    assert studio.preferences.now.last_game == "eburako"
    changes = [title.on_event(PointerDown(at)), title.on_event(PointerUp(at))]
    assert isinstance(changes[1], Replace)
    studio.matches.leave()
    studio.preferences.now = replace(studio.preferences.now, last_game="")


@pytest.mark.parametrize(("size", "scale"), LOOKS)
def test_the_gold_button_never_has_to_be_scrolled_to(studio: Studio, size: tuple[int, int], scale: float) -> None:
    studio.scale_text(round(scale * 100))
    title, viewport = Title(studio.context, studio.matches, _open), Viewport(size)
    title.layout(viewport)
    studio.scale_text(100)
    assert find(title, "title.play").rect.is_inside(viewport.canvas)


def test_a_match_that_was_left_is_offered(studio: Studio) -> None:
    opened: list[MatchAtTable] = []

    def take(game: MatchAtTable) -> Change:
        opened.append(game)
        return Pop()

    title = Title(studio.context, studio.matches, take)
    title.layout(WINDOW)
    assert say("title.saved", game="Burako", round=1) == find(title, "title.saved").accessible_text()
    assert isinstance(press(title, "title.continue"), Pop)
    assert opened[0].session.header.game == "burako"
    studio.matches.leave()


def test_a_note_is_told_on_the_title_until_it_was_read(studio: Studio) -> None:
    studio.matches.notes[:] = [phrase("notice.home_guest")]
    title = Title(studio.context, studio.matches, _open)
    title.layout(WINDOW)
    assert problems(title, (1280, 720), 1.0) == []
    assert find(title, "title.note").accessible_text() == say("notice.home_guest")
    press(title, "title.note_read")
    assert studio.matches.notes == []
    assert not [widget for widget, _ in walk(title.root) if widget.name == "title.note"]


def test_a_note_costs_the_title_of_a_usual_window_no_scrolling(studio: Studio) -> None:
    studio.matches.notes[:] = [phrase("notice.home_guest")]
    title = Title(studio.context, studio.matches, _open)
    title.layout(WINDOW)
    studio.matches.notes.clear()
    assert not title.gold_sticks
    assert all(widget.rect.is_inside(WINDOW.canvas) for widget, _ in walk(title.root))


# --- new game -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_new_game_is_seen_whole_at_usual_text(studio: Studio, language: str) -> None:
    set_language(language)
    for rules in offered_games():
        page = NewGame(studio.context, studio.matches.begin)
        page._setting.choose_game(rules.key)
        for size in ((960, 540), (1280, 720)):
            page.layout(Viewport(size))
            for name in ("new.left", "new.right"):
                assert "offset 0 of 0" in find(page, name).state_words(), f"{name} of {rules.key} at {size}"


def test_the_table_that_was_set_up_is_dealt_and_kept(studio: Studio) -> None:
    begun: list[Header] = []

    def begin(header: Header) -> MatchAtTable:
        begun.append(header)
        return studio.matches.begin(header)

    page = NewGame(studio.context, begin)
    page.layout(WINDOW)
    find(page, "new.players").handle(Use())
    change = press(page, "new.groups")
    assert isinstance(change, Push)
    options = change.scene
    assert isinstance(options, OptionsPage)
    options.layout(WINDOW)
    press(options, next(name for name in (widget.name for widget, _ in walk(options.root)) if name.endswith(".value")))
    changed = options.setup.chosen
    assert changed
    assert isinstance(press(page, "new.deal"), Replace)
    (header,) = begun
    assert header.options.number("players") == 2
    assert [seat.name for seat in header.seats] == ["Rosa", "Nora"]
    assert dict(header.options.items)[changed[0][0]] == changed[0][1]
    kept = studio.preferences.now.table_of("burako")
    assert kept == KeptTable("burako", "as written", (("players", 2), *changed))
    again = last_setup(rules_of("burako"), kept)
    assert (again.players, again.chosen) == (2, changed)
    studio.matches.leave()
    studio.preferences.now = replace(studio.preferences.now, tables=(), last_game="")


def test_a_preset_puts_ones_own_options_away_and_brings_them_back() -> None:
    setup = last_setup(rules_of("burako"))
    option = setup.rules.option("close_with_wild")
    assert option is not None
    own = setup.with_value(option, value=False)
    assert own.preset_key == "mine"
    plain = own.with_preset("as written")
    assert (plain.preset_key, plain.chosen) == ("as written", ())
    assert plain.with_preset("mine").chosen == own.chosen
    assert own.with_value(option, value=True).preset_key == "as written"


def test_how_a_game_goes_is_told_before_it_is_dealt(studio: Studio) -> None:
    page = NewGame(studio.context, studio.matches.begin)
    page.layout(WINDOW)
    for rules in offered_games():
        page._setting.choose_game(rules.key)
        change = press(page, "new.how")
        assert isinstance(change, Push)
        assert isinstance(change.scene, Message)
        change.scene.layout(WINDOW)
        assert change.scene.dialog.accessible_text() == say("aim.title_of", game=rules.title)
        texts = [written.text for widget, _ in walk(change.scene.root) for written in widget.texts()]
        assert say("aim.book", section=rules.section) in texts
        cards = rules.key == "burraco"
        assert any(" card" in text for text in texts) is cards
        assert any(" tile" in text for text in texts) is not cards
        assert isinstance(change.scene.back(), Pop)


def test_a_sign_of_a_bar_keeps_its_word_only_while_there_is_room(studio: Studio) -> None:
    page = NewGame(studio.context, studio.matches.begin)
    page.layout(WINDOW)
    how = find(page, "new.how")
    assert isinstance(how, LabelledIconButton)
    bar, words = find(page, "new.bar"), say("aim.title")
    needed = bar.min_size(how.look)[0]
    said = []
    for wide in (needed, needed - 1, needed):
        bar.place(Box(0, 0, wide, 48), how.look)
        said.append([written.text for written in how.texts()])
    assert said == [[words], [], [words]]
    assert str(how.tip) == words


# --- matches, score, end --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_smallest_window_shows_title_and_new_game_whole(studio: Studio, language: str) -> None:
    set_language(language)
    for page in (Title(studio.context, studio.matches, _open), NewGame(studio.context, studio.matches.begin)):
        page.layout(Viewport((960, 540)))
        offsets = [widget.state_words()[-1] for widget, _ in walk(page.root) if isinstance(widget, Scroll)]
        assert {told.split(" of ")[1] for told in offsets} == {"0"}, page.name


def test_a_match_that_is_over_is_not_gone_on_with_but_seen_again(studio: Studio) -> None:
    page = ResumePage(studio.context, studio.matches, _open)
    page.layout(WINDOW)
    rows = find(page, "matches.list")
    states = []
    for _ in range(4):
        rows.handle(Use())
        page.layout(WINDOW)
        gold = page.return_button()
        assert gold is not None
        states.append((gold.name.removeprefix("matches."), find(page, "matches.look").enabled))
        page.ring.focus_on(rows)
        rows.handle(Arrow("down"))
    assert states == [("continue", True), ("theatre", True), ("continue", True), ("continue", True)]
    rows.handle(Arrow("up"))


def test_a_list_without_a_match_leads_to_a_new_game(studio: Studio) -> None:
    before, studio.matches.kept = studio.matches.kept, ()
    page = ResumePage(studio.context, studio.matches, _open)
    studio.matches.kept = before
    page.layout(WINDOW)
    gold = page.return_button()
    assert gold is not None
    change = gold.handle(Use()).change
    assert isinstance(change, Push)
    assert isinstance(change.scene, NewGame)
    assert "matches.continue" not in [one.name for one, _ in walk(page.root)]


def test_the_chosen_match_lies_beside_the_list_where_there_is_room(studio: Studio) -> None:
    page = ResumePage(studio.context, studio.matches, _open)
    page.layout(WINDOW)
    assert find(page, "matches.totals").accessible_text() == "You and Tito 0, Nora and Vera 0"
    rows = find(page, "matches.list")
    page.ring.focus_on(rows)
    rows.handle(Arrow("down"))
    rows.handle(Use())
    page.layout(WINDOW)
    ours, theirs = (group_digits(total) for total in find_positions(points=FEW).whole.standing.totals)
    assert find(page, "matches.totals").accessible_text() == f"You and Tito {ours}, Nora and Vera {theirs}"
    studio.scale_text(150)
    page.layout(WINDOW)
    studio.scale_text(100)
    assert [widget for widget, _ in walk(page.root) if widget.name == "matches.sheet"] == []


def test_ones_own_table_begins_with_its_options(studio: Studio) -> None:
    page = NewGame(studio.context, studio.matches.begin)
    page.layout(WINDOW)
    presets = find(page, "new.presets")
    assert isinstance(presets, Choice)
    assert isinstance(presets.face, Cards)
    change = presets.choose("mine")
    assert isinstance(change, Push)
    assert isinstance(change.scene, OptionsPage)


def test_an_arrow_only_marks_ones_own_table_and_a_use_opens_its_options(studio: Studio) -> None:
    page = NewGame(studio.context, studio.matches.begin)
    page.layout(WINDOW)
    presets = find(page, "new.presets")
    assert isinstance(presets, Choice)
    page.ring.focus_on(presets)
    page.ring.show_focus(shown=True)
    for _ in presets.options:
        assert page.on_event(PadDown("right")) is None
    assert presets.chosen == "mine"
    change = page.on_event(PadDown("south"))
    assert isinstance(change, Push)
    assert isinstance(change.scene, OptionsPage)
    assert presets.chosen == "mine"  # also when nothing was changed there
    page._setting.choose_game("rummy")
    assert presets.chosen == presets.options[0].key


def test_large_text_in_a_small_window_leaves_the_sheet_room_to_be_read(studio: Studio) -> None:
    match = scored()
    studio.scale_text(250)
    page = ScoreSheet(studio.context, paused_match(match), match.standing.results[-1])
    page.layout(Viewport((960, 540)))
    read = find(page, "score.scroll").rect
    assert read.h > page.ring.root.rect.h * 0.5
    assert find(page, "score.next").rect.y >= read.bottom
    page.on_event(KeyDown("Tab"))  # shows where the focus is
    for name in ("score.swap", "score.table"):
        page.ring.focus_on(name)
        page.on_event(KeyDown("Tab"))
        page.on_event(KeyDown("Tab", Modifiers(shift=True)))
        assert find(page, name).rect.is_inside(read, by=1)


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 1080)])
def test_the_disc_of_a_choice_is_round(studio: Studio, size: tuple[int, int]) -> None:
    look = make_look(Viewport(size), studio.preferences)
    for at in range(9):
        drawn = pygame.Surface((60, 60), pygame.SRCALPHA)
        draw.plate(drawn, look, Box(4 + at / 7, 3 + at / 5, 20, 20), 10, theme.GOLD)
        assert drawn.get_bounding_rect().w == drawn.get_bounding_rect().h


def test_the_bars_of_the_sheet_compare_the_sides_where_there_is_no_target(studio: Studio) -> None:
    match = find_positions("rummy", 3).whole
    page = ScoreSheet(studio.context, paused_match(match), match.standing.results[-1])
    (scale,) = {widget.score.scale for widget, _ in walk(page.root) if isinstance(widget, SideSheet)}
    assert scale.lowest, "points harm, so that they run to the left"
    assert scale.below == max(match.standing.totals)


def test_the_sheet_goes_on_to_the_next_round(studio: Studio) -> None:
    match = scored()
    game = paused_match(match)
    page = ScoreSheet(studio.context, game, match.standing.results[-1])
    change = press(page, "score.next")
    assert isinstance(change, Replace)
    assert change.scene.name == "table"
    game.session.set_paused(paused=False)
    game.session.poll(1.0)  # the time until here was hidden, and is nobody's
    game.session.poll(1.0)
    assert game.session.standing.table is not None
    assert game.session.standing.table.round == 2


def test_the_last_sheet_leads_to_who_won_and_that_to_another_match(studio: Studio) -> None:
    whole = find_positions(points=FEW).whole
    game = paused_match(whole)
    page = ScoreSheet(studio.context, game, whole.standing.results[-1])
    change = press(page, "score.next")
    assert isinstance(change, Replace)
    end = change.scene
    assert isinstance(end, MatchEnd)
    again = press(end, "end.again")
    assert isinstance(again, Replace)
    assert again.scene.name == "table"
    studio.matches.leave()


def test_a_match_is_deleted_from_the_list_and_brought_back(studio: Studio) -> None:
    studio.matches.read()  # other tests begin matches in this home
    studio.matches.wait()
    page = ResumePage(studio.context, studio.matches, _open)
    page.layout(WINDOW)
    before = [one.path for one in studio.matches.kept or ()]
    assert not find(page, "matches.undelete").enabled
    assert press(page, "matches.delete") is None
    assert len(studio.matches.kept or ()) == len(before) - 1
    assert find(page, "matches.undelete").enabled
    assert press(page, "matches.undelete") is None
    studio.matches.wait()
    page.update(1.0)
    assert [one.path for one in studio.matches.kept or ()] == before
    assert not find(page, "matches.undelete").enabled
