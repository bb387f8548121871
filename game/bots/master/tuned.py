"""The rules of thumb as playing against themselves made them: a skill for each game and number of players.

`tools/tune.py` writes the file, which says how it was made. At a table that is not in it the usual skill plays.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files

from game.bots.dead_hand_skill import SHARP_SKILL, Skill

FILE = "skills.json"


def table_name(game: str, seats: int) -> str:
    """Return what a table is called in the file."""
    return f"{game} {seats}"


def skill_for(game: str, seats: int) -> Skill:
    """Return the skill for a table."""
    return _tuned().get(table_name(game, seats), SHARP_SKILL)


@cache
def _tuned() -> Mapping[str, Skill]:
    said = json.loads(files("assets").joinpath(FILE).read_text(encoding="utf-8"))
    return {name: replace(SHARP_SKILL, **made["skill"]) for name, made in said["tables"].items()}
