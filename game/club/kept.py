"""The file of a tournament in the home: a line of JSON for each event, appended and fsynced.

Laws: the file is append-only; a torn tail after a crash is copied aside before it is cut off, and reported.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from filelock import FileLock, Timeout

from game.club.allowed import event_refusal
from game.club.events import TournamentCreated, read_event
from game.club.fold import apply_event
from game.club.tournament import Tournament, plan_refusal
from game.store.appended import AppendedFile
from game.store.home import newest_files
from game.store.matches import cut_off

if TYPE_CHECKING:
    from pathlib import Path

    from game.club.refusals import ClubRefusal
    from game.club.values import TournamentPlan, TournamentState

CLUB_FOLDER: Final = "club"
TOURNAMENT_SUFFIX: Final = ".club"
LOCK_TIMEOUT_SECONDS: Final = 2.0  # seconds to wait for another call to finish


class UnreadableTournamentError(Exception):
    """The file holds no tournament that this program can read; the text is the sentence to show."""


class TournamentInUseError(UnreadableTournamentError):
    """Another program runs this tournament: two writers would spoil the file."""


class _OwnFile:
    """The file of a tournament, locked against other programs."""

    def __init__(self, path: Path) -> None:
        path.parent.stat()  # raises if the folder is missing, which the lock would create
        self._lock = FileLock(path.with_name(f".{path.name}.lock"))
        try:
            self._lock.acquire(timeout=LOCK_TIMEOUT_SECONDS)
        except Timeout as error:
            raise TournamentInUseError(f"Another program runs the tournament of {path.name}.") from error
        self._file = AppendedFile(path)

    def append(self, data: bytes) -> None:
        """Append bytes; when it returns, they are on the disk."""
        self._file.append(data)


@dataclass(frozen=True, slots=True)
class KeptTournament:
    """What a file holds: the state up to the damage if any, how many bytes that is, and what the damage is."""

    state: TournamentState
    good_bytes: int
    damage: str = ""


def club_folder(home: Path) -> Path:
    """Return the folder of a home's tournaments."""
    return home / CLUB_FOLDER


def tournament_files(home: Path) -> tuple[Path, ...]:
    """Return the tournament files of a home, the newest first."""
    return newest_files(club_folder(home), TOURNAMENT_SUFFIX)


def read_tournament(data: bytes) -> KeptTournament:
    """Read a file up to the first bad line; raise UnreadableTournamentError if that is the first line."""
    state: TournamentState | None = None
    good = 0
    damage = ""
    for number, line in enumerate(data.splitlines(keepends=True), start=1):
        try:
            if not line.endswith(b"\n"):
                raise ValueError("it was not written whole")
            event = read_event(line.decode())
            if state is None and not isinstance(event, TournamentCreated):
                raise ValueError("a tournament begins by being made")
            refused = event_refusal(state, event)
            if refused is not None:
                raise ValueError(f"this cannot have happened then ({refused.code.value})")
        except ValueError as error:
            damage = f"Line {number} is damaged, and what follows is left out: {_damage_text(error)}."
            break
        state = apply_event(state, event)
        good += len(line)
    if state is None:
        raise UnreadableTournamentError(f"This file is no tournament that Comodín can read. {damage}".strip())
    return KeptTournament(state, good, damage)


def _damage_text(error: ValueError) -> str:
    return "it is no text" if isinstance(error, UnicodeDecodeError) else str(error)


def begin_tournament_file(path: Path, plan: TournamentPlan) -> Tournament | ClubRefusal:
    """Make a tournament in a new or empty file; raise OSError if that fails."""
    refused = plan_refusal(plan)
    return refused if refused is not None else Tournament.begin(plan, _OwnFile(path))


def resume_tournament(path: Path) -> tuple[Tournament, str]:
    """Continue a kept tournament; return it and the damage found in its file, empty if none.

    Raise UnreadableTournamentError for any other file, TournamentInUseError if another program runs it, OSError if the
    disk fails.
    """
    if not path.exists():
        raise UnreadableTournamentError(f"There is no file {path.name}.")
    own = _OwnFile(path)
    kept = read_tournament(path.read_bytes())
    said = ""
    if kept.damage:
        copy = cut_off(path, kept.good_bytes)
        said = f"{kept.damage} It lies in {copy.name}."
    return Tournament(kept.state, own), said
