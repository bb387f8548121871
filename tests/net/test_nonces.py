"""How a match gets its id: nobody alone picks it, nobody is led into one without his own new nonce."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from net import messages as m
from net.guests import NotStarted, TurnedAway
from net.log.bodies import Start, read_body
from net.log.effects import EntryRecord, SaltRecord
from net.log.match_id import commitment, match_id
from net.log.sequencer import first_entry
from net.nonces import REVEAL_TIMEOUT_MS, OwnNonce
from net.reasons import Reason
from net.schema import Misfit
from tests.net.fake_lan import entropy, identity
from tests.net.parties import OFFER, Hall

NAMES = ("hugo", "ana", "bea")


def start_of(hall: Hall, name: str = "hugo") -> Start:
    start = read_body(hall.lockstep(name).replica.entries[0].core)
    assert isinstance(start, Start)
    return start


def ready(hall: Hall, name: str, *, is_ready: bool = True) -> None:
    hall.parties[name].requests.send_request(m.Ready(ready=is_ready, digest=OFFER.digest), hall.now)
    hall.settle()


def held_at(hall: Hall, name: str) -> None:
    """Begin, while somebody's nonce does not arrive."""
    hall.gather()
    hall.swallow = lambda who, _whom, message: who == name and isinstance(message, m.Reveal)
    hall.parties["hugo"].requests.start_match(b"header", hall.now)
    hall.settle()


def test_all_make_the_same_id_and_keep_a_salt_of_their_own_before_anything_else() -> None:
    hall = Hall(NAMES)
    hall.begin()
    assert len({hall.lockstep(name).replica.match for name in NAMES}) == 1
    start = start_of(hall)
    assert len(start.nonces) == len({*start.nonces}) == len(NAMES)
    salts = []
    for name in NAMES:
        salt, first = hall.kept[name][:2]
        assert isinstance(salt, SaltRecord)
        assert isinstance(first, EntryRecord)
        assert salt.match == match_id(start)
        salts.append(salt.salt)
    assert len({*salts}) == len(NAMES)


def test_a_host_who_changes_anything_after_the_pledges_begins_with_nobody() -> None:
    """Another nonce of his own, another roster, another header: what he may still choose is whether to begin."""
    changes: tuple[Callable[[Start], Start], ...] = (
        lambda start: start._replace(nonces=(bytes(32), *start.nonces[1:])),
        lambda start: start._replace(header=b"another"),
        lambda start: start._replace(addresses=("elsewhere:1",)),
        lambda start: start._replace(sitters=(*start.sitters[:2], start.sitters[2]._replace(name="eve"))),
    )
    for change in changes:
        hall = Hall(NAMES)
        hall.begin()
        start = change(start_of(hall))
        assert not hall.parties["ana"].nonce.is_in_start(start)
        assert hall.parties["ana"].nonce.is_in_start(start_of(hall))
        assert match_id(start) != match_id(start_of(hall))


def test_a_nonce_is_shown_for_one_list_only() -> None:
    ana = OwnNonce(b"a" * 32, entropy("ana"))
    own = m.NonceCommitment(b"a" * 32, ana.pledge_new())
    other = m.NonceCommitment(b"h" * 32, bytes(32))
    assert ana.reveal_for(m.Begin(bytes(32), (other,))) is None  # it is not in it
    assert ana.reveal_for(m.Begin(bytes(32), (own, own))) is None  # a key twice
    assert ana.reveal_for(m.Begin(bytes(32), (other._replace(commit=own.commit),))) is None  # another's pledge of it
    said = ana.reveal_for(m.Begin(bytes(32), (other, own)))
    assert said is not None
    assert commitment(b"a" * 32, said.nonce) == own.commit
    assert ana.reveal_for(m.Begin(b"x" * 32, (other, own))) is None
    again = ana.reveal_for(m.Begin(b"x" * 32, (other, own._replace(commit=said.commit))))
    assert again is not None
    assert again.nonce != said.nonce
    ana.withdraw_pledge()
    assert ana.reveal_for(m.Begin(bytes(32), (own._replace(commit=again.commit),))) is None


def test_one_nonce_twice_or_one_too_few_begins_no_log() -> None:
    hall = Hall(NAMES)
    hall.begin()
    start = start_of(hall)
    twice = start._replace(nonces=(start.nonces[0], start.nonces[0], start.nonces[2]))
    with pytest.raises(Misfit, match="nonce of each"):
        type(hall.lockstep("ana").replica)(first_entry(twice, identity("hugo")), hall.parties["ana"].make_story)


