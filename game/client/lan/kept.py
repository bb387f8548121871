"""The matches on the network as this home keeps them, over or not; what reads them is loaded when needed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.table.safe_text import printable

if TYPE_CHECKING:
    from game.lan.terms import TableOffer

HEAD: Final = 1 << 16  # bytes in which a match's beginning stands


@dataclass(frozen=True, slots=True)
class KeptLan:
    """A LAN match, by default one that is not over: its file, when it was written to, what is played and by whom."""

    path: Path
    changed: float
    offer: TableOffer
    names: tuple[str, ...]
    persons: tuple[str, ...] = ()  # those of the names that are no bots'
    keys: tuple[bytes, ...] = ()  # of all who began it, the host's too
    over: bool = False
    levels: tuple[str, ...] = ()  # of the bots that began it


def running(folder: Path) -> list[Path]:
    """Return their files, the one written to last first; behind them those that are over."""
    from game.lan.home import DONE, RUNNING
    from game.store.home import newest

    return [*newest(folder, RUNNING), *newest(folder, DONE)]


def kept_in(path: Path) -> KeptLan | None:
    """Read what a kept match is; None if its beginning cannot be read."""
    from game.lan.home import offered_in, sitters_in, start_in
    from game.store.records import split_records
    from net.log.effects import read_record

    try:
        with path.open("rb") as file:  # the rest is long
            first = [read_record(one) for one in split_records(file.read(HEAD))[0][:2]]  # the salt, and START
        start = start_in(first)
        offer, names = offered_in(first), sitters_in(first)
        changed = path.stat().st_mtime
    except (OSError, ValueError):
        return None
    if offer is None or start is None:
        return None
    persons = tuple(printable(one.name) for one in start.sitters if one.key)
    levels = tuple(one.level for one in start.sitters if not one.key)
    keys = tuple({start.host_key, *(one.key for one in start.sitters if one.key)})
    from game.lan.home import DONE

    return KeptLan(
        path, changed, offer, tuple(printable(name) for name in names), persons, keys, path.suffix == DONE, levels
    )
