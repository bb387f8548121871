"""Files that are appended to: what `append` took survives a crash, what it refused leaves no gap and no rest."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game.lan.home import LanHome
from game.match.lines import read_match
from game.rules.registry import GAMES
from game.store.appended import AppendedFile
from game.store.atomic import replace_file
from game.store.home import open_home
from game.store.matches import create_journal, read_file, resume_journal
from game.store.records import RecordFile, own_secret, read_records
from tests.net.fake_lan import entropy
from tests.slices import every
from tests.store.disks import ForgetfulDisk, StubbornDisk

GOLDEN = Path(__file__).parents[1] / "golden"
AGAIN = 37  # every so many entries the match is taken up from what was found


@pytest.mark.parametrize("game", every(GAMES, 3))
def test_after_a_crash_behind_any_entry_the_match_is_there_as_far_as_it_was_told(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = min(GOLDEN.glob(f"{game}-*.comodin"), key=lambda path: path.stat().st_size).read_bytes().splitlines(True)
    disk = ForgetfulDisk(tmp_path / "disk0", monkeypatch)
    home = open_home(disk.root / "home")
    journal = create_journal(home.matches_folder, game, "now")
    for at, line in enumerate(lines):
        journal.append(line)
        assert disk.found(journal.path) == b"".join(lines[: at + 1])
        if at % AGAIN == AGAIN - 1:
            journal.close()
            home.close()
            disk = ForgetfulDisk(disk.crash(tmp_path / f"disk{at}"), monkeypatch)
            home = open_home(disk.root / "home")
            path = home.matches_folder / journal.path.name
            reading = read_file(path)
            assert reading.damage is None
            assert len(reading.match.transcript.entries) == at
            journal = resume_journal(path, reading)
    journal.close()
    home.close()
    assert read_match(journal.path.read_bytes()).match.standing.over


def test_records_survive_a_crash_behind_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = ForgetfulDisk(tmp_path / "disk", monkeypatch)
    path = disk.root / "match.lan"
    file = RecordFile(path)
    for at in range(20):
        file.append(b"one %d" % at, b"two")
        after = disk.crash(tmp_path / f"after{at}") / "match.lan"
        assert read_records(after)[0] == [record for one in range(at + 1) for record in (b"one %d" % one, b"two")]
    file.close()


def test_what_was_torn_is_safe_aside_before_it_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "disk" / "match.lan"
    path.parent.mkdir()
    file = RecordFile(path)
    file.append(b"one")
    file.close()
    torn = path.read_bytes() + b"torn"
    path.write_bytes(torn)
    disk = ForgetfulDisk(path.parent, monkeypatch)
    RecordFile(path).close()
    after = disk.crash(tmp_path / "after")
    assert (after / "match.lan.damaged-1").read_bytes() == torn
    assert read_records(after / "match.lan")[0] == [b"one"]


def test_a_file_that_is_replaced_is_the_old_or_the_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = ForgetfulDisk(tmp_path / "disk", monkeypatch)
    path = disk.root / "desk"
    replace_file(path, b"old")
    assert disk.found(path) == b"old"
    replace_file(path, b"new")
    assert disk.found(path) == b"new"


def test_a_home_and_its_secret_are_there_after_a_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = ForgetfulDisk(tmp_path / "disk", monkeypatch)
    made = LanHome(disk.root / "deep" / "home", entropy("home"))
    after = disk.crash(tmp_path / "after")
    assert LanHome(after / "deep" / "home", entropy("other")).secret == made.secret


@pytest.mark.parametrize("room", range(60))
def test_a_disk_that_fills_anywhere_costs_nothing_when_there_is_room_again(
    room: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = AppendedFile(tmp_path / "file")
    disk = StubbornDisk(monkeypatch, room)
    lines = [b"line %d\n" % at for at in range(9)]
    taken = b""
    for line in lines:
        while not taken.endswith(line):
            try:
                file.append(line)
                taken += line
            except OSError:
                disk.room = 5  # a little room is no room for a line
                with pytest.raises(OSError, match="No space"):
                    file.append(line)
                disk.room = 1 << 40
    file.close()
    assert (tmp_path / "file").read_bytes() == b"".join(lines)


def test_what_an_fsync_refused_is_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that could not be written counts as clean from then on, so that a second fsync would lie."""
    disk = ForgetfulDisk(tmp_path / "disk", monkeypatch)
    file = AppendedFile(disk.root / "file")
    StubbornDisk(monkeypatch, fails=lambda call: call == 1)
    written: list[bytes] = []
    plain = os.write

    def watched(handle: int, data: bytes) -> int:
        written.append(data)
        return plain(handle, data)

    monkeypatch.setattr(os, "write", watched)
    file.append(b"one")
    with pytest.raises(OSError, match="Input/output error"):
        file.append(b"two")
    file.append(b"two")
    file.close()
    assert written == [b"one", b"two", b"two"]
    assert disk.found(file.path) == b"onetwo"


@pytest.mark.skipif(os.name != "posix", reason="an open file cannot be moved there")
def test_a_home_that_goes_away_in_mid_match_refuses_until_it_is_back(tmp_path: Path) -> None:
    home, away = tmp_path / "home", tmp_path / "away"
    home.mkdir()
    file = AppendedFile(home / "file")
    file.append(b"one")
    home.rename(away)
    with pytest.raises(FileNotFoundError):
        file.append(b"two")
    home.mkdir()
    (home / "file").write_bytes(b"")
    with pytest.raises(FileNotFoundError, match="replaced by another"):
        file.append(b"two")
    (home / "file").write_bytes((away / "file").read_bytes() + b"torn")
    file.append(b"two")
    file.close()
    assert (home / "file").read_bytes() == b"onetwo"


@pytest.mark.parametrize("held", [b"", b"short", bytes(32), b"x" * 33])
def test_a_damaged_secret_is_set_aside_and_the_home_goes_on(held: bytes, tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_bytes(held)
    secret, aside = own_secret(path, entropy("new"))
    assert aside == tmp_path / "secret.damaged-1"
    assert aside.read_bytes() == held
    assert own_secret(path, entropy("other")) == (secret, None)
    assert path.stat().st_mode & 0o077 == 0


def test_a_full_disk_makes_no_empty_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret"
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", _refuse)
        with pytest.raises(OSError, match="No space left"):
            own_secret(path, entropy("new"))
    assert list(tmp_path.iterdir()) == []
    assert own_secret(path, entropy("new"))[1] is None


def _refuse(_handle: int) -> None:
    raise OSError(28, "No space left on device")
