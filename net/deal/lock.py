"""Taking one's mask off again and putting a scalar of its own on each position, with a proof of both.

The proof is one of knowledge after Schnorr, made into a hash after Fiat and Shamir, over all positions at once: the
same scalar leads from each stripped point to the point before and from the sum of the deck before the mask to the sum
of the mask; and of each position the author knows the scalar that leads from the stripped point to the locked one.
Without the first, it could strip another deck than it masked; without the second, it could put a stranger's tile on a
position that others open to it, or to its friend, and read it there.
"""

from __future__ import annotations

from typing import NamedTuple

from net.deal.bodies import Locked
from net.deal.group import (
    POINT_BYTES,
    SCALAR_BYTES,
    Deck,
    NoPointError,
    Point,
    Scalar,
    deck_of,
    hashed,
    hashed_scalar,
    inverse,
    is_point,
    is_scalar,
    joined,
    minus,
    product,
    times,
    total,
)
from net.deal.seeds import Seed
from net.deal.slices import Work, all_times, each_times


class Ground(NamedTuple):
    """What a lock stands on: whose it is, in which deal, the deck it locks, and the sums around its author's mask."""

    context: bytes
    seat: int
    deck: Deck
    sum_before: Point
    sum_masked: Point


def lock(seed: Seed, ground: Ground) -> Work[Locked]:
    """Strip and lock a deck."""
    stripped = yield from all_times(inverse(seed.mask), ground.deck)
    scalars = tuple(seed.lock(position) for position in range(len(stripped)))
    locked = yield from each_times(scalars, stripped)
    said = _said(ground, stripped, locked)
    blind, blinds = _blinds(seed, said, len(stripped))
    blinded = yield from all_times(blind, stripped)
    each_blinded = yield from each_times(blinds, stripped)
    challenge = _challenge(said, blinded, times(blind, ground.sum_before), each_blinded)
    strip, answers = answers_of(seed, said, challenge, len(stripped))
    return Locked(joined(stripped), joined(locked), challenge, strip, joined(answers))


def answers_of(seed: Seed, said: bytes, challenge: Scalar, size: int) -> tuple[Scalar, tuple[Scalar, ...]]:
    """Return blind + challenge * secret for the mask's scalar and for the scalar of each position."""
    blind, blinds = _blinds(seed, said, size)
    strip = total(blind, product(challenge, seed.mask))
    return strip, tuple(total(one, product(challenge, seed.lock(at))) for at, one in enumerate(blinds))


def _blinds(seed: Seed, said: bytes, size: int) -> tuple[Scalar, tuple[Scalar, ...]]:
    """Return the blinding scalars, bound to all that is proved: the same blind under two challenges gives all away."""
    return seed.scalar(b"strip blind", said), tuple(seed.scalar(b"lock blind", said, at) for at in range(size))


def statement(ground: Ground, body: Locked) -> bytes:
    """Return the hash of all that a lock says, and of what it stands on."""
    return _said(ground, deck_of(body.stripped), deck_of(body.locked))


def verify_lengths(body: Locked, size: int) -> str:
    """Say what is wrong with the form of a lock, before anything is computed."""
    points = size * POINT_BYTES
    if len(body.stripped) != points or len(body.locked) != points:
        return "other_number_of_points"
    if len(body.answers) != size * SCALAR_BYTES:
        return "other_number_of_answers"
    if not all(is_scalar(one) for one in (body.challenge, body.strip, *deck_of(body.answers))):
        return "not_a_scalar"
    return ""


def verify_lock(ground: Ground, body: Locked) -> Work[str]:
    """Say what is wrong with a lock whose form is right.

    Every point of both decks is multiplied here by a scalar that is not zero, and the library multiplies no bytes that
    are not a canonical point of the large order: a check of its own would cost half a multiplication more for each.
    """
    if not is_point(ground.sum_before) or not is_point(ground.sum_masked):
        return "empty_sum"
    stripped, locked, answers = deck_of(body.stripped), deck_of(body.locked), deck_of(body.answers)
    if len(set(stripped)) != len(stripped) or len(set(locked)) != len(locked):
        return "same_point_twice"
    blinded = yield from _all_unanswered((body.strip,) * len(stripped), stripped, body.challenge, ground.deck)
    each_blinded = yield from _all_unanswered(answers, stripped, body.challenge, locked)
    if blinded is None or each_blinded is None:
        return "not_a_point"
    sums = minus(times(body.strip, ground.sum_before), times(body.challenge, ground.sum_masked))
    said = _said(ground, stripped, locked)
    return "" if _challenge(said, blinded, sums, each_blinded) == body.challenge else "false_lock"


def _all_unanswered(answers: Deck, bases: Deck, challenge: Scalar, reached: Deck) -> Work[Deck | None]:
    """Return the blinded points that honest answers began with; None if something there is no point."""
    began = []
    try:
        for answer, base, end in zip(answers, bases, reached, strict=True):
            began.append((yield from _unanswered(answer, base, challenge, end)))
    except NoPointError:
        return None
    return tuple(began)


def _unanswered(answer: Scalar, base: Point, challenge: Scalar, reached: Point) -> Work[Point]:
    """Return the blinded point that an honest answer began with."""
    answered = times(answer, base)
    yield
    blinded = minus(answered, times(challenge, reached))
    yield
    return blinded


def _said(ground: Ground, stripped: Deck, locked: Deck) -> bytes:
    decks = joined(ground.deck), joined(stripped), joined(locked)
    return hashed(b"lock", ground.context, ground.seat, *decks, ground.sum_before, ground.sum_masked)


def _challenge(said: bytes, blinded: Deck, sums: Point, each_blinded: Deck) -> Scalar:
    return hashed_scalar(b"lock challenge", said, joined(blinded), sums, joined(each_blinded))
