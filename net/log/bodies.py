"""The bodies of the log's own kinds of entries, each with its exact form; the game's bodies are opaque here."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple, cast

from net.identity import KEY_BYTES, SIGNATURE_BYTES
from net.log.entries import AUTHOR, BALLOT, HEAD_BYTES, LOG_VERSION, MOST_BODY, PLACE, SEATS, Core, Signed
from net.messages import MOST_OPTIONS, NAME_LENGTH
from net.schema import Blob, Flag, ListOf, Misfit, Row, Rule, Text, Whole, packed, unpacked

MOST_ADDRESSES = 4  # a computer with cable, wireless and both kinds of addresses
MOST_BEGAN = 512  # the entry that begins a round: a core with one number in it
MOST_CLAIM = 16_000  # what convicts its author must fit into an entry; an honest entry takes half of it
MOST_OWN_BODY = MOST_BODY  # UNTRUE holds another entry; a START takes half of it
NONCE_BYTES = 32


class LogKind(IntEnum):
    """The log's own kinds; the game's begin at GAME_KINDS."""

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


class Sitter(NamedTuple):
    """A chair in the START entry: its person's key, or none for a bot or nobody, its name, and a bot's level."""

    key: bytes
    name: str
    level: str


class Start(NamedTuple):
    """The body of START.

    The host's key, his seat (or TABLE), where he listens, the chairs, the game's header, and the nonces that the match
    id is made from, in the order of their `drawers`; none before version 2.
    """

    host_key: bytes
    host: int
    addresses: tuple[str, ...]
    sitters: tuple[Sitter, ...]
    header: bytes
    nonces: tuple[bytes, ...] = ()


class Agreement(NamedTuple):
    """A seat's signed consent to a new host."""

    seat: int
    signature: bytes


class RoundBegun(NamedTuple):
    """An entry that the old host signed, as it was received; or what a later host sealed, and his seal on it."""

    raw: bytes
    signature: bytes


class Rehost(NamedTuple):
    """The body of REHOST: the ballot, the new host's seat, who agreed, and what shows that the old host left a round.

    `began` is none, or the entry with which the old host began a round behind the base: it ends with him. If the table
    was handed over since, ballot, number and head of an entry that the last host sealed follow: it ends with that one.
    """

    ballot: int
    seat: int
    consents: tuple[Agreement, ...]
    began: tuple[RoundBegun, ...] = ()


class Vote(NamedTuple):
    """The body of VOTE: a seat that is gone, and how many entries it had written when it went.

    `forfeit` tells that it is not about absence: the seat has made too many rounds void.
    """

    seat: int
    turns: int
    forfeit: bool = False


class Call(NamedTuple):
    """The body of CALL: a seat that seems gone, and how many entries it had written."""

    seat: int
    turns: int


class Addresses(NamedTuple):
    """The body of ADDRESS: where this seat's program listens."""

    addresses: tuple[str, ...]


class Successor(NamedTuple):
    """The body of HANDOVER: who hosts from here on."""

    seat: int


class Forked(NamedTuple):
    """The body of FORKED: two seals of a seat (TABLE: of a host without one) for one place in the log."""

    seat: int
    ballot: int
    number: int
    head: bytes
    seal: bytes
    other_head: bytes
    other_seal: bytes


class Untrue(NamedTuple):
    """The body of UNTRUE: what a seat signed, whose state does not follow from the log it names."""

    claim: Signed


class Nothing(NamedTuple):
    """The body of LEAVE, RETURN and HERE."""


def _dress(made: object) -> Callable[..., object]:
    return cast("Callable[..., object]", made)


SEAT = Whole(0, SEATS - 1)
_KEY = Blob((KEY_BYTES,))
_ADDRESS = Text(64, 1)
_SITTER = Row((Blob((0, KEY_BYTES)), Text(NAME_LENGTH), Text(16)), _dress(Sitter))
_BEGAN = Row((Blob(most=MOST_BEGAN), Blob((SIGNATURE_BYTES,))), _dress(RoundBegun))
_AGREEMENT = Row((SEAT, Blob((SIGNATURE_BYTES,))), _dress(Agreement))
_SIGNATURE = Blob((SIGNATURE_BYTES,))
_HEAD = Blob((HEAD_BYTES,))
_CLAIM = Row((Blob(most=MOST_CLAIM), _SIGNATURE), _dress(Signed))

_START: tuple[Rule, ...] = (
    _KEY,
    AUTHOR,
    ListOf(_ADDRESS, MOST_ADDRESSES),
    ListOf(_SITTER, SEATS, 1),
    Blob(most=MOST_OPTIONS),
)

BODIES: dict[int, Rule] = {
    LogKind.START: Row((*_START, ListOf(Blob((NONCE_BYTES,)), SEATS + 1, 1)), _dress(Start)),
    LogKind.ADDRESS: Row((ListOf(_ADDRESS, MOST_ADDRESSES, 1),), _dress(Addresses)),
    LogKind.HANDOVER: Row((SEAT,), _dress(Successor)),
    LogKind.REHOST: Row((BALLOT, SEAT, ListOf(_AGREEMENT, SEATS, 1), ListOf(_BEGAN, 2)), _dress(Rehost)),
    LogKind.LEAVE: Row((), _dress(Nothing)),
    LogKind.VOTE: Row((SEAT, PLACE, Flag()), _dress(Vote)),
    LogKind.CALL: Row((SEAT, PLACE), _dress(Call)),
    LogKind.HERE: Row((), _dress(Nothing)),
    LogKind.RETURN: Row((), _dress(Nothing)),
    LogKind.FORKED: Row((AUTHOR, BALLOT, PLACE, _HEAD, _SIGNATURE, _HEAD, _SIGNATURE), _dress(Forked)),
    LogKind.UNTRUE: Row((_CLAIM,), _dress(Untrue)),
}

_OLD_BODIES: dict[int, Rule] = {  # of version 1, where they were others
    LogKind.START: Row(_START, _dress(Start)),
    LogKind.REHOST: Row((BALLOT, SEAT, ListOf(_AGREEMENT, SEATS, 1)), _dress(Rehost)),
    LogKind.VOTE: Row((SEAT, PLACE), _dress(Vote)),
}

Body = Start | Addresses | Successor | Rehost | Nothing | Vote | Forked | Untrue | Call


def read_body(core: Core) -> Body:
    """Read the body of one of our own kinds; raise Misfit if it is not of the form."""
    rule = BODIES.get(core.kind)
    if core.version < LOG_VERSION:
        rule = _OLD_BODIES.get(core.kind, rule)
    if rule is None:
        raise Misfit(f"{core.kind} is no kind of the log's own")
    return cast("Body", rule(unpacked(core.body, MOST_OWN_BODY)))


def write_body(body: Body) -> bytes:
    """Write a body."""
    return packed(tuple(body))
