from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.discovery import (
    HIDE_AFTER_MS,
    MAX_ANNOUNCEMENT_BYTES,
    MAX_KNOWN_TABLES,
    MAX_LISTED_TABLES,
    MAX_PROBES,
    PROBE_AGAIN_MS,
    PROBE_TIMEOUT_MS,
    Address,
    Announcement,
    TableList,
    TableStatus,
    parse_properties,
    to_properties,
)
from net.errors import RemoteProtocolError
from net.frames import pack, unpack, with_length
from net.identity import Identity, table_id_of
from net.introduction import answer_challenge
from net.link import CLEAR_FRAME
from net.messages import PROTOCOL, Info, Ping, Refused
from net.probe import Probe
from net.reasons import Reason
from tests.net.fake_lan import identity
from tests.slices import some

ANA_KEYS = identity("ana")
CHALLENGE = bytes(range(32))
ANA = Announcement(table_id_of(ANA_KEYS.key), "burako", 1, 4, "a1b2c3d4", locked=False)
HOME, CABLE = Address("192.168.1.7", 47815), Address("10.0.0.7", 47815)


def as_heard(announcement: Announcement, **changed: str | None) -> dict[bytes, bytes | None]:
    """What arrives of an announcement; None for a name without a value."""
    said: dict[str, str | None] = {**to_properties(announcement), **changed}
    return {name.encode(): None if value is None else value.encode() for name, value in said.items()}


def info(table: bytes = ANA.table, name: str = "Ana") -> Info:
    return Info(PROTOCOL, PROTOCOL, 1, "burako", name, 1, 4, bytes(16), locked=False, playing=False, table=table)


def table(number: int) -> Announcement:
    return replace(ANA, table=number.to_bytes(16, "big"))


announcements = st.builds(
    Announcement,
    st.binary(min_size=16, max_size=16),
    st.sampled_from(["burako", "eburako", "burraco", "rummy", "rummikub", "game7"]),
    st.integers(0, 3),
    st.integers(3, 7),
    st.text("0123456789abcdef", max_size=32),
    st.booleans(),
    st.integers(1, 65_535),
)


@given(announcements)
def test_what_is_announced_is_what_is_heard(said: Announcement) -> None:
    assert parse_properties(as_heard(said)) == said
    assert sum(len(name) + len(value or b"") + 2 for name, value in as_heard(said).items()) < MAX_ANNOUNCEMENT_BYTES


@pytest.mark.parametrize(
    "changed",
    [
        {"v": "2"},
        {"g": "b\u202eurako"},
        {"g": "<b>"},
        {"g": ""},
        {"g": "x" * 17},
        {"g": "Burako"},
        {"n": "5/4"},
        {"n": "1/99"},
        {"n": "-1/4"},
        {"n": "1/4/4"},
        {"n": "\u0661/4"},
        {"o": "A1"},
        {"o": "a" * 33},
        {"l": "yes"},
        {"l": None},
        {"t": "00"},
        {"t": "zz" * 16},
        {"p": "99999"},
        {"p": "1e3"},
        {"extra": "x" * MAX_ANNOUNCEMENT_BYTES},
    ],
    ids=str,
)
def test_what_does_not_fit_its_form_is_not_heard(changed: dict[str, str | None]) -> None:
    assert parse_properties(as_heard(ANA)) == ANA
    assert parse_properties(as_heard(ANA, **changed)) is None


@given(st.dictionaries(st.binary(max_size=300), st.one_of(st.none(), st.binary(max_size=300)), max_size=12))
def test_no_stranger_makes_it_stumble(said: dict[bytes, bytes | None]) -> None:
    assert parse_properties(said) is None


def test_a_later_version_may_say_more() -> None:
    assert parse_properties(as_heard(ANA, later="word")) == ANA


# The list


def test_a_table_is_open_once_it_has_answered() -> None:
    listing = TableList()
    listing.on_announced("ana", as_heard(ANA), (HOME,), 0)
    (row,) = listing.rows
    assert row.status is TableStatus.ASKING
    assert listing.next_probe(0) == HOME
    assert listing.next_probe(0) is None
    listing.on_answer(HOME, info(), 5)
    (row,) = listing.rows
    assert (row.status, row.place, row.info) == (TableStatus.OPEN, HOME, info())
    assert listing.next_probe(PROBE_AGAIN_MS) is None
    assert listing.next_probe(5 + PROBE_AGAIN_MS) == HOME


