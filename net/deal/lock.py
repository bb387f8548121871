"""Taking one's mask off again and putting a scalar of its own on each position, in one step, with a proof of both.

The step is one multiplication for each position, by its lock over the mask: the deck without the mask is never said.
Whoever put all other masks on would read it. What is said beside the locked deck is the generator without the mask, the
unit, and for each position its mark, the unit times its lock, by which everybody checks the lock when it is shared.

The proof is one of knowledge after Schnorr, made into a hash after Fiat and Shamir, over all positions at once: the
same scalar leads from the unit to the generator and from the sum of the deck before the mask to the sum of the mask;
and of each position the author knows the scalar that leads from the generator to its mark and from the point before to
the locked one. Without the first, it could take another mask off than it put on; without the second, it could put a
stranger's tile on a position that others open to it, or to its friend, and read it there.
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
    times_generator,
    total,
)
from net.deal.seeds import Seed
from net.deal.slices import Work, each_generated, each_times


class Ground(NamedTuple):
    """What a lock stands on: whose it is, in which deal, the deck it locks, and the sums around its author's mask."""

    context: bytes
    seat: int
    deck: Deck
    sum_before: Point
    sum_masked: Point


def lock(seed: Seed, ground: Ground) -> Work[Locked]:
    """Take the mask off a deck and lock it."""
    secrets = unmasking_locks(seed, len(ground.deck))
    unit = times_generator(inverse(seed.mask))
    marks = yield from each_generated(secrets)
    locked = yield from each_times(secrets, ground.deck)
    said = _said(ground, unit, marks, locked)
    blind, blinds = _blinds(seed, said, len(marks))
    blinded = Blinded(
        times(blind, unit),
        times(blind, ground.sum_before),
        (yield from each_generated(blinds)),
        (yield from each_times(blinds, ground.deck)),
    )
    challenge = _challenge(said, blinded)
    strip, answers = responses(seed, said, challenge, secrets)
    return Locked(unit, joined(marks), joined(locked), challenge, strip, joined(answers))


def unmasking_locks(seed: Seed, size: int) -> tuple[Scalar, ...]:
    """Return what each position is multiplied by: its lock over the mask."""
    off = inverse(seed.mask)
    return tuple(product(seed.lock(position), off) for position in range(size))


class Blinded(NamedTuple):
    """What a proof begins with: the unit, the sum, the generator and the deck, under the blinding scalars."""

    unit: Point
    sum: Point
    marks: Deck
    deck: Deck


def responses(
    seed: Seed, said: bytes, challenge: Scalar, secrets: tuple[Scalar, ...]
) -> tuple[Scalar, tuple[Scalar, ...]]:
    """Return the prover's responses, blind + challenge * secret: the mask's, and that of each position's factor."""
    blind, blinds = _blinds(seed, said, len(secrets))
    strip = total(blind, product(challenge, seed.mask))
    return strip, tuple(total(one, product(challenge, secret)) for one, secret in zip(blinds, secrets, strict=True))


def _blinds(seed: Seed, said: bytes, size: int) -> tuple[Scalar, tuple[Scalar, ...]]:
    """Return the blinding scalars, bound to all that is proved: the same blind under two challenges gives all away."""
    return seed.scalar(b"strip blind", said), tuple(seed.scalar(b"lock blind", said, at) for at in range(size))


def statement(ground: Ground, body: Locked) -> bytes:
    """Return the hash of all that a lock says, and of what it stands on."""
    return _said(ground, body.unit, deck_of(body.marks), deck_of(body.locked))


def lengths_flaw(body: Locked, size: int) -> str:
    """Say what is wrong with the form of a lock, before anything is computed."""
    points = size * POINT_BYTES
    if len(body.marks) != points or len(body.locked) != points:
        return "other_number_of_points"
    if len(body.answers) != size * SCALAR_BYTES:
        return "other_number_of_answers"
    if not all(is_scalar(one) for one in (body.challenge, body.strip, *deck_of(body.answers))):
        return "not_a_scalar"
    return ""


def lock_flaw(ground: Ground, body: Locked) -> Work[str]:
    """Say what is wrong with a lock whose form is right.

    Every point that it says is multiplied here by a scalar that is not zero, and the library multiplies no bytes that
    are not a canonical point of the large order: a check of its own would cost half a multiplication more for each.
    """
    if not is_point(ground.sum_before) or not is_point(ground.sum_masked):
        return "empty_sum"
    marks, locked = deck_of(body.marks), deck_of(body.locked)
    if len(set(marks)) != len(marks) or len(set(locked)) != len(locked):
        return "same_point_twice"
    blinded = yield from _where_there_are_points(_unanswered(ground, body, marks, locked))
    if blinded is None:
        return "not_a_point"
    said = _said(ground, body.unit, marks, locked)
    return "" if _challenge(said, blinded) == body.challenge else "false_lock"


def _where_there_are_points(work: Work[Blinded]) -> Work[Blinded | None]:
    """Return what some work makes; None if something that it multiplies is no point."""
    try:
        return (yield from work)
    except NoPointError:
        return None


def _unanswered(ground: Ground, body: Locked, marks: Deck, locked: Deck) -> Work[Blinded]:
    """Return what honest answers began with."""
    challenge, answers = body.challenge, deck_of(body.answers)
    unit = minus(times(body.strip, body.unit), times_generator(challenge))
    yield
    answered = times(body.strip, ground.sum_before)
    yield
    of_sum = minus(answered, times(challenge, ground.sum_masked))
    yield
    of_marks, of_deck = [], []
    for answer, mark, before, end in zip(answers, marks, ground.deck, locked, strict=True):
        answered = times_generator(answer)
        of_marks.append(minus(answered, times(challenge, mark)))
        yield
        answered = times(answer, before)
        yield
        of_deck.append(minus(answered, times(challenge, end)))
        yield
    return Blinded(unit, of_sum, tuple(of_marks), tuple(of_deck))


def _said(ground: Ground, unit: Point, marks: Deck, locked: Deck) -> bytes:
    decks = joined(ground.deck), unit, joined(marks), joined(locked)
    return hashed(b"lock", ground.context, ground.seat, *decks, ground.sum_before, ground.sum_masked)


def _challenge(said: bytes, blinded: Blinded) -> Scalar:
    parts = blinded.unit, blinded.sum, joined(blinded.marks), joined(blinded.deck)
    return hashed_scalar(b"lock challenge", said, *parts)
