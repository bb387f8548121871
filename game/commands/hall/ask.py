"""Asking a hall for a chair, without a window: the connection, the request, and the answer or an error."""

from __future__ import annotations

import os
from time import monotonic
from typing import TYPE_CHECKING

from game.commands.files import CommandError
from game.lan.addresses import read_address, write_address
from game.lan.table import RETRYABLE_REASONS, DialFailed
from game.lan.wire import BridgeWire
from game.match.transcript import RULES_VERSION
from net.hall.visitor import HallVisitor
from net.link import LinkConfig
from net.reasons import Reason
from net.shell.bridge import Bridge
from net.shell.driver import Driver
from net.station import LinkEnded, Switchboard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.lan.program import LanProgram
    from net.log.effects import Record

HALL_TIMEOUT_MS = 60_000  # how long a waiting guest calls a hall that is being restarted
CALL_AGAIN_SECONDS = 1.0
CHAIR_TIMEOUT_MS = 8_000  # how long a hall may take to give a chair
POLL_SECONDS = 0.25
FLUSH_SECONDS = 0.05  # seconds in which the last messages are sent


class EveningOverError(CommandError):
    """The hall closed while we waited for our next chair: the evening is over."""


def ask_hall(
    program: LanProgram, name: str, hall: str, key: bytes, password: bytes, *, table: int, watch: bool
) -> tuple[str, bytes]:
    """Return the address and key of the table where the hall gives us a chair; raise CommandError without one.

    `key` is the hall's known key, empty at first. Without a `table` we wait until the hall sends us to one.
    """
    host, port = read_address(hall)
    visitor = HallVisitor(program.identity, name, RULES_VERSION)
    bridge = Bridge()
    door = LinkConfig(program.identity, password, expects=key)
    wire = BridgeWire(Driver(Switchboard(visitor), bridge, lambda: door, os.urandom, _keep_nothing), bridge)
    try:
        if table:
            wire.dial(hall, host, port)
            _wait_for_chair(wire, visitor, table, watch=watch)
        else:
            _wait_until_sent(wire, visitor, hall)
    finally:
        wire.close()
    place = visitor.place
    if place is None:
        raise CommandError(f"The hall at {hall} did not answer in time.")
    return write_address(host, place.port), place.key


def _wait_for_chair(wire: BridgeWire, visitor: HallVisitor, table: int, *, watch: bool) -> None:
    """Talk with a hall until it gives a chair, or time is up."""
    asked = False
    until = _now() + CHAIR_TIMEOUT_MS
    while visitor.place is None and _now() < until:
        for deed in wire.step(_now()):
            if isinstance(deed, DialFailed):
                raise CommandError(f"Nobody answers at {deed.target}: {deed.why}.")
            if isinstance(deed, LinkEnded):
                raise CommandError(deed.lost.reason.sentence)
        if visitor.knows_all_tables and not asked and visitor.hall is not None:
            if table > visitor.hall.tables:
                raise CommandError(f"That hall has {visitor.hall.tables} tables; there is no table {table}.")
            asked = True
            visitor.request_chair(table, watch=watch)
        elif visitor.refused is not None:
            raise CommandError(f"Table {table} has no place: {visitor.refused.sentence}")
        else:
            wire.wait(_now(), POLL_SECONDS)
    _leave(wire, visitor)


def _wait_until_sent(wire: BridgeWire, visitor: HallVisitor, hall: str) -> None:
    """Wait until the hall sends us somewhere; reconnect if it is cut off or restarted."""
    host, port = read_address(hall)
    heard = _now()
    call_at: int | None = 0
    while visitor.place is None:
        if call_at is not None and _now() >= call_at:
            call_at = None
            wire.dial(hall, host, port)
        for deed in wire.step(_now()):
            if isinstance(deed, LinkEnded) and deed.lost.by_them and deed.lost.reason is Reason.CLOSED:
                raise EveningOverError("The hall was closed.")
            if isinstance(deed, LinkEnded) and deed.lost.reason not in RETRYABLE_REASONS:
                raise CommandError(deed.lost.reason.sentence)
            if isinstance(deed, LinkEnded | DialFailed):
                call_at = _now() + round(CALL_AGAIN_SECONDS * 1_000)
        heard = _now() if visitor.knows_all_tables and call_at is None else heard
        if _now() - heard >= HALL_TIMEOUT_MS:
            raise CommandError(f"Nobody answers at {hall}.")
        wire.wait(_now(), POLL_SECONDS)
    _leave(wire, visitor)


def _leave(wire: BridgeWire, visitor: HallVisitor) -> None:
    visitor.leave()
    wire.step(_now())
    wire.wait(_now(), FLUSH_SECONDS)


def _now() -> int:
    return int(monotonic() * 1_000)


def _keep_nothing(_records: Sequence[Record]) -> None:
    """Write nothing: a guest has no records."""
