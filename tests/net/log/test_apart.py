"""Whom a log says to be playing on elsewhere: the last of the others, if it was cut off and has not come back."""

from __future__ import annotations

from dataclasses import replace

from net import frames
from net import messages as m
from net.log.apart import SplitMatch, split_in
from net.log.bodies import LogKind, Vote, write_body
from net.log.calls import GRACE_MS
from net.log.replica import EntryDraft
from tests.net.parties import Hall

ANA = 1


def silent(*names: str) -> Hall:
    """Return a match that waits for Ana, whose entries are lost in the second round."""
    hall = Hall(names, rounds=3)

    def swallow(who: str, _whom: str, message: frames.Message) -> bool:
        return who == "ana" and isinstance(message, m.Submit) and hall.story("hugo").round == 1

    hall.swallow = swallow
    hall.begin()
    return hall


def given_up(*names: str) -> Hall:
    """Return a match in which Ana is cut off and voted off by all others."""
    hall = silent(*names)
    hall.cut_off("ana")
    hall.call("hugo", ANA)
    hall.wait(GRACE_MS)
    for name in names:
        if name != "ana":
            hall.parties[name].requests.vote_absent(ANA, hall.now)
            hall.settle()
    assert ANA not in hall.lockstep("hugo").replica.roster.persons
    return hall


def test_who_was_left_alone_by_a_vote_has_the_match_that_counts() -> None:
    replica = given_up("hugo", "ana").lockstep("hugo").replica
    number = next(entry.number for entry in replica.entries if entry.core.kind == LogKind.VOTE)
    assert split_in(replica) == SplitMatch(number, ANA, counts=True)


def test_who_was_left_alone_by_a_new_host_has_the_one_that_does_not() -> None:
    hall = silent("hugo", "ana")
    hall.cut_off("hugo")
    hall.wait(GRACE_MS)
    assert hall.parties["ana"].requests.give_up_host(hall.now)
    hall.wait(1)
    replica = hall.lockstep("ana").replica
    number = next(entry.number for entry in replica.entries if entry.core.kind == LogKind.REHOST)
    assert split_in(replica) == SplitMatch(number, 0, counts=False)


def test_where_others_are_left_nobody_plays_on_alone() -> None:
    assert split_in(given_up("hugo", "ana", "bea").lockstep("hugo").replica) is None


def test_who_forfeits_the_seat_is_here_and_goes_on_nowhere_else() -> None:
    hall = silent("hugo", "ana")
    lockstep = hall.lockstep("hugo")
    body = write_body(Vote(ANA, lockstep.replica.roster.entries_written_by(ANA), forfeit=True))
    hall.parties["hugo"].requests.write_entry(EntryDraft(LogKind.VOTE, body), hall.now)
    hall.settle()
    assert lockstep.replica.roster.persons == (0,)
    assert split_in(lockstep.replica) is None


def test_who_came_back_plays_nowhere_else() -> None:
    replica = given_up("hugo", "ana").lockstep("hugo").replica
    hugo, ana = replica.roster.chairs
    replica.roster = replace(replica.roster, chairs=(hugo, replace(ana, held=True)))
    assert split_in(replica) is None
