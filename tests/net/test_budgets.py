"""What a member may say: more of it reaches nobody, is told to its sender once, and no new link wins more."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from net import messages as m
from net.budgets import ALLOWANCES, FIRST_PAUSE_PHRASE, MAX_COUNTED_KEYS, RateCounter, RateLimit, limit_of
from net.guests import ChatReceived, RateLimited
from net.party import Party
from net.reasons import Reason
from tests.net.hub import Hub
from tests.net.parties import OFFER

FLOOD = 150  # below the pace at which the link itself ends


def said(hub: Hub, name: str) -> int:
    """Return how many chat messages a program was told."""
    return sum(isinstance(one, ChatReceived) for one in hub.told[name])


def hushed(hub: Hub, name: str) -> list[str]:
    """Return the kinds of messages that a program was told to send less often."""
    return [one.what for one in hub.told[name] if isinstance(one, RateLimited)]


def flood(hub: Hub, name: str, say: Callable[[Party], None], count: int = FLOOD) -> None:
    """Let a program do something `count` times, one right after the other."""
    for _ in range(count):
        say(hub.party(name))
        hub.settle()


@pytest.mark.parametrize(
    ("message", "purse"),
    [
        (m.Chat(1, "hello"), RateLimit.TALK),
        (m.ChatPhrase(1, 3), RateLimit.TALK),
        (m.ChatPhrase(1, FIRST_PAUSE_PHRASE), RateLimit.PAUSE),
        (m.Preview(1, b"tiles"), RateLimit.PREVIEW),
    ],
    ids=lambda one: type(one).__name__,
)
@pytest.mark.parametrize("playing", [False, True])
def test_who_floods_reaches_the_others_so_often_and_is_told_once(
    message: m.Chat | m.ChatPhrase | m.Preview, purse: RateLimit, playing: bool
) -> None:
    hub = Hub()
    hub.gather()
    if playing:
        hub.party("hugo").requests.start_match(b"header", hub.now)
        hub.settle()
    before = said(hub, "bea")
    flood(hub, "ana", lambda party: party.requests.send_talk(message, hub.now))
    assert said(hub, "bea") - before == ALLOWANCES[purse].burst
    assert hushed(hub, "ana") == [purse.value]
    assert hushed(hub, "bea") == []
    assert hub.ended("ana") == {}
    hub.wait(2 * ALLOWANCES[purse].interval)
    flood(hub, "ana", lambda party: party.requests.send_talk(message, hub.now), 4)
    assert ALLOWANCES[purse].burst < said(hub, "bea") - before <= ALLOWANCES[purse].burst + 3
    assert hushed(hub, "ana") == [purse.value] * 2


def test_chairs_that_change_without_end_are_told_to_the_others_so_often() -> None:
    hub = Hub()
    hub.gather()
    told: list[m.Room] = []
    for number in range(FLOOD):
        hub.party("ana").requests.send_request(m.Ready(ready=bool(number % 2), digest=OFFER.digest), hub.now)
        hub.settle()
        room = hub.party("bea").room
        if room is not None and (not told or room != told[-1]):
            told.append(room)
    assert len(told) <= ALLOWANCES[RateLimit.WISH].burst + 1
    assert hushed(hub, "ana") == [RateLimit.WISH.value]


def test_a_new_link_wins_no_more_talk() -> None:
    hub = Hub()
    hub.gather()
    flood(hub, "ana", lambda party: party.requests.send_talk(m.Chat(1, "x"), hub.now))
    before = said(hub, "bea")
    hub.call("ana", "hugo")
    flood(hub, "ana", lambda party: party.requests.send_talk(m.Chat(1, "x"), hub.now))
    assert said(hub, "bea") == before


def test_a_host_is_not_hushed_by_a_guest() -> None:
    hub = Hub()
    hub.gather()
    (link,) = [number for number, ends in hub.ends.items() if ends == ("ana", "hugo")]
    hub.party("hugo").on_message(link, m.RateLimitNotice("talk"), hub.now)
    hub.settle()
    assert hushed(hub, "hugo") == []
    assert hub.ended("hugo")[link] == (Reason.OUT_OF_TURN, False)


def test_what_is_part_of_the_match_is_counted_elsewhere() -> None:
    assert limit_of(m.Submit(b"x", bytes(64))) is None
    assert limit_of(m.Sit(1)) is limit_of(m.Ready(ready=True, digest=bytes(16))) is RateLimit.WISH


def test_what_is_remembered_of_keys_is_bounded() -> None:
    spending = RateCounter()
    for number in range(3 * MAX_COUNTED_KEYS):
        key = number.to_bytes(32, "big")
        while spending.allows(key, RateLimit.PAUSE, 0):
            pass
        assert spending.is_first_excess(key, RateLimit.PAUSE)
        assert not spending.is_first_excess(key, RateLimit.PAUSE)
    assert len(spending._paces) == MAX_COUNTED_KEYS
    assert len(spending._notified) <= MAX_COUNTED_KEYS
