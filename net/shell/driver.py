"""Feeds a station what happened on the sockets, and does what it wants done, in its order.

Law: a record is safe before anything behind it is said; as long as it cannot be kept, nothing more is said at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from net.identity import Entropy
from net.link import Door, LinkRole, SecureLink
from net.log.effects import Persist, Record
from net.messages import RUN_BYTES
from net.presence import AWAKE
from net.shell.bridge import Bridge
from net.shell.news import News
from net.shell.tcp import JOURNAL, Blocked, Connected, Failed, Gone, Listening, Received, WroteAgain
from net.station import CloseLink, Deed, Switchboard, WriteBytes

Told = Deed | Listening | Failed | Connected | WroteAgain | News


class Driver:
    """One station on one bridge; `door` is asked anew for each connection.

    `keep` returns when all it got is safe, or has given it to `Bridge.keep`, behind which what is sent waits.
    """

    def __init__(
        self,
        station: Switchboard[Any],
        bridge: Bridge,
        door: Callable[[], Door],
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
        self.mute = False  # whether a record could not be kept, and nothing is done any more
        self.disk_refusal = ""  # why the disk does not take what it was given, in the system's words

    def step(self, now: int) -> list[Told]:
        """Do everything there is to do now, and return what the session has to know. `now` in milliseconds."""
        told: list[Told] = []
        slept = now - self._stepped - AWAKE if self._stepped is not None else 0
        self._stepped = now
        if slept > 0:
            self.station.slept(slept)
        for happening in self._bridge.happenings():
            if isinstance(happening, Received):
                self.station.received(happening.number, happening.received, now)
                self._bridge.taken(happening.number, len(happening.received))
            elif isinstance(happening, Blocked):
                self.station.blocked(happening.number, blocked=happening.blocked)
            elif isinstance(happening, Gone):
                self.station.cut(happening.number, now)
            else:
                if isinstance(happening, Connected):
                    self._connected(happening, now)
                elif isinstance(happening, WroteAgain):
                    self.disk_refusal = ""
                elif isinstance(happening, Failed) and happening.target == JOURNAL:
                    self.disk_refusal = happening.why  # what is sent waits at the bridge
                told.append(happening)
        self.station.tick(now)
        return told + self._work(now)

    def _connected(self, connected: Connected, now: int) -> None:
        ours = bool(connected.target)
        link = SecureLink(
            LinkRole.JOINER if ours else LinkRole.HOST, replace(self._door(), run=self._run), self._entropy
        )
        self.station.connected(connected.number, link, now, ours=ours, address=connected.address)

    def _work(self, now: int) -> list[Told]:
        told: list[Told] = []
        written: list[Record] = []  # what is still to be made safe: records in a row cost the disk one wait
        while not self.mute:
            deed = self.station.next_deed(now)
            if isinstance(deed, Persist):
                written.append(deed.record)
            elif isinstance(deed, WriteBytes | CloseLink | None):
                if written and not self._are_safe(written, told):
                    break
                written = []
                if deed is None:
                    break
                self._do(deed)
            else:
                told.append(deed)
        return told

    def _do(self, deed: WriteBytes | CloseLink) -> None:
        if isinstance(deed, WriteBytes):
            self._bridge.send(deed.link, deed.sent)
        else:
            self._bridge.close_link(deed.link, at_once=deed.at_once)

    def _are_safe(self, records: Sequence[Record], told: list[Told]) -> bool:
        try:
            self._keep(records)
        except OSError as error:
            self.mute, self.disk_refusal = True, error.strerror or str(error)
            told.append(Failed(JOURNAL, self.disk_refusal))
        return not self.mute

    def pause_until(self, now: int) -> float | None:
        """Return how many seconds may pass before the next step if nothing happens; None for any time."""
        due = self.station.deadline(now)
        return None if due is None else max(0, due - now) / 1000
