"""A table's password: SPAKE2 over Ed25519 as in the `spake2` library, on the group of libsodium.

Laws: the wire tells nothing of the password, and one connection is one guess. Messages and keys are the library's, byte
for byte. Its arithmetic is not used: in pure Python it takes up to 26 ms a guess, and its timing leaks secrets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, cast

from nacl import bindings
from spake2 import SPAKE2_A, SPAKE2_B, SPAKEError
from spake2.ed25519_group import Ed25519Group
from spake2.parameters.ed25519 import ParamsEd25519

from net.errors import RemoteProtocolError
from net.identity import Entropy
from net.reasons import Reason

PAKE_BYTES = 33
_JOINER, _HOST = b"comodin joiner", b"comodin host"
_ZERO = b"\x01" + bytes(31)
_ORDER: int = Ed25519Group.order()


@dataclass(frozen=True, slots=True)
class _Element:
    """A point of the group of large prime order, or its zero, with the methods that the library calls."""

    encoded: bytes

    def to_bytes(self) -> bytes:
        return self.encoded

    def add(self, other: _Element) -> _Element:
        if _ZERO in (self.encoded, other.encoded):
            return other if self.encoded == _ZERO else self
        return _Element(bindings.crypto_core_ed25519_add(self.encoded, other.encoded))

    def scalarmult(self, scalar: int) -> _Element:
        factor = scalar % _ORDER
        if not factor or self.encoded == _ZERO:
            return _Element(_ZERO)
        return _Element(bindings.crypto_scalarmult_ed25519_noclamp(factor.to_bytes(32, "little"), self.encoded))


class _Group:
    """The library's group, with libsodium's arithmetic. The constants M, N and S are the library's."""

    Base = _Element(Ed25519Group.Base.to_bytes())
    order = staticmethod(Ed25519Group.order)
    random_scalar = staticmethod(Ed25519Group.random_scalar)
    password_to_scalar = staticmethod(Ed25519Group.password_to_scalar)

    @staticmethod
    def arbitrary_element(seed: bytes) -> _Element:
        known = {b"M": ParamsEd25519.M, b"N": ParamsEd25519.N, b"symmetric": ParamsEd25519.S}
        return _Element(known[seed].to_bytes())

    @staticmethod
    def bytes_to_element(encoded: bytes) -> _Element:
        if not bindings.crypto_core_ed25519_is_valid_point(encoded):
            raise ValueError("no point of the large order")
        return _Element(encoded)


_PARAMS = type(ParamsEd25519)(_Group())


class _Side(Protocol):
    """The two methods of the library's exchange that we call."""

    def start(self) -> bytes:
        """Return our message."""

    def finish(self, theirs: bytes) -> bytes:
        """Return the common key."""


class Pake:
    """One side of one password-authenticated key exchange."""

    def __init__(self, password: bytes, entropy: Entropy, *, joins: bool) -> None:
        make = SPAKE2_A if joins else SPAKE2_B
        side = make(password, idA=_JOINER, idB=_HOST, params=_PARAMS, entropy_f=entropy)
        self._side = cast("_Side", side)
        self.message = self._side.start()

    def key(self, theirs: bytes) -> bytes:
        """Return 32 bytes that both have if both know the password; once only."""
        if len(theirs) != PAKE_BYTES:
            raise RemoteProtocolError(Reason.MALFORMED, f"a password's message of {len(theirs)} bytes")
        try:
            return self._side.finish(theirs)
        except (SPAKEError, ValueError) as error:
            raise RemoteProtocolError(Reason.MALFORMED, "a password's message that is no point") from error
