"""What programs at a table tell each other, and strangers at its door: each kind of message with its exact form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from net.identity import KEY_BYTES, SIGNATURE_BYTES
from net.log.entries import (
    AUTHOR_RULE,
    BALLOT_RULE,
    HEAD_BYTES,
    LOG_LENGTH_RULE,
    MATCH_ID_BYTES,
    MAX_CORE_BYTES,
    MAX_SEATS,
    NUMBERED_RULE,
    STATE_BYTES,
    Numbered,
)
from net.reasons import Flaw, Reason
from net.schema import Blob, Flag, ListOf, OneOf, Row, Rule, Text, Whole

PROTOCOL = 2  # raised when an older program could not follow
PROTOCOL_MAGIC = b"comodin"

MAX_NAME_LETTERS = 24  # fits the name plate of a seat
MAX_CHAT_LENGTH = 280
MAX_CODE_LENGTH = 40  # of a refusal: a game's word, such as not_your_turn
MAX_OPTIONS_BYTES = 8_192  # all options of a game as its session writes them take under 1 KiB
RUN_BYTES = 16
OPTIONS_HASH_BYTES = 16
MAX_PREVIEW_BYTES = 4_096  # a whole rummikub table re-arranged takes under 1 KiB
MAX_STATE_BYTES = 32_768  # a public table takes under 4 KiB; a round's story is no part of it
MAX_HASHES = 1_000  # state hashes in one account: more than a round has entries, and a quarter of a frame
MAX_WATCHERS = 8  # each costs the host a copy of every entry
MAX_CHUNK_BYTES = 60_000  # of entries in one message, so that the frame around them fits
MAX_ENTRIES_IN_CHUNK = 1_000  # no list is longer; the bytes above are usually reached first, with about 200


class LobbySeat(NamedTuple):
    """A seat as the lobby tells it: who sits there, or which bot, or nobody."""

    holder: str
    name: str
    level: str
    key: bytes
    ready: bool
    here: bool


# Before anybody is known, in the clear


@dataclass(frozen=True, slots=True)
class Hello:
    """The first words of both sides: versions, a key for this link alone, a password's message or nothing.

    `back` is the signature of one who comes back to a match, or nothing.
    """

    magic: bytes
    low: int
    high: int
    key: bytes
    pake: bytes
    back: bytes = b""


@dataclass(frozen=True, slots=True)
class Ask:
    """In place of a Hello: what table is this? The answer is signed over the challenge."""

    magic: bytes
    challenge: bytes


@dataclass(frozen=True, slots=True)
class Info:
    """The answer to Ask: what the announcement says, live, and whose table it is; `net.introduction` signs it."""

    low: int
    high: int
    rules: int
    game: str
    name: str
    taken: int
    seats: int
    options: bytes
    locked: bool
    playing: bool
    table: bytes
    key: bytes = bytes(KEY_BYTES)
    signature: bytes = bytes(SIGNATURE_BYTES)


@dataclass(frozen=True, slots=True)
class Refused:
    """You may not join: the reason, and for some reasons what would help."""

    reason: str
    hint: str


# Under encryption


@dataclass(frozen=True, slots=True)
class Auth:
    """Who I am, proved by signing all that both said in the clear; `run` tells this start of my program from others."""

    key: bytes
    run: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Bye:
    """The last message of a link."""

    reason: str


@dataclass(frozen=True, slots=True)
class Ping:
    """I am still here."""


@dataclass(frozen=True, slots=True)
class Join:
    """I would like to sit or watch, or come back to the match I name."""

    name: str
    rules: int
    options: bytes
    watch: bool
    match: bytes


@dataclass(frozen=True, slots=True)
class Room:
    """Everything about the lobby, and later who is here; `you` is the reader's seat, or MAX_SEATS for a watcher."""

    table: bytes
    match: bytes
    host: bytes
    options: bytes
    digest: bytes
    chairs: tuple[LobbySeat, ...]
    watchers: int
    you: int


@dataclass(frozen=True, slots=True)
class Sit:
    """I would rather sit there."""

    seat: int


@dataclass(frozen=True, slots=True)
class Ready:
    """I am (not) ready to start with the options of this digest; if ready, I commit to a nonce for the match's id."""

    ready: bool
    digest: bytes
    commit: bytes = b""


class NonceCommitment(NamedTuple):
    """A key whose nonce goes into a match's id, and the commitment to that nonce."""

    key: bytes
    commit: bytes


