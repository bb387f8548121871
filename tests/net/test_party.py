from __future__ import annotations

from dataclasses import replace

import pytest

from net import frames
from net import messages as m
from net.budgets import FIRST_SIGNAL_PHRASE
from net.errors import LocalProtocolError
from net.guests import AgreedOptions, ChatReceived, HostChanged, JoinRequest, RoomChanged, TurnedAway
from net.log.bodies import LogKind
from net.log.calls import GRACE_MS
from net.log.effects import DropLink, EntryAppended, MatchBegan
from net.log.entries import FIRST_GAME_KIND, read_core
from net.members import MAX_CHAT_LINES
from net.party import Party
from net.presence import LONELY_AFTER_MS
from net.reasons import Reason
from tests.net.fake_lan import entropy, identity
from tests.net.parties import OFFER, Hall, agreed, joining, teller
from tests.net.samples import SAMPLES

NAMES = ("hugo", "ana", "bea")


def stranger(hall: Hall, name: str, wish: JoinRequest) -> Party:
    """Let one more program come in and call the host."""
    hall.events[name], hall.kept[name] = [], []
    hall.parties[name] = Party(identity(name), teller(name), wish=wish, agreed=agreed, entropy=entropy(name))
    hall.link(name, "hugo")
    return hall.parties[name]


def turned_away(hall: Hall, name: str) -> list[Reason]:
    return [event.reason for event in hall.told(name, TurnedAway)]


# The lobby


def test_everybody_sees_who_comes_and_goes() -> None:
    hall = Hall(NAMES)
    hall.gather()
    room = hall.parties["ana"].room
    assert room is not None
    assert [chair.name for chair in room.chairs] == list(NAMES)
    assert [chair.ready for chair in room.chairs] == [False, True, True]
    assert room.you == 1
    hall.cut_off("bea")
    room = hall.parties["ana"].room
    assert room is not None
    assert [chair.name for chair in room.chairs] == ["hugo", "ana", ""]


def test_a_room_is_told_only_when_it_changed() -> None:
    hall = Hall(NAMES)
    hall.gather()
    told = len(hall.told("ana", RoomChanged))
    hall.parties["ana"].requests.send_request(m.Ready(ready=True, digest=OFFER.digest), hall.now)
    hall.settle()
    assert len(hall.told("ana", RoomChanged)) == told


def test_a_guest_moves_to_another_seat() -> None:
    hall = Hall((*NAMES, "carl"))
    hall.gather()
    hall.cut_off("bea")
    hall.parties["ana"].requests.send_request(m.Sit(2), hall.now)
    hall.settle()
    room = hall.parties["ana"].room
    assert room is not None
    assert room.you == 2


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        (JoinRequest("eve", 1), Reason.TABLE_FULL),
        (JoinRequest("eve", 2), Reason.OTHER_RULES),
        (JoinRequest("eve", 1, b"x" * 16), Reason.OTHER_OPTIONS),
    ],
)
def test_before_the_start_a_stranger_hears_why_not(wish: JoinRequest, reason: Reason) -> None:
    hall = Hall(NAMES)
    hall.gather()
    stranger(hall, "eve", wish)
    assert turned_away(hall, "eve") == [reason]


@pytest.mark.parametrize(
    ("wish", "reason"),
    [(JoinRequest("eve", 1), Reason.PLAYING), (JoinRequest("eve", 2, watch=True), Reason.OTHER_RULES)],
)
def test_during_the_match_too(wish: JoinRequest, reason: Reason) -> None:
    hall = Hall(NAMES)
    hall.begin()
    stranger(hall, "eve", wish)
    assert turned_away(hall, "eve") == [reason]


@pytest.mark.parametrize(
    "message",
    [m.Sit(0), m.Ready(ready=True, digest=OFFER.digest), m.Reveal(bytes(16), bytes(32))],
    ids=lambda one: type(one).__name__,
)
@pytest.mark.parametrize("whom", ["hugo", "ana"])
def test_what_was_meant_for_the_lobby_and_comes_after_the_start_ends_no_link(
    message: frames.Message, whom: str
) -> None:
    hall = Hall(NAMES)
    hall.begin()
    link = hall.link("bea", whom) if whom != "hugo" else next(at for at, ends in hall.wires.items() if "bea" in ends)
    hall.parties[whom].on_message(link, message, hall.now)
    hall.settle()
    assert link in hall.wires
    assert not hall.told(whom, DropLink)


