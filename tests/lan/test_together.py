"""Looking at a match together: all follow the same one, whoever comes, goes, takes the pages at once, or lies."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from game.lan.together import (
    GONE_AFTER_MS,
    HEARTBEAT_MS,
    MAX_TAKEOVER_STEP,
    MIN_PAGE_GAP_MS,
    ReplayMessage,
    ReplayParticipant,
    ReplayPlace,
    ReplayRole,
    read_replay_message,
    write_replay_message,
)
from game.session.trying import MAX_LINE_MOVES
from net.budgets import ALLOWANCES, RateLimit
from net.log.entries import MAX_ENTRIES, MAX_SEATS
from net.messages import MAX_PREVIEW_BYTES
from net.schema import Misfit, pack_plain


@dataclass
class Room:
    """Programs around a host, who passes on what each says; while `holds`, everything is on its way."""

    seats: int
    now: int = 0
    holds: bool = False
    under_way: list[tuple[int, bytes]] = field(default_factory=list)
    said: list[bytes] = field(default_factory=list)
    looks: list[ReplayParticipant] = field(init=False)

    def __post_init__(self) -> None:
        self.looks = [ReplayParticipant(seat, self._sayer(seat)) for seat in range(self.seats)]

    def _sayer(self, seat: int):  # type: ignore[no-untyped-def]
        return lambda body: self.under_way.append((seat, body))

    def step(self, milliseconds: int = MIN_PAGE_GAP_MS) -> None:
        self.now += milliseconds
        for one in self.looks:
            one.step(self.now)
        while self.under_way and not self.holds:
            seat, body = self.under_way.pop(0)
            self.said.append(body)
            for one in self.looks:
                one.on_message(seat, body, self.now)


def entered(seats: int = 3) -> Room:
    room = Room(seats)
    for one in room.looks:
        one.join(ReplayPlace())
        room.step()
    room.step()
    return room


def test_the_first_turns_the_pages_and_all_who_come_follow() -> None:
    room = entered()
    assert [one.part for one in room.looks] == [ReplayRole.TURNS, ReplayRole.FOLLOWS, ReplayRole.FOLLOWS]
    assert [one.others for one in room.looks] == [(1, 2), (0, 2), (0, 1)]
    place = ReplayPlace(1, 17, 2, ("draw", "keep"))
    room.looks[0].go_to(place)
    room.step()
    assert [one.shared_place for one in room.looks] == [place] * 3


def test_anyone_breaks_free_and_comes_back() -> None:
    room = entered()
    free = room.looks[1]
    free.go_to(ReplayPlace(0, 3))
    room.looks[0].go_to(ReplayPlace(0, 9))
    room.step()
    assert free.part is ReplayRole.FREE
    free.return_to_shared()
    assert room.looks[1].is_following
    assert free.shared_place == ReplayPlace(0, 9)


def test_of_two_who_take_the_pages_at_once_every_program_follows_the_same() -> None:
    room = entered()
    room.holds = True
    room.looks[2].take_over(ReplayPlace(0, 2))
    room.looks[1].take_over(ReplayPlace(0, 1))
    room.step()
    room.holds = False
    room.step()
    room.step()
    assert {one.page_turner for one in room.looks} == {1}
    assert [one.shared_place for one in room.looks] == [ReplayPlace(0, 1)] * 3
    assert [one.part for one in room.looks] == [ReplayRole.FOLLOWS, ReplayRole.TURNS, ReplayRole.FOLLOWS]


def test_whoever_goes_or_falls_silent_is_not_waited_for() -> None:
    room = entered()
    room.looks[0].leave()
    room.step()
    assert room.looks[1].page_turner is None
    room.looks[1].take_over(ReplayPlace(0, 4))
    room.step()
    assert room.looks[2].shared_place == ReplayPlace(0, 4)
    silent = room.looks[1]
    silent.part = ReplayRole.GONE  # its cable is out: it says nothing more
    for _ in range(GONE_AFTER_MS // HEARTBEAT_MS + 1):
        room.step(HEARTBEAT_MS)
    assert room.looks[2].others == ()
    assert room.looks[2].page_turner is None


def test_a_page_that_was_lost_is_heard_with_the_next_word() -> None:
    room = entered()
    room.looks[0].go_to(ReplayPlace(0, 5))
    room.holds = True
    room.step()
    room.under_way.clear()
    room.holds = False
    room.step(HEARTBEAT_MS)
    assert room.looks[2].shared_place == ReplayPlace(0, 5)


def test_no_hand_turns_faster_than_the_host_passes_on() -> None:
    room = entered(2)
    before = len(room.said)
    for made in range(200):
        room.looks[0].go_to(ReplayPlace(0, made))
        room.step(10)
    assert len(room.said) - before <= 2_000 // MIN_PAGE_GAP_MS + 2
    assert ALLOWANCES[RateLimit.PREVIEW].interval < MIN_PAGE_GAP_MS
    room.step()
    assert room.looks[1].shared_place == ReplayPlace(0, 199)


def test_a_liar_keeps_the_pages_from_nobody() -> None:
    room = entered()
    lie = write_replay_message(ReplayMessage(ReplayRole.TURNS, 2**31 - 1, ReplayPlace(0, 66)))
    room.looks[1].on_message(2, lie, room.now)
    assert room.looks[1].shared_place == ReplayPlace()
    near = write_replay_message(ReplayMessage(ReplayRole.TURNS, 1 + MAX_TAKEOVER_STEP, ReplayPlace(0, 6)))
    room.looks[1].on_message(2, near, room.now)
    assert room.looks[1].page_turner == 2
    room.looks[1].take_over(ReplayPlace(0, 7))
    assert room.looks[1].page_turner == 1


def test_a_watcher_follows_and_says_nothing() -> None:
    sent: list[bytes] = []
    watcher = ReplayParticipant(None, sent.append)
    watcher.on_message(0, write_replay_message(ReplayMessage(ReplayRole.TURNS, 1, ReplayPlace(0, 2))), 10)
    watcher.join(ReplayPlace())
    assert watcher.is_following
    assert watcher.shared_place == ReplayPlace(0, 2)
    watcher.take_over(ReplayPlace(0, 5))
    watcher.step(5_000)
    assert watcher.part is ReplayRole.FREE
    assert sent == []


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xc0",
        pack_plain([4, 0, 0, 0, 0, []]),
        pack_plain([3, 2**31, 0, 0, 0, []]),
        pack_plain([3, 1, MAX_ENTRIES + 1, 0, 0, []]),
        pack_plain([3, 1, 0, -1, 0, []]),
        pack_plain([3, 1, 0, 0, MAX_SEATS + 1, []]),
        pack_plain([3, 1, 0, 0, 0, ["draw"] * (MAX_LINE_MOVES + 1)]),
        pack_plain([3, 1, 0, 0, 0, [""]]),
        pack_plain([3, 1, 0, 0, 0, ["a\nb"]]),
        pack_plain([3, 1, 0, 0, 0, [], 0]),
        pack_plain([True, 1, 0, 0, 0, []]),
        pack_plain([3, 1, 0, 0, 0, ["x" * (MAX_PREVIEW_BYTES)]]),
    ],
)
def test_what_does_not_fit_is_as_if_it_had_not_been_said(body: bytes) -> None:
    with pytest.raises(Misfit):
        read_replay_message(body)
    room = entered(2)
    room.looks[1].on_message(0, body, room.now)
    assert room.looks[1].shared_place == ReplayPlace()
    assert room.looks[1].others == (0,)


def test_a_word_is_read_as_it_was_written_and_the_longest_fits_a_preview() -> None:
    longest = ReplayMessage(
        ReplayRole.TURNS, 9, ReplayPlace(MAX_ENTRIES, MAX_ENTRIES, MAX_SEATS, ("discard R13!104",) * MAX_LINE_MOVES)
    )
    assert read_replay_message(write_replay_message(longest)) == longest
    assert len(write_replay_message(longest)) <= MAX_PREVIEW_BYTES
