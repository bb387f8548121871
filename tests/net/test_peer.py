from __future__ import annotations

import pytest

from net.errors import LocalProtocolError
from net.frames import LENGTH_BYTES, MAX_FRAME_BYTES, MAX_HANDSHAKE_FRAME_BYTES, Message, pack
from net.link import LinkConfig, LinkRole, SecureLink
from net.messages import Auth, Bye, Chat, Ping, Preview, Refused
from net.pace import HOST_ALLOWANCE, PLAYER_ALLOWANCE
from net.peer import (
    AWAY_AFTER_MS,
    GONE_AFTER_MS,
    HANDSHAKE_TIMEOUT_MS,
    HEARTBEAT_MS,
    LATE_AFTER_MS,
    MAX_QUEUED_BYTES,
    AwayChanged,
    LateChanged,
    Lost,
    Opened,
    Peer,
)
from net.reasons import Reason
from tests.net.fake_lan import Wire, entropy, identity, joined, opened
from tests.net.samples import KEY, SIGNATURE


def lost(wire: Wire, who: str) -> list[Lost]:
    return [event for event in wire.told[who] if isinstance(event, Lost)]


# Greeting


def test_a_greeting_that_takes_too_long_is_ended_and_told() -> None:
    wire = joined()
    wire.told["host"] += wire.host.tick(HANDSHAKE_TIMEOUT_MS - 1)
    assert not lost(wire, "host")
    assert wire.host.deadline(0) == HANDSHAKE_TIMEOUT_MS
    wire.told["host"] += wire.host.tick(HANDSHAKE_TIMEOUT_MS)
    assert lost(wire, "host") == [Lost(Reason.TOO_SLOW)]
    assert wire.host.take_outgoing(HANDSHAKE_TIMEOUT_MS)
    assert wire.host.is_finished


def test_dripping_bytes_win_no_time() -> None:
    wire = joined()
    stream = wire.joiner.take_outgoing(0)
    for at, byte in enumerate(stream):
        wire.host.receive(bytes([byte]), min(at * 100, HANDSHAKE_TIMEOUT_MS - 1))
        if at == 40:
            break
    wire.told["host"] += wire.host.tick(HANDSHAKE_TIMEOUT_MS)
    assert lost(wire, "host") == [Lost(Reason.TOO_SLOW)]


def test_before_its_proof_nobody_may_send_more_than_a_small_frame() -> None:
    wire = joined()
    wire.told["host"] += wire.host.receive((MAX_HANDSHAKE_FRAME_BYTES + 1).to_bytes(LENGTH_BYTES, "big"), 0)
    assert lost(wire, "host")[0].reason is Reason.TOO_LARGE
    assert wire.host._reader.held_bytes == 0


def test_afterwards_a_large_frame_passes_and_a_larger_one_does_not() -> None:
    wire = opened()
    wire.joiner.send(Preview(0, bytes(4_000)), 0)
    wire.roundtrip()
    assert wire.heard("host") == [Preview(0, bytes(4_000))]
    wire.told["host"] += wire.host.receive((MAX_FRAME_BYTES + 1).to_bytes(LENGTH_BYTES, "big"), 0)
    assert lost(wire, "host")[0].reason is Reason.TOO_LARGE


# Heartbeat


def test_two_silent_programs_keep_each_other_alive() -> None:
    wire = opened()
    wire.wait(10 * GONE_AFTER_MS)
    assert wire.told == {
        "joiner": [Opened(identity("hugo").key, bytes(16))],
        "host": [Opened(identity("ana").key, bytes(16))],
    }


def test_a_heartbeat_that_is_overdue_is_told_and_ends_nothing() -> None:
    wire = opened()
    wire.told["joiner"] += wire.joiner.tick(LATE_AFTER_MS - 1)
    assert LateChanged(late=True) not in wire.told["joiner"]
    wire.now = LATE_AFTER_MS - 1
    wire.roundtrip()
    assert wire.joiner.deadline(LATE_AFTER_MS - 1) == LATE_AFTER_MS
    wire.told["joiner"] += wire.joiner.tick(LATE_AFTER_MS)
    wire.told["joiner"] += wire.joiner.tick(AWAY_AFTER_MS - 1)
    assert wire.told["joiner"][1:] == [LateChanged(late=True)]
    wire.now = AWAY_AFTER_MS - 1
    wire.host.send(Ping(), wire.now)
    wire.roundtrip()
    assert wire.told["joiner"][1:] == [LateChanged(late=True), LateChanged(late=False)]
    assert wire.joiner.how_it_ended is None


def test_six_missed_heartbeats_are_away_and_a_word_is_back() -> None:
    wire = opened()
    wire.told["host"] += wire.host.tick(AWAY_AFTER_MS - 1)
    assert AwayChanged(away=True) not in wire.told["host"]
    wire.told["host"] += wire.host.tick(AWAY_AFTER_MS)
    assert AwayChanged(away=True) in wire.told["host"]
    wire.told["host"] += wire.host.tick(AWAY_AFTER_MS + 1)
    assert wire.told["host"].count(AwayChanged(away=True)) == 1
    wire.now = AWAY_AFTER_MS + 2
    wire.joiner.send(Ping(), wire.now)
    wire.roundtrip()
    assert wire.told["host"][-1] == AwayChanged(away=False)


