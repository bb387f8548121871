"""A LAN program's files in its home: its secret, the last nonce, and the log of each match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from game.lan.terms import StartTerms, TableOffer
from game.store.atomic import TEMPORARY_MARK, make_folder, replace_file, sync_folder
from game.store.desk import desk_path
from game.store.home import newest_files
from game.store.records import RecordFile, own_secret, read_records, split_records
from game.table.canon import decode
from net.log.bodies import Start, read_body
from net.log.effects import EntryRecord, NonceRecord, Record, SaltRecord, UnreadableRecord, read_record, write_record
from net.log.entries import read_core
from net.schema import Misfit

RUNNING_SUFFIX, DONE_SUFFIX = ".lan", ".lan-over"
NONCE_FILE = "nonce"  # the file of the nonce revealed last, which belongs to no match before START


class LanHome:
    """The folder of LAN matches, which no other program writes to."""

    def __init__(self, path: Path, entropy: Callable[[int], bytes]) -> None:
        self._folder = path / "lan"
        make_folder(self._folder)
        # `damaged` is where a damaged secret was moved.
        self.secret, self.damaged = own_secret(self._folder / "secret", entropy)
        self._file: RecordFile | None = None
        self._begins = b""  # the match whose file we may create again, if the disk failed half-way

    def running_files(self) -> tuple[Path, ...]:
        """Return the files of unfinished matches, the one written to last first."""
        return newest_files(self._folder, RUNNING_SUFFIX)

    def last_file(self) -> Path | None:
        """Return the file that was written to last, finished or not."""
        return next(iter(newest_files(self._folder, RUNNING_SUFFIX, DONE_SUFFIX)), None)

    def all_finished(self) -> bool:
        """Return whether there are matches, all of them finished."""
        return not self.running_files() and any(self._folder.glob(f"*{DONE_SUFFIX}"))

    def records_of_match(self, path: Path | None = None) -> tuple[Record, ...]:
        """Return a match's records, by default of the unfinished one written to last; nothing if there is none."""
        path = path or next(iter(self.running_files()), None)
        if path is None:
            return ()
        kept: list[Record] = []
        for written in read_records(path)[0]:
            try:
                kept.append(read_record(written))
            except Misfit:
                kept.append(UnreadableRecord())
        return tuple(kept)

    def open_file(self, path: Path | None = None) -> None:
        """Open a match's file to append to it."""
        path = path or next(iter(self.running_files()), None)
        if path is not None:
            self._file = RecordFile(path)

    def knows_match(self, match: bytes) -> bool:
        """Return whether a match of this id has ever begun here."""
        return any(TEMPORARY_MARK not in path.name for path in self._folder.rglob(f"{match.hex()}*"))

    def running_file(self, match: bytes) -> Path | None:
        """Return the file of an unfinished match of this home."""
        path = self._folder / f"{match.hex()}{RUNNING_SUFFIX}"
        return path if match and path.exists() else None

    @property
    def shown_nonce(self) -> NonceRecord | None:
        """The nonce revealed last, and its list; None if there is none that can be read."""
        try:
            record = read_record((self._folder / NONCE_FILE).read_bytes())
        except (OSError, Misfit):
            return None
        return record if isinstance(record, NonceRecord) else None

    def file_of(self, match: bytes) -> Path:
        """Return the file of the match that is played."""
        return self._folder / f"{match.hex()}{RUNNING_SUFFIX}" if self._file is None else self._file.path

    def append_records(self, records: Sequence[Record]) -> None:
        """Append records to the match's file, which START creates. Raise OSError when the disk refuses.

        The file exists with START or not at all: a program killed before that begins the match when asked again.
        """
        kept: list[Record] = []
        for record in records:
            if isinstance(record, NonceRecord):
                replace_file(self._folder / NONCE_FILE, write_record(record), 0o600)
            elif self._file is not None or kept or isinstance(record, SaltRecord | EntryRecord):
                kept.append(record)
        if self._file is not None:
            self._file.append(*map(write_record, kept))
        elif kept:
            self._file = self._create_file(kept)
            # A program that lost a match's file must not begin it again: what it signs would convict it.
            (self._folder / NONCE_FILE).unlink(missing_ok=True)

    def _create_file(self, kept: Sequence[Record]) -> RecordFile:
        """Create the file of a match, but never over an existing one."""
        match = read_core(next(one for one in kept if isinstance(one, EntryRecord)).numbered.raw).match
        if match != self._begins and self.knows_match(match):
            raise FileExistsError(f"this home has a match of that number: {match.hex()}")
        self._begins = match
        return RecordFile.new(self.file_of(match), *map(write_record, kept))

    def close(self, *, over: bool) -> None:
        """Close the file; a finished match is renamed and not restored again."""
        if self._file is None:
            return
        self._file.close()
        done = self._file.path.with_suffix(DONE_SUFFIX)
        if over and not done.exists():
            self._file.path.replace(done)
            desk_path(self._file.path).unlink(missing_ok=True)
            sync_folder(self._folder)
        self._file = None


@dataclass(frozen=True, slots=True)
class LanFile:
    """A LAN match of a home: its number in the list, its file, and its game and names if they are readable."""

    number: int
    path: Path
    game: str
    names: tuple[str, ...]

    @staticmethod
    def records_of(data: bytes) -> tuple[list[Record], int]:
        """Return a file's readable records, and how many of its bytes are good."""
        kept: list[Record] = []
        written, good = split_records(data)
        for one in written:
            try:
                kept.append(read_record(one))
            except Misfit:
                continue
        return kept, good


def lan_files(home: Path) -> tuple[LanFile, ...]:
    """List the LAN matches of a home, the one written to last first; nothing is created or locked."""
    found: list[LanFile] = []
    for path in newest_files(home / "lan", RUNNING_SUFFIX, DONE_SUFFIX):
        with suppress(FileNotFoundError):  # its table has just renamed it
            records = LanFile.records_of(path.read_bytes())[0]
            offer = offer_in(records)
            found.append(LanFile(len(found) + 1, path, "" if offer is None else offer.game, seat_names_in(records)))
    return tuple(found)


def start_in(records: Sequence[Record]) -> Start | None:
    """Return the START in a match's records; None if it cannot be read."""
    first = next((record for record in records if isinstance(record, EntryRecord)), None)
    try:
        start = read_body(read_core(first.numbered.raw)) if first is not None else None
    except ValueError:
        return None
    return start if isinstance(start, Start) else None


def offer_in(records: Sequence[Record]) -> TableOffer | None:
    """Return the agreed offer in a match's records; None if it cannot be read."""
    start = start_in(records)
    try:
        return None if start is None else decode(start.header, StartTerms).offer
    except ValueError:
        return None


def seat_names_in(records: Sequence[Record]) -> tuple[str, ...]:
    """Return the seats' names in a match's records; none if they cannot be read."""
    start = start_in(records)
    return () if start is None else tuple(sitter.name for sitter in start.sitters)