def test_eight_may_watch_a_match() -> None:
    hall = Hall(NAMES)
    hall.begin()
    for number in range(m.MAX_WATCHERS + 1):
        stranger(hall, f"w{number}", JoinRequest("w", 1, watch=True))
    told = [turned_away(hall, f"w{number}") for number in range(m.MAX_WATCHERS + 1)]
    assert told == [[]] * m.MAX_WATCHERS + [[Reason.WATCHERS_FULL]]
    assert hall.lockstep("w0").replica.heads == hall.lockstep("hugo").replica.heads


def test_who_calls_a_guest_is_told_where_the_host_is() -> None:
    hall = Hall(NAMES)
    hall.begin()
    hall.events["eve"], hall.kept["eve"] = [], []
    hall.parties["eve"] = Party(
        identity("eve"), teller("eve"), wish=JoinRequest("eve", 1, watch=True), agreed=agreed, entropy=entropy("eve")
    )
    hall.link("eve", "ana")
    (told,) = hall.told("eve", TurnedAway)
    assert (told.reason, told.hint) == (Reason.NOT_HOST, "hugo:1")


def test_who_comes_back_to_another_match_is_told_so() -> None:
    hall, other = Hall(NAMES), Hall(NAMES, chance="another ")
    hall.begin()
    other.gather()
    other.parties["hugo"].requests.start_match(b"header", 0)
    other.settle()
    hall.cut_off("ana")
    hall.parties["ana"].lockstep = other.parties["ana"].lockstep
    hall.link("ana", "hugo")
    assert turned_away(hall, "ana") == [Reason.OTHER_MATCH]


def test_another_program_of_an_identity_takes_its_place_once_it_asks_for_it() -> None:
    hall = Hall(NAMES)
    hall.begin()
    old = next(number for number, ends in hall.wires.items() if "ana" in ends)
    hall.parties["hugo"].on_link_opened(99, identity("ana").key, b"another program.", hall.now, ours=False)
    hall.settle()
    assert not turned_away(hall, "ana")
    hall.parties["hugo"].on_message(99, joining("ana"), hall.now)
    hall.settle()
    assert hall.told("hugo", DropLink)[-1] == DropLink(old, Reason.REPLACED)
    assert turned_away(hall, "ana") == [Reason.REPLACED]


# What has no place


@pytest.mark.parametrize(
    "sample", [one for one in SAMPLES if not isinstance(one, m.Join)], ids=lambda one: type(one).__name__
)
def test_who_has_not_joined_says_nothing_else(sample: frames.Message) -> None:
    hall = Hall(NAMES)
    hall.gather()
    hall.parties["hugo"].on_link_opened(50, identity("eve").key, bytes(16), hall.now, ours=False)
    hall.parties["hugo"].on_message(50, sample, hall.now)
    hall.settle()
    dropped = [effect for effect in hall.parties["hugo"].take_effects(hall.now) if isinstance(effect, DropLink)]
    assert dropped or 50 not in hall.parties["hugo"].guests


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("playing", [False, True])
def test_no_message_of_any_kind_disturbs_the_others(sample: frames.Message, playing: bool) -> None:
    """Whatever Ana's program says, at worst it loses its own link."""
    hall = Hall(NAMES)
    if playing:
        hall.begin()
    else:
        hall.gather()
    link = next(number for number, ends in hall.wires.items() if "ana" in ends)
    before = hall.lockstep("bea").replica.heads[-1] if playing else b""
    hall.parties["hugo"].on_message(link, sample, hall.now)
    hall.settle()
    assert any("bea" in ends for ends in hall.wires.values())
    if playing:
        assert hall.lockstep("bea").replica.heads[-1] == before
        assert not any(hall.lockstep(name).host_lied for name in ("hugo", "bea"))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("playing", [False, True])
def test_no_message_of_the_host_breaks_a_guest(sample: frames.Message, playing: bool) -> None:
    hall = Hall(NAMES)
    if playing:
        hall.begin()
    else:
        hall.gather()
    link = next(number for number, ends in hall.wires.items() if "ana" in ends)
    length = hall.lockstep("ana").replica.length if playing else 0
    hall.parties["ana"].on_message(link, sample, hall.now)
    hall.settle()
    if playing:
        assert hall.lockstep("ana").replica.length == length
    else:
        assert hall.parties["ana"].lockstep is None


