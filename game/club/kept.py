"""A tournament in the home: a file of its own, a line of JSON for each event, appended and fsynced.

Laws: the file is only ever appended to; a tail that a crash tore is copied aside before it is cut off, and said.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from filelock import FileLock, Timeout

from game.club.allowed import refusal
from game.club.events import TournamentCreated, read_event
from game.club.fold import apply
from game.club.tournament import Tournament, plan_refusal
from game.store.appended import AppendedFile
from game.store.home import newest
from game.store.matches import cut_off

if TYPE_CHECKING:
    from pathlib import Path

    from game.club.refusals import ClubRefusal
    from game.club.values import TournamentPlan, TournamentState

FOLDER: Final = "club"
SUFFIX: Final = ".club"
PATIENCE: Final = 2.0  # seconds for another call to be over


class UnreadableTournamentError(Exception):
    """A file holds no tournament that this program can read; the text is the sentence to show."""


class TournamentInUseError(UnreadableTournamentError):
    """Another program runs the tournament of a file: what both append would not fit together."""


class _OwnFile:
    """The file of a tournament, kept from other programs as long as this one has it."""

    def __init__(self, path: Path) -> None:
        path.parent.stat()  # the lock would make a folder that is not there
        self._lock = FileLock(path.with_name(f".{path.name}.lock"))
        try:
            self._lock.acquire(timeout=PATIENCE)
        except Timeout as error:
            raise TournamentInUseError(f"Another program runs the tournament of {path.name}.") from error
        self._file = AppendedFile(path)

    def append(self, data: bytes) -> None:
        """Keep some bytes: when it returns, they are safe."""
        self._file.append(data)


@dataclass(frozen=True, slots=True)
class KeptTournament:
    """What a file holds: the state as far as it is good, how many bytes that is, and what is wrong behind it if any."""

    state: TournamentState
    good_bytes: int
    damage: str = ""


def club_folder(home: Path) -> Path:
    """Return where a home keeps its tournaments."""
    return home / FOLDER


def tournaments_in(home: Path) -> tuple[Path, ...]:
    """Return the tournaments of a home, the newest first."""
    return newest(club_folder(home), SUFFIX)


def read_tournament(data: bytes) -> KeptTournament:
    """Read a file as far as it is good; raise UnreadableTournamentError where not even its first line is."""
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
            refused = refusal(state, event)
            if refused is not None:
                raise ValueError(f"this cannot have happened then ({refused.code.value})")
        except ValueError as error:
            damage = f"Line {number} is damaged, and what follows is left out: {_said(error)}."
            break
        state = apply(state, event)
        good += len(line)
    if state is None:
        raise UnreadableTournamentError(f"This file is no tournament that Comodín can read. {damage}".strip())
    return KeptTournament(state, good, damage)


def _said(error: ValueError) -> str:
    return "it is no text" if isinstance(error, UnicodeDecodeError) else str(error)


def begin_at(path: Path, plan: TournamentPlan) -> Tournament | ClubRefusal:
    """Make a tournament in an empty file, or one that is not there. Raise OSError where that cannot be."""
    refused = plan_refusal(plan)
    return refused if refused is not None else Tournament.begin(plan, _OwnFile(path))


def resume_kept(path: Path) -> tuple[Tournament, str]:
    """Go on with a kept tournament; return it and what was damaged, empty where nothing was.

    Raise UnreadableTournamentError for a file that is none, TournamentInUseError for one that another program goes on
    with, OSError when the disk refuses.
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
