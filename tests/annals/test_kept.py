"""A match of a LAN table among the facts: from the home of each who played it, with its own side; no stranger's."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from game.annals.facts import PERSON
from game.annals.feats import progress_of
from game.annals.kept import facts_of_home
from game.lan import played
from game.store.records import RecordFile
from tests.lan.hall import LanHall, played_match

NAMES = ("ana", "bea")
FEW = 2  # shadow decks, as in the hall


@pytest.fixture(scope="module")
def hall() -> LanHall:
    """A whole short match of two."""
    return played_match()


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(played, "read_played", partial(played.read_played, proofs=FEW))


def home_of(hall: LanHall, name: str, folder: Path) -> Path:
    """Write what a program kept as its home has it, a match that is over."""
    (folder / "lan").mkdir(parents=True)
    (folder / "lan" / "secret").write_bytes(name.encode().ljust(32, b"."))
    RecordFile.new(folder / "lan" / "match.lan-over", *hall.seats["ana" if name == "eve" else name].kept).close()
    return folder


@pytest.mark.whole  # opened by each: `tests/lan/test_played.py`
def test_a_lan_match_is_found_by_each_who_played_it(hall: LanHall, tmp_path: Path) -> None:
    found = [facts_of_home(home_of(hall, name, tmp_path / name)) for name in NAMES]
    (one,), (other,) = found
    assert (one.own, other.own) == (0, 1)
    assert one.lan
    assert one.over
    assert one.levels == (PERSON, PERSON)
    assert one.winners == hall.seats["ana"].story.standing.winners
    assert [played.sheets for played in one.rounds] == [played.sheets for played in other.rounds]
    assert one.won != other.won
    assert progress_of([one])["company"].is_earned
    assert facts_of_home(tmp_path / "ana") == found[0]


@pytest.mark.whole  # test_a_lan_match_is_found_by_each_who_played_it
def test_a_match_in_which_this_home_has_no_seat_counts_for_nobody(hall: LanHall, tmp_path: Path) -> None:
    assert facts_of_home(home_of(hall, "eve", tmp_path)) == ()


def test_a_damaged_lan_log_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "lan").mkdir()
    (tmp_path / "lan" / "match.lan-over").write_bytes(b"nothing of the kind")
    assert facts_of_home(tmp_path) == ()
