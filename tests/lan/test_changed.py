"""Whole programs with one thing changed at the table of a real game: who lies is named, and the others play on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.client.words import phrase
from game.commands.lan_headless import Exit
from net.log.effects import PromiseRecord, write_record
from net.log.entries import MAX_BALLOT
from net.reasons import Reason
from net.schema import pack_plain
from tests.lan import changed
from tests.lan.hall import LanHall, Seat, offered
from tests.lan.test_absence import ended_alike, reaches

OFFER = offered("rummikub", players=3, rounds="fresh", fresh_rounds=1, turn_seconds=0)
OTHERS = ("ana", "bea", "cid")


def names_of(hall: LanHall, *names: str) -> Callable[[bytes], bool]:
    """Tell the keys of programs by their names."""
    return {hall.seats[name].headless.table.party.identity.key for name in names}.__contains__


def heard(seat: Seat, words: str) -> bool:
    return any(words in line for line in seat.headless.told)


@pytest.mark.whole  # a false table: below
def test_a_host_who_shows_two_histories_is_named_by_all_who_play_on_without_him(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall = LanHall(OFFER, ("hugo", *OTHERS), sits=False)
    changed.forks(monkeypatch.setattr, names_of(hall, "hugo"))
    hall.play_out()
    ended_alike(hall, *OTHERS)
    assert all(heard(hall.seats[name], "showed different players different histories") for name in OTHERS), hall.told()


@pytest.mark.whole  # without a kill: above
def test_a_guest_killed_under_a_host_who_forks_and_started_again_plays_on_with_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One of the others outbids whoever would host next."""
    hall = LanHall(OFFER, ("hugo", *OTHERS), sits=False)
    changed.forks(monkeypatch.setattr, names_of(hall, "hugo"))
    changed.outbids(monkeypatch.setattr, names_of(hall, "cid"))
    reaches(hall, 16)
    hall.kill("ana")
    hall.start("ana")
    hall.play_out()
    ended_alike(hall, "ana", "bea")


def test_a_guest_who_vouches_for_a_false_table_is_named_and_the_others_play_on(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = LanHall(OFFER, ("hugo", *OTHERS), sits=False)
    changed.lies(monkeypatch.setattr, names_of(hall, "cid"))
    honest = [hall.seats[name] for name in ("hugo", "ana", "bea")]
    hall.until(lambda: all(seat.headless.exit is not None for seat in honest))
    ended_alike(hall, "hugo", "ana", "bea")
    assert all(heard(seat, "cid's program vouched for a table") for seat in honest), hall.told()


def test_a_host_who_calls_and_votes_at_once_is_left_by_a_guest_who_keeps_the_chair(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall = LanHall(offered("rummikub", players=2, rounds="fresh", fresh_rounds=1, turn_seconds=0), ("hugo", "ana"))
    changed.votes(monkeypatch.setattr, names_of(hall, "hugo"))
    ana = hall.seats["ana"]
    hall.until(lambda: heard(ana, "ana hosts the table now."))
    assert ana.session.lockstep.seat == 1
    assert 1 in ana.story.roster.persons
    assert heard(ana, "What hugo's program sent as the host does not follow"), ana.headless.told
    assert not heard(ana, "A bot plays for ana")
    assert not heard(ana, "ana is gone")


@pytest.mark.whole  # a host alone: below
def test_a_host_and_a_guest_who_vote_the_two_others_away_are_left_by_both(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = LanHall(
        offered("rummikub", players=4, rounds="fresh", fresh_rounds=1, turn_seconds=0), ("hugo", "ana", "bea", "helper")
    )
    changed.votes(monkeypatch.setattr, names_of(hall, "hugo", "helper"))
    honest = [hall.seats[name] for name in ("ana", "bea")]
    hall.until(lambda: all(seat.headless.exit is not None for seat in honest))
    ended_alike(hall, "ana", "bea")
    for one in honest:
        assert heard(one, "What hugo's program sent as the host does not follow"), one.headless.told
        assert not any(heard(one, f"A bot plays for {other.name}") for other in honest)


def test_the_largest_ballot_costs_its_sender_the_link_and_a_journal_that_holds_it_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One guest proposes himself with it to all; another has promised it, and one for which there is no room."""
    hall = LanHall(OFFER, ("hugo", *OTHERS), sits=False)
    sent_away = changed.outbids(monkeypatch.setattr, names_of(hall, "cid"))
    reaches(hall, 16)
    hall.kill("ana")
    hall.seats["ana"].kept += [write_record(PromiseRecord(MAX_BALLOT)), pack_plain(("promise", MAX_BALLOT + 1))]
    hall.start("ana")
    hall.play_out()
    ended_alike(hall)
    assert Reason.OUT_OF_TURN in sent_away
    assert heard(hall.seats["ana"], str(phrase("news.damaged")))
    assert hall.seats["cid"].headless.exit is Exit.OVER
