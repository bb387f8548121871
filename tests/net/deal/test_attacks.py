"""Every way to cheat that we know of is caught by name, before any tile opens."""

from __future__ import annotations

from typing import cast

import pytest

from net.deal.bodies import Coin, DealKind, Locked, Masked, Proof, Shares, Told, read_deal_body, write_deal_body
from net.deal.group import ORDER, Deck, NoPointError, deck_of, inverse, is_point, joined, plus, product, times
from net.deal.opening_books import order_of
from net.deal.peers import Peer
from net.deal.rounds import TO_ALL, TO_NOBODY, Fault, Round
from net.deal.seeds import Seed
from net.deal.shares import verify_tile
from net.deal.shuffle import answers_to
from net.deal.slices import Work
from tests.net.deal.hall import Caught, Change, Cheat, Hall, full_terms, only, raw_seed, terms_for

TWO = (2).to_bytes(32, "little")
EIGHT = (8).to_bytes(32, "little")  # takes a small part away from a point, if it were multiplied
JOKERS = (10, 11)


class NoProof(Round):
    """A round in which nobody asks for the proofs of the kinds in `off`."""

    off = frozenset({DealKind.PROOF})

    def queue(self, seat: int, kind: str, check: Work[str]) -> None:
        if kind in self.off:
            check = iter_nothing()
        Round.queue(self, seat, kind, check)


class NoLockProof(NoProof):
    off = frozenset({DealKind.LOCK})


def iter_nothing() -> Work[str]:
    yield
    return ""


def relation(peer: Peer, body: bytes) -> bytes:
    """Put J1 + 2 J2 into the slot of tile 0, and mend the sum at tile 1."""
    deck = list(deck_of(cast("Masked", read_deal_body(DealKind.MASK, body)).deck))
    order = peer.seed.order(len(deck))
    slot = {tile: order.index(tile) for tile in range(len(deck))}
    planted = plus(deck[slot[JOKERS[0]]], times(TWO, deck[slot[JOKERS[1]]]))
    minus_planted = times((ORDER - 1).to_bytes(32, "little"), planted)
    deck[slot[1]] = plus(plus(deck[slot[1]], deck[slot[0]]), minus_planted)
    deck[slot[0]] = planted
    return write_deal_body(Masked(joined(deck)))


def find_jokers(deck: Deck) -> tuple[int, int] | None:
    """Look for the relation in the deck that everybody sees."""
    places = {point: at for at, point in enumerate(deck)}
    for second, point in enumerate(deck):
        twice = times(TWO, point)
        for first, other in enumerate(deck):
            if first != second and plus(other, twice) in places:
                return first, second
    return None


TAGGER = {0: only(DealKind.MASK, relation)}


def test_the_first_masker_finds_the_jokers_when_nobody_asks_for_proofs() -> None:
    hall = Hall(full_terms(), TAGGER, make=NoProof).run()
    one = hall.peers[1].round
    assert one.sealed
    found = find_jokers(one.masks[2])
    # What really lies where, from the seeds of all.
    for seat, peer in hall.peers.items():
        one.seeds[seat] = peer.seed
    order = order_of(one)
    assert found == tuple(order.index(joker) for joker in JOKERS)


def test_relation_tagging_is_caught() -> None:
    hall = Hall(full_terms(), TAGGER).run()
    assert hall.faults == {Fault(0, DealKind.PROOF, "false_proof")}
    assert all(one.void for one in hall.rounds)
    assert not hall.told(DealKind.LOCK)


def test_plain_tagging_is_caught() -> None:
    def tag(_peer: Peer, body: bytes) -> bytes:
        deck = list(deck_of(cast("Masked", read_deal_body(DealKind.MASK, body)).deck))
        deck[3] = times(TWO, deck[3])
        return write_deal_body(Masked(joined(deck)))

    hall = Hall(full_terms(), {1: only(DealKind.MASK, tag)}).run()
    assert hall.faults == {Fault(1, DealKind.PROOF, "false_proof")}
    assert not hall.told(DealKind.LOCK)


# Copied positions: seat 0 owns 0..2, seat 1 owns 3..5.


