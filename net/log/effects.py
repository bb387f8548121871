"""What a core asks its driver to do, in order: persist a record, send a message, notify the session.

Law: effects are carried out one by one, and `Persist` is done when its record is safe on disk. Nothing after it may be
sent before: who sends before he persists can, after a crash, send something else in the same place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, dataclass, field

from net.errors import LocalProtocolError
from net.frames import Message
from net.log.bodies import NONCE_BYTES
from net.log.entries import BALLOT_RULE, MATCH_ID_BYTES, NUMBERED_RULE, SIGNED_RULE, Core, LogEntry, Numbered, Signed
from net.messages import TABLE_FORMS, Begin, Evidence, StateReport
from net.reasons import Flaw, Reason
from net.schema import Blob, Misfit, Row, Rule, pack_plain, unpack_plain

# Records on disk

SALT_BYTES = 32


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """An entry of the log; if its number is taken, it replaces the log from there on."""

    numbered: Numbered


@dataclass(frozen=True, slots=True)
class SaltRecord:
    """The random salt of our secrets in one match: drawn once and never again."""

    match: bytes
    salt: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class NonceRecord:
    """The nonce we reveal and its list of pledges, so that a restart keeps to both; it is in no match's journal yet."""

    nonce: bytes = field(repr=False)
    begin: Begin


@dataclass(frozen=True, slots=True)
class PendingRecord:
    """The entry we signed and have pending: after a restart we send the same, never another."""

    signed: Signed


@dataclass(frozen=True, slots=True)
class PromiseRecord:
    """The highest ballot we consented to."""

    ballot: int


@dataclass(frozen=True, slots=True)
class AccountRecord:
    """A seat's own state, sent in a dispute: with the log, it is enough to find the cause."""

    account: StateReport


@dataclass(frozen=True, slots=True)
class EvidenceRecord:
    """Evidence against a host, who stays distrusted after a restart."""

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class UnreadableRecord:
    """A persisted record that cannot be read; it is never written."""


_LogRecord = EntryRecord | PendingRecord | PromiseRecord | AccountRecord | EvidenceRecord
Record = UnreadableRecord | SaltRecord | NonceRecord | _LogRecord


def _as_it_is(record: Record) -> Record:
    return record


_RECORDS: dict[str, tuple[Callable[..., Record], Rule]] = {
    "salt": (_as_it_is, Row((Blob((MATCH_ID_BYTES,)), Blob((SALT_BYTES,))), SaltRecord)),
    "nonce": (
        _as_it_is,
        Row((Blob((NONCE_BYTES,)), Row(tuple(TABLE_FORMS["begin"][1].values()), Begin)), NonceRecord),
    ),
    "entry": (EntryRecord, NUMBERED_RULE),
    "own": (PendingRecord, SIGNED_RULE),
    "promise": (PromiseRecord, BALLOT_RULE),
    "account": (AccountRecord, Row(tuple(TABLE_FORMS["account"][1].values()), StateReport)),
    "evidence": (EvidenceRecord, Row(tuple(TABLE_FORMS["evidence"][1].values()), Evidence)),
}
_MAX_RECORD_BYTES = 65_536  # the largest record is an account


def write_record(record: Record) -> bytes:
    """Write a record for a journal of bytes."""
    if isinstance(record, SaltRecord):
        return pack_plain(("salt", (record.match, record.salt)))
    if isinstance(record, NonceRecord):
        return pack_plain(("nonce", (record.nonce, astuple(record.begin))))
    if isinstance(record, EntryRecord):
        return pack_plain(("entry", tuple(record.numbered)))
    if isinstance(record, PendingRecord):
        return pack_plain(("own", tuple(record.signed)))
    if isinstance(record, AccountRecord):
        told = record.account
        return pack_plain(("account", (told.seat, told.seen, told.hashes, told.state)))
    if isinstance(record, EvidenceRecord):
        return pack_plain(("evidence", astuple(record.evidence)))
    if isinstance(record, UnreadableRecord):
        raise LocalProtocolError("what could not be read cannot be written")
    return pack_plain(("promise", record.ballot))


def read_record(written: bytes) -> Record:
    """Read a record; raise Misfit if it is malformed."""
    said = unpack_plain(written, _MAX_RECORD_BYTES)
    if not isinstance(said, tuple) or len(said) != 2 or said[0] not in _RECORDS:
        raise Misfit("no record of this journal")
    made, rule = _RECORDS[said[0]]
    return made(rule(said[1]))


# Actions for the driver


@dataclass(frozen=True, slots=True)
class Persist:
    """Write this record so that it survives a crash, before carrying out any later effect."""

    record: Record


@dataclass(frozen=True, slots=True)
class SendMessage:
    """Send a message on a link."""

    link: int
    message: Message


@dataclass(frozen=True, slots=True)
class DropLink:
    """Close a link with a reason; `refuse` sends it as a refusal, with a hint."""

    link: int
    reason: Reason
    refuse: bool = False
    hint: str = ""


# Events for the session


@dataclass(frozen=True, slots=True)
class MatchBegan:
    """The match has its START; `seat` is ours, None for a watcher or a host who does not play."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class EntryAppended:
    """The log has one more entry, already folded."""

    entry: LogEntry


@dataclass(frozen=True, slots=True)
class LogRewound:
    """A new host goes on from `length`: later entries are void, `lost` are our own among them. His REHOST follows."""

    length: int
    lost: tuple[Core, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryRejected:
    """Our entry was refused."""

    kind: int
    body: bytes
    flaw: Flaw
    code: str


@dataclass(frozen=True, slots=True)
class StateDiverged:
    """After `seen` entries a seat signed another state than ours, also after we folded again.

    If `author` is our own seat, the host disputes our state and his is not known: `ours` and `theirs` are the same.
    """

    author: int
    seen: int
    ours: bytes
    theirs: bytes


@dataclass(frozen=True, slots=True)
class AccountReceived:
    """A seat's own public table after `seen` entries, and the state hashes that led to it."""

    seat: int
    seen: int
    hashes: tuple[bytes, ...]
    state: bytes


@dataclass(frozen=True, slots=True)
class JournalDamaged:
    """So many of our records are unreadable, or do not follow the log without an unreadable one."""

    records: int


@dataclass(frozen=True, slots=True)
class StateRepaired:
    """Our own state was wrong, first after `length` entries, and is right since we folded again."""

    length: int


@dataclass(frozen=True, slots=True)
class HostLied:
    """The host in this seat sealed an entry that is invalid by our fold: `flaw` and `code` say why."""

    seat: int
    numbered: Numbered
    flaw: Flaw
    code: str


@dataclass(frozen=True, slots=True)
class Convicted:
    """A seat's program is proven to be modified: it sealed two histories, or else signed a false state."""

    seat: int
    two_histories: bool


@dataclass(frozen=True, slots=True)
class OtherBranch:
    """Others play on in another host's branch, and neither side may switch to the other's."""

    ballot: int


_StateEvent = StateDiverged | AccountReceived | StateRepaired | JournalDamaged
Event = MatchBegan | EntryAppended | LogRewound | EntryRejected | HostLied | Convicted | OtherBranch | _StateEvent
