"""Feeds a station socket events, and carries out its actions in order.

Law: a record is on disk before anything after it is sent; while it cannot be written, nothing more is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from net.identity import Entropy
from net.link import LinkConfig, LinkRole, SecureLink
from net.log.effects import Persist, Record
from net.messages import RUN_BYTES
from net.presence import SLEEP_GAP_MS
from net.shell.bridge import Bridge
from net.shell.news import DiscoveryEvent
from net.shell.tcp import JOURNAL_TARGET, Blocked, Connected, Disconnected, DiskRecovered, Failed, Listening, Received
from net.station import Action, CloseLink, Switchboard, WriteBytes

SessionEvent = Action | Listening | Failed | Connected | DiskRecovered | DiscoveryEvent


class Driver:
    """One station on one bridge; `door` returns our side of a link, anew for each connection.

    `keep` returns once all records are on disk, or passes them to `Bridge.write_record`, which holds later output.
    """

    def __init__(
        self,
        station: Switchboard[Any],
        bridge: Bridge,
        door: Callable[[], LinkConfig],
        entropy: Entropy,
        keep: Callable[[Sequence[Record]], None],
    ) -> None:
        self.station = station
        self._bridge = bridge
        self._door = door
        self._entropy = entropy
        self._run = entropy(RUN_BYTES)
        self._keep = keep
        self._stepped: int | None = None
        self.mute = False  # whether `keep` could not write a record, so that nothing is sent any more
        self.disk_refusal = ""  # the system's error message while the disk refuses records

    def step(self, now: int) -> list[SessionEvent]:
        """Do everything that is due, and return the session's events. `now` in milliseconds."""
        told: list[SessionEvent] = []
        slept = now - self._stepped - SLEEP_GAP_MS if self._stepped is not None else 0
        self._stepped = now
        if slept > 0:
            self.station.skip_sleep(slept)
        for event in self._bridge.take_events():
            if isinstance(event, Received):
                self.station.on_received(event.number, event.received, now)
                self._bridge.note_processed(event.number, len(event.received))
            elif isinstance(event, Blocked):
                self.station.on_blocked(event.number, blocked=event.blocked)
            elif isinstance(event, Disconnected):
                self.station.on_connection_lost(event.number, now)
            else:
                if isinstance(event, Connected):
                    self._connected(event, now)
                elif isinstance(event, DiskRecovered):
                    self.disk_refusal = ""
                elif isinstance(event, Failed) and event.target == JOURNAL_TARGET:
                    self.disk_refusal = event.why  # what is sent waits at the bridge
                told.append(event)
        self.station.tick(now)
        return told + self._work(now)

    def _connected(self, connected: Connected, now: int) -> None:
        ours = bool(connected.target)
        link = SecureLink(
            LinkRole.JOINER if ours else LinkRole.HOST, replace(self._door(), run=self._run), self._entropy
        )
        self.station.on_connected(connected.number, link, now, ours=ours, address=connected.address)

    def _work(self, now: int) -> list[SessionEvent]:
        told: list[SessionEvent] = []
        written: list[Record] = []  # records to write: those in a row cost the disk one wait
        while not self.mute:
            action = self.station.next_action(now)
            if isinstance(action, Persist):
                written.append(action.record)
            elif isinstance(action, WriteBytes | CloseLink | None):
                if written and not self._write_records(written, told):
                    break
                written = []
                if action is None:
                    break
                self._do(action)
            else:
                told.append(action)
        return told

    def _do(self, action: WriteBytes | CloseLink) -> None:
        if isinstance(action, WriteBytes):
            self._bridge.send(action.link, action.sent)
        else:
            self._bridge.close_link(action.link, at_once=action.at_once)

    def _write_records(self, records: Sequence[Record], told: list[SessionEvent]) -> bool:
        try:
            self._keep(records)
        except OSError as error:
            self.mute, self.disk_refusal = True, error.strerror or str(error)
            told.append(Failed(JOURNAL_TARGET, self.disk_refusal))
        return not self.mute

    def seconds_until_due(self, now: int) -> float | None:
        """Return the seconds until the next step is due if nothing happens; None for never."""
        due = self.station.deadline(now)
        return None if due is None else max(0, due - now) / 1000
