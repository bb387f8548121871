"""The daily deal on its page: played at the table, gone on with, told in a line, by mouse, keys and pad."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from threading import Event

import pygame
import pytest

from game.annals.daily import daily_of
from game.annals.facts import MatchFacts
from game.client.annals.calendar import PADDING
from game.client.annals.daily import DailyPage, share_line
from game.client.annals.ledger import Ledger
from game.client.draw import theme
from game.client.still import Studio
from game.client.table.scene import TableScene
from game.client.viewport import Viewport
from game.client.words import say
from game.rules.registry import rules_of
from tests.annals.test_daily import TODAY, played
from tests.client.theatre.kit import Hands


@pytest.fixture
def studio() -> Iterator[Studio]:
    with Studio() as made:
        yield made


def shown(studio: Studio, *facts: MatchFacts, today: date = TODAY) -> Hands:
    ledger = Ledger(studio.matches)
    ledger.facts = facts
    return Hands(DailyPage(studio.context, ledger, today))


def page_of(hands: Hands) -> DailyPage:
    assert isinstance(hands.top, DailyPage)
    return hands.top


def test_enter_plays_the_deal_of_today(studio: Studio) -> None:
    hands = shown(studio)
    hands.press("confirm")
    table = hands.top
    assert isinstance(table, TableScene)
    header = table.session.header
    assert (header.seed, header.game) == (daily_of(TODAY).seed, daily_of(TODAY).game)
    assert header.seats[0].name == "Rosa"


def test_enter_plays_the_day_that_arrows_chose(studio: Studio) -> None:
    hands = shown(studio)
    page = page_of(hands)
    page.ring.focus_on(page.calendar)
    page.ring.show_focus(shown=True)
    hands.press("left")
    chosen = page.calendar.chosen
    hands.press("confirm")
    table = hands.top
    assert chosen == TODAY - timedelta(days=1)
    assert isinstance(table, TableScene)
    assert table.session.header.seed == daily_of(chosen).seed


def test_a_day_of_this_month_is_chosen_by_click_and_by_pad(studio: Studio) -> None:
    hands = shown(studio)
    page = page_of(hands)
    hands.click(f"daily.calendar.{(TODAY - timedelta(days=3)).isoformat()}")
    assert page.calendar.chosen == TODAY - timedelta(days=3)
    page.ring.focus_on(page.calendar)
    page.ring.show_focus(shown=True)
    hands.pad("right")
    assert page.calendar.chosen == TODAY - timedelta(days=2)
    hands.pad("up")
    assert page.calendar.chosen == TODAY - timedelta(days=9)
    for _ in range(20):
        hands.pad("right")
    assert page.calendar.chosen <= TODAY


def test_what_was_played_is_told_in_a_line_without_a_tile(studio: Studio) -> None:
    page = page_of(shown(studio, played(TODAY)))
    assert page.selected_result is not None
    line = share_line(page.selected_result)
    assert line.startswith(f"Comodín {daily_of(TODAY).number}, ")
    assert not any(sign in line for sign in "*#!")


def test_a_day_without_a_finished_round_is_told_by_its_number_and_game(studio: Studio) -> None:
    page = page_of(shown(studio, replace(played(TODAY, over=False), rounds=())))
    assert page.selected_result is not None
    title = rules_of(daily_of(TODAY).game).title
    assert share_line(page.selected_result) == f"Comodín {daily_of(TODAY).number}, {title}"


def test_a_day_says_how_it_was_played_and_a_cup_stands_by_what_was_won(studio: Studio) -> None:
    won, lost = TODAY - timedelta(days=2), TODAY - timedelta(days=1)
    calendar = page_of(shown(studio, played(won), played(lost, winner=1))).calendar
    words = [cell.words for cell in calendar.cells()]
    assert words.count(say("daily.open")) == 0
    assert calendar.state(won - timedelta(days=1)) == say("daily.open")  # still said of the day that is chosen
    assert {calendar.state(won), calendar.state(lost), say("daily.today")} <= set(words)

    def cup(day: date) -> bool:
        """Return whether gold is drawn beside the number of a day."""
        box = calendar.look.rect(calendar._boxes()[day].inset(PADDING).top_part(calendar._line_height(calendar.look)))
        surface = pygame.Surface((1280, 720))
        calendar.draw(surface)
        right = pygame.Rect(box.right - box.h, box.y, box.h, box.h)
        return any(surface.get_at((x, y))[:3] == theme.GOLD for x in range(right.left, right.right)
                   for y in range(right.top, right.bottom))  # fmt: skip

    assert calendar.played[won].won
    assert [cup(won), cup(lost), cup(lost - timedelta(days=5))] == [True, False, False]


def test_a_match_that_was_begun_is_gone_on_with(studio: Studio) -> None:
    hands = shown(studio)
    hands.press("confirm")
    studio.matches.leave()
    ledger = Ledger(studio.matches)
    ledger.read()
    ledger.wait()
    again = Hands(DailyPage(studio.context, ledger, TODAY))
    assert page_of(again).selected_result is not None
    again.press("confirm")
    assert isinstance(again.top, TableScene)
    assert len(list(studio.matches.home.matches_folder.glob("*.comodin"))) == 1


def test_a_match_left_a_moment_ago_is_read_although_the_disk_is_slow(studio: Studio) -> None:
    hands = shown(studio)
    slow = Event()

    def hold() -> None:
        slow.wait()

    studio.writer.add_task(hold, "slow")
    hands.press("confirm")
    studio.matches.leave()
    ledger = Ledger(studio.matches)
    ledger.read()
    assert not ledger.poll(), "the file is not written yet"
    slow.set()
    ledger.wait()
    assert [fact.game for fact in ledger.facts or ()] == [daily_of(TODAY).game]


def test_another_month_is_looked_at_and_no_longer_played(studio: Studio) -> None:
    hands = shown(studio, today=date(2026, 12, 3))
    page = page_of(hands)
    hands.click("daily.earlier")
    assert (page.calendar.month.month, page.calendar.chosen) == (11, date(2026, 11, 30))
    gold = next(place for place in page.shown_items() if place.name == "daily.play")
    assert "off" in gold.state
    hands.click("daily.later")
    assert page.calendar.chosen == date(2026, 12, 3)


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 100), ((960, 540), 250)])
def test_the_month_fills_its_panel_and_nothing_more(studio: Studio, size: tuple[int, int], scale: int) -> None:
    studio.scale_text(scale)
    page = page_of(shown(studio))
    page.layout(Viewport(size))
    there = {place.name: place.box for place in page.shown_items()}
    if scale == 100:
        assert there["daily.month"].bottom - there["daily.note"].bottom <= theme.PANEL_PADDING + 1
        assert there["daily.earlier"].y < there["daily.calendar"].y - there["daily.earlier"].h
    else:
        assert page.calendar.spare == 0
