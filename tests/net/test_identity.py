from __future__ import annotations

import pytest

from net.identity import Identity, Purpose, is_signed_by
from tests.net.fake_lan import identity


def test_a_signature_holds_for_its_words_its_purpose_and_its_key() -> None:
    ana = identity("ana")
    signature = ana.sign(Purpose.ENTRY, b"a move")
    assert is_signed_by(ana.key, Purpose.ENTRY, b"a move", signature)
    assert not is_signed_by(ana.key, Purpose.ENTRY, b"a mole", signature)
    assert not is_signed_by(ana.key, Purpose.SEAL, b"a move", signature)
    assert not is_signed_by(identity("bea").key, Purpose.ENTRY, b"a move", signature)


@pytest.mark.parametrize("at", [0, 31, 32, 63])
def test_no_changed_byte_passes(at: int) -> None:
    ana = identity("ana")
    signature = bytearray(ana.sign(Purpose.SEAL, b"head"))
    signature[at] ^= 1
    assert not is_signed_by(ana.key, Purpose.SEAL, b"head", bytes(signature))


@pytest.mark.parametrize("signature", [b"", bytes(63), bytes(64), bytes(65)])
def test_bytes_that_are_no_signature_raise_nothing(signature: bytes) -> None:
    assert not is_signed_by(identity("ana").key, Purpose.AUTH, b"x", signature)


@pytest.mark.parametrize("key", [b"", bytes(31), bytes(32), b"\x01" + bytes(31), b"\xff" * 32])
def test_a_key_of_small_order_or_of_no_order_signs_nothing(key: bytes) -> None:
    assert not is_signed_by(key, Purpose.AUTH, b"x", bytes(64))


def test_the_secret_is_not_printed() -> None:
    seed = bytes(range(32))
    assert seed.hex() not in repr(Identity.from_seed(seed))
    assert repr(seed)[2:-1] not in repr(Identity.from_seed(seed))
