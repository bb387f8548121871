"""The test of the network: which addresses this computer has, whether a port opens, whether announcements are heard.

It opens a port and announces a table that is none under a name of its own, on a bridge that it closes again.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from threading import Thread
from typing import TYPE_CHECKING, Final

from game.client.lan.network import NO_GAME
from game.client.words import phrase
from game.lan.addresses import DEFAULT_PORT
from net.discovery import Announcement, heard, written
from net.shell.news import Announced, Unheard
from net.shell.tcp import Failed, Listening

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.words import Phrase
    from net.identity import Entropy
    from net.shell.bridge import Bridge

SECONDS: Final = 4.0  # after which what was not heard will not be heard
FIREWALLS: Final = {"win32": "netcheck.windows", "darwin": "netcheck.macos"}


@dataclass(frozen=True, slots=True)
class Finding:
    """What is known so far; `others` are the tables of other programs."""

    port: int = 0
    port_error: str = ""
    own: bool = False
    others: frozenset[bytes] = field(default_factory=frozenset)
    error: str = ""
    over: bool = False


class NetCheck:
    """One test under way; `step` is called until it is over, and closes everything then."""

    def __init__(self, bridge: Callable[[], Bridge], entropy: Entropy, interface: str = "") -> None:
        self.found = Finding()
        self.addresses: tuple[str, ...] = (interface,) if interface else ()
        self._interface = interface
        self._table = entropy(16)
        self._bridge = bridge()
        self._since: float | None = None
        self._bridge.listen(interface or None, DEFAULT_PORT)
        self._bridge.browse()

    def find_addresses(self) -> None:
        """Ask the system for this computer's addresses; it takes a moment, so it is asked beside a window."""
        if not self._interface:
            from net.shell.announce import own_addresses

            self.addresses = own_addresses()

    def step(self, now: float) -> bool:
        """Take in what happened until now, in seconds; tell whether anything is known anew."""
        if self.found.over:
            return False
        self._since = now if self._since is None else self._since
        before = self.found
        for happening in self._bridge.happenings():
            if isinstance(happening, Listening):
                self.found = replace(self.found, port=happening.port)
                said = Announcement(self._table, NO_GAME, 0, 1, "", locked=True)
                self._bridge.announce(f"comodin-{self._table.hex()[:16]}", happening.port, written(said))
            elif isinstance(happening, Failed) and not happening.target:
                self.found = replace(self.found, port_error=happening.why)
            elif isinstance(happening, Unheard):
                self.found = replace(self.found, error=happening.why)
            elif isinstance(happening, Announced) and (told := heard(happening.said)) is not None:
                own = told.table == self._table
                others = self.found.others if own or told.game == NO_GAME else self.found.others | {told.table}
                self.found = replace(self.found, own=self.found.own or own, others=others)
        if now - self._since >= SECONDS:
            self.found = replace(self.found, over=True)
            self.close()
        return self.found != before

    def close(self) -> None:
        """End it; safe to call twice."""
        Thread(target=self._bridge.close, name="comodin-goodbye").start()


def port_words(found: Finding) -> Phrase:
    """Say whether a port opens."""
    if found.port_error:
        return phrase("netcheck.port_none", why=found.port_error)
    if not found.port:
        return phrase("netcheck.port_testing")
    code = "netcheck.port_usual" if found.port == DEFAULT_PORT else "netcheck.port_other"
    return phrase(code, port=str(found.port))


def heard_words(found: Finding) -> tuple[Phrase, ...]:
    """Say what was heard."""
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


def firewall_words(platform: str = sys.platform) -> Phrase:
    """Return the hint for a system."""
    return phrase(FIREWALLS.get(platform, "netcheck.linux"))
