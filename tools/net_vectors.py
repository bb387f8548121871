"""Writes the golden vectors of the protocol: `python -m tools.net_vectors > tests/golden/net_vectors.json`.

Everything comes from seeds that are written down beside it, so that a program in another language can make the same
bytes; only the encrypted stream's header is random by construction, and therefore one stream was recorded.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from hashlib import blake2b
from typing import Any, cast

from net import frames
from net import messages as m
from net.deal.bodies import DealEntry
from net.deal.judging import store_entry
from net.deal.opening_books import tile_order
from net.deal.peers import DealPeer
from net.deal.rounds import TO_ALL, TO_NOBODY, DealRound, DealTerms, context_of
from net.deal.seeds import Seed
from net.discovery import table_code
from net.frames import with_length
from net.identity import Identity, Purpose
from net.introduction import answer_challenge
from net.link import CLEAR_FRAME, LinkConfig, LinkRole, SecureLink
from net.log.bodies import (
    NONCE_BYTES,
    Addresses,
    Call,
    FalseState,
    Forked,
    HandoverBody,
    LogKind,
    Rehost,
    Start,
    Vote,
    write_body,
)
from net.log.bodies import StartChair as Seated
from net.log.entries import (
    FIRST_GAME_KIND,
    LOG_VERSION,
    Claim,
    Core,
    Signed,
    first_head,
    next_head,
    seal_entry,
    sign_core,
)
from net.log.match_id import commitment, match_id, terms_hash
from net.log.replica import Replica
from net.log.roster import Candidacy, next_ballot
from net.log.sequencer import NumberedEntry, assign_number, first_entry
from net.pake import Pake
from tools.net_samples import SAMPLES
from tools.netsim_game import TinyStory

HOST_SEED, JOINER_SEED = bytes(range(32)), bytes(range(32, 64))
HOST, JOINER, THIRD = (Identity.from_seed(bytes(range(first, first + 32))) for first in (0, 32, 64))
NONCES = (b"h" * NONCE_BYTES, b"j" * NONCE_BYTES, b"t" * NONCE_BYTES)
PERSONS = (Seated(HOST.key, "Hugo", ""), Seated(JOINER.key, "Ana", ""), Seated(THIRD.key, "Bea", ""))
SITTERS = (*PERSONS, Seated(b"", "Nora", "hard"))
START = Start(HOST.key, 0, ("192.168.1.7:47815",), SITTERS, b"header", NONCES)
MATCH = match_id(START)

# A recorded libsodium stream with a ping and a farewell.
STREAM = {
    "key": bytes(range(100, 132)).hex(),
    "header": "80d2ae6c8d21c7c94f7c91370cb501a5ae453fd32539cf15",
    "frames": [
        "fa9577b9b8fad84be46d86afd0c7bf098e184565f795263775",
        "a59601031cd5557d293bcf9b456d7a6e9244d0c2c2e85e3755e04b973ca1a2feb699ca96",
    ],
    "plain": [frames.pack(m.Ping()).hex(), frames.pack(m.Bye("left")).hex()],
}


def entropy(seed: bytes) -> Callable[[int], bytes]:
    """Return a source of the bytes BLAKE2b(seed + count), by blocks of 64; each request begins a new block."""
    count = [0]

    def give(size: int) -> bytes:
        out = b""
        while len(out) < size:
            out += blake2b(seed + count[0].to_bytes(4, "big")).digest()
            count[0] += 1
        return out[:size]

    return give


def handshake(password: bytes) -> dict[str, str]:
    """Return both plaintext messages, and the resulting keys."""
    host, joiner = Identity.from_seed(HOST_SEED), Identity.from_seed(JOINER_SEED)
    one = SecureLink(LinkRole.JOINER, LinkConfig(joiner, password), entropy(b"joiner"))
    other = SecureLink(LinkRole.HOST, LinkConfig(host, password), entropy(b"host"))
    (hello,) = one.first_frames()
    (answer,) = other.on_handshake_frame(hello).frames
    one.on_handshake_frame(answer)
    inside = cast("Any", one)
    common = _common_key(password, joiner, answer) if password else b""
    said = inside._said  # noqa: SLF001 - a vector shows what is inside
    return {
        "password": password.hex(),
        "hello_of_joiner": hello.hex(),
        "hello_of_host": answer.hex(),
        "said": said.hex(),
        "password_key": common.hex(),
        "joiner_sends_with": inside._sending_key.hex(),  # noqa: SLF001
        "joiner_receives_with": inside._receiving_key.hex(),  # noqa: SLF001
        "joiner_signs": (Purpose.AUTH + LinkRole.JOINER.value + b"\0" + said).hex(),
        "signature_of_joiner": joiner.sign(Purpose.AUTH, LinkRole.JOINER.value + b"\0" + said).hex(),
    }


def rejoin_greeting() -> dict[str, str]:
    """Return the greeting of a program that rejoins a match."""
    joiner = Identity.from_seed(JOINER_SEED)
    (hello,) = SecureLink(LinkRole.JOINER, LinkConfig(joiner, match=MATCH), entropy(b"back")).first_frames()
    said = frames.unpack(hello[1:])
    if not isinstance(said, m.Hello):
        raise TypeError("the vectors' own joiner did not greet")
    return {"hello": hello.hex(), "signed": (Purpose.BACK + MATCH + said.key).hex(), "signature": said.back.hex()}


def info() -> dict[str, str]:
    """Return a host's answer to a query about its table."""
    host, challenge = Identity.from_seed(HOST_SEED), bytes(range(32))
    (sample,) = (one for one in SAMPLES if isinstance(one, m.Info))
    told = answer_challenge(sample, host, challenge)
    return {
        "challenge": challenge.hex(),
        "table": told.table.hex(),
        "code": table_code(told.table),
        "answer": frames.pack(told).hex(),
    }


