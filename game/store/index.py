"""The index of the match files: what a list shows of each, so that lists need not read every log.

Laws: the index follows from the files; a row is valid only while its file has the same size and time of change, to the
nanosecond, or still the same content, as in a copied home; an index that is missing, damaged or of another version is
made anew.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import Any, Final
from zlib import crc32

from game.match.lines import FileReading, NewerMatchError, UnreadableMatchError, header_line, read_match
from game.match.match import Match
from game.match.transcript import NEWEST_FORMAT, RULES_VERSION, Controller, Header, Seat
from game.store.atomic import make_folder, replace_file
from game.store.matches import MATCH_SUFFIX, read_file

INDEX_PATH: Final = Path("cache") / "matches"
INDEX_VERSION: Final = [3, NEWEST_FORMAT, RULES_VERSION]  # what the rows depend on
LIST_INTERVAL_SECONDS: Final = 0.25  # seconds between two partial lists while files are read
SAVE_INTERVAL_SECONDS: Final = 10.0  # seconds between two saves of the index meanwhile
NANOSECONDS_PER_SECOND: Final = 10**9
MAX_CACHED_SKETCHES: Final = 10_000  # more unread files than this are sketched again each time
_DEALS: Final = re.compile(rb"\tdeal\tround ([0-9]{1,6}) ")
CONTENT_BYTES: Final = 16  # of the hash that tells a file from any other

RoundPoints = tuple[int, tuple[int, ...]]  # a round's number, 0 if it was broken off, and the points of each side
# A file of the folder: its negative time of change, its name, and a key of both and its size.
FileStamp = tuple[int, str, str]
Line = tuple[str, str]  # of the index: a hash of the file's content, and what it says of the file


@dataclass(frozen=True)
class MatchRow:
    """What a list shows of a match: game, seats, score, rounds, and where its file is damaged."""

    game: str
    seats: tuple[Seat, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    over: bool
    scored: bool
    round: int
    deals: int
    rounds: tuple[RoundPoints, ...]
    damaged: int  # the first damaged line, 0 for none
    tail: bool  # whether only the last line is damaged
    begun: str  # the first line of the file

    @cached_property
    def header(self) -> Header:
        """The header, read from the file's first line."""
        return read_match(f"{self.begun}\n".encode()).match.header


@dataclass(frozen=True)
class ListedMatch:
    """A match file in the list; `changed` is its time of change, `said` its line of the index, parsed on demand.

    `said` is empty while the file is unread: then its row is a sketch.
    """

    folder: Path
    name: str
    changed: float
    said: str

    @property
    def path(self) -> Path:
        """The path of the file."""
        return self.folder / self.name

    @property
    def unread(self) -> bool:
        """Whether only the first line and the deals were looked at, so that scores and winners are unknown."""
        return not self.said

    @cached_property
    def _parsed(self) -> tuple[MatchRow | None, str, bool]:
        if self.unread:
            return _sketched(self.path, self.changed)
        row, problem, newer = json.loads(self.said)
        return None if row is None else _read_row(row), problem, newer

    @cached_property
    def row(self) -> MatchRow | None:
        """Its row of the list; None if the file cannot be read."""
        return self._parsed[0]

    @property
    def problem(self) -> str:
        """Why the file cannot be read, as a sentence."""
        return self._parsed[1]

    @property
    def is_newer(self) -> bool:
        """Whether a newer version of the program wrote the file."""
        return self._parsed[2]

    @property
    def read_match(self) -> Match | None:
        """The match up to the damage if any, read now."""
        try:
            return None if self.row is None else read_file(self.path).match
        except UnreadableMatchError:
            return None


def row_of(reading: FileReading) -> MatchRow:
    """Make the row of a file that was read."""
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
        standing.round_scored,
        standing.table.round if standing.table is not None else 1,
        standing.deals,
        tuple((number, points) for _at, number, points in sorted([*rounds, *paid], key=lambda one: one[0])),
        0 if damage is None else damage.line,
        damage is not None and damage.tail,
        header_line(header),
    )


@lru_cache(maxsize=MAX_CACHED_SKETCHES)
def _sketched(path: Path, _changed: float) -> tuple[MatchRow | None, str, bool]:
    """Return what an unread file's first line and its deals tell, as if nothing was scored yet.

    To know scores all moves have to be played, which takes a hundred times as long.
    """
    try:
        data = path.read_bytes()
        reading = read_match(data.partition(b"\n")[0] + b"\n")
    except OSError as error:
        return None, str(error.strerror), False
    except UnreadableMatchError as error:
        return None, str(error), isinstance(error, NewerMatchError)
    deals = _DEALS.findall(data)
    row = row_of(reading)
    return (replace(row, round=int(deals[-1]), deals=len(deals)) if deals else row), "", False


