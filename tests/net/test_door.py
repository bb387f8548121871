"""The doorkeeper by itself: whom it pushes out, whose guesses it looks at; and what anybody may say in a while."""

from __future__ import annotations

import pytest

from net.door import (
    FEW_GUESSES,
    GUESSES_IN_ALL,
    GUESSES_PER_ADDRESS,
    HALF_OPEN_PER_SEAT,
    MAX_HALF_OPEN,
    MAX_REMEMBERED,
    MINUTE_MS,
    RECENT,
    REMEMBERED_HELLOS,
    ArrivalLimits,
    group_of,
)
from net.pace import Allowance, Pace

KEY, OTHER = b"k" * 32, b"o" * 32


def full(*addresses: str) -> ArrivalLimits:
    """A door at which these addresses take all places in turn."""
    door = ArrivalLimits()
    for number in range(MAX_HALF_OPEN):
        assert door.knock(number, addresses[number % len(addresses)]) is None
    return door


def test_who_comes_is_let_in_and_the_oldest_of_the_greediest_goes() -> None:
    door = full("10.0.0.1", "10.0.0.1", "10.0.0.2")
    assert door.knock(MAX_HALF_OPEN, "10.0.0.99") == 0
    assert door.knock(MAX_HALF_OPEN + 1, "10.0.0.98") == 1
    assert door.arriving == MAX_HALF_OPEN


def test_an_address_that_takes_all_places_pushes_out_its_own() -> None:
    door = full("10.0.0.1")
    door.settled(MAX_HALF_OPEN - 1)
    assert door.knock(1_000, "10.0.0.99") is None
    assert [door.knock(number, "10.0.0.1") for number in range(2_000, 2_400)].count(1_000) == 0
    assert 1_000 in door._arriving


def test_as_many_addresses_as_places_push_out_the_oldest() -> None:
    door = full(*[f"10.0.1.{number}" for number in range(MAX_HALF_OPEN)])
    assert [door.knock(1_000 + number, f"10.0.2.{number}") for number in range(MAX_HALF_OPEN)] == [
        *range(MAX_HALF_OPEN)
    ]


def test_who_proved_to_hold_a_seat_is_never_pushed_out() -> None:
    door = ArrivalLimits()
    door.knock(7, "10.0.0.1")
    assert door.vouched(7, KEY, b"hello") is None
    assert all(door.knock(100 + number, "10.0.0.1") != 7 for number in range(4 * MAX_HALF_OPEN))
    assert door.may_guess(7, "10.0.0.1", 0)


def test_a_greeting_that_was_heard_before_vouches_for_nobody() -> None:
    door = ArrivalLimits()
    for number in (1, 2):
        door.knock(number, "10.0.0.1")
        door.vouched(number, KEY, b"hello")
    assert [door._arriving[number].known for number in (1, 2)] == [KEY, b""]


def test_a_seat_has_two_links_at_the_door_and_the_newest_count() -> None:
    door = ArrivalLimits()
    for number in range(HALF_OPEN_PER_SEAT):
        door.knock(number, "a")
        assert door.vouched(number, KEY, bytes([number])) is None
    door.knock(8, "b")
    assert door.vouched(8, OTHER, b"other") is None
    door.knock(9, "a")
    assert door.vouched(9, KEY, b"next") == 0
    for number in range(10, 10 + 2 * REMEMBERED_HELLOS):
        door.knock(number, "a")
        door.vouched(number, KEY, number.to_bytes(2, "big"))
    assert len(door._spent) == REMEMBERED_HELLOS
    assert door.arriving == HALF_OPEN_PER_SEAT + 1


def test_twenty_guesses_a_minute_shut_nobody_out_who_knows() -> None:
    door = ArrivalLimits()
    for second in range(0, 3_600, 3):
        assert door.may_guess(1, "a", second * 1000)
        door.guessed_wrong("a", second * 1000)


def test_an_address_that_guesses_on_has_to_wait_alone() -> None:
    door = ArrivalLimits()
    for now in range(GUESSES_PER_ADDRESS):
        assert door.may_guess(1, "a", now)
        door.guessed_wrong("a", now)
    assert not door.may_guess(1, "a", MINUTE_MS - 1)
    assert door.may_guess(2, "b", MINUTE_MS - 1)
    assert door.may_guess(1, "a", MINUTE_MS)
    door.knock(3, "a")
    door.vouched(3, KEY, b"hello")
    assert door.may_guess(3, "a", GUESSES_PER_ADDRESS)


def test_many_addresses_have_few_guesses_each_and_shut_out_nobody_else() -> None:
    door, made = ArrivalLimits(), 0
    for now in range(0, RECENT, 1_000):
        for number in range(250):
            if door.may_guess(number, f"10.0.0.{number}", now):
                door.guessed_wrong(f"10.0.0.{number}", now)
                made += 1
        assert door.may_guess(1, "192.168.1.7", now)
    assert made <= 250 * (FEW_GUESSES + 1) + GUESSES_IN_ALL * (RECENT // MINUTE_MS)
    door.guessed_wrong("192.168.1.7", RECENT)
    assert door.may_guess(1, "192.168.1.7", RECENT)  # who mistyped once may try again


def test_guesses_of_all_together_count_for_a_minute_from_the_oldest_on() -> None:
    door = ArrivalLimits()
    door.guessed_wrong("first", 0)
    for number in range(1, GUESSES_IN_ALL):
        door.guessed_wrong("busy" if number < 2 * FEW_GUESSES else f"host {number}", 1)
    assert not door.may_guess(1, "busy", MINUTE_MS - 1)
    assert door.may_guess(1, "busy", MINUTE_MS)


def test_what_it_remembers_is_bounded() -> None:
    door = ArrivalLimits()
    for number in range(2 * MAX_REMEMBERED):
        for _ in range(3):
            door.guessed_wrong(f"host {number}", number)
    for now in range(10 * GUESSES_PER_ADDRESS):
        door.guessed_wrong("one", now)
    assert len(door._wrong) == MAX_REMEMBERED
    assert max(map(len, door._wrong.values())) == GUESSES_PER_ADDRESS
    assert len(door._all) == GUESSES_IN_ALL


def test_who_has_left_takes_no_place() -> None:
    door = ArrivalLimits()
    door.knock(1, "a")
    door.settled(1)
    door.settled(1)
    assert door.arriving == 0


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("192.168.1.7", "192.168.1.8", False),
        ("192.168.1.7", "::ffff:192.168.1.7", True),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("2001:db8:1:2::7", "2001:db8:1:2:aaaa::9", True),
        ("2001:db8:1:2::7", "2001:db8:1:3::7", False),
        ("", "no address", False),
    ],
)
def test_a_network_of_ipv6_counts_as_one_address(one: str, other: str, alike: bool) -> None:
    assert (group_of(one) == group_of(other)) is alike


def test_a_pace_allows_a_burst_and_then_one_each_interval() -> None:
    pace = Pace(Allowance(20, 5), 1_000)
    assert [pace.count(1_000) for _ in range(6)] == [True] * 5 + [False]
    assert pace.ready_at(1_000) == 1_020
    assert not pace.count(1_019)
    assert pace.count(1_020)
    assert not pace.count(1_020)
    assert [pace.count(9_000) for _ in range(6)] == [True] * 5 + [False]


def test_a_careful_sender_is_never_beyond_the_receiver() -> None:
    theirs = Allowance(20, 200)
    sender, receiver = Pace(theirs.careful(), 0), Pace(theirs, 0)
    for now in range(0, 20_000, 7):
        while sender.count(now):
            assert receiver.count(now)
