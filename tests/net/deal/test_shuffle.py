"""What a changed program may do while it masks the deck: it is named before a tile opens, or gains nothing."""

from __future__ import annotations

from typing import cast

import pytest

from net.deal.bodies import DealEntry, DealKind, Masked, Proof, Shadowed, read_deal_body, write_deal_body
from net.deal.group import (
    GROUP_ORDER,
    Deck,
    add_points,
    deck_of,
    hash_parts,
    invert_scalar,
    joined,
    multiply_scalars,
    times_point,
)
from net.deal.ladder import clamped, half_times, halves_of
from net.deal.opening_books import tile_order
from net.deal.peers import DealPeer
from net.deal.rounds import TO_ALL, EntryFault
from net.deal.seeds import Order, Seed
from tests.net.deal.hall import Cheat, Hall, full_terms, only, terms_for
from tests.net.deal.unproven import NoLockProof, NoProof, NoProofAtAll

TWO = (2).to_bytes(32, "little")
MINUS = (GROUP_ORDER - 1).to_bytes(32, "little")
JOKERS = (10, 11)
HOPED = (True, False)  # what a cheat who hopes is ready to answer


def relation(peer: DealPeer, body: bytes) -> bytes:
    """Put J1 + 2 J2 into the slot of tile 0, and mend the sum at tile 1."""
    deck = list(deck_of(cast("Masked", read_deal_body(DealKind.MASK, body)).deck))
    order = peer.seed.mask_permutation(len(deck))
    slot = {tile: order.index(tile) for tile in range(len(deck))}
    planted = add_points(deck[slot[JOKERS[0]]], times_point(TWO, deck[slot[JOKERS[1]]]))
    minus_planted = times_point(MINUS, planted)
    deck[slot[1]] = add_points(add_points(deck[slot[1]], deck[slot[0]]), minus_planted)
    deck[slot[0]] = planted
    return write_deal_body(Masked(joined(deck)))


def find_jokers(deck: Deck) -> tuple[int, int] | None:
    """Look for the relation in the deck that everybody sees."""
    places = {point: at for at, point in enumerate(deck)}
    for second, point in enumerate(deck):
        twice = times_point(TWO, point)
        for first, other in enumerate(deck):
            if first != second and add_points(other, twice) in places:
                return first, second
    return None


TAGGER = {0: only(DealKind.MASK, relation)}


def test_the_first_masker_finds_the_jokers_when_nobody_asks_for_proofs() -> None:
    hall = Hall(full_terms(), TAGGER, make=NoProof).run()
    one = hall.peers[1].round
    assert one.is_complete
    found = find_jokers(one.masks[2])
    # What really lies where, from the seeds of all.
    for seat, peer in hall.peers.items():
        one.seeds[seat] = peer.seed
    order = tile_order(one)
    assert found == tuple(order.index(joker) for joker in JOKERS)


def test_relation_tagging_is_caught() -> None:
    hall = Hall(full_terms(), TAGGER).run()
    assert hall.faults == {EntryFault(0, DealKind.PROOF, "false_proof")}
    assert all(one.void for one in hall.rounds)
    assert not hall.told(DealKind.LOCK)


# One tile changed


def changing(factor: bytes) -> Cheat:
    """Mask one tile with another scalar than the rest."""

    def tag(_peer: DealPeer, body: bytes) -> bytes:
        deck = list(deck_of(cast("Masked", read_deal_body(DealKind.MASK, body)).deck))
        deck[3] = times_point(factor, deck[3])
        return write_deal_body(Masked(joined(deck)))

    return only(DealKind.MASK, tag)


@pytest.mark.parametrize("factor", [TWO, MINUS])
def test_a_changed_tile_opens_to_nothing_when_nobody_asks_for_proofs(factor: bytes) -> None:
    hall = Hall(full_terms()._replace(plan=bytes([TO_ALL] * 12)), {1: changing(factor)}, make=NoProofAtAll).run()
    one = hall.peers[2].round
    assert one.is_complete
    assert [one.tile_at(at) for at in range(12)].count(None) == 1


def test_plain_tagging_is_caught() -> None:
    hall = Hall(full_terms(), {1: changing(TWO)}).run()
    assert hall.faults == {EntryFault(1, DealKind.PROOF, "false_proof")}
    assert not hall.told(DealKind.LOCK)


