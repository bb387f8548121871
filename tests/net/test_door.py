from __future__ import annotations

from net.door import GUESSES, GUESSES_EACH, HALF_OPEN, HALF_OPEN_EACH, MINUTE, Doorkeeper
from net.pace import Allowance, Pace
from net.reasons import Reason


def test_an_address_has_two_places_at_the_door_and_all_together_eight() -> None:
    door = Doorkeeper()
    for number in range(HALF_OPEN // HALF_OPEN_EACH):
        for _ in range(HALF_OPEN_EACH):
            assert door.knock(f"10.0.0.{number}", 0) is None
        if number == 0:
            assert door.knock("10.0.0.0", 0) is Reason.TOO_MANY_LINKS
    assert door.knock("10.0.0.99", 0) is Reason.TOO_MANY_LINKS
    door.settled("10.0.0.0")
    assert door.knock("10.0.0.99", 0) is None
    assert door.arriving == HALF_OPEN


def test_five_wrong_guesses_a_minute_close_the_door_to_an_address_only() -> None:
    door = Doorkeeper()
    for number in range(GUESSES_EACH):
        assert door.knock("a", number) is None
        door.settled("a")
        door.guessed_wrong("a", number)
    assert door.knock("a", MINUTE - 1) is Reason.TOO_MANY_GUESSES
    assert door.knock("b", MINUTE - 1) is None
    assert door.knock("a", MINUTE) is None


def test_many_addresses_have_no_more_guesses_than_a_few() -> None:
    door = Doorkeeper()
    for number in range(GUESSES):
        door.guessed_wrong(f"10.0.{number}.1", 0)
    assert door.knock("fresh", 1) is Reason.TOO_MANY_GUESSES
    assert len(door._wrong) == GUESSES


def test_who_has_left_takes_no_place() -> None:
    door = Doorkeeper()
    door.knock("a", 0)
    door.settled("a")
    assert door._arriving == {}


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
