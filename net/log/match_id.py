"""The id of a match: made from START and a nonce of each person, committed before any is revealed.

Laws: nobody alone can choose an id, and who reveals last can only abort; an id stands for one START, every bit of it; a
program that reveals a new nonce for each match is in no match twice.
"""

from __future__ import annotations

from hashlib import blake2b

from net.log.bodies import Start
from net.log.entries import MATCH_ID_BYTES
from net.schema import pack_plain

HASH_BYTES = 32


def commitment(key: bytes, nonce: bytes) -> bytes:
    """Return the commitment to a nonce by the owner of a key; no other key can use it."""
    return blake2b(b"comodin nonce 1\0" + key + nonce, digest_size=HASH_BYTES).digest()


def nonce_owners(start: Start) -> tuple[bytes, ...]:
    """Return the keys whose nonces make the id, in order: persons by their chairs, then a host without a chair."""
    keys = tuple(sitter.key for sitter in start.sitters if sitter.key)
    return keys if start.host_key in keys else (*keys, start.host_key)


def terms_hash(start: Start) -> bytes:
    """Return the hash of START without its nonces."""
    return blake2b(b"comodin terms 1\0" + pack_plain(tuple(start)[:-1]), digest_size=HASH_BYTES).digest()


def match_id(start: Start) -> bytes:
    """Return the id of the match that a START with all nonces begins."""
    said = terms_hash(start)
    for key, nonce in zip(nonce_owners(start), start.nonces, strict=True):
        said += key + commitment(key, nonce) + nonce
    return blake2b(b"comodin match 1\0" + said, digest_size=MATCH_ID_BYTES).digest()


def has_all_nonces(start: Start) -> bool:
    """Return whether a START has one nonce of each of its owners, all different."""
    return len(start.nonces) == len(nonce_owners(start)) == len(set(start.nonces))
