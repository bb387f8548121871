"""Logs read for their facts: in processes of their own, or here where those fail, they say the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from multiprocessing import TimeoutError as NoAnswerError
from pathlib import Path
from typing import Self

import pytest

from game.annals import reading
from game.annals.kept import facts_of_home
from game.annals.reading import LogFile, read_log
from game.match.lines import match_text, read_match
from tests.annals.kit import GOLDEN, as_person

NAMES = ("burraco-2", "rummikub-3", "eburako-2")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "matches").mkdir()
    for name in NAMES:
        match = as_person(read_match((GOLDEN / f"{name}.comodin").read_bytes()).match)
        (tmp_path / "matches" / f"{name}.comodin").write_text(match_text(match), encoding="utf-8")
    (tmp_path / "matches" / "damaged.comodin").write_bytes(b"no log")
    return tmp_path


def files_of(home: Path) -> list[LogFile]:
    """Return the logs of a home."""
    return [LogFile(home / "matches", False, (one.name, 0, 0)) for one in sorted((home / "matches").iterdir())]


def test_in_processes_of_their_own_they_say_the_same_in_the_same_order(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = [read_log(file) for file in files_of(home)]
    monkeypatch.setattr(reading, "MIN_LOGS_FOR_PROCESSES", len(here))
    assert list(reading.read_logs(files_of(home))) == here
    assert [facts is None for _content, facts in here] == [False, True, False, False]


class Silent:
    """A pool that answers once, and then no more, as when its process was killed."""

    ended = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.ended = True

    def imap(self, read: object, files: Sequence[LogFile]) -> Silent:
        """Take the files."""
        assert read is read_log
        self._answers: Iterator[object] = map(read_log, files[:1])
        return self

    def next(self, _seconds: float) -> object:
        """Answer once."""
        try:
            return next(self._answers)
        except StopIteration:
            raise NoAnswerError from None


def test_what_a_process_owes_is_read_here(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Silent()
    monkeypatch.setattr(reading, "MIN_LOGS_FOR_PROCESSES", 1)
    monkeypatch.setattr(reading, "_start_pool", lambda: pool)
    files = files_of(home)
    assert list(reading.read_logs(files)) == [read_log(file) for file in files]
    assert pool.ended


def test_where_no_process_can_be_started_they_are_read_here(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_way: str) -> None:
        raise OSError("no more processes")

    first = facts_of_home(home, keep=False)
    monkeypatch.setattr(reading, "MIN_LOGS_FOR_PROCESSES", 1)
    monkeypatch.setattr(reading, "get_context", refused)
    assert facts_of_home(home, keep=False) == first
