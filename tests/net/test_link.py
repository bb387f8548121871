from __future__ import annotations

from typing import Any, cast

import msgpack
import pytest

from net.errors import LocalProtocolError, RemoteProtocolError
from net.frames import LENGTH_BYTES, pack, unpack, with_length
from net.introduction import answer_challenge, is_proven
from net.link import (
    CLEAR_FRAME,
    ENCRYPTED_FRAME,
    HANDSHAKE_STEPS,
    HEADER_BYTES,
    OLDEST_PROTOCOL,
    LinkConfig,
    LinkEvent,
    LinkRole,
    LinkStep,
    SecureLink,
)
from net.messages import PROTOCOL, PROTOCOL_MAGIC, Ask, Chat, Hello, Info, Ping, Refused
from net.peer import Lost, Opened
from net.reasons import Reason
from tests.net.fake_lan import Wire, entropy, identity, joined, opened
from tests.net.samples import SAMPLES

ANA, HUGO = identity("ana"), identity("hugo")
PASSWORD = "cántaro".encode()


def link(role: LinkRole, password: bytes = b"", seed: str = "x") -> SecureLink:
    return SecureLink(
        role, LinkConfig(ANA if role is LinkRole.JOINER else HUGO, password), entropy(seed + role.value.decode())
    )


def lost(wire: Wire, who: str) -> Lost:
    return next(event for event in wire.told[who] if isinstance(event, Lost))


def test_both_know_each_other_after_four_frames() -> None:
    wire = opened()
    assert wire.told == {"joiner": [Opened(HUGO.key, bytes(16))], "host": [Opened(ANA.key, bytes(16))]}


def test_messages_pass_both_ways_and_no_two_look_alike() -> None:
    wire = opened()
    seen: list[bytes] = []

    def watch(_who: str, sent: bytes) -> bytes:
        seen.append(sent)
        return sent

    wire.mangle = watch
    for _ in range(2):
        wire.joiner.send(Chat(0, "hola"), wire.now)
        wire.host.send(Chat(1, "hola"), wire.now)
        wire.roundtrip()
    assert wire.heard("host") == [Chat(0, "hola")] * 2
    assert wire.heard("joiner") == [Chat(1, "hola")] * 2
    assert len(set(seen)) == 4
    assert all(b"hola" not in sent for sent in seen)


def test_a_link_goes_from_step_to_step_as_the_table_says(monkeypatch: pytest.MonkeyPatch) -> None:
    gone: list[tuple[LinkStep, LinkEvent]] = []
    turn = SecureLink._advance

    def noted(one: SecureLink, event: LinkEvent) -> None:
        gone.append((one.step, event))
        turn(one, event)
        assert one.step is HANDSHAKE_STEPS[event][1]

    monkeypatch.setattr(SecureLink, "_advance", noted)
    for ours in (PASSWORD, b"wrong", b""):
        wire = joined(LinkConfig(ANA, ours), LinkConfig(HUGO, PASSWORD))
        wire.roundtrip()
        wire.wait(2_000)
    link(LinkRole.HOST).on_handshake_frame(CLEAR_FRAME + pack(Ask(PROTOCOL_MAGIC, bytes(32))))
    assert {*gone} == {(step, event) for event, (steps, _after) in HANDSHAKE_STEPS.items() for step in steps}


def test_with_the_password_a_link_opens() -> None:
    wire = joined(LinkConfig(ANA, PASSWORD), LinkConfig(HUGO, PASSWORD))
    wire.roundtrip()
    assert wire.joiner.is_open
    assert wire.host.is_open


@pytest.mark.parametrize(
    ("ours", "theirs", "reason"),
    [
        (b"wrong", PASSWORD, Reason.WRONG_PASSWORD),
        (b"", PASSWORD, Reason.PASSWORD_NEEDED),
        (PASSWORD, b"", Reason.NO_PASSWORD),
    ],
)
def test_who_does_not_know_the_password_is_told_and_stays_outside(ours: bytes, theirs: bytes, reason: Reason) -> None:
    wire = joined(LinkConfig(ANA, ours), LinkConfig(HUGO, theirs))
    wire.roundtrip()
    wire.wait(2_000)
    assert lost(wire, "host").reason is reason
    assert lost(wire, "joiner") == Lost(reason, by_them=True)
    assert not any(isinstance(event, Opened) for told in wire.told.values() for event in told)


def test_a_wrong_password_is_answered_only_after_a_second() -> None:
    wire = joined(LinkConfig(ANA, b"wrong"), LinkConfig(HUGO, PASSWORD))
    wire.roundtrip()
    wire.wait(999)
    assert not any(isinstance(event, Lost) for event in wire.told["joiner"])
    wire.wait(1)
    assert lost(wire, "joiner").reason is Reason.WRONG_PASSWORD


def test_a_joiner_who_wants_a_password_trusts_no_host_without_one() -> None:
    joiner, host = link(LinkRole.JOINER, PASSWORD), link(LinkRole.HOST)
    joiner.first_frames()
    answer = CLEAR_FRAME + pack(Hello(PROTOCOL_MAGIC, PROTOCOL, PROTOCOL, cast("Any", host)._public, b""))
    assert joiner.on_handshake_frame(answer).ended is Reason.NO_PASSWORD


