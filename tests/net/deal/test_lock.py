"""What a changed program may do while it locks and shares: it is named before a tile opens, or gains nothing."""

from __future__ import annotations

from typing import cast

import pytest

from net.deal.bodies import DealEntry, DealKind, Locked, Shares, read_deal_body, write_deal_body
from net.deal.group import deck_of, joined, multiply_scalars, times_generator, times_point
from net.deal.lock import unmasking_locks
from net.deal.peers import DealPeer
from net.deal.rounds import TO_ALL, TO_NOBODY, EntryFault
from net.deal.seeds import Seed
from net.deal.shares import verify_tile
from tests.net.deal.hall import Caught, Cheat, Hall, full_terms, only, terms_for
from tests.net.deal.unproven import NoLockProof

TWO = (2).to_bytes(32, "little")


# Copied positions: seat 0 owns 0..2, seat 1 owns 3..5.


def copied(factor: bytes, *pairs: tuple[int, int]) -> Cheat:
    """Lock others' tiles into some positions, with scalars and marks that we know."""

    def copy(peer: DealPeer, body: bytes) -> bytes:
        lock = cast("Locked", read_deal_body(DealKind.LOCK, body))
        before = peer.round.deck_to_lock(peer.seed.seat)
        secrets = unmasking_locks(peer.seed, len(before))
        marks, locked = list(deck_of(lock.marks)), list(deck_of(lock.locked))
        for own, other in pairs:
            secret = multiply_scalars(secrets[own], factor)
            marks[own], locked[own] = times_generator(secret), times_point(secret, before[other])
        return write_deal_body(lock._replace(marks=joined(marks), locked=joined(locked)))

    return only(DealKind.LOCK, copy)


RACK = ((0, 3), (1, 4), (2, 5))
ONE = (1).to_bytes(32, "little")


@pytest.mark.parametrize("factor", [ONE, TWO])
def test_copied_positions_show_a_rack_when_nobody_asks_for_proofs(factor: bytes) -> None:
    hall = Hall(full_terms(), {0: copied(factor, *RACK)}, make=NoLockProof).run()
    one, seed = hall.peers[0].round, hall.peers[0].seed
    spied = [one.tile_at(own, {0: multiply_scalars(seed.lock_scalar(own), factor)}) for own in range(3)]
    rack = [hall.peers[1].round.tile_at(at, {1: hall.peers[1].seed.lock_scalar(at)}) for at in (3, 4, 5)]
    assert None not in rack
    assert spied == rack


@pytest.mark.parametrize("factor", [ONE, TWO])
def test_copied_positions_are_caught(factor: bytes) -> None:
    hall = Hall(full_terms(), {0: copied(factor, *RACK)}).run()
    assert hall.faults == {EntryFault(0, DealKind.LOCK, "false_lock")}
    assert not hall.told(DealKind.SHARE)


FOR_A_FRIEND = copied(
    ONE, (6, 3)
)  # seat 1's first tile on seat 2's first position: seat 2 tells us what it reads there


def test_two_who_work_together_read_a_third_ones_tile_when_nobody_asks_for_proofs() -> None:
    hall = Hall(full_terms(), {0: FOR_A_FRIEND}, make=NoLockProof).run()
    spied = hall.peers[2].tile_at(6)
    assert spied is not None
    assert spied == hall.peers[1].round.tile_at(
        3, {seat: peer.seed.lock_scalar(3) for seat, peer in hall.peers.items()}
    )


@pytest.mark.parametrize("to", [0, TO_ALL, TO_NOBODY])
def test_a_copy_is_caught_on_whosever_position_it_lies(to: int) -> None:
    plan = bytes([to, to, to, 1, 1, 1, 2, 2, 2, *[TO_NOBODY] * 3])
    for copy in (copied(ONE, *RACK), FOR_A_FRIEND):
        hall = Hall(full_terms()._replace(plan=plan), {0: copy}).run()
        assert hall.faults == {EntryFault(0, DealKind.LOCK, "false_lock")}
        assert not hall.told(DealKind.SHARE)


# Shares, locks, tiles


def test_a_wrong_share_is_refused() -> None:
    def lie(peer: DealPeer, body: bytes) -> bytes:
        shares = cast("Shares", read_deal_body(DealKind.SHARE, body)).shares
        return write_deal_body(Shares((shares[0]._replace(scalar=peer.seed.lock_scalar(99)), *shares[1:])))

    hall = Hall(terms_for(), {1: only(DealKind.SHARE, lie)}).run()
    assert hall.caught == [Caught(1, DealKind.SHARE, "wrong_share")]
    assert hall.peers[2].tile_at(6) is None


def other_lock(position: int) -> Cheat:
    def change(peer: DealPeer, body: bytes) -> bytes:
        lock = cast("Locked", read_deal_body(DealKind.LOCK, body))
        locked = list(deck_of(lock.locked))
        locked[position] = times_point(peer.seed.lock_scalar(99), locked[position])
        return write_deal_body(lock._replace(locked=joined(locked)))

    return only(DealKind.LOCK, change)


@pytest.mark.parametrize("position", [0, 11])
def test_a_wrong_lock_where_it_may_own_is_caught_by_the_proof(position: int) -> None:
    hall = Hall(terms_for(), {0: other_lock(position)}).run()
    assert hall.faults == {EntryFault(0, DealKind.LOCK, "false_lock")}
    assert not hall.told(DealKind.SHARE)


