"""Checks at start, before anything is signed or dealt, whether the cryptographic library is safe for the sealed deal.

Laws: distributions link their own libsodium, so its version proves nothing: it must refuse known bad points. No other
module of the deal is imported here, so that a missing function is reported and not crashed on.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from nacl import bindings

NEEDED_FUNCTIONS = (
    "crypto_sign_seed_keypair",
    "crypto_sign_open",
    "crypto_kx_seed_keypair",
    "crypto_kx_client_session_keys",
    "crypto_kx_server_session_keys",
    "crypto_secretstream_xchacha20poly1305_init_push",
    "crypto_secretstream_xchacha20poly1305_init_pull",
    "crypto_scalarmult",
    "crypto_scalarmult_ed25519_noclamp",
    "crypto_scalarmult_ed25519_base_noclamp",
    "crypto_core_ed25519_is_valid_point",
    "crypto_core_ed25519_from_uniform",
    "crypto_core_ed25519_add",
    "crypto_core_ed25519_sub",
    "crypto_core_ed25519_scalar_mul",
    "crypto_core_ed25519_scalar_add",
    "crypto_core_ed25519_scalar_sub",
    "crypto_core_ed25519_scalar_negate",
    "crypto_core_ed25519_scalar_invert",
    "crypto_core_ed25519_scalar_reduce",
)

_FIELD_PRIME = 2**255 - 19
_SIGN = 1 << 255
_SIGN_BIT = 0x80  # of the last byte


def _with_both_signs(*points: str) -> tuple[bytes, ...]:
    """Return points with each of the two signs."""
    given = [bytes.fromhex(one) for one in points]
    return tuple(one[:-1] + bytes([one[-1] ^ flip]) for one in given for flip in (0, _SIGN_BIT))


IDENTITY_POINT = (bytes.fromhex("01" + "00" * 31),)
POINTS_OF_ORDER_2 = (bytes.fromhex("ec" + "ff" * 30 + "7f"),)
POINTS_OF_ORDER_4 = _with_both_signs("00" * 32)
POINTS_OF_ORDER_8 = _with_both_signs(
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
)
# Twice the generator, moved by a point of each small order, and both signs of that: CVE-2025-69277 lets the first pass.
POINTS_OF_ORDER_2L = _with_both_signs("245c079551b9a0f1a9aec79baef0c668a9e05d3617a15de23dd6dcf60c329fdd")
POINTS_OF_ORDER_4L = _with_both_signs(
    "e4dd22778010b28a10d0ddcf35d7a144216299cbe36ba86b31952ef0a294176e",
    "0922dd887fef4d75ef2f2230ca285ebbde9d66341c945794ce6ad10f5d6be891",
)
POINTS_OF_ORDER_8L = _with_both_signs(
    "e6ff0e4955925b2100e8ceebbd4ffe93e6fdfc71c226b33409a570d916254f72",
    "543ac908ca97124ab06caab11552257e53aba22a4e66b769175823a19a0452e0",
    "0700f1b6aa6da4deff17311442b0016c1902038e3dd94ccbf65a8f26e9dab08d",
    "99c536f73568edb54f93554eeaadda81ac545dd5b1994896e8a7dc5e65fbad1f",
)
# A y coordinate beyond the field, and a sign where the point has none.
NON_CANONICAL_POINTS = tuple(
    (height | sign).to_bytes(32, "little") for height in range(_FIELD_PRIME, 2**255) for sign in (0, _SIGN)
) + tuple((height | _SIGN).to_bytes(32, "little") for height in (1, _FIELD_PRIME - 1))
OFF_CURVE_POINTS = _with_both_signs("02" + "00" * 31, "07" + "00" * 31)

BAD_POINTS = {
    "identity": IDENTITY_POINT,
    "order 2": POINTS_OF_ORDER_2,
    "order 4": POINTS_OF_ORDER_4,
    "order 8": POINTS_OF_ORDER_8,
    "order 2L": POINTS_OF_ORDER_2L,
    "order 4L": POINTS_OF_ORDER_4L,
    "order 8L": POINTS_OF_ORDER_8L,
    "not canonical": NON_CANONICAL_POINTS,
    "not on the curve": OFF_CURVE_POINTS,
}

TWICE_GENERATOR = bytes.fromhex("c9a3f86aae465f0e56513864510f3997561fa2c9e85ea21dc2292309f3cd6022")
_TWO = (2).to_bytes(32, "little")
_UNIFORM = bytes.fromhex("0691eee3cf70a0056df6bfa03120635636581b5c4ea571dfc680f78c7e0b4137")
_REDUCED = bytes.fromhex("7a3c6282f02d37a05023b60d5428e6cc5961d4c31221937adae0b574e4d07205")


class LibraryFault(Enum):
    """How the library is unfit."""

    MISSING = "missing"
    WRONG = "wrong"
    ACCEPTS = "accepts"

    @property
    def sentence(self) -> str:
        """What it means and what to install, for a person."""
        return FAULT_SENTENCES[self]


_INSTALL = "install PyNaCl 1.6.2 or newer from PyPI, or a libsodium newer than 1.0.20"
FAULT_SENTENCES = {
    LibraryFault.MISSING: f"The library for encryption lacks what a sealed deal needs; {_INSTALL}.",
    LibraryFault.WRONG: f"The library for encryption computes otherwise than the other players' programs; {_INSTALL}.",
    LibraryFault.ACCEPTS: f"The library for encryption lets through what could uncover or choose tiles; {_INSTALL}.",
}


def library_fault(library: Any = bindings) -> LibraryFault | None:
    """Return why the library is unfit, None if it is fit; takes about ten milliseconds."""
    if not all(callable(getattr(library, name, None)) for name in NEEDED_FUNCTIONS):
        return LibraryFault.MISSING
    try:
        right = _computes_right(library)
    except Exception:  # noqa: BLE001 - a function that the linked libsodium lacks raises what its PyNaCl likes
        return LibraryFault.MISSING
    if not right:
        return LibraryFault.WRONG
    return LibraryFault.ACCEPTS if accepted_bad_points(library) else None


def _computes_right(library: Any) -> bool:
    return bool(
        library.crypto_scalarmult_ed25519_base_noclamp(_TWO) == TWICE_GENERATOR
        and library.crypto_core_ed25519_is_valid_point(TWICE_GENERATOR)
        and library.crypto_core_ed25519_from_uniform(bytes(range(32))) == _UNIFORM
        and library.crypto_core_ed25519_scalar_reduce(bytes(range(64))) == _REDUCED
        and library.crypto_scalarmult_ed25519_noclamp(library.crypto_core_ed25519_scalar_invert(_TWO), TWICE_GENERATOR)
        == library.crypto_core_ed25519_sub(
            TWICE_GENERATOR, library.crypto_scalarmult_ed25519_base_noclamp(b"\x01" + bytes(31))
        )
    )


def accepted_bad_points(library: Any = bindings) -> tuple[str, ...]:
    """Return the classes of bad points of which a library accepts at least one."""
    return tuple(kind for kind, points in BAD_POINTS.items() if any(_passes(library, point) for point in points))


def _passes(library: Any, point: bytes) -> bool:
    """Return whether a library accepts a point, by its check or by multiplying it."""
    if library.crypto_core_ed25519_is_valid_point(point):
        return True
    try:
        library.crypto_scalarmult_ed25519_noclamp(_TWO, point)
    except Exception:  # noqa: BLE001 - refused, in whatever way
        return False
    return True
