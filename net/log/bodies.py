"""The bodies of the log's own kinds of entries and their schemas; the game's bodies are opaque here."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple, cast

from net.identity import KEY_BYTES, SIGNATURE_BYTES
from net.log.entries import (
    AUTHOR_RULE,
    BALLOT_RULE,
    HEAD_BYTES,
    LOG_LENGTH_RULE,
    LOG_VERSION,
    MAX_BODY_BYTES,
    MAX_SEATS,
    Core,
    Signed,
)
from net.messages import MAX_NAME_LETTERS, MAX_OPTIONS_BYTES
from net.schema import Blob, Flag, ListOf, Misfit, Row, Rule, Text, Whole, pack_plain, unpack_plain

MAX_ADDRESSES = 4  # a computer with cable and wireless, IPv4 and IPv6
MAX_ROUND_START_BYTES = 512  # the entry that begins a round: a core with one number in its body
MAX_CLAIM_BYTES = 16_000  # a false entry must fit into the UNTRUE entry against it; an honest one takes half of it
MAX_OWN_BODY_BYTES = MAX_BODY_BYTES  # UNTRUE holds another entry; a START takes half of it
NONCE_BYTES = 32


class LogKind(IntEnum):
    """The log's own kinds of entries; the game's begin at FIRST_GAME_KIND."""

    START = 0
    ADDRESS = 1
    HANDOVER = 2
    REHOST = 3
    LEAVE = 4
    VOTE = 5
    RETURN = 6
    FORKED = 7
    UNTRUE = 8
    CALL = 9
    HERE = 10


class StartChair(NamedTuple):
    """A chair in START: its owner's key (empty for a bot or nobody), its name, and a bot's level."""

    key: bytes
    name: str
    level: str


class Start(NamedTuple):
    """The body of START.

    The host's key, seat (or TABLE_AUTHOR) and addresses, the chairs, the game's header, and the nonces that the match
    id is made from, in the order of `nonce_owners`; no nonces before version 2.
    """

    host_key: bytes
    host: int
    addresses: tuple[str, ...]
    sitters: tuple[StartChair, ...]
    header: bytes
    nonces: tuple[bytes, ...] = ()


class Agreement(NamedTuple):
    """A seat's signed consent to a new host."""

    seat: int
    signature: bytes


class RoundBegun(NamedTuple):
    """An entry that the old host signed, as received; or the bytes that a later host sealed, and his seal."""

    raw: bytes
    signature: bytes


class Rehost(NamedTuple):
    """The body of REHOST: the ballot, the new host's seat, the consents, and proof that the old host abandoned a round.

    `began` is empty, or holds the entry by which the old host began a round after the base: he abandoned it. If the
    table was handed over since, the claim and seal of an entry by the last host follow: he abandoned it instead.
    """

    ballot: int
    seat: int
    consents: tuple[Agreement, ...]
    began: tuple[RoundBegun, ...] = ()


class Vote(NamedTuple):
    """The body of VOTE: a seat found absent, and how many entries it had written by then.

    A `forfeit` vote is not about absence: the seat has made too many rounds void.
    """

    seat: int
    turns: int
    forfeit: bool = False


class Call(NamedTuple):
    """The body of CALL: a seat that seems absent, and how many entries it had written."""

    seat: int
    turns: int


class Addresses(NamedTuple):
    """The body of ADDRESS: where the author's program listens."""

    addresses: tuple[str, ...]


class HandoverBody(NamedTuple):
    """The body of HANDOVER: the seat that hosts from here on."""

    seat: int


class Forked(NamedTuple):
    """The body of FORKED: two seals of a seat (TABLE_AUTHOR: of a host without one) for one number in the log."""

    seat: int
    ballot: int
    number: int
    head: bytes
    seal: bytes
    other_head: bytes
    other_seal: bytes


class FalseState(NamedTuple):
    """The body of UNTRUE: an entry whose signed state does not follow from the log that it names."""

    claim: Signed