def test_a_start_that_was_not_agreed_on_is_refused() -> None:
    hall = Hall(NAMES)
    hall.gather()
    hall.parties["ana"].agreed = lambda _place: AgreedOptions(b"others", b"another digest..")
    hall.parties["hugo"].requests.start_match(b"header", hall.now)
    hall.settle()
    assert hall.parties["ana"].lockstep is None
    assert hall.told("ana", DropLink)[-1].reason is Reason.OTHER_OPTIONS
    assert turned_away(hall, "ana") == [Reason.OTHER_OPTIONS]


def test_entries_that_outran_the_start_cost_nothing_and_are_asked_for_again() -> None:
    hall = Hall(NAMES)
    outran: list[frames.Message] = []

    def swallow(_who: str, whom: str, message: frames.Message) -> bool:
        loses = whom == "ana" and isinstance(message, m.Entries) and message.rows[0].number == 0 and not outran
        outran.extend([message] if loses else [])
        return loses

    hall.swallow = swallow
    hall.begin()
    assert outran
    assert hall.parties["ana"].lockstep is None
    row = hall.lockstep("hugo").replica.entries[-1].numbered
    link = next(number for number, ends in hall.wires.items() if "ana" in ends)
    hall.parties["ana"].on_message(link, m.Entries((row,)), hall.now)
    hall.settle()
    assert not hall.told("ana", DropLink)
    hall.parties["ana"].on_message(link, hall.lockstep("hugo").have_message, hall.now)
    hall.settle()
    assert hall.alike()
    assert hall.story("ana").over


def test_only_a_lobby_starts_and_only_once() -> None:
    hall = Hall(NAMES)
    hall.gather()
    with pytest.raises(LocalProtocolError):
        hall.parties["ana"].requests.start_match(b"", 0)
    hall.parties["hugo"].requests.start_match(b"header", 0)
    with pytest.raises(LocalProtocolError):
        hall.parties["hugo"].requests.start_match(b"header", 0)


# Talk


def test_talk_reaches_all_with_its_true_speaker() -> None:
    hall = Hall(NAMES)
    hall.begin()
    length = hall.lockstep("hugo").replica.length
    hall.parties["ana"].requests.send_talk(m.Chat(2, "hola"), hall.now)
    hall.parties["ana"].requests.send_talk(m.ChatPhrase(2, 7), hall.now)
    hall.parties["bea"].requests.send_talk(m.Preview(0, b"meld"), hall.now)
    hall.settle()
    for name, others in (("hugo", 3), ("bea", 2), ("ana", 1)):
        said = [event.message for event in hall.told(name, ChatReceived)]
        assert len(said) == others
        assert all(one.seat == 1 for one in said if not isinstance(one, m.Preview))
        assert all(one.seat == 2 for one in said if isinstance(one, m.Preview))
    assert hall.lockstep("hugo").replica.length == length


def test_who_comes_back_hears_what_was_said_meanwhile_and_nothing_twice() -> None:
    hall = Hall(NAMES)
    hall.begin()

    def say(name: str, message: m.Chat | m.ChatPhrase) -> None:
        hall.parties[name].requests.send_talk(message, hall.now)
        hall.settle()

    say("ana", m.Chat(1, "one"))
    hall.cut_off("bea")
    say("hugo", m.Chat(0, "two"))
    say("hugo", m.ChatPhrase(0, FIRST_SIGNAL_PHRASE))
    hall.link("bea", "hugo")
    assert [event.message for event in hall.told("bea", ChatReceived)] == [m.Chat(1, "one"), m.Chat(0, "two")]
    hall.events["ana"].clear()
    hall.restart("ana")
    hall.link("ana", "hugo")
    assert [event.message for event in hall.told("ana", ChatReceived)] == [m.Chat(1, "one"), m.Chat(0, "two")]
    for number in range(MAX_CHAT_LINES):
        say("bea", m.Chat(2, str(number)))
    stranger(hall, "will", JoinRequest("will", 1, watch=True))
    assert [event.message for event in hall.told("will", ChatReceived)] == [
        m.Chat(2, str(at)) for at in range(MAX_CHAT_LINES)
    ]


def test_a_watcher_may_talk_but_shows_no_moves() -> None:
    hall = Hall(NAMES)
    hall.begin()
    party = stranger(hall, "will", JoinRequest("will", 1, watch=True))
    party.requests.send_talk(m.Chat(0, "hola"), hall.now)
    party.requests.send_talk(m.Preview(0, b"meld"), hall.now)
    hall.settle()
    assert [event.message for event in hall.told("ana", ChatReceived)] == [m.Chat(8, "hola")]