@dataclass(frozen=True, slots=True)
class Begin:
    """Show your nonce: the match of these terms begins, with these pledges and no others."""

    terms: bytes
    pledges: tuple[NonceCommitment, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """My nonce, and what I commit to in case this comes to nothing."""

    nonce: bytes
    commit: bytes


@dataclass(frozen=True, slots=True)
class Chat:
    """A line of talk; from the host with its speaker."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class ChatPhrase:
    """One of the ready-made sentences, which everybody reads in his own language."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class Preview:
    """What a seat is about to do, only to be shown."""

    seat: int
    body: bytes


Talk = Chat | ChatPhrase | Preview


@dataclass(frozen=True, slots=True)
class RateLimitNotice:
    """You said too much at once of this: it was not passed on."""

    what: str


@dataclass(frozen=True, slots=True)
class Have:
    """What I have of the log; `ballot` is the ballot of its host, `seal` that host's seal on the head."""

    match: bytes
    ballot: int
    length: int
    head: bytes
    seal: bytes


@dataclass(frozen=True, slots=True)
class Shown:
    """What a host showed me, sealed by him; among those who do not host, to be compared and no more."""

    ballot: int
    length: int
    head: bytes
    seal: bytes


@dataclass(frozen=True, slots=True)
class Evidence:
    """Two seals of one key for one place in the log."""

    seat: int
    ballot: int
    number: int
    head: bytes
    seal: bytes
    other_head: bytes
    other_seal: bytes


@dataclass(frozen=True, slots=True)
class Entries:
    """Entries that follow one another."""

    rows: tuple[Numbered, ...]


@dataclass(frozen=True, slots=True)
class Submit:
    """Please number this."""

    raw: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Reject:
    """I did not number your entry of that turn; `code` is the game's code if it is illegal."""

    turn: int
    flaw: str
    code: str


@dataclass(frozen=True, slots=True)
class Dispute:
    """You vouch for another table than mine: fold anew, and say it again."""

    raw: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class StateReport:
    """A seat's public table after `seen` entries, replayed from the first, with the hashes that led there.

    `hashes` are state hashes in a row, the last one after `seen` entries; `state` is cut off if it is too long.
    """

    seat: int
    seen: int
    hashes: bytes
    state: bytes

    @property
    def states(self) -> tuple[bytes, ...]:
        """The state hashes, one by one."""
        return tuple(self.hashes[at : at + STATE_BYTES] for at in range(0, len(self.hashes), STATE_BYTES))


@dataclass(frozen=True, slots=True)
class Propose:
    """The host is gone; let me go on from entry `base`, whose head is this."""

    ballot: int
    seat: int
    base: int
    head: bytes


@dataclass(frozen=True, slots=True)
class Consent:
    """So be it, signed; no smaller ballot will have my consent."""

    ballot: int
    seat: int
    base: int
    head: bytes
    signature: bytes


TableMessage = (
    Hello
    | Ask
    | Info
    | Refused
    | Auth
    | Bye
    | Ping
    | Join
    | Room
    | Sit
    | Ready
    | Begin
    | Reveal
    | Chat
    | ChatPhrase
    | Preview
    | RateLimitNotice
    | Have
    | Entries
    | Submit
    | Reject
    | Dispute
    | StateReport
    | Shown
    | Evidence
    | Propose
    | Consent
)

REASON_RULE = OneOf(tuple(reason.value for reason in Reason))
_FLAW = OneOf(tuple(flaw.value for flaw in Flaw))
KEY_RULE = Blob((KEY_BYTES,))
_RUN = Blob((RUN_BYTES,))
_HEAD = Blob((HEAD_BYTES,))
SIGNATURE_RULE = Blob((SIGNATURE_BYTES,))
_MATCH = Blob((MATCH_ID_BYTES,))
_NO_MATCH = Blob((0, MATCH_ID_BYTES))
OPTIONS_HASH_RULE = Blob((OPTIONS_HASH_BYTES,))
_SEAT = Whole(0, MAX_SEATS - 1)
SPEAKER_RULE = Whole(0, MAX_SEATS)  # MAX_SEATS: somebody without a seat
VERSION_RULE = Whole(1, 65_535)
SEAT_HOLDERS = ("nobody", "person", "bot")

_HASH = Blob((32,))
_PLEDGE = Row((KEY_RULE, _HASH), cast("Any", NonceCommitment))
CHAIR_RULE = Row(
    (OneOf(SEAT_HOLDERS), Text(MAX_NAME_LETTERS), Text(16), Blob((0, KEY_BYTES)), Flag(), Flag()),
    cast("Any", LobbySeat),
)

Form = tuple[type[Any], dict[str, Rule]]  # a message's class, and the rule of each of its fields

TABLE_FORMS: dict[str, Form] = {
    "hello": (
        Hello,
        {
            "magic": Blob((len(PROTOCOL_MAGIC),)),
            "low": VERSION_RULE,
            "high": VERSION_RULE,
            "key": KEY_RULE,
            "pake": Blob((0, 33)),
            "back": Blob((0, SIGNATURE_BYTES)),
        },
    ),
    "ask": (Ask, {"magic": Blob((len(PROTOCOL_MAGIC),)), "challenge": Blob((32,))}),
    "info": (
        Info,
        {
            "low": VERSION_RULE,
            "high": VERSION_RULE,
            "rules": VERSION_RULE,
            "game": Text(16, 1),
            "name": Text(MAX_NAME_LETTERS),
            "taken": Whole(0, MAX_SEATS),
            "seats": Whole(0, MAX_SEATS),
            "options": OPTIONS_HASH_RULE,
            "locked": Flag(),
            "playing": Flag(),
            "table": _MATCH,
            "key": KEY_RULE,
            "signature": SIGNATURE_RULE,
        },
    ),
    "refused": (Refused, {"reason": REASON_RULE, "hint": Text(120)}),
    "auth": (Auth, {"key": KEY_RULE, "run": _RUN, "signature": SIGNATURE_RULE}),
    "bye": (Bye, {"reason": REASON_RULE}),
    "ping": (Ping, {}),
    "join": (
        Join,
        {
            "name": Text(MAX_NAME_LETTERS, 1),
            "rules": VERSION_RULE,
            "options": Blob((0, OPTIONS_HASH_BYTES)),
            "watch": Flag(),
            "match": _NO_MATCH,
        },
    ),
    "room": (
        Room,
        {
            "table": _MATCH,
            "match": _NO_MATCH,
            "host": KEY_RULE,
            "options": Blob(most=MAX_OPTIONS_BYTES),
            "digest": OPTIONS_HASH_RULE,
            "chairs": ListOf(CHAIR_RULE, MAX_SEATS, 1),
            "watchers": Whole(0, MAX_WATCHERS),
            "you": SPEAKER_RULE,
        },
    ),
    "sit": (Sit, {"seat": _SEAT}),
    "ready": (Ready, {"ready": Flag(), "digest": OPTIONS_HASH_RULE, "commit": Blob((0, 32))}),
    "begin": (Begin, {"terms": _HASH, "pledges": ListOf(_PLEDGE, MAX_SEATS + 1, 1)}),
    "reveal": (Reveal, {"nonce": _HASH, "commit": _HASH}),
    "chat": (Chat, {"seat": SPEAKER_RULE, "text": Text(MAX_CHAT_LENGTH, 1)}),
    "phrase": (ChatPhrase, {"seat": SPEAKER_RULE, "number": Whole(0, 255)}),
    "preview": (Preview, {"seat": _SEAT, "body": Blob(most=MAX_PREVIEW_BYTES)}),
    "hush": (RateLimitNotice, {"what": OneOf(("talk", "pause", "wish", "preview"))}),
    "have": (
        Have,
        {
            "match": _MATCH,
            "ballot": BALLOT_RULE,
            "length": LOG_LENGTH_RULE,
            "head": _HEAD,
            "seal": Blob((0, SIGNATURE_BYTES)),
        },
    ),
    "shown": (Shown, {"ballot": BALLOT_RULE, "length": LOG_LENGTH_RULE, "head": _HEAD, "seal": SIGNATURE_RULE}),
    "evidence": (
        Evidence,
        {
            "seat": AUTHOR_RULE,
            "ballot": BALLOT_RULE,
            "number": LOG_LENGTH_RULE,
            "head": _HEAD,
            "seal": SIGNATURE_RULE,
            "other_head": _HEAD,
            "other_seal": SIGNATURE_RULE,
        },
    ),
    "entries": (Entries, {"rows": ListOf(NUMBERED_RULE, MAX_ENTRIES_IN_CHUNK, 1)}),
    "submit": (Submit, {"raw": Blob(most=MAX_CORE_BYTES), "signature": SIGNATURE_RULE}),
    "reject": (Reject, {"turn": LOG_LENGTH_RULE, "flaw": _FLAW, "code": Text(MAX_CODE_LENGTH)}),
    "dispute": (Dispute, {"raw": Blob(most=MAX_CORE_BYTES), "signature": SIGNATURE_RULE}),
    "account": (
        StateReport,
        {
            "seat": SPEAKER_RULE,
            "seen": LOG_LENGTH_RULE,
            "hashes": Blob(most=MAX_HASHES * STATE_BYTES),
            "state": Blob(most=MAX_STATE_BYTES),
        },
    ),
    "propose": (Propose, {"ballot": BALLOT_RULE, "seat": _SEAT, "base": LOG_LENGTH_RULE, "head": _HEAD}),
    "consent": (
        Consent,
        {"ballot": BALLOT_RULE, "seat": _SEAT, "base": LOG_LENGTH_RULE, "head": _HEAD, "signature": SIGNATURE_RULE},
    ),
}
