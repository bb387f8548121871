from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.errors import LocalProtocolError, RemoteProtocolError
from net.frames import (
    CLEAR_MESSAGES,
    MAX_HANDSHAKE_FRAME_BYTES,
    MAX_MESSAGE_BYTES,
    MESSAGE_FORMS,
    Message,
    pack,
    unpack,
)
from net.log.entries import MAX_SEATS
from net.messages import Info, Ping, Sit
from net.reasons import Reason
from tests.net.samples import SAMPLES, spoiled
from tests.slices import count


def raw(said: object) -> bytes:
    written: bytes = msgpack.packb(said, use_bin_type=True)
    return written


def said_of(message: Message) -> dict[str, Any]:
    said: dict[str, Any] = msgpack.unpackb(pack(message), use_list=False)
    return said


def refused(written: bytes) -> RemoteProtocolError:
    with pytest.raises(RemoteProtocolError) as caught:
        unpack(written)
    assert caught.value.reason is Reason.MALFORMED
    return caught.value


def test_there_is_a_sample_of_every_kind() -> None:
    assert {type(sample) for sample in SAMPLES} == {form[0] for form in MESSAGE_FORMS.values()}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: type(sample).__name__)
def test_a_message_comes_back_as_it_was(sample: Message) -> None:
    assert unpack(pack(sample)) == sample


@pytest.mark.parametrize("taken", [0, MAX_SEATS])
def test_a_table_that_is_announced_may_be_empty_or_full(taken: int) -> None:
    info = next(sample for sample in SAMPLES if isinstance(sample, Info))
    told = replace(info, taken=taken, seats=MAX_SEATS)
    assert unpack(pack(told)) == told


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: type(sample).__name__)
def test_every_spoiled_field_is_refused(sample: Message) -> None:
    said = said_of(sample)
    for name in [one.name for one in fields(sample)]:
        for other in spoiled(getattr(sample, name)):
            refused(raw(said | {name: other}))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: type(sample).__name__)
def test_names_are_exact(sample: Message) -> None:
    said = said_of(sample)
    refused(raw(said | {"more": 1}))
    for name in said:
        refused(raw({one: value for one, value in said.items() if one != name}))
        refused(raw({one + "x" if one == name else one: value for one, value in said.items()}))


@pytest.mark.parametrize(
    "written",
    [
        b"",
        b"\xc1",
        b"\x80",
        b"\x91" * 400 + b"\xc0",
        b"\xdf\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\xd6\xff\x00\x00\x00\x01",  # a time stamp
        b"\x81\xa1k\xc7\x00\x01",  # an empty extension type
        b"\x82\xa1k\xa4ping\xa1k\xa4ping",  # a name twice
        b"\x81\xa1k\xa4ping\x00",  # something behind it
        b"\x81\xa1k\xa4pin\xff",
        b"\x81\x01\x01",
        raw(["k", "ping"]),
        raw({"k": "pong"}),
        raw({"k": ["ping"]}),
        bytes(MAX_MESSAGE_BYTES + 1),
    ],
)
def test_what_is_no_message_is_refused(written: bytes) -> None:
    refused(written)


@given(st.binary(max_size=300))
@settings(max_examples=count(30, 150))
def test_noise_never_escapes_as_another_exception(noise: bytes) -> None:
    refused(noise)


@given(st.sampled_from(SAMPLES), st.data())
@settings(max_examples=count(30, 150))
def test_a_flipped_byte_gives_a_message_or_a_refusal(sample: Message, data: st.DataObject) -> None:
    written = bytearray(pack(sample))
    at = data.draw(st.integers(0, len(written) - 1))
    written[at] ^= data.draw(st.integers(1, 255))
    found = Reason.MALFORMED
    try:
        message = unpack(bytes(written))
    except RemoteProtocolError as error:
        found = error.reason
    else:
        assert unpack(pack(message)) == message
    assert found is Reason.MALFORMED


def test_our_own_misfit_is_our_fault() -> None:
    with pytest.raises(LocalProtocolError, match="'sit'"):
        pack(Sit(99))


def test_what_travels_in_the_clear_fits_the_first_frame() -> None:
    for sample in SAMPLES:
        if type(sample) in CLEAR_MESSAGES:
            assert len(pack(sample)) < MAX_HANDSHAKE_FRAME_BYTES
    assert len(pack(Ping())) < 16