@pytest.mark.parametrize(("known", "reason"), [(True, Reason.KNOWN_MATCH), (False, Reason.OTHER_MATCH)])
def test_a_watcher_begins_neither_a_match_that_its_home_knows_nor_another_than_the_rooms(
    known: bool, reason: Reason
) -> None:
    hall, other = Hall(NAMES), Hall(NAMES, chance="another ")
    hall.begin()
    other.begin()
    hall.swallow = lambda _who, whom, message: whom == "will" and isinstance(message, m.Entries)
    party = stranger(hall, "will", JoinRequest("will", 1, watch=True))
    party.knows = lambda _match: known
    link = next(number for number, ends in hall.wires.items() if "will" in ends)
    start = (hall if known else other).lockstep("hugo").replica.entries[0].numbered
    party.on_message(link, m.Entries((start,)), hall.now)
    hall.settle()
    assert party.lockstep is None
    assert hall.kept["will"] == []
    assert turned_away(hall, "will") == [reason]


# Presence, votes, leaving


def test_everybody_knows_who_is_away_and_may_vote_only_after_the_grace() -> None:
    hall = Hall(NAMES)
    hall.swallow = lambda who, _whom, message: who == "bea" and isinstance(message, m.Submit)
    hall.begin()
    hall.cut_off("bea")
    for name in ("hugo", "ana"):
        assert hall.parties[name].away_since(2) == hall.now
        assert hall.parties[name].away_since(1) is None
    hall.wait(GRACE_MS)
    for name in ("hugo", "ana"):
        assert not hall.parties[name].requests.vote_absent(2, hall.now), "nobody has asked her"
    hall.call("hugo", 2)
    hall.wait(GRACE_MS - 1)
    for name in ("hugo", "ana"):
        assert not hall.parties[name].requests.vote_absent(2, hall.now)
    hall.wait(1)
    for name in ("hugo", "ana"):
        assert hall.parties[name].requests.vote_absent(2, hall.now)
        hall.settle()
    assert hall.lockstep("hugo").replica.roster.persons == (0, 1)
    assert hall.story("ana").over
    hall.swallow = lambda *_: False
    hall.link("bea", "hugo")
    assert hall.lockstep("bea").replica.roster.persons == (0, 1, 2), "between rounds she has her seat back"
    assert hall.lockstep("bea").replica.heads == hall.lockstep("hugo").replica.heads


def test_six_missed_heartbeats_show_as_away() -> None:
    hall = Hall(NAMES)
    hall.begin()
    link = next(number for number, ends in hall.wires.items() if "bea" in ends)
    hall.parties["hugo"].on_link_quiet(link, hall.now, away=True)
    hall.settle()
    assert hall.parties["ana"].away_since(2) == hall.now
    hall.parties["hugo"].on_link_quiet(link, hall.now, away=False)
    hall.settle()
    assert hall.parties["ana"].away_since(2) is None


def test_who_leaves_by_menu_is_replaced_by_a_bot_and_play_goes_on() -> None:
    hall = Hall(NAMES)
    hall.swallow = lambda who, _whom, message: who == "bea" and isinstance(message, m.Submit)
    hall.begin()
    hall.swallow = lambda *_: False
    hall.cut_off("bea")
    hall.link("bea", "hugo")
    hall.parties["bea"].requests.leave_seat(hall.now)
    hall.settle()
    hall.parties["bea"].requests.take_seat(hall.now)
    hall.settle()
    assert hall.alike()
    assert hall.story("hugo").over
    kinds = [entry.core.kind for entry in hall.lockstep("hugo").replica.entries]
    assert LogKind.LEAVE in kinds
    assert kinds.index(LogKind.RETURN) > kinds.index(LogKind.LEAVE)


def test_a_host_who_leaves_hands_over_and_the_log_goes_on() -> None:
    hall = Hall(NAMES)

    def swallow(who: str, _whom: str, message: frames.Message) -> bool:
        return who == "ana" and isinstance(message, m.Submit) and read_core(message.raw).kind >= FIRST_GAME_KIND

    hall.swallow = swallow
    hall.begin()
    length = hall.lockstep("hugo").replica.length
    hall.parties["hugo"].requests.leave_seat(hall.now)
    hall.settle()
    assert hall.told("bea", HostChanged) == [HostChanged(1)]
    hall.cut_off("hugo")
    hall.swallow = lambda *_: False
    assert hall.parties["bea"].wanted_addresses(hall.now) == (("ana:1",),)
    hall.link("bea", "ana")
    assert hall.lockstep("ana").is_hosting
    assert hall.story("bea").over
    assert hall.lockstep("bea").replica.heads == hall.lockstep("ana").replica.heads
    assert hall.lockstep("ana").replica.length > length + 2


