"""Statistics and feats by mouse, keys and pad: filters, curves read in words, feats shown where they were earned."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from threading import Event, Thread

import pytest

from game.annals.facts import PERSON
from game.annals.feats import FEATS
from game.client.annals.curve import Curve, axis_steps
from game.client.annals.feats_page import FeatsPage
from game.client.annals.ledger import Ledger
from game.client.annals.noted import IconLine, IconLines
from game.client.annals.statistics import StatisticsPage
from game.client.draw.theme import CLASSIC, FELT_TEXT, HIGH_CONTRAST, INK, contrast
from game.client.dress import BACKS, DEFAULT_LOOK, FELTS, RACKS, palette_with_looks
from game.client.scenes.page import Page
from game.client.still import DEFAULT_SIZE, Studio, render_scene
from game.client.theatre.scene import Theatre
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.gesture import Arrow, Use
from game.client.widgets.look import Look
from game.client.widgets.widget import walk
from game.client.words import LANGUAGES, say, set_language
from game.match.lines import match_text, read_match
from tests.annals.kit import GOLDEN, as_person, many_facts
from tests.client.layout_check import shows_focus
from tests.client.theatre.kit import Hands

LEAST = 4.5  # of contrast, what words need


@pytest.fixture
def studio() -> Iterator[Studio]:
    with Studio() as made:
        yield made


def shown(studio: Studio, name: str) -> Hands:
    """Return a page of many matches."""
    ledger = Ledger(studio.matches)
    ledger.read = lambda: None  # type: ignore[method-assign]
    ledger.facts = many_facts()
    return Hands(ledger.page(studio.context, name))


def statistics_of(hands: Hands) -> StatisticsPage:
    assert isinstance(hands.top, StatisticsPage)
    return hands.top


def feats_of(hands: Hands) -> FeatsPage:
    assert isinstance(hands.top, FeatsPage)
    return hands.top


def test_the_filters_choose_by_mouse_keys_and_pad(studio: Studio) -> None:
    hands = shown(studio, "statistics")
    page = statistics_of(hands)
    assert len(page.sums.matches) == 90
    hands.click("statistics.game.eburako")
    assert {one.game for one in page.sums.matches} == {"eburako"}
    page.ring.focus_on(next(widget for widget, _ in walk(page.root) if widget.name == "statistics.against"))
    page.ring.show_focus(shown=True)
    for _ in range(5):
        hands.pad("right")
    assert page.match_filter.against == PERSON
    assert all(one.opponents == (PERSON,) for one in page.sums.matches)


def test_a_curve_is_read_by_arrows_and_says_it(studio: Studio) -> None:
    page = statistics_of(shown(studio, "statistics"))
    curve = next(widget for widget, _ in walk(page.root) if isinstance(widget, Curve))
    end = curve.accessible_text()
    assert curve.handle(Arrow("left")).taken
    assert curve.handle(Arrow("left")).taken
    assert curve.accessible_text() != end
    assert str(curve.lines[0].values[-2].line) in curve.accessible_text()
    assert curve.handle(Use((curve.rect.x, curve.rect.y))).taken
    assert curve.cursor == 0


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-480, 1115), (0, 30_000), (-3, 0)])
def test_the_scale_of_a_plot_is_round_and_holds_everything(low: float, high: float) -> None:
    scale = axis_steps(low, high)
    assert scale[0] <= low
    assert scale[-1] >= high
    assert len({after - before for before, after in pairwise(scale)}) == 1
    assert len(scale) <= 7


def test_the_table_of_rounds_is_written_where_there_is_a_folder(studio: Studio) -> None:
    studio.preferences.folder = None
    hands = shown(studio, "statistics")
    page = statistics_of(hands)
    assert not next(widget for widget, _ in walk(page.root) if widget.name == "statistics.csv").enabled
    studio.preferences.folder = studio.matches.home.path
    hands.click("statistics.game.burraco")
    hands.click("statistics.csv")
    written = next((studio.matches.home.path / "exports").glob("*.csv"))
    assert len(written.read_text(encoding="utf-8").splitlines()) == 1 + len(page.sums.rounds)


@pytest.mark.parametrize("text", [100, 250])
def test_the_filters_are_equally_high_and_the_table_is_saved_at_every_text_size(studio: Studio, text: int) -> None:
    studio.scale_text(text)
    studio.preferences.folder = studio.matches.home.path
    ledger = Ledger(studio.matches)
    ledger.read = lambda: None  # type: ignore[method-assign]
    ledger.facts = many_facts()
    page = ledger.page(studio.context, "statistics")
    assert isinstance(page, StatisticsPage)
    render_scene(page, (960, 540) if text > 100 else DEFAULT_SIZE)
    on_page = {widget.name: widget for widget, _ in walk(page.root)}
    highs = {round(on_page[f"statistics.{name}"].rect.h) for name in ("against", "options", "span")}
    assert len(highs) == 1
    assert on_page["statistics.csv"].enabled


def test_no_figure_gives_a_day_as_a_file_does(studio: Studio) -> None:
    told = [place.text for place in statistics_of(shown(studio, "statistics")).shown_items()]
    assert any("January 2026" in text for text in told)
    assert not any(re.search(r"\d{4}-\d\d", text) for text in told)


def test_a_long_value_beside_a_short_label_keeps_its_size() -> None:
    with Studio():
        lines = IconLines("lines", (IconLine("clock", "Longest match", "14 rounds, 17 February 2026"),))
        look = Look(Viewport((1280, 720)))
        lines.place(Box(0, 0, 366, 40), look)
        assert all(look.text_width(cell.words, cell.role) <= cell.box.w for cell in lines.cells())


def test_the_feats_are_walked_by_arrows_and_clicked(studio: Studio) -> None:
    hands = shown(studio, "feats")
    page = feats_of(hands)
    page.ring.show_focus(shown=True)
    before = page.board.chosen
    hands.pad("right")
    assert page.board.chosen == before + 1
    hands.pad("down")
    assert page.board.chosen == before + 9
    hands.click("feats.board.hundred_rounds")
    assert page.board.selected_feat.key == "hundred_rounds"
    assert page.board.progress["hundred_rounds"].is_earned


def test_no_two_stops_of_the_page_of_feats_go_by_one_name(studio: Studio) -> None:
    stops = [one.name for one, _enabled in walk(feats_of(shown(studio, "feats")).root) if one.takes_focus]
    assert len(stops) == len(set(stops))


def test_what_feats_open_is_worn_and_the_rest_stays_locked(studio: Studio) -> None:
    hands = shown(studio, "feats")
    page = feats_of(hands)
    open_now = [key for key, ware in BACKS.items() if ware.needs <= page.earned_count]
    locked = [key for key, ware in FELTS.items() if ware.needs > page.earned_count]
    assert len(open_now) > 1
    assert locked
    hands.click(f"feats.backs.{open_now[1]}")
    assert studio.preferences.now.back == open_now[1]
    assert page.look_pickers[1].accessible_text() == f"{say(f'dress.{open_now[1]}')}, {say('feats.worn')}"
    page.look_pickers[0].cursor = page.look_pickers[0].keys.index(locked[0])
    page.look_pickers[0].handle(Use())
    assert studio.preferences.now.felt == DEFAULT_LOOK


def test_nothing_that_everybody_has_is_locked_and_strong_contrast_keeps_its_own() -> None:
    for wares in (FELTS, BACKS, RACKS):
        assert wares[DEFAULT_LOOK].needs == 0
        assert [ware.needs for ware in wares.values()] == sorted(ware.needs for ware in wares.values())
    assert palette_with_looks(CLASSIC, DEFAULT_LOOK, DEFAULT_LOOK) is CLASSIC
    assert palette_with_looks(CLASSIC, "wine", "sea").felt == FELTS["wine"].colours
    assert palette_with_looks(CLASSIC, "unknown", "unknown") is CLASSIC
    assert palette_with_looks(HIGH_CONTRAST, "wine", "sea") is HIGH_CONTRAST


def test_statistics_count_what_is_read_while_more_is_being_read(studio: Studio) -> None:
    done = Event()
    ledger = Ledger(studio.matches)
    ledger.read = lambda: None  # type: ignore[method-assign]
    ledger._reader = Thread(target=done.wait, daemon=True)
    ledger._reader.start()
    hands = Hands(ledger.page(studio.context, "statistics"))
    page = statistics_of(hands)
    said = [widget.accessible_text() for widget, _ in walk(page.root)]
    assert say("statistics.waits") in said
    assert say("statistics.none") not in said, "matches may have been played"
    ledger._read, ledger.progress = many_facts()[:3], (3, 9)
    hands.pass_time(0.1)
    assert len(page.sums.matches) == 3
    assert page._reading.visible
    assert str(page._reading.text) == say("annals.reading", read=3, of=9)
    ledger.progress = (4, 9)
    hands.pass_time(0.1)
    assert str(page._reading.text) == say("annals.reading", read=4, of=9)
    done.set()
    ledger._reader.join()
    hands.pass_time(0.1)
    assert not page._reading.visible


def test_a_feat_opens_the_theatre_where_it_was_earned(studio: Studio) -> None:
    match = as_person(read_match((GOLDEN / "eburako-2.comodin").read_bytes()).match)
    path = studio.matches.home.matches_folder / "eburako 2026-11-20 21.05.00.comodin"
    path.write_text(match_text(match), encoding="utf-8")
    ledger = Ledger(studio.matches)
    ledger.read()
    ledger.wait()
    hands = Hands(ledger.page(studio.context, "feats"))
    page = feats_of(hands)
    earned = page.board.progress[page.board.selected_feat.key].earned
    assert earned is not None
    page.ring.focus_on("feats.board")
    page.ring.show_focus(shown=True)  # the key goes on to the gold button
    hands.press("confirm")
    hands.pass_time(0.0)
    theatre = hands.top
    assert isinstance(theatre, Theatre)
    place = theatre.cursor.place
    assert (place.round, place.made) == (earned.round, earned.made)


def test_statistics_and_feats_lead_to_each_other(studio: Studio) -> None:
    hands = shown(studio, "statistics")
    hands.click("statistics.to_feats")
    assert isinstance(hands.top, FeatsPage)
    hands.click("feats.to_statistics")
    assert isinstance(hands.top, StatisticsPage)


def test_words_on_what_may_be_worn_are_read_as_well_as_on_the_usual() -> None:
    for ware in FELTS.values():
        assert all(contrast(FELT_TEXT, ground) >= LEAST for ground in ware.colours or CLASSIC.felt)
    for wood in RACKS.values():
        assert all(contrast(INK, ground) >= LEAST for ground in (wood.lip.top, wood.lip.bottom))
    for back in BACKS.values():
        assert back.fill is None or all(contrast(back.mark, one) >= 3 for one in (back.fill.top, back.fill.bottom))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_feats_needs_no_scrolling_whichever_is_chosen(studio: Studio, language: str) -> None:
    set_language(language)
    page = feats_of(shown(studio, "feats"))
    for at in range(len(FEATS)):
        page.board.chosen = at
        page._tell()
        page.layout(Viewport(DEFAULT_SIZE))
        scrolls = {place.name: place.state for place in page.shown_items() if place.kind == "scroll"}
        assert scrolls == dict.fromkeys(("feats.left", "feats.right"), ("offset 0 of 0",)), FEATS[at].key


@pytest.mark.parametrize("name", ["statistics", "feats", "daily", "pad"])
def test_what_has_the_focus_is_seen_to_have_it(studio: Studio, name: str) -> None:
    page = shown(studio, name).top
    assert isinstance(page, Page)
    page.layout(Viewport(DEFAULT_SIZE))
    assert [stop.name for stop in page.ring.tab_stops() if not shows_focus(stop)] == []
