"""Log entries: signed by their authors, sealed by the host, chained by hashes.

Laws: an entry is hashed and signed as the bytes received, never re-encoded; a head covers every entry before it, so two
logs with equal heads are equal; a seal is the host's signature on a number and the head that the entry there makes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple, cast

from net.identity import SIGNATURE_BYTES, Identity, Purpose, is_signed_by
from net.schema import Blob, Misfit, Row, Whole, pack_plain, unpack_plain

LOG_VERSION = 2  # START carries the nonces that its match id is made from
OLDEST_LOG_VERSION = 1  # can be viewed and verified, never played on
MATCH_ID_BYTES = 16
HEAD_BYTES = 32
STATE_BYTES = 16

# The seats of a table: a deal has up to seven players, and one seat is spare.
MAX_SEATS = 8
# The author of entries that no seat decides: start, deals, scores, bots' moves. The present host signs for it.
TABLE_AUTHOR = 255

# A match of 12 rounds with 7 seats takes about 5,000 entries.
MAX_ENTRIES = 20_000
MAX_LOG_BYTES = 16 * 2**20  # a match with the sealed deal takes 50 KB a round; held in memory by each program
# The largest body is a locked deck (two vectors of 108 points and a proof), 7 KiB.
MAX_BODY_BYTES = 16_384
MAX_CORE_BYTES = MAX_BODY_BYTES + 256  # the other fields take under 100 bytes

# Kinds below 16 are the log's own; the game's kinds, which net never reads, begin here.
FIRST_GAME_KIND = 16
MAX_KIND = 63  # room for every kind of deal


class Core(NamedTuple):
    """What an author signs.

    `turn` counts its author's entries; `seen` is the length of the log that the author had, `head` and `state` the head
    and the hash of the public table at that length.
    """

    version: int
    match: bytes
    author: int
    turn: int
    seen: int
    head: bytes
    state: bytes
    kind: int
    body: bytes


class Signed(NamedTuple):
    """A core's bytes as its author encoded them, and the signature."""

    raw: bytes
    signature: bytes


class Numbered(NamedTuple):
    """A signed core with its number in the log and the host's seal on the head that it makes."""

    number: int
    raw: bytes
    signature: bytes
    seal: bytes

    @property
    def signed(self) -> Signed:
        """The author's part."""
        return Signed(self.raw, self.signature)


class Claim(NamedTuple):
    """What a seal signs: under this ballot, the entry of this number makes this head.

    Two seals of one key on claims that differ in the head alone prove that a host forked the log.
    """

    match: bytes
    ballot: int
    number: int
    head: bytes


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry in the log, and the head after it."""

    numbered: Numbered
    core: Core
    head: bytes

    @property
    def number(self) -> int:
        """Its number, from 0."""
        return self.numbered.number

    @property
    def size(self) -> int:
        """Its approximate bytes on the wire."""
        return counted_bytes(self.numbered.signed)


AUTHOR_RULE = Whole(0, TABLE_AUTHOR)
LOG_LENGTH_RULE = Whole(0, MAX_ENTRIES)
# A ballot takes four bytes in every seal. A search for a host raises it by at most 32 steps of 16, a REHOST by 1,024.
MAX_BALLOT = 2**31 - 1
BALLOT_RULE = Whole(0, MAX_BALLOT)

CORE_RULE = Row(
    (
        Whole(OLDEST_LOG_VERSION, LOG_VERSION),
        Blob((MATCH_ID_BYTES,)),
        AUTHOR_RULE,
        LOG_LENGTH_RULE,
        LOG_LENGTH_RULE,
        Blob((HEAD_BYTES,)),
        Blob((STATE_BYTES,)),
        Whole(0, MAX_KIND),
        Blob(most=MAX_BODY_BYTES),
    ),
    cast("Callable[..., object]", Core),
)

SIGNED_RULE = Row((Blob(most=MAX_CORE_BYTES), Blob((SIGNATURE_BYTES,))), cast("Callable[..., object]", Signed))
NUMBERED_RULE = Row(
    (LOG_LENGTH_RULE, Blob(most=MAX_CORE_BYTES), Blob((SIGNATURE_BYTES,)), Blob((SIGNATURE_BYTES,))),
    cast("Callable[..., object]", Numbered),
)


def counted_bytes(signed: Signed) -> int:
    """Return how many bytes an entry counts towards the log's limit."""
    return len(signed.raw) + 2 * SIGNATURE_BYTES


def read_core(raw: bytes) -> Core:
    """Parse a core; raise Misfit if it is malformed."""
    core = CORE_RULE(unpack_plain(raw, MAX_CORE_BYTES))
    if not isinstance(core, Core) or (core.author >= MAX_SEATS and core.author != TABLE_AUTHOR):
        raise Misfit("no seat of that number can write an entry")
    return core


def sign_core(core: Core, identity: Identity) -> Signed:
    """Encode a core and sign it."""
    raw = pack_plain(tuple(core))
    return Signed(raw, identity.sign(Purpose.ENTRY, raw))


def is_signed(signed: Signed, key: bytes) -> bool:
    """Return whether a core bears the signature of this key."""
    return is_signed_by(key, Purpose.ENTRY, signed.raw, signed.signature)


def first_head(match: bytes) -> bytes:
    """Return the head of a match's empty log."""
    return blake2b(b"comodin log 1\0" + match, digest_size=HEAD_BYTES).digest()


def next_head(before: bytes, signed: Signed) -> bytes:
    """Return the head after one more entry."""
    return blake2b(b"comodin head 1\0" + before + signed.signature + signed.raw, digest_size=HEAD_BYTES).digest()


def seal_entry(claim: Claim, host: Identity) -> bytes:
    """Sign an entry's number and head as the host."""
    return host.sign(Purpose.SEAL, seal_bytes(claim))


def is_sealed(claim: Claim, sealed: bytes, key: bytes) -> bool:
    """Return whether a seal is the signature of this host's key on the claim."""
    return is_signed_by(key, Purpose.SEAL, seal_bytes(claim), sealed)


def seal_bytes(claim: Claim) -> bytes:
    """Return the bytes that a seal signs."""
    return claim.match + claim.ballot.to_bytes(4, "big") + claim.number.to_bytes(4, "big") + claim.head


def read_claim(written: bytes) -> Claim:
    """Parse the bytes of a seal's claim; raise Misfit if they are malformed."""
    if len(written) != MATCH_ID_BYTES + 4 + 4 + HEAD_BYTES:
        raise Misfit("no claim of a seal")
    match, rest = written[:MATCH_ID_BYTES], written[MATCH_ID_BYTES:]
    return Claim(match, int.from_bytes(rest[:4], "big"), int.from_bytes(rest[4:8], "big"), rest[8:])
