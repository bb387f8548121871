"""Every bound of the network has one name with its reason beside it, and a test that goes one beyond it.

Bounds that only whole programs reach (a flood, a reader that never reads, the door) are exceeded in `test_station`.
"""

from __future__ import annotations

import ast
import asyncio
import socket
from collections import deque
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from net import frames
from net import messages as m
from net.door import (
    FEW_GUESSES,
    GUESSES_IN_ALL,
    GUESSES_PER_ADDRESS,
    HALF_OPEN_PER_SEAT,
    MAX_HALF_OPEN,
    MAX_REMEMBERED_ADDRESSES,
    RECENT_MS,
    REMEMBERED_HELLOS,
)
from net.errors import LocalProtocolError, RemoteProtocolError
from net.frames import MAX_FRAME_BYTES, MAX_HANDSHAKE_FRAME_BYTES, with_length
from net.lobby import Lobby
from net.log.bodies import MAX_ADDRESSES, MAX_OWN_BODY_BYTES, Addresses, LogKind, read_body, write_body
from net.log.calls import FOLLOWER_TOLERANCE_MS, GRACE_MS, HOST_TOLERANCE_MS, MAX_NUMBERING_DELAY_MS
from net.log.catch_up import is_chunk, next_chunk
from net.log.effects import read_record
from net.log.entries import (
    LOG_VERSION,
    MAX_BODY_BYTES,
    MAX_CORE_BYTES,
    MAX_ENTRIES,
    MAX_KIND,
    MAX_LOG_BYTES,
    MAX_SEATS,
    Core,
    read_core,
    sign_core,
)
from net.log.outbox import PUMP_BATCH
from net.log.replica import EntryDraft
from net.log.roster import MAX_ADDRESS_CHANGES, MAX_CALLS
from net.log.succession import RANK_DELAY_MS, REPEAT_PROPOSAL_MS
from net.pace import HOST_ALLOWANCE, PLAYER_ALLOWANCE, Allowance, Pace
from net.peer import AWAY_AFTER_MS, GONE_AFTER_MS, HANDSHAKE_TIMEOUT_MS, MAX_QUEUED_BYTES, WRONG_GUESS_DELAY_MS
from net.presence import LONELY_AFTER_MS
from net.reasons import Flaw, Reason
from net.schema import MAX_ELEMENTS, MAX_FIELDS, Misfit, pack_plain, unpack_plain
from net.shell import tcp
from tests.net.fake_lan import identity
from tests.net.parties import OFFER, Hall
from tests.net.samples import KEY, MATCH, SIGNATURE

NET = Path(m.__file__).parent
ANA = identity("ana")