def test_who_never_shows_his_nonce_is_ready_no_longer_and_the_lobby_goes_on() -> None:
    hall = Hall(NAMES)
    held_at(hall, "bea")
    hall.wait(REVEAL_TIMEOUT_MS - 1)
    assert hall.parties["hugo"].drawing is not None
    hall.wait(1)
    assert hall.told("hugo", NotStarted) == [NotStarted(("bea",))]
    assert all(hall.parties[name].lockstep is None for name in NAMES)
    room = hall.parties["ana"].room
    assert room is not None
    assert [chair.ready for chair in room.chairs[1:]] == [True, False]
    hall.swallow = lambda *_: False
    ready(hall, "bea")
    hall.parties["hugo"].requests.start_match(b"header", hall.now)
    hall.settle()
    assert hall.alike()


def test_no_match_begins_if_somebody_is_ready_no_longer_meanwhile() -> None:
    hall = Hall(NAMES)
    held_at(hall, "bea")
    ready(hall, "bea", is_ready=False)
    assert hall.told("hugo", NotStarted) == [NotStarted(())]
    assert all(hall.parties[name].lockstep is None for name in NAMES)
    hall.swallow = lambda *_: False
    ready(hall, "bea")
    hall.parties["hugo"].requests.start_match(b"header", hall.now)
    hall.settle()
    assert hall.alike()


def test_a_host_that_dies_between_the_nonces_and_start_begins_anew_with_new_ones() -> None:
    hall = Hall(NAMES)
    held_at(hall, "bea")
    before = hall.parties["ana"].nonce
    hall.restart("hugo")
    hall.swallow = lambda *_: False
    lobby = hall.parties["hugo"].lobby
    assert lobby is not None
    lobby.join(identity("hugo").key, m.Join("hugo", 1, b"", watch=False, match=b""))
    for name in NAMES[1:]:
        hall.link(name, "hugo")
        ready(hall, name)
    hall.parties["hugo"].requests.start_match(b"header", hall.now)
    hall.settle()
    assert hall.alike()
    assert before.is_in_start(start_of(hall))


def test_who_starts_again_between_its_nonce_and_start_is_in_the_match_still() -> None:
    hall = Hall(NAMES)
    hall.gather()
    hall.swallow = lambda _who, whom, message: whom == "ana" and isinstance(message, m.Entries)
    hall.parties["hugo"].requests.start_match(b"header", hall.now)
    hall.settle()
    assert hall.parties["ana"].lockstep is None
    hall.swallow = lambda *_: False
    hall.restart("ana")
    hall.link("ana", "hugo")
    assert hall.alike()
    assert hall.lockstep("ana").seat is not None
    assert isinstance(hall.kept["ana"][0], SaltRecord)


def test_a_nonce_that_was_kept_opens_no_other_match_after_a_restart() -> None:
    hall = Hall(NAMES)
    hall.gather()
    hall.swallow = lambda _who, whom, message: whom == "ana" and isinstance(message, m.Entries)
    hall.parties["hugo"].requests.start_match(b"header", hall.now)
    hall.settle()
    hall.shown["ana"] = replace(hall.shown["ana"], begin=replace(hall.shown["ana"].begin, terms=bytes(32)))
    hall.swallow = lambda *_: False
    hall.restart("ana")
    hall.link("ana", "hugo")
    assert hall.told("ana", TurnedAway)[-1].reason is Reason.NOT_DRAWN


def test_a_host_who_shows_two_a_different_list_makes_two_matches_and_one_is_refused() -> None:
    """Bea is sent the START that Ana's list belongs to: it does not open the one for which she showed her nonce."""
    hall = Hall(NAMES)
    hall.gather()
    party = hall.parties["bea"]
    answered = party.nonce.reveal_for

    def other_list(begin: m.Begin) -> m.Reveal | None:
        return answered(replace(begin, terms=bytes(32)))

    party.nonce.reveal_for = other_list  # type: ignore[method-assign] # as if the host had sent it so
    hall.parties["hugo"].requests.start_match(b"header", hall.now)
    hall.settle()
    assert hall.told("bea", TurnedAway)[-1].reason is Reason.NOT_DRAWN
    assert party.lockstep is None
    assert hall.kept["bea"] == []


def test_a_match_that_the_home_knows_is_refused() -> None:
    hall = Hall(NAMES)
    hall.gather()
    hall.parties["bea"].knows = lambda _match: True
    hall.parties["hugo"].requests.start_match(b"header", hall.now)
    hall.settle()
    assert hall.told("bea", TurnedAway)[-1].reason is Reason.KNOWN_MATCH
    assert hall.kept["bea"] == []


def test_a_match_is_not_taken_up_without_its_salt() -> None:
    hall = Hall(NAMES)
    hall.begin()
    hall.kept["ana"] = [one for one in hall.kept["ana"] if not isinstance(one, SaltRecord)]
    again = hall.made("ana")
    assert not again.restore(hall.kept["ana"], hall.now)
    assert again.lockstep is None
