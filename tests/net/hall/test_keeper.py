"""A hall and its visitors over real links in memory: what is told, who is sent where, what ends a link."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from net import messages as m
from net.hall import messages as h
from net.hall.asked import ChairRequest, PartnerRequest
from net.hall.keeper import CONNECTION_ALLOWANCE, SEND_INTERVAL_MS, HallParty
from net.hall.placed import is_signed_place, signed_place
from net.hall.visitor import HallVisitor
from net.link import LinkConfig, LinkRole, SecureLink
from net.log.effects import DropLink
from net.reasons import Reason
from net.station import CloseLink, LinkEnded, Switchboard, WriteBytes
from tests.net.fake_lan import entropy, identity

RULES, TABLES = 7, 3
HALL = identity("hall")
EMPTY = m.LobbySeat("nobody", "", "", b"", ready=False, here=False)
TABLE = h.HallTable(2, "rummy", bytes(16), playing=False, chairs=(EMPTY,), watchers=0)
PLACE = h.HallPlace(2, 0, 40_002, identity("table").key, bytes(64))


class Room:
    """A hall and those who called it; bytes arrive at once."""

    def __init__(self) -> None:
        self.now = 0
        self.hall = HallParty(HALL, "Club", RULES, TABLES)
        self.exchange = Switchboard(self.hall, CONNECTION_ALLOWANCE)
        for table in range(1, TABLES + 1):
            self.hall.update_table(replace(TABLE, table=table))
        self.guests: dict[int, Switchboard[HallVisitor]] = {}
        self.asked: list[ChairRequest | PartnerRequest] = []
        self.ends: dict[int, Reason] = {}
        self._numbers = itertools.count(1)

    def call(self, name: str, life: int = 0, rules: int = RULES) -> tuple[int, HallVisitor]:
        """Let somebody call, enter, and hear what there is to hear."""
        number = next(self._numbers)
        visitor = HallVisitor(identity(name), name, rules)
        guest = self.guests[number] = Switchboard(visitor)
        run = bytes([life]) * m.RUN_BYTES
        doors = LinkConfig(HALL, run=bytes(m.RUN_BYTES)), LinkConfig(identity(name), run=run)
        links = [
            SecureLink(role, door, entropy(f"{name} {number} {role}"))
            for role, door in zip((LinkRole.HOST, LinkRole.JOINER), doors, strict=True)
        ]
        self.exchange.on_connected(number, links[0], self.now, ours=False, address="10.0.0.1")
        guest.on_connected(number, links[1], self.now, ours=True)
        self.settle()
        return number, visitor

    def settle(self) -> None:
        """Carry everything over until nobody says anything more."""
        while sum(self._carry(number) for number in (0, *self.guests)):
            pass

    def _carry(self, number: int) -> bool:
        one = self.guests[number] if number else self.exchange
        moved = False
        while (deed := one.next_action(self.now)) is not None:
            moved = True
            if isinstance(deed, WriteBytes):
                (self.exchange if number else self.guests[deed.link]).on_received(deed.link, deed.sent, self.now)
            elif isinstance(deed, CloseLink):
                (self.exchange if number else self.guests[deed.link]).on_connection_lost(deed.link, self.now)
            elif isinstance(deed, ChairRequest | PartnerRequest):
                self.asked.append(deed)
            elif isinstance(deed, LinkEnded) and number:
                self.ends[number] = deed.lost.reason
        return moved

    def wait(self, milliseconds: int) -> None:
        """Let time pass."""
        self.now += milliseconds
        self.settle()


def test_who_enters_is_told_every_table_and_then_what_changes() -> None:
    room = Room()
    _link, ana = room.call("ana")
    assert ana.knows_all_tables
    assert ana.hall == h.HallInfo("Club", TABLES, 1)
    room.wait(SEND_INTERVAL_MS)
    room.hall.update_table(replace(TABLE, playing=True))
    room.wait(SEND_INTERVAL_MS)
    assert ana.tables[2].playing
    room.call("bea")
    room.wait(SEND_INTERVAL_MS)
    assert ana.hall == h.HallInfo("Club", TABLES, 2)


def test_a_board_is_told_once_and_again_when_more_than_its_clock_has_changed() -> None:
    room = Room()
    _link, ana = room.call("ana")
    board = h.HallBoard("swiss", 1, 3, 600, False, False, (), (), (), False, (), 0)
    shown: list[h.HallBoard | None] = []
    for posted, table in (
        (board, TABLE),
        (replace(board, left=540), TABLE),
        (replace(board, left=540), replace(TABLE, playing=True)),
        (replace(board, round=2), replace(TABLE, playing=True)),
    ):
        room.hall.update_board(posted)
        room.hall.update_table(table)
        room.wait(SEND_INTERVAL_MS)
        shown.append(ana.board)
    assert shown == [board, board, board, replace(board, round=2)]
    assert shown[0] is shown[1] is shown[2], "no message of it came between"
    assert ana.board == replace(board, round=2)
    _link, bea = room.call("bea")
    assert bea.board == replace(board, round=2), "whoever comes is told at once"


def test_a_wish_is_answered_by_a_place_that_the_hall_signed_for_this_person() -> None:
    room = Room()
    link, ana = room.call("ana")
    ana.request_chair(2)
    room.settle()
    assert room.asked == [ChairRequest(link, identity("ana").key, "ana", 2, watch=False)]
    room.hall.send_place(identity("ana").key, PLACE)
    room.settle()
    assert ana.place is not None
    assert is_signed_place(HALL.key, identity("ana").key, ana.place)
    assert not is_signed_place(HALL.key, identity("bea").key, ana.place)
    room.hall.refuse_chair(link, Reason.TABLE_FULL)
    room.settle()
    assert ana.refused is Reason.TABLE_FULL


def test_a_place_that_another_key_signed_sends_nobody_anywhere() -> None:
    room = Room()
    link, ana = room.call("ana")
    false = signed_place(identity("mallory"), identity("ana").key, PLACE)
    ana.on_message(link, false, room.now)
    room.settle()
    assert ana.place is None
    assert room.ends[link] is Reason.BAD_SIGNATURE


def test_talk_of_the_hall_reaches_all_who_are_in_it_and_too_much_is_told_once() -> None:
    room = Room()
    _link, ana = room.call("ana")
    _link, bea = room.call("bea")
    for number in range(20):
        ana.say(f"line {number}")
    room.settle()
    assert [one.text for one in bea.said] == [f"line {number}" for number in range(12)]
    assert bea.said[0].name == "ana"
    assert bea.said[0].key == identity("ana").key


def test_of_one_key_the_newest_link_counts() -> None:
    room = Room()
    first, _ana = room.call("ana")
    room.call("ana")
    assert room.ends == {first: Reason.DOUBLED}
    room.call("ana", life=1)
    assert room.ends[2] is Reason.REPLACED
    assert room.hall.visitor_count == 1


def test_whoever_plays_by_other_rules_is_refused() -> None:
    room = Room()
    link, ana = room.call("ana", rules=RULES + 1)
    assert room.ends == {link: Reason.OTHER_RULES}
    assert not ana.knows_all_tables


def test_a_full_hall_lets_in_nobody_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(h, "MAX_PEOPLE", 2)
    room = Room()
    room.call("ana")
    room.call("bea")
    link, _carl = room.call("carl")
    assert room.ends == {link: Reason.TABLE_FULL}


def test_an_address_that_calls_too_often_is_sent_away_until_it_has_waited() -> None:
    room = Room()
    refused = [room.exchange._limits.count_call("10.0.0.9", room.now) for _ in range(CONNECTION_ALLOWANCE.burst + 1)]
    assert refused.count(False) == 1
    assert room.exchange._limits.count_call("10.0.0.8", room.now)
    assert room.exchange._limits.count_call("10.0.0.9", room.now + CONNECTION_ALLOWANCE.interval)


def test_what_has_no_place_in_a_hall_ends_the_link() -> None:
    room = Room()
    link, _ana = room.call("ana")
    room.hall.on_message(link, m.Sit(1), room.now)
    room.settle()
    assert room.ends == {link: Reason.OUT_OF_TURN}
    link, bea = room.call("bea")
    bea.request_chair(TABLES + 1)
    room.settle()
    assert room.ends[link] is Reason.OUT_OF_TURN


def test_a_program_that_knows_no_halls_joins_as_at_a_table_and_is_sent_on() -> None:
    room = Room()
    room.hall.on_link_opened(9, identity("carl").key, bytes(16), room.now, ours=False)
    room.hall.on_message(9, m.Join("carl", RULES, b"", watch=False, match=b""), room.now)
    told = room.hall.take_effects(room.now)
    assert ChairRequest(9, identity("carl").key, "carl", h.ANY_TABLE, watch=False, joins=True) in told
    room.hall.redirect_joiner(9, "10.0.0.1:40002")
    (drop,) = room.hall.take_effects(room.now)
    assert isinstance(drop, DropLink)
    assert (drop.reason, drop.hint, drop.refuse) == (Reason.IS_HALL, "10.0.0.1:40002", True)
    room.hall.on_link_opened(10, identity("dora").key, bytes(16), room.now, ours=False)
    room.hall.redirect_joiner(10, "10.0.0.1:40003", back=True)
    (drop,) = room.hall.take_effects(room.now)
    assert isinstance(drop, DropLink)
    assert drop.reason is Reason.NOT_HOST, "a match that one has is gone on with at its table"


def test_a_pairing_is_told_to_those_who_are_here_and_to_whoever_comes() -> None:
    room = Room()
    _link, ana = room.call("ana")
    room.hall.send_pairing({identity(name).key: PLACE for name in ("ana", "bea")})
    room.settle()
    _link, bea = room.call("bea")
    _link, carl = room.call("carl")
    assert [one.place is not None for one in (ana, bea, carl)] == [True, True, False]


def test_who_would_like_to_play_with_somebody_is_told_to_him_alone() -> None:
    room = Room()
    _link, ana = room.call("ana")
    _link, bea = room.call("bea")
    _link, carl = room.call("carl")
    ana.request_partner("bea")
    room.settle()
    assert room.asked == [PartnerRequest(identity("ana").key, "bea")]
    room.hall.send_partner_wish(identity("bea").key, identity("ana").key)
    room.hall.send_partner_wish(identity("bea").key, identity("nobody").key)
    room.settle()
    assert bea.wished_by == ["ana"]
    assert carl.wished_by == []