def test_a_lock_of_anothers_position_is_bound_by_its_proof_too() -> None:
    hall = Hall(terms_for(), {0: other_lock(4)}).run()
    assert hall.faults == {EntryFault(0, DealKind.LOCK, "false_lock")}


def proven_other_lock(position: int) -> Cheat:
    """Lock one position by another scalar, and make the proof of just that."""

    class Odd(Seed):
        def lock_scalar(self, at: int) -> bytes:
            return self.derive_scalar(b"lock", 99 if at == position else at)

    def change(peer: DealPeer, owed: DealEntry) -> DealEntry:
        if owed.kind != DealKind.LOCK:
            return owed
        odd = DealPeer(peer.round, Odd(peer.seed.context, peer.seed.seat, peer.seed.raw))
        while not odd.do_steps(1024):
            pass
        return odd.owed_entry() or owed

    return change


def test_a_wrong_lock_of_anothers_position_cannot_be_opened() -> None:
    hall = Hall(terms_for(), {0: proven_other_lock(4)}).run()
    assert hall.caught == [Caught(0, DealKind.SHARE, "wrong_share")]
    assert hall.peers[1].tile_at(4) is None


def test_a_lock_that_is_not_its_seeds_is_found_by_the_audit() -> None:
    hall = Hall(terms_for(), {0: proven_other_lock(0)}).run().close()
    assert hall.faults == {EntryFault(0, DealKind.SEED, "not_its_seed")}


def weak(*positions: int, like: int | None = None) -> Cheat:
    """Lock some positions by one, or by the scalar of another position, and prove just that; share so, too."""

    class Weak(Seed):
        def lock_scalar(self, at: int) -> bytes:
            if at not in positions:
                return Seed.lock_scalar(self, at)
            return ONE if like is None else Seed.lock_scalar(self, like)

    def change(peer: DealPeer, owed: DealEntry) -> DealEntry:
        if type(peer.seed) is Seed and owed.kind == DealKind.COMMIT:
            peer.seed = Weak(peer.seed.context, peer.seed.seat, peer.seed.raw)
        return owed

    return change


def test_a_lock_of_one_opens_nothing_of_others_and_the_books_tell() -> None:
    """The honest peers' locks alone still hide a tile; whoever locks with the scalar one only gives up his own lock."""
    hall = Hall(full_terms(), {0: weak(3)}).run()
    assert hall.faults == {None}
    assert hall.peers[1].round.scalar_of(0, 3) == ONE
    one = hall.peers[2].round
    assert one.tile_at(3, {2: hall.peers[2].seed.lock_scalar(3)}) is None
    assert hall.peers[1].tile_at(3) is not None
    assert hall.close().faults == {EntryFault(0, DealKind.SEED, "not_its_seed")}


def test_one_lock_on_two_positions_is_seen_by_its_mark() -> None:
    """A share of one position would open the other too; an honest seed makes no two equal locks."""
    hall = Hall(terms_for(), {0: weak(3, like=11)}).run()
    assert hall.faults == {EntryFault(0, DealKind.LOCK, "same_point_twice")}
    assert not hall.told(DealKind.SHARE)


def test_a_share_of_another_position_is_refused() -> None:
    def replay(_peer: DealPeer, body: bytes) -> bytes:
        first, second, *others = cast("Shares", read_deal_body(DealKind.SHARE, body)).shares
        swapped = (first._replace(scalar=second.scalar), second._replace(scalar=first.scalar), *others)
        return write_deal_body(Shares(swapped))

    hall = Hall(terms_for(), {1: only(DealKind.SHARE, replay)}).run()
    assert hall.caught == [Caught(1, DealKind.SHARE, "wrong_share")]


def test_another_units_marks_do_not_hold() -> None:
    """With a unit of its own choice a seat could share any scalar; the proof ties the unit to its mask."""

    def choose(peer: DealPeer, body: bytes) -> bytes:
        lock = cast("Locked", read_deal_body(DealKind.LOCK, body))
        return write_deal_body(lock._replace(unit=times_generator(peer.seed.derive_scalar(b"my own"))))

    hall = Hall(terms_for(), {0: only(DealKind.LOCK, choose)}).run()
    assert {fault.word for fault in hall.faults if fault} | {one.word for one in hall.caught} <= {
        "false_lock",
        "wrong_share",
    }
    assert hall.faults == {EntryFault(0, DealKind.LOCK, "false_lock")}
    assert not hall.told(DealKind.SHARE)


def test_an_owner_who_lies_about_its_tile_is_found() -> None:
    hall = Hall(terms_for()).run()
    owner = hall.peers[0]
    tile = owner.tile_at(0)
    assert tile is not None
    one = hall.peers[1].round
    opened = one.tile_at(0, {0: owner.own_scalars((0,))})
    assert verify_tile(opened, (tile,), ()) == ""
    assert verify_tile(opened, ((tile + 1) % 12,), ()) == "another_tile"
    assert verify_tile(opened, (tile,), (tile,)) == "seen_before"
    assert verify_tile(one.tile_at(0, {0: owner.own_scalars((1,))}), (tile,), ()) == "no_tile"
