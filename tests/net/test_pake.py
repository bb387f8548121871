"""The password's exchange says what the library says, byte for byte, with another arithmetic below."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spake2 import SPAKE2_A, SPAKE2_B
from spake2.ed25519_group import Ed25519Group

from net.deal.soundness import BAD_POINTS
from net.errors import RemoteProtocolError
from net.pake import _PARAMS, Pake, _Element
from net.reasons import Reason
from tests.net.fake_lan import entropy

NAMES = {"idA": b"comodin joiner", "idB": b"comodin host"}


@given(ours=st.binary(min_size=1, max_size=40), theirs=st.binary(min_size=1, max_size=40), alike=st.booleans())
@settings(max_examples=10, deadline=None)
def test_both_sides_are_those_of_the_library(ours: bytes, theirs: bytes, alike: bool) -> None:
    theirs = ours if alike else theirs
    library = SPAKE2_B(theirs, **NAMES, entropy_f=entropy("b"))
    answer = library.start()
    ana = Pake(ours, entropy("a"), joins=True)
    same = SPAKE2_A(ours, **NAMES, entropy_f=entropy("a"))
    assert same.start() == ana.message
    key = ana.key(answer)
    assert key == same.finish(answer)
    assert (library.finish(ana.message) == key) is (ours == theirs)
    assert Pake(theirs, entropy("b"), joins=False).message == answer


@pytest.mark.parametrize("kind", BAD_POINTS)
def test_no_point_of_a_small_order_is_taken(kind: str) -> None:
    for point in BAD_POINTS[kind]:
        with pytest.raises(RemoteProtocolError) as refused:
            Pake(b"sol", entropy("a"), joins=True).key(b"B" + point)
        assert refused.value.reason is Reason.MALFORMED


def test_a_message_that_is_the_blinding_itself_is_a_guess_like_any_other() -> None:
    """Without the blinding it is zero; the library makes a key even of that, so it must neither fail nor differ."""
    blinded = _PARAMS.M.scalarmult(Ed25519Group.password_to_scalar(b"sol")).to_bytes()
    library = SPAKE2_B(b"sol", **NAMES, entropy_f=entropy("b"))
    library.start()
    assert Pake(b"sol", entropy("b"), joins=False).key(b"A" + blinded) == library.finish(b"A" + blinded)


def test_zero_is_neutral_in_additions_and_products() -> None:
    zero = _Element(Ed25519Group.Zero.to_bytes())
    base = _PARAMS.group.Base
    assert zero.add(base) == base.add(zero) == base
    assert zero.scalarmult(7) == base.scalarmult(0) == base.scalarmult(Ed25519Group.order()) == zero
