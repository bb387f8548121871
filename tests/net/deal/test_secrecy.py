"""What the log and all others' secrets together do not tell."""

from __future__ import annotations

import itertools
from functools import reduce
from itertools import permutations

import pytest
from nacl import bindings

from net.deal.bodies import DealKind
from net.deal.group import Deck, add_points, deck_of, invert_scalar, is_point, multiply_scalars, times_point
from net.deal.judging import store_entry
from net.deal.peers import DealPeer
from net.deal.rounds import DealRound
from net.deal.seeds import Seed
from tests.net.deal.hall import Hall, full_terms, raw_seed

HONEST = 1
ONE = (1).to_bytes(32, "little")
OWN = (3, 4, 5)  # the honest seat's rack by the plan


@pytest.fixture(scope="module")
def dealt() -> Hall:
    return Hall(full_terms(4, 16)).run()


def watcher_of(hall: Hall) -> DealRound:
    """A round that knows the log and nothing else."""
    one = DealRound(hall.rounds[0].context, hall.terms)
    for said in hall.log:
        store_entry(one, said.seat, said.kind, said.body)
    while not one.do_steps(1024):
        pass
    return one


def test_a_watcher_with_the_whole_log_opens_nothing(dealt: Hall) -> None:
    one = watcher_of(dealt)
    assert one.fault is None
    assert [one.tile_at(at) for at in range(16)] == [None] * 16
    for at in range(16):
        # Not with every seat's share of some other position either, nor with none at all.
        assert one.locked_deck[at] not in one.tile_of
        given = [scalar for (_seat, place), scalar in one.shares.items() if place == at]
        rest = one.locked_deck[at]
        for scalar in given:
            rest = times_point(invert_scalar(scalar), rest)
        assert rest not in one.tile_of


def test_all_others_together_open_nothing_of_the_honest_ones(dealt: Hall) -> None:
    one = watcher_of(dealt)
    theirs = {seat: dealt.peers[seat].seed for seat in dealt.terms.peers if seat != HONEST}
    hidden = [at for at in range(16) if at in OWN or at >= 12]
    for at in hidden:
        known = {seat: seed.lock_scalar(at) for seat, seed in theirs.items()}
        assert one.tile_at(at, known) is None
        rest = one.locked_deck[at]
        for scalar in known.values():
            rest = times_point(invert_scalar(scalar), rest)
        # What is left is the tile times the honest seat's scalar: no tile, and no scalar that the log tells fits.
        assert rest not in one.tile_of
        told = [scalar for (seat, _place), scalar in one.shares.items() if seat == HONEST]
        assert all(times_point(invert_scalar(scalar), rest) not in one.tile_of for scalar in told)


def test_without_the_honest_mask_no_deck_shows_what_it_is_made_of(dealt: Hall) -> None:
    """Take all masks but one off the masked deck: no point of it is a tile's, nor are two related as two tiles are."""
    one = watcher_of(dealt)
    rest = one.masks[dealt.terms.peers[-1]]
    for seat in dealt.terms.peers:
        if seat != HONEST:
            off = invert_scalar(dealt.peers[seat].seed.mask_scalar)
            rest = tuple(times_point(off, point) for point in rest)
    assert not set(rest) & set(one.points)
    sums = {add_points(first, second) for first, second in permutations(rest[:6], 2)}
    assert not sums & set(rest)
    # Only the honest mask itself leads back.
    last = invert_scalar(dealt.peers[HONEST].seed.mask_scalar)
    assert {times_point(last, point) for point in rest} == set(one.points)


def test_no_secret_of_a_deal_opens_another(dealt: Hall) -> None:
    context = raw_seed("another deal")
    seed, other = dealt.peers[HONEST].seed, Seed(context, HONEST, dealt.peers[HONEST].seed.raw)
    drawn = [seed.mask_scalar, seed.coin_part, *(seed.lock_scalar(at) for at in range(16))]
    again = [other.mask_scalar, other.coin_part, *(other.lock_scalar(at) for at in range(16))]
    assert len(set(drawn) | set(again)) == len(drawn) + len(again)


def test_blinds_and_shadows_change_with_what_they_answer() -> None:
    """Where somebody is led into another history with the same seed, no secret answers two questions."""
    terms = full_terms(2, 6)
    one = Hall(terms).run(DealKind.PROOF)
    other = Hall(terms, {0: lambda _peer, told: told}, name=0)
    other.peers[0] = DealPeer(other.peers[0].round, Seed(other.peers[0].round.context, 0, raw_seed("another seed")))
    other.run(DealKind.PROOF)
    assert one.peers[HONEST].seed == other.peers[HONEST].seed
    bounds = {hall.peers[HONEST].round.proof_binding(HONEST) for hall in (one, other)}
    assert len(bounds) == 2
    shadows = {one.peers[HONEST].seed.shadow_scalar(bound, number) for bound in bounds for number in range(12)}
    assert len(shadows) == 24
    one.run()
    other.run()
    first, second = (hall.peers[HONEST].round.locks[HONEST] for hall in (one, other))
    # With one blind under both, the mask would be the quotient of the differences; it is not.
    seed = one.peers[HONEST].seed
    assert first.challenge != second.challenge
    difference = _minus(first.challenge, second.challenge)
    assert multiply_scalars(difference, seed.mask_scalar) != _minus(first.strip, second.strip)


def _minus(one: bytes, other: bytes) -> bytes:
    return bindings.crypto_core_ed25519_scalar_sub(one, other)


@pytest.mark.parametrize("honest", [0, 1, 2])
def test_no_point_that_was_said_is_a_tile_under_what_the_others_know(honest: int) -> None:
    """All others take off whatever they know, their masks and their locks, from every point since the honest mask."""
    hall = Hall(full_terms(3, 6, each=1)).run()
    one = watcher_of(hall)
    theirs = [peer.seed for seat, peer in hall.peers.items() if seat != honest]
    hidden = [at for at in range(6) if one.audience.get(at, honest) == honest]
    assert honest in hidden
    for at in hidden:
        for deck in said_decks(one, honest):
            assert not reached(
                deck[at], [seed.mask_scalar for seed in theirs], [seed.lock_scalar(at) for seed in theirs], one
            )
        # The same search finds the tile as soon as the honest mask alone is off the deck that all have masked.
        off = times_point(invert_scalar(hall.peers[honest].seed.mask_scalar), one.masks[2][at])
        assert reached(off, [seed.mask_scalar for seed in theirs], [], one)


def said_decks(one: DealRound, since: int) -> list[Deck]:
    """Every run of points in the log that has one for each position, from a seat's mask on."""
    masks = [deck for seat, deck in one.masks.items() if seat >= since]
    parts = [deck_of(part) for lock in one.locks.values() for part in lock if len(part) == 32 * one.terms.tile_count]
    return [deck for deck in (*masks, *parts) if all(map(is_point, deck))]


def reached(point: bytes, masks: list[bytes], locks: list[bytes], one: DealRound) -> bool:
    """Tell whether a point becomes a tile by secrets and their inverses, each used once or not at all."""
    powers = [[ONE, secret, invert_scalar(secret)] for secret in (*masks, *locks)]
    return any(
        times_point(reduce(multiply_scalars, chosen, ONE), point) in one.tile_of
        for chosen in itertools.product(*powers)
    )
