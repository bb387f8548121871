"""The matches saved in this home: started, resumed, deleted.

Laws: a match open in one program is opened by no other; a guest resumes only matches it began itself; the window waits
for what is still to be written only when a match is resumed or deleted. Errors are sentences, returned or in `notes`,
and play goes on. The code that plays a match is imported on first use, because the first frame must not wait for it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from game.client.app_context import MatchAtTable
from game.client.deleted import DeletedFiles
from game.client.words import phrase
from game.store.background import BackgroundDesk, BackgroundJournal, NoDesk
from game.store.desk import desk_path

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.bots.thinker import Thinker
    from game.client.words import Phrase
    from game.match.match import Match
    from game.match.transcript import Header, Transcript
    from game.session.local import LocalSession
    from game.store.appended import AppendedFile
    from game.store.background import Writer
    from game.store.home import Home
    from game.store.index import ListedMatch
    from game.store.matches import NoJournal

SEED_BITS = 63
TIME_FORMAT = "%Y-%m-%d %H.%M.%S"


def random_seed() -> int:
    """Return a seed nobody can guess."""
    import secrets  # imported late, because loading it takes too long for the first frame

    return secrets.randbits(SEED_BITS)


def local_now() -> datetime:
    """Return the local time, for file names."""
    return datetime.now().astimezone()


def unreadable_words(kept: ListedMatch) -> Phrase:
    """Return, for the list of matches, why a file cannot be used; the file's own error is for the command line."""
    return phrase("matches.newer" if kept.is_newer else "notice.match_unreadable")


class _AfterHeader:
    """A file with a header already, which the session of a match without entries would write again."""

    def __init__(self, file: AppendedFile) -> None:
        self._file = file
        self._header_came = False

    def append(self, line: bytes) -> None:
        """Append every line but the first."""
        if self._header_came:
            self._file.append(line)
        self._header_came = True

    def close(self) -> None:
        """Close the file."""
        self._file.close()


@dataclass(slots=True)
class _Open:
    """The match at the table: its session, its file, and the lock against other programs."""

    session: LocalSession
    journal: BackgroundJournal | NoJournal
    lock: FileLock | None


