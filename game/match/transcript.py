"""The log of a match: a header and numbered entries, chained by digests. Append-only.

Laws: only decisions are logged; an entry's digest covers everything before it and the public table after it, so two
logs with the same last digest are the same match; the chain runs over canonical bytes, never over the file's text.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from hashlib import blake2b

from game.table.canon import DIGEST_BYTES, encode
from game.table.options import Options

# Formats of the file: the first one, one that holds the signed LAN log, and one for solo play with times; FORMAT.md.
PLAIN_FORMAT, SIGNED_FORMAT, TIMED_FORMAT = 1, 2, 3
NEWEST_FORMAT = TIMED_FORMAT  # the newest one this program knows
RULES_VERSION = 2  # raised when a rule decides a position differently than before
TABLE_AUTHOR = -1  # the author of what no seat decides, such as deals and scores
_SAID = tuple[int, int, str, str, bytes]  # an entry's number, author, kind, body and proof


class EntryKind(Enum):
    """The kinds of entries, the same alone and on a LAN."""

    DEAL = "deal"
    MOVE = "move"
    SHARE = "share"
    SCORE = "score"
    SEAT = "seat"
    VOID = "void"
    HANDOVER = "handover"


class Controller(Enum):
    """Who decides for a chair; the rules never ask."""

    HERE = "here"
    BOT = "bot"
    REMOTE = "remote"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Seat:
    """A chair: the name on it, who decides, and for a bot its level."""

    name: str
    controller: Controller
    level: str = ""


@dataclass(frozen=True, slots=True)
class Header:
    """The settings of a match: enough to fold its log, and in solo play to deal it again.

    `dealer` names the kind of dealer, `seed` is its seed (0 where nobody may know it); `bots` is the version of the
    bots that decided, and `nodes` their budget.
    """

    game: str
    options: Options
    deck: str
    seats: tuple[Seat, ...]
    dealer: str
    seed: int
    bots: int
    nodes: int
    rules: int = RULES_VERSION
    format: int = PLAIN_FORMAT

    @property
    def options_hash(self) -> str:
        """A short fingerprint of all options, for lobby, file and replay."""
        return blake2b(encode(self.options), digest_size=4).hexdigest()


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision: its number in the log, the seat that made it (or TABLE_AUTHOR), its kind, and its text.

    `proof` is what a dealer adds so that others can check the faces shown; empty when the deal is open. `digest` is the
    link of the chain that `with_digest` adds.
    """

    number: int
    author: int
    kind: EntryKind
    body: str
    proof: bytes = b""
    digest: bytes = b""


@dataclass(frozen=True, slots=True)
class Transcript:
    """A header and its entries, numbered from 0 without gaps."""

    header: Header
    entries: tuple[Entry, ...] = ()

    @property
    def head(self) -> bytes:
        """The digest of the last entry, or of the header while there is none."""
        return self.entries[-1].digest if self.entries else header_digest(self.header)

    def with_entry(self, entry: Entry) -> Transcript:
        """Return the log with one more entry; its number must be the next."""
        if entry.number != len(self.entries):
            raise ValueError(f"entry {entry.number} cannot follow {len(self.entries)} entries")
        return Transcript(self.header, (*self.entries, entry))


def header_digest(header: Header) -> bytes:
    """Return the first link of the chain."""
    return blake2b(encode(header), digest_size=DIGEST_BYTES).digest()


def with_digest(entry: Entry, before: bytes, table_digest: bytes) -> Entry:
    """Return the entry with its digest, over the digest before, its own text and the public table after it."""
    said = encode((entry.number, entry.author, entry.kind.value, entry.body, entry.proof), _SAID)
    made = blake2b(before + said + table_digest, digest_size=DIGEST_BYTES).digest()
    return Entry(entry.number, entry.author, entry.kind, entry.body, entry.proof, made)
