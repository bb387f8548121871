"""The list of tables on this network: takes announcements, probes hosts, returns rows for a screen."""

from __future__ import annotations

from net.discovery import Address, TableList, TableRow
from net.identity import Entropy
from net.introduction import CHALLENGE_BYTES
from net.messages import Info
from net.probe import Probe
from net.shell.bridge import Bridge
from net.shell.news import Announced, DiscoveryFailed, Withdrawn
from net.shell.tcp import Connected, Disconnected, Failed, Received

_PROBE_TARGET_PREFIX = "ask "  # prefix of our dial targets, to tell them from other dials of the bridge


class Finder:
    """Discovers tables while the list is on screen; owns its bridge."""

    def __init__(self, bridge: Bridge, entropy: Entropy) -> None:
        self._bridge = bridge
        self._entropy = entropy
        self._listing = TableList()
        self._places: dict[str, Address] = {}
        self._asking: dict[int, tuple[Address, int, Probe]] = {}
        self.unheard = ""  # why discovery failed, in the system's words
        bridge.browse()

    @property
    def rows(self) -> tuple[TableRow, ...]:
        """The tables there are."""
        return self._listing.rows

    def rows_with_code(self, code: str) -> tuple[TableRow, ...]:
        """Return the tables with a short code."""
        return self._listing.rows_with_code(code)

    def step(self, now: int) -> bool:
        """Process events and probe hosts; return whether the rows changed. `now` in milliseconds."""
        before = self.rows
        for event in self._bridge.take_events():
            self._handle_event(event, now)
        self._listing.tick(now)
        while (place := self._listing.next_probe(now)) is not None:
            target = f"{_PROBE_TARGET_PREFIX}{place.host} {place.port}"
            self._places[target] = place
            self._bridge.dial(target, place.host, place.port)
        return self.rows != before

    def close(self) -> None:
        """Stop looking."""
        self._bridge.close()

    def _handle_event(self, event: object, now: int) -> None:
        match event:
            case Announced(name, said, places):
                self._listing.on_announced(name, said, places, now)
            case Withdrawn(name):
                self._listing.on_withdrawn(name)
            case DiscoveryFailed(why):
                self.unheard = why
            case Failed(target, _why) if target in self._places:
                self._listing.on_probe_failed(self._places.pop(target), now)
            case Connected(number, target, _address, _local, took) if target in self._places:
                probe = Probe(self._entropy(CHALLENGE_BYTES))
                self._asking[number] = self._places.pop(target), took, probe
                self._bridge.send(number, probe.question_bytes())
            case Received(number, received) if number in self._asking:
                self._bridge.note_processed(number, len(received))
                self._hear(number, received, now)
            case Disconnected(number) if number in self._asking:
                self._listing.on_probe_failed(self._asking.pop(number)[0], now)
            case _:
                pass  # connections that we closed report their end as well

    def _hear(self, number: int, received: bytes, now: int) -> None:
        place, took, probe = self._asking[number]
        answer = probe.receive(received)
        if answer is None:
            return
        del self._asking[number]
        self._bridge.close_link(number, at_once=True)
        if isinstance(answer, Info):
            self._listing.on_answer(place, answer, now, took)
        else:
            self._listing.on_probe_failed(place, now)
