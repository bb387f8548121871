from __future__ import annotations

import pytest

from net import frames
from net import messages as m
from net.errors import LocalProtocolError
from net.lobby import EMPTY_SEAT, Lobby
from net.log.entries import MAX_SEATS, TABLE_AUTHOR
from net.reasons import FLAW_MEANINGS, REASON_SENTENCES, Flaw, Reason
from tests.net.fake_lan import identity
from tests.net.parties import OFFER, joining

HUGO, ANA, BEA, CARL = (identity(name).key for name in ("hugo", "ana", "bea", "carl"))


def table(seats: int = 3) -> Lobby:
    lobby = Lobby(OFFER, HUGO, "hugo", seats)
    assert lobby.join(HUGO, joining("hugo")) is None
    return lobby


def test_joiners_take_the_first_free_seat_and_then_that_of_a_bot() -> None:
    lobby = table()
    lobby.set_bot(1, "Nora", "hard")
    assert lobby.join(ANA, joining("ana")) is None
    assert [chair.name for chair in lobby.chairs] == ["hugo", "Nora", "ana"]
    assert lobby.join(ANA, joining("Ana")) is None, "whoever comes again has his seat"
    assert lobby.join(BEA, joining("bea")) is None
    assert [chair.name for chair in lobby.chairs] == ["hugo", "bea", "Ana"]
    assert lobby.join(bytes(32), joining("cleo")) is Reason.TABLE_FULL


@pytest.mark.parametrize(
    ("join", "reason"),
    [
        (m.Join("x", 2, b"", watch=False, match=b""), Reason.OTHER_RULES),
        (m.Join("x", 1, b"y" * 16, watch=False, match=b""), Reason.OTHER_OPTIONS),
        (m.Join("x", 1, b"", watch=False, match=bytes(16)), Reason.OTHER_MATCH),
    ],
)
def test_who_expects_something_else_is_told_what(join: m.Join, reason: Reason) -> None:
    assert table().join(ANA, join) is reason


def test_eight_may_watch() -> None:
    lobby = table()
    watch = m.Join("w", 1, b"", watch=True, match=b"")
    for number in range(m.MAX_WATCHERS):
        assert lobby.join(bytes([number]) * 32, watch) is None
    assert lobby.join(bytes([0]) * 32, watch) is None
    assert lobby.join(ANA, watch) is Reason.WATCHERS_FULL
    lobby.remove_person(bytes([3]) * 32)
    assert lobby.join(ANA, watch) is None


def test_one_may_move_to_a_free_seat_and_is_then_not_ready() -> None:
    lobby = table()
    lobby.join(ANA, joining("ana"))
    lobby.set_ready(ANA, m.Ready(ready=True, digest=OFFER.digest, commit=bytes(32)))
    assert lobby.sit(ANA, 0) is Reason.SEAT_TAKEN
    assert lobby.sit(ANA, 1) is None
    assert lobby.chairs[1].ready
    assert lobby.sit(ANA, 2) is None
    assert (lobby.chairs[1], lobby.chairs[2].ready) == (EMPTY_SEAT, False)
    assert lobby.sit(ANA, 7) is Reason.OUT_OF_TURN
    assert lobby.sit(BEA, 1) is Reason.OUT_OF_TURN


def test_a_bot_gives_its_seat_to_a_person_and_takes_the_old_one() -> None:
    lobby = table()
    lobby.join(ANA, joining("ana"))
    lobby.set_bot(2, "Nora", "hard")
    assert lobby.sit(ANA, 2) is None
    assert [chair.name for chair in lobby.chairs] == ["hugo", "Nora", "ana"]
    assert lobby.chairs[1].ready


def test_a_watcher_sits_down_where_no_person_sits() -> None:
    lobby = table()
    assert lobby.join(ANA, m.Join("ana", 1, b"", watch=True, match=b"")) is None
    assert lobby.sit(ANA, 0) is Reason.SEAT_TAKEN
    assert lobby.sit(ANA, 1) is None
    assert (lobby.chairs[1].name, lobby.chairs[1].ready, lobby.watchers) == ("ana", False, {})


