"""The network matches saved in this home, finished or not; their reader is imported when needed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.table.safe_text import printable

if TYPE_CHECKING:
    from game.lan.terms import TableOffer

MAX_HEAD_BYTES: Final = 1 << 16  # bytes of a file that contain its match's beginning


@dataclass(frozen=True, slots=True)
class SavedLanMatch:
    """A saved LAN match, unfinished by default: its file, its last change, its game and its players."""

    path: Path
    changed: float
    offer: TableOffer
    names: tuple[str, ...]
    persons: tuple[str, ...] = ()  # names of the persons
    keys: tuple[bytes, ...] = ()  # keys of all who began it, including the host
    over: bool = False
    levels: tuple[str, ...] = ()  # levels of the bots that began it


def saved_match_files(folder: Path) -> list[Path]:
    """Return the files of unfinished matches, newest first; then those of finished ones."""
    from game.lan.home import DONE_SUFFIX, RUNNING_SUFFIX
    from game.store.home import newest_files

    return [*newest_files(folder, RUNNING_SUFFIX), *newest_files(folder, DONE_SUFFIX)]


def read_saved_match(path: Path) -> SavedLanMatch | None:
    """Read the description of a saved match; None if its beginning cannot be read."""
    from game.lan.home import offer_in, seat_names_in, start_in
    from game.store.records import split_records
    from net.log.effects import read_record

    try:
        with path.open("rb") as file:  # the file may be long, so only its beginning is read
            # the first two records are the salt and START
            first = [read_record(one) for one in split_records(file.read(MAX_HEAD_BYTES))[0][:2]]
        start = start_in(first)
        offer, names = offer_in(first), seat_names_in(first)
        changed = path.stat().st_mtime
    except (OSError, ValueError):
        return None
    if offer is None or start is None:
        return None
    persons = tuple(printable(one.name) for one in start.sitters if one.key)
    levels = tuple(one.level for one in start.sitters if not one.key)
    keys = tuple({start.host_key, *(one.key for one in start.sitters if one.key)})
    from game.lan.home import DONE_SUFFIX

    return SavedLanMatch(
        path,
        changed,
        offer,
        tuple(printable(name) for name in names),
        persons,
        keys,
        path.suffix == DONE_SUFFIX,
        levels,
    )
