"""How a match gets its id: from START and a nonce of each person, committed to before any of them is shown.

Laws: nobody alone picks an id, and who shows last can only stop; an id stands for one START, every bit of it; whoever
shows a new nonce for each match is in no match twice.
"""

from __future__ import annotations

from hashlib import blake2b

from net.log.bodies import Start
from net.log.entries import MATCH_BYTES
from net.schema import packed

HASH_BYTES = 32


def commitment(key: bytes, nonce: bytes) -> bytes:
    """Return what the owner of a key says in place of its nonce; of no use to anybody else."""
    return blake2b(b"comodin nonce 1\0" + key + nonce, digest_size=HASH_BYTES).digest()


def drawers(start: Start) -> tuple[bytes, ...]:
    """Return whose nonces make the id, in order: the persons by their chairs, then a host without one."""
    keys = tuple(sitter.key for sitter in start.sitters if sitter.key)
    return keys if start.host_key in keys else (*keys, start.host_key)


def terms_hash(start: Start) -> bytes:
    """Return the hash of all that START says but for the nonces."""
    return blake2b(b"comodin terms 1\0" + packed(tuple(start)[:-1]), digest_size=HASH_BYTES).digest()


def match_id(start: Start) -> bytes:
    """Return the id of the match that a START begins; it has a nonce for each of its drawers."""
    said = terms_hash(start)
    for key, nonce in zip(drawers(start), start.nonces, strict=True):
        said += key + commitment(key, nonce) + nonce
    return blake2b(b"comodin match 1\0" + said, digest_size=MATCH_BYTES).digest()


def has_drawn(start: Start) -> bool:
    """Return whether a START has one nonce of each of its drawers, none of them twice."""
    return len(start.nonces) == len(drawers(start)) == len(set(start.nonces))
