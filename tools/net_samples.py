"""One well-formed message of every kind: what the vectors show and the tests send."""

from __future__ import annotations

from net import frames
from net import messages as m
from net.hall import messages as h
from net.log.entries import Numbered
from net.reasons import Flaw, Reason

KEY = bytes(range(32))
SIGNATURE = bytes(range(64))
MATCH = bytes(range(16))

CHAIR = m.LobbySeat("person", "Ana", "", KEY, ready=True, here=True)

SAMPLES: tuple[frames.Message, ...] = (
    m.Hello(m.PROTOCOL_MAGIC, m.PROTOCOL, m.PROTOCOL, KEY, b""),
    m.Ask(m.PROTOCOL_MAGIC, bytes(range(32))),
    m.Info(m.PROTOCOL, m.PROTOCOL, 1, "rummikub", "Ana", 2, 4, MATCH, locked=False, playing=True, table=MATCH),
    m.Refused(Reason.TABLE_FULL.value, ""),
    m.Auth(KEY, MATCH, SIGNATURE),
    m.Bye(Reason.LEFT.value),
    m.Ping(),
    m.Join("Ana", 1, MATCH, watch=False, match=b""),
    m.Room(MATCH, b"", KEY, b"options", MATCH, (CHAIR,), 0, 0),
    m.Sit(3),
    m.Ready(ready=True, digest=MATCH, commit=KEY),
    m.Begin(KEY, (m.NonceCommitment(KEY, KEY),)),
    m.Reveal(KEY, KEY),
    m.Chat(0, "¡Hola!"),
    m.ChatPhrase(8, 17),
    m.Preview(2, b"play"),
    m.RateLimitNotice("talk"),
    m.Have(MATCH, 0, 12, KEY, SIGNATURE),
    m.Shown(0, 12, KEY, SIGNATURE),
    m.Evidence(0, 0, 11, KEY, SIGNATURE, bytes(32), SIGNATURE),
    m.Entries((Numbered(0, b"core", SIGNATURE, SIGNATURE),)),
    m.Submit(b"core", SIGNATURE),
    m.Reject(4, Flaw.ILLEGAL.value, "not_your_turn"),
    m.Dispute(b"core", SIGNATURE),
    m.StateReport(1, 12, bytes(32), b"state"),
    m.Propose(17, 1, 9, KEY),
    m.Consent(17, 1, 9, KEY, SIGNATURE),
    h.HallEnter("Ana", 1),
    h.HallInfo("Club", 32, 7),
    h.HallTable(
        3,
        "rummikub",
        MATCH,
        playing=False,
        chairs=(m.LobbySeat("person", "Ana", "", KEY, ready=True, here=True),),
        watchers=0,
    ),
    h.HallRequest(h.ANY_TABLE, watch=False),
    h.HallPlace(3, 1, 47_818, KEY, SIGNATURE),
    h.HallRefusal(Reason.TABLE_FULL.value),
    h.HallBoard(
        "swiss",
        2,
        5,
        840,
        paused=False,
        over=False,
        meetings=(h.HallMeeting(1, ("Ana", "Bea"), ("120", "-35")),),
        byes=("Eva",),
        ranks=(h.HallRank(1, "Ana", "2", 1),),
        same=False,
        people=(h.HallPerson("Ana", "Bea"), h.HallPerson("Eva", "")),
        lacks=0,
    ),
    h.HallPartner("Bea"),
    h.HallSay("¡Hola!"),
    h.HallSaid(KEY, "Ana", "¡Hola!"),
)
