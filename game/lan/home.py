"""What a LAN program keeps in its home: who it is, its secret, and the log of the match it plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from game.lan.terms import StartTerms, TableOffer
from game.store.atomic import BESIDE, make_folder, replace_file, sync_folder
from game.store.desk import desk_path
from game.store.home import newest
from game.store.records import RecordFile, own_secret, read_records, split_records
from game.table.canon import decode
from net.log.bodies import Start, read_body
from net.log.effects import EntryRecord, NonceRecord, Record, SaltRecord, Unreadable, read_record, write_record
from net.log.entries import read_core
from net.schema import Misfit

RUNNING, DONE = ".lan", ".lan-over"
SHOWN = "nonce"  # the file with the nonce that was shown last: it belongs to no match before START


class LanHome:
    """A folder for LAN matches; nobody else writes there."""

    def __init__(self, path: Path, entropy: Callable[[int], bytes]) -> None:
        self._folder = path / "lan"
        make_folder(self._folder)
        self.secret, self.damaged = own_secret(self._folder / "secret", entropy)  # where a damaged one was set aside
        self._file: RecordFile | None = None
        self._begins = b""  # the match whose file is ours to begin: a disk that refused may have left one

    def running(self) -> tuple[Path, ...]:
        """Return the files of the matches that are not over, the one written to last first."""
        return newest(self._folder, RUNNING)

    def last(self) -> Path | None:
        """Return the file of the match that was written to last, over or not."""
        return next(iter(newest(self._folder, RUNNING, DONE)), None)

    def finished(self) -> bool:
        """Return whether there were matches, and all of them are over."""
        return not self.running() and any(self._folder.glob(f"*{DONE}"))

    def records(self, path: Path | None = None) -> tuple[Record, ...]:
        """Return what was kept of a match, by default of the first that runs; nothing if there is none."""
        path = path or next(iter(self.running()), None)
        if path is None:
            return ()
        kept: list[Record] = []
        for written in read_records(path)[0]:
            try:
                kept.append(read_record(written))
            except Misfit:
                kept.append(Unreadable())
        return tuple(kept)

    def open(self, path: Path | None = None) -> None:
        """Go on writing where that match stopped."""
        path = path or next(iter(self.running()), None)
        if path is not None:
            self._file = RecordFile(path)

    def knows(self, match: bytes) -> bool:
        """Return whether a match of this id was begun here before, whatever became of it."""
        return any(BESIDE not in path.name for path in self._folder.rglob(f"{match.hex()}*"))

    def running_file(self, match: bytes) -> Path | None:
        """Return the file of a match that was begun here and is not over, as far as this home knows."""
        path = self._folder / f"{match.hex()}{RUNNING}"
        return path if match and path.exists() else None

    @property
    def shown_nonce(self) -> NonceRecord | None:
        """The nonce that was shown last, and for which list; None if there is none that can be read."""
        try:
            record = read_record((self._folder / SHOWN).read_bytes())
        except (OSError, Misfit):
            return None
        return record if isinstance(record, NonceRecord) else None

    def file_of(self, match: bytes) -> Path:
        """Return the file of the match that is played."""
        return self._folder / f"{match.hex()}{RUNNING}" if self._file is None else self._file.path

    def keep(self, records: Sequence[Record]) -> None:
        """Append records to the match's file, which its first ones begin. Raise OSError when the disk refuses.

        That file is there with START or not at all: whoever is killed before begins the match when asked again.
        """
        kept: list[Record] = []
        for record in records:
            if isinstance(record, NonceRecord):
                replace_file(self._folder / SHOWN, write_record(record), 0o600)
            elif self._file is not None or kept or isinstance(record, SaltRecord | EntryRecord):
                kept.append(record)
        if self._file is not None:
            self._file.append(*map(write_record, kept))
        elif kept:
            self._file = self._begun(kept)
            # Whoever loses the file of a match must not begin it again: what it signs would convict it.
            (self._folder / SHOWN).unlink(missing_ok=True)

    def _begun(self, kept: Sequence[Record]) -> RecordFile:
        """Begin the file of a match: one of its own, whatever comes from outside."""
        match = read_core(next(one for one in kept if isinstance(one, EntryRecord)).numbered.raw).match
        if match != self._begins and self.knows(match):
            raise FileExistsError(f"this home has a match of that number: {match.hex()}")
        self._begins = match
        return RecordFile.new(self.file_of(match), *map(write_record, kept))

    def close(self, *, over: bool) -> None:
        """Close the file; a match that is over is not taken up again."""
        if self._file is None:
            return
        self._file.close()
        done = self._file.path.with_suffix(DONE)
        if over and not done.exists():
            self._file.path.replace(done)
            desk_path(self._file.path).unlink(missing_ok=True)
            sync_folder(self._folder)
        self._file = None


@dataclass(frozen=True, slots=True)
class LanFile:
    """A LAN match of a home: its number in the list, its file, and as far as they are readable its game and names."""

    number: int
    path: Path
    game: str
    names: tuple[str, ...]

    @staticmethod
    def records_of(data: bytes) -> tuple[list[Record], int]:
        """Return the records of a file as far as they can be read, and how many of its bytes are good."""
        kept: list[Record] = []
        written, good = split_records(data)
        for one in written:
            try:
                kept.append(read_record(one))
            except Misfit:
                continue
        return kept, good


def lan_files(home: Path) -> tuple[LanFile, ...]:
    """List the LAN matches of a home, over or not, the one written to last first; nothing is made or locked."""
    found: list[LanFile] = []
    for path in newest(home / "lan", RUNNING, DONE):
        with suppress(FileNotFoundError):  # its table has given it another name meanwhile
            records = LanFile.records_of(path.read_bytes())[0]
            offer = offered_in(records)
            found.append(LanFile(len(found) + 1, path, "" if offer is None else offer.game, sitters_in(records)))
    return tuple(found)


def start_in(records: Sequence[Record]) -> Start | None:
    """Return the START of a match that was kept; None if it cannot be read."""
    first = next((record for record in records if isinstance(record, EntryRecord)), None)
    try:
        start = read_body(read_core(first.numbered.raw)) if first is not None else None
    except ValueError:
        return None
    return start if isinstance(start, Start) else None


def offered_in(records: Sequence[Record]) -> TableOffer | None:
    """Return what was agreed on in a match that was kept; None if it cannot be read."""
    start = start_in(records)
    try:
        return None if start is None else decode(start.header, StartTerms).offer
    except ValueError:
        return None


def sitters_in(records: Sequence[Record]) -> tuple[str, ...]:
    """Return the names on the chairs of a match that was kept; nothing if they cannot be read."""
    start = start_in(records)
    return () if start is None else tuple(sitter.name for sitter in start.sitters)
