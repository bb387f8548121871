"""The golden vectors hold, and what they say is what PROTOCOL.md describes, step by step and by hand."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any, cast

import msgpack
import pytest
from nacl import bindings
from nacl.signing import VerifyKey

from net.frames import MESSAGE_FORMS
from net.log.bodies import LogKind
from net.reasons import Flaw, Reason
from tools.net_forms import bodies, forms
from tools.net_vectors import vectors

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = cast("dict[str, Any]", json.loads((ROOT / "tests/golden/net_vectors.json").read_text(encoding="utf-8")))
PAGE = (ROOT / "net/PROTOCOL.md").read_text(encoding="utf-8")


def raw(text: object) -> bytes:
    return bytes.fromhex(str(text))


def hashed(said: bytes, key: bytes = b"") -> bytes:
    return blake2b(said, key=key, digest_size=32).digest()


def test_the_program_still_makes_these_bytes() -> None:
    assert vectors() == GOLDEN


@pytest.mark.parametrize("name", ["open_table", "private_table"])
def test_a_handshake_as_the_page_describes_it(name: str) -> None:
    one = GOLDEN[name]
    hellos = [raw(one["hello_of_joiner"]), raw(one["hello_of_host"])]
    said = b"".join(len(hello).to_bytes(2, "big") + hello for hello in hellos)
    assert said == raw(one["said"])
    joiner, host = (msgpack.unpackb(hello[1:]) for hello in hellos)
    assert [hello[:1] for hello in hellos] == [b"C", b"C"]
    assert (joiner["k"], joiner["magic"], len(joiner["pake"])) == (
        "hello",
        b"comodin",
        0 if name == "open_table" else 33,
    )
    VerifyKey(raw(GOLDEN["joiner_key"])).verify(raw(one["joiner_signs"]), raw(one["signature_of_joiner"]))
    assert raw(one["joiner_signs"]) == b"comodin auth 1\0joiner\0" + said
    secret = blake2b(b"joiner" + bytes(4)).digest()[:32]
    public, private = bindings.crypto_kx_seed_keypair(secret)
    assert public == joiner["key"]
    common = raw(one["password_key"])
    assert len(common) == (0 if name == "open_table" else 32)
    receives, sends = bindings.crypto_kx_client_session_keys(public, private, host["key"])
    mixed = len(common).to_bytes(2, "big") + common + said
    assert hashed(mixed, receives) == raw(one["joiner_receives_with"])
    assert hashed(mixed, sends) == raw(one["joiner_sends_with"])


def test_a_greeting_of_one_who_comes_back_as_the_page_describes_it() -> None:
    one = GOLDEN["back"]
    hello = msgpack.unpackb(raw(one["hello"])[1:])
    assert raw(one["signed"]) == b"comodin back 1\0" + raw(GOLDEN["match"]) + hello["key"]
    assert hello["back"] == raw(one["signature"])
    VerifyKey(raw(GOLDEN["joiner_key"])).verify(raw(one["signed"]), hello["back"])


def test_an_introduction_as_the_page_describes_it() -> None:
    one = GOLDEN["info"]
    told = msgpack.unpackb(raw(one["answer"]))
    key, names = told["key"], list(MESSAGE_FORMS["info"][1])
    assert key == raw(GOLDEN["host_key"])
    assert told["table"] == raw(one["table"]) == blake2b(b"comodin table 1\0" + key, digest_size=16).digest()
    values = msgpack.packb([told[name] for name in names[: names.index("signature")]])
    VerifyKey(key).verify(b"comodin info 1\0" + raw(one["challenge"]) + values, told["signature"])
    letters = blake2b(b"comodin code 1\0" + told["table"], digest_size=4).digest()
    assert one["code"] == "".join("ABCDEFGHJKLMNPQRSTUVWXYZ"[byte % 24] for byte in letters)


def test_a_log_as_the_page_describes_it() -> None:
    match, host = raw(GOLDEN["match"]), VerifyKey(raw(GOLDEN["host_key"]))
    keys = [host, VerifyKey(raw(GOLDEN["joiner_key"])), VerifyKey(raw(GOLDEN["third_key"]))]
    head = hashed(b"comodin log 1\0" + match)
    assert head == raw(GOLDEN["first_head"])
    heads, states, ballot = [head], [bytes(16)], 0
    for number, row in enumerate(GOLDEN["log"]):
        version, of, author, _turn, seen, told, state, kind, body = msgpack.unpackb(raw(row["raw"]))
        assert (version, of, seen, told, state) == (2, match, number, heads[-1], states[-1])
        if kind == LogKind.REHOST:
            ballot, seat, consents, _began = msgpack.unpackb(body)
            host = keys[seat]
            words = match + ballot.to_bytes(4, "big") + bytes([seat]) + number.to_bytes(4, "big") + heads[-1]
            for one, signature in consents:
                keys[one].verify(b"comodin consent 1\0" + words, signature)
        signer = host if author == 255 else keys[author]
        signer.verify(b"comodin entry 1\0" + raw(row["raw"]), raw(row["signature"]))
        head = hashed(b"comodin head 1\0" + heads[-1] + raw(row["signature"]) + raw(row["raw"]))
        assert head == raw(row["head"])
        place = match + ballot.to_bytes(4, "big") + number.to_bytes(4, "big")
        host.verify(b"comodin seal 1\0" + place + head, raw(row["seal"]))
        if kind == LogKind.HANDOVER:
            host = keys[msgpack.unpackb(body)[0]]
        heads.append(head)
        states.append(raw(row["state_after"]))
    words = raw(GOLDEN["consent_words"])
    assert words == match + (17).to_bytes(4, "big") + b"\1" + (1).to_bytes(4, "big") + heads[1]
    keys[1].verify(b"comodin consent 1\0" + words, raw(GOLDEN["consent"]))


def test_a_match_id_as_the_page_describes_it() -> None:
    *rest, nonces = msgpack.unpackb(msgpack.unpackb(raw(GOLDEN["log"][0]["raw"]))[8])
    keys = [row[0] for row in rest[3] if row[0]]
    assert rest[0] in keys
    assert [nonce.hex() for nonce in nonces] == GOLDEN["nonces"]
    commits = [hashed(b"comodin nonce 1\0" + key + nonce) for key, nonce in zip(keys, nonces, strict=True)]
    assert [commit.hex() for commit in commits] == GOLDEN["commitments"]
    terms = hashed(b"comodin terms 1\0" + msgpack.packb(rest))
    assert terms == raw(GOLDEN["terms"])
    rows = b"".join(map(b"".join, zip(keys, commits, nonces, strict=True)))
    assert blake2b(b"comodin match 1\0" + terms + rows, digest_size=16).digest() == raw(GOLDEN["match"])


def test_small_frames_as_the_page_describes_them() -> None:
    assert raw(GOLDEN["ping"]) == (8).to_bytes(4, "big") + b"\x81\xa1k\xa4ping"
    ask = raw(GOLDEN["ask"])
    assert ask[:5] == (len(ask) - 4).to_bytes(4, "big") + b"C"
    assert msgpack.unpackb(ask[5:]) == {"k": "ask", "magic": b"comodin", "challenge": bytes(range(32))}


def test_the_page_names_every_message_and_every_name() -> None:
    for kind, (_made, rules) in MESSAGE_FORMS.items():
        assert f"`{kind}`" in PAGE, kind
        for name in rules:
            assert f"`{name}`" in PAGE, f"{kind}.{name}"
    assert len({reason.value for reason in Reason}) == len(Reason)


def test_the_page_has_every_form_as_the_program_checks_it() -> None:
    for line in (*forms(), *bodies()):
        assert f"\n{line}\n" in PAGE, line


def test_the_page_names_every_reason_flaw_and_kind() -> None:
    for one in (*Reason, *Flaw):
        assert f"`{one.value}`" in PAGE, one
    for kind in LogKind:
        assert f"| {int(kind)} {kind.name} |" in PAGE, kind


def test_there_is_a_vector_of_every_message_and_every_kind_of_entry() -> None:
    assert set(GOLDEN["messages"]) == set(MESSAGE_FORMS)
    for kind, written in GOLDEN["messages"].items():
        assert msgpack.unpackb(raw(written))["k"] == kind
    assert {msgpack.unpackb(raw(row["raw"]))[7] for row in GOLDEN["log"]} == {*map(int, LogKind), 16}


def test_a_recorded_stream_is_read_with_its_key() -> None:
    stream = GOLDEN["stream"]
    state = bindings.crypto_secretstream_xchacha20poly1305_state()
    bindings.crypto_secretstream_xchacha20poly1305_init_pull(state, raw(stream["header"]), raw(stream["key"]))
    for sealed, plain in zip(stream["frames"], stream["plain"], strict=True):
        found = bindings.crypto_secretstream_xchacha20poly1305_pull(state, raw(sealed))
        assert found == (raw(plain), bindings.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE)
