"""The wires and random numbers of the simulated network: links without encryption, time without a clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b

from net import frames
from net import messages as m
from net.errors import RemoteProtocolError
from net.frames import LENGTH_BYTES
from net.identity import Identity
from net.link import HandshakeResult, Link, LinkRole, LinkStep
from net.reasons import Reason


class Lots:
    """Numbers drawn from a seed, the same on every machine."""

    def __init__(self, *seed: object) -> None:
        self._seed = repr(seed).encode()
        self._count = 0

    def bytes(self, size: int) -> bytes:
        """Draw `size` bytes, 64 at most."""
        self._count += 1
        return blake2b(self._count.to_bytes(8, "big"), key=blake2b(self._seed).digest(), digest_size=size).digest()

    def draw(self, bound: int) -> int:
        """Draw a number from 0 to bound - 1; the bias of a 64-bit remainder does not matter here."""
        return int.from_bytes(self.bytes(8), "big") % bound

    def chance(self, percent: int) -> bool:
        """Draw whether something happens."""
        return self.draw(100) < percent


class PlainLink(Link):
    """A link without encryption: both sides state their identity without proof."""

    def __init__(self, role: LinkRole, identity: Identity, run: bytes) -> None:
        super().__init__(role, frames.pack(m.Auth(identity.key, run, bytes(64))))

    def on_handshake_frame(self, payload: bytes) -> HandshakeResult:
        """Accept the other side's identity."""
        message = frames.unpack(payload)
        if not isinstance(message, m.Auth):
            raise RemoteProtocolError(Reason.OUT_OF_TURN)
        self.theirs, self.their_run = message.key, message.run
        self.step = LinkStep.OPEN
        return HandshakeResult((self.first,) if self.role is LinkRole.HOST else ())

    def seal(self, plain: bytes) -> bytes:
        """Leave it as it is."""
        return plain

    def unseal(self, payload: bytes) -> bytes:
        """Leave it as it is."""
        return payload


@dataclass
class Wire:
    """A connection in virtual time: its two ends, and when the last byte each way arrives."""

    number: int
    ends: tuple[int, int]
    open: bool = True
    until: list[int] = field(default_factory=lambda: [0, 0])


def frames_of(sent: bytes) -> list[bytes]:
    """Split bytes into frames."""
    frames = []
    while sent:
        size = LENGTH_BYTES + int.from_bytes(sent[:LENGTH_BYTES], "big")
        frames.append(sent[:size])
        sent = sent[size:]
    return frames


def message_of(sent: bytes) -> frames.Message:
    """Return the message of a plain frame."""
    return frames.unpack(sent[LENGTH_BYTES:])