# What the players are promised; a change of one of these is a change of the protocol's page.
PROMISED = {
    "MAX_HANDSHAKE_FRAME_BYTES": (MAX_HANDSHAKE_FRAME_BYTES, 512),
    "MAX_FRAME_BYTES": (MAX_FRAME_BYTES, 64 * 2**10),
    "HANDSHAKE_TIMEOUT_MS": (HANDSHAKE_TIMEOUT_MS, 5_000),
    "MAX_HALF_OPEN": (MAX_HALF_OPEN, 64),
    "HALF_OPEN_PER_SEAT": (HALF_OPEN_PER_SEAT, 2),
    "REMEMBERED_HELLOS": (REMEMBERED_HELLOS, 256),
    "MAX_REMEMBERED_ADDRESSES": (MAX_REMEMBERED_ADDRESSES, 4_096),
    "RECENT_MS": (RECENT_MS, 600_000),
    "FEW_GUESSES": (FEW_GUESSES, 2),
    "WRONG_GUESS_DELAY_MS": (WRONG_GUESS_DELAY_MS, 1_000),
    "GUESSES_PER_ADDRESS": (GUESSES_PER_ADDRESS, 24),
    "GUESSES_IN_ALL": (GUESSES_IN_ALL, 30),
    "PLAYER_ALLOWANCE": (PLAYER_ALLOWANCE, Allowance(1_000 // 50, 200)),
    "HOST_ALLOWANCE": (HOST_ALLOWANCE, Allowance(1_000 // 500, 2_000)),
    "MAX_ENTRIES": (MAX_ENTRIES, 20_000),
    "MAX_LOG_BYTES": (MAX_LOG_BYTES, 16 * 2**20),
    "MAX_QUEUED_BYTES": (MAX_QUEUED_BYTES, 4 * 2**20),
    "MAX_WATCHERS": (m.MAX_WATCHERS, 8),
    "AWAY_AFTER_MS": (AWAY_AFTER_MS, 6_000),
    "GONE_AFTER_MS": (GONE_AFTER_MS, 20_000),
    "GRACE_MS": (GRACE_MS, 120_000),
    "RANK_DELAY_MS": (RANK_DELAY_MS, 10_000),
}
OTHERS = {
    "MAX_CHUNK_BYTES": m.MAX_CHUNK_BYTES,
    "MAX_ENTRIES_IN_CHUNK": m.MAX_ENTRIES_IN_CHUNK,
    "MAX_STATE_BYTES": m.MAX_STATE_BYTES,
    "MAX_HASHES": m.MAX_HASHES,
    "MAX_PREVIEW_BYTES": m.MAX_PREVIEW_BYTES,
    "MAX_OPTIONS_BYTES": m.MAX_OPTIONS_BYTES,
    "MAX_NAME_LETTERS": m.MAX_NAME_LETTERS,
    "MAX_BODY_BYTES": MAX_BODY_BYTES,
    "MAX_CORE_BYTES": MAX_CORE_BYTES,
    "MAX_KIND": MAX_KIND,
    "MAX_ADDRESSES": MAX_ADDRESSES,
    "MAX_OWN_BODY_BYTES": MAX_OWN_BODY_BYTES,
    "MAX_ADDRESS_CHANGES": MAX_ADDRESS_CHANGES,
    "MAX_CALLS": MAX_CALLS,
    "HOST_TOLERANCE_MS": HOST_TOLERANCE_MS,
    "FOLLOWER_TOLERANCE_MS": FOLLOWER_TOLERANCE_MS,
    "MAX_NUMBERING_DELAY_MS": MAX_NUMBERING_DELAY_MS,
    "MAX_SEATS": MAX_SEATS,
    "MAX_ELEMENTS": MAX_ELEMENTS,
    "MAX_FIELDS": MAX_FIELDS,
    "PUMP_BATCH": PUMP_BATCH,
    "LONELY_AFTER_MS": LONELY_AFTER_MS,
    "REPEAT_PROPOSAL_MS": REPEAT_PROPOSAL_MS,
    "MAX_UNREAD_BYTES": tcp.MAX_UNREAD_BYTES,
    "LINGER_SECONDS": tcp.LINGER_SECONDS,
    "_MAX_RECORD_BYTES": 32_768,
}


@pytest.mark.parametrize("name", PROMISED)
def test_a_promised_bound_is_what_was_promised(name: str) -> None:
    found, promised = PROMISED[name]
    assert found == promised


@cache
def constants() -> dict[str, list[tuple[list[str], int]]]:
    """Return where each name is given its value in the network's code."""
    found: dict[str, list[tuple[list[str], int]]] = {}
    for path in [*NET.glob("*.py"), *(NET / "log").glob("*.py"), *(NET / "shell").glob("*.py")]:
        text = path.read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            if isinstance(node, ast.Assign):
                names = {one.id for target in node.targets for one in ast.walk(target) if isinstance(one, ast.Name)}
                for name in names:
                    found.setdefault(name, []).append((text.splitlines(), node.lineno - 1))
    return found


@pytest.mark.parametrize("name", [*PROMISED, *OTHERS])
def test_a_bound_has_one_name_and_its_reason_beside_it(name: str) -> None:
    ((lines, at),) = constants()[name]
    while at > 0 and lines[at - 1].strip() and not lines[at - 1].startswith("#") and "#" not in lines[at]:
        at -= 1  # constants that belong together stand below one comment
    if name in ("PLAYER_ALLOWANCE", "HOST_ALLOWANCE"):
        return  # made of the two intervals and bursts that are explained at their head
    assert "#" in lines[at] or lines[at - 1].startswith("#"), name


# One beyond


def refused(written: bytes) -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        frames.unpack(written)
    assert caught.value.reason is Reason.MALFORMED


ROW = (0, b"core", SIGNATURE, SIGNATURE)


@pytest.mark.parametrize(
    "said",
    [
        {"k": "entries", "rows": (ROW,) * (m.MAX_ENTRIES_IN_CHUNK + 1)},
        {"k": "account", "seat": 0, "seen": 1, "hashes": bytes(16), "state": bytes(m.MAX_STATE_BYTES + 1)},
        {"k": "account", "seat": 0, "seen": 1, "hashes": bytes(16 * (m.MAX_HASHES + 1)), "state": b""},
        {"k": "preview", "seat": 0, "body": bytes(m.MAX_PREVIEW_BYTES + 1)},
        {"k": "chat", "seat": 0, "text": "x" * (m.MAX_CHAT_LENGTH + 1)},
        {"k": "join", "name": "x" * (m.MAX_NAME_LETTERS + 1), "rules": 1, "options": b"", "watch": False, "match": b""},
        {"k": "submit", "raw": bytes(MAX_CORE_BYTES + 1), "signature": SIGNATURE},
        {"k": "sit", "seat": MAX_SEATS},
        {"k": "have", "match": MATCH, "ballot": 0, "length": MAX_ENTRIES + 1, "head": KEY},
    ],
    ids=lambda said: str(said["k"]),
)
def test_a_message_one_beyond_is_refused(said: dict[str, object]) -> None:
    refused(pack_plain(said))


@pytest.mark.parametrize(
    "value",
    [
        (0,) * (MAX_ELEMENTS + 1),
        {str(number): 0 for number in range(MAX_FIELDS + 1)},
        b"x" * 101,
        "x" * 101,
    ],
    ids=["elements", "names", "bytes", "text"],
)
def test_msgpack_is_held_to_its_limits(value: object) -> None:
    unpack_plain(pack_plain((0,) * 20), 100)
    with pytest.raises(Misfit):
        unpack_plain(pack_plain(value), 100 if isinstance(value, bytes | str) else 10_000)


@pytest.mark.parametrize(
    ("limit", "size"),
    [(MAX_HANDSHAKE_FRAME_BYTES, MAX_HANDSHAKE_FRAME_BYTES + 1), (MAX_FRAME_BYTES, MAX_FRAME_BYTES + 1)],
)
def test_our_own_frames_keep_to_the_limit(limit: int, size: int) -> None:
    assert with_length(bytes(limit), limit)
    with pytest.raises(LocalProtocolError):
        with_length(bytes(size), limit)


def core_of(hall: Hall, kind: int, body: bytes) -> Core:
    log = hall.lockstep("hugo").replica
    turn = log.roster.entries_written_by(1)
    return Core(LOG_VERSION, log.match, 1, turn, log.length, log.heads[-1], log.states[-1], kind, body)


def waiting() -> Hall:
    hall = Hall(("hugo", "ana"))
    hall.swallow = lambda who, _whom, message: who == "ana" and isinstance(message, m.Submit)
    hall.begin()
    return hall


def test_a_log_ends_at_its_last_entry_and_at_its_last_byte() -> None:
    hall = waiting()
    log = hall.lockstep("hugo").replica
    pending = hall.lockstep("ana").pending
    assert pending is not None
    assert log.first_flaw(pending).flaw is None
    room = len(pending.raw) + 2 * len(pending.signature)
    log.size = MAX_LOG_BYTES - room
    assert log.first_flaw(pending).flaw is None
    log.size += 1
    assert log.first_flaw(pending).flaw is Flaw.FULL
    log.size = 0
    log.entries.extend([log.entries[-1]] * (MAX_ENTRIES - log.length))
    assert log.first_flaw(pending).flaw is Flaw.FULL


def test_a_core_a_body_and_a_record_have_their_largest_size() -> None:
    hall = waiting()
    core = core_of(hall, 20, bytes(MAX_BODY_BYTES))
    assert len(sign_core(core, ANA).raw) <= MAX_CORE_BYTES
    for spoiled in (core._replace(body=bytes(MAX_BODY_BYTES + 1)), core._replace(kind=MAX_KIND + 1)):
        with pytest.raises(Misfit):
            read_core(sign_core(spoiled, ANA).raw)
    with pytest.raises(Misfit, match="bytes where"):
        read_record(pack_plain(("own", (bytes(65_536), SIGNATURE))))
    with pytest.raises(Misfit, match="bytes where"):
        read_body(core._replace(kind=LogKind.START, body=bytes(MAX_OWN_BODY_BYTES + 1)))
    addresses = tuple(f"10.0.0.{number}:1" for number in range(MAX_ADDRESSES + 1))
    with pytest.raises(Misfit):
        read_body(core._replace(kind=LogKind.ADDRESS, body=write_body(Addresses(addresses))))


def test_a_chunk_holds_no_more_than_a_frame() -> None:
    hall = Hall(("hugo", "ana"), rounds=80)
    hall.begin()
    log = hall.lockstep("hugo").replica
    assert log.size > 2 * m.MAX_CHUNK_BYTES
    rows = next_chunk(log, 0)
    assert is_chunk(rows)
    assert len(frames.pack(m.Entries(rows))) <= frames.MAX_MESSAGE_BYTES
    assert len(rows) < log.length


def test_an_account_is_cut_where_it_would_not_fit() -> None:
    hall = waiting()
    lockstep = hall.lockstep("hugo")
    story = hall.story("hugo")
    story.said[0] = bytes(m.MAX_STATE_BYTES)
    lockstep.replica.states.extend([bytes(16)] * (2 * m.MAX_HASHES))
    lockstep.replica.entries.extend([lockstep.replica.entries[-1]] * (2 * m.MAX_HASHES))
    account = lockstep.dispute._own_account(lockstep.replica.length)
    assert (len(account.hashes), len(account.state)) == (16 * m.MAX_HASHES, m.MAX_STATE_BYTES)
    assert frames.pack(account)


def test_a_lobby_has_so_many_chairs() -> None:
    with pytest.raises(LocalProtocolError):
        Lobby(OFFER, KEY, "x", MAX_SEATS + 1)


@pytest.mark.parametrize("allowance", [PLAYER_ALLOWANCE, HOST_ALLOWANCE])
def test_one_message_beyond_the_burst_is_too_much(allowance: Allowance) -> None:
    pace = Pace(allowance, 0)
    assert [pace.count(0) for _ in range(allowance.burst + 1)] == [True] * allowance.burst + [False]


def test_a_pump_gives_way_after_its_batch() -> None:
    """A table of bots would else write its whole log in one call."""
    hall = Hall(("hugo", "ana"), rounds=3)
    hall.begin()
    lockstep = hall.lockstep("hugo")
    before = lockstep.replica.length
    lockstep.outbox._waiting = deque((0, owed) for owed in [_address(number) for number in range(2 * PUMP_BATCH)])
    lockstep.outbox.pump()
    assert lockstep.replica.length <= before + PUMP_BATCH
    assert lockstep.outbox.is_unfinished


def _address(number: int) -> EntryDraft:
    return EntryDraft(LogKind.ADDRESS, write_body(Addresses((f"hugo:{number + 2}",))))


# The sockets


def over_loopback(test: Callable[[tcp.Sockets, list[tcp.SocketEvent], socket.socket], object]) -> None:
    """Run a coroutine with real sockets that accepted one connection of ours."""

    async def run() -> None:
        told: list[tcp.SocketEvent] = []
        sockets = tcp.Sockets(told.append)
        await sockets.listen("127.0.0.1", 0)
        port = next(one.port for one in told if isinstance(one, tcp.Listening))
        with socket.create_connection(("127.0.0.1", port)) as plain:
            plain.setblocking(False)
            while not any(isinstance(one, tcp.Connected) for one in told):
                await asyncio.sleep(0)
            await test(sockets, told, plain)  # type: ignore[misc] # a coroutine
        await sockets.close_all()

    asyncio.run(run())


def test_a_connection_whose_bytes_nobody_takes_is_no_longer_read() -> None:
    async def flood(sockets: tcp.Sockets, told: list[tcp.SocketEvent], plain: socket.socket) -> None:
        (number,) = [one.number for one in told if isinstance(one, tcp.Connected)]
        connection = sockets._connections[number]
        refused, sent = 0, 0
        while refused < 50 and sent < 2**26:
            try:
                sent += plain.send(bytes(65_536))
                refused = 0
            except BlockingIOError:
                refused += 1
            await asyncio.sleep(0)
        held = sum(len(one.received) for one in told if isinstance(one, tcp.Received))
        assert sent < 2**26, "the system itself bounds what is under way"
        assert tcp.MAX_UNREAD_BYTES < held <= tcp.MAX_UNREAD_BYTES + 2**18, (
            "one more piece than the bound, as asyncio reads them"
        )
        assert connection.unread == held
        sockets.note_processed(number, held)
        while sum(len(one.received) for one in told if isinstance(one, tcp.Received)) == held:
            await asyncio.sleep(0)

    over_loopback(flood)


def test_a_closed_connection_whose_last_words_nobody_reads_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tcp, "LINGER_SECONDS", 0)

    async def deaf(sockets: tcp.Sockets, told: list[tcp.SocketEvent], _plain: socket.socket) -> None:
        (number,) = [one.number for one in told if isinstance(one, tcp.Connected)]
        sockets.send(number, bytes(2**24))
        sockets.close(number)
        while tcp.Disconnected(number) not in told:
            await asyncio.sleep(0)
        assert number not in sockets._connections

    over_loopback(deaf)
