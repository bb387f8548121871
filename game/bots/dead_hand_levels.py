"""The levels of the dead-hand games, and the sparring partner that arenas set against them."""

from __future__ import annotations

from game.bots import dead_hand_bot
from game.bots.level import Level

LEVELS: dict[str, Level] = {
    "easy": Level(version=1, nodes=2_000, decide=dead_hand_bot.decide),
    "medium": Level(version=1, nodes=2_000, decide=dead_hand_bot.decide),
    "hard": Level(version=1, nodes=2_000, decide=dead_hand_bot.decide),
}
SPARRING: dict[str, Level] = {
    "first": Level(version=1, nodes=2_000, decide=dead_hand_bot.decide),
}
