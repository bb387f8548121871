"""The list of many matches: looked for by text, game, table, level and state, shown a hundred at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

import pytest

from game.annals.pad import CountedSide, Pad, header_line, round_line
from game.client.annals.pad import PadPage
from game.client.annals.pads import FOLDER
from game.client.events import NO_MODIFIERS, KeyDown
from game.client.lan.network import Lan
from game.client.review.page import ReviewPage
from game.client.review.worker import ReviewWorker
from game.client.scenes import resume
from game.client.scenes.match_filters import MatchFilters
from game.client.scenes.resume import ResumePage
from game.client.sides import unique_names
from game.client.still import Studio
from game.client.theatre.opening import Opening
from game.client.widgets.button import Button
from game.client.widgets.widget import walk
from game.client.words import say
from game.match.lines import match_text
from game.match.match import Match
from tests.client.theatre.kit import Hands
from tests.session.test_match_replay import person_match

GAMES = ("burako-4", "eburako-2", "burraco-4", "rummikub-3", "rummy-4")


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    """A home with a whole match of each game and a begun one against master."""
    with Studio() as made:
        folder = made.matches.home.matches_folder
        for age, name in enumerate(GAMES):
            path = folder / f"{name} 2026-02-0{age + 1} 12.00.00.comodin"
            path.write_text(match_text(person_match(name)), encoding="utf-8")
            os.utime(path, (2000 - age, 2000 - age))
        begun = person_match("rummy-4", 1).header
        seats = tuple(replace(seat, name="Zoe", level="master") if seat.level else seat for seat in begun.seats)
        path = folder / "rummy 2026-03-09 12.00.00.comodin"
        path.write_text(match_text(Match.new(replace(begun, seats=seats))), encoding="utf-8")
        os.utime(path, (1000, 1000))
        made.matches.read()
        made.matches.wait()
        yield made


@pytest.fixture
def hands(studio: Studio) -> Hands:
    return Hands(ResumePage(studio.context, studio.matches, studio._open))


def rows(hands: Hands) -> list[str]:
    page = hands.top
    assert isinstance(page, ResumePage)
    return [row.key.partition(" ")[0] for row in page._list.members]


def seen_rows(hands: Hands) -> int:
    """Count the rows that are seen whole."""
    box = next(place.box for place in hands.top.shown_items() if place.name == "matches.scroll")
    seen = [place for place in hands.top.shown_items() if place.kind == "row" and "out of sight" not in place.state]
    return sum(place.box.y >= box.y and place.box.bottom <= box.bottom for place in seen)


def sieve(hands: Hands) -> MatchFilters:
    page = hands.top
    assert isinstance(page, ResumePage)
    return page._filters


def choose(hands: Hands, name: str, wanted: int) -> None:
    """Step in a stepper by clicks on its halves."""
    stepper = next(one for one in (sieve(hands).game, sieve(hands).level, sieve(hands).state) if one.name == name)
    for _click in range(len(stepper.grades)):
        if stepper.index == wanted:
            return
        box = stepper.rect
        hands.click_at((box.right - 6 if stepper.index < wanted else box.x + 6, box.centre[1]))
    assert stepper.index == wanted


def test_words_of_names_games_and_dates_find_their_matches(hands: Hands) -> None:
    assert len(rows(hands)) == len(GAMES) + 1
    hands.click("matches.sieve.text")
    hands.type("zOe")
    assert rows(hands) == ["rummy"]
    sieve(hands).field.text = ""
    hands.type("burako 2026-02")
    assert sorted(rows(hands)) == ["burako-4", "eburako-2"]
    hands.type(" nobody")
    assert rows(hands) == []
    assert say("matches.none_such") in [place.text for place in hands.top.shown_items()]


def test_game_level_and_state_are_stepped_through(hands: Hands) -> None:
    choose(hands, "matches.sieve.state", 1)
    running = rows(hands)
    assert "rummy" in running
    assert "burako-4" not in running
    choose(hands, "matches.sieve.state", 0)
    choose(hands, "matches.sieve.level", 4)
    assert rows(hands) == ["rummy"]
    choose(hands, "matches.sieve.level", 0)
    choose(hands, "matches.sieve.game", 2)
    assert len(rows(hands)) == 1
    assert not sieve(hands).is_empty


@pytest.mark.parametrize("how", ["mouse", "keys", "pad"])
def test_with_large_text_the_list_keeps_its_room_until_the_filters_are_asked_for(studio: Studio, how: str) -> None:
    studio.scale_text(250)
    try:
        hands = Hands(ResumePage(studio.context, studio.matches, studio._open), (960, 540))
        shown = seen_rows(hands)
        assert shown >= 2
        assert not any(place.name == "matches.sieve.kind" for place in hands.top.shown_items())
        if how == "mouse":
            hands.click("matches.sieve.more")
        else:
            page = hands.top
            assert isinstance(page, ResumePage)
            page.ring.focus_on("matches.sieve.text")
            hands.director.on_plain_event(KeyDown("Tab", NO_MODIFIERS)) if how == "keys" else hands.pad("right")
            assert page.ring.focus is sieve(hands)._more
            hands.director.on_plain_event(KeyDown("Enter", NO_MODIFIERS)) if how == "keys" else hands.pad("south")
        hands.pass_time(0.0)
        assert seen_rows(hands) < shown
        sieve(hands).kind_of.chosen = "lan"
        sieve(hands)._changed()
        hands.pass_time(0.0)
        assert not any(place.name == "matches.sieve.more" for place in hands.top.shown_items())
        assert any(place.name == "matches.sieve.kind" for place in hands.top.shown_items())
    finally:
        studio.scale_text(100)


def test_more_than_a_page_is_shown_when_asked_for(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resume, "FIRST_ROW_COUNT", 2)
    hands = Hands(ResumePage(studio.context, studio.matches, studio._open))
    assert len(rows(hands)) == 2
    hands.click("matches.more")
    assert len(rows(hands)) == 4
    hands.click("matches.more")
    assert len(rows(hands)) == 6
    assert "matches.more" not in [place.name for place in hands.top.shown_items()]


def test_a_match_that_was_sifted_out_is_not_acted_on(hands: Hands) -> None:
    page = hands.top
    assert isinstance(page, ResumePage)
    before = page._list.chosen
    hands.click("matches.sieve.text")
    hands.type("zoe")
    assert page._list.chosen != before
    assert page._chosen_match() is not None
    assert str(page._list.chosen).startswith("rummy 2026-03-09")


def test_rows_that_are_there_keep_their_places_while_others_are_read(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    still = Hands(ResumePage(studio.context, studio.matches, studio._open))
    places = [place.box for place in still.top.shown_items() if place.kind == "row"]
    monkeypatch.setattr(type(studio.matches), "reading", True)
    reading = Hands(ResumePage(studio.context, studio.matches, studio._open))
    assert [place.box for place in reading.top.shown_items() if place.kind == "row"] == places
    page = reading.top
    assert isinstance(page, ResumePage)
    assert str(page._bar.aside) == say("matches.reading")


def test_a_score_pad_stands_among_the_matches_is_written_on_deleted_and_brought_back(studio: Studio) -> None:
    folder = studio.matches.home.path / FOLDER
    folder.mkdir()
    sheet = Pad("burako", ("Nora", "Tito"), 1000)
    counted = (CountedSide(table=285, pure=1, out=True), CountedSide())
    path = folder / "burako 2026-03-08 21.00.00.comodin-pad"
    path.write_bytes(header_line(sheet) + round_line(counted))
    hands = Hands(ResumePage(studio.context, studio.matches, studio._open))
    page = hands.top
    assert isinstance(page, ResumePage)
    page._pads.wait()
    page._again()
    assert page._list.chosen == page._list.members[0].key  # whatever came into the list after the first rows
    picked = page._list.members[1].key
    page._list.chosen = picked
    page._chose(picked)
    page._again()
    assert page._list.chosen == picked
    page._filters.kind_of.chosen = "pad"
    page._again()
    assert [row.key for row in page._list.members] == [path.name]
    hands.click("matches.continue")
    assert isinstance(hands.top, PadPage)
    assert hands.top.pad.totals == (585, 0)
    hands.top.pad = hands.top.pad.with_round(counted)
    hands.press("back")
    hands.click("matches.delete")
    assert not path.exists()
    assert not page._list.members
    hands.click("matches.undelete")
    page._pads.wait()
    assert path.exists()
    path.unlink()


def test_a_match_with_a_scored_round_is_reviewed_from_its_row(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReviewWorker, "start", lambda *_given: None)
    page = hands.top
    assert isinstance(page, ResumePage)
    page._list.chosen = next(row.key for row in page._list.members if row.key.startswith("rummy 2026-03-09"))
    page._judge()
    assert not page._review.enabled
    page._list.chosen = page._list.members[0].key
    page._judge()
    hands.click("matches.review")
    hands.pass_time(0.1)
    assert isinstance(hands.top, ReviewPage)
    hands.press("back")
    assert hands.director.top is page


def test_the_key_that_chose_a_row_opens_it_when_pressed_again(hands: Hands) -> None:
    page = hands.top
    assert isinstance(page, ResumePage)
    page.ring.focus_on("matches.list")
    page.ring.show_focus(shown=True)
    hands.press("down")
    hands.press("confirm")
    assert page._list.chosen == page._list.members[1].key
    once = hands.top
    hands.press("confirm")
    twice = hands.top
    assert once is page
    assert isinstance(twice, Opening)


@pytest.mark.parametrize(("scale", "bare"), [(100, False), (250, True)])
def test_with_large_text_the_list_has_the_room_of_words_that_tips_say(studio: Studio, scale: int, bare: bool) -> None:
    studio.scale_text(scale)
    page = ResumePage(studio.context, studio.matches, studio._open)
    hands = Hands(page, (960, 540))
    studio.scale_text(100)
    boxes = {place.name: place.box for place in hands.top.shown_items()}
    tips = {one.name: one.tip for one, _enabled in walk(page.root) if isinstance(one, Button)}
    for name in ("matches.look", "matches.review", "matches.deal"):
        assert (tips[name] is not None) is bare
        assert boxes[name].y == boxes["matches.theatre"].y
    assert tips["matches.theatre"] is None
    first = next(place.box for place in hands.top.shown_items() if place.kind == "row")
    assert first.bottom < boxes["matches.theatre"].y


def test_players_of_the_same_name_are_told_apart() -> None:
    assert unique_names(("Nora", "Tito", "Nora", "Nora")) == ("Nora", "Tito", "Nora (2)", "Nora (3)")
    assert unique_names(("Nora (2)", "Nora", "Nora")) == ("Nora (2)", "Nora", "Nora (3)")


@pytest.mark.parametrize("name", ["", "lan/kept.lan", "lan/kept.lan-over", "lan/deleted/kept.lan-over"])
def test_the_network_is_loaded_only_for_a_home_that_keeps_a_match_of_it(studio: Studio, name: str) -> None:
    home, asked = studio.matches.home.path, []

    def network() -> Lan:
        asked.append(name)
        return studio.lan

    if name:
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes(b"")
    ResumePage(replace(studio.context, network=network), studio.matches, studio._open)
    assert bool(asked) is bool(name)
    if name:
        (home / name).unlink()
