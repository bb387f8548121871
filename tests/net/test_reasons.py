"""Every reason for which a link ends is reached by the real cores, and heard by the one concerned.

Each case runs programs until one is refused, closed or turned away, and returns the code that it heard.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from net import frames
from net import messages as m
from net.door import GUESSES_PER_ADDRESS, MAX_HALF_OPEN
from net.errors import LocalProtocolError, ProtocolError, RemoteProtocolError
from net.frames import LENGTH_BYTES, MAX_HANDSHAKE_FRAME_BYTES
from net.guests import JoinRequest, TurnedAway
from net.hall.keeper import HallParty
from net.link import CLEAR_FRAME
from net.log.effects import DropLink
from net.log.entries import FIRST_GAME_KIND
from net.log.replica import EntryDraft
from net.pace import PLAYER_ALLOWANCE
from net.peer import GONE_AFTER_MS, HANDSHAKE_TIMEOUT_MS, MAX_QUEUED_BYTES, Lost
from net.reasons import Reason
from net.station import LinkEnded
from tests.net.fake_lan import identity
from tests.net.hub import Hammer, Hub
from tests.net.samples import SAMPLES
from tests.net.test_station import running

HUGO, ANA, BEA = identity("hugo"), identity("ana"), identity("bea")


def hub(chance: str = "") -> Hub:
    made = Hub(chance=chance)
    made.gather()
    return made


def heard_by(hub: Hub, name: str) -> Reason:
    """Return why a program's last link ended, as it was told."""
    return [one.lost for one in hub.told[name] if isinstance(one, LinkEnded)][-1].reason


def hammered(what: Callable[[Hammer], None], *, joins: bool = True) -> Reason:
    """Return how the host answers a stranger."""
    one = Hammer(hub())
    if joins:
        one.join()
    what(one)
    assert one.end is not None
    return one.end[0]


def late(one: Hammer) -> None:
    one.hub.wait(HANDSHAKE_TIMEOUT_MS)


def flood(one: Hammer) -> None:
    for _ in range(PLAYER_ALLOWANCE.burst + 1):
        one.say(m.Ping())


