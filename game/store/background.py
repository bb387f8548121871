"""Files written beside the game: a thread does what it is given, in order, and the frame never waits for the disk.

Laws: what is given first is done first; a refusal of the disk is told once, as a trouble with a code, and the game goes
on; `close` returns when everything is done.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Condition, Thread
from typing import Protocol

from game.store.desk import Desk, load_desk, save_desk

TROUBLE_MATCH = "match_not_kept"
TROUBLE_DESK = "desk_not_kept"
TROUBLE_SETTINGS = "settings_not_kept"
TROUBLE_HOSTS = "hosts_not_kept"

Work = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that could not be kept: a code that has a sentence, and what the system said."""

    code: str
    reason: str


class Lines(Protocol):
    """What appends the lines of a match, such as a file."""

    def append(self, line: bytes) -> None:
        """Keep one line; raise OSError when that fails."""

    def close(self) -> None:
        """Put everything in order."""


@dataclass(frozen=True, slots=True)
class _Task:
    """Something to do, what to call its failing, and what it makes needless when it waits still."""

    work: Work
    trouble: str
    subject: str = ""


class Writer:
    """One thread that writes. A `subject` names what is replaced whole: of those that wait, the last one is enough."""

    def __init__(self) -> None:
        self._tasks: deque[_Task] = deque()
        self._troubles: list[Trouble] = []
        self._told: set[str] = set()
        self._busy = False
        self._closed = False
        self._change = Condition()
        self._thread = Thread(target=self._run, name="writer", daemon=True)  # a crash must not hang on it
        self._thread.start()

    def do(self, work: Work, trouble: str, subject: str = "") -> None:
        """Have something done after all that was given before."""
        with self._change:
            if self._closed:
                raise RuntimeError("the writer is closed; give it work before that")
            if subject:
                self._tasks = deque(task for task in self._tasks if task.subject != subject)
            self._tasks.append(_Task(work, trouble, subject))
            self._change.notify_all()

    def troubles(self) -> tuple[Trouble, ...]:
        """Return what went wrong since the last time this was asked."""
        with self._change:
            told, self._troubles = tuple(self._troubles), []
        return told

    def settle(self) -> None:
        """Wait until everything given so far is done; not for the thread that draws."""
        with self._change:
            self._change.wait_for(lambda: not self._tasks and not self._busy)

    def close(self) -> None:
        """Do what is left and end; safe to call twice."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._tasks or self._closed)
                if not self._tasks:
                    return
                task = self._tasks.popleft()
                self._busy = True
            trouble = _tried(task)
            with self._change:
                self._busy = False
                if trouble is not None:
                    self._note(trouble)
                self._change.notify_all()

    def _note(self, trouble: Trouble) -> None:
        """Tell a code once: a full disk refuses every save of the desk, and one sentence about it is enough."""
        if trouble.code not in self._told:
            self._told.add(trouble.code)
            self._troubles.append(trouble)


def _tried(task: _Task) -> Trouble | None:
    try:
        task.work()
    except OSError as error:
        return Trouble(task.trouble, error.strerror or str(error))
    return None


class BackgroundJournal:
    """A match's lines, written by a Writer. After the first line that fails nothing more is appended: no gaps."""

    def __init__(self, writer: Writer, lines: Lines) -> None:
        self._writer = writer
        self._lines = lines
        self._broken = False

    def append(self, line: bytes) -> None:
        """Have the line written; returns at once."""
        self._writer.do(lambda: self._write(line), TROUBLE_MATCH)

    def close(self) -> None:
        """Have the file closed after its last line; returns at once."""
        self._writer.do(self._finish, TROUBLE_MATCH)

    def _write(self, line: bytes) -> None:
        if self._broken:
            return
        try:
            self._lines.append(line)
        except OSError:
            self._broken = True
            raise

    def _finish(self) -> None:
        """Close; after a failure the file may refuse that too, which was told already."""
        try:
            self._lines.close()
        except OSError:
            if not self._broken:
                raise


class BackgroundDesk:
    """A match's desk, written by a Writer after the lines that it belongs to."""

    def __init__(self, writer: Writer, path: Path) -> None:
        self._writer = writer
        self._path = path

    def load(self) -> Desk | None:
        """Return what was kept, None where there is nothing that can be used."""
        return load_desk(self._path)

    def save(self, desk: Desk) -> None:
        """Have it kept; of several that wait only the last is written."""
        self._writer.do(lambda: save_desk(self._path, desk), TROUBLE_DESK, f"desk {self._path}")


class NoDesk:
    """Keeps the desk for as long as the program runs, where nothing can be written."""

    def __init__(self) -> None:
        self._desk: Desk | None = None

    def load(self) -> Desk | None:
        """Return what was saved last."""
        return self._desk

    def save(self, desk: Desk) -> None:
        """Remember it."""
        self._desk = desk
