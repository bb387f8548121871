"""A table's password: SPAKE2 over Ed25519 by the `spake2` library, and nothing else of it.

Laws: the wire tells nothing of the password, and one connection is one guess. The library's arithmetic does not hide
its running time, which on a LAN tells far less than the five guesses a minute that the door allows.
"""

from __future__ import annotations

from typing import Protocol, cast

from spake2 import SPAKE2_A, SPAKE2_B, SPAKEError
from spake2.ed25519_basic import NotOnCurve

from net.errors import RemoteProtocolError
from net.identity import Entropy
from net.reasons import Reason

PAKE_BYTES = 33
_JOINER, _HOST = b"comodin joiner", b"comodin host"


class _Side(Protocol):
    """What we use of the library."""

    def start(self) -> bytes:
        """Return our message."""

    def finish(self, theirs: bytes) -> bytes:
        """Return the common key."""


class Pake:
    """One side of one guess."""

    def __init__(self, password: bytes, entropy: Entropy, *, joins: bool) -> None:
        make = SPAKE2_A if joins else SPAKE2_B
        self._side = cast("_Side", make(password, idA=_JOINER, idB=_HOST, entropy_f=entropy))
        self.message = self._side.start()

    def key(self, theirs: bytes) -> bytes:
        """Return 32 bytes that both have if both know the password; once only."""
        if len(theirs) != PAKE_BYTES:
            raise RemoteProtocolError(Reason.MALFORMED, f"a password's message of {len(theirs)} bytes")
        try:
            return self._side.finish(theirs)
        except (SPAKEError, NotOnCurve, ValueError) as error:
            raise RemoteProtocolError(Reason.MALFORMED, "a password's message that is no point") from error
