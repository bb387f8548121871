"""What lies on a player's desk beside the match: the unsent steps of the turn and the order of the rack.

It is no part of the log. A desk that does not belong to the log's head, or cannot be read, is simply not used.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from game.store.atomic import replace_file

SUFFIX = ".desk"


@dataclass(frozen=True, slots=True)
class Desk:
    """`head` is the digest of the log it belongs to, `steps` moves in the notation, `rack` tile ids; -1 is a gap.

    `heaps` are the sets of an open table as they were left in the middle of a turn, a text each.
    """

    head: str
    steps: tuple[str, ...] = ()
    rack: tuple[int, ...] = ()
    heaps: tuple[str, ...] = ()


def desk_path(match_path: Path) -> Path:
    """Return where a match's desk lies."""
    return match_path.with_name(match_path.name + SUFFIX)


def save_desk(path: Path, desk: Desk) -> None:
    """Keep a desk, if it is another than the one kept; raise OSError when the disk refuses."""
    said = {"head": desk.head, "steps": list(desk.steps), "rack": list(desk.rack), "heaps": list(desk.heaps)}
    if load_desk(path) != desk:
        replace_file(path, json.dumps(said).encode())


def load_desk(path: Path) -> Desk | None:
    """Return the desk, or None where there is none that can be read."""
    try:
        said = json.loads(path.read_bytes())
        return Desk(
            str(said["head"]),
            tuple(str(step) for step in said["steps"]),
            tuple(int(tile) for tile in said["rack"]),
            tuple(str(heap) for heap in said.get("heaps", ())),
        )
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