@pytest.mark.parametrize(("low", "high"), [(1, OLDEST_PROTOCOL - 1), (PROTOCOL + 1, 9), (65_535, 65_535)])
def test_another_version_is_refused_with_ours_as_a_hint(low: int, high: int) -> None:
    turn = link(LinkRole.HOST).on_handshake_frame(CLEAR_FRAME + pack(Hello(PROTOCOL_MAGIC, low, high, bytes(32), b"")))
    assert turn.ended is Reason.OTHER_PROTOCOL
    assert unpack(turn.frames[0][1:]) == Refused(Reason.OTHER_PROTOCOL.value, f"{OLDEST_PROTOCOL}-{PROTOCOL}")


def test_an_overlapping_range_of_versions_is_welcome() -> None:
    theirs = cast("Any", link(LinkRole.JOINER))._public
    assert (
        link(LinkRole.HOST).on_handshake_frame(CLEAR_FRAME + pack(Hello(PROTOCOL_MAGIC, 1, 9, theirs, b""))).ended
        is None
    )


def test_a_stranger_who_asks_is_told_about_the_table_and_no_more() -> None:
    info = next(one for one in SAMPLES if isinstance(one, Info))
    host = SecureLink(LinkRole.HOST, LinkConfig(HUGO, PASSWORD, info), entropy("h"))
    turn = host.on_handshake_frame(CLEAR_FRAME + pack(Ask(PROTOCOL_MAGIC, bytes(32))))
    assert turn.ended is Reason.LEFT
    (told,) = [unpack(one[1:]) for one in turn.frames]
    assert isinstance(told, Info)
    assert told == answer_challenge(info, HUGO, bytes(32))
    assert is_proven(told, bytes(32))
    assert not is_proven(told, b"another challenge".ljust(32))
    with pytest.raises(RemoteProtocolError):
        host.on_handshake_frame(CLEAR_FRAME + pack(Ask(PROTOCOL_MAGIC, bytes(32))))


@pytest.mark.parametrize(
    "first",
    [
        b"GET / HTTP/1.1",
        CLEAR_FRAME,
        ENCRYPTED_FRAME,
        CLEAR_FRAME + pack(Ping()),
        CLEAR_FRAME + pack(Ask(b"comodon", bytes(32))),
        ENCRYPTED_FRAME + bytes(90),
    ],
)
def test_a_program_whose_first_frame_is_no_greeting_is_no_comodin(first: bytes) -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        link(LinkRole.HOST).on_handshake_frame(first)
    assert caught.value.reason is Reason.NOT_COMODIN


def test_the_host_never_takes_a_refusal() -> None:
    with pytest.raises(RemoteProtocolError):
        link(LinkRole.HOST).on_handshake_frame(CLEAR_FRAME + pack(Refused(Reason.CLOSED.value, "")))


@pytest.mark.parametrize("key", [bytes(32), b"\x01" + bytes(31)])
def test_a_key_of_small_order_is_refused(key: bytes) -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        link(LinkRole.HOST).on_handshake_frame(CLEAR_FRAME + pack(Hello(PROTOCOL_MAGIC, PROTOCOL, PROTOCOL, key, b"")))
    assert caught.value.reason is Reason.MALFORMED


@pytest.mark.parametrize("pake", [bytes(33), b"A" + bytes(32), b"B" + b"\x02" * 32, b"A" + b"\x01" + bytes(31)])
def test_a_password_message_that_is_no_point_is_refused(pake: bytes) -> None:
    theirs = cast("Any", link(LinkRole.JOINER))._public
    with pytest.raises(RemoteProtocolError) as caught:
        link(LinkRole.HOST, PASSWORD).on_handshake_frame(
            CLEAR_FRAME + pack(Hello(PROTOCOL_MAGIC, PROTOCOL, PROTOCOL, theirs, pake))
        )
    assert caught.value.reason is Reason.MALFORMED


def frames_of(wire: Wire) -> list[tuple[str, bytes]]:
    """Run a handshake and return its frames."""
    sent: list[tuple[str, bytes]] = []

    def watch(who: str, stream: bytes) -> bytes:
        sent.append((who, stream))
        return stream

    wire.mangle = watch
    wire.roundtrip()
    return sent


def test_a_changed_byte_anywhere_in_the_handshake_opens_nothing() -> None:
    whole = frames_of(joined())
    assert [who for who, _stream in whole] == ["joiner", "host", "joiner", "host"]
    for number, (_who, stream) in enumerate(whole):
        for at in range(LENGTH_BYTES, len(stream)):
            wire = joined()
            count = [0]

            def spoil(_from: str, sent: bytes, number: int = number, at: int = at, count: list[int] = count) -> bytes:
                count[0] += 1
                if count[0] - 1 != number:
                    return sent
                return sent[:at] + bytes([sent[at] ^ 1]) + sent[at + 1 :]

            wire.mangle = spoil
            wire.roundtrip()
            assert not wire.joiner.is_open, f"frame {number}, byte {at}"
            # The host has done its part before the last frame leaves.
            assert any(isinstance(one, Opened) for one in wire.told["host"]) is (number == 3), f"frame {number}, {at}"


