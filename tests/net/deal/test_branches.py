"""Every branch of every `verify_` function is taken by some deal, honest or not."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import iter_modules

import pytest

from net import deal
from net.deal.bodies import Blame, DealKind, Locked, read_deal_body, write_deal_body
from net.deal.group import deck_of, joined
from net.deal.judging import verify_blame, verify_commit
from net.deal.lock import LockStatement, lock_flaw
from net.deal.opening_books import verify_entries
from net.deal.rounds import DealRound
from net.deal.shares import verify_share, verify_tile
from net.deal.shuffle import verify_answers
from net.deal.slices import run_to_end
from tests.net.deal.branches import Taken
from tests.net.deal.hall import Hall, only, terms_for
from tests.net.deal.mutants import MUTANTS, telling
from tests.net.deal.test_attacks import BAD_POINTS, IDENTITY

TERMS = terms_for(size=6, proofs=5, each=1)


def verifiers() -> Iterator[Callable[..., object]]:
    for module in iter_modules(deal.__path__, "net.deal."):
        for name, function in inspect.getmembers(import_module(module.name), inspect.isfunction):
            if name.startswith("verify_") and function.__module__ == module.name:
                yield function


def deal_with_everybody() -> None:
    """An honest deal, and one with each mutant, to the end."""
    Hall(TERMS).run().close()
    for mutant in MUTANTS:
        Hall(TERMS, {1: telling(mutant)}).run().close()


def say_what_no_deal_says() -> None:
    """What only a direct question reaches: points that cannot be, and books of another deal than the log's."""
    hall = Hall(TERMS).run().close()
    one = hall.rounds[0]
    assert verify_commit(Hall(TERMS).rounds[0], 0, one.commits[0]) == ""
    assert verify_commit(Hall(TERMS, used=frozenset({one.commits[0].seed})).rounds[0], 0, one.commits[0])
    assert verify_share(BAD_POINTS["order eight"], one.locked_deck[0], one.shares[1, 0]) == "wrong_share"
    assert [verify_tile(*said) for said in ((None, (), ()), (1, (1,), (1,)), (1, (1,), ()), (1, (2,), ()))] == [
        "no_tile",
        "seen_before",
        "",
        "another_tile",
    ]
    ground = run_to_end(one.lock_statement(0))
    for sums in (ground._replace(sum_before=IDENTITY), ground._replace(sum_masked=IDENTITY)):
        assert run_to_end(lock_flaw(LockStatement(*sums), one.locks[0])) == "empty_sum"
    assert verify_answers((), 0) == ""
    assert verify_blame(one, 0, Blame(1, "lock", "false_lock")) == "no_such_fault"
    for spoil in (spoil_coin, spoil_mask, spoil_proof, spoil_marks, spoil_answers):
        again = Hall(TERMS).run().close().rounds[0]
        assert run_to_end(verify_entries(again, 1)) == ""
        spoil(again)
        assert run_to_end(verify_entries(again, 1)) == "not_its_seed"


def spoil_coin(one: DealRound) -> None:
    one.coins[1] = bytes(32)


def spoil_mask(one: DealRound) -> None:
    one.masks[1] = one.masks[1][::-1]


def spoil_proof(one: DealRound) -> None:
    proof = one.proofs[1]
    one.proofs[1] = proof._replace(answers=proof.answers[::-1])


def spoil_marks(one: DealRound) -> None:
    one.marks[1] = one.marks[1][::-1]


def spoil_answers(one: DealRound) -> None:
    lock = one.locks[1]
    one.locks[1] = lock._replace(strip=lock.answers[:32])


def test_every_branch_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    taken = Taken(verifiers())
    with taken.watching():
        deal_with_everybody()
        say_what_no_deal_says()
    with capsys.disabled():
        print(f"\nbranches of the verify_ functions of net/deal, of {len(taken.codes)} pieces of code:")
        print(taken.table())
    assert not taken.missing()


def test_the_measure_sees_a_branch_that_is_not_taken() -> None:
    taken = Taken([verify_tile])
    with taken.watching():
        verify_tile(None, (), ())
    assert 0 < len(taken.seen) < len(taken.wanted)
    assert all(branch.function == "verify_tile" for branch in taken.missing())


def test_a_point_of_small_order_opens_nothing_even_before_its_deck_is_checked() -> None:
    """A share may come while the lock that it belongs to waits to be checked; then it is refused, nothing breaks."""

    def spoil(_peer: object, body: bytes) -> bytes:
        lock = read_deal_body(DealKind.LOCK, body)
        assert isinstance(lock, Locked)
        deck = [*deck_of(lock.marks)]
        deck[0] = BAD_POINTS["order eight"]
        return write_deal_body(lock._replace(marks=joined(deck)))

    hall = Hall(TERMS, {2: only(DealKind.LOCK, spoil)}).run()
    assert {fault.word for fault in hall.faults if fault} == {"not_a_point"}
