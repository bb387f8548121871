"""The game's kinds of entries in a LAN log, and the schema of each body."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple, cast

from net.log.entries import FIRST_GAME_KIND, MAX_BODY_BYTES, MAX_SEATS, Core
from net.schema import Blob, Misfit, Row, Text, Whole, pack_plain, unpack_plain

MAX_MOVE_LENGTH = 8_000  # a move with 106 tiles, each named twice, takes under 2,000 letters
MAX_PROOF_BYTES = 12_288  # a dealer's proof: two vectors of 108 points, and a proof for each position
MAX_ROUNDS = 999_999
HASH_BYTES = 16


class BodyKind(IntEnum):
    """The game's kinds of entries; the log's own are below FIRST_GAME_KIND."""

    ROUND = FIRST_GAME_KIND
    SHARE = FIRST_GAME_KIND + 1
    DEAL = FIRST_GAME_KIND + 2
    MOVE = FIRST_GAME_KIND + 3
    BOT = FIRST_GAME_KIND + 4
    TIMEOUT = FIRST_GAME_KIND + 5
    SCORE = FIRST_GAME_KIND + 6
    ROUND_END = FIRST_GAME_KIND + 7
    HALL = FIRST_GAME_KIND + 8


class RoundBody(NamedTuple):
    """The body of ROUND: the number of the round whose deal begins."""

    number: int


class MoveBody(NamedTuple):
    """A move in the rule book's notation, and the dealer's proof of the faces it shows."""

    text: str
    proof: bytes


class BotMoveBody(NamedTuple):
    """The body of BOT: a bot's move, and all that others need to compute it again."""

    seat: int
    text: str
    proof: bytes
    level: str
    version: int
    nodes: int
    seed: int


class TimeoutBody(NamedTuple):
    """The body of TIMEOUT: the seat whose turn the table ends."""

    seat: int


class RoundEndBody(NamedTuple):
    """The body of ROUND_END: the hash of a round's scores and of the audit's findings."""

    scores: bytes


Body = RoundBody | MoveBody | BotMoveBody | TimeoutBody | RoundEndBody


def _maker(made: object) -> Callable[..., object]:
    return cast("Callable[..., object]", made)


_TEXT, _PROOF, _SEAT = Text(MAX_MOVE_LENGTH, 1), Blob(most=MAX_PROOF_BYTES), Whole(0, MAX_SEATS - 1)
_TEXT_AND_PROOF = Row((_TEXT, _PROOF), _maker(MoveBody))
_BOT_PARTS = (_SEAT, _TEXT, _PROOF, Text(16), Whole(0, 2**31), Whole(0, 2**31), Whole(0, 2**62))
_FORMS: dict[BodyKind, Row] = {
    BodyKind.ROUND: Row((Whole(1, MAX_ROUNDS),), _maker(RoundBody)),
    BodyKind.SHARE: _TEXT_AND_PROOF,
    BodyKind.DEAL: _TEXT_AND_PROOF,
    BodyKind.MOVE: _TEXT_AND_PROOF,
    BodyKind.BOT: Row(_BOT_PARTS, _maker(BotMoveBody)),
    BodyKind.TIMEOUT: Row((_SEAT,), _maker(TimeoutBody)),
    BodyKind.SCORE: _TEXT_AND_PROOF,
    BodyKind.HALL: _TEXT_AND_PROOF,
    BodyKind.ROUND_END: Row((Blob((HASH_BYTES,)),), _maker(RoundEndBody)),
}


def read_game_body(core: Core) -> tuple[BodyKind, Body]:
    """Read the body of a game's entry; raise Misfit if the kind is not a game's or the body is malformed."""
    try:
        kind = BodyKind(core.kind)
    except ValueError as error:
        raise Misfit(f"{core.kind} is no kind of the game's") from error
    return kind, cast("Body", _FORMS[kind](unpack_plain(core.body, MAX_BODY_BYTES)))


def write_game_body(body: Body) -> bytes:
    """Write a body."""
    return pack_plain(tuple(body))
