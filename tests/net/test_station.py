"""Strangers and cheats at a real station: each ends with its reason, costs a bounded sum, and spoils nobody's game."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from net import messages as m
from net.door import GUESSES_PER_ADDRESS, MAX_HALF_OPEN, MINUTE_MS
from net.frames import LENGTH_BYTES, MAX_FRAME_BYTES, MAX_HANDSHAKE_FRAME_BYTES, pack, with_length
from net.guests import JoinRequest, TurnedAway
from net.link import CLEAR_FRAME, ENCRYPTED_FRAME, LinkConfig, LinkRole, SecureLink
from net.log.bodies import Agreement, LogKind, Rehost, write_body
from net.log.entries import LOG_VERSION, MAX_CORE_BYTES, TABLE_AUTHOR, Core, Numbered, sign_core
from net.log.roster import next_ballot
from net.pace import HOST_ALLOWANCE, PLAYER_ALLOWANCE
from net.peer import AWAY_AFTER_MS, GONE_AFTER_MS, HANDSHAKE_TIMEOUT_MS, HEARTBEAT_MS, MAX_QUEUED_BYTES, Peer
from net.reasons import Reason
from tests.net.fake_lan import entropy, identity
from tests.net.hub import Hammer, Hub
from tests.net.samples import SAMPLES
from tests.slices import count as examples

OVERHEAD = MAX_FRAME_BYTES + LENGTH_BYTES  # what may be on top of a bound when it is noticed: one frame


@pytest.fixture
def hub() -> Hub:
    hub = Hub()
    hub.gather()
    return hub


def is_flat(hub: Hub) -> bool:
    """Tell whether the host holds nothing but the links of those who play."""
    station = hub.stations["hugo"]
    return len(station._connections) == 2 and hub.held("hugo") == 0 and station._limits.arriving_count == 0


# Before the handshake is done


def test_a_slow_loris_has_five_seconds_and_no_byte_wins_it_more(hub: Hub) -> None:
    hammers = [Hammer(hub, f"slow {number}") for number in range(MAX_HALF_OPEN)]
    stream = with_length(hammers[0].link.first_frames()[0])
    began = hub.now
    for at in range(len(stream) - 1):
        hub.wait(HANDSHAKE_TIMEOUT_MS // 200)
        for one in hammers:
            if hub.now < began + HANDSHAKE_TIMEOUT_MS:
                hub.stations["hugo"].on_received(one.number, stream[at : at + 1], hub.now)
        assert hub.held("hugo") <= MAX_HALF_OPEN * (MAX_HANDSHAKE_FRAME_BYTES + LENGTH_BYTES)
    hub.wait(HANDSHAKE_TIMEOUT_MS)
    assert [one.end for one in hammers] == [(Reason.TOO_SLOW, False)] * MAX_HALF_OPEN
    assert is_flat(hub)
    hub.play_on()


def test_who_shakes_hands_and_never_joins_has_the_same_five_seconds(hub: Hub) -> None:
    hammers = [Hammer(hub, f"mute {number}") for number in range(MAX_HALF_OPEN)]
    for one in hammers:
        one.shake()
    for _ in range(HANDSHAKE_TIMEOUT_MS // HEARTBEAT_MS):
        hub.wait(HEARTBEAT_MS)
        for one in hammers:
            one.say(m.Ping())
    hub.wait(HANDSHAKE_TIMEOUT_MS)
    assert [one.end for one in hammers] == [(Reason.TOO_SLOW, False)] * MAX_HALF_OPEN
    assert is_flat(hub)
    hub.play_on()


def guest_gets_in(hub: Hub, name: str) -> bool:
    """Tell whether somebody gets to watch who calls now."""
    if name not in hub.stations:
        hub.add(name, wish=JoinRequest(name, 1, watch=True))
    hub.call(name, "hugo")
    hub.wait(2_000)
    return hub.party(name).room is not None


@pytest.mark.parametrize("addresses", [1, 4, MAX_HALF_OPEN, 4 * MAX_HALF_OPEN])
def test_idle_links_of_any_number_of_addresses_keep_nobody_out(hub: Hub, addresses: int) -> None:
    for number in range(4 * MAX_HALF_OPEN):
        hub.plug("hugo", f"10.0.{number % addresses // 250}.{number % addresses % 250}")
    assert hub.stations["hugo"]._limits.arriving_count == MAX_HALF_OPEN
    assert guest_gets_in(hub, "carla")
    assert hub.stations["hugo"]._limits.arriving_count < MAX_HALF_OPEN
    hub.wait(HANDSHAKE_TIMEOUT_MS)
    assert hub.held("hugo") == 0


def test_idle_links_from_the_address_of_a_player_keep_it_not_out(hub: Hub) -> None:
    for _ in range(4 * MAX_HALF_OPEN):
        hub.plug("hugo", "carla")
    assert guest_gets_in(hub, "carla")


def test_who_is_pushed_out_is_told_and_closed(hub: Hub) -> None:
    first = hub.plug("hugo", "10.0.0.1")
    for _ in range(MAX_HALF_OPEN):
        hub.plug("hugo", "10.0.0.1")
    assert hub.ended("hugo")[first] == (Reason.TOO_MANY_LINKS, False)
    assert bytes(hub.plugged[first])[LENGTH_BYTES:] == CLEAR_FRAME + pack(m.Refused(Reason.TOO_MANY_LINKS.value, ""))
    assert first in hub.closed


def test_what_the_last_word_of_a_link_is_waits_to_be_sent(hub: Hub) -> None:
    one, host = Hammer(hub), hub.stations["hugo"]
    unsent = [host.has_unsent]
    host.on_received(one.number, (MAX_HANDSHAKE_FRAME_BYTES + 1).to_bytes(LENGTH_BYTES, "big"), hub.now)
    unsent.append(host.has_unsent)
    hub.settle()
    assert [*unsent, host.has_unsent] == [False, True, False]
    assert one.heard() == [CLEAR_FRAME + pack(m.Refused(Reason.TOO_LARGE.value, ""))]


def test_a_frame_that_is_too_large_is_refused_before_its_bytes_come(hub: Hub) -> None:
    one = Hammer(hub)
    hub.hammer(one.number, (MAX_HANDSHAKE_FRAME_BYTES + 1).to_bytes(LENGTH_BYTES, "big"))
    assert one.end == (Reason.TOO_LARGE, False)
    assert one.heard() == [CLEAR_FRAME + pack(m.Refused(Reason.TOO_LARGE.value, ""))]
    other = Hammer(hub, "other")
    other.join()
    hub.hammer(other.number, (MAX_FRAME_BYTES + 1).to_bytes(LENGTH_BYTES, "big"))
    assert other.end == (Reason.TOO_LARGE, False)
    assert is_flat(hub)
    hub.play_on()


@given(
    frames=st.lists(st.binary(min_size=1, max_size=MAX_HANDSHAKE_FRAME_BYTES), min_size=1, max_size=6),
    clear=st.booleans(),
)
@settings(max_examples=examples(15, 60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_fuzzed_frames_before_the_proof_end_that_link_alone(hub: Hub, frames: list[bytes], clear: bool) -> None:
    one = Hammer(hub, "fuzzer")
    for payload in frames:
        hub.hammer(
            one.number, with_length(((CLEAR_FRAME if clear else ENCRYPTED_FRAME) + payload)[:MAX_HANDSHAKE_FRAME_BYTES])
        )
    assert one.end is not None
    reason, by_them = one.end
    assert not by_them
    assert reason in (Reason.NOT_COMODIN, Reason.MALFORMED, Reason.OUT_OF_TURN)
    assert is_flat(hub)


def test_a_replayed_hello_is_refused_where_the_proof_was_to_come(hub: Hub) -> None:
    """Somebody recorded Ana's whole handshake and says it again: the host's key is another, so it proves nothing."""
    one = Hammer(hub, "ana recorded")
    hello = one.link.first_frames()[0]
    one.say_raw(hello)
    proof = one.link.on_handshake_frame(one.heard()[0]).frames[0]
    other = Hammer(hub, "replayer")
    other.say_raw(hello)
    other.say_raw(proof)
    assert other.end == (Reason.MALFORMED, False)
    hub.wait(HANDSHAKE_TIMEOUT_MS)
    assert is_flat(hub)
    hub.play_on()


def guess(hub: Hub, address: str) -> Hammer:
    """Guess wrong from an address, and do not wait for the answer."""
    one = Hammer(hub, address, b"luna")
    one.say_raw(one.link.first_frames()[0])
    one.say_raw(one.link.on_handshake_frame(one.heard()[0]).frames[0])
    return one


def test_wrong_passwords_are_answered_late_and_too_many_not_looked_at() -> None:
    hub = Hub(password=b"sol")
    hub.gather()
    for _ in range(GUESSES_PER_ADDRESS):
        one = guess(hub, "eve")
        assert one.end == (Reason.WRONG_PASSWORD, False)
        assert one.heard() == []
    hub.wait(1_000)
    assert one.link.on_handshake_frame(one.heard()[0]).ended is Reason.WRONG_PASSWORD
    assert guess(hub, "eve").end == (Reason.TOO_MANY_GUESSES, False)
    assert guess(hub, "somebody else").end == (Reason.WRONG_PASSWORD, False)
    hub.wait(HANDSHAKE_TIMEOUT_MS)
    assert is_flat(hub)
    hub.play_on()
    hub.wait(MINUTE_MS)
    assert guess(hub, "eve").end == (Reason.WRONG_PASSWORD, False)


@pytest.mark.parametrize("addresses", [1, 3, 40])
def test_who_knows_the_password_gets_in_whoever_guesses(addresses: int) -> None:
    hub = Hub(password=b"sol")
    hub.gather()
    for number in range(120):
        guess(hub, f"10.0.0.{number % addresses}")
    assert guest_gets_in(hub, "carla")


def test_who_knows_it_gets_in_behind_the_address_of_one_who_guesses_twenty_times_a_minute() -> None:
    hub = Hub(password=b"sol")
    hub.gather()
    for _ in range(60):
        guess(hub, "carla")
        hub.wait(3_000)
    assert guest_gets_in(hub, "carla")


def playing_with_a_password() -> Hub:
    hub = Hub(password=b"sol", rounds=200)
    hub.begin()
    return hub


def returns(hub: Hub, number: int) -> bool:
    """Tell whether Ana, cut off, comes back by a link of this number."""
    hub.call("ana", "hugo", back=True)
    hub.wait(500)
    lockstep = hub.party("ana").lockstep
    return lockstep is not None and lockstep.host_link == number


def cut_off(hub: Hub, name: str) -> None:
    """Lose the link of a guest to the host."""
    (number,) = [number for number, ends in hub.ends.items() if ends == (name, "hugo")]
    hub.ends.pop(number)
    for end in (name, "hugo"):
        hub.stations[end].on_connection_lost(number, hub.now)
    hub.settle()


@pytest.mark.whole  # other addresses: above
def test_who_plays_comes_back_however_many_guess_from_its_own_address() -> None:
    hub = playing_with_a_password()
    cut_off(hub, "ana")
    for number in range(300):
        guess(hub, "ana" if number % 2 else f"10.0.0.{number}")
    for _ in range(2 * MAX_HALF_OPEN):
        hub.plug("hugo", "ana")
    assert returns(hub, hub._number + 1)


def test_a_recorded_greeting_of_a_player_opens_no_second_door_to_guess() -> None:
    hub = playing_with_a_password()
    cut_off(hub, "ana")
    match = hub.party("hugo").lockstep
    assert match is not None
    ana = SecureLink(
        LinkRole.JOINER, LinkConfig(identity("ana"), b"sol", match=match.replica.match), entropy("ana again")
    )
    recorded = ana.first_frames()[0]
    for _ in range(GUESSES_PER_ADDRESS + 1):
        guess(hub, "eve")
    ends = []
    for _ in range(3):
        one = Hammer(hub, "eve", b"luna")
        one.say_raw(recorded)
        one.say_raw(ENCRYPTED_FRAME + bytes(200))
        ends.append(one.end)
    assert ends == [(Reason.WRONG_PASSWORD, False), *[(Reason.TOO_MANY_GUESSES, False)] * 2]
    assert returns(hub, hub._number + 1)


def test_a_player_who_mistypes_the_password_uses_up_no_guess_of_his_address() -> None:
    hub = playing_with_a_password()
    cut_off(hub, "ana")
    match = hub.party("hugo").lockstep
    assert match is not None
    for number in range(GUESSES_PER_ADDRESS):
        one = Hammer(hub, "ana", b"luna")
        config = LinkConfig(identity("ana"), b"luna", match=match.replica.match)
        one.link = SecureLink(LinkRole.JOINER, config, entropy(f"ana again {number}"))
        one.say_raw(one.link.first_frames()[0])
        one.say_raw(one.link.on_handshake_frame(one.heard()[0]).frames[0])
        assert one.end == (Reason.WRONG_PASSWORD, False)
    assert guess(hub, "ana").end == (Reason.WRONG_PASSWORD, False)


def test_a_greeting_vouches_only_for_the_key_that_is_proved_behind_it() -> None:
    """Ana, who plays, greets, and somebody else's identity stands in the proof."""
    hub = playing_with_a_password()
    match = hub.party("hugo").lockstep
    assert match is not None
    one = Hammer(hub, "mallory", b"sol")
    mixed = SecureLink(
        LinkRole.JOINER, LinkConfig(identity("ana"), b"sol", match=match.replica.match), entropy("mixed")
    )
    one.say_raw(mixed.first_frames()[0])
    cast("Any", mixed)._config = LinkConfig(identity("mallory"), b"sol")
    one.say_raw(mixed.on_handshake_frame(one.heard()[0]).frames[0])
    assert one.end == (Reason.BAD_SIGNATURE, False)