def greedy(one: Hammer) -> None:
    one.hub.stations["hugo"].on_blocked(one.number, blocked=True)
    for _ in range(MAX_QUEUED_BYTES // m.MAX_PREVIEW_BYTES + 1):
        one.hub.party("hugo").requests.send_talk(m.Preview(0, bytes(m.MAX_PREVIEW_BYTES)), one.hub.now)
    one.hub.settle()


def forged(one: Hammer) -> None:
    lockstep = one.hub.party("hugo").lockstep
    assert lockstep is not None
    one.say(m.Submit(lockstep.replica.entries[-1].numbered.raw, bytes(64)))


def forger() -> Reason:
    _hub, one = running()
    forged(one)
    assert one.end is not None
    return one.end[0]


def silent(one: Hammer) -> None:
    one.hub.wait(GONE_AFTER_MS)


def cut() -> Reason:
    made = hub()
    number = next(iter(made.ends))
    made.stations["ana"].on_connection_lost(number, 0)
    made.settle()
    return heard_by(made, "ana")


def twin() -> Reason:
    made = hub()
    made.add("twin", wish=JoinRequest("ana", 1), key="ana")
    made.call("twin", "hugo", key="ana")
    return heard_by(made, "ana")


def doubled() -> Reason:
    """Return the reason for which a second link between the same two running programs ends."""
    made = hub()
    assert ANA.key < HUGO.key
    made.call("ana", "hugo")
    return heard_by(made, "hugo")


def closed(reason: Reason) -> Callable[[], Reason]:
    def close() -> Reason:
        made = hub()
        made.party("hugo").close(reason)
        made.settle()
        return heard_by(made, "ana")

    return close


def asked() -> Reason:
    """Return the reason for which the link of a stranger ends who only asked what table this is."""
    return hammered(lambda one: one.say_raw(CLEAR_FRAME + frames.pack(m.Ask(m.PROTOCOL_MAGIC, bytes(32)))), joins=False)


def greeted_by(low: int) -> Reason:
    hello = next(sample for sample in SAMPLES if isinstance(sample, m.Hello))
    later = m.Hello(m.PROTOCOL_MAGIC, low, low, hello.key, b"")
    return hammered(lambda one: one.say_raw(CLEAR_FRAME + frames.pack(later)), joins=False)


def joining_with(wish: JoinRequest, *, playing: bool = False, called: str = "hugo") -> Reason:
    """Return the reason for which somebody with this wish is turned away."""
    made = hub()
    if playing:
        made.play_on()
    made.add("eve", wish=wish)
    made.call("eve", called)
    return next(one.reason for one in made.told["eve"] if isinstance(one, TurnedAway))


def coming_back_elsewhere() -> Reason:
    made, other = hub(), hub(chance="another ")
    made.play_on()
    other.party("hugo").requests.start_match(b"header", 0)
    other.settle()
    made.party("ana").lockstep = other.party("ana").lockstep
    made.call("ana", "hugo")
    return next(one.reason for one in made.told["ana"] if isinstance(one, TurnedAway) and one.link > 2)


def led_into_a_match(*, knows: bool) -> Reason:
    """Return what somebody hears who is seated in a match that he has not begun."""
    made = hub()
    made.play_on()
    made.add("ana")
    made.party("ana").knows = lambda _match: knows
    made.call("ana", "hugo")
    return next(one.reason for one in made.told["ana"] if isinstance(one, TurnedAway))


def ninth_watcher() -> Reason:
    made = hub()
    for number in range(m.MAX_WATCHERS + 1):
        made.add(f"w{number}", wish=JoinRequest("w", 1, watch=True))
        made.call(f"w{number}", "hugo")
    return next(one.reason for one in made.told[f"w{m.MAX_WATCHERS}"] if isinstance(one, TurnedAway))


def sitting_on_another() -> Reason:
    made = hub()
    lobby = made.party("hugo").lobby
    assert lobby is not None
    found = lobby.carry_out(ANA.key, m.Sit(0))
    with pytest.raises(LocalProtocolError, match="free seat"):
        made.party("hugo").requests.send_request(m.Sit(1), 0)
    assert found is not None
    return found


def guessing(ours: bytes, theirs: bytes) -> Reason:
    made = Hub(password=ours)
    made.call("ana", "hugo", password=theirs)
    made.wait(2_000)
    return heard_by(made, "ana")


def one_guess_too_many() -> Reason:
    made = Hub(password=b"sol")
    for _ in range(GUESSES_PER_ADDRESS):
        made.call("ana", "hugo", password=b"luna")
    made.wait(2_000)
    made.call("ana", "hugo", password=b"luna")
    return heard_by(made, "ana")


def pushed_out() -> Reason:
    made = hub()
    first = made.plug("hugo", "10.0.0.7")
    for _ in range(MAX_HALF_OPEN):
        made.plug("hugo", "10.0.0.7")
    return made.ended("hugo")[first][0]


def emptied() -> Reason:
    made = hub()
    made.party("hugo").requests.send_away(1, made.now)
    made.settle()
    assert made.party("bea").room is not None
    (heard,) = [one for one in made.told["ana"] if isinstance(one, TurnedAway)]
    room = made.party("hugo").room
    assert room is not None
    assert [chair.name for chair in room.chairs] == ["hugo", "", "bea"]
    return heard.reason


def smaller_table() -> Reason:
    made = hub()
    made.party("hugo").requests.change_options(b"two", bytes(16), 2, made.now)
    made.settle()
    (heard,) = [one for one in made.told["bea"] if isinstance(one, TurnedAway)]
    return heard.reason


def unwatched() -> Reason:
    made = hub()
    lobby = made.party("hugo").lobby
    assert lobby is not None
    lobby.watched = False
    made.add("eve", wish=JoinRequest("eve", 1, watch=True))
    made.call("eve", "hugo")
    return next(one.reason for one in made.told["eve"] if isinstance(one, TurnedAway))


def another_key() -> Reason:
    made = hub()
    made.add("eve")
    made.call("eve", "hugo", expects=identity("ana").key)
    return heard_by(made, "eve")


def a_hall() -> Reason:
    hall = HallParty(identity("hugo"), "Club", 1, 2)
    hall.on_link_opened(1, identity("eve").key, bytes(16), 0, ours=False)
    hall.on_message(1, m.Join("eve", 1, b"", watch=False, match=b""), 0)
    hall.redirect_joiner(1, "10.0.0.1:40002")
    return next(one.reason for one in hall.take_effects(0) if isinstance(one, DropLink))


LINKS: dict[Reason, Callable[[], Reason]] = {
    Reason.NOT_COMODIN: lambda: hammered(lambda one: one.say_raw(b"GET / HTTP/1.1"), joins=False),
    Reason.MALFORMED: lambda: hammered(lambda one: one.say_raw(b"\xff" * 40)),
    Reason.TOO_LARGE: lambda: hammered(
        lambda one: one.hub.hammer(one.number, (MAX_HANDSHAKE_FRAME_BYTES + 1).to_bytes(LENGTH_BYTES, "big")),
        joins=False,
    ),
    Reason.OUT_OF_TURN: lambda: hammered(lambda one: one.say(m.Sit(6))),
    Reason.TOO_FAST: lambda: hammered(flood),
    Reason.TOO_SLOW: lambda: hammered(late, joins=False),
    Reason.NOT_READING: lambda: hammered(greedy),
    Reason.BAD_SIGNATURE: forger,
    Reason.SILENT: lambda: hammered(silent),
    Reason.CUT: cut,
    Reason.REPLACED: twin,
    Reason.DOUBLED: doubled,
    Reason.LEFT: asked,
    Reason.CLOSED: closed(Reason.CLOSED),
    Reason.OTHER_PROTOCOL: lambda: greeted_by(m.PROTOCOL + 1),
    Reason.OTHER_RULES: lambda: joining_with(JoinRequest("eve", 2)),
    Reason.OTHER_OPTIONS: lambda: joining_with(JoinRequest("eve", 1, b"x" * 16)),
    Reason.OTHER_MATCH: coming_back_elsewhere,
    Reason.TABLE_FULL: smaller_table,
    Reason.WATCHERS_FULL: ninth_watcher,
    Reason.SEAT_TAKEN: sitting_on_another,
    Reason.PLAYING: lambda: joining_with(JoinRequest("eve", 1), playing=True),
    Reason.PASSWORD_NEEDED: lambda: guessing(b"sol", b""),
    Reason.WRONG_PASSWORD: lambda: guessing(b"sol", b"luna"),
    Reason.NO_PASSWORD: lambda: guessing(b"", b"sol"),
    Reason.TOO_MANY_GUESSES: one_guess_too_many,
    Reason.TOO_MANY_LINKS: pushed_out,
    Reason.NOT_HOST: lambda: joining_with(JoinRequest("eve", 1, watch=True), playing=True, called="ana"),
    Reason.IS_HALL: a_hall,
    Reason.SENT_AWAY: emptied,
    Reason.KNOWN_MATCH: lambda: led_into_a_match(knows=True),
    Reason.NOT_DRAWN: lambda: led_into_a_match(knows=False),
    Reason.OTHER_HOST: another_key,
    Reason.NOT_WATCHED: unwatched,
}


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.value)
def test_every_reason_is_heard_by_the_one_concerned(reason: Reason) -> None:
    assert LINKS[reason]() is reason


