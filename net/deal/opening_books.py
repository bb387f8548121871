"""The audit: from a seat's revealed seed, all its entries of a deal are made again and compared."""

from __future__ import annotations

from net.deal.group import Scalar, deck_of
from net.deal.lock import responses, statement_hash, unmasking_locks
from net.deal.rounds import DealRound
from net.deal.seeds import Order, Seed
from net.deal.shuffle import answers_to, mask_deck
from net.deal.slices import SlicedWork, generator_multiples


def verify_seed(deal: DealRound, seat: int, raw: bytes) -> str:
    """Refuse a seed that is not the one committed to."""
    return "" if Seed(deal.context, seat, raw).commitment == deal.commits[seat].seed else "another_seed"


def verify_entries(deal: DealRound, seat: int) -> SlicedWork[str]:
    """Compare a seat's entries with those that its seed makes, to the last byte."""
    seed = deal.seeds[seat]
    size = deal.terms.tile_count
    if seed.coin_part != deal.coins[seat]:
        return "not_its_seed"
    if (yield from mask_deck(seed, deal.deck_before(seat))) != deal.masks[seat]:
        return "not_its_seed"
    if answers_to(deal.challenge(seat), seed, deal.proof_binding(seat)) != deal.proofs[seat].answers:
        return "not_its_seed"
    # The lock's proof has shown that unit and deck were multiplied by the marks' scalars.
    secrets = unmasking_locks(seed, size)
    if (yield from generator_multiples(secrets)) != deal.marks[seat]:
        return "not_its_seed"
    return "" if (yield from _has_own_lock_proof(deal, seed, secrets)) else "not_its_seed"


def _has_own_lock_proof(deal: DealRound, seed: Seed, secrets: tuple[Scalar, ...]) -> SlicedWork[bool]:
    """Return whether a seat's lock proof, and so the mask it removed, was made from its seed."""
    body = deal.locks[seed.seat]
    said = statement_hash((yield from deal.lock_statement(seed.seat)), body)
    strip, answers = responses(seed, said, body.challenge, secrets)
    return strip == body.strip and answers == deck_of(body.answers)


def tile_order(deal: DealRound) -> tuple[int, ...]:
    """Return the tile at each position, from all seeds."""
    tiles: Order = tuple(deal.terms.tiles)
    for seat in deal.peers:
        order = deal.seeds[seat].mask_permutation(len(tiles))
        tiles = tuple(tiles[at] for at in order)
    return tiles
