"""Writing beside the game: in order, told when it fails, done when closed, and never waited for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from game.store.background import (
    TROUBLE_DESK,
    TROUBLE_MATCH,
    BackgroundDesk,
    BackgroundJournal,
    NoDesk,
    Trouble,
    Writer,
)
from game.store.desk import Desk, desk_path
from game.store.matches import FileJournal


@pytest.fixture
def writer() -> Iterator[Writer]:
    made = Writer()
    yield made
    made.close()


class Slow:
    """Lines that are appended only when they are let through, and refused from some line on."""

    def __init__(self, refuse_from: int = 10**9, *, refuse_close: bool = False) -> None:
        self.gate = Event()
        self.kept: list[bytes] = []
        self.closed = False
        self._refuse_from = refuse_from
        self._refuse_close = refuse_close

    def append(self, line: bytes) -> None:
        self.gate.wait()
        if len(self.kept) >= self._refuse_from:
            raise OSError(28, "No space left on device")
        self.kept.append(line)

    def close(self) -> None:
        self.closed = True
        if self._refuse_close:
            raise OSError(28, "No space left on device")


def test_lines_are_written_in_their_order(writer: Writer, tmp_path: Path) -> None:
    path = tmp_path / "match.comodin"
    journal = BackgroundJournal(writer, FileJournal(path))
    lines = [b"line %d\n" % number for number in range(200)]
    for line in lines:
        journal.append(line)
    journal.close()
    writer.settle()
    assert path.read_bytes() == b"".join(lines)
    assert writer.troubles() == ()


def test_append_returns_while_the_disk_is_busy(writer: Writer) -> None:
    lines = Slow()
    journal = BackgroundJournal(writer, lines)
    journal.append(b"one")
    journal.append(b"two")
    assert lines.kept == []  # the gate is shut, and yet we are here
    lines.gate.set()
    writer.settle()
    assert lines.kept == [b"one", b"two"]


def test_a_disk_that_refuses_is_told_once_and_nothing_is_written_after_a_gap(writer: Writer) -> None:
    lines = Slow(refuse_from=2, refuse_close=True)
    lines.gate.set()
    journal = BackgroundJournal(writer, lines)
    for line in (b"one", b"two", b"three", b"four"):
        journal.append(line)
    journal.close()
    writer.settle()
    assert lines.kept == [b"one", b"two"]
    assert lines.closed
    assert writer.troubles() == (Trouble(TROUBLE_MATCH, "No space left on device"),)
    assert writer.troubles() == ()


def test_closing_waits_for_what_was_given() -> None:
    writer, lines = Writer(), Slow()
    journal = BackgroundJournal(writer, lines)
    for number in range(50):
        journal.append(b"%d" % number)
    lines.gate.set()
    writer.close()
    writer.close()
    assert len(lines.kept) == 50
    with pytest.raises(RuntimeError, match="closed"):
        writer.do(lambda: None, TROUBLE_MATCH)


def test_of_the_desks_that_wait_the_last_is_written_after_the_lines_it_belongs_to(
    writer: Writer, tmp_path: Path
) -> None:
    done: list[str] = []
    gate = Event()
    writer.do(lambda: _wait(gate), TROUBLE_MATCH)
    writer.do(lambda: done.append("desk 1"), TROUBLE_DESK, "desk")
    writer.do(lambda: done.append("line"), TROUBLE_MATCH)
    writer.do(lambda: done.append("desk 2"), TROUBLE_DESK, "desk")
    writer.do(lambda: done.append("other"), TROUBLE_DESK, "other desk")
    gate.set()
    writer.settle()
    assert done == ["line", "desk 2", "other"]
    desk = BackgroundDesk(writer, desk_path(tmp_path / "match.comodin"))
    assert desk.load() is None
    desk.save(Desk("ab", ("draw",), (3, -1, 5)))
    writer.settle()
    assert desk.load() == Desk("ab", ("draw",), (3, -1, 5))


def _wait(gate: Event) -> None:
    gate.wait()


def test_a_desk_that_cannot_be_kept_is_told_once(writer: Writer, tmp_path: Path) -> None:
    desk = BackgroundDesk(writer, tmp_path / "no such folder" / "match.desk")
    for _ in range(3):
        desk.save(Desk("ab"))
        writer.settle()
    assert [trouble.code for trouble in writer.troubles()] == [TROUBLE_DESK]


def test_without_a_file_the_desk_lasts_as_long_as_the_program() -> None:
    desk = NoDesk()
    assert desk.load() is None
    desk.save(Desk("ab"))
    assert desk.load() == Desk("ab")
