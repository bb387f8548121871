"""The index of the match files: what a list shows of each, so that no log is read again for it.

Laws: what stands here follows from the files; a row counts only while its file is as long and as old to the
nanosecond as when it was read; an index that is gone, damaged or of another version is made anew, and nothing is lost.
"""

from __future__ import annotations

import gc
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from time import monotonic
from typing import Any, Final

from game.match.lines import FileReading, NewerMatchError, UnreadableMatchError, header_line, read_match
from game.match.match import Match
from game.match.transcript import FORMAT, RULES_VERSION, Controller, Header, Seat
from game.store.atomic import make_folder, replace_file
from game.store.matches import SUFFIX, read_file

INDEX: Final = Path("cache") / "matches.json"
VERSION: Final = [1, FORMAT, RULES_VERSION]  # of how a row is read
PATIENCE: Final = 0.25  # seconds between two lists while files are read
SELDOM: Final = 10.0  # and between two writings of the index
FIELDS: Final = 12  # of a row
NANO: Final = 10**9  # to a second

Round = tuple[int, tuple[int, ...]]  # its number, 0 for one that was broken off, and the points of each side
Said = list[Any]  # a row as the index has it
Stamp = tuple[int, int]  # how long a file is, and when it was written to


@dataclass(frozen=True)
class MatchRow:
    """What a list says of a match: who played what, how it stands, its rounds, and where its file is damaged."""

    game: str
    seats: tuple[Seat, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    over: bool
    scored: bool
    round: int
    deals: int
    rounds: tuple[Round, ...]
    damaged: int  # the line from which on it is, 0 for none
    tail: bool  # whether that is only the last line
    begun: str  # the first line of the file

    @cached_property
    def header(self) -> Header:
        """What was played, as the file begins."""
        return read_match(f"{self.begun}\n".encode()).match.header


@dataclass(frozen=True, slots=True)
class Kept:
    """A match file as the list shows it: its row, or the sentence why it cannot be read; `changed` in seconds.

    The row is kept as the index has it: of thousands of matches few are looked at.
    """

    path: Path
    changed: float
    said: Said | None
    problem: str = ""
    newer: bool = False  # it was written by a later program

    @property
    def row(self) -> MatchRow | None:
        """What a list says of it."""
        return None if self.said is None else _row(self.said)

    @property
    def match(self) -> Match | None:
        """The match as far as the file is good, read now."""
        try:
            return None if self.said is None else read_file(self.path).match
        except UnreadableMatchError:
            return None


def row_of(reading: FileReading) -> MatchRow:
    """Return the row of a file that was read."""
    header, standing, damage = reading.match.header, reading.match.standing, reading.damage
    sides = range(len(standing.totals))
    rounds = [(one.round, one.round, tuple(one.sheets[side].total for side in sides)) for one in standing.results]
    paid = [(one.round - 0.5, 0, tuple(one.points * (side == one.side) for side in sides)) for one in standing.paid]
    return MatchRow(
        header.game,
        standing.seats,
        standing.totals,
        standing.winners,
        standing.over,
        standing.scored,
        standing.table.round if standing.table is not None else 1,
        standing.deals,
        tuple((number, points) for _at, number, points in sorted([*rounds, *paid], key=lambda one: one[0])),
        0 if damage is None else damage.line,
        damage is not None and damage.tail,
        header_line(header),
    )


def kept_of(path: Path) -> Kept:
    """Return a match as the list would show it, its file read now."""
    try:
        changed = path.stat().st_mtime
    except OSError:
        changed = 0.0
    return Kept(path, changed, *_read(path))


def list_matches(folder: Path, index: Path | None = None) -> tuple[Kept, ...]:
    """List the match files of a folder, the one changed last first."""
    *_before, found = growing_list(folder, index)
    return found


def growing_list(folder: Path, index: Path | None = None) -> Iterator[tuple[Kept, ...]]:
    """Yield the list of a folder, again and again while files are read that the index does not know; whole at last.

    The one changed last stands first, and is read first. Where an `index` is named it is kept up.
    """
    known = {} if index is None else _load(index)
    files = _files(folder)
    rows = {path.name: known[path.name] for path, stamp in files if known.get(path.name, (None,))[0] == stamp}
    shown = saved = monotonic()
    unread = [(path, stamp) for path, stamp in files if path.name not in rows]
    for path, stamp in unread:
        rows[path.name] = (stamp, *_read(path))
        if monotonic() - shown > PATIENCE:
            yield _listed(files, rows)
            shown = monotonic()
        if index is not None and shown - saved > SELDOM:
            _save(index, rows)
            saved = shown
    if index is not None and (unread or len(rows) != len(known)):
        _save(index, rows)
    yield _listed(files, rows)


_Known = tuple[Stamp, Said | None, str, bool]


@contextmanager
def _uncollected() -> Iterator[None]:
    """Look for no circles of garbage meanwhile: thousands of rows hold none, and to look costs as much as to read."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@_uncollected()
def _files(folder: Path) -> list[tuple[Path, Stamp]]:
    """Return the match files of a folder, the one changed last first."""
    found: list[tuple[Path, Stamp]] = []
    try:
        entries = [one for one in os.scandir(folder) if one.name.endswith(SUFFIX)]
    except OSError:
        return found
    for one in entries:
        with suppress(OSError):  # it went while we looked
            about = one.stat()
            found.append((Path(one.path), (about.st_size, about.st_mtime_ns)))
    return sorted(found, key=lambda one: (-one[1][1], one[0].name))


@_uncollected()
def _listed(files: Sequence[tuple[Path, Stamp]], rows: dict[str, _Known]) -> tuple[Kept, ...]:
    found = [(path, stamp, rows[path.name]) for path, stamp in files if path.name in rows]
    return tuple(Kept(path, stamp[1] / NANO, said, problem, newer) for path, stamp, (_, said, problem, newer) in found)


def _read(path: Path) -> tuple[Said | None, str, bool]:
    try:
        return _said(row_of(read_file(path))), "", False
    except UnreadableMatchError as error:
        return None, str(error), isinstance(error, NewerMatchError)


# --- the file ---------------------------------------------------------------------------------------------------------


@_uncollected()
def _load(path: Path) -> dict[str, _Known]:
    """Read the index; {} if it is gone, damaged or of another version."""
    try:
        said = json.loads(path.read_bytes())
        if said["version"] != VERSION:
            return {}
        return {name: _known(row) for name, row in said["rows"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        return {}


def _known(said: Any) -> _Known:
    size, written, row, problem, newer = said
    if row is not None and len(row) != FIELDS:
        raise ValueError("a row of another form")
    return (int(size), int(written)), row, str(problem), bool(newer)


def _row(said: Said) -> MatchRow:
    game, seats, totals, winners, over, scored, number, deals, rounds, damaged, tail, begun = said
    return MatchRow(
        game,
        tuple(Seat(name, Controller(controller), level) for name, controller, level in seats),
        tuple(totals),
        tuple(winners),
        over,
        scored,
        number,
        deals,
        tuple((at, tuple(points)) for at, points in rounds),
        damaged,
        tail,
        begun,
    )


def _save(path: Path, rows: dict[str, _Known]) -> None:
    """Write the index; where that cannot be, it is made anew the next time."""
    said = {name: [*stamp, row, problem, newer] for name, (stamp, row, problem, newer) in rows.items()}
    with suppress(OSError):
        make_folder(path.parent)
        replace_file(path, json.dumps({"version": VERSION, "rows": said}, ensure_ascii=False).encode())


def _said(row: MatchRow) -> Said:
    seats = [[one.name, one.controller.value, one.level] for one in row.seats]
    rounds = [[number, list(points)] for number, points in row.rounds]
    return [
        row.game, seats, list(row.totals), list(row.winners), row.over, row.scored, row.round, row.deals, rounds,
        row.damaged, row.tail, row.begun,
    ]  # fmt: skip
