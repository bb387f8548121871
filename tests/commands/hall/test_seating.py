"""Who gets which chair of a hall."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.commands.hall.seating import RESERVATION_MS, HallSeat, HallSeating
from net.hall.asked import ChairRequest
from net.hall.messages import ANY_TABLE
from net.lobby import Lobby
from net.log.entries import MAX_SEATS
from net.messages import MAX_WATCHERS, Join, Sit
from net.reasons import Reason
from tests.net.fake_lan import identity
from tests.net.parties import OFFER

CHAIRS = 2


def key(name: str) -> bytes:
    return identity(name).key


def waiting() -> Lobby:
    return Lobby(OFFER, key("table"), "Table", CHAIRS)


@dataclass
class Stub:
    """A table that waits, or plays with those of `seats`."""

    lobby: Lobby | None = field(default_factory=waiting)
    match: bytes = b""
    watchers: int = 0
    seats: tuple[str, ...] = ()

    def seat_of(self, who: bytes) -> int | None:
        if self.lobby is not None:
            return self.lobby.seat_of(who)
        return next((at for at, name in enumerate(self.seats) if key(name) == who), None)

    def come(self, name: str) -> Reason | None:
        assert self.lobby is not None
        return self.lobby.join(key(name), Join(name, OFFER.rules, b"", watch=False, match=b""))


def asked(name: str, table: int = ANY_TABLE, *, watch: bool = False, match: bytes = b"") -> ChairRequest:
    return ChairRequest(1, key(name), name, table, watch=watch, joins=bool(match), match=match)


def test_who_asks_for_any_table_comes_to_the_first_that_lacks_somebody() -> None:
    tables = {1: Stub(), 2: Stub()}
    seating = HallSeating(tables)
    places = [seating.answer(asked(name), 0) for name in ("ana", "bea", "carl", "dora", "eva")]
    assert places == [HallSeat(1, 0), HallSeat(1, 1), HallSeat(2, 0), HallSeat(2, 1), Reason.TABLE_FULL]


def test_a_chair_is_kept_for_who_was_sent_there_and_free_again_when_nobody_comes() -> None:
    tables = {1: Stub()}
    seating = HallSeating(tables)
    assert seating.answer(asked("ana"), 0) == HallSeat(1, 0)
    assert tables[1].come("bea") is None
    assert tables[1].seat_of(key("bea")) == 1
    assert tables[1].come("carl") is Reason.TABLE_FULL
    seating.tick(RESERVATION_MS)
    assert tables[1].come("carl") is None


def test_nobody_moves_to_a_chair_that_is_kept_for_another() -> None:
    tables = {1: Stub()}
    seating = HallSeating(tables)
    seating.answer(asked("ana"), 0)
    tables[1].come("bea")
    assert tables[1].lobby is not None
    assert tables[1].lobby.carry_out(key("bea"), Sit(0)) is Reason.SEAT_TAKEN
    assert tables[1].come("ana") is None
    assert tables[1].seat_of(key("ana")) == 0


def test_where_a_tournament_assigns_the_chairs_nobody_gets_another_by_any_way() -> None:
    tables = {1: Stub(), 2: Stub()}
    runs = [True]
    seating = HallSeating(tables, lambda: runs[0])
    seating.tick(0)
    assert seating.answer(asked("ana"), 0) is Reason.TABLE_FULL
    assert tables[1].come("ana") is Reason.TABLE_FULL, "nor by the table's own address"
    seating.pair({key("ana"): HallSeat(2, 1)})
    assert seating.answer(asked("ana", 1), 0) == HallSeat(2, 1)
    assert tables[2].come("bea") is Reason.TABLE_FULL
    assert tables[2].come("ana") is None
    assert tables[2].lobby is not None
    assert tables[2].lobby.carry_out(key("ana"), Sit(0)) is Reason.SEAT_TAKEN
    assert tables[2].lobby.set_bot(0, "Bot 1", "medium") is None
    runs.clear()
    runs.append(False)
    seating.pair({})
    assert seating.answer(asked("bea"), 0) == HallSeat(1, 0), "after it everybody sits where they like"


def test_whoever_has_a_chair_is_sent_back_to_it_also_while_its_table_plays() -> None:
    seating = HallSeating({1: Stub(), 2: Stub(lobby=None, seats=("ana", "bea"))})
    assert seating.answer(asked("bea"), 0) == HallSeat(2, 1)
    assert seating.answer(asked("bea", 1), 0) == HallSeat(2, 1)
    assert seating.answer(asked("carl", 2), 0) is Reason.PLAYING


def test_a_program_that_comes_back_to_a_match_is_sent_where_it_is_played() -> None:
    seating = HallSeating({1: Stub(), 2: Stub(lobby=None, match=b"m" * 16)})
    assert seating.answer(asked("ana", match=b"m" * 16), 0) == HallSeat(2, MAX_SEATS)
    assert seating.answer(asked("ana", match=b"n" * 16), 0) is Reason.OTHER_MATCH


def test_who_watches_is_sent_where_somebody_plays_as_long_as_there_is_room() -> None:
    tables = {1: Stub(), 2: Stub(lobby=None, watchers=MAX_WATCHERS), 3: Stub(lobby=None)}
    seating = HallSeating(tables)
    assert seating.answer(asked("ana", watch=True), 0) == HallSeat(3, MAX_SEATS)
    assert seating.answer(asked("ana", 1, watch=True), 0) == HallSeat(1, MAX_SEATS)
    assert seating.answer(asked("ana", 2, watch=True), 0) is Reason.WATCHERS_FULL


def test_a_pairing_keeps_its_chairs_until_the_next_one() -> None:
    tables = {1: Stub(), 2: Stub()}
    seating = HallSeating(tables)
    seating.pair({key("ana"): HallSeat(2, 1), key("bea"): HallSeat(1, 0)})
    assert seating.answer(asked("ana", 1), 0) == HallSeat(2, 1)
    assert seating.paired(key("ana")) == HallSeat(2, 1)
    seating.tick(10 * RESERVATION_MS)
    assert [tables[1].come(name) for name in ("carl", "dora")] == [None, Reason.TABLE_FULL]
    assert tables[2].come("ana") is None
    assert tables[2].seat_of(key("ana")) == 1
    assert seating.paired(key("ana")) is None
    seating.pair({})
    assert tables[1].come("dora") is None
