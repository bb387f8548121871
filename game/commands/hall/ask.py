"""Asking at a hall for a place at a table, without a window: the call, the wish, and the answer or a sentence."""

from __future__ import annotations

import os
from time import monotonic
from typing import TYPE_CHECKING

from game.commands.files import CommandError
from game.lan.addresses import read_address, write_address
from game.lan.table import NoAnswer
from game.lan.wire import BridgeWire
from game.match.transcript import RULES_VERSION
from net.hall.visitor import HallVisitor
from net.link import Door
from net.shell.bridge import Bridge
from net.shell.driver import Driver
from net.station import LinkEnded, Switchboard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.lan.program import LanProgram
    from net.log.effects import Record

ANSWER_MS = 8_000  # as long as a host may take to answer a call
LOOK = 0.25
LAST_WORDS = 0.05  # seconds for the last words to leave


def ask_hall(
    program: LanProgram, name: str, hall: str, key: bytes, password: bytes, *, table: int, watch: bool
) -> tuple[str, bytes]:
    """Return the address and key of the table where the hall has a place for us; raise CommandError with a sentence.

    `key` is the hall's as we know it, empty at a first meeting.
    """
    host, port = read_address(hall)
    visitor = HallVisitor(program.identity, name, RULES_VERSION)
    bridge = Bridge()
    door = Door(program.identity, password, expects=key)
    wire = BridgeWire(Driver(Switchboard(visitor), bridge, lambda: door, os.urandom, _keep_nothing), bridge)
    try:
        wire.dial(hall, host, port)
        _answered(wire, visitor, table, watch=watch)
    finally:
        wire.close()
    place = visitor.place
    if place is None:
        raise CommandError(f"The hall at {hall} did not answer in time.")
    return write_address(host, place.port), place.key


def _answered(wire: BridgeWire, visitor: HallVisitor, table: int, *, watch: bool) -> None:
    """Go through the talk with a hall until there is a place, or no time left."""
    asked = False
    until = _now() + ANSWER_MS
    while visitor.place is None and _now() < until:
        for deed in wire.step(_now()):
            if isinstance(deed, NoAnswer):
                raise CommandError(f"Nobody answers at {deed.target}: {deed.why}.")
            if isinstance(deed, LinkEnded):
                raise CommandError(deed.lost.reason.sentence)
        if visitor.inside and not asked and visitor.hall is not None:
            if table > visitor.hall.tables:
                raise CommandError(f"That hall has {visitor.hall.tables} tables; there is no table {table}.")
            asked = True
            visitor.take(table, watch=watch)
        elif visitor.refused is not None:
            raise CommandError(f"Table {table} has no place: {visitor.refused.sentence}")
        else:
            wire.wait(_now(), LOOK)
    visitor.leave()
    wire.step(_now())
    wire.wait(_now(), LAST_WORDS)


def _now() -> int:
    return int(monotonic() * 1_000)


def _keep_nothing(_records: Sequence[Record]) -> None:
    """A visitor has nothing to keep."""
