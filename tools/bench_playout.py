"""Count the rounds a second of processor time that the playout cores play, compiled and plain, from the same deals.

The anchor, a hand-written C engine for the same purpose, was measured once: 30,000 to 35,000 rounds of a dead-hand game
a second on one core of its machine, on which plain Python played 500.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from statistics import median, quantiles
from time import process_time
from typing import Any

from game.playout.worlds import CORES, core_of
from game.rules.registry import rules_of
from game.rules.ruleset import choose_options
from game.table.options import Options
from game.table.view import View

TABLES = (
    ("eburako", 2), ("burako", 2), ("burako", 4), ("burraco", 2), ("burraco", 4), ("rummy", 2), ("rummy", 4),
    ("rummikub", 2), ("rummikub", 4),
)  # fmt: skip
ANCHOR = """\
anchor: hand-written C 30,000 to 35,000/s in the dead-hand games where plain Python made 500/s
to reach: 15,000/s compiled and 400 plain in the dead-hand games, 250 compiled in Rummikub"""
BATCHES = 20
NATIVE_ROUNDS, PLAIN_ROUNDS = 500, 15  # rounds a batch


def run(argv: Sequence[str]) -> int:
    """Time batches of rounds from a fresh deal, each with other hidden tiles."""
    parser = argparse.ArgumentParser(prog="bench playout", description=run.__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batches", type=int, default=BATCHES)
    chosen = parser.parse_args(argv)
    print(ANCHOR)
    for game, seats in TABLES:
        core = core_of(game)
        slow = _rates(core.plain, game, seats, chosen.seed, chosen.batches, PLAIN_ROUNDS)
        line = f"  {game:9}{seats}  plain {_figures(slow)}"
        if core.compiled:
            fast = _rates(core.compiled, game, seats, chosen.seed, chosen.batches, NATIVE_ROUNDS)
            line += f"  native {_figures(fast)}  {median(fast) / median(slow):.0f} times"
        print(line)
    if not all(core.compiled for core in CORES.values()):
        print("the cores are not compiled here: plain Python alone")
    return 0


def dealt_table(game: str, seats: int) -> View:
    """Return a freshly dealt table as an onlooker sees it, all racks hidden."""
    rules = rules_of(game)
    options = choose_options(rules, {"players": seats})
    if not isinstance(options, Options):
        raise TypeError(f"{game} is not for {seats}")
    opened = tuple((tile, rules.deck.faces[0]) for tile in rules.opened_tiles(options))
    table = rules.deal(options, 1, 0, None, (0,) * rules.sides(seats), opened)
    return View(table, table.to_move, table.faces)


def _rates(engine: Any, game: str, seats: int, seed: int, batches: int, size: int) -> list[float]:
    core = core_of(game)
    dealt_anew = core.round_of(dealt_table(game, seats))
    dealt_anew.weights[: len(core.usual) * rules_of(game).sides(seats)] = [*core.usual * rules_of(game).sides(seats)]
    state, world = engine.fresh(), engine.fresh()
    for name, value in vars(dealt_anew).items():
        setattr(state, name, value)
    rates = []
    for batch in range(batches):
        before = process_time()
        for number in range(size):
            engine.copy(world, state)
            engine.scatter(world, seed + batch * size + number)
            engine.play_out(world)
            engine.lead(world, 0)
        rates.append(size / (process_time() - before))
    return rates


def _figures(rates: Sequence[float]) -> str:
    """Write the median, and what 95 of 100 batches reach."""
    return f"{median(rates):8,.0f} /s (95 %: {quantiles(rates, n=20)[0]:8,.0f})"
