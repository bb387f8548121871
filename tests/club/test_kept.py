"""A tournament's file: read again it gives the same state, and a torn tail is put aside and said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.club import kept
from game.club.events import event_line, read_event
from game.club.kept import (
    KeptTournament,
    TournamentInUseError,
    UnreadableTournamentError,
    begin_tournament_file,
    club_folder,
    read_tournament,
    resume_tournament,
    tournament_files,
)
from game.club.refusals import ClubCode, ClubRefusal
from game.club.tournament import BrokenTournamentError, Tournament, state_after
from game.club.values import ClubFormat, ClubPerson, TableResult, TournamentPlan
from tests.club.kit import Kept, begun, key, pair, person, plan, play

DAY = "2026-11-23 20.30"


def begun_in(home: Path, made_of: TournamentPlan) -> Tournament | ClubRefusal:
    """A tournament in its file of a home."""
    club_folder(home).mkdir(exist_ok=True)
    return begin_tournament_file(club_folder(home) / f"{DAY}.club", made_of)


def full() -> bytes:
    """A file in which everything happened once."""
    made = begun(plan(game="burako", seats=4, options=(("target", 2000),), rounds=4), 9)
    assert made.forbid_meeting(key(1), key(2)) is None
    assert pair(made) is None
    assert made.unpair_round() is None
    play(made, rounds=1)
    assert made.withdraw_result(1, 1) is None
    assert made.report_result(1, 1, TableResult(((10, 5),), (1,))) is None
    assert made.correct_result(1, 1, TableResult(((10, 5),))) is None
    assert made.remove_person(key(3)) is None
    assert made.readmit_person(key(3)) is None
    assert made.end() is None
    data: bytes = made._journal.data  # type: ignore[attr-defined]
    assert read_tournament(data) == KeptTournament(made.state, len(data))
    return data


def test_every_kind_of_event_is_written_and_read_again() -> None:
    lines = full().decode().splitlines()
    assert {json.loads(line)["event"] for line in lines} == {
        *("created", "joined", "left", "back", "forbidden", "paired"),
        *("unpaired", "told", "corrected", "withdrawn", "ended"),
    }
    assert [event_line(read_event(line)) for line in lines] == lines


def test_after_a_restart_the_state_is_the_same_and_goes_on(tmp_path: Path) -> None:
    made = begun_in(tmp_path, plan())
    assert isinstance(made, Tournament)
    for at in (1, 2, 3):
        assert made.add_entrant(person(at)) is None
    assert made.pair_round(9) is None
    (path,) = tournament_files(tmp_path)
    before = made.state
    del made  # lets go of the file, as the end of a program does
    again, damage = resume_tournament(path)
    assert (again.state, damage) == (before, "")
    assert again.report_result(1, 1, TableResult(((1, 2),))) is None
    after = again.state
    del again
    assert resume_tournament(path)[0].state == after != before


def test_what_another_program_runs_is_left_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "LOCK_TIMEOUT_SECONDS", 0.0)
    made = begun_in(tmp_path, plan())
    assert isinstance(made, Tournament)
    (file,) = tournament_files(tmp_path)
    with pytest.raises(TournamentInUseError, match="Another program runs"):
        resume_tournament(file)
    assert made.add_entrant(person(1)) is None
    state = made.state
    del made
    again, damage = resume_tournament(file)
    assert (again.state, damage) == (state, "")


def test_a_plan_that_cannot_be_leaves_no_file(tmp_path: Path) -> None:
    assert begun_in(tmp_path, plan(rounds=-1)) == ClubRefusal(ClubCode.ROUNDS, (99,))
    assert begun_in(tmp_path, plan(day="x" * 300)) == ClubRefusal(ClubCode.TOO_LARGE)
    assert tournament_files(tmp_path) == ()


@pytest.mark.parametrize("tail", [b'{"event":"joi', b"\xff\n", b'{"event":"left","person":"nobody"}\n'])
def test_a_damaged_tail_is_copied_aside_and_said_in_a_sentence(tmp_path: Path, tail: bytes) -> None:
    whole = b"".join(full().splitlines(keepends=True)[:6])
    path = tmp_path / "x.club"
    path.write_bytes(whole + tail)
    again, damage = resume_tournament(path)
    assert again.state == read_tournament(whole).state
    assert damage.startswith("Line 7 is damaged, and what follows is left out: ")
    assert damage.endswith(" It lies in x.club.damaged-1.")
    assert path.read_bytes() == whole
    assert (tmp_path / "x.club.damaged-1").read_bytes() == whole + tail


@pytest.mark.parametrize("data", [b"", b"\n", b"{}\n", b'{"event":"ended"}\n', b"[" * 100_000 + b"\n", b"\0"])
def test_what_is_no_tournament_is_said_in_a_sentence(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.club"
    path.write_bytes(data)
    with pytest.raises(UnreadableTournamentError, match="no tournament that Comod"):
        resume_tournament(path)
    assert path.read_bytes() == data
    with pytest.raises(UnreadableTournamentError, match="no file"):
        resume_tournament(tmp_path / "y.club")


SPOILT = [
    {"format": "ladder"},
    {"version": 2},
    {"version": None},
    {"seats": "2"},
    {"seats": True},
    {"seats": 10**10},
    {"pairs": 1},
    {"name": 7},
    {"name": "x" * 300},
    {"options": {"target": [1]}},
    {"more": 1},
]


@pytest.mark.parametrize("spoilt", SPOILT)
def test_a_line_of_a_wrong_form_is_a_sentence(spoilt: dict[str, object]) -> None:
    said = {**json.loads(full().splitlines()[0]), **spoilt}
    with pytest.raises(ValueError, match=r"[a-z]{3}"):
        read_event(json.dumps(said))


@pytest.mark.parametrize(
    "line",
    [
        "[]",
        '{"event":7}',
        '{"event":"joined","persons":[["a"]],"rating":0}',
        '{"event":"joined","persons":7,"rating":0}',
        '{"event":"forbidden","persons":["a"]}',
        '{"event":"left"}',
    ],
)
def test_a_line_that_is_no_event_is_a_sentence(line: str) -> None:
    with pytest.raises(ValueError, match=r"[a-z]{3}"):
        read_event(line)


def test_events_that_cannot_have_happened_are_told_by_number() -> None:
    events = [read_event(line) for line in full().decode().splitlines()]
    with pytest.raises(BrokenTournamentError) as told:
        state_after([*events, events[-1]])
    assert told.value.number == len(events) + 1
    assert told.value.refused.code is ClubCode.ENDED
    with pytest.raises(ValueError, match="begins by being made"):
        state_after([])


def test_what_nobody_could_read_again_is_never_kept() -> None:
    made = begun(plan(), 2)
    kept: bytes = made._journal.data  # type: ignore[attr-defined]
    too_large = ClubRefusal(ClubCode.TOO_LARGE)
    assert made.add_entrant(ClubPerson("k" * 300, "Ana")) == too_large
    assert made.add_entrant(ClubPerson("\ud800", "Ana")) == too_large
    assert made.add_entrant(ClubPerson("k", "Ana"), rating=10**12) == too_large
    assert made.pair_round(1 << 70) == too_large
    assert made._journal.data == kept  # type: ignore[attr-defined]
    assert Tournament.begin(plan(day="x" * 300), Kept()) == too_large


def test_the_plan_is_kept_whole() -> None:
    of = TournamentPlan(
        "Café «Ñandú»", ClubFormat.HOWELL, "burako", 4, pairs=True, options=(("target", 2000),), rounds=3, minutes=40,
        duplicate=True, trusted=True, deals=2, day="2026-11-23",
    )  # fmt: skip
    assert read_tournament(begun(of, 0)._journal.data).state.plan == of  # type: ignore[attr-defined]