def copied_before(peer: Peer, body: bytes) -> bytes:
    """Strip seat 1's positions into our own, each times two so that no point stands twice."""
    lock = cast("Locked", read_deal_body(DealKind.LOCK, body))
    stripped, locked = list(deck_of(lock.stripped)), list(deck_of(lock.locked))
    for own, other in ((0, 3), (1, 4), (2, 5)):
        stripped[own] = times(TWO, stripped[other])
        locked[own] = times(peer.seed.lock(own), stripped[own])
    return write_deal_body(lock._replace(stripped=joined(stripped), locked=joined(locked)))


def copied_behind(peer: Peer, body: bytes) -> bytes:
    """Strip honestly, but lock seat 1's tiles into our own positions."""
    lock = cast("Locked", read_deal_body(DealKind.LOCK, body))
    stripped, locked = deck_of(lock.stripped), list(deck_of(lock.locked))
    for own, other in ((0, 3), (1, 4), (2, 5)):
        locked[own] = times(peer.seed.lock(own), stripped[other])
    return write_deal_body(lock._replace(locked=joined(locked)))


@pytest.mark.parametrize(("copy", "factor"), [(copied_before, TWO), (copied_behind, (1).to_bytes(32, "little"))])
def test_copied_positions_show_a_rack_when_nobody_asks_for_proofs(copy: Change, factor: bytes) -> None:
    hall = Hall(full_terms(), {0: only(DealKind.LOCK, copy)}, make=NoLockProof).run()
    one, seed = hall.peers[0].round, hall.peers[0].seed
    spied = [one.tile_at(own, {0: product(seed.lock(own), factor)}) for own in range(3)]
    rack = [hall.peers[1].round.tile_at(at, {1: hall.peers[1].seed.lock(at)}) for at in (3, 4, 5)]
    assert None not in rack
    assert spied == rack


@pytest.mark.parametrize("copy", [copied_before, copied_behind])
def test_copied_positions_are_caught(copy: Change) -> None:
    hall = Hall(full_terms(), {0: only(DealKind.LOCK, copy)}).run()
    assert hall.faults == {Fault(0, DealKind.LOCK, "false_lock")}
    assert not hall.told(DealKind.SHARE)


def copied_for_a_friend(peer: Peer, body: bytes) -> bytes:
    """Lock seat 1's first tile into seat 2's first position: seat 2 tells us what it reads there."""
    lock = cast("Locked", read_deal_body(DealKind.LOCK, body))
    stripped, locked = deck_of(lock.stripped), list(deck_of(lock.locked))
    locked[6] = times(peer.seed.lock(6), stripped[3])
    return write_deal_body(lock._replace(locked=joined(locked)))


def test_two_who_work_together_read_a_third_ones_tile_when_nobody_asks_for_proofs() -> None:
    hall = Hall(full_terms(), {0: only(DealKind.LOCK, copied_for_a_friend)}, make=NoLockProof).run()
    one = hall.peers[2].round
    # Seat 0 cannot say its scalar of position 6 in the log, but it can tell seat 2.
    assert one.scalar_of(0, 6) is None
    spied = one.tile_at(6, {seat: hall.peers[seat].seed.lock(6) for seat in (0, 2)} | {1: hall.peers[1].seed.lock(6)})
    assert spied == hall.peers[1].round.tile_at(3, {seat: peer.seed.lock(3) for seat, peer in hall.peers.items()})


@pytest.mark.parametrize("to", [0, TO_ALL, TO_NOBODY])
def test_a_copy_is_caught_on_whosever_position_it_lies(to: int) -> None:
    plan = bytes([to, to, to, 1, 1, 1, 2, 2, 2, *[TO_NOBODY] * 3])
    for copy in (copied_behind, copied_for_a_friend):
        hall = Hall(full_terms()._replace(plan=plan), {0: only(DealKind.LOCK, copy)}).run()
        assert hall.faults == {Fault(0, DealKind.LOCK, "false_lock")}
        assert not hall.told(DealKind.SHARE)


# Shares, locks, tiles


def test_a_wrong_share_is_refused() -> None:
    def lie(peer: Peer, body: bytes) -> bytes:
        shares = cast("Shares", read_deal_body(DealKind.SHARE, body)).shares
        return write_deal_body(Shares((shares[0]._replace(scalar=peer.seed.lock(99)), *shares[1:])))

    hall = Hall(terms_for(), {1: only(DealKind.SHARE, lie)}).run()
    assert hall.caught == [Caught(1, DealKind.SHARE, "wrong_share")]
    assert hall.peers[2].tile_at(6) is None


