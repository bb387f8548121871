"""A player's desk: the unsent steps of the turn and the order of the rack, saved beside the match.

It is no part of the log. A desk that does not belong to the log's head, or cannot be read, is ignored.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from game.store.atomic import replace_file

DESK_SUFFIX = ".desk"


@dataclass(frozen=True, slots=True)
class Desk:
    """`head` is the last digest of the log it belongs to, `steps` are moves as text, `rack` is tile ids, -1 for a gap.

    `heaps` are the heaps of an unsent turn on an open table, each as text.
    """

    head: str
    steps: tuple[str, ...] = ()
    rack: tuple[int, ...] = ()
    heaps: tuple[str, ...] = ()


def desk_path(match_path: Path) -> Path:
    """Return the path of a match's desk."""
    return match_path.with_name(match_path.name + DESK_SUFFIX)


def save_desk(path: Path, desk: Desk) -> None:
    """Save a desk if it has changed; raise OSError if the disk fails."""
    said = {"head": desk.head, "steps": list(desk.steps), "rack": list(desk.rack), "heaps": list(desk.heaps)}
    if load_desk(path) != desk:
        replace_file(path, json.dumps(said).encode())


def load_desk(path: Path) -> Desk | None:
    """Return the desk; None if there is none that can be read."""
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
