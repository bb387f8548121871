from __future__ import annotations

from dataclasses import replace

import pytest

from net import frames
from net import messages as m
from net.guests import HostChanged
from net.identity import Identity
from net.log.bodies import LogKind, Rehost, read_body
from net.log.calls import GRACE_MS
from net.log.effects import LogRewound, OtherBranch, PromiseRecord
from net.log.entries import TABLE_AUTHOR, Core
from net.log.roster import Candidacy, Roster, is_majority, is_quorum, next_ballot, rehost_flaw
from net.log.succession import RANK_DELAY_MS, REPEAT_PROPOSAL_MS
from net.reasons import Reason
from tests.net.fake_lan import identity
from tests.net.parties import Hall
from tools.netsim import run
from tools.netsim_plan import drawn_plan

NAMES = ("hugo", "ana", "bea", "carl")


def orphaned(*names: str) -> Hall:
    """A match in its second round whose host dies for good; the grace is over."""
    hall = Hall(names or NAMES)

    def swallow(who: str, _whom: str, message: frames.Message) -> bool:
        return who == "ana" and isinstance(message, m.Submit) and hall.story("hugo").round == 1

    hall.swallow = swallow
    hall.begin()
    assert hall.story("hugo").round == 1
    hall.cut_off("hugo")
    hall.swallow = lambda *_: False
    hall.names = hall.names[1:]
    del hall.parties["hugo"]
    hall.wait(GRACE_MS)
    return hall


def mesh(hall: Hall) -> None:
    """Let everybody give the host up and call whom he wants, by address."""
    for name in hall.names:
        assert hall.parties[name].requests.give_up_host(hall.now)
    for name in hall.names:
        for addresses in filter(None, hall.parties[name].wanted_addresses(hall.now)):
            target = addresses[0].split(":")[0]
            if target in hall.parties and target != name:
                hall.link(name, target)


def test_the_next_in_order_goes_on_from_the_last_checkpoint() -> None:
    hall = orphaned()
    checkpoint = hall.lockstep("ana").replica.checkpoint()
    mesh(hall)
    hall.wait(1)
    assert not hall.told("ana", HostChanged)  # carl was not heard, and might know more
    hall.wait(REPEAT_PROPOSAL_MS)
    assert hall.alike()
    for name in hall.names:
        assert hall.told(name, HostChanged) == [HostChanged(1)]
        assert [one.length for one in hall.told(name, LogRewound)] == [checkpoint]
        assert hall.story(name).over
        assert not hall.lockstep(name).replica.roster.chairs[0].held
    assert hall.lockstep("ana").is_hosting


@pytest.mark.parametrize("behind", [False, True])
def test_who_stands_still_under_the_old_host_follows_the_new_one(behind: bool) -> None:
    """Whether its log goes on where the new line begins, or beyond."""
    hall = orphaned()
    bea = hall.lockstep("bea")
    if behind:
        bea.truncate(bea.replica.checkpoint())
    bea.distrust(bea.replica.roster.host_key)
    mesh(hall)
    if behind:
        hall.link("bea", "ana")  # whose address its log does not have
    hall.wait(REPEAT_PROPOSAL_MS + 1)
    assert hall.alike()
    assert not bea.host_lied
    assert hall.story("bea").over


def test_a_replaced_host_goes_on_alone_only_with_what_he_has_beyond_the_base() -> None:
    hall = orphaned()
    replica = hall.lockstep("ana").replica
    base = replica.checkpoint()
    his = [
        m.Shown(0, length, replica.heads[length], replica.entries[length - 1].numbered.seal)
        for length in (base, base + 1)
    ]
    mesh(hall)
    hall.wait(REPEAT_PROPOSAL_MS + 1)
    assert hall.lockstep("ana").is_hosting
    ana, link = hall.parties["ana"], 99
    ana.on_link_opened(link, identity("hugo").key, bytes(16), hall.now, ours=False)
    ana.on_message(link, m.Join("hugo", 1, b"", watch=False, match=replica.match), hall.now)
    for shown, told in zip(his, ([], [OtherBranch(0)]), strict=True):
        ana.on_message(link, shown, hall.now)
        hall.settle()
        assert hall.told("ana", OtherBranch) == told


@pytest.mark.parametrize(
    ("host", "order"), [(0, (1, 2, 3)), (1, (2, 3, 0)), (2, (3, 0, 1)), (3, (0, 1, 2)), (TABLE_AUTHOR, (0, 1, 2, 3))]
)
def test_the_next_host_is_looked_for_from_the_hosts_seat_on(host: int, order: tuple[int, ...]) -> None:
    hall = Hall(NAMES)
    hall.begin()
    roster = hall.lockstep("ana").replica.roster
    assert replace(roster, host=host).successors() == order


def test_nobody_gives_a_host_up_before_the_grace_is_over() -> None:
    hall = Hall(NAMES)
    hall.begin()
    assert not hall.parties["ana"].requests.give_up_host(hall.now)
    hall.cut_off("hugo")
    assert not hall.parties["ana"].requests.give_up_host(hall.now)
    hall.wait(GRACE_MS - 1)
    assert not hall.parties["ana"].requests.give_up_host(hall.now)
    hall.wait(1)
    assert hall.parties["ana"].requests.give_up_host(hall.now)