def test_one_row_a_table_however_many_names_announce_it() -> None:
    listing = TableList()
    listing.on_announced("ana", as_heard(ANA), (HOME,), 0)
    listing.on_announced("ana (2)", as_heard(ANA), (CABLE,), 0)
    assert len(listing.rows) == 1
    assert listing.next_probe(0) == HOME
    listing.on_probe_failed(HOME, 1)
    assert listing.next_probe(1) == CABLE
    listing.on_answer(CABLE, info(), 2)
    assert listing.rows[0].place == CABLE
    listing.on_withdrawn("ana")
    assert len(listing.rows) == 1
    listing.on_withdrawn("ana (2)")
    assert listing.next_probe(2) == CABLE  # anybody can say so; it is asked itself
    listing.on_probe_failed(CABLE, 3)
    assert not listing.rows


def test_a_program_that_opens_another_table_leaves_the_first() -> None:
    listing = TableList()
    listing.on_announced("ana", as_heard(table(1)), (HOME,), 0)
    listing.on_announced("ana", as_heard(table(2)), (HOME,), 1)
    assert [row.announced.table for row in listing.rows] == [table(2).table]


def test_a_killed_host_is_told_silent_then_hidden_and_comes_back_when_it_answers() -> None:
    listing = TableList()
    listing.on_announced("ana", as_heard(ANA), (HOME,), 0)
    assert listing.next_probe(0) == HOME
    listing.tick(PROBE_TIMEOUT_MS)
    assert [row.status for row in listing.rows] == [TableStatus.SILENT]
    listing.tick(HIDE_AFTER_MS - 1)
    assert listing.rows
    listing.tick(HIDE_AFTER_MS)
    assert not listing.rows
    assert listing.next_probe(PROBE_TIMEOUT_MS + HIDE_AFTER_MS) == HOME
    listing.on_answer(HOME, info(), PROBE_TIMEOUT_MS + HIDE_AFTER_MS + 1)
    assert [row.status for row in listing.rows] == [TableStatus.OPEN]


@pytest.mark.parametrize("refuses", [True, False])
@pytest.mark.parametrize("places", [(HOME,), (HOME, CABLE)])
def test_a_host_killed_at_any_moment_is_off_the_list_within_ten_seconds(
    places: tuple[Address, ...], refuses: bool
) -> None:
    """Its port refuses at once, or nothing answers at all, as when its cable is out."""
    for killed in range(0, 6_000, 250):
        listing = TableList()
        listing.on_announced("ana", as_heard(ANA), places, 0)
        gone = None
        for now in range(0, 30_000, 50):
            while (place := listing.next_probe(now)) is not None:
                if now < killed:
                    listing.on_answer(place, info(), now)
                elif refuses:
                    listing.on_probe_failed(place, now)
            listing.tick(now)
            if not listing.rows:
                gone = now
                break
        assert gone is not None
        assert gone - killed <= 10_000, killed


def test_a_table_that_is_another_one_than_announced_is_not_shown_as_open() -> None:
    listing = TableList()
    listing.on_announced("ana", as_heard(ANA), (HOME,), 0)
    assert listing.next_probe(0) == HOME
    listing.on_answer(HOME, info(bytes(16)), 1)
    assert listing.rows[0].status is TableStatus.SILENT


def test_forty_tables_are_asked_a_few_at_a_time_and_all_listed() -> None:
    listing = TableList()
    for number in range(40):
        listing.on_announced(f"t{number}", as_heard(table(number)), (Address("192.168.1.9", 1000 + number),), 0)
    asked = 0
    while places := [place for _ in range(50) if (place := listing.next_probe(1)) is not None]:
        assert len(places) <= MAX_PROBES
        for place in places:
            asked += 1
            listing.on_answer(place, info(table(place.port - 1000).table), 1)
    assert asked == 40
    assert [row.status for row in listing.rows] == [TableStatus.OPEN] * 40


