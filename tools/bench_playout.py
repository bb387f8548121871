"""Whole rounds played out by the cores, compiled and plain, on the same worlds: rounds a second of processor time.

The anchor is an engine written by hand in C for the same purpose. It was measured once, at 30,000 to 35,000 rounds of a
dead-hand game a second on one core of its machine, where plain Python made 500.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from statistics import median, quantiles
from time import process_time
from typing import Any

from game.playout.dead_hand import core as dead_hand
from game.playout.dead_hand import worlds
from game.playout.dead_hand.view import round_of
from game.playout.native import compiled
from game.rules.registry import rules_of
from game.rules.ruleset import choose
from game.table.faces import HIDDEN
from game.table.options import Options
from game.table.view import View

TABLES = (("eburako", 2), ("burako", 2), ("burako", 4), ("burraco", 2), ("burraco", 4))
ANCHOR = "anchor: hand-written C 30,000 to 35,000/s where plain Python made 500/s; to reach: 15,000 and 400"
BATCHES = 20
NATIVE, PLAIN = 500, 15  # rounds a batch


def run(argv: Sequence[str]) -> int:
    """Time batches of rounds, of which every one is dealt anew."""
    parser = argparse.ArgumentParser(prog="bench playout", description=run.__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batches", type=int, default=BATCHES)
    chosen = parser.parse_args(argv)
    native = compiled("dead_hand")
    print(ANCHOR)
    for game, seats in TABLES:
        fast = _rates(native, game, seats, chosen.seed, chosen.batches, NATIVE) if native else []
        slow = _rates(dead_hand, game, seats, chosen.seed, chosen.batches, PLAIN)
        line = f"  {game:9}{seats}  plain {_figures(slow)}"
        print(f"{line}  native {_figures(fast)}  {median(fast) / median(slow):.0f} times" if fast else line)
    if not native:
        print("the cores are not compiled here: plain Python alone")
    return 0


def dealt(game: str, seats: int) -> View:
    """Return a table that has just been dealt, as nobody sees it."""
    rules = rules_of(game)
    options = choose(rules, {"players": seats})
    if not isinstance(options, Options):
        raise TypeError(f"{game} is not for {seats}")
    table = rules.deal(options, 1, 0, None, (0,) * rules.sides(seats), ())
    return View(table, table.to_move, (HIDDEN,) * len(rules.deck))


def _rates(core: Any, game: str, seats: int, seed: int, batches: int, size: int) -> list[float]:
    state, world = core.Round(), core.Round()
    for name, value in vars(round_of(dealt(game, seats))).items():
        setattr(state, name, value)
    state.weights = [*worlds.USUAL, *worlds.USUAL]
    rates = []
    for batch in range(batches):
        before = process_time()
        for number in range(size):
            core.copy(world, state)
            core.scatter(world, seed + batch * size + number)
            core.play_out(world)
            core.lead(world, 0)
        rates.append(size / (process_time() - before))
    return rates


def _figures(rates: Sequence[float]) -> str:
    """Write the median, and what 95 of 100 batches reach."""
    return f"{median(rates):8,.0f} /s (95 %: {quantiles(rates, n=20)[0]:8,.0f})"