# On an open link


def test_a_flood_ends_the_link_of_the_one_who_floods(hub: Hub) -> None:
    one = Hammer(hub)
    one.join()
    most = 0
    for _ in range(2 * PLAYER_ALLOWANCE.burst):
        if one.end is None:
            one.say(m.Ping())
            most = max(most, hub.held("hugo"))
    assert one.end == (Reason.TOO_FAST, False)
    assert most <= OVERHEAD
    assert is_flat(hub)
    hub.play_on()


def test_a_flood_of_the_largest_frames_is_held_one_by_one(hub: Hub) -> None:
    one = Hammer(hub)
    one.join()
    most, size = 0, 0
    while one.end is None and size < 64 * 2**20:
        one.say_raw(one.link.seal(pack(m.Preview(0, bytes(m.MAX_PREVIEW_BYTES)))))
        size += m.MAX_PREVIEW_BYTES
        most = max(most, hub.held("hugo"))
    assert one.end == (Reason.TOO_FAST, False)
    assert most <= OVERHEAD
    hub.play_on()


def test_the_host_is_held_to_his_own_bound() -> None:
    host = SecureLink(LinkRole.HOST, LinkConfig(identity("hugo")), entropy("h"))
    peer = Peer(SecureLink(LinkRole.JOINER, LinkConfig(identity("ana")), entropy("a")), LinkRole.JOINER, 0)
    hello = peer.take_outgoing(0)[LENGTH_BYTES:]
    peer.receive(with_length(host.on_handshake_frame(hello).frames[0]), 0)
    peer.receive(with_length(host.on_handshake_frame(peer.take_outgoing(0)[LENGTH_BYTES:]).frames[0]), 0)
    assert peer.is_open
    ended = [
        event
        for _ in range(HOST_ALLOWANCE.burst + 1)
        for event in peer.receive(with_length(host.seal(pack(m.Ping()))), 0)
    ]
    assert [getattr(event, "reason", None) for event in ended] == [Reason.TOO_FAST]


