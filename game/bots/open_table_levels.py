"""The levels of the open-table games, and the sparring partner that arenas set against them."""

from __future__ import annotations

from game.bots import open_table_bot
from game.bots.level import Level

LEVELS: dict[str, Level] = {
    "easy": Level(version=1, nodes=2_000, decide=open_table_bot.decide),
    "medium": Level(version=1, nodes=2_000, decide=open_table_bot.decide),
    "hard": Level(version=1, nodes=2_000, decide=open_table_bot.decide),
}
SPARRING: dict[str, Level] = {
    "lay_most": Level(version=1, nodes=2_000, decide=open_table_bot.decide),
}
