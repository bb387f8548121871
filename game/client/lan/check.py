"""The network test: what this computer can find out alone, and the rest with a second one testing at the same time.

Law: packets to itself never leave a computer, so its own announcement and port prove nothing; only what another
computer sent or received counts as tested. The test opens a port and announces a placeholder table, answers questions
about it, and closes everything at its end.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from threading import Thread
from typing import TYPE_CHECKING, Final

from game.client.words import phrase
from game.lan.addresses import DEFAULT_PORT, NETCHECK_GAME, write_address
from game.match.transcript import RULES_VERSION
from net.discovery import Address, Announcement, parse_properties, to_properties
from net.door import address_group
from net.errors import RemoteProtocolError
from net.frames import FrameReader, pack, unpack, with_length
from net.identity import Identity, table_id_of
from net.introduction import CHALLENGE_BYTES, answer_challenge
from net.link import CLEAR_FRAME, OLDEST_PROTOCOL
from net.messages import PROTOCOL, Ask, Info
from net.probe import Probe
from net.shell.news import Announced, DiscoveryFailed
from net.shell.tcp import Connected, Disconnected, Failed, Listening, Received

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.words import Phrase
    from net.identity import Entropy
    from net.shell.bridge import Bridge

QUIET_SECONDS: Final = 4.0  # seconds without an announcement after which none is expected any more
PARTNER_SECONDS: Final = 60.0  # seconds in which a second computer may start its test
CALL_INTERVAL_SECONDS: Final = 1.0  # seconds between two calls to the second computer
CALL_TARGET: Final = "netcheck"  # the table asked for in a call to the second computer
MAX_CALLERS: Final = 8
FIREWALL_CODES: Final = {"win32": "netcheck.windows", "darwin": "netcheck.macos"}


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """The results so far; `others` are the tables that other computers announce."""

    port: int = 0
    port_error: str = ""
    own: bool = False  # our own announcement came back
    others: frozenset[bytes] = field(default_factory=frozenset)
    error: str = ""
    over: bool = False
    reached: bool = False  # the second computer answered us
    other: bytes = b""  # the table that it claims to host
    known: frozenset[bytes] = field(default_factory=frozenset)  # every announced table, from any address
    called: bool = False  # it called us

    @property
    def other_heard(self) -> bool:
        """Whether the announcement of the second computer arrived."""
        return bool(self.other) and self.other in self.known

    @property
    def all_well(self) -> bool:
        """Whether everything was tested with a second computer, and works."""
        return self.reached and self.other_heard and self.called


class NetCheck:
    """A running test; `step` is called until it is over, and then closes everything."""

    def __init__(
        self,
        bridge: Callable[[], Bridge],
        entropy: Entropy,
        interface: str = "",
        other: tuple[str, int] | None = None,
    ) -> None:
        self.found = CheckFinding()
        self.other = other
        self._entropy = entropy
        self._identity = Identity.from_seed(entropy(32))
        self._call_at = 0.0
        self._calling = False
        self._well_since = 0.0
        self._probes: dict[int, Probe] = {}
        self._callers: dict[int, tuple[str, FrameReader]] = {}
        self.addresses: tuple[str, ...] = (interface,) if interface else ()
        self._interface = interface
        self._table = table_id_of(self._identity.key)
        self._bridge = bridge()
        self._since: float | None = None
        self._bridge.listen(interface or None, DEFAULT_PORT)
        self._bridge.browse()

    def find_addresses(self) -> None:
        """Find this computer's addresses; slow, so a window calls it in a thread."""
        if not self._interface:
            from net.shell.announce import own_addresses

            self.addresses = own_addresses()

    def step(self, now: float) -> bool:
        """Process network events; return whether there are new results. `now` is in seconds."""
        if self.found.over:
            return False
        self._since = now if self._since is None else self._since
        before = self.found
        for happening in self._bridge.take_events():
            if isinstance(happening, Listening):
                self.found = replace(self.found, port=happening.port)
                said = Announcement(self._table, NETCHECK_GAME, 0, 1, "", locked=True)
                self._bridge.announce(f"comodin-{self._table.hex()[:16]}", happening.port, to_properties(said))
            elif isinstance(happening, Failed) and not happening.target:
                self.found = replace(self.found, port_error=happening.why)
            elif isinstance(happening, DiscoveryFailed):
                self.found = replace(self.found, error=happening.why)
            elif isinstance(happening, Announced) and (told := parse_properties(happening.said)) is not None:
                self._hear(told, happening.places)
            else:
                self._talk(happening)
        self._call(now)
        self._well_since = (self._well_since or now) if self.found.all_well else 0.0
        # the second computer may not have received our announcement yet, so we stay for a while
        stays = self.found.all_well and now - self._well_since >= QUIET_SECONDS
        if stays or now - self._since >= (QUIET_SECONDS if self.other is None else PARTNER_SECONDS):
            self.found = replace(self.found, over=True)
            self.close()
        return self.found != before

    def _hear(self, told: Announcement, places: tuple[Address, ...]) -> None:
        """Note an announcement; one from our own address did not come through the network."""
        own = told.table == self._table
        apart = not own and told.game != NETCHECK_GAME and not {place.host for place in places} <= set(self.addresses)
        others = self.found.others | {told.table} if apart else self.found.others
        known = self.found.known if own else self.found.known | {told.table}
        self.found = replace(self.found, own=self.found.own or own, others=others, known=known)

    # With a second computer

    def _call(self, now: float) -> None:
        if self.other is None or self.found.reached or self._calling or now < self._call_at:
            return
        self._calling, self._call_at = True, now + CALL_INTERVAL_SECONDS
        self._bridge.dial(CALL_TARGET, *self.other)

    def _talk(self, happening: object) -> None:
        match happening:
            case Connected(number, target, address) if target == CALL_TARGET:
                self._probes[number] = Probe(self._entropy(CHALLENGE_BYTES))
                self._bridge.send(number, self._probes[number].question_bytes())
            case Connected(number, "", address):
                if len(self._callers) < MAX_CALLERS:
                    self._callers[number] = address, FrameReader()
                else:
                    self._bridge.close_link(number, at_once=True)
            case Failed(target, _why) if target == CALL_TARGET:
                self._calling = False
            case Received(number, received) if number in self._probes:
                self._answered(number, received)
            case Received(number, received) if number in self._callers:
                self._asked(number, received)
            case Disconnected(number):
                self._calling = self._calling and self._probes.pop(number, None) is None
                self._callers.pop(number, None)
            case _:
                pass

    def _answered(self, number: int, received: bytes) -> None:
        answer = self._probes[number].receive(received)
        if answer is None:
            return
        if isinstance(answer, Info) and answer.table != self._table:
            self.found = replace(self.found, reached=True, other=answer.table)
        self._bridge.close_link(number, at_once=True)

    def _asked(self, number: int, received: bytes) -> None:
        """Answer with our announcement; the question proves that the second computer has reached us."""
        address, reader = self._callers[number]
        reader.feed(received)
        try:
            payload = reader.next_frame()
            message = unpack(payload[1:]) if payload is not None else None
        except RemoteProtocolError:
            self._bridge.close_link(number, at_once=True)
            return
        if not isinstance(message, Ask):
            return
        info = Info(
            OLDEST_PROTOCOL,
            PROTOCOL,
            RULES_VERSION,
            NETCHECK_GAME,
            "",
            0,
            1,
            bytes(16),
            locked=True,
            playing=False,
            table=self._table,
        )
        self._bridge.send(
            number, with_length(CLEAR_FRAME + pack(answer_challenge(info, self._identity, message.challenge)))
        )
        self._bridge.close_link(number)
        if self.other is not None and address not in self.addresses and _may_be(address, self.other[0]):
            self.found = replace(self.found, called=True)

    def close(self) -> None:
        """End the test; may be called twice."""
        Thread(target=self._bridge.close, name="comodin-goodbye").start()