def test_a_flood_is_bounded_and_pushes_out_only_the_silent() -> None:
    listing = TableList()
    listing.on_announced("ana", as_heard(ANA), (HOME,), 0)
    assert listing.next_probe(0) == HOME
    listing.on_answer(HOME, info(), 0)
    for number in range(1000, 1000 + 2 * MAX_LISTED_TABLES):
        listing.on_announced(f"t{number}", as_heard(table(number)), (Address("10.0.0.9", number),), 0)
    assert len(listing.rows) == MAX_LISTED_TABLES
    late = table(7)
    listing.on_announced("late", as_heard(late), (CABLE,), 0)
    assert late.table in {row.announced.table for row in listing.rows}
    for now in range(0, 16 * HIDE_AFTER_MS, PROBE_TIMEOUT_MS):
        while (place := listing.next_probe(now)) is not None:
            if place == HOME:
                listing.on_answer(place, info(), now)
        listing.tick(now)
    assert [row.announced for row in listing.rows] == [ANA]
    listing.on_announced("late", as_heard(late), (CABLE,), 16 * HIDE_AFTER_MS)
    assert late.table in {row.announced.table for row in listing.rows}


# False tables


MALLORY = identity("mallory")
LAIR = Address("192.168.1.66", 47815)


class Network:
    """The programs that answer, by address; a question to any other address stays without an answer."""

    def __init__(self, listing: TableList, there: dict[Address, Identity]) -> None:
        self.listing = listing
        self.there = there
        self.now = 0

    def wait(self, milliseconds: int) -> None:
        """Let the list ask, half a second at a time."""
        for now in range(self.now, self.now + milliseconds + 1, 500):
            self.now = now
            self.listing.tick(self.now)
            while (place := self.listing.next_probe(self.now)) is not None:
                if place in self.there:
                    told = answer_challenge(info(name=str(place.port)), self.there[place], CHALLENGE)
                    self.listing.on_answer(place, told, self.now)

    def is_open(self, said: Announcement) -> bool:
        """Tell whether a table stands in the list as one that answers."""
        return any(row.announced == said and row.status is TableStatus.OPEN for row in self.listing.rows)


def test_who_answers_with_another_key_does_not_get_the_row() -> None:
    listing = TableList()
    network = Network(listing, {LAIR: MALLORY, HOME: ANA_KEYS})
    listing.on_announced("squatter", as_heard(ANA), (LAIR,), 0)
    listing.on_announced("ana", as_heard(ANA), (HOME,), 0)
    network.wait(1_000)
    (row,) = listing.rows
    assert (row.status, row.place) == (TableStatus.OPEN, HOME)
    listing.on_announced("squatter", as_heard(replace(ANA, game="rummy", locked=True)), (LAIR,), 2_000)
    assert listing.rows[0].announced == ANA
    network.wait(20_000)
    assert listing.rows[0].place == HOME


def test_a_squatter_alone_is_shown_as_silent() -> None:
    listing = TableList()
    network = Network(listing, {LAIR: MALLORY})
    listing.on_announced("squatter", as_heard(ANA), (LAIR,), 0)
    network.wait(1_000)
    assert [row.status for row in listing.rows] == [TableStatus.SILENT]


def test_a_squatter_with_many_names_uses_up_no_place_of_the_true_one() -> None:
    listing = TableList()
    lairs = [Address("192.168.1.66", port) for port in range(1, 100)]
    network = Network(listing, {HOME: ANA_KEYS, **dict.fromkeys(lairs, MALLORY)})
    for number, lair in enumerate(lairs):
        listing.on_announced(f"squatter {number}", as_heard(ANA), (lair,), 0)
    network.wait(20_000)
    listing.on_announced("ana", as_heard(ANA), (HOME,), network.now)
    for number, lair in enumerate(lairs):
        listing.on_announced(f"squatter {number}", as_heard(ANA), (lair,), network.now)
        network.wait(500)
    assert network.is_open(ANA)


