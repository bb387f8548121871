"""What a core asks of the world, in order: keep this, then say that, then tell the session.

Law: effects are carried out one after another, and `Persist` is done when its record is safe on disk. Nothing behind it
may leave before: whoever speaks before he keeps can, after a crash, say something else in the same place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, dataclass, field

from net.errors import LocalProtocolError
from net.frames import Message
from net.log.bodies import NONCE_BYTES
from net.log.entries import BALLOT, MATCH_BYTES, NUMBERED, SIGNED, Core, LogEntry, Numbered, Signed
from net.messages import TABLE_FORMS, Account, Begin, Evidence
from net.reasons import Flaw, Reason
from net.schema import Blob, Misfit, Row, Rule, packed, unpacked

# What is kept

SALT_BYTES = 32


@dataclass(frozen=True, slots=True)
class KeptEntry:
    """An entry of the log; one whose number is already taken cuts off the log from there on."""

    numbered: Numbered


@dataclass(frozen=True, slots=True)
class KeptSalt:
    """What our secrets in one match are made from, beside what we always keep: drawn for it, and never made again."""

    match: bytes
    salt: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class KeptNonce:
    """The nonce that we show, and the one list of pledges that we show it for: who starts again is still in it.

    It belongs to no match yet, and so to no match's journal; a newer one takes its place.
    """

    nonce: bytes = field(repr=False)
    begin: Begin


@dataclass(frozen=True, slots=True)
class KeptOwn:
    """What we signed and shall say: after a restart the same, never another."""

    signed: Signed


@dataclass(frozen=True, slots=True)
class KeptPromise:
    """The highest ballot we consented to."""

    ballot: int


@dataclass(frozen=True, slots=True)
class KeptAccount:
    """A seat's own table, told when tables differed: behind the log that led there, all that is needed to find out."""

    account: Account


@dataclass(frozen=True, slots=True)
class KeptEvidence:
    """What convicts a host: whoever takes the match up again believes him no more than before."""

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A kept record that cannot be read; nobody writes one."""


Record = Unreadable | KeptSalt | KeptNonce | KeptEntry | KeptOwn | KeptPromise | KeptAccount | KeptEvidence


def _as_it_is(record: Record) -> Record:
    return record


_RECORDS: dict[str, tuple[Callable[..., Record], Rule]] = {
    "salt": (_as_it_is, Row((Blob((MATCH_BYTES,)), Blob((SALT_BYTES,))), KeptSalt)),
    "nonce": (
        _as_it_is,
        Row((Blob((NONCE_BYTES,)), Row(tuple(TABLE_FORMS["begin"][1].values()), Begin)), KeptNonce),
    ),
    "entry": (KeptEntry, NUMBERED),
    "own": (KeptOwn, SIGNED),
    "promise": (KeptPromise, BALLOT),
    "account": (KeptAccount, Row(tuple(TABLE_FORMS["account"][1].values()), Account)),
    "evidence": (KeptEvidence, Row(tuple(TABLE_FORMS["evidence"][1].values()), Evidence)),
}
_MOST_RECORD = 65_536  # bytes; the largest record is an account


def write_record(record: Record) -> bytes:
    """Write a record for a journal of bytes."""
    if isinstance(record, KeptSalt):
        return packed(("salt", (record.match, record.salt)))
    if isinstance(record, KeptNonce):
        return packed(("nonce", (record.nonce, astuple(record.begin))))
    if isinstance(record, KeptEntry):
        return packed(("entry", tuple(record.numbered)))
    if isinstance(record, KeptOwn):
        return packed(("own", tuple(record.signed)))
    if isinstance(record, KeptAccount):
        told = record.account
        return packed(("account", (told.seat, told.seen, told.hashes, told.state)))
    if isinstance(record, KeptEvidence):
        return packed(("evidence", astuple(record.evidence)))
    if isinstance(record, Unreadable):
        raise LocalProtocolError("what could not be read cannot be written")
    return packed(("promise", record.ballot))


def read_record(written: bytes) -> Record:
    """Read a record; raise Misfit if it is none."""
    said = unpacked(written, _MOST_RECORD)
    if not isinstance(said, tuple) or len(said) != 2 or said[0] not in _RECORDS:
        raise Misfit("no record of this journal")
    made, rule = _RECORDS[said[0]]
    return made(rule(said[1]))


# What is done


@dataclass(frozen=True, slots=True)
class Persist:
    """Write this so that it survives a crash, before anything that follows."""

    record: Record


@dataclass(frozen=True, slots=True)
class Tell:
    """Say this on a link."""

    link: int
    message: Message


@dataclass(frozen=True, slots=True)
class Drop:
    """End a link with a reason; `refuse` says it as a refusal, with a hint."""

    link: int
    reason: Reason
    refuse: bool = False
    hint: str = ""


# What the session is told


@dataclass(frozen=True, slots=True)
class Began:
    """The match has its START; `seat` is ours, None for a watcher or a host without one."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class Appended:
    """The log has one more entry, already folded."""

    entry: LogEntry


@dataclass(frozen=True, slots=True)
class Rewound:
    """A new host goes on from an earlier length: everything after it is void, `lost` of our own among it.

    The entry that says so follows.
    """

    length: int
    lost: tuple[Core, ...] = ()


@dataclass(frozen=True, slots=True)
class Rejected:
    """Our entry was not taken."""

    kind: int
    body: bytes
    flaw: Flaw
    code: str


@dataclass(frozen=True, slots=True)
class Diverged:
    """A seat vouches for another table after `seen` entries than the log has by our fold, also folded anew."""

    author: int
    seen: int
    ours: bytes
    theirs: bytes


@dataclass(frozen=True, slots=True)
class Accounted:
    """A seat's own table after `seen` entries, replayed from the first, and the state hashes that led there."""

    seat: int
    seen: int
    hashes: tuple[bytes, ...]
    state: bytes


@dataclass(frozen=True, slots=True)
class Damaged:
    """So many records of what we kept could not be read, or follow no more without those."""

    records: int


@dataclass(frozen=True, slots=True)
class Cured:
    """Our own table was wrong, first after `length` entries, and is right since it was folded anew."""

    length: int


@dataclass(frozen=True, slots=True)
class Wronged:
    """The host, whose seat this is, sealed what does not follow by our fold: `flaw` and `code` say what."""

    seat: int
    numbered: Numbered
    flaw: Flaw
    code: str


@dataclass(frozen=True, slots=True)
class Convicted:
    """A seat's program is proven to be changed: by two histories it sealed, or else by a table it vouched for."""

    seat: int
    two_histories: bool


@dataclass(frozen=True, slots=True)
class OtherLine:
    """Others play on in another line of hosts, above ours or the one that ours left, and neither side can yield."""

    ballot: int


Event = Began | Appended | Rewound | Rejected | Diverged | Accounted | Cured | Damaged | Wronged | Convicted | OtherLine
