"""Masking and permuting a deck, and the proof that nothing else was done to it.

The mask: place q of the new deck is the scalar times what lay at order[q]. The proof is cut and choose: so many shadow
decks, each masked and permuted anew from the deck before, are committed by one hash; then a coin that nobody could
choose asks of each either how it comes from the deck before, or how it comes from the masked one. Who did anything but
mask and permute can answer only one of the two.
"""

from __future__ import annotations

from net.deal.group import SCALAR_BYTES, Deck, hashed, inverse, is_point, is_scalar, joined, product, times
from net.deal.seeds import SEED_BYTES, Order, Seed, drawn, drawn_scalar, shuffled
from net.deal.slices import Work, all_times

Challenge = tuple[bool, ...]


def mask(seed: Seed, before: Deck) -> Work[Deck]:
    """Mask and permute a deck."""
    order = seed.order(len(before))
    return (yield from all_times(seed.mask, tuple(before[at] for at in order)))


def verify_deck(deck: Deck) -> Work[str]:
    """Say what is wrong with the points of a deck, each for itself and together."""
    if len(set(deck)) != len(deck):
        return "same_point_twice"
    for point in deck:
        if not is_point(point):
            return "not_a_point"
        yield
    return ""


def challenge_of(coin: bytes, seat: int, proofs: int) -> Challenge:
    """Return what the joint coin asks of a seat: whether a shadow deck must be led back to the masked one."""
    bits = int.from_bytes(drawn(coin, b"challenge", seat), "big")
    return tuple(bool(bits >> number & 1) for number in range(proofs))


def shadows_hash(seed: Seed, bound: bytes, before: Deck, proofs: int) -> Work[bytes]:
    """Make the shadow decks and return the hash that commits to them."""
    hashes = []
    for number in range(proofs):
        hashes.append((yield from _shadow_from_seed(seed.shadow(bound, number), before)))  # noqa: PERF401 - it yields
    return _all_shadows(seed.context, seed.seat, hashes)


def answers_to(challenge: Challenge, seed: Seed, bound: bytes, size: int) -> tuple[bytes, ...]:
    """Answer the challenge."""
    unmasked = inverse(seed.mask)
    places = _inverted(seed.order(size))
    said = []
    for number, back in enumerate(challenge):
        shadow = seed.shadow(bound, number)
        if back:
            order = _shadow_order(shadow, size)
            said.append(product(_shadow_scalar(shadow), unmasked) + bytes(places[at] for at in order))
        else:
            said.append(shadow)
    return tuple(said)


def verify_answers(answers: tuple[bytes, ...], challenge: Challenge, size: int) -> str:
    """Say what is wrong with the form of the answers, before anything is computed."""
    if len(answers) != len(challenge):
        return "other_number_of_answers"
    for answer, back in zip(answers, challenge, strict=True):
        if len(answer) != (SCALAR_BYTES + size if back else SEED_BYTES):
            return "answers_another_question"
        if back and not is_scalar(answer[:SCALAR_BYTES]):
            return "not_a_scalar"
        if back and sorted(answer[SCALAR_BYTES:]) != list(range(size)):
            return "no_permutation"
    return ""


def verify_proof(
    context: bytes, seat: int, committed: bytes, before: Deck, masked: Deck, answers: tuple[bytes, ...]
) -> Work[str]:
    """Make all shadow decks again from the answers, and compare with what was committed."""
    hashes = []
    for answer in answers:
        if len(answer) == SEED_BYTES:
            hashes.append((yield from _shadow_from_seed(answer, before)))
        else:
            order = tuple(answer[SCALAR_BYTES:])
            hashes.append((yield from _shadow(answer[:SCALAR_BYTES], order, masked)))
    return "" if _all_shadows(context, seat, hashes) == committed else "false_proof"


def _shadow_from_seed(shadow: bytes, before: Deck) -> Work[bytes]:
    return (yield from _shadow(_shadow_scalar(shadow), _shadow_order(shadow, len(before)), before))


def _shadow_scalar(shadow: bytes) -> bytes:
    return drawn_scalar(shadow, b"shadow mask")


def _shadow_order(shadow: bytes, size: int) -> Order:
    return shuffled(shadow, size, b"shadow order")


def _shadow(scalar: bytes, order: Order, deck: Deck) -> Work[bytes]:
    """Return the hash of one shadow deck; the deck itself is nobody's concern."""
    points = []
    for at in order:
        points.append(times(scalar, deck[at]))
        yield
    return hashed(b"shadow", joined(points))


def _all_shadows(context: bytes, seat: int, hashes: list[bytes]) -> bytes:
    return hashed(b"shadows", context, seat, *hashes)


def _inverted(order: Order) -> Order:
    places = [0] * len(order)
    for place, at in enumerate(order):
        places[at] = place
    return tuple(places)
