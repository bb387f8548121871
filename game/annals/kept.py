"""The facts of all matches of a home, and the cache that spares reading every log again.

Laws: what is told follows from the logs; the cache is only asked about files that are to the byte as old and as long as
when they were read, is written whole or not at all, and is made anew where it is gone, damaged or of another version.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgpack

from game.annals.facts import OF_A_MATCH, RoundFacts, facts_in, facts_of, row_of
from game.annals.marks import MARKS
from game.lan.home import DONE, RUNNING
from game.match.audit import check_open_deals
from game.match.lines import UnreadableMatchError
from game.match.match import BrokenLogError
from game.match.transcript import RULES_VERSION
from game.store.atomic import make_folder, replace_file
from game.store.matches import SUFFIX, read_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from game.annals.facts import MatchFacts

CACHE: Final = Path("cache") / "annals"
READING: Final = 1  # raised when a fact or a mark is read otherwise than before, without another name
_SIGN: Final = blake2b(
    repr((READING, RULES_VERSION, list(MARKS), OF_A_MATCH, RoundFacts.__slots__)).encode(), digest_size=8
).digest()


@dataclass(frozen=True, slots=True)
class LogFile:
    """A match file of the home, as the folder lists it."""

    path: Path
    lan: bool
    key: tuple[str, int, int]  # its name, its size, when it was written to


def annals_of(
    home: Path, each: Callable[[Sequence[LogFile]], Iterable[LogFile]] = lambda unread: unread, *, keep: bool = True
) -> tuple[MatchFacts, ...]:
    """Return the facts of every match of a home that can be read, the oldest first; the cache is kept up.

    `each` hands out the files that have to be read, one by one: it may count them, or wait between two.
    """
    known = _cached(home)
    files = list(_files(home))
    rows = {file.key: known[file.key] for file in files if file.key in known}
    unread = [file for file in files if file.key not in known]
    for file in each(unread):
        facts = _read(file)
        rows[file.key] = None if facts is None else row_of(facts)
    if keep and (unread or len(rows) != len(known)):
        _keep(home, rows)
    found = [facts for row in rows.values() if (facts := _of_row(row)) is not None]
    return tuple(sorted(found, key=lambda one: (one.day, one.name)))


def _of_row(row: Any) -> MatchFacts | None:
    if row is None:
        return None
    with suppress(ValueError):
        return facts_in(row)
    return None


def _files(home: Path) -> Iterator[LogFile]:
    yield from _listed(home / "matches", (SUFFIX,), lan=False)
    yield from _listed(home / "lan", (RUNNING, DONE), lan=True)


def _listed(folder: Path, endings: tuple[str, ...], *, lan: bool) -> Iterator[LogFile]:
    try:
        entries = sorted((one for one in os.scandir(folder) if one.name.endswith(endings)), key=lambda one: one.name)
    except OSError:
        return
    for one in entries:
        with suppress(OSError):  # it went while we looked
            about = one.stat()
            yield LogFile(Path(one.path), lan, (one.name, about.st_size, about.st_mtime_ns))


def _read(file: LogFile) -> MatchFacts | None:
    """Read a file; None for one that cannot be read, or whose tiles are not what its seed dealt."""
    if file.lan:
        return _read_lan(file)
    try:
        reading = read_file(file.path)
        check_open_deals(reading.match.transcript)
    except (UnreadableMatchError, BrokenLogError):
        return None
    return facts_of(reading.match.transcript, file.path.name, times=reading.times)


def _read_lan(file: LogFile) -> MatchFacts | None:
    """Read a match of a LAN table; its log knows no day, so that of its file is taken."""
    from game.lan.played import read_played

    try:
        played = read_played(file.path)
    except (OSError, ValueError):
        return None
    day = datetime.fromtimestamp(file.key[2] / 1e9).astimezone().date().isoformat()
    return facts_of(played.transcript, file.path.name, played.own, lan=True, over=played.over, day=day)


# --- the cache ---


def _cached(home: Path) -> dict[tuple[str, int, int], Any]:
    """Return the rows of the cache by file; nothing of one that is gone, damaged or of another version."""
    try:
        sign, rows = msgpack.unpackb((home / CACHE).read_bytes())
        if sign != _SIGN:
            return {}
        return {(name, size, written): row for name, size, written, row in rows}
    except (OSError, ValueError, TypeError, msgpack.UnpackException):
        return {}


def _keep(home: Path, rows: dict[tuple[str, int, int], Any]) -> None:
    """Write the cache; where that cannot be, it is made anew the next time."""
    data = msgpack.packb([_SIGN, [[*key, row] for key, row in rows.items()]])
    with suppress(OSError):
        make_folder((home / CACHE).parent)
        replace_file(home / CACHE, data)
