"""All games, by key."""

from __future__ import annotations

from game.rules.burako import BURAKO
from game.rules.burraco import BURRACO
from game.rules.eburako import EBURAKO
from game.rules.ruleset import RuleSet
from game.rules.rummikub import RUMMIKUB
from game.rules.rummy import RUMMY

GAMES: dict[str, RuleSet] = {rules.key: rules for rules in (EBURAKO, BURAKO, RUMMY, RUMMIKUB, BURRACO)}

DEFAULT_GAME = BURAKO.key


def rules_of(key: str, version: int | None = None) -> RuleSet:
    """Return a game's rules, of an earlier version if asked; for an unknown game raise ValueError listing them all."""
    if key not in GAMES:
        raise ValueError(f"there is no game '{key}'; the games are {', '.join(GAMES)}")
    found = GAMES[key]
    return found if version is None else found.earlier.get(version, found)