def test_a_reader_that_never_reads_is_dropped_at_a_bound_and_the_others_hear_all(hub: Hub) -> None:
    one = Hammer(hub)
    one.join()
    hub.stations["hugo"].on_blocked(one.number, blocked=True)
    most = 0
    said = 0
    while one.end is None:
        hub.party("hugo").requests.send_talk(m.Preview(0, bytes(m.MAX_PREVIEW_BYTES)), hub.now)
        said += 1
        hub.wait(50)
        one.hub.stations["hugo"].on_received(one.number, with_length(one.link.seal(pack(m.Ping()))), hub.now)
        most = max(most, hub.held("hugo"))
    assert one.end == (Reason.NOT_READING, False)
    assert MAX_QUEUED_BYTES - OVERHEAD <= most <= MAX_QUEUED_BYTES + OVERHEAD
    assert said > MAX_QUEUED_BYTES // (2 * m.MAX_PREVIEW_BYTES)
    assert is_flat(hub)
    hub.play_on()


def test_of_two_programs_with_one_identity_the_later_keeps_the_seat_and_hurts_nobody(hub: Hub) -> None:
    hub.add("twin", wish=JoinRequest("ana", 1), key="ana")
    old = next(number for number, ends in hub.ends.items() if ends[0] == "ana")
    hub.call("twin", "hugo", key="ana")
    assert hub.ended("hugo")[old] == (Reason.REPLACED, False)
    assert hub.ended("ana")[old] == (Reason.REPLACED, True)
    calls = 20
    for _ in range(calls):
        for name in ("ana", "twin"):
            hub.call(name, "hugo", key="ana")
            hub.wait(HEARTBEAT_MS)
    assert is_flat(hub)
    away = {name: [one.reason for one in hub.told[name] if isinstance(one, TurnedAway)] for name in ("ana", "twin")}
    assert away["ana"] == [Reason.REPLACED] * (1 + calls)
    assert Reason.REPLACED not in away["twin"]
    hub.party("twin").requests.send_request(m.Ready(ready=True, digest=bytes(16)), hub.now)
    hub.settle()
    hub.play_on(("hugo", "twin", "bea"))