def test_a_host_who_comes_back_is_the_host() -> None:
    hall = Hall(NAMES)
    hall.swallow = lambda who, _whom, message: who == "bea" and isinstance(message, m.Submit)
    hall.begin()
    hall.cut_off("hugo")
    hall.wait(GRACE_MS)
    for name in NAMES[1:]:
        hall.parties[name].requests.give_up_host(hall.now)
    hall.swallow = lambda *_: False
    for name in NAMES[1:]:
        hall.link(name, "hugo")
    hall.wait(5 * RANK_DELAY_MS)
    assert hall.alike()
    assert hall.lockstep("hugo").is_hosting
    assert not hall.told("ana", HostChanged)


def test_if_the_next_is_gone_too_the_one_after_him_stands_later() -> None:
    hall = orphaned()
    hall.names = ("bea", "carl")
    del hall.parties["ana"]
    mesh(hall)
    hall.wait(RANK_DELAY_MS - 1)
    assert not hall.told("bea", HostChanged)
    hall.wait(2 * RANK_DELAY_MS)
    assert hall.told("carl", HostChanged) == [HostChanged(2)]
    hall.call("carl", 1)
    hall.wait(GRACE_MS)
    for name in hall.names:
        assert hall.parties[name].requests.vote_absent(1, hall.now)
        hall.settle()
    assert hall.alike()
    assert hall.story("bea").over


def test_one_of_three_alone_is_not_enough() -> None:
    hall = orphaned()
    hall.names = ("carl",)
    del hall.parties["ana"], hall.parties["bea"]
    mesh(hall)
    hall.wait(20 * RANK_DELAY_MS)
    assert not hall.told("carl", HostChanged)


def test_who_still_has_the_host_consents_to_nothing() -> None:
    hall = Hall(NAMES)
    hall.swallow = lambda who, _whom, message: who == "bea" and isinstance(message, m.Submit)
    hall.begin()
    hall.link("carl", "ana")
    link = max(hall.wires)
    replica = hall.lockstep("ana").replica
    base = replica.checkpoint()
    hall.parties["ana"].on_message(link, m.Propose(next_ballot(0, 3), 3, base, replica.heads[base]), hall.now)
    hall.settle()
    assert not any(isinstance(message, m.Consent) for _who, _whom, message in hall.sent)


def test_a_promise_is_kept_and_outlives_a_crash() -> None:
    hall = orphaned()
    mesh(hall)
    hall.wait(REPEAT_PROPOSAL_MS)
    promises = [record for record in hall.kept["bea"] if isinstance(record, PromiseRecord)]
    assert promises == [PromiseRecord(next_ballot(0, 1))]
    hall.restart("bea")
    assert hall.lockstep("bea").promise == next_ballot(0, 1)
    assert hall.lockstep("bea").replica.roster.host == 1


def test_a_deposed_host_who_returns_follows_and_gets_his_seat_back() -> None:
    hall = Hall(NAMES, rounds=3)

    def swallow(who: str, _whom: str, message: frames.Message) -> bool:
        return who == "ana" and isinstance(message, m.Submit) and hall.story("hugo").round == 1

    hall.swallow = swallow
    hall.begin()
    old = hall.parties.pop("hugo")
    for number, ends in list(hall.wires.items()):
        if "hugo" in ends:
            old.on_link_lost(number, Reason.CUT, hall.now)
            del hall.wires[number]
            other = next(name for name in ends if name != "hugo")
            hall.parties[other].on_link_lost(number, Reason.CUT, hall.now)
    hall.names = NAMES[1:]
    hall.wait(GRACE_MS)
    # Bea keeps her part of the new round back until the old host is there again.
    hall.swallow = lambda who, _whom, message: who == "bea" and isinstance(message, m.Submit)
    mesh(hall)
    hall.wait(REPEAT_PROPOSAL_MS)
    hall.parties["hugo"] = old
    hall.names = NAMES
    hall.link("hugo", "ana")
    assert hall.told("hugo", LogRewound)
    assert hall.lockstep("hugo").replica.roster.host == 1
    hall.swallow = lambda *_: False
    hall.cut_off("bea")
    hall.link("bea", "ana")
    assert hall.alike()
    assert hall.lockstep("hugo").replica.roster.chairs[0].held
    assert hall.story("hugo").over
    hall.cut_off("hugo")
    hall.link("hugo", "ana")  # and tells again what he was shown in the line he left
    assert not any(hall.told(name, OtherBranch) for name in NAMES)


# What makes a REHOST hold


def rehost() -> tuple[Roster, Core, Rehost]:
    """Return the REHOST of a real succession, and the place it stands on."""
    hall = orphaned()
    mesh(hall)
    hall.wait(REPEAT_PROPOSAL_MS)
    replica = hall.lockstep("bea").replica
    (entry,) = [one for one in replica.entries if one.core.kind == LogKind.REHOST]
    body = read_body(entry.core)
    assert isinstance(body, Rehost)
    return replica.rosters[entry.number], entry.core, body