def _common_key(password: bytes, joiner: Identity, answer: bytes) -> bytes:
    """Return the key of the password exchange with the joiner's randomness: its first bytes are the X25519 seed."""
    chance = entropy(b"joiner")
    SecureLink(LinkRole.JOINER, LinkConfig(joiner), chance)
    theirs = frames.unpack(answer[1:])
    if not isinstance(theirs, m.Hello):
        raise TypeError("the vectors' own host did not greet")
    return Pake(password, chance, joins=True).key(theirs.pake)


def log() -> list[dict[str, object]]:
    """Return a log with every kind of log entry, and an entry of the game."""
    host, joiner = Identity.from_seed(HOST_SEED), Identity.from_seed(JOINER_SEED)
    third = Identity.from_seed(bytes(range(64, 96)))
    first = first_entry(START, host)
    replica = Replica(first, lambda roster: TinyStory(roster, 1, 4, lambda _deal: bytes(16), lambda: b"move"))
    _write(replica, 1, joiner, host, LogKind.ADDRESS, write_body(Addresses(("192.168.1.8:47815",))))
    _write(replica, 0, host, host, LogKind.CALL, write_body(Call(1, 1)))
    _write(replica, 1, joiner, host, LogKind.HERE, b"\x90")
    _write(replica, 0, host, host, LogKind.CALL, write_body(Call(2, 0)))
    _write(replica, 0, host, host, LogKind.VOTE, write_body(Vote(2, 0)))
    _write(replica, 1, joiner, host, LogKind.LEAVE, b"\x90")
    _write(replica, 1, joiner, host, LogKind.RETURN, b"\x90")
    _write(replica, 255, host, host, LogKind.HANDOVER, write_body(HandoverBody(1)))
    _write(replica, 255, third, third, LogKind.REHOST, _rehost(replica, third))
    _write(replica, 2, third, third, LogKind.FORKED, _forked(joiner))
    _write(replica, 255, third, third, LogKind.UNTRUE, _untrue(replica, host))
    _write(replica, 255, third, third, FIRST_GAME_KIND, b"")
    rows = [entry.numbered for entry in replica.entries]
    heads = replica.heads[1:]
    return [
        {
            "number": row.number,
            "raw": row.raw.hex(),
            "signature": row.signature.hex(),
            "seal": row.seal.hex(),
            "head": head.hex(),
            "state_after": state.hex(),
        }
        for row, head, state in zip(rows, heads, replica.states[1:], strict=True)
    ]


def _rehost(replica: Replica, third: Identity) -> bytes:
    """Make the third player host, with the first player's consent."""
    ballot = next_ballot(replica.roster.ballot, 2)
    one = Candidacy(MATCH, ballot, 2, replica.length, replica.heads[-1])
    return write_body(
        Rehost(ballot, 2, (one.sign_consent(0, Identity.from_seed(HOST_SEED)), one.sign_consent(2, third)))
    )


def _forked(joiner: Identity) -> bytes:
    """Prove that the second player sealed two histories while he hosted."""
    heads = (bytes([1]) * 32, bytes([2]) * 32)
    seals = [seal_entry(Claim(MATCH, 0, 6, head), joiner) for head in heads]
    return write_body(Forked(1, 0, 6, heads[0], seals[0], heads[1], seals[1]))


def _untrue(replica: Replica, host: Identity) -> bytes:
    """Make the first player sign a state that is not the log's."""
    turn, at = replica.roster.entries_written_by(0), replica.length
    claim = Core(LOG_VERSION, MATCH, 0, turn, at, replica.heads[at], bytes(16), FIRST_GAME_KIND, b"move")
    return write_body(FalseState(sign_core(claim, host)))