def test_silence_is_away_and_then_the_end(hub: Hub) -> None:
    one = Hammer(hub)
    one.join()
    hub.wait(AWAY_AFTER_MS)
    assert one.number not in hub.ended("hugo")
    hub.wait(GONE_AFTER_MS)
    assert one.end == (Reason.SILENT, False)
    assert is_flat(hub)
    hub.play_on()


WATCHED: tuple[tuple[str, Callable[[Hammer], None], Reason], ...] = (
    ("noise", lambda one: one.say_raw(b"\xff" * 80), Reason.MALFORMED),
    ("handshake", lambda one: one.say(m.Auth(bytes(32), bytes(16), bytes(64))), Reason.OUT_OF_TURN),
    ("room", lambda one: one.say(next(s for s in SAMPLES if isinstance(s, m.Room))), Reason.OUT_OF_TURN),
    ("seat", lambda one: one.say(m.Sit(6)), Reason.OUT_OF_TURN),
    ("ready", lambda one: one.say(m.Ready(ready=True, digest=bytes(16))), Reason.OUT_OF_TURN),
)


@pytest.mark.parametrize(("cheat", "reason"), [row[1:] for row in WATCHED], ids=[row[0] for row in WATCHED])
def test_a_watcher_that_says_what_only_others_may_is_closed(
    hub: Hub, cheat: Callable[[Hammer], None], reason: Reason
) -> None:
    one = Hammer(hub)
    one.join()
    cheat(one)
    assert one.end == (reason, False)
    assert is_flat(hub)
    hub.play_on()


