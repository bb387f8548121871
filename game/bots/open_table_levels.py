"""The levels of the open-table games that look at one turn alone, and those that give advice."""

from __future__ import annotations

from game.bots import open_table_bot
from game.bots.level import Level

LEVELS: dict[str, Level] = {
    "easy": Level(version=7, nodes=2_000, decide=open_table_bot.decide_easy),
    "medium": Level(version=2, nodes=2_000, decide=open_table_bot.decide_medium),
}
ADVISER_LEVELS: dict[str, Level] = {
    "adviser": Level(version=7, nodes=20_000, decide=open_table_bot.hold_back_half_round),
    "most_points": Level(
        version=3, nodes=200_000, decide=open_table_bot.with_fewest_changes(open_table_bot.lay_points)
    ),
}