def test_ready_counts_for_the_options_that_were_seen() -> None:
    lobby = table(2)
    lobby.join(ANA, joining("ana"))
    assert lobby.set_ready(ANA, m.Ready(ready=True, digest=b"x" * 16, commit=bytes(32))) is None
    can_start = [lobby.can_start]
    lobby.set_ready(ANA, m.Ready(ready=True, digest=OFFER.digest, commit=bytes(32)))
    can_start.append(lobby.can_start)
    lobby.change_options(b"others", b"o" * 16, 2)
    can_start.append(lobby.can_start)
    assert (lobby.offer.options, lobby.offer.digest) == (b"others", b"o" * 16)
    lobby.set_ready(ANA, m.Ready(ready=True, digest=b"o" * 16, commit=bytes(32)))
    can_start.append(lobby.can_start)
    assert can_start == [False, True, False, True]
    assert lobby.set_ready(BEA, m.Ready(ready=True, digest=OFFER.digest, commit=bytes(32))) is Reason.OUT_OF_TURN


def test_a_smaller_table_keeps_persons_before_bots() -> None:
    lobby = table(4)
    lobby.set_bot(1, "Nora", "easy")
    for key, name in ((ANA, "ana"), (BEA, "bea")):
        lobby.join(key, joining(name))
    assert lobby.change_options(b"o", b"o" * 16, 3) == ()
    assert [chair.name for chair in lobby.chairs] == ["hugo", "bea", "ana"]
    assert lobby.change_options(b"o", b"o" * 16, 2) == (ANA,)
    assert lobby.change_options(b"o", b"o" * 16, 5) == ()
    assert [chair.holder for chair in lobby.chairs] == ["person", "person", "nobody", "nobody", "nobody"]


def test_a_person_is_not_replaced_by_a_bot_unseen() -> None:
    lobby = table()
    lobby.join(ANA, joining("ana"))
    assert lobby.set_bot(1, "Nora", "easy") is Reason.SEAT_TAKEN
    assert lobby.clear_chair(1) == ANA
    assert lobby.set_bot(1, "Nora", "easy") is None
    assert lobby.clear_chair(1) == b""


def test_the_start_names_everybody_in_order() -> None:
    lobby = table(2)
    assert not lobby.can_start
    with pytest.raises(LocalProtocolError, match="can_start"):
        lobby.start_body(b"header")
    lobby.set_bot(1, "Nora", "hard")
    start = lobby.start_body(b"header", ("hugo:1",))
    assert (start.host, start.header, start.addresses) == (0, b"header", ("hugo:1",))
    assert [(one.key, one.name, one.level) for one in start.sitters] == [(HUGO, "hugo", ""), (b"", "Nora", "hard")]
    outside = Lobby(OFFER, CARL, "carl", 1)
    outside.set_bot(0, "Nora", "hard")
    assert outside.start_body(b"").host == TABLE_AUTHOR


def test_each_reader_is_told_his_own_seat() -> None:
    lobby = table()
    lobby.join(ANA, joining("ana"))
    assert [lobby.room_for(key).you for key in (HUGO, ANA, BEA)] == [0, 1, MAX_SEATS]
    assert frames.unpack(frames.pack(lobby.room_for(ANA))) == lobby.room_for(ANA)


def test_strangers_are_told_what_an_announcement_says() -> None:
    info = table().public_info(low=1, high=1, locked=True, playing=False)
    assert (info.game, info.taken, info.seats, info.locked, info.table) == ("tiny", 1, 3, True, OFFER.table)
    assert len(frames.pack(info)) < 512


@pytest.mark.parametrize("seats", [0, MAX_SEATS + 1])
def test_a_table_has_so_many_seats(seats: int) -> None:
    with pytest.raises(LocalProtocolError):
        Lobby(OFFER, HUGO, "hugo", seats)
    with pytest.raises(LocalProtocolError):
        table().change_options(b"", bytes(16), seats)


def test_every_reason_and_flaw_has_its_sentence() -> None:
    assert set(REASON_SENTENCES) == set(Reason)
    assert set(FLAW_MEANINGS) == set(Flaw)
    assert all(reason.sentence.endswith(".") and len(reason.sentence) > 20 for reason in Reason)
    assert all(flaw.meaning for flaw in Flaw)
