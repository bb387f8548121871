"""What stands in the game's entries: the least and the most of each part are taken, one beyond is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from game.lan.log.bodies import (
    MAX_MOVE_LENGTH,
    MAX_PROOF_BYTES,
    MAX_ROUNDS,
    BodyKind,
    BotMoveBody,
    MoveBody,
    RoundBody,
    TimeoutBody,
    read_game_body,
    write_game_body,
)
from net.log.entries import LOG_VERSION, MAX_SEATS, Core
from net.schema import Misfit, pack_plain

if TYPE_CHECKING:
    from game.lan.log.bodies import Body

BOT = BotMoveBody(0, "draw", b"", "hard", 1, 2, 3)


def core(kind: int, body: bytes) -> Core:
    return Core(LOG_VERSION, bytes(16), 0, 0, 0, bytes(32), bytes(32), kind, body)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (BodyKind.ROUND, RoundBody(1)),
        (BodyKind.ROUND, RoundBody(MAX_ROUNDS)),
        (BodyKind.MOVE, MoveBody("k", b"")),
        (BodyKind.MOVE, MoveBody("k" * MAX_MOVE_LENGTH, b"")),
        (BodyKind.MOVE, MoveBody("k", bytes(MAX_PROOF_BYTES))),
        (BodyKind.BOT, BOT),
        (BodyKind.BOT, BOT._replace(level="m" * 16)),
        (BodyKind.BOT, BOT._replace(version=0, nodes=0, seed=0)),
        (BodyKind.BOT, BOT._replace(version=2**31, nodes=2**31, seed=2**62)),
        (BodyKind.TIMEOUT, TimeoutBody(0)),
        (BodyKind.TIMEOUT, TimeoutBody(MAX_SEATS - 1)),
    ],
)
def test_what_is_written_is_read(kind: BodyKind, body: Body) -> None:
    assert read_game_body(core(kind, write_game_body(body))) == (kind, body)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (BodyKind.ROUND, RoundBody(0)),
        (BodyKind.ROUND, RoundBody(MAX_ROUNDS + 1)),
        (BodyKind.MOVE, MoveBody("", b"")),
        (BodyKind.MOVE, MoveBody("k" * (MAX_MOVE_LENGTH + 1), b"")),
        (BodyKind.MOVE, MoveBody("k", bytes(MAX_PROOF_BYTES + 1))),
        (BodyKind.BOT, BOT._replace(seat=-1)),
        (BodyKind.BOT, BOT._replace(version=-1)),
        (BodyKind.BOT, BOT._replace(nodes=-1)),
        (BodyKind.BOT, BOT._replace(seed=-1)),
        (BodyKind.BOT, BOT._replace(level="m" * 17)),
        (BodyKind.BOT, BOT._replace(version=2**31 + 1)),
        (BodyKind.BOT, BOT._replace(nodes=2**31 + 1)),
        (BodyKind.BOT, BOT._replace(seed=2**62 + 1)),
        (BodyKind.TIMEOUT, TimeoutBody(MAX_SEATS)),
    ],
)
def test_what_is_beyond_its_bounds_is_refused(kind: BodyKind, body: Body) -> None:
    with pytest.raises(Misfit):
        read_game_body(core(kind, write_game_body(body)))


def test_a_kind_of_no_game_is_refused() -> None:
    with pytest.raises(Misfit, match="63 is no kind of the game's"):
        read_game_body(core(63, pack_plain([])))


def test_the_bounds_are_those_of_every_program_that_ever_was() -> None:
    assert (MAX_MOVE_LENGTH, MAX_PROOF_BYTES, MAX_ROUNDS) == (8_000, 12_288, 999_999)
