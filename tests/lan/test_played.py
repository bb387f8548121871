"""A LAN match of a home looked at again: whole, left, damaged, and nobody's tiles before they may be seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.lan.played import read_played
from game.match.lines import read_match
from game.session.match_replay import ALL_SEATS, Replay, ReplayPosition, replay_of
from game.store.records import RecordFile
from game.table.faces import HIDDEN
from tests.lan.hall import LanHall, played_match
from tests.slices import some

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
NAMES = ("ana", "bea")
FEW = 2  # shadow decks, as in the hall


@pytest.fixture(scope="module")
def hall() -> LanHall:
    """A whole short match of two."""
    return played_match()


def kept(hall: LanHall, folder: Path, name: str = "ana", cut: int | None = None) -> Path:
    """Write what a program kept as its home has it."""
    (folder / "secret").write_bytes(name.encode().ljust(32, b"."))
    path = folder / "match.lan"
    RecordFile.new(path, *hall.seats[name].kept[:cut]).close()
    return path


def laid_out(path: Path) -> Replay:
    played = read_played(path, proofs=FEW)
    return replay_of(played.transcript, played.own, played.known, over=played.over)


@pytest.mark.parametrize("name", some(NAMES, 1))
def test_a_finished_match_opens_from_the_home_of_each(hall: LanHall, name: str, tmp_path: Path) -> None:
    path = kept(hall, tmp_path, name)
    told: list[tuple[int, int]] = []
    played = read_played(path, lambda read, of: told.append((read, of)), proofs=FEW)
    assert played.match == hall.seats[name].story.match
    assert (played.over, played.whole, played.own) == (True, True, NAMES.index(name))
    assert told[-1][0] == told[-1][1] == len(told) + 1
    replay = laid_out(path)
    assert replay.viewpoints(0) == (
        replay.first_viewpoint,
        *(seat for seat in range(2) if seat != replay.first_viewpoint),
        ALL_SEATS,
    )
    view = replay.view_at(ReplayPosition(0, 4), ALL_SEATS)
    assert all(view.faces[tile] is not HIDDEN for rack in view.table.racks for tile in rack)
    assert read_match(played.text.encode()).signed


def test_a_match_that_runs_shows_ones_own_rack_alone(hall: LanHall, tmp_path: Path) -> None:
    half = len(hall.seats["bea"].kept) // 2 + 1  # not between a draw of hers and the share that opens it
    replay = laid_out(kept(hall, tmp_path, "bea", half))
    assert not replay.over
    last = len(replay.rounds) - 1
    for at, played in enumerate(replay.rounds):
        assert replay.viewpoints(at) == (1,)
        for made in range(0, played.move_count + 1, 5):
            view = replay.view_at(ReplayPosition(at, made), ALL_SEATS)
            table = played.table(made)
            for seat, rack in enumerate(table.racks):
                opened = {tile for tile in rack if view.faces[tile] is not table.faces[tile]}
                assert seat == 1 or not opened
    at_last = replay.view_at(ReplayPosition(last, replay.rounds[last].move_count), 1)
    assert all(at_last.faces[tile] is not HIDDEN for tile in at_last.table.racks[1])


def test_a_stranger_to_a_match_that_runs_sees_no_rack(hall: LanHall, tmp_path: Path) -> None:
    path = kept(hall, tmp_path, "bea", len(hall.seats["bea"].kept) // 2)
    (tmp_path / "secret").unlink()
    replay = laid_out(path)
    assert replay.own is None
    view = replay.view_at(ReplayPosition(0, 2), 0)
    assert view.faces == view.table.faces


def test_a_damaged_match_is_seen_as_far_as_it_holds_and_stays_closed(hall: LanHall, tmp_path: Path) -> None:
    path = kept(hall, tmp_path)
    data = bytearray(path.read_bytes())
    data[len(data) * 2 // 3] ^= 1
    path.write_bytes(data)
    replay = laid_out(path)
    assert not read_played(path, proofs=FEW).whole
    assert not replay.over
    assert 0 < len(replay.transcript.entries) < len(hall.seats["ana"].story.match.transcript.entries)
    assert all(replay.viewpoints(at) == (0,) for at in range(len(replay.rounds)))


def test_a_match_of_an_older_log_opens(tmp_path: Path) -> None:
    path = tmp_path / "old.lan-over"
    path.write_bytes((GOLDEN / "lan-rummy-2-v1.lan-over").read_bytes())
    replay = laid_out(path)
    assert replay.rounds
    assert replay.own is None


def test_a_file_that_is_no_match_is_refused_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "none.lan"
    path.write_bytes(b"nothing of the kind")
    with pytest.raises(ValueError, match="START"):
        read_played(path, proofs=FEW)
