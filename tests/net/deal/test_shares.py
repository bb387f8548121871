"""Shares, coins and whole entries given at the wrong time, to the wrong seat, twice, or in somebody else's name."""

from __future__ import annotations

from typing import cast

import pytest

from net.deal.bodies import Blame, DealKind, Share, Shares, read_deal_body, write_deal_body
from net.deal.judging import entry_refusal
from net.deal.peers import DealPeer
from net.deal.rounds import TO_ALL
from net.deal.shares import tile_under
from tests.net.deal.hall import Hall, full_terms, only, terms_for
from tests.net.deal.mutants import flipped


def share_of(hall: Hall, seat: int, position: int) -> bytes:
    return write_deal_body(Shares((Share(position, hall.peers[seat].seed.lock_scalar(position)),)))


def word_for(hall: Hall, seat: int, position: int) -> str:
    return entry_refusal(hall.rounds[0], seat, DealKind.SHARE, share_of(hall, seat, position))


def test_nobody_shares_what_is_not_granted_nor_its_own_tile() -> None:
    """Seat 1 has 3, 4 and 5; nobody has 11. Even a right scalar is refused as long as nobody may see the tile."""
    hall = Hall(terms_for()).run()
    assert [word_for(hall, 0, at) for at in (3, 11)] == ["not_due", "not_due"]
    hall.grant(11, 1)
    # Seat 1 owes nothing for its own tile, and 0 has still something to give.
    assert [word_for(hall, 1, at) for at in (3, 11)] == ["not_due", "not_due"]
    assert [word_for(hall, 0, at) for at in (3, 10, 11)] == ["not_granted", "not_granted", ""]
    assert word_for(hall, 2, 0) == "not_granted"  # given long ago


def test_a_position_without_locks_has_no_tile() -> None:
    one = Hall(terms_for()).run().rounds[0]
    assert tile_under(one.locked_deck[0], (), one.tile_of) is None


def test_a_tile_granted_twice_is_shared_once_and_to_two_it_is_everybodys() -> None:
    hall = Hall(terms_for()).run()
    for _twice in range(2):
        hall.grant(11, 1)
        hall.run()
    assert [said.seat for said in hall.told(DealKind.SHARE) if _shares(said.body, 11)] == [0, 2]
    assert [peer.tile_at(11) is not None for peer in hall.peers.values()] == [False, True, False]
    hall.grant(11, 2)
    assert {one.audience[11] for one in hall.rounds} == {TO_ALL}
    hall.run()
    assert [said.seat for said in hall.told(DealKind.SHARE) if _shares(said.body, 11)] == [0, 2, 1]


def _shares(body: bytes, position: int) -> bool:
    return position in dict(cast("Shares", read_deal_body(DealKind.SHARE, body)).shares)


@pytest.mark.parametrize("kind", [DealKind.COMMIT, DealKind.COIN, DealKind.SHARE, DealKind.SEED])
def test_who_was_refused_may_still_say_the_right_thing(kind: DealKind) -> None:
    """A refusal leaves no trace: the deal is the same as if the lie had never been told."""
    honest = Hall(terms_for()).run().close()
    hall = Hall(terms_for())
    hall.run(kind) if kind is not DealKind.SEED else hall.run()
    if kind is DealKind.SEED:
        for one in hall.rounds:
            one.end_round()
    seat, told = next((seat, told) for seat, peer in hall.peers.items() if (told := peer.owed_entry()) is not None)
    assert told.kind is kind
    at = {DealKind.COMMIT: 4, DealKind.SHARE: 9}.get(kind, 6)
    assert hall.say(seat, kind, flipped(told.body, at)) != ""
    hall.caught.clear()
    hall.run().close()
    assert hall.log == honest.log
    assert hall.faults == {None}


@pytest.mark.parametrize("kind", [DealKind.MASK, DealKind.VCOMMIT, DealKind.PROOF, DealKind.LOCK, DealKind.SHARE])
def test_nobody_says_what_another_seat_said(kind: DealKind) -> None:
    """Seat 2 repeats the words of seat 0; some of it could be taken for a deck or a hash, and is found later."""

    def repeat(_peer: DealPeer, _body: bytes) -> bytes:
        return hall.told(kind)[0].body

    hall = Hall(full_terms(size=6, each=1))
    hall.cheats = {2: only(kind, repeat)}
    hall.run()
    named = {caught.seat for caught in hall.caught} | {fault.seat for fault in hall.faults if fault}
    assert named == {2}
    assert all(one.tile_at(at) is None for one in hall.rounds for at in range(6))


def test_who_accuses_himself_is_believed_only_where_he_is_right() -> None:
    """So a deal is void only if the one whom it names did say something false."""
    hall = Hall(terms_for()).run()
    for word in ("false_proof", "false_lock", "not_a_point"):
        assert hall.say(1, DealKind.BLAME, write_deal_body(Blame(1, "lock", word))) == "no_such_fault"
    assert [caught.seat for caught in hall.caught] == [1, 1, 1]
    assert not any(one.void for one in hall.rounds)
