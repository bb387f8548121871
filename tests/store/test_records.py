"""A file of records keeps what stands before and behind a damaged one, and a copy of what it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.store.records import DAMAGED_RECORD, RecordFile, read_records

RECORDS = [b"first", b"\x00\x00\x00\x05five!", b"third" * 100, b"last"]
FRAME = 12


def written(path: Path) -> bytes:
    file = RecordFile.new(path, *RECORDS[:2])
    file.append(*RECORDS[2:])
    file.close()
    return path.read_bytes()


def begin(number: int) -> int:
    return sum(FRAME + len(record) for record in RECORDS[:number])


@pytest.mark.parametrize("number", range(len(RECORDS) - 1))
@pytest.mark.parametrize("place", ["length", "check", "record"])
def test_one_damaged_record_takes_no_other_with_it(tmp_path: Path, number: int, place: str) -> None:
    path = tmp_path / "match.lan"
    data = bytearray(written(path))
    data[begin(number) + {"length": 1, "check": 6, "record": FRAME + 1}[place]] ^= 0x55
    path.write_bytes(data)
    kept = [DAMAGED_RECORD if at == number else record for at, record in enumerate(RECORDS)]
    assert read_records(path) == (kept, len(data))
    file = RecordFile(path)
    file.append(b"more")
    file.close()
    left = [record for record in kept if record != DAMAGED_RECORD]
    assert file.records == left
    assert read_records(path)[0] == [*left, b"more"]
    assert (tmp_path / "match.lan.damaged-1").read_bytes() == data


def test_what_was_not_written_whole_is_as_if_it_had_never_been(tmp_path: Path) -> None:
    path = tmp_path / "match.lan"
    data = written(path)
    for cut in range(begin(3) + 1, len(data)):
        path.write_bytes(data[:cut])
        assert read_records(path) == (RECORDS[:3], begin(3))


def test_noise_of_any_kind_holds_no_record(tmp_path: Path) -> None:
    path = tmp_path / "noise"
    for noise in (b"", bytes(5_000), b"\xff" * 5_000, bytes(range(256)) * 20):
        path.write_bytes(noise)
        assert read_records(path) == ([], 0)
