"""Data that must survive a crash: files of records, appended and fsynced, and secrets that only their owner can read.

Laws: when `append` returns, a record is on the disk; an incomplete last record is dropped; a damaged record spoils no
other, and the file is copied aside before it is continued.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from game.store.appended import AppendedFile
from game.store.atomic import replace_file, set_aside
from game.store.matches import copy_aside, cut_off

_LENGTH, _CHECK = 4, 8  # bytes of a record's head: its length, its checksum
_HEAD = _LENGTH + _CHECK
_MAX_RECORD_BYTES = 1 << 20  # larger than any record: a damaged length must not be trusted
SECRET_BYTES = 32
DAMAGED_RECORD = b"\0damaged"  # stands for an unreadable record; no msgpack that a journal writes equals it


def _frame(record: bytes) -> bytes:
    return len(record).to_bytes(_LENGTH, "big") + blake2b(record, digest_size=_CHECK).digest() + record


def read_records(path: Path) -> tuple[list[bytes], int]:
    """Return the records of a file, and the length of the part that holds them; none if the file is missing.

    Unreadable bytes before or between records are returned as one DAMAGED_RECORD.
    """
    try:
        return split_records(path.read_bytes())
    except FileNotFoundError:
        return [], 0


def split_records(data: bytes) -> tuple[list[bytes], int]:
    """Return the records in a file's bytes up to the last good one, and the length of that part."""
    records: list[bytes] = []
    at = good = 0
    while at >= 0:
        record = _record_at(data, at)
        if record is None:
            # Since a length is below 2^20, every record begins with a zero byte.
            at = data.find(b"\0", at + 1)
            continue
        if at > good:
            records.append(DAMAGED_RECORD)
        records.append(record)
        at = good = at + _HEAD + len(record)
    return records, good


def _record_at(data: bytes, at: int) -> bytes | None:
    """Return the record that begins at a byte; None if there is none."""
    length = int.from_bytes(data[at : at + _LENGTH], "big")
    if length > _MAX_RECORD_BYTES or at + _HEAD + length > len(data):
        return None
    record = data[at + _HEAD : at + _HEAD + length]
    return record if _frame(record)[:_HEAD] == data[at : at + _HEAD] else None


class RecordFile:
    """Appends records to a new or existing file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        records, good = read_records(path)
        self.records = [record for record in records if record != DAMAGED_RECORD]
        if len(self.records) < len(records):
            copy_aside(path)
            replace_file(path, b"".join(map(_frame, self.records)), 0o600)
        elif path.exists() and path.stat().st_size > good:
            cut_off(path, good)
        self._file = AppendedFile(path)

    @classmethod
    def new(cls, path: Path, *records: bytes) -> RecordFile:
        """Create a file that only its owner can read, with all of these records or not at all; may raise OSError."""
        replace_file(path, b"".join(map(_frame, records)), 0o600)
        return cls(path)

    def append(self, *records: bytes) -> None:
        """Write records and fsync once; raise OSError if the disk fails."""
        self._file.append(b"".join(map(_frame, records)))

    def close(self) -> None:
        """Close the file; safe to call twice."""
        self._file.close()


def own_secret(path: Path, entropy: Callable[[int], bytes]) -> tuple[bytes, Path | None]:
    """Return the secret in a file, which is made now if missing; raise OSError if the disk fails.

    A damaged file is set aside and its new path returned: with the new secret this person is unknown to the others.
    """
    aside = None
    with suppress(FileNotFoundError):
        secret = path.read_bytes()
        if len(secret) == SECRET_BYTES and any(secret):
            return secret, None
        aside = set_aside(path)
    secret = entropy(SECRET_BYTES)
    replace_file(path, secret, 0o600)
    return secret, aside
