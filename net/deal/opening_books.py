"""The audit: with a seat's seed, everything it ever said in a deal is made again and compared."""

from __future__ import annotations

from net.deal.group import Scalar, deck_of
from net.deal.lock import responses, statement, unmasking_locks
from net.deal.rounds import Round
from net.deal.seeds import Order, Seed
from net.deal.shuffle import answers_to, mask
from net.deal.slices import Work, each_generated


def verify_seed(one: Round, seat: int, raw: bytes) -> str:
    """Say what is wrong with a seed before anything is computed: it is not the one that was committed."""
    return "" if Seed(one.context, seat, raw).hash == one.commits[seat].seed else "another_seed"


def verify_books(one: Round, seat: int) -> Work[str]:
    """Say whether a seat's entries are those that its seed makes, down to the last byte."""
    seed = one.seeds[seat]
    size = one.terms.size
    if seed.coin != one.coins[seat]:
        return "not_its_seed"
    if (yield from mask(seed, one.deck_before(seat))) != one.masks[seat]:
        return "not_its_seed"
    if answers_to(one.challenge(seat), seed, one.bound(seat)) != one.proofs[seat].answers:
        return "not_its_seed"
    # The proof of the lock has shown that unit and deck were multiplied by what the marks say.
    secrets = unmasking_locks(seed, size)
    if (yield from each_generated(secrets)) != one.marks[seat]:
        return "not_its_seed"
    return "" if (yield from _proof_is_its(one, seed, secrets)) else "not_its_seed"


def _proof_is_its(one: Round, seed: Seed, secrets: tuple[Scalar, ...]) -> Work[bool]:
    """Return whether the proof of a lock, too, was made from the seed, and so is the mask's that came off."""
    body = one.locks[seed.seat]
    said = statement((yield from one.ground(seed.seat)), body)
    strip, answers = responses(seed, said, body.challenge, secrets)
    return strip == body.strip and answers == deck_of(body.answers)


def order_of(one: Round) -> tuple[int, ...]:
    """Return the tile at each position, from all seeds."""
    tiles: Order = tuple(one.terms.tiles)
    for seat in one.peers:
        order = one.seeds[seat].order(len(tiles))
        tiles = tuple(tiles[at] for at in order)
    return tiles