def test_silence_ends_a_link() -> None:
    wire = opened()
    wire.told["host"] += wire.host.tick(AWAY_AFTER_MS)
    wire.told["host"] += wire.host.tick(GONE_AFTER_MS)
    assert lost(wire, "host") == [Lost(Reason.SILENT)]


def test_a_heartbeat_is_due_when_nothing_else_was_said() -> None:
    wire = opened()
    assert wire.joiner.deadline(0) == HEARTBEAT_MS
    wire.joiner.send(Ping(), 400)
    wire.joiner.take_outgoing(400)
    assert wire.joiner.deadline(400) == 400 + HEARTBEAT_MS


# Bounds


def test_a_flood_ends_the_link_and_an_allowed_burst_does_not() -> None:
    wire = opened()
    inside = wire.joiner._link
    for size, ends in ((PLAYER_ALLOWANCE.burst, False), (1, True)):
        stream = b"".join(
            (len(sealed).to_bytes(LENGTH_BYTES, "big") + sealed)
            for sealed in (inside.seal(pack(Ping())) for _ in range(size))
        )
        wire.told["host"] += wire.host.receive(stream, 0)
        assert bool(lost(wire, "host")) is ends
    assert lost(wire, "host")[0].reason is Reason.TOO_FAST


def test_an_honest_sender_keeps_within_what_the_other_bears() -> None:
    wire = opened()
    for number in range(1_000):
        wire.joiner.send(Chat(0, str(number)), wire.now)
    wire.roundtrip()
    assert len(wire.heard("host")) < PLAYER_ALLOWANCE.burst
    wire.wait(60_000)
    assert [message.text for message in wire.heard("host") if isinstance(message, Chat)] == [
        str(number) for number in range(1_000)
    ]
    assert not lost(wire, "host")


def test_the_host_may_say_more_than_a_player() -> None:
    wire = opened()
    for number in range(HOST_ALLOWANCE.burst // 2):
        wire.host.send(Chat(0, str(number)), wire.now)
    wire.roundtrip()
    assert len(wire.heard("joiner")) == HOST_ALLOWANCE.burst // 2


def test_who_never_reads_is_dropped_and_what_was_kept_for_him_too() -> None:
    wire = opened()
    message = Preview(0, bytes(4_096))
    most = 0
    while not lost(wire, "host"):
        wire.told["host"] += wire.host.send(message, 0)
        most = max(most, wire.host.queued)
    assert lost(wire, "host") == [Lost(Reason.NOT_READING)]
    assert most <= MAX_QUEUED_BYTES + 5_000
    assert wire.host.queued == 0
    assert wire.host.is_finished


# Ending


def test_a_farewell_is_heard_with_its_reason() -> None:
    wire = opened()
    wire.told["host"] += wire.host.close(Reason.REPLACED)
    wire.roundtrip()
    assert lost(wire, "host") == [Lost(Reason.REPLACED)]
    assert lost(wire, "joiner") == [Lost(Reason.REPLACED, by_them=True)]


def test_a_refusal_after_the_proof_is_heard_with_its_hint() -> None:
    wire = opened()
    wire.told["host"] += wire.host.refuse(Reason.NOT_HOST, "10.0.0.7:47815")
    wire.roundtrip()
    assert lost(wire, "joiner") == [Lost(Reason.NOT_HOST, by_them=True, hint="10.0.0.7:47815")]


def test_a_cut_is_told_once_and_nothing_after_it() -> None:
    wire = opened()
    wire.joiner.send(Ping(), 0)
    assert wire.joiner.on_socket_lost() == [Lost(Reason.CUT)]
    assert wire.joiner.on_socket_lost() == []
    assert wire.joiner.send(Ping(), 0) == []
    assert wire.joiner.tick(10**6) == []
    assert wire.joiner.receive(b"\0\0\0\1x", 0) == []
    assert wire.joiner.take_outgoing(0) == b""
    assert wire.joiner.deadline(0) is None


def test_nothing_is_heard_behind_a_farewell() -> None:
    wire = opened()
    inside = wire.joiner._link
    stream = b"".join(
        len(sealed).to_bytes(LENGTH_BYTES, "big") + sealed
        for sealed in (inside.seal(pack(Bye("left"))), inside.seal(pack(Chat(0, "x"))))
    )
    wire.told["host"] += wire.host.receive(stream, 0)
    assert wire.heard("host") == []


@pytest.mark.parametrize("message", [Auth(KEY, bytes(16), SIGNATURE)])
def test_words_of_the_handshake_have_no_place_later(message: Message) -> None:
    wire = opened()
    sealed = wire.joiner._link.seal(pack(message))
    wire.told["host"] += wire.host.receive(len(sealed).to_bytes(LENGTH_BYTES, "big") + sealed, 0)
    assert lost(wire, "host")[0].reason is Reason.OUT_OF_TURN


def test_to_send_them_is_our_fault() -> None:
    wire = opened()
    with pytest.raises(LocalProtocolError):
        wire.joiner.send(Refused("left", ""), 0)


def test_two_links_of_one_program_do_not_share_keys() -> None:
    streams = []
    for day in ("monday", "tuesday"):
        wire = joined()
        wire.joiner = Peer(SecureLink(LinkRole.JOINER, LinkConfig(identity("ana")), entropy(day)), LinkRole.JOINER, 0)
        wire.roundtrip()
        wire.joiner.send(Ping(), 0)
        streams.append(wire.joiner.take_outgoing(0))
    assert streams[0] != streams[1]
