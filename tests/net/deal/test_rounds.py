"""Honest deals: every one is a permutation, every share opens one tile, and the audit accepts exactly them."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from net.deal.bodies import DealKind
from net.deal.judging import store_entry
from net.deal.opening_books import tile_order
from net.deal.peers import DealPeer
from net.deal.rounds import TO_ALL, TO_NOBODY, DealRound, DealTerms
from net.deal.seeds import Seed, draw_below, shuffled
from tests.net.deal.hall import SLICE, Hall, raw_seed, terms_for
from tests.net.deal.mutants import MUTANTS, telling

SLOW = settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def deals(draw: st.DrawFn) -> Hall:
    """Any number of peers, tiles of any numbers, any plan; k=2."""
    seats = draw(st.integers(1, 4))
    tiles = draw(st.lists(st.integers(0, 119), min_size=2, max_size=9, unique=True))
    to = st.sampled_from([*range(seats), TO_NOBODY, TO_ALL])
    plan = draw(st.lists(to, min_size=len(tiles), max_size=len(tiles)))
    peers = draw(st.permutations(range(seats)))
    terms = DealTerms(draw(st.integers(1, 99)), bytes(tiles), bytes(peers), bytes(plan), 2)
    return Hall(terms, name=draw(st.integers(0, 2**32)))


@SLOW
@given(deals())
def test_every_valid_deal_is_a_permutation_and_every_share_opens_one_tile(hall: Hall) -> None:
    hall.run()
    plan, peers = hall.terms.plan, hall.peers
    seen = {seat: [peer.tile_at(at) for at in range(len(plan))] for seat, peer in peers.items()}
    hall.close()
    assert not hall.caught
    assert hall.faults == {None}
    assert all(one.all_seeds_revealed and one.all_checked for one in hall.rounds)
    order = tile_order(hall.rounds[0])
    assert sorted(order) == sorted(hall.terms.tiles)
    for seat in peers:
        alone = len(peers) == 1
        told = [tile if alone or to in (seat, TO_ALL) else None for tile, to in zip(order, plan, strict=True)]
        assert seen[seat] == told
        assert [peers[seat].tile_at(at) for at in range(len(plan))] == list(order)


def test_whoever_comes_late_opens_what_is_open_before_he_has_checked_anything() -> None:
    """A watcher reads the whole log at once; what the log opens may not wait for the checks that come in slices."""
    terms = DealTerms(1, bytes(range(6)), bytes(range(3)), bytes([TO_ALL] * 6), 2)
    hall = Hall(terms).run()
    late = DealRound(hall.rounds[0].context, terms, frozenset())
    for one in hall.log:
        store_entry(late, one.seat, one.kind, one.body)
    assert not late.all_checked
    assert [late.tile_at(at) for at in range(6)] == [hall.rounds[0].tile_at(at) for at in range(6)]
    assert None not in [late.tile_at(at) for at in range(6)]


@SLOW
@given(st.sampled_from(MUTANTS), st.integers(0, 2))
def test_the_audit_accepts_exactly_the_honest(mutant: object, seat: int) -> None:
    """Whoever cheats is named, be it at the door, by the checks or by the audit; nobody else ever is."""
    hall = Hall(terms_for(size=6, proofs=5, each=1), {seat: telling(mutant)}).run().close()  # type: ignore[arg-type] # drawn
    named = {one.seat for one in hall.caught} | {fault.seat for fault in hall.faults if fault}
    assert named == {seat}


def test_a_grant_opens_a_position_to_one_and_a_wider_one_to_all() -> None:
    hall = Hall(terms_for()).run()
    hall.grant(11, 2)
    hall.run()
    assert [peer.tile_at(11) is not None for peer in hall.peers.values()] == [False, False, True]
    hall.grant(11, TO_ALL)
    hall.run()
    assert len({peer.tile_at(11) for peer in hall.peers.values()} - {None}) == 1
    hall.grant(0, 1)  # what was one seat's and becomes another's is seen by all
    hall.run()
    assert len({peer.tile_at(0) for peer in hall.peers.values()} - {None}) == 1


def test_who_leaves_with_its_seed_stops_nobody() -> None:
    hall = Hall(terms_for()).run()
    for one in hall.rounds:
        one.allow_early_seed(2)
    hall.run()
    left = hall.peers.pop(2)
    assert left.owed_entry() is None
    # Its rack is open to all, and a tile drawn from now on needs the others only.
    assert None not in [hall.peers[0].tile_at(at) for at in (6, 7, 8)]
    hall.grant(11, 0)
    hall.run()
    assert hall.peers[0].tile_at(11) is not None
    assert hall.peers[1].tile_at(11) is None
    hall.close()
    assert hall.rounds[0].all_seeds_revealed
    assert hall.faults == {None}


@pytest.mark.parametrize("kind", [kind for kind in DealKind if kind is not DealKind.BLAME])
def test_a_peer_that_starts_again_at_any_point_says_the_very_same(kind: DealKind) -> None:
    whole = Hall(terms_for()).run().close()
    hall = Hall(terms_for()).run(kind) if kind is not DealKind.SEED else Hall(terms_for()).run()
    for seat, peer in list(hall.peers.items()):
        again = DealRound(peer.round.context, hall.terms)
        for said in hall.log:
            store_entry(again, said.seat, said.kind, said.body)
        hall.peers[seat] = DealPeer(again, Seed(again.context, seat, raw_seed(0, seat)))
    hall.run().close()
    assert hall.log == whole.log
    assert hall.faults == {None}


def test_no_slice_is_longer_than_one_step() -> None:
    """`do_steps` does as many steps as asked, and returns how many of them were not needed."""
    hall = Hall(terms_for())
    peer = hall.peers[0]
    done = 0
    while peer.do_steps(1) == 0:
        done += 1
    assert done == hall.terms.tile_count  # the points of all tiles, one a step
    assert peer.do_steps(SLICE) == SLICE


def test_the_joint_coin_is_the_same_for_all_and_draws_below_its_bound() -> None:
    hall = Hall(terms_for()).run()
    lots = {tuple(one.draw_number(bound) for bound in (1, 2, 7, 1000)) for one in hall.rounds}
    assert len(lots) == 1
    assert all(0 <= drawn < bound for drawn, bound in zip(lots.pop(), (1, 2, 7, 1000), strict=True))


def test_words_beyond_the_largest_multiple_of_the_bound_are_not_used() -> None:
    top = 2**64 - 1
    assert draw_below(iter([top, 5]), 3) == 2  # 2**64 - 1 is a multiple of 3, so the last word of all is one too many
    assert draw_below(iter([top - 1]), 3) == (top - 1) % 3


def test_shuffles_reach_every_order_about_equally_often() -> None:
    counts: dict[tuple[int, ...], int] = {}
    for number in range(2400):
        order = shuffled(raw_seed(number), 4, b"test")
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    # Chi squared with 23 degrees of freedom: over 49.7 once in a thousand; the seeds are fixed.
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 49.7