def _write(replica: Replica, author: int, key: Identity, host: Identity, kind: int, body: bytes) -> None:
    """Sign the next entry and have the current host seal it."""
    turn = replica.roster.entries_written_by(author)
    seen = (replica.length, replica.heads[-1], replica.states[-1])
    given = assign_number(replica, sign_core(Core(LOG_VERSION, MATCH, author, turn, *seen, int(kind), body), key), host)
    if not isinstance(given, NumberedEntry):
        raise TypeError(f"the vectors' own log does not follow: {given}")
    replica.append(given.numbered, given.core)


def deal() -> dict[str, object]:
    """Return a sealed deal of four tiles by two peers with two shadow decks, from the first commitment to the seeds."""
    terms = DealTerms(1, bytes([3, 5, 7, 9]), bytes([1, 0]), bytes([0, 1, TO_NOBODY, TO_ALL]), 2)
    context = context_of(HOST_SEED, terms)
    peers = [
        DealPeer(DealRound(context, terms), Seed(context, seat, raw))
        for seat, raw in enumerate((HOST_SEED, JOINER_SEED))
    ]
    said: list[dict[str, object]] = []
    for closing in (False, True):
        for peer in peers:
            if closing:
                peer.round.end_round()
        while rows := [(peer.seed.seat, told) for peer in peers if (told := _told(peer)) is not None]:
            seat, told = rows[0]
            for peer in peers:
                store_entry(peer.round, seat, told.kind, told.body)
            said.append({"seat": seat, "word": told.kind.value, "body": told.body.hex()})
    one = peers[0].round
    return {
        "digest": HOST_SEED.hex(),
        "terms": [part if isinstance(part, int) else part.hex() for part in terms],
        "seeds": [HOST_SEED.hex(), JOINER_SEED.hex()],
        "context": context.hex(),
        "tile_points": [point.hex() for point in one.points],
        "orders": [list(peer.seed.mask_permutation(terms.tile_count)) for peer in peers],
        "said": said,
        "joint_coin": one.joint_coin.hex(),
        "challenges": [list(one.challenge(seat)) for seat in (0, 1)],
        "lot_below_1000000": one.draw_number(1_000_000),
        "tiles": list(tile_order(one)),
    }


def _told(peer: DealPeer) -> DealEntry | None:
    while not peer.do_steps(1024):
        pass
    return peer.owed_entry()


def vectors() -> dict[str, object]:
    """Return all vectors."""
    joiner = Identity.from_seed(JOINER_SEED)
    candidacy = Candidacy(MATCH, 17, 1, 1, next_head(first_head(MATCH), first_signed()))
    return {
        "host_seed": HOST_SEED.hex(),
        "joiner_seed": JOINER_SEED.hex(),
        "host_key": Identity.from_seed(HOST_SEED).key.hex(),
        "joiner_key": joiner.key.hex(),
        "match": MATCH.hex(),
        "nonces": [nonce.hex() for nonce in NONCES],
        "commitments": [commitment(one.key, two).hex() for one, two in zip((HOST, JOINER, THIRD), NONCES, strict=True)],
        "terms": terms_hash(START).hex(),
        "first_head": first_head(MATCH).hex(),
        "messages": {frames.kind_of(one): frames.pack(one).hex() for one in SAMPLES},
        "stream": STREAM,
        "third_key": Identity.from_seed(bytes(range(64, 96))).key.hex(),
        "ping": with_length(frames.pack(m.Ping())).hex(),
        "ask": with_length(CLEAR_FRAME + frames.pack(m.Ask(m.PROTOCOL_MAGIC, bytes(range(32))))).hex(),
        "join": frames.pack(m.Join("Ana", 1, b"", watch=False, match=b"")).hex(),
        "have": frames.pack(m.Have(MATCH, 0, 0, first_head(MATCH), b"")).hex(),
        "open_table": handshake(b""),
        "private_table": handshake("cántaro".encode()),
        "back": rejoin_greeting(),
        "info": info(),
        "log": log(),
        "deal": deal(),
        "consent_words": candidacy.consent_bytes.hex(),
        "consent": candidacy.sign_consent(1, joiner).signature.hex(),
    }


def first_signed() -> Signed:
    """Return the signed START of the log above."""
    row = log()[0]
    return Signed(bytes.fromhex(str(row["raw"])), bytes.fromhex(str(row["signature"])))


if __name__ == "__main__":
    json.dump(vectors(), sys.stdout, indent=1)
    sys.stdout.write("\n")
