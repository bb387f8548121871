"""The golden deal, made again from what PROTOCOL.md says of it, with nothing of net/deal."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any, cast

import msgpack
from nacl import bindings as sodium

from net.deal.bodies import FALSE_CODES, DealKind

ROOT = Path(__file__).resolve().parents[3]
DEAL = cast("dict[str, Any]", json.loads((ROOT / "tests/golden/net_vectors.json").read_text(encoding="utf-8"))["deal"])
PAGE = (ROOT / "net/PROTOCOL.md").read_text(encoding="utf-8")
CONTEXT = bytes.fromhex(DEAL["context"])
SEEDS = [bytes.fromhex(seed) for seed in DEAL["seeds"]]


def written(*parts: bytes | int) -> bytes:
    pieces = [part if isinstance(part, bytes) else part.to_bytes(8, "big") for part in parts]
    return b"".join(len(piece).to_bytes(4, "big") + piece for piece in pieces)


def hashed(purpose: bytes, *parts: bytes | int, size: int = 32) -> bytes:
    return blake2b(written(b"comodin deal 1", purpose, *parts), digest_size=size).digest()


def drawn(key: bytes, *parts: bytes | int, size: int = 64) -> bytes:
    return blake2b(written(*parts), key=key, digest_size=size, person=b"comodin deal 1").digest()


def scalar(wide: bytes) -> bytes:
    return sodium.crypto_core_ed25519_scalar_reduce(wide)


def shuffled(key: bytes, size: int, *parts: bytes | int) -> list[int]:
    stream = drawn(key, b"shuffle", *parts)
    block = b"".join(blake2b(count.to_bytes(8, "big"), key=stream).digest() for count in range(8))
    words = [int.from_bytes(block[at : at + 8], "big") for at in range(0, len(block), 8)]
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        limit = 2**64 // (last + 1) * (last + 1)
        while words[0] >= limit:
            words.pop(0)
        other = words.pop(0) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def bodies(word: str) -> dict[int, Any]:
    """What each seat said, by seat."""
    return {one["seat"]: msgpack.unpackb(bytes.fromhex(one["body"])) for one in DEAL["said"] if one["word"] == word}


def points(packed: bytes) -> list[bytes]:
    return [packed[at : at + 32] for at in range(0, len(packed), 32)]


def times(factor: bytes, point: bytes) -> bytes:
    return sodium.crypto_scalarmult_ed25519_noclamp(factor, point)


def half(point: bytes) -> bytes:
    """Give the Montgomery coordinate as libsodium itself would."""
    return sodium.crypto_sign_ed25519_pk_to_curve25519(point)


def own(seat: int, *what: bytes | int) -> bytes:
    return scalar(drawn(SEEDS[seat], CONTEXT, seat, *what))


def test_the_context_and_the_tiles() -> None:
    number, tiles, peers, plan, proofs = DEAL["terms"]
    parts = [bytes.fromhex(part) for part in (tiles, peers, plan)]
    assert hashed(b"context", bytes.fromhex(DEAL["digest"]), number, *parts, proofs) == CONTEXT
    for tile, point in zip(parts[0], DEAL["tile_points"], strict=True):
        assert sodium.crypto_core_ed25519_from_uniform(hashed(b"tile", CONTEXT, tile)).hex() == point


def test_commitments_and_coins() -> None:
    coins = {seat: drawn(SEEDS[seat], CONTEXT, seat, b"coin", size=32) for seat in (0, 1)}
    for seat, said in bodies("commit").items():
        assert said == [CONTEXT, hashed(b"seed", SEEDS[seat]), hashed(b"coin", CONTEXT, seat, coins[seat])]
    assert bodies("coin") == {seat: [coin] for seat, coin in coins.items()}
    joint = hashed(b"joint coin", CONTEXT, coins[1], coins[0])  # the peers' order of this deal
    assert joint.hex() == DEAL["joint_coin"]
    for seat in (0, 1):
        bits = int.from_bytes(drawn(joint, b"challenge", seat), "big")
        assert DEAL["challenges"][seat] == [bool(bits >> place & 1) for place in range(2)]


def test_masks_shadows_and_proofs() -> None:
    deck = [bytes.fromhex(point) for point in DEAL["tile_points"]]
    commits = b"".join(b"".join(bodies("commit")[seat]) for seat in (1, 0))
    for seat in (1, 0):
        order = shuffled(SEEDS[seat], 4, CONTEXT, seat, b"order")
        assert order == DEAL["orders"][seat]
        mask = own(seat, b"mask")
        masked = [times(mask, deck[at]) for at in order]
        assert bodies("mask")[seat] == [b"".join(masked)]
        bound = hashed(b"bound", CONTEXT, commits, b"".join(deck))
        hashes = []
        for number, back in enumerate(DEAL["challenges"][seat]):
            factor = own(seat, b"shadow", bound, number)
            shadow = sorted(half(times(factor, point)) for point in deck)
            hashes.append(hashed(b"shadow", b"".join(shadow)))
            answer = bodies("proof")[seat][0][number]
            if back:
                assert sorted(half(times(answer, point)) for point in masked) == shadow
            else:
                assert answer == factor
        assert bodies("vcommit")[seat] == [hashed(b"shadows", CONTEXT, seat, *hashes)]
        deck = masked


def added(deck: list[bytes]) -> bytes:
    total = deck[0]
    for point in deck[1:]:
        total = sodium.crypto_core_ed25519_add(total, point)
    return total


def generated(factor: bytes) -> bytes:
    return sodium.crypto_scalarmult_ed25519_base_noclamp(factor)


def scalar_product(one: bytes, other: bytes) -> bytes:
    return sodium.crypto_core_ed25519_scalar_mul(one, other)


def answer(blind: bytes, challenge: bytes, secret: bytes) -> bytes:
    return sodium.crypto_core_ed25519_scalar_add(blind, scalar_product(challenge, secret))


def test_locks_shares_and_what_opens() -> None:
    masks = {seat: points(body[0]) for seat, body in bodies("mask").items()}
    befores = {1: [bytes.fromhex(point) for point in DEAL["tile_points"]], 0: masks[1]}
    plan = bytes.fromhex(DEAL["terms"][3])
    deck = masks[0]
    for seat in (1, 0):
        unit, marks, locked, challenge, strip, answers = bodies("lock")[seat]
        mask = own(seat, b"mask")
        off = sodium.crypto_core_ed25519_scalar_invert(mask)
        assert unit == generated(off)
        secrets = [scalar_product(own(seat, b"lock", at), off) for at in range(4)]
        assert points(marks) == [generated(secret) for secret in secrets]
        assert points(locked) == [times(secret, point) for secret, point in zip(secrets, deck, strict=True)]
        sums = [added(befores[seat]), added(masks[seat])]
        said = hashed(b"lock", CONTEXT, seat, b"".join(deck), unit, marks, locked, *sums)
        blind = own(seat, b"strip blind", said)
        blinds = [own(seat, b"lock blind", said, at) for at in range(4)]
        of_marks = b"".join(map(generated, blinds))
        of_deck = b"".join(map(times, blinds, deck))
        parts = (said, times(blind, unit), times(blind, sums[0]), of_marks, of_deck)
        assert scalar(hashed(b"lock challenge", *parts, size=64)) == challenge
        assert strip == answer(blind, challenge, mask)
        assert points(answers) == [answer(one, challenge, secret) for one, secret in zip(blinds, secrets, strict=True)]
        deck = points(locked)
    tiles = dict(zip(DEAL["tile_points"], bytes.fromhex(DEAL["terms"][1]), strict=True))
    for at, tile in enumerate(DEAL["tiles"]):
        both = sodium.crypto_core_ed25519_scalar_mul(own(0, b"lock", at), own(1, b"lock", at))
        assert tiles[times(sodium.crypto_core_ed25519_scalar_invert(both), deck[at]).hex()] == tile
    assert bodies("share") == {
        seat: [[[at, own(seat, b"lock", at)] for at, to in enumerate(plan) if to not in (seat, 254)]] for seat in (0, 1)
    }
    assert bodies("seed") == {seat: [SEEDS[seat]] for seat in (0, 1)}


def test_the_page_names_every_word() -> None:
    for word in (*DealKind, *FALSE_CODES):
        assert f"`{word}`" in PAGE, word
