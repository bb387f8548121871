"""For every field of every deal entry a mutant is refused by name."""

from __future__ import annotations

import pytest

from net.deal.bodies import Blame, DealKind, write_deal_body
from net.deal.judging import ENTRY_RULES, entry_refusal
from net.deal.rounds import EntryFault
from net.schema import pack_plain
from tests.net.deal.hall import Hall, terms_for
from tests.net.deal.mutants import FIELDS, FROM_BEFORE, FROM_MASK, MUTANTS, Mutant, misshapen, telling

BODIES = {
    DealKind.COMMIT: ("context", "seed", "coin"),
    DealKind.MASK: ("deck",),
    DealKind.VCOMMIT: ("hash",),
    DealKind.COIN: ("coin",),
    DealKind.PROOF: ("answers",),
    DealKind.LOCK: ("unit", "marks", "locked", "challenge", "strip", "answers"),
    DealKind.SHARE: ("shares",),
    DealKind.SEED: ("seed",),
}

# More shadow decks than in other tests, so that both questions are asked of seat 1.
TERMS = terms_for(size=6, proofs=5, each=1)


def test_every_field_has_its_mutants() -> None:
    assert {*BODIES, DealKind.BLAME} == set(ENTRY_RULES)
    assert {(kind, name) for kind, names in BODIES.items() for name in names} == FIELDS


def test_both_questions_are_asked_of_the_mutants() -> None:
    challenge = Hall(TERMS).run().rounds[0].challenge(1)
    assert (challenge[FROM_BEFORE], challenge[FROM_MASK]) == (False, True)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda one: f"{one.kind.value}-{one.field}-{one.name}")
def test_a_mutant_is_refused_by_name(mutant: Mutant) -> None:
    hall = Hall(TERMS, {1: telling(mutant)}).run().close()
    named = {(one.seat, one.word) for one in hall.caught}
    named |= {(fault.seat, fault.word) for fault in hall.faults if fault is not None}
    assert len(named) == 1
    ((seat, word),) = named
    assert seat == 1
    assert word in mutant.words


def test_whatever_is_not_of_its_form_is_unreadable() -> None:
    for kind in BODIES:
        hall = Hall(TERMS).run(kind) if kind is not DealKind.SEED else Hall(TERMS).run()
        if kind is DealKind.SEED:
            for one in hall.rounds:
                one.end_round()
        seat, told = next((seat, told) for seat, peer in hall.peers.items() if (told := peer.owed_entry()) is not None)
        assert told.kind is kind
        assert entry_refusal(hall.peers[2].round, seat, kind, told.body) == ""
        count = 0
        for bad in misshapen(kind, told.body):
            word = entry_refusal(hall.peers[2].round, seat, kind, bad)
            assert word in {"unreadable", "other_number_of_points", "other_number_of_answers", "not_in_order"}, bad[:60]
            count += 1
        assert count > 8


def test_another_writing_of_the_same_is_refused() -> None:
    hall = Hall(TERMS).run(DealKind.COIN)
    told = hall.peers[0].owed_entry()
    assert told is not None
    assert told.body[:1] == b"\x91"
    assert entry_refusal(hall.peers[1].round, 0, DealKind.COIN, b"\xdc\x00\x01" + told.body[1:]) == "unreadable"


@pytest.mark.parametrize("kind", [kind for kind in ENTRY_RULES if kind is not DealKind.BLAME])
def test_nothing_is_taken_before_it_is_due_nor_twice(kind: DealKind) -> None:
    done = Hall(TERMS).run().close()
    assert {fault.word for fault in done.faults if fault} == set()
    said = next(said for said in done.log if said.kind == kind)
    again = entry_refusal(done.rounds[0], said.seat, kind, said.body)
    assert again == "not_due"
    if kind is not DealKind.COMMIT:
        assert entry_refusal(Hall(TERMS).rounds[0], said.seat, kind, said.body) == "not_due"


def test_strangers_and_unknown_words_are_refused() -> None:
    hall = Hall(TERMS)
    hall.run(DealKind.MASK)
    body = hall.log[0].body
    assert entry_refusal(hall.rounds[0], 7, DealKind.COMMIT, body) == "no_peer"
    assert entry_refusal(hall.rounds[0], 0, "wish", body) == "no_such_kind"


@pytest.mark.parametrize(
    ("seat", "kind", "word"),
    [(0, "proof", "false_proof"), (1, "mask", "false_proof"), (1, "proof", "not_a_point"), (2, "proof", "false_proof")],
)
def test_a_false_accusation_is_refused_whatever_field_is_wrong(seat: int, kind: str, word: str) -> None:
    """Seat 1's proof is false; each wrong word about it, and about others, stays out of the log."""
    lie = next(one for one in MUTANTS if one.kind is DealKind.VCOMMIT)
    hall = Hall(TERMS, {1: telling(lie)}).run(DealKind.BLAME)
    true = write_deal_body(Blame(1, "proof", "false_proof"))
    assert entry_refusal(hall.rounds[2], 0, DealKind.BLAME, write_deal_body(Blame(seat, kind, word))) == "no_such_fault"
    assert entry_refusal(hall.rounds[2], 0, DealKind.BLAME, true) == ""
    honest = Hall(TERMS).run()
    assert entry_refusal(honest.rounds[2], 0, DealKind.BLAME, true) == "no_such_fault"


def test_an_accusation_of_another_form_is_unreadable() -> None:
    one = Hall(TERMS).rounds[0]
    for said in ((8, "proof", "false_proof"), (1, "wish", "false_proof"), (1, "proof", "ugly"), (1, "proof"), 3):
        assert entry_refusal(one, 0, DealKind.BLAME, pack_plain(said)) == "unreadable"


def test_behind_a_blame_nothing_more_is_said() -> None:
    lie = next(one for one in MUTANTS if one.kind is DealKind.VCOMMIT)
    hall = Hall(TERMS, {1: telling(lie)}).run()
    assert hall.faults == {EntryFault(1, "proof", "false_proof")}
    assert len(hall.told(DealKind.BLAME)) == 1
    assert all(peer.owed_entry() is None for peer in hall.peers.values())
    assert entry_refusal(hall.rounds[0], 0, DealKind.LOCK, b"") == "deal_is_void"
