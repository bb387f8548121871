"""Two links between the same two programs, in any order and however lost: one stays, and nobody is thrown out."""

from __future__ import annotations

from itertools import permutations

import pytest

from net import messages as m
from net.guests import TurnedAway
from net.log.effects import DropLink
from net.members import MAX_DUPLICATE_LINKS
from net.reasons import Reason
from tests.net.fake_lan import identity
from tests.net.parties import Hall, joining
from tests.slices import crossed

PAIR = ("hugo", "ana")


def waiting(names: tuple[str, ...] = PAIR) -> Hall:
    """A match that waits for the guest, all its links cut; the first of the two hosts."""
    hall = Hall(names)
    hall.swallow = lambda who, _whom, message: who == names[1] and isinstance(message, m.Submit)
    hall.begin()
    for name in names:
        hall.cut_off(name)
    hall.swallow = lambda *_: False
    return hall


def crossing(hall: Hall, *ends: tuple[str, str]) -> list[int]:
    """Make connections that nobody has heard of yet."""
    numbers = list(range(hall._number + 1, hall._number + 1 + len(ends)))
    hall._number += len(ends)
    hall.wires |= dict(zip(numbers, ends, strict=True))
    return numbers


def shared(hall: Hall) -> list[set[int]]:
    """The links that each of the two has with the other."""
    keys = {name: identity(name).key for name in PAIR}
    return [{link for link, guest in hall.parties[name].guests.items() if guest.key in keys.values()} for name in PAIR]


@pytest.mark.parametrize(
    ("order", "second", "names"),
    crossed(
        permutations([(name, which) for name in PAIR for which in (0, 1)]),
        [("hugo", "ana"), ("ana", "hugo")],
        [PAIR, PAIR[::-1]],
    ),
)
def test_of_two_links_made_at_once_both_sides_keep_the_same_one(
    order: tuple[tuple[str, int], ...], second: tuple[str, str], names: tuple[str, ...]
) -> None:
    """What was said on the one that goes is said again on the other."""
    hall = waiting(names)
    links = crossing(hall, ("ana", "hugo"), second)
    for name, which in order:
        hall.opens(name, links[which])
    hall.settle()
    ours, theirs = shared(hall)
    assert len(ours) == 1
    assert ours == theirs
    assert not [one for name in PAIR for one in hall.told(name, TurnedAway) if one.reason is not Reason.DOUBLED]
    hall.wait(1)
    assert hall.alike()
    assert hall.story("ana").over


@pytest.mark.parametrize("caller", PAIR)
@pytest.mark.parametrize("stale", PAIR)
def test_a_call_replaces_a_link_of_which_only_one_side_knows(caller: str, stale: str) -> None:
    """The other end was cut, or its last word lost: for the same program that is no reason to be turned away."""
    hall = waiting()
    old = hall.link("ana", "hugo")
    hall.wires.pop(old)
    gone = next(name for name in PAIR if name != stale)
    hall.parties[gone].on_link_lost(old, Reason.SILENT, hall.now)
    hall.settle()
    called = next(name for name in PAIR if name != caller)
    new = hall.link(caller, called)
    assert not hall.told("ana", TurnedAway)
    assert new in hall.parties["hugo"].guests
    assert new in hall.parties["ana"].guests
    hall.parties["hugo"].requests.set_addresses(("hugo:2",), hall.now)
    hall.settle()
    assert hall.alike()
    assert hall.story("ana").over


def test_what_was_said_to_the_host_on_a_link_that_ends_is_said_again_on_the_other() -> None:
    hall = waiting(PAIR[::-1])
    hall.swallow = lambda who, _whom, message: who == "hugo" and isinstance(message, m.Submit)
    hall.link("hugo", "ana")
    (second,) = crossing(hall, ("hugo", "ana"))
    hall.opens("hugo", second)
    hall.settle()
    hall.swallow = lambda *_: False
    said = len(hall.sent)
    hall.parties["hugo"].on_link_lost(second, Reason.CUT, hall.now)
    hall.settle()
    assert any(who == "hugo" and isinstance(message, m.Submit) for who, _whom, message in hall.sent[said:])
    assert hall.story("hugo").over


def test_links_of_one_program_do_not_pile_up_where_the_other_side_chooses() -> None:
    hall = waiting()
    chooser = min(PAIR, key=lambda name: identity(name).key)
    follower = next(name for name in PAIR if name != chooser)
    key = identity(chooser).key
    for number in range(100, 120):
        hall.parties[follower].on_link_opened(number, key, hall.runs[chooser], hall.now, ours=False)
        hall.parties[follower].on_message(number, joining(chooser), hall.now)
    hall.settle()
    assert len(hall.parties[follower].guests) == MAX_DUPLICATE_LINKS
    assert {one.reason for one in hall.told(follower, DropLink)} == {Reason.DOUBLED}


def test_a_program_whose_place_was_taken_is_refused_as_long_as_the_other_sits_there() -> None:
    hall = waiting()
    party = hall.parties["hugo"]
    key = identity("ana").key

    def calls(number: int, run: bytes) -> None:
        party.on_link_opened(number, key, run.ljust(16), hall.now, ours=False)
        party.on_message(number, joining("ana"), hall.now)
        hall.settle()

    calls(90, b"first")
    calls(91, b"second")
    calls(92, b"first")
    assert [*party.guests] == [91]
    assert hall.told("hugo", DropLink)[-1] == DropLink(92, Reason.REPLACED, refuse=True)
    party.on_link_lost(91, Reason.CUT, hall.now)
    calls(93, b"first")
    assert [*party.guests] == [93]


def test_a_seat_is_here_as_long_as_one_of_its_links_is_heard() -> None:
    hall = waiting()
    numbers = (90, 91)
    chooser = max(PAIR, key=lambda name: identity(name).key)  # who does not choose keeps both
    other = next(name for name in PAIR if name != chooser)
    party = hall.parties[chooser]
    for number in numbers:
        party.on_link_opened(number, identity(other).key, hall.runs[other], hall.now, ours=False)
        party.on_message(number, joining(other), hall.now)
    seat = hall.lockstep(chooser).replica.roster.seat_of(identity(other).key)
    assert seat is not None
    party.on_link_quiet(90, hall.now, away=True)
    assert party.away_since(seat) is None
    party.on_link_quiet(91, hall.now, away=True)
    assert party.away_since(seat) == hall.now
