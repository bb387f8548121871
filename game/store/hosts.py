"""The hosts of the last LAN tables, so that their addresses need not be typed again.

Laws: an unreadable file is an empty list; invalid rows are left out; the newest comes first.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from game.store.atomic import replace_file

HOSTS_FILE: Final = "hosts.json"
MAX_HOSTS: Final = 8  # a longer list would not help to find one
MAX_TEXT_LENGTH: Final = 200  # characters of any text in a row


@dataclass(frozen=True, slots=True)
class KeptHost:
    """A host: its name, its address as it is typed, and the game that was played."""

    name: str
    address: str
    game: str


def hosts_path(home: Path) -> Path:
    """Return the file in a home."""
    return home / HOSTS_FILE


def load_hosts(path: Path) -> tuple[KeptHost, ...]:
    """Read the hosts; none if the file is missing or cannot be read."""
    try:
        said = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return ()
    rows = [_read(one) for one in said] if isinstance(said, list) else []
    return tuple(row for row in rows if row is not None)[:MAX_HOSTS]


def _read(said: object) -> KeptHost | None:
    if not isinstance(said, dict):
        return None
    texts = [said.get(name) for name in ("name", "address", "game")]
    if not all(isinstance(text, str) and 0 < len(text) <= MAX_TEXT_LENGTH for text in texts):
        return None
    return KeptHost(*map(str, texts))


def with_host(hosts: tuple[KeptHost, ...], host: KeptHost) -> tuple[KeptHost, ...]:
    """Return the hosts with this one in front, each address once."""
    return (host, *(one for one in hosts if one.address != host.address))[:MAX_HOSTS]


def save_hosts(path: Path, hosts: tuple[KeptHost, ...]) -> None:
    """Save the hosts; raise OSError if the disk fails."""
    replace_file(path, json.dumps([asdict(host) for host in hosts], ensure_ascii=False, indent=1).encode())
