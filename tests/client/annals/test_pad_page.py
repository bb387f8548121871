"""The score pad on its page: a round is typed and stepped, doubted, written, taken back, and found again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.annals.pad import SUFFIX, CountedSide, Pad, header_line, read_pads, round_line
from game.client.annals.pad import PadPage
from game.client.annals.pads import FOLDER
from game.client.events import Typed
from game.client.still import Studio
from game.client.widgets.widget import walk
from game.client.words import LANGUAGES, set_language
from tests.client.layout_check import problems
from tests.client.theatre.kit import Hands


@pytest.fixture
def studio() -> Iterator[Studio]:
    with Studio() as made:
        yield made


def shown(studio: Studio) -> Hands:
    return Hands(PadPage(studio.context, studio.matches.home))


def page_of(hands: Hands) -> PadPage:
    assert isinstance(hands.top, PadPage)
    return hands.top


def text_of(page: PadPage, name: str) -> str:
    return next(widget for widget, _ in walk(page.root) if widget.name == name).accessible_text()


def test_a_round_is_counted_written_and_taken_back(studio: Studio) -> None:
    hands = shown(studio)
    page = page_of(hands)
    hands.click("pad.game.burako")
    hands.click("pad.0.table")
    hands.director.on_plain_event(Typed("285"))
    stepper = next(widget for widget, _ in walk(page.root) if widget.name == "pad.0.pure")
    page.ring.focus_on(stepper)
    page.ring.show_focus(shown=True)
    hands.pad("right")
    hands.click("pad.0.out")
    assert page.counted[0] == CountedSide(table=285, pure=1, out=True)
    assert "+585" in text_of(page, "pad.if")
    assert page._scroll.scroll_to(40.0)
    hands.click("pad.write")
    assert page.pad.totals == (585, 0)
    assert page._scroll.offset == 0  # where the next round begins
    hands.click("pad.undo")
    assert page.pad.rounds == ()


@pytest.mark.parametrize("how", ["mouse", "keys", "pad"])
def test_a_round_that_was_taken_back_is_counted_on_from_what_was_written(studio: Studio, how: str) -> None:
    hands = shown(studio)
    page = page_of(hands)
    hands.click("pad.game.burako")
    hands.click("pad.0.table")
    hands.director.on_plain_event(Typed("285"))
    hands.click("pad.0.out")
    hands.click("pad.1.table")
    hands.director.on_plain_event(Typed("95"))
    written = page.counted
    hands.click("pad.write")
    if how == "mouse":
        hands.click("pad.undo")
    elif how == "keys":
        hands.press("undo")
    else:
        hands.pad("LB")
    assert not page.pad.rounds
    assert page.counted == written
    assert text_of(page, "pad.0.table") == "285"
    states = {widget.name: widget.state_words() for widget, _ in walk(page.root)}
    assert "on" in states["pad.0.out"]
    assert "not on" in states["pad.1.out"]
    hands.click("pad.write")
    assert page.pad.rounds[-1] == written


def test_a_round_of_which_nothing_is_counted_is_not_written(studio: Studio) -> None:
    hands = shown(studio)
    page = page_of(hands)
    assert page.return_button() is None
    hands.click("pad.write")
    assert page.pad.rounds == ()


def test_a_name_that_nobody_chose_gives_way_to_what_is_typed(studio: Studio) -> None:
    hands = shown(studio)
    page = page_of(hands)
    hands.click("pad.0.name")
    hands.director.on_plain_event(Typed("Ana"))
    assert page.pad.names[0] == "Ana"


def test_doubts_are_told_while_one_counts(studio: Studio) -> None:
    hands = shown(studio)
    page = page_of(hands)
    hands.click("pad.game.burako")
    calm = text_of(page, "pad.doubts")
    hands.click("pad.0.table")
    hands.director.on_plain_event(Typed("283"))
    assert text_of(page, "pad.doubts") != calm


def test_rummy_has_a_column_for_each_player(studio: Studio) -> None:
    hands = shown(studio)
    page = page_of(hands)
    hands.click("pad.game.rummy")
    assert len(page.pad.names) == 4
    page.ring.focus_on(next(widget for widget, _ in walk(page.root) if widget.name == "pad.people"))
    page.ring.show_focus(shown=True)
    hands.pad("left")
    assert len(page.pad.names) == 3


def test_a_sheet_is_found_again_and_a_new_one_begins_beside_it(studio: Studio) -> None:
    hands = shown(studio)
    hands.click("pad.game.rummikub")
    for _round in range(2):
        hands.click("pad.0.out")
        hands.click("pad.write")
    again = page_of(shown(studio))
    assert (again.pad.game, len(again.pad.rounds)) == ("rummikub", 2)
    assert len(read_pads(studio.matches.home.path / FOLDER)) == 1
    hands.click("pad.new")
    assert page_of(hands).pad.rounds == ()


@pytest.mark.parametrize(
    ("people", "size", "text"), [(2, (1280, 720), 100), (7, (1280, 720), 100), (7, (960, 540), 250)]
)
def test_the_curve_of_a_written_sheet_names_its_lines(
    studio: Studio, people: int, size: tuple[int, int], text: int
) -> None:
    names = tuple(f"Somebody {at}" for at in range(people))
    rounds = [
        tuple(CountedSide(rack=7 * (at + 2 * side + 1), out=side == at) for side in range(people)) for at in range(2)
    ]
    path = studio.matches.home.path / FOLDER / f"rummikub 2026-11-26 21.00.00{SUFFIX}"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"".join([header_line(Pad("rummikub", names, target=500)), *map(round_line, rounds)]))
    studio.scale_text(text)
    page = PadPage(studio.context, studio.matches.home)
    assert problems(page, size, text / 100) == []
    curve = next(widget for widget, _ in walk(page.root) if widget.name == "pad.curve")
    assert [one.text for one in curve.texts()][-people:] == [*names]
    assert "−" in text_of(page, "pad.if")
    assert "-" not in text_of(page, "pad.if")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["burako", "rummy"])
def test_all_fields_of_a_first_round_are_seen_without_scrolling(studio: Studio, game: str, language: str) -> None:
    set_language(language)
    hands = shown(studio)
    hands.click(f"pad.game.{game}")
    there = {place.name: place.box for place in page_of(hands).shown_items()}
    fields = [name for name in there if name.endswith((".table", ".rack", ".out", ".dead"))]
    assert len(fields) > 2
    assert all(there[name].bottom <= there["pad.write"].y for name in fields)


def test_writing_goes_on_in_the_first_field_without_the_pointer(studio: Studio) -> None:
    hands = shown(studio)
    page = page_of(hands)
    hands.director.on_plain_event(Typed("Ana"))
    assert page.pad.names[0] == "Ana"
    hands.click("pad.1.rack")
    hands.director.on_plain_event(Typed("40"))
    hands.press("confirm")
    assert len(page.pad.rounds) == 1
    hands.director.on_plain_event(Typed("95"))
    assert (page.counted[0].table, page.counted[1].rack) == (95, 0)


@pytest.mark.parametrize("name", ["pad.0.pure", "pad.0.out", "pad.0.dead"])
def test_enter_writes_the_round_wherever_the_focus_is_and_counts_nothing(studio: Studio, name: str) -> None:
    hands = shown(studio)
    page = page_of(hands)
    hands.click("pad.game.burako")
    hands.click("pad.1.table")
    hands.director.on_plain_event(Typed("285"))
    counted = page.counted
    page.ring.focus_on(name)
    page.ring.show_focus(shown=True)
    hands.press("confirm")
    assert page.pad.rounds == (counted,)