@pytest.mark.parametrize(("addresses", "count"), some([(8, 400), (1, 64), (64, 64), (64, 1_500), (1, 1_500)], 1))
def test_false_tables_hide_no_true_one(addresses: int, count: int) -> None:
    listing = TableList()
    network = Network(listing, {HOME: ANA_KEYS})

    def flood() -> None:
        for number in range(count):
            lair = Address(f"10.1.0.{number % addresses}", 1 + number)
            listing.on_announced(f"t{number}", as_heard(table(1_000 + number)), (lair,), network.now)

    flood()
    listing.on_announced("ana", as_heard(ANA), (HOME,), 0)
    network.wait(addresses * PROBE_TIMEOUT_MS // MAX_PROBES + PROBE_TIMEOUT_MS)
    assert network.is_open(ANA)
    flood()
    network.wait(30_000)
    assert network.is_open(ANA)
    assert listing.rows[0].announced == ANA
    assert len(listing.rows) <= MAX_LISTED_TABLES


@pytest.mark.whole  # false ones: above
def test_who_keeps_a_thousand_true_tables_leaves_the_others_their_rows() -> None:
    listing = TableList()
    network = Network(listing, {})
    for number in range(MAX_KNOWN_TABLES + 50):
        keys = identity(f"mallory {number}")
        network.there[Address("10.1.0.1", 1 + number)] = keys
        said = replace(ANA, table=table_id_of(keys.key))
        listing.on_announced(f"t{number}", as_heard(said), (Address("10.1.0.1", 1 + number),), 0)
    network.wait(5_000)
    network.there[HOME] = ANA_KEYS
    listing.on_announced("ana", as_heard(ANA), (HOME,), network.now)
    network.wait(5_000)
    assert network.is_open(ANA)
    assert len(listing.rows) == MAX_LISTED_TABLES
    assert len(listing._tables) <= MAX_KNOWN_TABLES


def test_a_goodbye_in_another_name_takes_no_table_away_that_answers() -> None:
    listing = TableList()
    network = Network(listing, {HOME: ANA_KEYS})
    listing.on_announced("ana", as_heard(ANA), (HOME,), 0)
    network.wait(500)
    listing.on_withdrawn("ana")
    network.wait(20_000)
    assert network.is_open(ANA)
    network.there.clear()
    network.wait(PROBE_AGAIN_MS + PROBE_TIMEOUT_MS)
    assert not listing.rows


def test_an_answer_that_was_recorded_or_changed_proves_nothing() -> None:
    told = answer_challenge(info(), ANA_KEYS, bytes(32))
    for false in (
        told,
        replace(answer_challenge(info(), ANA_KEYS, CHALLENGE), name="Eve"),
        replace(told, key=MALLORY.key),
    ):
        assert Probe(CHALLENGE).receive(with_length(CLEAR_FRAME + pack(false))) is Reason.BAD_SIGNATURE


def test_a_short_code_is_typed_as_one_likes() -> None:
    listing = TableList()
    listing.on_announced("ana", as_heard(ANA), (HOME,), 0)
    assert [row.announced for row in listing.rows_with_code(f" {ANA.code.lower()} ")] == [ANA]
    assert listing.rows_with_code("") == listing.rows_with_code("IO" + ANA.code[2:]) == ()


# One question


def test_a_probe_reads_the_answer_byte_by_byte() -> None:
    probe = Probe(CHALLENGE)
    told = answer_challenge(info(), ANA_KEYS, CHALLENGE)
    whole = with_length(CLEAR_FRAME + pack(told))
    assert [probe.receive(whole[at : at + 1]) for at in range(len(whole))] == [None] * (len(whole) - 1) + [told]


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (with_length(CLEAR_FRAME + pack(Refused("too_many_links", ""))), Reason.TOO_MANY_LINKS),
        (with_length(CLEAR_FRAME + pack(Ping())), Reason.NOT_COMODIN),
        (with_length(b"E" + pack(info())), Reason.NOT_COMODIN),
        (with_length(CLEAR_FRAME + b"\xc1"), Reason.NOT_COMODIN),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", Reason.NOT_COMODIN),
        (b"\xff" * 8, Reason.NOT_COMODIN),
    ],
    ids=["refused", "ping", "sealed", "noise", "http", "huge"],
)
def test_a_probe_takes_no_other_answer(answer: bytes, found: Reason) -> None:
    assert Probe(CHALLENGE).receive(answer) is found


@given(st.binary(max_size=600))
def test_a_probe_never_stumbles(noise: bytes) -> None:
    assert Probe(CHALLENGE).receive(noise) in {None, Reason.NOT_COMODIN}


def test_the_question_is_what_a_host_answers() -> None:
    asked = Probe(CHALLENGE).question_bytes()
    try:
        message = unpack(asked[5:])
    except RemoteProtocolError:
        pytest.fail("a host would not understand")
    assert type(message).__name__ == "Ask"
