"""Masking and permuting a deck, with a proof that nothing else was done.

The mask: place q of the new deck is the scalar times what lay at order[q]. The proof is cut and choose: so many shadow
decks, each the deck before times a scalar of its own, are committed by one hash; then a coin that nobody could choose
asks of each either by which scalar it comes from the deck before, or by which from the masked one. Who did anything but
mask and permute can answer only one of the two. A shadow deck has no order: it is hashed sorted, so that no answer says
anything of the permutation.

It has no signs either: its points are halves, which are cheap. A mask that turned some points into their negatives
would pass here. It would not match the sum of the deck before, by any scalar, and the proof of its lock asks for that.
"""

from __future__ import annotations

from typing import NamedTuple

from net.deal.group import Deck, Scalar, hash_parts, invert_scalar, is_point, is_scalar, joined, multiply_scalars
from net.deal.ladder import HalfPoint, clamped, half_times, halves_of
from net.deal.seeds import Seed, derive_bytes
from net.deal.slices import SlicedWork, multiply_all

Challenge = tuple[bool, ...]


def mask_deck(seed: Seed, before: Deck) -> SlicedWork[Deck]:
    """Mask and permute a deck."""
    order = seed.mask_permutation(len(before))
    return (yield from multiply_all(seed.mask_scalar, tuple(before[at] for at in order)))


def verify_deck(deck: Deck) -> SlicedWork[str]:
    """Return what is wrong with the points of a deck: a duplicate, or one that is no point."""
    if len(set(deck)) != len(deck):
        return "same_point_twice"
    for point in deck:
        if not is_point(point):
            return "not_a_point"
        yield
    return ""


def challenge_of(coin: bytes, seat: int, proofs: int) -> Challenge:
    """Return the joint coin's challenge: for each shadow deck, whether to reveal its scalar from the masked deck."""
    bits = int.from_bytes(derive_bytes(coin, b"challenge", seat), "big")
    return tuple(bool(bits >> number & 1) for number in range(proofs))


def shadows_hash(seed: Seed, binding: bytes, before: Deck, proofs: int) -> SlicedWork[bytes]:
    """Make the shadow decks and return the hash that commits to them."""
    halves = halves_of(before)
    hashes = []
    for number in range(proofs):
        hashes.append((yield from _hash_shadow(seed.shadow_scalar(binding, number), halves)))  # noqa: PERF401 - it yields
    return _hash_all_shadows(seed.context, seed.seat, hashes)


def answers_to(challenge: Challenge, seed: Seed, binding: bytes) -> tuple[Scalar, ...]:
    """Answer the challenge: each shadow deck's scalar from the deck before, or from the masked one."""
    unmasked = invert_scalar(seed.mask_scalar)
    scalars = (seed.shadow_scalar(binding, number) for number in range(len(challenge)))
    return tuple(multiply_scalars(one, unmasked) if back else one for one, back in zip(scalars, challenge, strict=True))


def verify_answers(answers: tuple[bytes, ...], proofs: int) -> str:
    """Return what is wrong with the form of the answers, before anything is computed."""
    if len(answers) != proofs:
        return "other_number_of_answers"
    return "" if all(is_scalar(answer) for answer in answers) else "not_a_scalar"


class ShuffleStatement(NamedTuple):
    """What a proof proves: the hash that commits to the shadow decks, and the decks before and after the mask."""

    committed: bytes
    before: Deck
    masked: Deck


def verify_proof(
    context: bytes, seat: int, shown: ShuffleStatement, challenge: Challenge, answers: tuple[Scalar, ...]
) -> SlicedWork[str]:
    """Make all shadow decks again from the answers, and compare with what was committed."""
    before = halves_of(shown.before)
    yield
    masked = halves_of(shown.masked)
    yield
    hashes = []
    for answer, back in zip(answers, challenge, strict=True):
        hashes.append((yield from _hash_shadow(answer, masked if back else before)))
    return "" if _hash_all_shadows(context, seat, hashes) == shown.committed else "false_proof"


def _hash_shadow(scalar: Scalar, halves: tuple[HalfPoint, ...]) -> SlicedWork[bytes]:
    """Return the hash of one shadow deck."""
    factor = clamped(scalar)
    shadow = []
    for half in halves:
        shadow.append(half_times(factor, half))
        yield
    return hash_parts(b"shadow", joined(sorted(shadow)))


def _hash_all_shadows(context: bytes, seat: int, hashes: list[bytes]) -> bytes:
    return hash_parts(b"shadows", context, seat, *hashes)
