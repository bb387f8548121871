"""Who has read a score, and who asks for time: each says it once, and again to a host who has not heard it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from game.lan.rest import SCORE_SHEET_MS, Rest
from game.lan.sheet import MORE_TIME_MS, MORE_TIME_PHRASE, SCORE_READ_PHRASE, ScoreReading
from net import messages as m
from net.guests import ChatReceived


class Table:
    """A table of three whose round is over; we sit at 1, and what we say is kept."""

    def __init__(self) -> None:
        self.said: list[m.ChatPhrase] = []
        party = SimpleNamespace(requests=SimpleNamespace(send_talk=lambda one, _now: self.said.append(one)))
        self.reading = ScoreReading(cast("Any", party), Rest(looks=True))
        self.deals, self.scored, self.seat, self.link = 1, True, 1, 7
        self.step()

    def step(self) -> None:
        standing = SimpleNamespace(deals=self.deals, round_scored=self.scored)
        roster = SimpleNamespace(persons=(0, 1, 2))
        lockstep = SimpleNamespace(replica=SimpleNamespace(roster=roster), seat=self.seat, host_link=self.link)
        self.reading.step(cast("Any", standing), cast("Any", lockstep), 5)

    def hear(self, seat: int, number: int) -> None:
        self.reading.on_event(ChatReceived(m.ChatPhrase(seat, number)))


def test_one_says_once_that_one_has_read_and_that_one_wants_time() -> None:
    table = Table()
    for _again in range(2):
        table.reading.send_signal(MORE_TIME_PHRASE)
        table.reading.send_signal(SCORE_READ_PHRASE)
    assert table.said == [m.ChatPhrase(1, MORE_TIME_PHRASE), m.ChatPhrase(1, SCORE_READ_PHRASE)]
    assert table.reading.readers == (0, 2)
    assert not table.reading.may_ask_for_time


def test_a_new_host_is_told_again_and_a_new_round_begins_anew() -> None:
    table = Table()
    table.reading.send_signal(SCORE_READ_PHRASE)
    table.step()
    assert len(table.said) == 1
    table.link = 9
    table.step()
    assert table.said == [m.ChatPhrase(1, SCORE_READ_PHRASE)] * 2
    table.deals = 2
    table.step()
    assert table.reading.readers == (0, 1, 2)
    assert table.reading.may_ask_for_time


def test_everybody_may_ask_for_time_once_a_round() -> None:
    table = Table()
    assert table.reading.shown_ms == SCORE_SHEET_MS
    for seat in (0, 2, 0):
        table.hear(seat, MORE_TIME_PHRASE)
    assert table.reading.shown_ms == SCORE_SHEET_MS + 2 * MORE_TIME_MS == 90_000
    table.hear(2, SCORE_READ_PHRASE)
    table.hear(0, 3)
    assert table.reading.readers == (0, 1)


def test_who_does_not_play_or_sees_no_score_says_nothing() -> None:
    for change in ({"scored": False}, {"seat": None}):
        table = Table()
        vars(table).update(change)
        table.step()
        table.reading.send_signal(SCORE_READ_PHRASE)
        assert table.said == []
        assert not table.reading.may_ask_for_time