class EmptyBody(NamedTuple):
    """The body of LEAVE, RETURN and HERE."""


def _maker(made: object) -> Callable[..., object]:
    return cast("Callable[..., object]", made)


SEAT_RULE = Whole(0, MAX_SEATS - 1)
_KEY = Blob((KEY_BYTES,))
_ADDRESS = Text(64, 1)
_SITTER = Row((Blob((0, KEY_BYTES)), Text(MAX_NAME_LETTERS), Text(16)), _maker(StartChair))
_BEGAN = Row((Blob(most=MAX_ROUND_START_BYTES), Blob((SIGNATURE_BYTES,))), _maker(RoundBegun))
_AGREEMENT = Row((SEAT_RULE, Blob((SIGNATURE_BYTES,))), _maker(Agreement))
_SIGNATURE = Blob((SIGNATURE_BYTES,))
_HEAD = Blob((HEAD_BYTES,))
_CLAIM = Row((Blob(most=MAX_CLAIM_BYTES), _SIGNATURE), _maker(Signed))

_START: tuple[Rule, ...] = (
    _KEY,
    AUTHOR_RULE,
    ListOf(_ADDRESS, MAX_ADDRESSES),
    ListOf(_SITTER, MAX_SEATS, 1),
    Blob(most=MAX_OPTIONS_BYTES),
)

BODY_RULES: dict[int, Rule] = {
    LogKind.START: Row((*_START, ListOf(Blob((NONCE_BYTES,)), MAX_SEATS + 1, 1)), _maker(Start)),
    LogKind.ADDRESS: Row((ListOf(_ADDRESS, MAX_ADDRESSES, 1),), _maker(Addresses)),
    LogKind.HANDOVER: Row((SEAT_RULE,), _maker(HandoverBody)),
    LogKind.REHOST: Row((BALLOT_RULE, SEAT_RULE, ListOf(_AGREEMENT, MAX_SEATS, 1), ListOf(_BEGAN, 2)), _maker(Rehost)),
    LogKind.LEAVE: Row((), _maker(EmptyBody)),
    LogKind.VOTE: Row((SEAT_RULE, LOG_LENGTH_RULE, Flag()), _maker(Vote)),
    LogKind.CALL: Row((SEAT_RULE, LOG_LENGTH_RULE), _maker(Call)),
    LogKind.HERE: Row((), _maker(EmptyBody)),
    LogKind.RETURN: Row((), _maker(EmptyBody)),
    LogKind.FORKED: Row(
        (AUTHOR_RULE, BALLOT_RULE, LOG_LENGTH_RULE, _HEAD, _SIGNATURE, _HEAD, _SIGNATURE), _maker(Forked)
    ),
    LogKind.UNTRUE: Row((_CLAIM,), _maker(FalseState)),
}

_OLD_BODIES: dict[int, Rule] = {  # the schemas that differ in version 1
    LogKind.START: Row(_START, _maker(Start)),
    LogKind.REHOST: Row((BALLOT_RULE, SEAT_RULE, ListOf(_AGREEMENT, MAX_SEATS, 1)), _maker(Rehost)),
    LogKind.VOTE: Row((SEAT_RULE, LOG_LENGTH_RULE), _maker(Vote)),
}

Body = Start | Addresses | HandoverBody | Rehost | EmptyBody | Vote | Forked | FalseState | Call


def read_body(core: Core) -> Body:
    """Parse the body of one of the log's own kinds; raise Misfit if it is malformed."""
    rule = BODY_RULES.get(core.kind)
    if core.version < LOG_VERSION:
        rule = _OLD_BODIES.get(core.kind, rule)
    if rule is None:
        raise Misfit(f"{core.kind} is no kind of the log's own")
    return cast("Body", rule(unpack_plain(core.body, MAX_OWN_BODY_BYTES)))


def write_body(body: Body) -> bytes:
    """Encode a body."""
    return pack_plain(tuple(body))
