"""Frames <-> typed messages: one closed list of kinds, each with its exact form.

Laws: a map with exactly the names of its form, each value checked by its rule; anything else is a RemoteProtocolError,
and our own message that does not fit is a LocalProtocolError. What a message means is no business of this file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from net.errors import LocalProtocolError, RemoteProtocolError
from net.frames import FRAME_LIMIT, GREETING_LIMIT
from net.identity import KEY_BYTES, SIGNATURE_BYTES
from net.log.entries import (
    AUTHOR,
    BALLOT,
    HEAD_BYTES,
    MATCH_BYTES,
    MOST_CORE,
    NUMBERED,
    PLACE,
    SEATS,
    STATE_BYTES,
    Numbered,
)
from net.reasons import Flaw, Reason
from net.schema import Blob, Flag, ListOf, Misfit, OneOf, Row, Rule, Text, Whole, packed, unpacked

PROTOCOL = 2  # raised when an older program could not follow
MAGIC = b"comodin"
SEALED_EXTRA = 17  # what encryption adds to each message

MOST_MESSAGE = FRAME_LIMIT - SEALED_EXTRA
NAME_LENGTH = 24  # fits the name plate of a seat
CHAT_LENGTH = 280
MOST_OPTIONS = 8_192  # all options of a game as its session writes them take under 1 KiB
RUN_BYTES = 16
OPTIONS_HASH = 16  # bytes
MOST_PREVIEW = 4_096  # a whole rummikub table re-arranged takes under 1 KiB
MOST_STATE = 32_768  # a public table takes under 4 KiB; a round's story is no part of it
MOST_HASHES = 1_000  # state hashes in one account: the rounds since the last checkpoint, and half a frame
WATCHERS = 8  # each costs the host a copy of every entry
MOST_CHUNK = 60_000  # bytes of entries in one message, so that the frame around them fits
ENTRIES_IN_CHUNK = 1_000  # no list is longer; the bytes above are usually reached first, with about 200
MOST_TABLES = 32  # of one hall
MOST_PEOPLE = 128  # who look around in a hall at once: each is told of every chair that is taken
MOST_ROUNDS = 200  # of a tournament
MOST_LEFT = 86_400  # seconds of a round
POINTS_LENGTH = 16  # a written number
ENTRANT_LENGTH = 2 * NAME_LENGTH + 3  # two who enter as a pair, with a stroke between their names
ANY_TABLE = 0  # in the place of a table's number


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
    """The answer to Ask: what the announcement says, live, and whose table it is; `introduction` signs it."""

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
    """You may not join; what for, and for some reasons what would help."""

    reason: str
    hint: str


# Under encryption


@dataclass(frozen=True, slots=True)
class Auth:
    """Who I am, proved over what both said in the clear; `run` tells this start of my program from any other."""

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
    """Everything about the lobby, and later who is here; `you` is the reader's seat, or SEATS for a watcher."""

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
    """I am (not) ready to start with the options of this digest; who is commits to a nonce for the match's id."""

    ready: bool
    digest: bytes
    commit: bytes = b""


class Pledge(NamedTuple):
    """Whose nonce goes into a match's id, and what was said in its place."""

    key: bytes
    commit: bytes


@dataclass(frozen=True, slots=True)
class Begin:
    """Show your nonce: the match of these terms begins, with these pledges and no others."""

    terms: bytes
    pledges: tuple[Pledge, ...]


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
    """What a seat is about to do, for the eyes only."""

    seat: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Hush:
    """You said too much at once of this: it was not passed on."""

    what: str


@dataclass(frozen=True, slots=True)
class Have:
    """What I have of the log; `ballot` names the line of hosts it stands in, `seal` is its host's on the head."""

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
    """I did not number your entry of that turn; `code` is the game's word if it is illegal."""

    turn: int
    flaw: str
    code: str


@dataclass(frozen=True, slots=True)
class Dispute:
    """You vouch for another table than mine: fold anew, and say it again."""

    raw: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Account:
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


# In a hall, which introduces people to tables