def test_a_full_table_is_full_for_a_joiner_too() -> None:
    assert joining_with(JoinRequest("eve", 1)) is Reason.TABLE_FULL


# Whose fault


def test_what_we_asked_for_is_our_fault_and_what_they_sent_is_theirs() -> None:
    assert issubclass(LocalProtocolError, ProtocolError)
    assert issubclass(RemoteProtocolError, ProtocolError)
    assert str(RemoteProtocolError(Reason.CUT)) == f"cut: {Reason.CUT.sentence}"
    assert str(RemoteProtocolError(Reason.MALFORMED, "no map")) == "malformed: no map"
    made = hub()
    guest, host = made.party("ana"), made.party("hugo")
    for wrong in (
        lambda: guest.requests.start_match(b"", 0),
        lambda: guest.requests.send_away(1, 0),
        lambda: guest.requests.change_options(b"", bytes(16), 2, 0),
        lambda: guest.requests.write_entry(EntryDraft(FIRST_GAME_KIND, b""), 0),
        lambda: host.requests.change_options(b"", bytes(16), 0, 0),
        lambda: frames.pack(m.Sit(99)),
    ):
        with pytest.raises(LocalProtocolError):
            wrong()


def test_the_station_takes_whatever_is_sent_without_an_exception() -> None:
    made = hub()
    for number, payload in enumerate((b"", b"\0" * 4, b"\xff" * 600, b"\0\0\0\x01C", b"\0\0\0\x02E\0")):
        one = Hammer(made, f"eve {number}")
        made.hammer(one.number, payload)
        made.wait(HANDSHAKE_TIMEOUT_MS)
        assert one.end is not None
        assert one.end[0] in (Reason.TOO_SLOW, Reason.TOO_LARGE, Reason.NOT_COMODIN)
    assert all(isinstance(one, LinkEnded) and isinstance(one.lost, Lost) for one in made.told["hugo"][-3:])
