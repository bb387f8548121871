"""Measures how long one level thinks about a move, at every table: milliseconds of one processor, as rows of a table.

`tools/dev.py run think_times --games burako,rummy --moves 200 --seed 505`. The level sits on every chair; the rounds
depend on the seed. The slowest move is named with its seed, to be examined. The node limits are those that a
new match on this machine would set, which are lower without compiled cores.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import thread_time_ns

from game.bots.bot import budget_for, decide_by_level, level_of
from game.bots.nodes import Nodes
from game.commands.progress import tracked
from game.rules.registry import GAMES, rules_of
from game.rules.ruleset import choose_options
from game.session.local import bot_seed
from game.table.moves import Move
from game.table.options import Options
from game.table.view import View
from tools.bot_matches import Hall, play_round
from tools.soak_bots import tables

MOVES, SEED = 200, 505
ROUNDS_PER_SEED = 100_003  # distance between the rounds of two seeds: no table needs so many
TABLE_HEAD = (
    "| Game | Players | Moves | half | 95 of 100 | slowest | in the round of seed |\n|---|---|---|---|---|---|---|"
)


@dataclass(slots=True)
class Thinking:
    """The times of a level's moves at one table, in microseconds, each with the seed of its round."""

    times: list[tuple[int, int]] = field(default_factory=list)

    def at(self, percent: int) -> str:
        """Write a percentile of the moves' milliseconds."""
        millis = sorted(self.times)[max(0, -(-len(self.times) * percent // 100) - 1)][0] / 1000
        return f"{millis:.1f}" if millis < 10 else f"{millis:.0f}"

    def row(self, title: str, seats: int) -> str:
        """Write a row of the table."""
        cells = (title, seats, len(self.times), self.at(50), self.at(95), self.at(100), max(self.times)[1])
        return "| " + " | ".join(map(str, cells)) + " |"


def think(game: str, seats: int, name: str, moves: int, seed: int) -> Thinking:
    """Let a level play whole rounds until it has made `moves` moves, forced ones among them."""
    options = choose_options(rules_of(game), {"players": seats})
    if not isinstance(options, Options):
        raise ValueError(f"{game} has no table for {seats}")
    level, thinking = level_of(game, name), Thinking()
    allowance = min(level.nodes, budget_for(game).nodes)
    one = seed * ROUNDS_PER_SEED
    while len(thinking.times) < moves:
        hall = Hall(game, options, one)

        def move(view: View, one: int = one) -> Move:
            start = thread_time_ns()
            choice = decide_by_level(view, level, Nodes(allowance), bot_seed(one, view))
            thinking.times.append(((thread_time_ns() - start) // 1000, one))
            return choice.move

        for _made in play_round(hall, [move] * hall.seats):
            pass
        one += 1
    return thinking


def main(arguments: Sequence[str]) -> int:
    """Print a row for every table."""
    parser = argparse.ArgumentParser(prog="tools/dev.py run think_times", description=__doc__)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--level", default="master")
    parser.add_argument("--moves", type=int, default=MOVES)
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args(arguments)
    unknown = [game for game in asked.games.split(",") if game not in GAMES]
    if unknown or asked.moves < 1:
        parser.error(f"no such game: {', '.join(unknown)}" if unknown else "at least one move")
    print(TABLE_HEAD)
    for game, seats in tracked(asked.level, [table for table in tables() if table[0] in asked.games.split(",")]):
        try:
            thinking = think(game, seats, asked.level, asked.moves, asked.seed)
        except ValueError as error:
            parser.error(str(error))
        print(thinking.row(rules_of(game).title, seats), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