def test_a_host_alone_looks_for_the_others_after_a_while() -> None:
    hall = Hall(NAMES)
    hall.begin()
    hall.restart("hugo")
    assert hall.parties["hugo"].wanted_addresses(hall.now) == ()
    hall.settle()
    hall.wait(LONELY_AFTER_MS)
    assert hall.parties["hugo"].wanted_addresses(hall.now) == (("ana:1",), ("bea:1",))


def test_a_guest_alone_calls_everybody_of_the_start_and_any_of_them_has_the_log_to_give() -> None:
    hall = Hall(NAMES)
    hall.begin()
    hall.kept["bea"] = hall.kept["bea"][:12]
    hall.restart("bea")
    hall.settle()
    assert hall.parties["bea"].wanted_addresses(hall.now) == (("hugo:1",),)
    hall.wait(LONELY_AFTER_MS)
    assert ("ana:1",) in hall.parties["bea"].wanted_addresses(hall.now)
    hall.link("bea", "ana")
    assert not hall.lockstep("ana").is_hosting
    assert hall.alike()


def test_a_watcher_is_no_company_for_who_waits_for_the_others() -> None:
    hall = Hall(NAMES)
    hall.begin()
    for name in ("ana", "bea"):
        hall.cut_off(name)
    stranger(hall, "eve", JoinRequest("eve", 1, watch=True))
    hall.wait(LONELY_AFTER_MS)
    assert hall.parties["hugo"].presence.alone_since is not None
    assert hall.parties["eve"].presence.alone_since is None
    assert ("bea:1",) in hall.parties["hugo"].wanted_addresses(hall.now)


def test_talk_goes_through_the_host_alone_where_others_are_linked_too() -> None:
    hall = Hall(NAMES)
    hall.begin()
    hall.link("bea", "ana")
    hall.parties["bea"].requests.send_talk(m.Chat(8, "hola"), hall.now)
    hall.settle()
    assert [one.message for one in hall.told("ana", ChatReceived)] == [m.Chat(2, "hola")]
    assert [one.message for one in hall.told("hugo", ChatReceived)] == [m.Chat(2, "hola")]
    assert not hall.told("bea", ChatReceived)


def test_a_session_hears_of_the_start_before_its_entries() -> None:
    hall = Hall(NAMES)
    hall.begin()
    for seat, name in enumerate(NAMES):
        told = [event for event in hall.events[name] if isinstance(event, MatchBegan | EntryAppended)]
        assert told[0] == MatchBegan(seat)
        assert isinstance(told[1], EntryAppended)
        assert told[1].entry.number == 0


def test_a_host_who_leaves_between_rounds_begins_none_for_the_next_one() -> None:
    """Behind a round that he had begun himself, nobody could go on without both him and the next."""
    hall = Hall(NAMES)
    hall.swallow = lambda who, _whom, message: who == "bea" and isinstance(message, m.Submit)
    hall.begin()
    replica = hall.lockstep("hugo").replica
    before = replica.length
    hall.parties["hugo"].requests.leave_seat(hall.now)
    assert [entry.core.kind for entry in replica.entries[before:]] == [LogKind.LEAVE, LogKind.HANDOVER]


@pytest.mark.parametrize("kept", [slice(0, 8), slice(8, 16)])
def test_a_match_whose_number_is_equal_in_one_half_is_another_match(kept: slice) -> None:
    hall = Hall(NAMES)
    hall.begin()
    ours = hall.lockstep("hugo").replica.match
    other = bytearray(byte ^ 1 for byte in ours)
    other[kept] = ours[kept]
    lockstep = hall.lockstep("hugo")
    link = next(iter(lockstep.feeder.readers))
    before = lockstep.replica.heads[-1]
    hall.parties["hugo"].on_message(link, replace(lockstep.have_message, match=bytes(other)), hall.now)
    hall.settle()
    assert hall.told("hugo", DropLink)[-1].reason is Reason.OTHER_MATCH
    assert lockstep.replica.heads[-1] == before
