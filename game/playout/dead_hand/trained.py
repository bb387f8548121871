"""The quick player as playing against itself made it: a policy for each game and number of players.

`tools/train.py` writes the file, which says how it was made. At a table that is not in it the usual policy plays.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from game.playout.dead_hand import USUAL

FILE = "policies.json"


def table_name(game: str, seats: int) -> str:
    """Return what a table is called in the file."""
    return f"{game} {seats}"


def policy_for(game: str, seats: int) -> tuple[int, ...]:
    """Return the policy for a table."""
    return _trained().get(table_name(game, seats), USUAL)


@cache
def _trained() -> Mapping[str, tuple[int, ...]]:
    said = json.loads(files("assets").joinpath(FILE).read_text(encoding="utf-8"))
    return {name: tuple(map(int, made["policy"])) for name, made in said["tables"].items()}
