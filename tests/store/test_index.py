"""The index of match files: read once, kept up, made anew from the logs, and never believed against a file."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from shutil import copytree

import pytest

from game.match.lines import match_text
from game.store import index as module
from game.store.index import INDEX_PATH, growing_list, list_matches
from game.store.matches import read_file
from tests.session.test_match_replay import person_match
from tests.slices import some

NOW = 5 * 10**18  # a time of change, in nanoseconds
GAMES = ("burako-4", "eburako-2", "burraco-4", "rummikub-3", "rummy-4")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The matches of the home below, played once."""
    folder = tmp_path_factory.mktemp("home") / "matches"
    folder.mkdir()
    for age, name in enumerate(GAMES):
        path = folder / f"{name}.comodin"
        path.write_text(match_text(person_match(name, 60 if age == 2 else None)), encoding="utf-8")
        os.utime(path, (2000 - age, 2000 - age))
    (folder / "none.comodin").write_bytes(b"hello")
    os.utime(folder / "none.comodin", (1, 1))
    return folder


@pytest.fixture
def home(tmp_path: Path, written: Path) -> Path:
    """A home with a match of each game, one of them cut, and a file that is none."""
    copytree(written, tmp_path / "matches")  # with the times of its files
    return tmp_path


def unread(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the files that are read from now on."""
    read: list[str] = []
    before = read_file

    def noted(path: Path) -> object:
        read.append(path.name)
        return before(path)

    monkeypatch.setattr(module, "read_file", noted)
    return read


def test_a_row_says_what_the_log_says(home: Path) -> None:
    for kept in list_matches(home / "matches")[:-1]:
        match, row = kept.read_match, kept.row
        assert match is not None
        assert row is not None
        standing = match.standing
        assert row.header == match.header
        assert (row.totals, row.winners, row.over, row.seats) == (
            standing.totals,
            standing.winners,
            standing.over,
            standing.seats,
        )
        played = [points for number, points in row.rounds if number]
        assert played == [tuple(sheet.total for sheet in one.sheets) for one in standing.results]


def test_what_the_index_knows_is_read_no_more(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = list_matches(home / "matches", home / INDEX_PATH)
    read = unread(monkeypatch)
    assert list_matches(home / "matches", home / INDEX_PATH) == first
    assert read == []
    path = home / "matches" / "rummikub-3.comodin"
    path.write_text(match_text(person_match("rummikub-3", 30)), encoding="utf-8")
    changed = list_matches(home / "matches", home / INDEX_PATH)
    assert read == ["rummikub-3.comodin"]
    assert next(one for one in changed if one.path == path).row != next(one for one in first if one.path == path).row


def test_a_home_that_was_copied_without_its_times_is_known_by_what_its_files_hold(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = list_matches(home / "matches", home / INDEX_PATH)
    for path in (home / "matches").iterdir():
        os.utime(path, ns=(NOW, NOW))
    read = unread(monkeypatch)
    assert {(one.name, one.row, one.problem) for one in list_matches(home / "matches", home / INDEX_PATH)} == {
        (one.name, one.row, one.problem) for one in first
    }
    assert read == []
    path = home / "matches" / "rummikub-3.comodin"
    data = bytearray(path.read_bytes())
    data[-2] ^= 1
    path.write_bytes(data)
    list_matches(home / "matches", home / INDEX_PATH)
    assert read == ["rummikub-3.comodin"]


@pytest.mark.parametrize(
    "damage", some([None, b"", b"[]", b"[[0, 1, 1], 0]\n", b"[[2, 1, 1], 0]\nnothing"], 2), ids=str
)
def test_an_index_that_is_gone_or_damaged_is_made_anew_from_the_logs(home: Path, damage: bytes | None) -> None:
    first = list_matches(home / "matches", home / INDEX_PATH)
    written = (home / INDEX_PATH).read_bytes()
    if damage is None:
        (home / INDEX_PATH).unlink()
    else:
        (home / INDEX_PATH).write_bytes(damage)
    assert list_matches(home / "matches", home / INDEX_PATH) == first
    assert (home / INDEX_PATH).read_bytes() == written


def test_with_a_single_bit_changed_nothing_of_it_is_believed(home: Path) -> None:
    list_matches(home / "matches", home / INDEX_PATH)
    written = (home / INDEX_PATH).read_bytes()
    assert len(module._load(home / INDEX_PATH)) == len(GAMES) + 1
    for at in range(0, len(written), len(written) // 40):
        changed = bytearray(written)
        changed[at] ^= 1
        (home / INDEX_PATH).write_bytes(changed)
        assert module._load(home / INDEX_PATH) == {}


@pytest.mark.skipif(sys.platform != "linux", reason="no such names there")
def test_a_name_may_have_any_letters(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("a\tb\nc.comodin", "\u05d0\u2028'.comodin", os.fsdecode(b"\xff.comodin"))
    for name in names:
        (home / "matches" / "none.comodin").rename(home / "matches" / name)
        (home / "matches" / "none.comodin").write_bytes(b"hello")
    first = list_matches(home / "matches", home / INDEX_PATH)
    assert set(names) < {one.name for one in first}
    read = unread(monkeypatch)
    assert list_matches(home / "matches", home / INDEX_PATH) == first
    assert read == []


def test_an_index_of_another_name_that_was_written_before_is_put_away(home: Path) -> None:
    old = (home / INDEX_PATH).with_suffix(".json")
    old.parent.mkdir()
    old.write_bytes(b"{}")
    list_matches(home / "matches", home / INDEX_PATH)
    assert [path.name for path in old.parent.iterdir()] == [INDEX_PATH.name]


def test_a_file_that_went_is_forgotten(home: Path) -> None:
    list_matches(home / "matches", home / INDEX_PATH)
    (home / "matches" / "burako-4.comodin").unlink()
    assert len(list_matches(home / "matches", home / INDEX_PATH)) == len(GAMES)
    assert b"burako-4.comodin" not in (home / INDEX_PATH).read_bytes()


def test_all_are_listed_at_once_and_read_then_the_one_changed_last_first(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LIST_INTERVAL_SECONDS", -1.0)
    lists = list(growing_list(home / "matches", home / INDEX_PATH))
    assert [len(found) for found in lists] == [6] * 8
    assert [sum(one.unread for one in found) for found in lists] == [6, 5, 4, 3, 2, 1, 0, 0]
    assert lists[1][0].path.name == "burako-4.comodin"
    assert not lists[1][0].unread


def test_of_an_unread_file_its_first_line_and_its_deals_are_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = unread(monkeypatch)
    sketched = next(growing_list(home / "matches"))
    rows = [one.row for one in sketched]
    assert read == []
    for kept, row in zip(list_matches(home / "matches"), rows, strict=True):
        if kept.row is None:
            assert row is None
            continue
        assert row is not None
        assert (row.game, row.seats, row.header) == (kept.row.game, kept.row.seats, kept.row.header)
        assert (row.round, row.deals) == (kept.row.round, kept.row.deals)
        assert (row.rounds, row.winners, row.over) == ((), (), False)


def test_where_nothing_can_be_written_the_list_is_there_all_the_same(home: Path) -> None:
    (home / "cache").write_bytes(b"a file in its place")
    assert len(list_matches(home / "matches", home / INDEX_PATH)) == len(GAMES) + 1
