"""The door alone: whom it pushes out, whose guesses at the password it checks, and how often anybody may send."""

from __future__ import annotations

import pytest

from net.door import (
    FEW_GUESSES,
    GUESSES_IN_ALL,
    GUESSES_PER_ADDRESS,
    HALF_OPEN_PER_SEAT,
    MAX_HALF_OPEN,
    MAX_REMEMBERED_ADDRESSES,
    MINUTE_MS,
    RECENT_MS,
    REMEMBERED_HELLOS,
    ArrivalLimits,
    address_group,
)
from net.pace import Allowance, Pace

KEY, OTHER = b"k" * 32, b"o" * 32


def full(*addresses: str) -> ArrivalLimits:
    """A door at which these addresses take all places in turn."""
    door = ArrivalLimits()
    for number in range(MAX_HALF_OPEN):
        assert door.add_arriving(number, addresses[number % len(addresses)]) is None
    return door


def test_a_newcomer_is_let_in_and_the_oldest_of_the_address_with_most_places_goes() -> None:
    door = full("10.0.0.1", "10.0.0.1", "10.0.0.2")
    assert door.add_arriving(MAX_HALF_OPEN, "10.0.0.99") == 0
    assert door.add_arriving(MAX_HALF_OPEN + 1, "10.0.0.98") == 1
    assert door.arriving_count == MAX_HALF_OPEN


def test_an_address_that_takes_all_places_pushes_out_its_own() -> None:
    door = full("10.0.0.1")
    door.remove_arriving(MAX_HALF_OPEN - 1)
    assert door.add_arriving(1_000, "10.0.0.99") is None
    assert [door.add_arriving(number, "10.0.0.1") for number in range(2_000, 2_400)].count(1_000) == 0
    assert 1_000 in door._arriving


def test_as_many_addresses_as_places_push_out_the_oldest() -> None:
    door = full(*[f"10.0.1.{number}" for number in range(MAX_HALF_OPEN)])
    assert [door.add_arriving(1_000 + number, f"10.0.2.{number}") for number in range(MAX_HALF_OPEN)] == [
        *range(MAX_HALF_OPEN)
    ]


def test_who_proved_to_hold_a_seat_is_never_pushed_out() -> None:
    door = ArrivalLimits()
    door.add_arriving(7, "10.0.0.1")
    assert door.note_proven_seat(7, KEY, b"hello") is None
    assert all(door.add_arriving(100 + number, "10.0.0.1") != 7 for number in range(4 * MAX_HALF_OPEN))
    assert door.may_guess(7, "10.0.0.1", 0)


def test_a_greeting_that_was_heard_before_vouches_for_nobody() -> None:
    door = ArrivalLimits()
    for number in (1, 2):
        door.add_arriving(number, "10.0.0.1")
        door.note_proven_seat(number, KEY, b"hello")
    assert [door._arriving[number].known for number in (1, 2)] == [KEY, b""]


def test_a_seat_has_two_links_at_the_door_and_the_newest_count() -> None:
    door = ArrivalLimits()
    for number in range(HALF_OPEN_PER_SEAT):
        door.add_arriving(number, "a")
        assert door.note_proven_seat(number, KEY, bytes([number])) is None
    door.add_arriving(8, "b")
    assert door.note_proven_seat(8, OTHER, b"other") is None
    door.add_arriving(9, "a")
    assert door.note_proven_seat(9, KEY, b"next") == 0
    for number in range(10, 10 + 2 * REMEMBERED_HELLOS):
        door.add_arriving(number, "a")
        door.note_proven_seat(number, KEY, number.to_bytes(2, "big"))
    assert len(door._used_greetings) == REMEMBERED_HELLOS
    assert door.arriving_count == HALF_OPEN_PER_SEAT + 1


def test_twenty_guesses_a_minute_shut_nobody_out_who_knows() -> None:
    door = ArrivalLimits()
    for second in range(0, 3_600, 3):
        assert door.may_guess(1, "a", second * 1000)
        door.count_wrong_guess("a", second * 1000)


def test_an_address_that_guesses_on_has_to_wait_alone() -> None:
    door = ArrivalLimits()
    for now in range(GUESSES_PER_ADDRESS):
        assert door.may_guess(1, "a", now)
        door.count_wrong_guess("a", now)
    assert not door.may_guess(1, "a", MINUTE_MS - 1)
    assert door.may_guess(2, "b", MINUTE_MS - 1)
    assert door.may_guess(1, "a", MINUTE_MS)
    door.add_arriving(3, "a")
    door.note_proven_seat(3, KEY, b"hello")
    assert door.may_guess(3, "a", GUESSES_PER_ADDRESS)


def test_many_addresses_have_few_guesses_each_and_shut_out_nobody_else() -> None:
    door, made = ArrivalLimits(), 0
    for now in range(0, RECENT_MS, 1_000):
        for number in range(250):
            if door.may_guess(number, f"10.0.0.{number}", now):
                door.count_wrong_guess(f"10.0.0.{number}", now)
                made += 1
        assert door.may_guess(1, "192.168.1.7", now)
    assert made <= 250 * (FEW_GUESSES + 1) + GUESSES_IN_ALL * (RECENT_MS // MINUTE_MS)
    door.count_wrong_guess("192.168.1.7", RECENT_MS)
    assert door.may_guess(1, "192.168.1.7", RECENT_MS)  # who mistyped once may try again


def test_guesses_of_all_together_count_for_a_minute_from_the_oldest_on() -> None:
    door = ArrivalLimits()
    door.count_wrong_guess("first", 0)
    for number in range(1, GUESSES_IN_ALL):
        door.count_wrong_guess("busy" if number < 2 * FEW_GUESSES else f"host {number}", 1)
    assert not door.may_guess(1, "busy", MINUTE_MS - 1)
    assert door.may_guess(1, "busy", MINUTE_MS)


def test_what_it_remembers_is_bounded() -> None:
    door = ArrivalLimits()
    for number in range(2 * MAX_REMEMBERED_ADDRESSES):
        for _ in range(3):
            door.count_wrong_guess(f"host {number}", number)
    for now in range(10 * GUESSES_PER_ADDRESS):
        door.count_wrong_guess("one", now)
    assert len(door._wrong) == MAX_REMEMBERED_ADDRESSES
    assert max(map(len, door._wrong.values())) == GUESSES_PER_ADDRESS
    assert len(door._wrong_of_all) == GUESSES_IN_ALL


def test_who_has_left_takes_no_place() -> None:
    door = ArrivalLimits()
    door.add_arriving(1, "a")
    door.remove_arriving(1)
    door.remove_arriving(1)
    assert door.arriving_count == 0


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
    assert (address_group(one) == address_group(other)) is alike


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
    sender, receiver = Pace(theirs.for_sender(), 0), Pace(theirs, 0)
    for now in range(0, 20_000, 7):
        while sender.count(now):
            assert receiver.count(now)
