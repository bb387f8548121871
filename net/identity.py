"""Who signed this: Ed25519 identities and what they sign.

Laws: every signature says first what it is for, so that none can be taken for another; for a false or malformed
signature `is_signed_by` returns False and never raises.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from hashlib import blake2b

from nacl import bindings
from nacl.exceptions import BadSignatureError

Entropy = Callable[[int], bytes]  # returns so many random bytes; passed in, so that tests can repeat them

KEY_BYTES = 32
SEED_BYTES = 32
SIGNATURE_BYTES = 64
TABLE_ID_BYTES = 16
SHARED_KEY_BYTES = 32


class Purpose(bytes, Enum):
    """What a signature is for; its bytes stand before what is signed."""

    AUTH = b"comodin auth 1\0"
    ENTRY = b"comodin entry 1\0"
    SEAL = b"comodin seal 1\0"
    CONSENT = b"comodin consent 1\0"
    BACK = b"comodin back 1\0"
    INFO = b"comodin info 1\0"
    PLACE = b"comodin place 1\0"


@dataclass(frozen=True, slots=True)
class Identity:
    """One program's own key pair, made from a seed that is kept like a password."""

    key: bytes
    _secret: bytes = field(repr=False)

    @classmethod
    def from_seed(cls, seed: bytes) -> Identity:
        """Make the identity that belongs to 32 secret bytes."""
        public, secret = bindings.crypto_sign_seed_keypair(seed)
        return cls(public, secret)

    def sign(self, purpose: Purpose, message: bytes) -> bytes:
        """Return the 64 bytes that prove we said it."""
        return bindings.crypto_sign(purpose + message, self._secret)[:SIGNATURE_BYTES]

    def shared_key(self, other: bytes) -> bytes:
        """Return 32 bytes that only we and the owner of another key can know."""
        ours, theirs = sorted((self.key, other))
        point = bindings.crypto_scalarmult(
            bindings.crypto_sign_ed25519_sk_to_curve25519(self._secret),
            bindings.crypto_sign_ed25519_pk_to_curve25519(other),
        )
        return blake2b(b"comodin shared 1\0" + ours + theirs, key=point, digest_size=SHARED_KEY_BYTES).digest()


def is_signed_by(key: bytes, purpose: Purpose, message: bytes, signature: bytes) -> bool:
    """Return whether the owner of a key said this, for this purpose."""
    if len(key) != KEY_BYTES or len(signature) != SIGNATURE_BYTES:
        return False
    try:
        bindings.crypto_sign_open(signature + purpose + message, key)
    except BadSignatureError:
        return False
    return True


def table_id_of(key: bytes) -> bytes:
    """Return the id of the table that the owner of a key keeps: nobody else can prove that it is his."""
    return blake2b(b"comodin table 1\0" + key, digest_size=TABLE_ID_BYTES).digest()


def fingerprint(key: bytes) -> str:
    """Return sixteen letters and digits by which keys are told apart in print."""
    text = blake2b(key, digest_size=8).hexdigest()
    return "-".join(text[at : at + 4] for at in range(0, len(text), 4))