def test_a_rehost_needs_true_and_enough_consents() -> None:
    roster, core, body = rehost()
    assert rehost_flaw(roster, core, body) == ""
    first, second = body.consents[:2]
    for spoiled, code in (
        (body._replace(ballot=body.ballot + 1), "wrong_ballot"),
        (body._replace(ballot=1), "false_consent"),
        (body._replace(seat=0), "no_elector"),
        (body._replace(seat=2), "wrong_ballot"),
        (body._replace(consents=(first,)), "too_few_consents"),
        (body._replace(consents=(first, first)), "too_few_consents"),
        (body._replace(consents=(first, second._replace(seat=0))), "too_few_consents"),
        (body._replace(consents=(first, second._replace(seat=5))), "no_elector"),
        (body._replace(consents=(first, second._replace(seat=3))), "false_consent"),
        (body._replace(consents=(first, second._replace(signature=bytes(64)))), "false_consent"),
    ):
        assert rehost_flaw(roster, core, spoiled) == code
    assert rehost_flaw(roster, core._replace(head=bytes(32)), body) == "false_consent"
    assert rehost_flaw(roster, core._replace(seen=core.seen - 1), body) == "false_consent"


@pytest.mark.parametrize(
    ("persons", "least", "least_binding"), [(2, 1, 2), (3, 2, 2), (4, 2, 3), (5, 3, 3), (6, 3, 4), (7, 4, 4)]
)
def test_how_many_are_enough(persons: int, least: int, least_binding: int) -> None:
    roster, _core, _body = rehost()
    chair = roster.chairs[1]
    chairs = tuple(type(chair)(identity(str(at)).key, str(at), "", held=True) for at in range(persons))
    full = type(roster)(roster.match, 0, chairs[0].key, 0, chairs, b"")
    assert [is_quorum(full, range(1, 1 + count)) for count in (least - 1, least)] == [False, True]
    # With the one who hosted there it takes more than half of all.
    assert [is_quorum(full, range(count)) for count in (least_binding - 1, least_binding)] == [False, True]
    assert [is_majority(full, count) for count in (least_binding - 1, least_binding)] == [False, True]


def test_ballots_rise_and_name_their_candidate() -> None:
    ballots = [next_ballot(0, 2)]
    for seat in (0, 1, 7, 2):
        ballots.append(next_ballot(ballots[-1], seat))
    assert ballots == sorted(set(ballots))
    assert [ballot % 16 for ballot in ballots] == [2, 0, 1, 7, 2]


def test_a_consent_holds_for_one_candidacy_only() -> None:
    roster, _core, _body = rehost()
    bea: Identity = identity("bea")
    one = Candidacy(roster.match, 17, 1, 9, bytes(32))
    agreement = one.sign_consent(2, bea)
    assert one.is_valid_consent(roster, agreement)
    for other in (
        Candidacy(bytes(16), 17, 1, 9, bytes(32)),
        Candidacy(roster.match, 33, 1, 9, bytes(32)),
        Candidacy(roster.match, 17, 2, 9, bytes(32)),
        Candidacy(roster.match, 17, 1, 8, bytes(32)),
        Candidacy(roster.match, 17, 1, 9, b"x" * 32),
    ):
        assert not other.is_valid_consent(roster, agreement)


def test_who_went_on_alone_from_before_what_is_settled_undoes_nothing() -> None:
    """One of two cannot void rounds that the other has played since by going on alone from before them."""
    hall = Hall(("hugo", "ana"))

    def swallow(who: str, _whom: str, message: frames.Message) -> bool:
        return who == "ana" and isinstance(message, m.Submit) and hall.story("hugo").round == 1

    hall.swallow = swallow
    hall.begin()
    hall.cut_off("ana")
    hall.call("hugo", 1)
    hall.wait(GRACE_MS)
    assert hall.parties["hugo"].requests.vote_absent(1, hall.now)
    hall.settle()
    assert hall.story("hugo").over
    assert hall.parties["ana"].requests.give_up_host(hall.now)
    hall.wait(1)
    assert hall.lockstep("ana").is_hosting
    before = hall.lockstep("hugo").replica.heads[-1]
    assert hall.lockstep("hugo").replica.checkpoint() > hall.lockstep("ana").replica.rest_lengths[1]
    hall.link("ana", "hugo")
    assert hall.told("hugo", OtherBranch) == [OtherBranch(next_ballot(0, 1))]
    assert hall.told("ana", OtherBranch) == [OtherBranch(0)]
    hall.cut_off("ana")
    hall.link("hugo", "ana")
    assert hall.told("ana", OtherBranch) == [OtherBranch(0)], "it is told once"
    assert not hall.told("hugo", LogRewound)
    assert hall.lockstep("hugo").replica.heads[-1] == before


@pytest.mark.parametrize("seed", [777_265, 777_270])
def test_who_handed_over_before_the_new_host_died_has_a_voice(seed: int) -> None:
    """The first host left by menu, the second died for good; the base is before both, and two of three are left."""
    assert run(drawn_plan(seed)).faults == []
