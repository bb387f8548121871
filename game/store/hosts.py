"""The hosts at whose tables was played last, so that their address need not be typed again.

Laws: a file that cannot be read is an empty list; a row that makes no sense is left out; the newest stands first.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from game.store.atomic import replace_file

FILE: Final = "hosts.json"
MOST: Final = 8  # more are no help to find one
LONGEST: Final = 200  # of any text in a row


@dataclass(frozen=True, slots=True)
class KeptHost:
    """One host: the name, the address as it is typed, and the game that was played."""

    name: str
    address: str
    game: str


def hosts_path(home: Path) -> Path:
    """Return the file in a home."""
    return home / FILE


def load_hosts(path: Path) -> tuple[KeptHost, ...]:
    """Read the hosts; nothing for a file that is not there or cannot be read."""
    try:
        said = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return ()
    rows = [_read(one) for one in said] if isinstance(said, list) else []
    return tuple(row for row in rows if row is not None)[:MOST]


def _read(said: object) -> KeptHost | None:
    if not isinstance(said, dict):
        return None
    texts = [said.get(name) for name in ("name", "address", "game")]
    if not all(isinstance(text, str) and 0 < len(text) <= LONGEST for text in texts):
        return None
    return KeptHost(*map(str, texts))


def with_host(hosts: tuple[KeptHost, ...], host: KeptHost) -> tuple[KeptHost, ...]:
    """Return them with one at the front; the same address stands there once."""
    return (host, *(one for one in hosts if one.address != host.address))[:MOST]


def save_hosts(path: Path, hosts: tuple[KeptHost, ...]) -> None:
    """Keep the hosts we played with last; raise OSError when the disk refuses."""
    replace_file(path, json.dumps([asdict(host) for host in hosts], ensure_ascii=False, indent=1).encode())
