"""Match files: a file cut or damaged anywhere is a sentence, what is good goes on, and nothing is lost."""

from __future__ import annotations

import json
import os
from functools import lru_cache
from pathlib import Path

import pytest

from game.commands.demo import bots_header, options_for, play_out
from game.match.lines import FILE_MAGIC, FileReading, UnreadableMatchError, match_text, read_match
from game.match.match import Match
from game.match.transcript import NEWEST_FORMAT
from game.rules.registry import rules_of
from game.store.index import list_matches
from game.store.matches import create_journal, cut_off, new_match_path, read_file, resume_journal
from tests.slices import count, every
from tests.store.disks import ForgetfulDisk

LAST_ENTRIES = count(2, 3)


@lru_cache(maxsize=1)
def whole() -> tuple[Match, bytes]:
    """Return the beginning of a match, and its file."""
    rules = rules_of("burako")
    played = play_out(bots_header(rules, options_for(rules, {"players": 2, "target": 100}), 3))
    match = Match.new(played.header)
    for entry in played.transcript.entries[:40]:
        match = match.with_entry(entry)
    return match, match_text(match).encode()


def test_a_match_is_appended_line_by_line_and_read_back(tmp_path: Path) -> None:
    match, data = whole()
    journal = create_journal(tmp_path, "burako", "2026-01-02 10.00.00")
    for line in data.splitlines(keepends=True):
        journal.append(line)
        assert journal.path.read_bytes().endswith(line)
    journal.close()
    reading = read_file(journal.path)
    assert reading.match == match
    assert reading.damage is None


def test_two_matches_of_one_second_have_two_files(tmp_path: Path) -> None:
    names = []
    for _ in range(3):
        journal = create_journal(tmp_path, "burako", "now")
        names.append(journal.path.name)
        journal.close()
    assert names == ["burako now.comodin", "burako now (2).comodin", "burako now (3).comodin"]
    assert not new_match_path(tmp_path, "burako", "now").exists()


def test_a_file_cut_at_every_byte_of_its_last_entries_goes_on_from_the_entry_before(tmp_path: Path) -> None:
    match, data = whole()
    lines = data.splitlines(keepends=True)
    path = tmp_path / "burako cut.comodin"
    start = len(b"".join(lines[:-LAST_ENTRIES]))
    for end in every(range(start, len(data)), 5):
        for old in tmp_path.iterdir():
            old.unlink()
        path.write_bytes(data[:end])
        reading = read_file(path)
        good = data[:end].count(b"\n") - 1
        assert reading.match == match.at(good)
        at_a_line = data[:end].endswith(b"\n")
        assert (reading.damage is None) is at_a_line
        if reading.damage is not None:
            assert reading.damage.tail
            assert str(reading.damage).endswith(".")
        journal = resume_journal(path, reading)
        journal.append(lines[good + 1])
        journal.close()
        again = read_file(path)
        assert again.damage is None
        assert again.match == match.at(good + 1)
        copies = [one for one in tmp_path.iterdir() if one != path]
        assert [one.read_bytes() for one in copies] == ([] if at_a_line else [data[:end]])


def test_a_tail_that_was_cut_off_is_gone_after_a_crash_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _match, data = whole()
    folder = tmp_path / "matches"
    folder.mkdir()
    path = folder / "burako cut.comodin"
    path.write_bytes(data[:-9])
    disk = ForgetfulDisk(folder, monkeypatch)
    good = read_file(path).good_bytes
    copy = cut_off(path, good)
    assert disk.found(path) == data[:good]
    assert disk.found(copy) == data[:-9]


def test_a_flipped_byte_anywhere_behind_the_header_is_found(tmp_path: Path) -> None:
    match, data = whole()
    header = data.index(b"\n") + 1
    path = tmp_path / "burako flipped.comodin"
    for at in range(header, len(data), count(29, 7)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x01]) + data[at + 1 :])
        reading = read_file(path)
        assert reading.damage is not None, at
        good = len(reading.match.transcript.entries)
        assert reading.match == match.at(good)
        assert reading.good_bytes <= at


def test_a_flipped_byte_of_the_header_is_a_sentence_or_found_at_the_first_entry() -> None:
    match, data = whole()
    for at in range(data.index(b"\n") + 1):
        changed = data[:at] + bytes([data[at] ^ 0x01]) + data[at + 1 :]
        reading = _reading_or_sentence(changed)
        if isinstance(reading, str):
            assert reading.endswith(".")
        else:
            assert reading.damage is not None
            assert reading.match.transcript.entries == ()
            assert reading.match.header != match.header


def _reading_or_sentence(data: bytes) -> FileReading | str:
    try:
        return read_match(data)
    except UnreadableMatchError as error:
        return str(error)


def test_a_file_of_a_later_version_is_left_alone_and_says_so(tmp_path: Path) -> None:
    _match, data = whole()
    first, _, rest = data.partition(b"\n")
    said = json.loads(first.removeprefix(FILE_MAGIC.encode())) | {"format": NEWEST_FORMAT + 1}
    path = tmp_path / "burako later.comodin"
    path.write_bytes(f"{FILE_MAGIC} {json.dumps(said)}".encode() + b"\n" + rest)
    before = path.read_bytes()
    with pytest.raises(UnreadableMatchError, match="newer Comodín"):
        read_file(path)
    (kept,) = list_matches(tmp_path)
    assert kept.read_match is None
    assert "newer Comodín" in kept.problem
    assert path.read_bytes() == before


def test_the_list_shows_every_file_the_one_changed_last_first(tmp_path: Path) -> None:
    match, data = whole()
    for age, (name, content) in enumerate((("good", data), ("cut", data[:-9]), ("nonsense", b"hello"), ("empty", b""))):
        path = tmp_path / f"burako {name}.comodin"
        path.write_bytes(content)
        os.utime(path, (1000 - age, 1000 - age))
    (tmp_path / "notes.txt").write_text("not a match")
    listed = list_matches(tmp_path)
    assert [kept.path.stem for kept in listed] == ["burako good", "burako cut", "burako nonsense", "burako empty"]
    assert listed[0].read_match == match
    cut = listed[1].row
    assert cut is not None
    assert cut.damaged
    assert cut.tail
    assert [bool(kept.problem) for kept in listed] == [False, False, True, True]


def test_no_folder_is_an_empty_list(tmp_path: Path) -> None:
    assert list_matches(tmp_path / "nowhere") == ()
    with pytest.raises(UnreadableMatchError, match="cannot be read"):
        read_file(tmp_path / "nowhere.comodin")
