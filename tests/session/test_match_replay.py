"""A match laid out to be looked at: every table of it, and nobody's rack before it may be seen."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from game.match.match import Match
from game.match.transcript import TABLE_AUTHOR, Controller, EntryKind, Header
from game.session.branch import branch_match
from game.session.match_replay import ALL_SEATS, Replay, ReplayPosition, replay_of
from game.table.faces import HIDDEN
from game.table.view import View
from tests.slices import crossed
from tools.golden_pictures import golden_match

GAMES = ("burako-4", "eburako-2", "burraco-4", "rummikub-3", "rummy-4")


@cache
def person_match(name: str, entries: int | None = None) -> Match:
    """Return a golden match with a person on its first chair, cut after so many entries."""
    return as_played(golden_match(name), entries)


def as_played(bots: Match, entries: int | None = None, **changed: object) -> Match:
    """Return a match with a person on its first chair."""
    seats = (replace(bots.header.seats[0], controller=Controller.HERE, level=""), *bots.header.seats[1:])
    header: Header = replace(bots.header, seats=seats, **changed)  # type: ignore[arg-type]
    match = Match.new(header)
    for entry in bots.transcript.entries[:entries]:
        match, _ = match.with_decision(entry.author, entry.kind, entry.body)
    return match


def seen(view: View, replay: Replay, place: ReplayPosition) -> set[int]:
    """Return the tiles whose faces a view has beyond what everybody knew."""
    table = replay.rounds[place.round].table(place.made)
    return {tile for tile, face in enumerate(view.faces) if face is not HIDDEN and table.faces[tile] is HIDDEN}


@pytest.mark.parametrize("name", GAMES)
def test_every_table_is_there_and_each_eye_sees_its_own_rack(name: str) -> None:
    match = person_match(name)
    replay = replay_of(match.transcript)
    moves = sum(entry.kind is EntryKind.MOVE for entry in match.transcript.entries)
    assert sum(played.move_count for played in replay.rounds) == moves
    assert replay.over == match.standing.over
    assert replay.rounds[-1].standing == match.standing
    for at, played in enumerate(replay.rounds):
        if not played.is_scored:
            continue
        for made in range(0, played.move_count + 1, 7):
            place = ReplayPosition(at, made)
            table = played.table(made)
            for viewpoint in replay.viewpoints(at):
                view = replay.view_at(place, viewpoint)
                racks = table.racks if viewpoint == ALL_SEATS else (table.racks[viewpoint],)
                assert all(view.faces[tile] is not HIDDEN for rack in racks for tile in rack)
                assert seen(view, replay, place) <= {tile for rack in racks for tile in rack}
                assert len(view.story) == made


@pytest.mark.parametrize("name", GAMES)
def test_a_round_that_runs_shows_my_rack_alone(name: str) -> None:
    match = person_match(name, 30)
    replay = replay_of(match.transcript)
    assert not replay.over
    at = len(replay.rounds) - 1
    assert replay.closed_reason(at) == "running"
    assert replay.viewpoints(at) == (0,)
    for viewpoint in (1, ALL_SEATS):
        place = ReplayPosition(at, replay.rounds[at].move_count)
        assert seen(replay.view_at(place, viewpoint), replay, place) <= set(
            replay.rounds[at].table(place.made).racks[0]
        )


@pytest.mark.parametrize("name", GAMES)
def test_a_sealed_match_that_runs_shows_no_rack_but_mine_in_any_round(name: str) -> None:
    match = as_played(golden_match(name), dealer="sealed", seed=0)
    replay = replay_of(match.transcript, own=1, over=False)
    for at, played in enumerate(replay.rounds):
        assert replay.closed_reason(at) == "sealed"
        assert replay.viewpoints(at) == (1,)
        for viewpoint in (*range(len(match.header.seats)), ALL_SEATS):
            for made in range(0, played.move_count + 1, 5):
                place = ReplayPosition(at, made)
                assert seen(replay.view_at(place, viewpoint), replay, place) <= set(played.table(made).racks[1])
    over = replay_of(match.transcript, own=1, over=True)
    assert all(ALL_SEATS in over.viewpoints(at) for at, played in enumerate(over.rounds) if played.is_scored)


def test_who_only_watched_a_match_that_runs_sees_no_rack() -> None:
    match = as_played(golden_match("burako-4"), 40, dealer="sealed", seed=0)
    seats = tuple(replace(seat, controller=Controller.REMOTE) for seat in match.header.seats)
    transcript = replace(match.transcript, header=replace(match.header, seats=seats))
    replay = replay_of(transcript, over=False)
    place = ReplayPosition(0, 10)
    assert seen(replay.view_at(place, 0), replay, place) == set()


def test_a_round_that_was_broken_off_keeps_its_last_table_and_says_so() -> None:
    match = as_played(golden_match("burako-2"), 20)
    broken, _entry = match.with_decision(TABLE_AUTHOR, EntryKind.VOID, "the power failed")
    whole, replay = replay_of(match.transcript), replay_of(broken.transcript)
    assert [one.void for one in whole.rounds] == [False]
    assert [one.void for one in replay.rounds] == [True]
    assert replay.rounds[0].move_count == whole.rounds[0].move_count > 0


@pytest.mark.parametrize("name", GAMES)
def test_turns_end_where_the_mover_changes(name: str) -> None:
    played = replay_of(person_match(name).transcript).rounds[0]
    story = played.standing.story
    assert played.turn_ends[-1] == len(story)
    for end in played.turn_ends[:-1]:
        assert story[end - 1].seat != story[end].seat
    assert [played.turn_at(made) for made in (0, 1, played.move_count)] == [0, 1, len(played.turn_ends)]


@pytest.mark.parametrize(("name", "share"), crossed(list(GAMES), [0.0, 0.4, 0.9]))
def test_a_branch_has_the_same_table_and_the_same_tiles_to_come(name: str, share: float) -> None:
    match = person_match(name)
    replay = replay_of(match.transcript)
    played = replay.rounds[0]
    made = int(played.move_count * share)
    made_anew = branch_match(match.transcript, played.entry_count(made), 1, "hard")
    again = Match.of(made_anew.transcript)
    assert again.standing.table == played.table(made)
    assert [seat.controller for seat in again.header.seats].count(Controller.HERE) == 1
    assert again.header.seats[1].controller is Controller.HERE
    fresh = replay_of(again.transcript).rounds[-1]
    assert fresh.faces == played.faces
