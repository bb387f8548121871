"""Files written beside the game: a thread does what it is given, in order, and the frame never waits for the disk.

Laws: what is given first is done first; whatever goes wrong is a trouble with a code, told once, and the game and the
thread go on; what must be kept in the end, the lines of a match, is tried again until it is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Condition, Thread
from typing import Final, Protocol

from game.store.desk import Desk, load_desk, save_desk

TROUBLE_MATCH = "match_not_kept"
TROUBLE_DESK = "desk_not_kept"
TROUBLE_SETTINGS = "settings_not_kept"
TROUBLE_HOSTS = "hosts_not_kept"
AGAIN: Final = 1.0  # seconds after which what was refused is tried again

Work = Callable[[], None]


@dataclass(frozen=True, slots=True)
class DiskTrouble:
    """Something that could not be kept: a code that has a sentence, and what the system said."""

    code: str
    reason: str


class Lines(Protocol):
    """What appends the lines of a match, such as a file."""

    def append(self, line: bytes) -> None:
        """Keep one line, or raise OSError and keep nothing of it."""

    def close(self) -> None:
        """Put everything in order."""


@dataclass(frozen=True, slots=True)
class _Task:
    """Something to do, what to call its failing, what it makes needless when it waits still, and whether it must be."""

    work: Work
    trouble: str
    subject: str = ""
    again: bool = False


class Writer:
    """One thread that writes. A `subject` names what is replaced whole: of those that wait, the last one is enough."""

    def __init__(self, again: float = AGAIN) -> None:
        self._again = again
        self._tasks: deque[_Task] = deque()
        self._refused: list[_Task] = []  # in their order, to be done again
        self._troubles: list[DiskTrouble] = []
        self._told: set[str] = set()
        self._busy = False
        self._closed = False
        self._change = Condition()
        self._thread = Thread(target=self._run, name="writer", daemon=True)  # a crash must not hang on it
        self._thread.start()

    def do(self, work: Work, trouble: str, subject: str = "", *, again: bool = False) -> None:
        """Have something done after all that was given before; `again` and again until it is, if it must be."""
        with self._change:
            if self._closed:
                raise RuntimeError("the writer is closed; give it work before that")
            if subject:
                self._tasks = deque(task for task in self._tasks if task.subject != subject)
            self._tasks.append(_Task(work, trouble, subject, again))
            self._change.notify_all()

    def troubles(self) -> tuple[DiskTrouble, ...]:
        """Return what went wrong since the last time this was asked."""
        with self._change:
            told, self._troubles = tuple(self._troubles), []
        return told

    def settle(self) -> None:
        """Wait until everything given so far was tried; not for the thread that draws."""
        with self._change:
            self._change.wait_for(lambda: not self._tasks and not self._busy)

    def close(self) -> None:
        """Do what is left, what was refused once more, and end; safe to call twice."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        self._thread.join()

    def _run(self) -> None:
        while (task := self._next()) is not None:
            trouble = _tried(task)
            with self._change:
                if trouble is None:
                    self._told -= {task.trouble} if task.again else set()
                else:
                    self._note(trouble)
                    self._refused += [task] if task.again and not self._closed else []
                self._busy = False
                self._change.notify_all()

    def _next(self) -> _Task | None:
        """Wait for something to do; None when all is done that can be."""
        with self._change:
            wait = self._again if self._refused else None
            came = self._change.wait_for(lambda: self._tasks or self._closed, wait)
            if not came or (self._closed and not self._tasks):
                refused, self._refused = self._refused, []
                self._tasks.extend(refused)
            if not self._tasks:
                return None
            self._busy = True
            return self._tasks.popleft()

    def _note(self, trouble: DiskTrouble) -> None:
        """Tell a code once: a full disk refuses every save of the desk, and one sentence about it is enough."""
        if trouble.code not in self._told:
            self._told.add(trouble.code)
            self._troubles.append(trouble)


def _tried(task: _Task) -> DiskTrouble | None:
    try:
        task.work()
    except Exception as error:  # noqa: BLE001 - a fault in one task must not end the thread that all the others need
        return DiskTrouble(task.trouble, _said_by(error))
    return None


def _said_by(error: Exception) -> str:
    """Return what the system said, or which fault it was."""
    return (error.strerror or str(error)) if isinstance(error, OSError) else f"{type(error).__name__}: {error}"


class BackgroundJournal:
    """A match's lines, written by a Writer in their order; a line that is refused stays owed, and so do those behind.

    `owed` says how many the disk has not taken yet, `disk_refusal` what the system said to the first, if anything.
    """

    def __init__(self, writer: Writer, lines: Lines, path: Path) -> None:
        self.path = path
        self._writer = writer
        self._lines = lines
        self._owed: deque[bytes] = deque()
        self.disk_refusal = ""

    @property
    def owed(self) -> int:
        """How far the file is behind the match."""
        return len(self._owed)

    @property
    def behind(self) -> bool:
        """Whether lines wait that the file does not have yet."""
        return bool(self._owed)

    def append(self, line: bytes) -> None:
        """Have the line written; returns at once."""
        self._owed.append(line)
        if not self.disk_refusal:  # else the try that is due takes this line along
            self._writer.do(self._write, TROUBLE_MATCH, again=True)

    def close(self, then: Work = lambda: None) -> None:
        """Have the file closed when it holds its last line, and `then` something done; returns at once."""
        self._writer.do(lambda: self._finish(then), TROUBLE_MATCH, again=True)

    def _write(self) -> None:
        try:
            while self._owed:
                self._lines.append(self._owed[0])
                self._owed.popleft()
                self.disk_refusal = ""
        except Exception as error:
            self.disk_refusal = _said_by(error)
            raise

    def _finish(self, then: Work) -> None:
        self._write()
        self._lines.close()
        then()


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


class DeskOfDeal:
    """A match's desk as far as it belongs to the deal that is played: the next one gives the same tiles other faces."""

    def __init__(self, kept: BackgroundDesk, deal: Callable[[], str]) -> None:
        self._kept = kept
        self._deal = deal

    def load(self) -> Desk | None:
        """Return the desk that was kept of this deal; None where it is another deal's."""
        desk = self._kept.load()
        return desk if desk is not None and desk.head == self._deal() else None

    def save(self, desk: Desk) -> None:
        """Have it kept."""
        self._kept.save(desk)


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
