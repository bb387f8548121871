"""Bytes that must survive a crash: records appended and fsynced, and secrets that only their owner reads.

Laws: a record is safe when `append` returns; a last record that was not written whole is as if it had never been; what
stands behind a damaged one is copied aside before the file is written on.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

from game.store.matches import copy_aside

_LENGTH, _CHECK = 4, 8
_HEAD = _LENGTH + _CHECK
_MOST = 1 << 20  # far beyond any record; keeps a damaged length from being believed
SECRET_BYTES = 32


def _framed(record: bytes) -> bytes:
    return len(record).to_bytes(_LENGTH, "big") + blake2b(record, digest_size=_CHECK).digest() + record


def read_records(path: Path) -> tuple[list[bytes], int]:
    """Return the records of a file as far as it is good, and how many bytes that is; nothing for a file not there."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return [], 0
    records: list[bytes] = []
    at = 0
    while at + _HEAD <= len(data):
        length = int.from_bytes(data[at : at + _LENGTH], "big")
        record = data[at + _HEAD : at + _HEAD + length]
        if length > _MOST or len(record) != length or _framed(record)[:_HEAD] != data[at : at + _HEAD]:
            break
        records.append(record)
        at += _HEAD + length
    return records, at


class RecordFile:
    """Appends records to a file, which may be there already."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.records, good = read_records(path)
        if path.exists() and path.stat().st_size > good:
            copy_aside(path)
            with path.open("r+b") as file:
                file.truncate(good)
        self._file = path.open("ab")

    def append(self, *records: bytes) -> None:
        """Write some records and fsync once; raise OSError when the disk refuses."""
        self._file.write(b"".join(map(_framed, records)))
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file; safe to call twice."""
        self._file.close()


def own_secret(path: Path, entropy: Callable[[int], bytes]) -> bytes:
    """Return the secret kept in a file, made now if there is none; raise OSError, or ValueError for a damaged one."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        secret = path.read_bytes()
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"The file {path} should hold {SECRET_BYTES} bytes and holds {len(secret)}.") from None
        return secret
    secret = entropy(SECRET_BYTES)
    with os.fdopen(handle, "wb") as file:
        file.write(secret)
        file.flush()
        os.fsync(file.fileno())
    return secret