def test_a_tile_turned_into_its_negative_passes_the_shadows_and_is_caught_by_the_sum() -> None:
    """The shadow decks have no signs; the lock's proof says that the whole mask comes off by one scalar."""
    assert Hall(full_terms(), {1: changing(MINUS)}, make=NoLockProof).run().faults == {None}
    hall = Hall(full_terms(), {1: changing(MINUS)}).run()
    assert hall.faults == {EntryFault(1, DealKind.LOCK, "false_lock")}
    assert not hall.told(DealKind.SHARE)


def test_two_negatives_are_caught_too() -> None:
    """Nor can one hide the other: the sums would differ by twice both tiles, and nobody knows a relation of these."""

    def turn(_peer: DealPeer, body: bytes) -> bytes:
        deck = list(deck_of(cast("Masked", read_deal_body(DealKind.MASK, body)).deck))
        deck[3], deck[4] = times_point(MINUS, deck[3]), times_point(MINUS, deck[4])
        return write_deal_body(Masked(joined(deck)))

    hall = Hall(full_terms(), {0: only(DealKind.MASK, turn)}).run()
    assert hall.faults == {EntryFault(0, DealKind.LOCK, "false_lock")}


# Luck


def guessing(peer: DealPeer, owed: DealEntry) -> DealEntry:
    """Plant the relation, commit to shadow decks that answer one challenge, and give just those answers."""
    if owed.kind == DealKind.MASK:
        return DealEntry(owed.kind, relation(peer, owed.body))
    scalars = [peer.seed.derive_scalar(b"a guess", number) for number in range(2)]
    if owed.kind == DealKind.VCOMMIT:
        decks = [peer.round.masks[0] if back else peer.round.points for back in HOPED]
        halves = [halves_of(deck) for deck in decks]
        shadows = [[half_times(clamped(one), half) for half in deck] for one, deck in zip(scalars, halves, strict=True)]
        hashes = [hash_parts(b"shadow", joined(sorted(shadow))) for shadow in shadows]
        return DealEntry(owed.kind, write_deal_body(Shadowed(hash_parts(b"shadows", peer.seed.context, 0, *hashes))))
    if owed.kind == DealKind.PROOF:
        return DealEntry(owed.kind, write_deal_body(Proof(tuple(scalars))))
    return owed


def test_who_guesses_all_questions_passes_and_nobody_else_and_the_audit_names_him_all_the_same() -> None:
    """With two shadow decks that is one deal in four; with twelve, one in 4,096."""
    lucky = 0
    for name in range(12):
        hall = Hall(terms_for(), {0: guessing}, name=name).run()
        one = hall.peers[1].round
        if one.challenge(0) != HOPED:
            assert hall.faults == {EntryFault(0, DealKind.PROOF, "false_proof")}
            continue
        lucky += 1
        assert hall.faults == {None}
        assert one.is_complete
        assert find_jokers(one.masks[2]) is not None
        assert hall.close().faults == {EntryFault(0, DealKind.SEED, "not_its_seed")}
    assert 0 < lucky < 6


def test_who_does_not_shuffle_at_all_gains_nothing() -> None:
    """A mask of one in the order it came passes every proof; the others' masks hide the deck, and the books tell."""

    class Lazy(Seed):
        @property
        def mask_scalar(self) -> bytes:
            return (1).to_bytes(32, "little")

        def mask_permutation(self, size: int) -> Order:
            return tuple(range(size))

    hall = Hall(full_terms())
    lazy = hall.peers[0]
    lazy.seed = Lazy(lazy.seed.context, 0, lazy.seed.raw)
    hall.cheats = {0: lambda _peer, told: told}
    hall.run()
    assert hall.faults == {None}
    assert hall.peers[1].round.masks[0] == hall.peers[1].round.points
    assert not set(hall.peers[1].round.masks[2]) & set(hall.peers[1].round.points)
    assert hall.close().faults == {EntryFault(0, DealKind.SEED, "not_its_seed")}


# Taking it off


def test_the_mask_must_come_off_whole() -> None:
    """A lock proven with another scalar than the mask's does not hold against the sums."""

    def strip_half(peer: DealPeer, owed: DealEntry) -> DealEntry:
        if owed.kind != DealKind.LOCK:
            return owed

        class Half(Seed):
            @property
            def mask_scalar(self) -> bytes:
                return multiply_scalars(self.derive_scalar(b"mask"), invert_scalar(TWO))

        half = DealPeer(peer.round, Half(peer.seed.context, peer.seed.seat, peer.seed.raw))
        while not half.do_steps(1024):
            pass
        return half.owed_entry() or owed

    hall = Hall(terms_for(), {0: strip_half}).run()
    assert hall.faults == {EntryFault(0, DealKind.LOCK, "false_lock")}
