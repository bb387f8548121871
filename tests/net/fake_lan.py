"""A wire without sockets: two real ends joined, and the time in our hands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b

from net.frames import Message
from net.identity import Entropy, Identity
from net.link import LinkConfig, LinkRole, SecureLink
from net.peer import Heard, Peer, PeerEvent


def entropy(seed: str) -> Entropy:
    """Give bytes that are the same in every run."""
    count = [0]

    def give(size: int) -> bytes:
        out = b""
        while len(out) < size:
            count[0] += 1
            out += blake2b(f"{seed} {count[0]}".encode()).digest()
        return out[:size]

    return give


def identity(name: str) -> Identity:
    """Give the identity of a name."""
    return Identity.from_seed(blake2b(name.encode(), digest_size=32).digest())


@dataclass
class Wire:
    """Two peers and what each was told; `mangle` may change or swallow the bytes on their way."""

    joiner: Peer
    host: Peer
    now: int = 0
    told: dict[str, list[PeerEvent]] = field(default_factory=lambda: {"joiner": [], "host": []})
    mangle: Callable[[str, bytes], bytes] = lambda _who, sent: sent

    def transfer(self) -> int:
        """Carry what both have to say, once; return how many bytes that was."""
        sent = {"joiner": self.joiner.take_outgoing(self.now), "host": self.host.take_outgoing(self.now)}
        for who, other, peer in (("joiner", "host", self.host), ("host", "joiner", self.joiner)):
            if sent[who]:
                self.told[other] += peer.receive(self.mangle(who, sent[who]), self.now)
        return sum(map(len, sent.values()))

    def roundtrip(self) -> None:
        """Carry until nothing moves."""
        while self.transfer():
            pass

    def drop(self) -> None:
        """Lose what both have to say now."""
        self.joiner.take_outgoing(self.now)
        self.host.take_outgoing(self.now)

    def wait(self, milliseconds: int) -> None:
        """Let time pass on both sides, deadline by deadline."""
        end = self.now + milliseconds
        while self.now < end:
            times = [time for peer in (self.joiner, self.host) if (time := peer.deadline(self.now)) is not None]
            self.now = min([end, *(max(time, self.now + 1) for time in times)])
            self.told["joiner"] += self.joiner.tick(self.now)
            self.told["host"] += self.host.tick(self.now)
            self.roundtrip()

    def heard(self, who: str) -> list[Message]:
        """Return the messages one side was told of."""
        return [event.message for event in self.told[who] if isinstance(event, Heard)]


def joined(ours: LinkConfig | None = None, theirs: LinkConfig | None = None) -> Wire:
    """Join a joiner and a host over an encrypted link; nothing has moved yet."""
    joiner = Peer(SecureLink(LinkRole.JOINER, ours or LinkConfig(identity("ana")), entropy("ana")), LinkRole.JOINER, 0)
    host = Peer(SecureLink(LinkRole.HOST, theirs or LinkConfig(identity("hugo")), entropy("hugo")), LinkRole.HOST, 0)
    return Wire(joiner, host)


def opened() -> Wire:
    """Join two and let the handshake run."""
    wire = joined()
    wire.roundtrip()
    return wire