def _may_be(address: str, other: str) -> bool:
    """Return whether an address may be that of the second computer, which may have been given by name."""
    named = not (other.replace(".", "").isdecimal() or ":" in other)
    return named or address_group(address) == address_group(other)


def port_words(found: CheckFinding) -> Phrase:
    """Return the result for the port as text."""
    if found.port_error:
        return phrase("netcheck.port_none", why=found.port_error)
    if not found.port:
        return phrase("netcheck.port_testing")
    code = "netcheck.port_usual" if found.port == DEFAULT_PORT else "netcheck.port_other"
    return phrase(code, port=str(found.port))


def announcement_words(found: CheckFinding) -> tuple[Phrase, ...]:
    """Return the result for announcements as text."""
    told = []
    if found.error:
        told.append(phrase("netcheck.heard_error", why=found.error))
    if found.own:
        told.append(phrase("netcheck.heard_own"))
    if found.others:
        told.append(phrase("netcheck.heard_others", n=len(found.others)))
    if not told:
        told.append(phrase("netcheck.heard_none" if found.over else "netcheck.port_testing"))
    return tuple(told)


def second_computer_words(check: NetCheck) -> tuple[Phrase, ...]:
    """Return the results with a second computer as text; without one, how to test with one."""
    found = check.found
    if check.other is None:
        here = check.addresses[0] if check.addresses else "192.168.1.24"
        return (phrase("netcheck.with_hint", address=write_address(here, found.port or DEFAULT_PORT)),)
    shown = (("reached", found.reached), ("heard", found.other_heard), ("called", found.called))
    return tuple(phrase(f"netcheck.with_{code}" if good else f"netcheck.with_not_{code}") for code, good in shown)


def firewall_words(platform: str = sys.platform) -> Phrase:
    """Return what to do about the firewall of an operating system."""
    return phrase(FIREWALL_CODES.get(platform, "netcheck.linux"))
