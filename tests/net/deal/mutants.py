"""For every field of every deal entry, the ways to say it wrong and the word by which each is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

from net.deal.bodies import DealEntry, DealKind, read_deal_body
from net.deal.group import GROUP_ORDER
from net.deal.peers import DealPeer
from net.schema import pack_plain
from tests.net.deal.hall import Cheat
from tests.net.samples import spoiled


class Mutant(NamedTuple):
    """One way to say one field wrong: what becomes of the value, and the words that may answer."""

    kind: DealKind
    field: str
    name: str
    change: Callable[[Any, Any], object]
    words: frozenset[str]


def flipped(value: bytes, at: int = 0) -> bytes:
    return value[:at] + bytes([value[at] ^ 1]) + value[at + 1 :]


def _shorter(value: Any, _body: object) -> object:
    return value[:-1]


def _cut(size: int) -> Callable[[Any, Any], object]:
    return lambda value, _body: value[:-size]


def _flip(at: int = 0) -> Callable[[Any, Any], object]:
    return lambda value, _body: flipped(value, at)


def _set(new: object) -> Callable[[Any, Any], object]:
    return lambda _value, _body: new


def _first(change: Callable[[Any], object]) -> Callable[[Any, Any], object]:
    return lambda value, _body: (change(value[0]), *value[1:])


TOO_LARGE = GROUP_ORDER.to_bytes(32, "little")
ZERO = bytes(32)


def _m(kind: DealKind, field: str, name: str, change: Callable[[Any, Any], object], *words: str) -> Mutant:
    return Mutant(kind, field, name, change, frozenset(words))


def _answer(at: int, change: Callable[[bytes], bytes]) -> Callable[[Any, Any], object]:
    return lambda answers, _body: (*answers[:at], change(answers[at]), *answers[at + 1 :])


def _negative(scalar: bytes) -> bytes:
    return (GROUP_ORDER - int.from_bytes(scalar, "little")).to_bytes(32, "little")


# In the deal of these tests, the answers of seat 1 that lead from the deck before, and from the mask.
FROM_BEFORE, FROM_MASK = 0, 2

_K = DealKind
MUTANTS: tuple[Mutant, ...] = (
    _m(_K.COMMIT, "context", "another", _flip(), "other_terms"),
    _m(_K.COMMIT, "seed", "another", _flip(), "another_seed"),
    _m(_K.COMMIT, "coin", "another", _flip(), "another_coin"),
    _m(_K.MASK, "deck", "a point less", _cut(32), "other_number_of_points"),
    _m(_K.MASK, "deck", "half a point less", _cut(16), "other_number_of_points"),
    _m(_K.MASK, "deck", "a bit", _flip(40), "not_a_point", "false_proof"),
    _m(_K.MASK, "deck", "twice", lambda deck, _b: deck[:32] * 2 + deck[64:], "same_point_twice"),
    _m(_K.VCOMMIT, "hash", "another", _flip(), "false_proof"),
    _m(_K.COIN, "coin", "another", _flip(), "another_coin"),
    _m(_K.PROOF, "answers", "one less", _shorter, "other_number_of_answers"),
    _m(_K.PROOF, "answers", "one more", lambda value, _b: (*value, value[0]), "other_number_of_answers"),
    _m(_K.PROOF, "answers", "turned round", lambda value, _b: value[::-1], "false_proof"),
    _m(_K.PROOF, "answers", "to the deck before", _answer(FROM_BEFORE, flipped), "false_proof"),
    _m(_K.PROOF, "answers", "to the mask", _answer(FROM_MASK, flipped), "false_proof"),
    _m(_K.PROOF, "answers", "the negative", _answer(FROM_MASK, _negative), "not_its_seed"),
    _m(_K.PROOF, "answers", "too large a scalar", _answer(FROM_BEFORE, lambda _a: TOO_LARGE), "not_a_scalar"),
    _m(_K.PROOF, "answers", "no scalar", _answer(FROM_MASK, lambda _a: ZERO), "not_a_scalar"),
    _m(_K.LOCK, "unit", "another", _flip(), "not_a_point", "false_lock"),
    _m(_K.LOCK, "unit", "a mark", lambda _u, body: body.marks[:32], "false_lock"),
    _m(_K.LOCK, "unit", "no point", _set(ZERO), "not_a_point"),
    _m(_K.LOCK, "marks", "a point less", _cut(32), "other_number_of_points"),
    _m(_K.LOCK, "marks", "two exchanged", lambda d, _b: d[32:64] + d[:32] + d[64:], "false_lock"),
    _m(_K.LOCK, "marks", "no point", lambda deck, _b: b"\xff" * 32 + deck[32:], "not_a_point"),
    _m(_K.LOCK, "marks", "twice", lambda deck, _b: deck[:32] * 2 + deck[64:], "same_point_twice"),
    _m(_K.LOCK, "marks", "the locked", lambda _d, body: body.locked, "false_lock"),
    _m(_K.LOCK, "locked", "no point", lambda deck, _b: deck[:-32] + ZERO, "not_a_point"),
    _m(_K.LOCK, "locked", "a point more", lambda deck, _b: deck + deck[:32], "other_number_of_points"),
    _m(_K.LOCK, "locked", "two exchanged", lambda d, _b: d[32:64] + d[:32] + d[64:], "false_lock"),
    _m(_K.LOCK, "locked", "twice", lambda deck, _b: deck[:32] * 2 + deck[64:], "same_point_twice"),
    _m(_K.LOCK, "challenge", "another", _flip(), "false_lock"),
    _m(_K.LOCK, "challenge", "too large", _set(TOO_LARGE), "not_a_scalar"),
    _m(_K.LOCK, "challenge", "none", _set(ZERO), "not_a_scalar"),
    _m(_K.LOCK, "strip", "another", _flip(), "false_lock"),
    _m(_K.LOCK, "strip", "too large", _set(TOO_LARGE), "not_a_scalar"),
    _m(_K.LOCK, "answers", "another", _flip(), "false_lock"),
    _m(_K.LOCK, "answers", "one less", _cut(32), "other_number_of_answers"),
    _m(_K.LOCK, "answers", "none", lambda value, _b: ZERO + value[32:], "not_a_scalar"),
    _m(_K.SHARE, "shares", "another scalar", _first(lambda s: (s[0], flipped(s[1]))), "wrong_share"),
    _m(_K.SHARE, "shares", "too large a scalar", _first(lambda s: (s[0], TOO_LARGE)), "not_a_scalar"),
    _m(_K.SHARE, "shares", "not granted", lambda value, _b: (*value, (11, value[0][1])), "not_granted"),
    _m(_K.SHARE, "shares", "beyond the deck", lambda value, _b: (*value, (99, value[0][1])), "not_granted"),
    _m(_K.SHARE, "shares", "twice", lambda value, _b: (value[0], *value), "not_in_order"),
    _m(_K.SHARE, "shares", "turned round", lambda value, _b: value[::-1], "not_in_order"),
    _m(_K.SEED, "seed", "another", _flip(), "another_seed"),
)
FIELDS = {(mutant.kind, mutant.field) for mutant in MUTANTS}


def telling(mutant: Mutant) -> Cheat:
    """Say that one field wrong, as often as it is due."""

    def change(_peer: DealPeer, told: DealEntry) -> DealEntry:
        if told.kind is not mutant.kind:
            return told
        body = cast("Any", read_deal_body(told.kind, told.body))
        values = body._asdict()
        values[mutant.field] = mutant.change(values[mutant.field], body)
        return DealEntry(told.kind, pack_plain(tuple(values.values())))

    return change


def misshapen(kind: str, body: bytes) -> Iterator[bytes]:
    """Yield bodies that are not of the form, field by field, and whole ones that cannot be read."""
    said = cast("tuple[object, ...]", tuple(cast("Any", read_deal_body(kind, body))))
    for at in range(len(said)):
        for bad in spoiled(said[at]):
            yield pack_plain((*said[:at], bad, *said[at + 1 :]))
    yield from (
        pack_plain((*said, 0)),
        pack_plain(said[:-1]),
        pack_plain(None),
        b"",
        b"\xc1",
        body + b"\0",
        b"\xdc\x00" + body,
    )
