"""Bytes that must survive a crash: records appended and fsynced, and secrets that only their owner reads.

Laws: a record is safe when `append` returns; a last record that was not written whole is as if it had never been; a
damaged one takes nothing with it, and the file as it was is copied aside before it is written on.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from game.store.appended import AppendedFile
from game.store.atomic import replace_file, set_aside
from game.store.matches import copy_aside, cut_off

_LENGTH, _CHECK = 4, 8
_HEAD = _LENGTH + _CHECK
_MOST = 1 << 20  # far beyond any record; keeps a damaged length from being believed
SECRET_BYTES = 32
DAMAGED = b"\0damaged"  # in the place of what cannot be read; what a journal writes is msgpack and never this


def _framed(record: bytes) -> bytes:
    return len(record).to_bytes(_LENGTH, "big") + blake2b(record, digest_size=_CHECK).digest() + record


def read_records(path: Path) -> tuple[list[bytes], int]:
    """Return the records of a file, and up to which byte there are any; nothing for a file not there.

    What cannot be read between two records stands there as DAMAGED.
    """
    try:
        return split_records(path.read_bytes())
    except FileNotFoundError:
        return [], 0


def split_records(data: bytes) -> tuple[list[bytes], int]:
    """Return the records of a file's bytes as far as they are good, and how many bytes that is."""
    records: list[bytes] = []
    at = good = 0
    while at >= 0:
        record = _record_at(data, at)
        if record is None:
            # A length is below 2^20, so that a record begins with a zero byte wherever it is.
            at = data.find(b"\0", at + 1)
            continue
        if at > good:
            records.append(DAMAGED)
        records.append(record)
        at = good = at + _HEAD + len(record)
    return records, good


def _record_at(data: bytes, at: int) -> bytes | None:
    """Return the record that begins there; None if none does."""
    length = int.from_bytes(data[at : at + _LENGTH], "big")
    if length > _MOST or at + _HEAD + length > len(data):
        return None
    record = data[at + _HEAD : at + _HEAD + length]
    return record if _framed(record)[:_HEAD] == data[at : at + _HEAD] else None


class RecordFile:
    """Appends records to a file, which may be there already."""

    def __init__(self, path: Path) -> None:
        self.path = path
        records, good = read_records(path)
        self.records = [record for record in records if record != DAMAGED]
        if len(self.records) < len(records):
            copy_aside(path)
            replace_file(path, b"".join(map(_framed, self.records)), 0o600)
        elif path.exists() and path.stat().st_size > good:
            cut_off(path, good)
        self._file = AppendedFile(path)

    @classmethod
    def new(cls, path: Path, *records: bytes) -> RecordFile:
        """Begin a file that only its owner reads, with all of these or not at all; raise OSError when it cannot be."""
        replace_file(path, b"".join(map(_framed, records)), 0o600)
        return cls(path)

    def append(self, *records: bytes) -> None:
        """Write some records and fsync once; raise OSError when the disk refuses."""
        self._file.append(b"".join(map(_framed, records)))

    def close(self) -> None:
        """Close the file; safe to call twice."""
        self._file.close()


def own_secret(path: Path, entropy: Callable[[int], bytes]) -> tuple[bytes, Path | None]:
    """Return the secret kept in a file, made now if there is none; raise OSError when the disk refuses.

    A file that holds no secret, as after a crash or on a full disk, is set aside and its new path returned: whoever had
    that secret is a stranger to the others from now on.
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