def other_lock(position: int) -> Cheat:
    def change(peer: Peer, body: bytes) -> bytes:
        lock = cast("Locked", read_deal_body(DealKind.LOCK, body))
        locked = list(deck_of(lock.locked))
        locked[position] = times(peer.seed.lock(99), deck_of(lock.stripped)[position])
        return write_deal_body(lock._replace(locked=joined(locked)))

    return only(DealKind.LOCK, change)


@pytest.mark.parametrize("position", [0, 11])
def test_a_wrong_lock_where_it_may_own_is_caught_by_the_proof(position: int) -> None:
    hall = Hall(terms_for(), {0: other_lock(position)}).run()
    assert hall.faults == {Fault(0, DealKind.LOCK, "false_lock")}
    assert not hall.told(DealKind.SHARE)


def test_a_lock_of_anothers_position_is_bound_by_its_proof_too() -> None:
    hall = Hall(terms_for(), {0: other_lock(4)}).run()
    assert hall.faults == {Fault(0, DealKind.LOCK, "false_lock")}


def proven_other_lock(position: int) -> Cheat:
    """Lock one position by another scalar, and make the proof of just that."""

    class Odd(Seed):
        def lock(self, at: int) -> bytes:
            return self.scalar(b"lock", 99 if at == position else at)

    def change(peer: Peer, owed: Told) -> Told:
        if owed.kind != DealKind.LOCK:
            return owed
        odd = Peer(peer.round, Odd(peer.seed.context, peer.seed.seat, peer.seed.raw))
        while not odd.work(1024):
            pass
        return odd.owed() or owed

    return change


def test_a_wrong_lock_of_anothers_position_cannot_be_opened() -> None:
    hall = Hall(terms_for(), {0: proven_other_lock(4)}).run()
    assert hall.caught == [Caught(0, DealKind.SHARE, "wrong_share")]
    assert hall.peers[1].tile_at(4) is None


def test_a_lock_that_is_not_its_seeds_is_found_by_the_audit() -> None:
    hall = Hall(terms_for(), {0: proven_other_lock(0)}).run().close()
    assert hall.faults == {Fault(0, DealKind.SEED, "not_its_seed")}


def test_an_owner_who_lies_about_its_tile_is_found() -> None:
    hall = Hall(terms_for()).run()
    owner = hall.peers[0]
    tile = owner.tile_at(0)
    assert tile is not None
    one = hall.peers[1].round
    opened = one.tile_at(0, {0: owner.opening((0,))})
    assert verify_tile(opened, (tile,), ()) == ""
    assert verify_tile(opened, ((tile + 1) % 12,), ()) == "another_tile"
    assert verify_tile(opened, (tile,), (tile,)) == "seen_before"
    assert verify_tile(one.tile_at(0, {0: owner.opening((1,))}), (tile,), ()) == "no_tile"


# Coins and seeds


def test_a_coin_cannot_be_ground() -> None:
    """The last to speak knows all other coins and would like another one of its own."""

    def grind(_peer: Peer, owed: Told) -> Told:
        if owed.kind != DealKind.COIN:
            return owed
        wish = raw_seed("a coin that asks what I can answer")
        return Told(owed.kind, write_deal_body(Coin(wish)))

    hall = Hall(terms_for(), {2: grind}).run()
    assert [said.seat for said in hall.told(DealKind.COIN)] == [0, 1]
    assert hall.caught == [Caught(2, DealKind.COIN, "another_coin")]


def test_a_seed_is_not_used_twice() -> None:
    first = Hall(terms_for()).run().close()
    used = frozenset(commit.seed for commit in first.peers[0].round.commits.values())
    again = Hall(terms_for(number=2), used=used).run()
    assert again.caught[0].word == "seed_used_before"
    fresh = Hall(terms_for(number=2), used=used, name="fresh").run()
    assert not fresh.caught


def test_a_commitment_cannot_be_copied() -> None:
    def copy(peer: Peer, owed: Told) -> Told:
        return Told(owed.kind, write_deal_body(peer.round.commits[0])) if owed.kind == DealKind.COMMIT else owed

    assert Hall(terms_for(), {1: copy}).run().caught == [Caught(1, DealKind.COMMIT, "seed_used_before")]


def test_a_program_offered_fewer_proofs_refuses() -> None:
    ours, theirs = Hall(full_terms()), Hall(full_terms()._replace(proofs=11))
    theirs.run(DealKind.MASK)
    assert ours.say(1, DealKind.COMMIT, theirs.told(DealKind.COMMIT)[1].body) == "other_terms"