def listed_match(path: Path) -> ListedMatch:
    """Make the list's value of a match, its file read now."""
    try:
        changed = path.stat().st_mtime
    except OSError:
        changed = 0.0
    return ListedMatch(path.parent, path.name, changed, _read(path))


def list_matches(folder: Path, index: Path | None = None) -> tuple[ListedMatch, ...]:
    """List the match files of a folder, the last changed first."""
    *_before, found = growing_list(folder, index)
    return found


def growing_list(folder: Path, index: Path | None = None) -> Iterator[tuple[ListedMatch, ...]]:
    """Yield lists of a folder in which ever fewer files are unread, while those that the index lacks are read.

    The last changed file comes first, and is read first; of the last list all are read. If an `index` is given it is
    updated.
    """
    known = {} if index is None else _load(index)
    files = _stamps_of(folder)
    lines = {mark: known[mark] for _written, _name, mark in files if mark in known}
    shown = saved = monotonic()
    unread = [(name, mark) for _written, name, mark in files if mark not in lines]
    moved = {_key_without_time(mark): line for mark, line in known.items() if mark not in lines} if unread else {}
    if unread:
        yield _listed(folder, files, lines)
    for name, mark in unread:
        line = moved.get(_key_without_time(mark))
        content = content_of(folder / name)
        lines[mark] = line if line is not None and line[0] == content else (content, _read(folder / name))
        if monotonic() - shown > LIST_INTERVAL_SECONDS:
            yield _listed(folder, files, lines)
            shown = monotonic()
        if index is not None and shown - saved > SAVE_INTERVAL_SECONDS:
            _save(index, lines)
            saved = shown
    if index is not None and (unread or len(lines) != len(known)):
        _save(index, lines)
    yield _listed(folder, files, lines)


def _stamps_of(folder: Path) -> list[FileStamp]:
    """Return the match files of a folder, the one changed last first."""
    found: list[FileStamp] = []
    try:
        entries = [one for one in os.scandir(folder) if one.name.endswith(MATCH_SUFFIX)]
    except OSError:
        return found
    for one in entries:
        with suppress(OSError):  # it was deleted meanwhile
            about = one.stat()
            found.append((-about.st_mtime_ns, one.name, f"{about.st_size} {about.st_mtime_ns} {one.name!a}"))
    return sorted(found)


def content_of(path: Path) -> str:
    """Return a hash of a file's content; of one that cannot be read, an empty text."""
    try:
        return blake2b(path.read_bytes(), digest_size=CONTENT_BYTES).hexdigest()
    except OSError:
        return ""


def _key_without_time(mark: str) -> str:
    """Return the key of a file without its time of change."""
    size, _time, name = mark.split(" ", 2)
    return f"{size} {name}"


def _listed(folder: Path, files: Sequence[FileStamp], lines: dict[str, Line]) -> tuple[ListedMatch, ...]:
    none = ("", "")
    return tuple(
        [ListedMatch(folder, name, -at / NANOSECONDS_PER_SECOND, lines.get(mark, none)[1]) for at, name, mark in files]
    )


def _read(path: Path) -> str:
    """Read a file and make its line of the index: its row, or why it cannot be read and whether it is too new."""
    try:
        return json.dumps([_plain_row(row_of(read_file(path))), "", False])
    except UnreadableMatchError as error:
        return json.dumps([None, str(error), isinstance(error, NewerMatchError)])


# --- the file ---------------------------------------------------------------------------------------------------------


def _load(path: Path) -> dict[str, Line]:
    """Read the index: each file's line by its key; empty if the index is missing, damaged or of another version."""
    try:
        head, _, body = path.read_bytes().partition(b"\n")
    except OSError:
        return {}
    if head != _head(body):
        return {}
    return {
        mark: (content, said) for mark, content, said in [one.split("\t") for one in body.decode("ascii").splitlines()]
    }


def _head(body: bytes) -> bytes:
    """Return the first line: the version of the others, and their checksum."""
    return json.dumps([INDEX_VERSION, crc32(body)]).encode()


def _read_row(said: list[Any]) -> MatchRow:
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


def _save(path: Path, lines: dict[str, Line]) -> None:
    """Write the index; if that fails, it is made anew the next time."""
    body = "\n".join([f"{mark}\t{content}\t{said}" for mark, (content, said) in lines.items()]).encode("ascii")
    with suppress(OSError):
        make_folder(path.parent)
        replace_file(path, _head(body) + b"\n" + body)
        path.with_suffix(".json").unlink(missing_ok=True)  # the index of older versions


def _plain_row(row: MatchRow) -> list[Any]:
    seats = [[one.name, one.controller.value, one.level] for one in row.seats]
    rounds = [[number, list(points)] for number, points in row.rounds]
    return [
        row.game, seats, list(row.totals), list(row.winners), row.over, row.scored, row.round, row.deals, rounds,
        row.damaged, row.tail, row.begun,
    ]  # fmt: skip
