"""Measure what breaking off a round must cost: the gain of a player who foresees the round's end.

`python -m tools.void_price [ROUNDS] [SEED]` has bots play rounds and prints a line for each table: the largest deficit
of a side, and what a round is worth to a player who may break it off as often as allowed and always knows its end.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from game.bots.bot import level_of
from game.commands.arena_play import play_deal
from game.lan.log.voids import DEFAULT_VOIDS
from game.rules.registry import GAMES
from game.rules.ruleset import RuleSet, choose_options
from game.table.options import Options

ROUNDS, SEED = 200, 20261122
LEVEL = "medium"  # plays much like people, at a tenth of a second per round


@dataclass(frozen=True, slots=True)
class PriceFigures:
    """The leads of every side over every other in the rounds of one table, ascending, and the table's price."""

    game: str
    players: int
    leads: tuple[int, ...]
    price: int

    @property
    def fair(self) -> float:
        """The worth of a round to a player who always plays it out."""
        return round_worth(self.leads, self.price, 0)

    @property
    def gain(self) -> float:
        """The gain of breaking off at the price whenever it pays."""
        return round_worth(self.leads, self.price, DEFAULT_VOIDS) - self.fair

    def line(self) -> str:
        """Return the figures as a line."""
        worst, thousandth, hundredth = (self.leads[int(len(self.leads) * share)] for share in (0.0, 0.001, 0.01))
        gain_if_free = round_worth(self.leads, 0, DEFAULT_VOIDS) - self.fair
        return (
            f"{self.game:9} {self.players}  worst {worst:6}  0.1 % {thousandth:6}  1 % {hundredth:6}  "
            f"gain if free {gain_if_free:6.1f}  at {self.price:4} {self.gain:5.2f}"
        )


def round_worth(leads: Sequence[int], price: int, voids: int) -> float:
    """Return a round's worth, in points of lead, to a player who foresees its end and may break off `voids` times.

    It is the optimal stopping of a sequence of equal rounds: each is played out, or broken off and dealt again.
    """
    value = sum(leads) / len(leads)
    for _ in range(voids):
        value = sum(max(lead, value - price) for lead in leads) / len(leads)
    return value


def found_at(rules: RuleSet, players: int, rounds: int, seed: int) -> PriceFigures:
    """Play rounds at one table."""
    options = choose_options(rules, {"players": players})
    if not isinstance(options, Options):
        raise ValueError(f"{rules.title} is not played by {players}")
    leads: list[int] = []
    for deal in range(rounds):
        points = play_deal(rules.key, options, seed + deal, (LEVEL,) * players, level_of).points
        leads += [ours - theirs for ours, theirs in permutations(points, 2)]
    return PriceFigures(rules.key, players, tuple(sorted(leads)), rules.void_price)


def tables() -> Iterator[tuple[RuleSet, int]]:
    """Yield each game with each number of players it may have."""
    for rules in GAMES.values():
        seats = rules.option("players")
        yield from ((rules, players) for players in range(2, 8) if seats is not None and seats.allows(players))


def soak(seed: int, rounds: int = ROUNDS) -> str:
    """Play at every table, print its figures; return one line, or raise AssertionError with it if breaking off paid."""
    start, paying = time.monotonic(), 0
    for rules, players in tables():
        found = found_at(rules, players, rounds, seed)
        paying += found.gain > 0
        print(found.line(), flush=True)
    word = f"it pays at {paying} tables" if paying else "it never pays"
    said = f"voids: seed {seed}, {rounds} rounds a table, {word}, {time.monotonic() - start:.0f} s"
    if paying:
        raise AssertionError(said)
    return said


def main(argv: Sequence[str]) -> int:
    """Print what was found."""
    rounds, seed = (*map(int, argv), *(ROUNDS, SEED)[len(argv) :])
    print(soak(seed, rounds))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
