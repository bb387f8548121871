from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.errors import LocalProtocolError, RemoteProtocolError
from net.frames import LENGTH_BYTES, MAX_FRAME_BYTES, MAX_HANDSHAKE_FRAME_BYTES, FrameReader, with_length
from net.reasons import Reason


@given(st.lists(st.binary(min_size=1, max_size=600), max_size=8), st.integers(1, 97))
@settings(max_examples=60)
def test_frames_come_out_as_they_went_in_however_the_stream_is_cut(payloads: list[bytes], piece: int) -> None:
    stream = b"".join(with_length(payload) for payload in payloads)
    reader = FrameReader(MAX_FRAME_BYTES)
    found = []
    for at in range(0, len(stream), piece):
        reader.feed(stream[at : at + piece])
        while (payload := reader.next_frame()) is not None:
            found.append(payload)
    assert found == payloads
    assert reader.held_bytes == 0


@pytest.mark.parametrize("size", [0, MAX_HANDSHAKE_FRAME_BYTES + 1, MAX_FRAME_BYTES, 2**32 - 1])
def test_a_length_beyond_the_limit_is_refused_before_its_bytes_come(size: int) -> None:
    reader = FrameReader()
    reader.feed(size.to_bytes(LENGTH_BYTES, "big"))
    with pytest.raises(RemoteProtocolError) as caught:
        reader.next_frame()
    assert caught.value.reason is Reason.TOO_LARGE
    assert reader.held_bytes == 0


def test_the_limit_itself_passes_and_may_be_raised() -> None:
    reader = FrameReader()
    reader.feed(with_length(bytes(MAX_HANDSHAKE_FRAME_BYTES)))
    assert reader.next_frame() == bytes(MAX_HANDSHAKE_FRAME_BYTES)
    reader.limit = MAX_FRAME_BYTES
    reader.feed(with_length(bytes(MAX_FRAME_BYTES)))
    assert reader.next_frame() == bytes(MAX_FRAME_BYTES)


@pytest.mark.parametrize("payload", [b"", bytes(MAX_FRAME_BYTES + 1)])
def test_our_own_frame_that_nobody_would_take_is_our_fault(payload: bytes) -> None:
    with pytest.raises(LocalProtocolError, match="split the message"):
        with_length(payload)
