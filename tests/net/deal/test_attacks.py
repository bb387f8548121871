"""Coins, seeds, points and proofs that are not what they should be: each is named before any tile opens."""

from __future__ import annotations

from typing import cast

import pytest

from net.deal.bodies import Coin, DealEntry, DealKind, Locked, Masked, Proof, read_deal_body, write_deal_body
from net.deal.group import NoPointError, add_points, deck_of, is_point, joined, times_point
from net.deal.peers import DealPeer
from net.deal.rounds import EntryFault
from net.deal.shuffle import answers_to
from tests.net.deal.hall import Caught, Hall, full_terms, only, raw_seed, terms_for

TWO = (2).to_bytes(32, "little")
EIGHT = (8).to_bytes(32, "little")  # takes a small part away from a point, if it were multiplied


# Coins and seeds


def test_a_coin_cannot_be_ground() -> None:
    """The last to speak knows all other coins and would like another one of its own."""

    def grind(_peer: DealPeer, owed: DealEntry) -> DealEntry:
        if owed.kind != DealKind.COIN:
            return owed
        wish = raw_seed("a coin that asks what I can answer")
        return DealEntry(owed.kind, write_deal_body(Coin(wish)))

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
    def copy(peer: DealPeer, owed: DealEntry) -> DealEntry:
        return DealEntry(owed.kind, write_deal_body(peer.round.commits[0])) if owed.kind == DealKind.COMMIT else owed

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
    mixed = add_points(point, ORDER_EIGHT)
    assert mixed != point
    for bad in (*BAD_POINTS.values(), mixed):
        assert not is_point(bad)
        for scalar in (TWO, (1).to_bytes(32, "little"), EIGHT):
            with pytest.raises(NoPointError):  # the check of a lock relies on it
                times_point(scalar, bad)


@pytest.mark.parametrize("name", [*BAD_POINTS, "mixed order", "twice"])
@pytest.mark.parametrize("field", ["deck", "marks", "locked"])
def test_bad_points_are_caught(name: str, field: str) -> None:
    kind = DealKind.MASK if field == "deck" else DealKind.LOCK

    def spoil(_peer: DealPeer, body: bytes) -> bytes:
        said = cast("Masked | Locked", read_deal_body(kind, body))
        deck = list(deck_of(getattr(said, field)))
        deck[4] = deck[5] if name == "twice" else BAD_POINTS.get(name) or add_points(deck[4], ORDER_EIGHT)
        return write_deal_body(said._replace(**{field: joined(deck)}))

    hall = Hall(terms_for(), {1: only(kind, spoil)}).run()
    word = "same_point_twice" if name == "twice" else "not_a_point"
    assert hall.faults == {EntryFault(1, kind, word)}
    assert not hall.told(DealKind.SHARE)


@pytest.mark.parametrize("name", BAD_POINTS)
def test_a_bad_unit_is_caught(name: str) -> None:
    def spoil(_peer: DealPeer, body: bytes) -> bytes:
        return write_deal_body(cast("Locked", read_deal_body(DealKind.LOCK, body))._replace(unit=BAD_POINTS[name]))

    hall = Hall(terms_for(), {1: only(DealKind.LOCK, spoil)}).run()
    assert {fault.word for fault in hall.faults if fault} <= {"not_a_point"}
    assert {(one.seat, one.word) for one in hall.caught} <= {(1, "wrong_share")}
    assert hall.caught or None not in hall.faults
    assert not hall.told(DealKind.SHARE)


# Proofs of another round


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (DealKind.PROOF, {"false_proof"}),
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
    answers = answers_to(one.challenge(1), other.seed, other.round.proof_binding(1))
    body = write_deal_body(Proof(answers))
    hall.cheats = {1: only(DealKind.PROOF, lambda _peer, _body: body)}
    hall.run()
    assert hall.faults == {EntryFault(1, DealKind.PROOF, "false_proof")}