@dataclass(frozen=True, slots=True)
class HallEnter:
    """In place of a Join: I would like to look around in the hall."""

    name: str
    rules: int


@dataclass(frozen=True, slots=True)
class HallTold:
    """What the hall is called, how many tables it has, and how many people look around in it."""

    name: str
    tables: int
    people: int


@dataclass(frozen=True, slots=True)
class HallDesk:
    """One table: what is played there, by whom, whether it has begun, and how many watch."""

    table: int
    game: str
    options: bytes
    playing: bool
    chairs: tuple[LobbySeat, ...]
    watchers: int


@dataclass(frozen=True, slots=True)
class HallTake:
    """I would like a chair at that table, or at the next one that has any; or to watch there."""

    table: int
    watch: bool


@dataclass(frozen=True, slots=True)
class HallPlace:
    """Your place: the table, the chair there, and where the program of that key listens; signed by the hall.

    It answers a HallTake, and comes unasked to whom a pairing sends somewhere. `chair` is SEATS for watchers.
    """

    table: int
    chair: int
    port: int
    key: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class HallNoPlace:
    """There is no place for you there, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class HallSay:
    """A line for everybody in the hall."""

    text: str


@dataclass(frozen=True, slots=True)
class HallSaid:
    """What somebody said in the hall."""

    key: bytes
    name: str
    text: str


class HallRank(NamedTuple):
    """A line of the standings: the place, shared by equals, who it is, and what they have earned in how many rounds."""

    place: int
    name: str
    points: str
    played: int


class HallMeeting(NamedTuple):
    """A table of the round: the name of each side, and its points as written once they are told, else none."""

    table: int
    names: tuple[str, ...]
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HallBoard:
    """The tournament as it hangs on the wall: who meets whom in the round, who sits out, and the standings.

    `rounds` is 0 where nobody knows how many there will be, `left` the seconds of the round's clock, 0 without one;
    `same` that all tables have the same tiles, which the hall deals.
    """

    kind: str
    round: int
    rounds: int
    left: int
    paused: bool
    over: bool
    meetings: tuple[HallMeeting, ...]
    byes: tuple[str, ...]
    ranks: tuple[HallRank, ...]
    same: bool


Message = (
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
    | Hush
    | Have
    | Entries
    | Submit
    | Reject
    | Dispute
    | Account
    | Shown
    | Evidence
    | Propose
    | Consent
    | HallEnter
    | HallTold
    | HallDesk
    | HallTake
    | HallPlace
    | HallNoPlace
    | HallSay
    | HallSaid
    | HallBoard
)

_REASON = OneOf(tuple(reason.value for reason in Reason))
_FLAW = OneOf(tuple(flaw.value for flaw in Flaw))
_KEY = Blob((KEY_BYTES,))
_RUN = Blob((RUN_BYTES,))
_HEAD = Blob((HEAD_BYTES,))
_SIGNATURE = Blob((SIGNATURE_BYTES,))
_MATCH = Blob((MATCH_BYTES,))
_NO_MATCH = Blob((0, MATCH_BYTES))
_DIGEST = Blob((OPTIONS_HASH,))
_SEAT = Whole(0, SEATS - 1)
_SPEAKER = Whole(0, SEATS)  # SEATS: a watcher
_VERSION = Whole(1, 65_535)
HOLDERS = ("nobody", "person", "bot")

_TABLE = Whole(1, MOST_TABLES)
_HASH = Blob((32,))
_PLEDGE = Row((_KEY, _HASH), cast("Any", Pledge))
_CHAIR = Row(
    (OneOf(HOLDERS), Text(NAME_LENGTH), Text(16), Blob((0, KEY_BYTES)), Flag(), Flag()),
    cast("Any", LobbySeat),
)

_ENTRANT = Text(ENTRANT_LENGTH)
_RANK = Row((Whole(0, MOST_PEOPLE), _ENTRANT, Text(POINTS_LENGTH, 1), Whole(0, MOST_ROUNDS)), cast("Any", HallRank))
_MEETING = Row(
    (_TABLE, ListOf(_ENTRANT, SEATS, 1), ListOf(Text(POINTS_LENGTH, 1), SEATS)),
    cast("Any", HallMeeting),
)

FORMS: dict[str, tuple[type[Message], dict[str, Rule]]] = {
    "hello": (
        Hello,
        {
            "magic": Blob((len(MAGIC),)),
            "low": _VERSION,
            "high": _VERSION,
            "key": _KEY,
            "pake": Blob((0, 33)),
            "back": Blob((0, SIGNATURE_BYTES)),
        },
    ),
    "ask": (Ask, {"magic": Blob((len(MAGIC),)), "challenge": Blob((32,))}),
    "info": (
        Info,
        {
            "low": _VERSION,
            "high": _VERSION,
            "rules": _VERSION,
            "game": Text(16, 1),
            "name": Text(NAME_LENGTH),
            "taken": Whole(0, SEATS),
            "seats": Whole(0, SEATS),
            "options": _DIGEST,
            "locked": Flag(),
            "playing": Flag(),
            "table": _MATCH,
            "key": _KEY,
            "signature": _SIGNATURE,
        },
    ),
    "refused": (Refused, {"reason": _REASON, "hint": Text(120)}),
    "auth": (Auth, {"key": _KEY, "run": _RUN, "signature": _SIGNATURE}),
    "bye": (Bye, {"reason": _REASON}),
    "ping": (Ping, {}),
    "join": (
        Join,
        {
            "name": Text(NAME_LENGTH, 1),
            "rules": _VERSION,
            "options": Blob((0, OPTIONS_HASH)),
            "watch": Flag(),
            "match": _NO_MATCH,
        },
    ),
    "room": (
        Room,
        {
            "table": _MATCH,
            "match": _NO_MATCH,
            "host": _KEY,
            "options": Blob(most=MOST_OPTIONS),
            "digest": _DIGEST,
            "chairs": ListOf(_CHAIR, SEATS, 1),
            "watchers": Whole(0, WATCHERS),
            "you": _SPEAKER,
        },
    ),
    "sit": (Sit, {"seat": _SEAT}),
    "ready": (Ready, {"ready": Flag(), "digest": _DIGEST, "commit": Blob((0, 32))}),
    "begin": (Begin, {"terms": _HASH, "pledges": ListOf(_PLEDGE, SEATS + 1, 1)}),
    "reveal": (Reveal, {"nonce": _HASH, "commit": _HASH}),
    "chat": (Chat, {"seat": _SPEAKER, "text": Text(CHAT_LENGTH, 1)}),
    "phrase": (ChatPhrase, {"seat": _SPEAKER, "number": Whole(0, 255)}),
    "preview": (Preview, {"seat": _SEAT, "body": Blob(most=MOST_PREVIEW)}),
    "hush": (Hush, {"what": OneOf(("talk", "pause", "wish", "preview"))}),
    "have": (
        Have,
        {"match": _MATCH, "ballot": BALLOT, "length": PLACE, "head": _HEAD, "seal": Blob((0, SIGNATURE_BYTES))},
    ),
    "shown": (Shown, {"ballot": BALLOT, "length": PLACE, "head": _HEAD, "seal": _SIGNATURE}),
    "evidence": (
        Evidence,
        {
            "seat": AUTHOR,
            "ballot": BALLOT,
            "number": PLACE,
            "head": _HEAD,
            "seal": _SIGNATURE,
            "other_head": _HEAD,
            "other_seal": _SIGNATURE,
        },
    ),
    "entries": (Entries, {"rows": ListOf(NUMBERED, ENTRIES_IN_CHUNK, 1)}),
    "submit": (Submit, {"raw": Blob(most=MOST_CORE), "signature": _SIGNATURE}),
    "reject": (Reject, {"turn": PLACE, "flaw": _FLAW, "code": Text(40)}),
    "dispute": (Dispute, {"raw": Blob(most=MOST_CORE), "signature": _SIGNATURE}),
    "account": (
        Account,
        {
            "seat": _SPEAKER,
            "seen": PLACE,
            "hashes": Blob(most=MOST_HASHES * STATE_BYTES),
            "state": Blob(most=MOST_STATE),
        },
    ),
    "propose": (Propose, {"ballot": BALLOT, "seat": _SEAT, "base": PLACE, "head": _HEAD}),
    "consent": (
        Consent,
        {"ballot": BALLOT, "seat": _SEAT, "base": PLACE, "head": _HEAD, "signature": _SIGNATURE},
    ),
    "enter": (HallEnter, {"name": Text(NAME_LENGTH, 1), "rules": _VERSION}),
    "hall": (HallTold, {"name": Text(NAME_LENGTH), "tables": _TABLE, "people": Whole(0, MOST_PEOPLE)}),
    "desk": (
        HallDesk,
        {
            "table": _TABLE,
            "game": Text(16, 1),
            "options": _DIGEST,
            "playing": Flag(),
            "chairs": ListOf(_CHAIR, SEATS, 1),
            "watchers": Whole(0, WATCHERS),
        },
    ),
    "take": (HallTake, {"table": Whole(ANY_TABLE, MOST_TABLES), "watch": Flag()}),
    "place": (
        HallPlace,
        {"table": _TABLE, "chair": _SPEAKER, "port": _VERSION, "key": _KEY, "signature": _SIGNATURE},
    ),
    "no_place": (HallNoPlace, {"reason": _REASON}),
    "board": (
        HallBoard,
        {
            "kind": Text(16, 1),
            "round": Whole(0, MOST_ROUNDS),
            "rounds": Whole(0, MOST_ROUNDS),
            "left": Whole(0, MOST_LEFT),
            "paused": Flag(),
            "over": Flag(),
            "meetings": ListOf(_MEETING, MOST_TABLES),
            "byes": ListOf(_ENTRANT, MOST_PEOPLE),
            "ranks": ListOf(_RANK, MOST_PEOPLE),
            "same": Flag(),
        },
    ),
    "say": (HallSay, {"text": Text(CHAT_LENGTH, 1)}),
    "said": (HallSaid, {"key": _KEY, "name": Text(NAME_LENGTH), "text": Text(CHAT_LENGTH, 1)}),
}

_KINDS: dict[type[Message], str] = {form[0]: kind for kind, form in FORMS.items()}

# What travels in the clear, before a link is open; everything else only after it.
IN_THE_CLEAR = frozenset({Hello, Ask, Info, Refused})


def kind_of(message: Message) -> str:
    """Return what a message is called on the wire."""
    return _KINDS[type(message)]


def pack(message: Message) -> bytes:
    """Write a message; raise LocalProtocolError if it does not fit its own form."""
    kind = kind_of(message)
    said: dict[str, object] = {"k": kind}
    said.update((name, getattr(message, name)) for name in FORMS[kind][1])
    written = packed(said)
    try:
        _read(written)
    except Misfit as error:
        raise LocalProtocolError(f"a '{kind}' was to be sent that nobody would take: {error}") from error
    return written


def unpack(written: bytes) -> Message:
    """Read a message; raise RemoteProtocolError if it is none."""
    try:
        return _read(written)
    except Misfit as error:
        raise RemoteProtocolError(Reason.MALFORMED, str(error)) from error


def _read(written: bytes) -> Message:
    said = unpacked(written, MOST_MESSAGE)
    if not isinstance(said, dict):
        raise Misfit("a message is a map")
    kind = said.get("k")
    form = FORMS.get(kind) if isinstance(kind, str) else None
    if form is None:
        raise Misfit(f"{kind!r:.40} is no kind of message")
    made, rules = form
    if len(said) != len(rules) + 1 or not rules.keys() <= said.keys():
        raise Misfit(f"a '{kind}' has the names {', '.join(rules) or 'none'}")
    if made in IN_THE_CLEAR and len(written) > GREETING_LIMIT:
        raise Misfit(f"a '{kind}' takes at most {GREETING_LIMIT} bytes")
    values: dict[str, Any] = {name: rule(said[name]) for name, rule in rules.items()}
    return made(**values)
