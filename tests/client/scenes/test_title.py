"""The title where its text is large: what leads to others and to what waits is seen at once."""

from __future__ import annotations

from pygame import Surface

from game.client.director import Director, Push
from game.client.preferences import Settings
from game.client.scenes.resume import ResumePage
from game.client.scenes.title import Title
from game.client.still import Studio
from game.client.viewport import Viewport
from game.client.words import say
from game.commands.demo import bots_header
from game.rules.registry import rules_of
from game.rules.ruleset import choose_options
from game.table.options import Options
from tests.client.layout_check import shows_focus
from tools.posed import posed_header


def test_at_150_percent_the_ways_to_others_and_to_what_waits_are_seen_without_scrolling() -> None:
    with Studio(Settings(calm=True, text_size=150), player="Ana") as studio:
        director = Director(studio.title(), Viewport((1280, 720)))
        director.draw(Surface((1280, 720)))
        places = {place.name: place for place in director.top.shown_items()}
        for name in ("title.lan", "title.matches", "title.settings", "title.saved", "title.play"):
            assert "out of sight" not in places[name].state, name


def test_the_other_saved_matches_are_one_click_away_and_a_round_that_is_played_has_no_score_yet() -> None:
    with Studio(Settings(calm=True), player="Ana") as studio:
        for count, told in ((0, ""), (1, say("title.others", n=1)), (2, say("title.others", n=2))):
            game = studio.matches.begin(posed_header("burako", 2, count))
            for at in range(6):
                game.session.poll(float(at))
            studio.matches.leave()
            studio.matches.read()
            studio.matches.wait()
            title = studio.title()
            assert isinstance(title, Title)
            others, _again = title.saved.buttons
            assert (str(others.label) if others.visible else "") == told
            assert str(title.saved.note).startswith(say("title.no_score"))
        change = others.on_use()
        assert isinstance(change, Push)
        assert isinstance(change.scene, ResumePage)


def test_a_saved_match_between_two_rounds_says_that_its_last_round_is_played() -> None:
    rules = rules_of("burako")
    options = choose_options(rules, {"players": 2})
    assert isinstance(options, Options)
    with Studio(Settings(calm=True), player="Ana") as studio:
        session = studio.matches.begin(bots_header(rules, options, 1)).session
        now = 0.0
        while not session.standing.results:
            now += 1.0
            session.poll(now)
        assert not session.standing.over
        studio.matches.leave()
        studio.matches.read()
        studio.matches.wait()
        title = studio.title()
        assert isinstance(title, Title)
        assert str(title.saved.words) == say("title.saved_scored", game=rules.title, round=1)


def test_what_has_the_focus_is_seen_to_have_it() -> None:
    with Studio() as studio:
        page = studio.title()
        assert isinstance(page, Title)
        page.layout(Viewport((1280, 720)))
        assert [stop.name for stop in page.ring.tab_stops() if not shows_focus(stop)] == []