@given(st.lists(st.binary(min_size=1, max_size=300), min_size=1, max_size=4))
@settings(max_examples=examples(12, 40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_fuzzed_messages_on_an_open_link_end_that_link_alone(hub: Hub, noise: list[bytes]) -> None:
    one = Hammer(hub, "noisy")
    one.join()
    for payload in noise:
        one.say_raw(one.link.seal(payload))
    assert one.end == (Reason.MALFORMED, False)
    assert is_flat(hub)


@given(st.data())
@settings(max_examples=examples(12, 40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_message_with_one_changed_byte_never_hurts_the_others(hub: Hub, data: st.DataObject) -> None:
    one = Hammer(hub, "noisy")
    one.join()
    written = bytearray(pack(data.draw(st.sampled_from(SAMPLES))))
    written[data.draw(st.integers(0, len(written) - 1))] ^= data.draw(st.integers(1, 255))
    one.say_raw(one.link.seal(bytes(written)))
    ended = one.end is not None
    hub.stations["hugo"].on_connection_lost(one.number, hub.now)
    hub.settle()
    assert ended == (one.end != (Reason.CUT, False))
    assert is_flat(hub)


# What a watcher could cost a running match


def running() -> tuple[Hub, Hammer]:
    """A match that waits for Ana's next word, and a watcher."""
    hub = Hub()
    hub.gather()
    said = count()  # her nonce passes
    hub.swallow = lambda who, whom, _sent: (who, whom) == ("ana", "hugo") and next(said) > 0
    hub.party("hugo").requests.start_match(b"header", hub.now)
    hub.settle()
    one = Hammer(hub)
    one.join()
    return hub, one


def played_to_the_end(hub: Hub) -> bool:
    """Let Ana speak again and see the match through."""
    hub.swallow = lambda *_: False
    hub.call("ana", "hugo")
    hub.wait(10_000)
    return all(hub.story(name).over for name in ("hugo", "ana", "bea"))


def test_a_watcher_can_not_stop_a_match_by_disputing() -> None:
    hub, one = running()
    lockstep = hub.party("hugo").lockstep
    assert lockstep is not None
    signed = lockstep.replica.entries[-1].numbered.signed
    one.say(m.Dispute(*signed))
    assert one.end == (Reason.OUT_OF_TURN, False)
    assert not lockstep.host_lied
    assert played_to_the_end(hub)


def test_other_logs_cost_one_look_a_message() -> None:
    """Rows that differ from ours are read up to the first, however many there are."""
    hub, one = running()
    lockstep = hub.party("hugo").lockstep
    assert lockstep is not None
    replica = lockstep.replica
    looked: list[int] = []
    compare = lockstep.branches.compare

    def counting(link: int, row: Any) -> bool:
        looked.append(row.number)
        return compare(link, row)

    cast("Any", lockstep.branches).compare = counting
    own = replica.entries[3].numbered
    rows = tuple(own._replace(number=number) for number in (1, 2, 4, 5))
    one.say(m.Entries(rows))
    assert looked == [1]
    assert played_to_the_end(hub)


def test_a_submitted_entry_of_the_largest_size_that_is_none_ends_the_link() -> None:
    hub, one = running()
    one.say(m.Submit(bytes(MAX_CORE_BYTES), bytes(64)))
    assert one.end == (Reason.MALFORMED, False)
    assert played_to_the_end(hub)


def test_a_forged_rehost_costs_no_folding() -> None:
    """A new host's first entry without true consents makes nobody fold the log anew."""
    hub, one = running()
    lockstep = hub.party("hugo").lockstep
    assert lockstep is not None
    replica = lockstep.replica
    folded: list[object] = []
    cast("Any", lockstep.branches)._make_story = folded.append
    ballot = next_ballot(replica.roster.ballot, 1)
    false = (Agreement(1, bytes(64)), Agreement(2, bytes(64)))
    for consents in (false, false[:1]):
        body = write_body(Rehost(ballot, 1, consents))
        turn = replica.rosters[3].entries_written_by(TABLE_AUTHOR)
        core = Core(
            LOG_VERSION, replica.match, TABLE_AUTHOR, turn, 3, replica.heads[3], replica.states[3], LogKind.REHOST, body
        )
        signed = sign_core(core, identity("eve"))
        one.say(m.Entries((Numbered(3, signed.raw, signed.signature, bytes(64)),)))
        assert folded == []
    assert lockstep.replica is replica
    assert played_to_the_end(hub)