class Matches:
    """The playable matches.

    `pace` returns the least seconds between two moves of bots; it is called when a match or a new pace begins.
    """

    def __init__(
        self,
        home: Home,
        writer: Writer,
        thinker: Callable[[], Thinker],
        pace: Callable[[], float],
        now: Callable[[], datetime] = local_now,
    ) -> None:
        self.home = home
        self.kept: tuple[ListedMatch, ...] | None = None  # None until the list was read for the first time
        self.notes: list[Phrase] = []
        self.writer = writer
        self._thinker = thinker
        self._pace = pace
        self._now = now
        self._open: _Open | None = None
        self._begun: set[Path] = set()
        self._left: list[BackgroundJournal] = []  # journals of closed matches that are not fully written yet
        self._deleted = DeletedFiles()
        self._purged = False  # whether the matches deleted by earlier runs were removed from the disk
        self._reader: Thread | None = None
        self._read: tuple[ListedMatch, ...] | None = None

    # --- the list ------------------------------------------------------------------------------------------------

    def read(self) -> None:
        """Read the list again in the background; `poll` takes what has been read so far."""
        if self._reader is None or not self._reader.is_alive():
            self._read = None
            self._reader = Thread(target=self._read_all, name="matches", daemon=True)
            self._reader.start()

    def _read_all(self) -> None:
        from game.store.deleted import purge_deleted
        from game.store.index import INDEX_PATH, growing_list

        self.writer.wait_until_tried()
        if self.home.owner and not self._purged:
            self._purged = True
            purge_deleted(self.home.matches_folder)
        index = self.home.path / INDEX_PATH if self.home.owner else None
        for found in growing_list(self.home.matches_folder, index):
            self._read = found

    def poll(self) -> bool:
        """Take the list that was read; return whether there is a new one."""
        if self._read is None:
            return False
        self.kept, self._read = self._read, None
        return True

    @property
    def reading(self) -> bool:
        """Return whether the list is still being read."""
        return self._reader is not None and self._reader.is_alive()

    @property
    def has_unfinished_lan_match(self) -> bool:
        """Return whether this home has a network match that may be unfinished."""
        return self.home.owner and any((self.home.path / "lan").glob("*.lan"))

    @property
    def has_lan_match(self) -> bool:
        """Return whether this home has any network match, even a finished or deleted one."""
        return self.home.owner and any((self.home.path / "lan").rglob("*.lan*"))

    def wait(self) -> None:
        """Wait until the list is read; for tests and pictures, not for the window."""
        if self._reader is not None:
            self._reader.join()
        self.poll()

    @property
    def may_undelete(self) -> bool:
        """Return whether a match was deleted that can be brought back."""
        return bool(self._deleted)

    def delete(self, kept: ListedMatch) -> Phrase | None:
        """Delete a match, or return why that is impossible; `undelete` restores the last one."""
        if not self.home.writable or (not self.home.owner and kept.path not in self._begun):
            return phrase("matches.guest")
        self.writer.wait_until_tried()
        lock = self._locked(kept.path)
        if lock is None:
            return phrase("notice.match_open")
        try:
            trouble = self._deleted.delete(kept.path)
        finally:
            _unlock(lock)
        if trouble is None:
            self.kept = tuple(one for one in self.kept or () if one.name != kept.name)
        return trouble

    def undelete(self) -> Phrase | None:
        """Restore the match deleted last, or return why that is impossible."""
        trouble = self._deleted.restore()
        if trouble is None:
            self.read()
        return trouble

    # --- the table -----------------------------------------------------------------------------------------------

    def begin(self, header: Header) -> MatchAtTable:
        """Start a match and its file."""
        from game.match.match import Match
        from game.match.transcript import TIMED_FORMAT

        return self.begin_from(Match.new(replace(header, format=TIMED_FORMAT)))

    def begin_from(self, match: Match) -> MatchAtTable:
        """Start a match from one that was begun elsewhere; its file gets everything played so far."""
        from game.match.lines import match_text
        from game.store.matches import create_journal

        self.leave()
        stamp = self._now().strftime(TIME_FORMAT)
        try:
            if not self.home.writable:
                return self._seated(match)
            file = create_journal(self.home.matches_folder, match.header.game, stamp)
            if match.transcript.entries:
                file.append(match_text(match).encode())
        except OSError as error:
            self.notes.append(phrase("notice.match_not_begun", reason=error.strerror or str(error)))
            return self._seated(match)
        self._begun.add(file.path)
        return self._seated(match, file, self._locked(file.path))

    def begin_again(self, header: Header) -> MatchAtTable:
        """Start a match with the same setup and another deal."""
        return self.begin(replace(header, seed=random_seed()))

    def resume_refusal(self, kept: ListedMatch) -> Phrase | str | None:
        """Return why a match cannot be resumed, as far as its entry in the list shows."""
        if kept.unread:  # asked first, since the title asks this of thousands
            return phrase("matches.unread")
        if kept.row is None:
            return unreadable_words(kept)
        if kept.row.over:
            return phrase("matches.is_over")
        if not self.home.owner and self.home.writable and kept.path not in self._begun:
            return phrase("matches.guest")
        return None

    def resume(self, kept: ListedMatch) -> MatchAtTable | Phrase | str:
        """Resume a match, or return why that is impossible."""
        from game.match.lines import UnreadableMatchError
        from game.store.matches import read_file, resume_journal

        refused = self.resume_refusal(kept)
        if refused is not None:
            return refused
        self.leave()
        self.writer.wait_until_tried()
        if any(path == kept.path for path, _lines, _why in self.unwritten_files()):
            return phrase("notice.match_behind")
        lock = self._locked(kept.path) if self.home.writable else None
        if self.home.writable and lock is None:
            return phrase("notice.match_open")
        try:
            reading = read_file(kept.path)
            file = resume_journal(kept.path, reading) if self.home.writable else None
        except (UnreadableMatchError, OSError) as error:
            _unlock(lock)
            return str(error) if isinstance(error, UnreadableMatchError) else phrase("notice.match_unreadable")
        if reading.damage is not None:
            code = "notice.match_cut" if reading.damage.tail else "notice.match_damaged"
            self.notes.append(phrase(code, line=reading.damage.line))
        return self._seated(reading.match, file, lock)

    def _seated(self, match: Match, file: AppendedFile | None = None, lock: FileLock | None = None) -> MatchAtTable:
        """Open a match at the table; without a file it is not saved."""
        from game.session.local import LocalSession
        from game.store.matches import NoJournal

        journal: BackgroundJournal | NoJournal = NoJournal()
        if file is not None:
            written = file.path.stat().st_size > 0 and not match.transcript.entries
            journal = BackgroundJournal(self.writer, _AfterHeader(file) if written else file, file.path)
        session = LocalSession(match, self._thinker(), journal, pace=self._pace())
        self._open = _Open(session, journal, lock)
        if file is None or not isinstance(journal, BackgroundJournal):
            return MatchAtTable(session, NoDesk())
        return MatchAtTable(session, BackgroundDesk(self.writer, desk_path(file.path)), save_status=journal)

    @property
    def transcript(self) -> Transcript | None:
        """Return the log of the match at the table, None where there is none."""
        return self._open.session.match.transcript if self._open is not None else None

    def apply_bot_pace(self) -> None:
        """Apply the present pace to the bots of the open match."""
        if self._open is not None:
            self._open.session.pace = self._pace()

    def leave(self) -> None:
        """Close the open match; its last lines are written in the background."""
        if self._open is None:
            return
        left, self._open = self._open, None
        left.session.close()
        if isinstance(left.journal, BackgroundJournal):
            self._left = [one for one in self._left if one.owed]
            self._left.append(left.journal)
            left.journal.close(lambda: _unlock(left.lock))
        else:
            _unlock(left.lock)

    def unwritten_files(self) -> tuple[tuple[Path, int, str], ...]:
        """Return the files of closed matches that are not fully written: the number of missing lines, and why."""
        return tuple((one.path, one.owed, one.disk_refusal) for one in self._left if one.owed)

    @staticmethod
    def _locked(path: Path) -> FileLock | None:
        """Lock a match against other programs; None when one has it open."""
        # the background writer releases the lock
        lock = FileLock(path.with_name(f".{path.name}.lock"), thread_local=False)
        try:
            lock.acquire(timeout=0)
        except (Timeout, OSError, NotImplementedError):
            return None
        return lock


def _unlock(lock: FileLock | None) -> None:
    """Release the lock of a match."""
    if lock is None:
        return
    with suppress(OSError):  # where an open file cannot be removed, its empty lock file stays
        Path(lock.lock_file).unlink()
    lock.release()
