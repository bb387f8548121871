"""The levels of the open-table games but for the master, who asks one of them, and who advises."""

from __future__ import annotations

from game.bots import open_table_bot, open_table_plain
from game.bots.level import Level

LEVELS: dict[str, Level] = {
    "easy": Level(version=6, nodes=2_000, decide=open_table_bot.easy),
    "medium": Level(version=2, nodes=2_000, decide=open_table_bot.medium),
    "hard": Level(version=7, nodes=20_000, decide=open_table_bot.hard),
}
ADVISING: dict[str, Level] = {
    "adviser": LEVELS["hard"],
    "mentor": Level(version=8, nodes=20_000, decide=open_table_plain.hard_and_plain),
    "most_points": Level(version=3, nodes=200_000, decide=open_table_plain.most_points_and_plain),
}
