"""Writing beside the game: in order, told when it fails, done when closed, and never waited for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest

from game.store.appended import AppendedFile
from game.store.background import (
    TROUBLE_DESK,
    TROUBLE_MATCH,
    TROUBLE_SETTINGS,
    BackgroundDesk,
    BackgroundJournal,
    DeskOfDeal,
    DiskTrouble,
    NoDesk,
    Writer,
)
from game.store.desk import Desk, desk_path

PATH = Path("match.comodin")
NO_SPACE = OSError(28, "No space left on device")
PATIENCE = 60.0  # a bound for a test that would else hang


@pytest.fixture
def writer() -> Iterator[Writer]:
    made = Writer()
    yield made
    made.close()


class Slow:
    """Lines that are appended only when they are let through, and refused as long as `most` are kept."""

    def __init__(self, most: int = 10**9, fault: Exception = NO_SPACE) -> None:
        self.gate = Event()
        self.kept: list[bytes] = []
        self.closed = False
        self.most = most
        self._fault = fault

    def append(self, line: bytes) -> None:
        self.gate.wait()
        if len(self.kept) >= self.most:
            raise self._fault
        self.kept.append(line)

    def close(self) -> None:
        self.closed = True


def test_lines_are_written_in_their_order(writer: Writer, tmp_path: Path) -> None:
    path = tmp_path / "match.comodin"
    journal = BackgroundJournal(writer, AppendedFile(path), path)
    lines = [b"line %d\n" % number for number in range(200)]
    for line in lines:
        journal.append(line)
    journal.close()
    writer.wait_until_tried()
    assert path.read_bytes() == b"".join(lines)
    assert writer.troubles() == ()


def test_who_waits_for_the_writer_waits_for_the_task_it_has_begun(
    writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, gate, done = Event(), Event(), Event()

    def work() -> None:
        begun.set()
        gate.wait()
        done.set()

    wait_for = writer._change.wait_for

    def wait(predicate: Callable[[], bool], timeout: float | None = None) -> bool:
        if not predicate():  # whoever calls begins to wait now
            gate.set()
        return wait_for(predicate, timeout)

    writer.add_task(work, TROUBLE_MATCH)
    assert begun.wait(PATIENCE)
    monkeypatch.setattr(writer._change, "wait_for", wait)
    writer.wait_until_tried()
    was_done = done.is_set()
    gate.set()
    assert was_done


def test_append_returns_while_the_disk_is_busy(writer: Writer) -> None:
    lines = Slow()
    journal = BackgroundJournal(writer, lines, PATH)
    journal.append(b"one")
    journal.append(b"two")
    assert lines.kept == []  # the gate is shut, and yet we are here
    lines.gate.set()
    writer.wait_until_tried()
    assert lines.kept == [b"one", b"two"]


@pytest.mark.parametrize("fault", [NO_SPACE, RuntimeError("a fault of ours")])
def test_lines_that_are_refused_are_told_once_and_kept_when_there_is_room_again(fault: Exception) -> None:
    writer, lines = Writer(retry_seconds=0.001), Slow(most=2, fault=fault)
    journal = BackgroundJournal(writer, lines, PATH)
    lines.gate.set()
    told = [b"%d" % number for number in range(40)]
    for line in told[:20]:
        journal.append(line)
    writer.wait_until_tried()
    assert lines.kept == told[:2], "nothing is written behind a gap"
    assert journal.owed == 18
    assert journal.disk_refusal
    (trouble,) = writer.troubles()
    assert trouble.code == TROUBLE_MATCH
    lines.most = 30
    for line in told[20:]:
        journal.append(line)
    closed = Event()
    journal.close(closed.set)
    assert not lines.closed
    lines.most = 10**9
    assert closed.wait(PATIENCE)
    writer.close()
    assert lines.kept == told
    assert (journal.owed, journal.disk_refusal) == (0, "")
    assert len(writer.troubles()) <= 1, "that the disk refused a second time may be told again"


def test_a_fault_of_one_task_does_not_end_the_thread(writer: Writer) -> None:
    done = Event()
    writer.add_task(_fail, TROUBLE_SETTINGS)
    writer.add_task(done.set, TROUBLE_MATCH)
    writer.wait_until_tried()
    assert done.is_set()
    assert writer.troubles() == (DiskTrouble(TROUBLE_SETTINGS, "RuntimeError: a fault of ours"),)


def _fail() -> None:
    raise RuntimeError("a fault of ours")


def test_what_is_refused_to_the_end_is_tried_once_more_and_known() -> None:
    writer, lines = Writer(retry_seconds=3600.0), Slow(most=1)
    lines.gate.set()
    journal = BackgroundJournal(writer, lines, PATH)
    for line in (b"one", b"two", b"three"):
        journal.append(line)
    journal.close()
    writer.wait_until_tried()
    lines.most = 2
    writer.close()
    assert lines.kept == [b"one", b"two"]
    assert journal.owed == 1
    assert not lines.closed


def test_closing_waits_for_what_was_given() -> None:
    writer, lines = Writer(), Slow()
    journal = BackgroundJournal(writer, lines, PATH)
    for number in range(50):
        journal.append(b"%d" % number)
    journal.close()
    lines.gate.set()
    writer.close()
    writer.close()
    assert len(lines.kept) == 50
    assert lines.closed
    with pytest.raises(RuntimeError, match="closed"):
        writer.add_task(lambda: None, TROUBLE_MATCH)


def test_of_the_desks_that_wait_the_last_is_written_after_the_lines_it_belongs_to(
    writer: Writer, tmp_path: Path
) -> None:
    done: list[str] = []
    gate = Event()
    writer.add_task(lambda: _wait(gate), TROUBLE_MATCH)
    writer.add_task(lambda: done.append("desk 1"), TROUBLE_DESK, "desk")
    writer.add_task(lambda: done.append("line"), TROUBLE_MATCH)
    writer.add_task(lambda: done.append("desk 2"), TROUBLE_DESK, "desk")
    writer.add_task(lambda: done.append("other"), TROUBLE_DESK, "other desk")
    gate.set()
    writer.wait_until_tried()
    assert done == ["line", "desk 2", "other"]
    desk = BackgroundDesk(writer, desk_path(tmp_path / "match.comodin"))
    assert desk.load() is None
    desk.save(Desk("ab", ("draw",), (3, -1, 5)))
    writer.wait_until_tried()
    assert desk.load() == Desk("ab", ("draw",), (3, -1, 5))


def test_the_desk_of_another_deal_is_not_taken_up(writer: Writer, tmp_path: Path) -> None:
    kept, deal = BackgroundDesk(writer, desk_path(tmp_path / "match.comodin")), "ab"
    desk = DeskOfDeal(kept, lambda: deal)
    assert desk.load() is None
    desk.save(Desk("ab", ("draw",)))
    writer.wait_until_tried()
    assert desk.load() == Desk("ab", ("draw",))
    deal = "cd"
    assert desk.load() is None
    assert kept.load() is not None


def _wait(gate: Event) -> None:
    gate.wait()


def test_a_desk_that_cannot_be_kept_is_told_once(writer: Writer, tmp_path: Path) -> None:
    desk = BackgroundDesk(writer, tmp_path / "no such folder" / "match.desk")
    for _ in range(3):
        desk.save(Desk("ab"))
        writer.wait_until_tried()
    assert [trouble.code for trouble in writer.troubles()] == [TROUBLE_DESK]


def test_without_a_file_the_desk_lasts_as_long_as_the_program() -> None:
    desk = NoDesk()
    assert desk.load() is None
    desk.save(Desk("ab"))
    assert desk.load() == Desk("ab")