def test_a_replayed_hello_leads_nowhere() -> None:
    recorded = [stream for who, stream in frames_of(joined()) if who == "joiner"]
    wire = joined()
    for stream in recorded:
        wire.told["host"] += wire.host.receive(stream, 0)
        wire.host.take_outgoing(0)
    # The same seeds make the same keys in this test, so even the host's own key was replayed: then the proof holds.
    assert wire.host.is_open
    fresh = Wire(wire.joiner, joined(theirs=LinkConfig(HUGO)).host)
    fresh.host = type(fresh.host)(SecureLink(LinkRole.HOST, LinkConfig(HUGO), entropy("another day")), LinkRole.HOST, 0)
    for stream in recorded:
        fresh.told["host"] += fresh.host.receive(stream, 0)
    assert lost(fresh, "host").reason is Reason.MALFORMED


def test_somebody_in_the_middle_cannot_pass_on_a_proof() -> None:
    middle_host, middle_joiner = link(LinkRole.HOST, seed="m"), link(LinkRole.JOINER, seed="m")
    ana, hugo = link(LinkRole.JOINER), link(LinkRole.HOST)
    (hello,) = ana.first_frames()
    (proof,) = ana.on_handshake_frame(middle_host.on_handshake_frame(hello).frames[0]).frames
    middle_host.on_handshake_frame(proof)
    assert middle_host.theirs == ANA.key
    (hugo_hello,) = hugo.on_handshake_frame(middle_joiner.first_frames()[0]).frames
    middle_joiner.on_handshake_frame(hugo_hello)
    # What Ana signed names her link to the middle; sealed anew for Hugo it proves nothing to him.
    plain = link(LinkRole.HOST, seed="m")
    plain.on_handshake_frame(hello)
    signed = _auth_inside(plain, proof)
    with pytest.raises(RemoteProtocolError) as caught:
        hugo.on_handshake_frame(_sealed_by(middle_joiner, signed))
    assert caught.value.reason is Reason.BAD_SIGNATURE


def _auth_inside(host: SecureLink, proof: bytes) -> bytes:
    from nacl import bindings

    inside = cast("Any", host)
    content = proof[1:]
    bindings.crypto_secretstream_xchacha20poly1305_init_pull(
        inside._receiving_state, content[:HEADER_BYTES], inside._receiving_key
    )
    return host.unseal(content[HEADER_BYTES:])


def _sealed_by(joiner: SecureLink, plain: bytes) -> bytes:
    from nacl import bindings

    inside = cast("Any", joiner)
    # A fresh header, since the one before was spent on the middle's own proof.
    key = inside._sending_key
    state = bindings.crypto_secretstream_xchacha20poly1305_state()
    header = bindings.crypto_secretstream_xchacha20poly1305_init_push(state, key)
    return ENCRYPTED_FRAME + header + bindings.crypto_secretstream_xchacha20poly1305_push(state, plain)


def test_a_repeated_or_changed_frame_ends_an_open_link() -> None:
    for twice in (True, False):
        wire = opened()
        wire.joiner.send(Ping(), wire.now)
        sent = wire.joiner.take_outgoing(wire.now)
        spoiled = sent + sent if twice else sent[:-1] + bytes([sent[-1] ^ 1])
        wire.told["host"] += wire.host.receive(spoiled, wire.now)
        assert lost(wire, "host").reason is Reason.MALFORMED


def test_a_stream_that_is_ended_by_its_tag_is_refused() -> None:
    from nacl import bindings

    wire = opened()
    inside = cast("Any", wire.joiner)._link
    final = bindings.crypto_secretstream_xchacha20poly1305_TAG_FINAL
    sealed = bindings.crypto_secretstream_xchacha20poly1305_push(inside._sending_state, pack(Ping()), None, final)
    wire.told["host"] += wire.host.receive(with_length(sealed), 0)
    assert lost(wire, "host").reason is Reason.MALFORMED


def test_to_seal_before_the_link_is_open_is_our_fault() -> None:
    with pytest.raises(LocalProtocolError, match="wait for Opened"):
        link(LinkRole.JOINER).seal(b"x")


def test_what_a_message_says_does_not_depend_on_how_its_hello_was_written() -> None:
    """A hello packed in another order is the same hello, and both sides hash the bytes that passed."""
    joiner, host = link(LinkRole.JOINER), link(LinkRole.HOST)
    said = msgpack.unpackb(joiner.first_frames()[0][1:])
    turned = CLEAR_FRAME + msgpack.packb(dict(reversed(said.items())), use_bin_type=True)
    answer = host.on_handshake_frame(turned)
    assert answer.ended is None
    assert host.step is LinkStep.AUTH
    turn = joiner.on_handshake_frame(answer.frames[0])
    with pytest.raises(RemoteProtocolError):
        host.on_handshake_frame(turn.frames[0])