# Points

P = 2**255 - 19
ORDER_EIGHT = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
IDENTITY = (1).to_bytes(32, "little")
BAD_POINTS = {
    "identity": IDENTITY,
    "order two": (P - 1).to_bytes(32, "little"),
    "order eight": ORDER_EIGHT,
    "not canonical": (P + 3).to_bytes(32, "little"),
    "not on the curve": (2).to_bytes(32, "little"),
    "all ones": b"\xff" * 32,
}


def test_the_bad_points_are_what_they_are_called() -> None:
    point = Hall(terms_for()).run(DealKind.MASK).peers[0].round.points[0]
    assert is_point(point)
    mixed = plus(point, ORDER_EIGHT)
    assert mixed != point
    for bad in (*BAD_POINTS.values(), mixed):
        assert not is_point(bad)
        for scalar in (TWO, (1).to_bytes(32, "little"), EIGHT):
            with pytest.raises(NoPointError):  # the check of a lock relies on it
                times(scalar, bad)


@pytest.mark.parametrize("name", [*BAD_POINTS, "mixed order", "twice"])
@pytest.mark.parametrize("field", ["deck", "stripped", "locked"])
def test_bad_points_are_caught(name: str, field: str) -> None:
    kind = DealKind.MASK if field == "deck" else DealKind.LOCK

    def spoil(_peer: Peer, body: bytes) -> bytes:
        said = cast("Masked | Locked", read_deal_body(kind, body))
        deck = list(deck_of(getattr(said, field)))
        deck[4] = deck[5] if name == "twice" else BAD_POINTS.get(name) or plus(deck[4], ORDER_EIGHT)
        return write_deal_body(said._replace(**{field: joined(deck)}))

    hall = Hall(terms_for(), {1: only(kind, spoil)}).run()
    word = "same_point_twice" if name == "twice" else "not_a_point"
    assert hall.faults == {Fault(1, kind, word)}
    assert not hall.told(DealKind.SHARE)


# Proofs of another round


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (DealKind.PROOF, {"answers_another_question", "false_proof"}),
        (DealKind.LOCK, {"false_lock"}),
        (DealKind.VCOMMIT, {"false_proof"}),
        (DealKind.COIN, {"another_coin"}),
        (DealKind.MASK, {"false_proof"}),
        (DealKind.SHARE, {"wrong_share"}),
        (DealKind.SEED, {"another_seed"}),
    ],
)
def test_what_was_said_in_another_round_does_not_hold_in_this_one(kind: DealKind, words: set[str]) -> None:
    before = Hall(terms_for(size=6, proofs=8, each=1), name="before", head=bytes(32)).run().close()
    old = next(said.body for said in before.told(kind) if said.seat == 1)
    hall = Hall(terms_for(size=6, proofs=8, each=1), {1: only(kind, lambda _peer, _body: old)}).run().close()
    told = {fault.word for fault in hall.faults if fault} | {one.word for one in hall.caught}
    assert told
    assert told <= words


def test_an_old_proof_of_the_right_shape_is_false_all_the_same() -> None:
    """The very question may come again; the answer is another deck's."""
    hall = Hall(terms_for()).run(DealKind.PROOF)
    one = hall.peers[1].round
    other = Hall(terms_for(), name="other", head=bytes(32)).run(DealKind.PROOF).peers[1]
    answers = answers_to(one.challenge(1), other.seed, other.round.bound(1), one.terms.size)
    body = write_deal_body(Proof(answers))
    hall.cheats = {1: only(DealKind.PROOF, lambda _peer, _body: body)}
    hall.run()
    assert hall.faults == {Fault(1, DealKind.PROOF, "false_proof")}


def test_the_mask_must_come_off_whole() -> None:
    """A lock proven with another scalar than the mask's does not hold against the sums."""

    def strip_half(peer: Peer, owed: Told) -> Told:
        if owed.kind != DealKind.LOCK:
            return owed

        class Half(Seed):
            @property
            def mask(self) -> bytes:
                return product(self.scalar(b"mask"), inverse(TWO))

        half = Peer(peer.round, Half(peer.seed.context, peer.seed.seat, peer.seed.raw))
        while not half.work(1024):
            pass
        return half.owed() or owed

    hall = Hall(terms_for(), {0: strip_half}).run()
    assert hall.faults == {Fault(0, DealKind.LOCK, "false_lock")}
