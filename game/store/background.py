"""Writes files in a background thread, so that the frame never waits for the disk.

Laws: tasks run in the order they were given; an error becomes a trouble with a code, reported once, and the game and
the thread go on; what must not be lost, the lines of a match, is retried until it is written.
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
RETRY_SECONDS: Final = 1.0  # seconds between two attempts

WriteTask = Callable[[], None]


@dataclass(frozen=True, slots=True)
class DiskTrouble:
    """Something that could not be written: the code of its sentence, and the system's reason."""

    code: str
    reason: str


class LineFile(Protocol):
    """Where the lines of a match are appended, such as a file."""

    def append(self, line: bytes) -> None:
        """Append one line, or raise OSError and leave nothing of it."""

    def close(self) -> None:
        """Close it."""


@dataclass(frozen=True, slots=True)
class _Task:
    """A task: the work, the code for its failure, the subject it replaces, and whether to retry until it succeeds."""

    work: WriteTask
    trouble: str
    subject: str = ""
    must_succeed: bool = False


class Writer:
    """One thread that writes. A `subject` names what a task replaces: of its waiting tasks only the last is done."""

    def __init__(self, retry_seconds: float = RETRY_SECONDS) -> None:
        self._retry_seconds = retry_seconds
        self._tasks: deque[_Task] = deque()
        self._refused: list[_Task] = []  # failed tasks to retry, in order
        self._troubles: list[DiskTrouble] = []
        self._told: set[str] = set()
        self._busy = False
        self._closed = False
        self._change = Condition()
        self._thread = Thread(target=self._run, name="writer", daemon=True)  # a crash must not wait for it
        self._thread.start()

    def add_task(self, work: WriteTask, trouble: str, subject: str = "", *, must_succeed: bool = False) -> None:
        """Add a task after all others; if it `must_succeed` it is retried until it does."""
        with self._change:
            if self._closed:
                raise RuntimeError("the writer is closed; give it work before that")
            if subject:
                self._tasks = deque(task for task in self._tasks if task.subject != subject)
            self._tasks.append(_Task(work, trouble, subject, must_succeed))
            self._change.notify_all()

    def troubles(self) -> tuple[DiskTrouble, ...]:
        """Return what went wrong since the last call."""
        with self._change:
            told, self._troubles = tuple(self._troubles), []
        return told

    def wait_until_tried(self) -> None:
        """Wait until all tasks so far were tried; never call this in the thread that draws."""
        with self._change:
            self._change.wait_for(lambda: not self._tasks and not self._busy)

    def close(self) -> None:
        """Do the remaining tasks, try failed ones once more, and end; safe to call twice."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        self._thread.join()

    def _run(self) -> None:
        while (task := self._next_task()) is not None:
            trouble = _run_task(task)
            with self._change:
                if trouble is None:
                    self._told -= {task.trouble} if task.must_succeed else set()
                else:
                    self._note(trouble)
                    self._refused += [task] if task.must_succeed and not self._closed else []
                self._busy = False
                self._change.notify_all()

    def _next_task(self) -> _Task | None:
        """Wait for the next task; None at the end."""
        with self._change:
            wait = self._retry_seconds if self._refused else None
            came = self._change.wait_for(lambda: self._tasks or self._closed, wait)
            if not came or (self._closed and not self._tasks):
                refused, self._refused = self._refused, []
                self._tasks.extend(refused)
            if not self._tasks:
                return None
            self._busy = True
            return self._tasks.popleft()

    def _note(self, trouble: DiskTrouble) -> None:
        """Report each code once: on a full disk every save fails, and one sentence about it is enough."""
        if trouble.code not in self._told:
            self._told.add(trouble.code)
            self._troubles.append(trouble)


def _run_task(task: _Task) -> DiskTrouble | None:
    try:
        task.work()
    except Exception as error:  # noqa: BLE001 - a fault in one task must not end the thread
        return DiskTrouble(task.trouble, _said_by(error))
    return None


def _said_by(error: Exception) -> str:
    """Return the system's reason, or the kind of the error."""
    return (error.strerror or str(error)) if isinstance(error, OSError) else f"{type(error).__name__}: {error}"


class BackgroundJournal:
    """A match's lines, written by a Writer in order; a line that fails is retried, and those after it wait.

    `owed` counts the lines not yet on the disk, `disk_refusal` is the system's reason for the first, if any.
    """

    def __init__(self, writer: Writer, lines: LineFile, path: Path) -> None:
        self.path = path
        self._writer = writer
        self._lines = lines
        self._owed: deque[bytes] = deque()
        self.disk_refusal = ""

    @property
    def owed(self) -> int:
        """The number of lines that the file does not have yet."""
        return len(self._owed)

    @property
    def behind(self) -> bool:
        """Whether the file lacks any line."""
        return bool(self._owed)

    def append(self, line: bytes) -> None:
        """Queue a line; returns at once."""
        self._owed.append(line)
        if not self.disk_refusal:  # else the next retry writes this line too
            self._writer.add_task(self._write, TROUBLE_MATCH, must_succeed=True)

    def close(self, then: WriteTask = lambda: None) -> None:
        """Close the file once it holds its last line, and then call `then`; returns at once."""
        self._writer.add_task(lambda: self._finish(then), TROUBLE_MATCH, must_succeed=True)

    def _write(self) -> None:
        try:
            while self._owed:
                self._lines.append(self._owed[0])
                self._owed.popleft()
                self.disk_refusal = ""
        except Exception as error:
            self.disk_refusal = _said_by(error)
            raise

    def _finish(self, then: WriteTask) -> None:
        self._write()
        self._lines.close()
        then()


class BackgroundDesk:
    """A match's desk, which a Writer saves after the match's lines."""

    def __init__(self, writer: Writer, path: Path) -> None:
        self._writer = writer
        self._path = path

    def load(self) -> Desk | None:
        """Return the saved desk; None if there is none that can be read."""
        return load_desk(self._path)

    def save(self, desk: Desk) -> None:
        """Queue the desk; of several that wait only the last is written."""
        self._writer.add_task(lambda: save_desk(self._path, desk), TROUBLE_DESK, f"desk {self._path}")


class DeskOfDeal:
    """A match's desk, used only for the deal it was saved in: in the next one the tiles have other faces."""

    def __init__(self, kept: BackgroundDesk, deal: Callable[[], str]) -> None:
        self._kept = kept
        self._deal = deal

    def load(self) -> Desk | None:
        """Return the desk saved in this deal; None if it is another deal's."""
        desk = self._kept.load()
        return desk if desk is not None and desk.head == self._deal() else None

    def save(self, desk: Desk) -> None:
        """Queue the desk, whose `head` names its deal."""
        self._kept.save(desk)


class NoDesk:
    """Keeps the desk in memory, if nothing can be written."""

    def __init__(self) -> None:
        self._desk: Desk | None = None

    def load(self) -> Desk | None:
        """Return the desk saved last."""
        return self._desk

    def save(self, desk: Desk) -> None:
        """Remember the desk."""
        self._desk = desk
