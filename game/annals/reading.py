"""Reading logs for their facts; many of them in processes of their own, so that the window is not slowed down.

Laws: the facts of a log are the same wherever it is read; a process that cannot be started, or does not answer, costs
nothing but time: what it owes is read here.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from multiprocessing import TimeoutError as NoAnswerError
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.annals.facts import facts_of, facts_of_replay
from game.bots.spawning import children_ignore_ctrl_c
from game.match.lines import UnreadableMatchError
from game.session.match_replay import replay_of
from game.store.index import content_of
from game.store.matches import read_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from multiprocessing.pool import Pool

    from game.annals.facts import MatchFacts

    Key = tuple[str, int, int]  # of a file: its name, its size, its time of change
    Known = tuple[str, MatchFacts | None]  # a hash of a file's content, and its facts

MIN_LOGS_FOR_PROCESSES: Final = 40  # fewer are read sooner than a process has started
MAX_PROCESSES: Final = 8
ANSWER_TIMEOUT_SECONDS: Final = 120.0  # far more than the longest match takes, beside other programs too


@dataclass(frozen=True, slots=True)
class LogFile:
    """A match file of the home."""

    folder: Path
    lan: bool
    key: Key

    @property
    def path(self) -> Path:
        """The path of the file."""
        return self.folder / self.key[0]


def read_log(file: LogFile) -> Known:
    """Return a hash of a file's content, and its facts."""
    return content_of(file.path), _facts(file)


def read_logs(files: Sequence[LogFile]) -> Iterator[Known]:
    """Yield what `read_log` says of each file, in their order."""
    pool = _start_pool() if len(files) >= MIN_LOGS_FOR_PROCESSES else None
    if pool is None:
        yield from map(read_log, files)
        return
    with pool:
        answers, answered = pool.imap(read_log, files), 0
        with suppress(NoAnswerError):  # a process was killed, and its log would be waited for without end
            for _file in files:
                yield answers.next(ANSWER_TIMEOUT_SECONDS)
                answered += 1
    yield from map(read_log, files[answered:])


def _start_pool() -> Pool | None:
    """Start a process for each core but one, which is the window's; None if the system refuses."""
    try:
        with children_ignore_ctrl_c():
            return get_context("spawn").Pool(max(1, min(MAX_PROCESSES, (os.cpu_count() or 1) - 1)))
    except OSError:
        return None


def _facts(file: LogFile) -> MatchFacts | None:
    """Return the facts of a file; None if it cannot be read, or its tiles are not those that its seed deals."""
    if file.lan:
        return _lan_facts(file)
    try:
        reading = read_file(file.path)
    except UnreadableMatchError:
        return None
    replay = replay_of(reading.match.transcript)
    return facts_of_replay(replay, file.path.name, times=reading.times) if replay.faces_match_seed else None


def _lan_facts(file: LogFile) -> MatchFacts | None:
    """Return the facts of a LAN match; its log holds no day, so the file's is taken."""
    from game.lan.played import read_played

    try:
        played = read_played(file.path)
    except (OSError, ValueError):
        return None
    day = datetime.fromtimestamp(file.key[2] / 1e9).astimezone().date().isoformat()
    return facts_of(played.transcript, file.path.name, played.own, lan=True, over=played.over, day=day)
