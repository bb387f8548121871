"""Removing one's mask and locking each position with a scalar of its own, in one step, with a proof of both.

Each position is multiplied once, by its lock over the mask: the unmasked deck is never sent, as whoever made all other
masks could read it. Beside the locked deck stand the unit, which is the generator without the mask, and for each
position its mark, the unit times its lock, by which everybody checks the lock when it is shared.

The proof is one of knowledge after Schnorr, made into a hash after Fiat and Shamir, over all positions at once: the
same scalar leads from the unit to the generator and from the sum of the deck before the mask to the sum of the masked
deck; and of each position the author knows the scalar that leads from the generator to its mark and from the point
before to the locked one. Without the first, an author could take off another mask than it put on; without the second,
it could put a stranger's tile on a position that others open to it, or to its friend, and read it there.
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
    add_scalars,
    deck_of,
    hash_parts,
    hash_to_scalar,
    invert_scalar,
    is_point,
    is_scalar,
    joined,
    multiply_scalars,
    subtract_points,
    times_generator,
    times_point,
)
from net.deal.seeds import Seed
from net.deal.slices import SlicedWork, generator_multiples, multiply_each


class LockStatement(NamedTuple):
    """What a lock proves: its deal and seat, the deck it locks, and the sums before and after its author's mask."""

    context: bytes
    seat: int
    deck: Deck
    sum_before: Point
    sum_masked: Point


def make_lock(seed: Seed, statement: LockStatement) -> SlicedWork[Locked]:
    """Unmask a deck and lock it."""
    secrets = unmasking_locks(seed, len(statement.deck))
    unit = times_generator(invert_scalar(seed.mask_scalar))
    marks = yield from generator_multiples(secrets)
    locked = yield from multiply_each(secrets, statement.deck)
    digest = _hash_statement(statement, unit, marks, locked)
    blind, blinds = _blinds(seed, digest, len(marks))
    blinded = Blinded(
        times_point(blind, unit),
        times_point(blind, statement.sum_before),
        (yield from generator_multiples(blinds)),
        (yield from multiply_each(blinds, statement.deck)),
    )
    challenge = _make_challenge(digest, blinded)
    strip, answers = responses(seed, digest, challenge, secrets)
    return Locked(unit, joined(marks), joined(locked), challenge, strip, joined(answers))


def unmasking_locks(seed: Seed, size: int) -> tuple[Scalar, ...]:
    """Return each position's factor: its lock over the mask."""
    off = invert_scalar(seed.mask_scalar)
    return tuple(multiply_scalars(seed.lock_scalar(position), off) for position in range(size))


class Blinded(NamedTuple):
    """A proof's commitments: unit, sum, generator and deck times the blinding scalars."""

    unit: Point
    sum: Point
    marks: Deck
    deck: Deck


def responses(
    seed: Seed, digest: bytes, challenge: Scalar, secrets: tuple[Scalar, ...]
) -> tuple[Scalar, tuple[Scalar, ...]]:
    """Return the prover's responses, blind + challenge * secret: the mask's, and that of each position's factor."""
    blind, blinds = _blinds(seed, digest, len(secrets))
    strip = add_scalars(blind, multiply_scalars(challenge, seed.mask_scalar))
    return strip, tuple(
        add_scalars(one, multiply_scalars(challenge, secret)) for one, secret in zip(blinds, secrets, strict=True)
    )


def _blinds(seed: Seed, digest: bytes, size: int) -> tuple[Scalar, tuple[Scalar, ...]]:
    """Return the blinding scalars, bound to the statement: one blind under two challenges reveals the secret."""
    return seed.derive_scalar(b"strip blind", digest), tuple(
        seed.derive_scalar(b"lock blind", digest, at) for at in range(size)
    )


def statement_hash(statement: LockStatement, body: Locked) -> bytes:
    """Return the hash of a lock and its statement."""
    return _hash_statement(statement, body.unit, deck_of(body.marks), deck_of(body.locked))


def lock_form_flaw(body: Locked, size: int) -> str:
    """Return a code for what is wrong with the form of a lock, before anything is computed; empty if nothing is."""
    points = size * POINT_BYTES
    if len(body.marks) != points or len(body.locked) != points:
        return "other_number_of_points"
    if len(body.answers) != size * SCALAR_BYTES:
        return "other_number_of_answers"
    if not all(is_scalar(one) for one in (body.challenge, body.strip, *deck_of(body.answers))):
        return "not_a_scalar"
    return ""


def lock_flaw(statement: LockStatement, body: Locked) -> SlicedWork[str]:
    """Return a code for what is wrong with a lock whose form is right; empty if nothing is.

    Each point in it is multiplied by a nonzero scalar here, which the library refuses for all but canonical points of
    the large order: a separate check would cost half a multiplication more for each.
    """
    if not is_point(statement.sum_before) or not is_point(statement.sum_masked):
        return "empty_sum"
    marks, locked = deck_of(body.marks), deck_of(body.locked)
    if len(set(marks)) != len(marks) or len(set(locked)) != len(locked):
        return "same_point_twice"
    blinded = yield from _none_for_bad_points(_recomputed_commitments(statement, body, marks, locked))
    if blinded is None:
        return "not_a_point"
    digest = _hash_statement(statement, body.unit, marks, locked)
    return "" if _make_challenge(digest, blinded) == body.challenge else "false_lock"


def _none_for_bad_points(work: SlicedWork[Blinded]) -> SlicedWork[Blinded | None]:
    """Run work; None if it multiplies something that is no point."""
    try:
        return (yield from work)
    except NoPointError:
        return None


def _recomputed_commitments(statement: LockStatement, body: Locked, marks: Deck, locked: Deck) -> SlicedWork[Blinded]:
    """Return the commitments from which honest answers came."""
    challenge, answers = body.challenge, deck_of(body.answers)
    unit = subtract_points(times_point(body.strip, body.unit), times_generator(challenge))
    yield
    answered = times_point(body.strip, statement.sum_before)
    yield
    of_sum = subtract_points(answered, times_point(challenge, statement.sum_masked))
    yield
    of_marks, of_deck = [], []
    for answer, mark, before, end in zip(answers, marks, statement.deck, locked, strict=True):
        answered = times_generator(answer)
        of_marks.append(subtract_points(answered, times_point(challenge, mark)))
        yield
        answered = times_point(answer, before)
        yield
        of_deck.append(subtract_points(answered, times_point(challenge, end)))
        yield
    return Blinded(unit, of_sum, tuple(of_marks), tuple(of_deck))


def _hash_statement(statement: LockStatement, unit: Point, marks: Deck, locked: Deck) -> bytes:
    decks = joined(statement.deck), unit, joined(marks), joined(locked)
    return hash_parts(b"lock", statement.context, statement.seat, *decks, statement.sum_before, statement.sum_masked)


def _make_challenge(digest: bytes, blinded: Blinded) -> Scalar:
    parts = blinded.unit, blinded.sum, joined(blinded.marks), joined(blinded.deck)
    return hash_to_scalar(b"lock challenge", digest, *parts)
