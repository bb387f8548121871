"""The score of a round among persons: who reads it, who asks for time; and one's turn, said over any page."""

from __future__ import annotations

import pytest

from game.bots.choice import fallback_move
from game.client.director import Replace
from game.client.events import PointerDown
from game.client.scenes.score_sheet import ScoreSheet
from game.client.words import say
from game.lan.rest import SCORE_SHEET_MS
from game.match.match import Standing
from tests.client.lan.test_others import turn_of
from tests.client.lan_kit import Household, Player, begin, session_of


def score(house: Household, host: Player, guest: Player) -> None:
    """Play a round to its end, by the plainest moves, until both see its score."""

    def play() -> bool:
        for session in (session_of(host), session_of(guest)):
            view = session.view
            if view is not None and view.must_decide and not session.has_moves_under_way:
                assert session.submit((fallback_move(view).move,)) is None
        return host.scene == guest.scene == "score_sheet"

    house.until(play, "the score", turns=20_000)


def test_who_reads_slowly_asks_for_time_and_the_next_round_waits_for_it(house: Household) -> None:
    host, guest = begin(house)
    score(house, host, guest)
    guest.click("score.more")
    host.press("Enter")
    house.wait(SCORE_SHEET_MS / 1000 + 5)
    assert guest.scene == "score_sheet"
    assert session_of(guest).standing.deals == 1
    assert "off" in next(one.state for one in guest.director.top.shown_items() if one.name == "score.more"), (
        "once a round"
    )
    house.wait(SCORE_SHEET_MS / 1000)
    house.until(lambda: session_of(guest).standing.deals == 2, "the next round, although the guest reads on")
    assert guest.scene == "score_sheet"
    turn = turn_of(house, host, guest)[0]
    if turn is host:
        assert host.turn_notice.text_over(host.scene) == ""
        return
    assert say("herald.turn") == guest.turn_notice.text_over(guest.scene)
    guest.draw()
    box = guest.turn_notice._box
    assert box is not None
    guest.director.on_plain_event(PointerDown(box.centre))
    assert guest.scene == "table"


@pytest.mark.whole  # tests/client/scenes/test_score_sheet
def test_nobody_is_offered_time_where_no_round_follows(house: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    host, guest = begin(house)
    score(house, host, guest)
    assert "score.more" in {one.name for one in guest.director.top.shown_items()}
    shown = guest.director.top
    assert isinstance(shown, ScoreSheet)
    monkeypatch.setattr(Standing, "over", property(lambda _standing: True))
    guest.director.apply(Replace(ScoreSheet(shown.context, shown.game, shown.result)))
    assert "score.more" not in {one.name for one in guest.director.top.shown_items()}


def test_one_s_turn_stands_over_any_page_with_the_clock(house: Household) -> None:
    host, guest = begin(house, clock=True)
    player, _view = turn_of(house, host, guest)
    assert player.turn_notice.text_over(player.scene) == ""
    player.press("Esc")
    player.draw()
    assert player.scene == "leave"
    assert player.turn_notice._box is None, "the table is seen under the question"
    player.press("Esc")
    player.press("T")
    player.draw()
    assert player.scene == "lan_company"
    words = player.turn_notice.text_over(player.scene)
    assert words.startswith(say("herald.turn_clock", seconds=9)[:10])
    other = guest if player is host else host
    other.press("T")
    assert other.turn_notice.text_over(other.scene) == ""
