"""Fair shuffles from a key, the same on every Python: Fisher-Yates over keyed BLAKE2b.

`random.shuffle` is not used because its result may change between Python versions.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

_WORD = 8  # bytes drawn at a time


def derive_key(seed: int, *path: int) -> bytes:
    """Derive the key for one purpose from a match's seed; `path` names the purpose by numbers."""
    text = ":".join(str(part) for part in (seed, *path))
    return blake2b(text.encode(), digest_size=32, person=b"comodin-deal").digest()


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        data = blake2b(block.to_bytes(_WORD, "big"), key=key).digest()
        for at in range(0, len(data), _WORD):
            yield int.from_bytes(data[at : at + _WORD], "big")
        block += 1


def draw_below(words: Iterator[int], bound: int) -> int:
    """Draw a number under `bound`, each equally likely: words above the largest multiple of `bound` are skipped."""
    limit = (1 << 8 * _WORD) - (1 << 8 * _WORD) % bound
    return next(word for word in words if word < limit) % bound


def permutation(key: bytes, size: int) -> tuple[int, ...]:
    """Shuffle the numbers 0..size-1."""
    words = _words(key)
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = draw_below(words, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def draw_coin(key: bytes, bound: int) -> int:
    """Draw one number under `bound`."""
    return draw_below(_words(key), bound)
