"""Benchmarks: `python -m tools.bench [NAME] [ARGUMENTS]` runs one, or all; other load on the machine affects them.

Most print medians and high percentiles of many repeats of the same inputs. A benchmark is a function in `BENCHES`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from statistics import median, quantiles
from time import perf_counter

from game.rules.registry import GAMES
from game.rules.ruleset import RuleSet, choose_options
from game.table.options import Options
from tools import bench_annals, bench_deal, bench_frame, bench_lan, bench_playout, bench_solver, bench_window
from tools.bot_matches import Hall, Lots, ObservedMove, play_round
from tools.wanderer import wander

Bench = Callable[[Sequence[str]], int]
DEAD_HAND = ("burako", "eburako", "burraco")


def rules(argv: Sequence[str]) -> int:
    """Time recorded rounds of random legal moves: each is checked by both refusals and applied, as every peer does."""
    parser = argparse.ArgumentParser(prog="bench rules", description=rules.__doc__)
    parser.add_argument("--game", choices=DEAD_HAND, default="burako")
    parser.add_argument("--rounds", type=int, default=40, help="how many rounds are recorded")
    parser.add_argument("--repeats", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(argv)
    game = GAMES[chosen.game]
    rounds = [_recorded(game, chosen.seed + number) for number in range(chosen.rounds)]
    moves = sum(len(one) for one in rounds)
    times = [_timed(lambda: _check_all(game, rounds)) for _repeat in range(chosen.repeats)]
    print(f"{game.key}: {len(rounds)} rounds, {moves} moves, {chosen.repeats} repeats")
    print(_line("rule-checked moves/s", [moves / time for time in times]))
    print(_line("rounds/s", [len(rounds) / time for time in times]))
    return 0


def _recorded(game: RuleSet, seed: int) -> tuple[ObservedMove, ...]:
    """Play a round with the game's default options, by two players if the seed is even, by four if it is odd."""
    lots = Lots(seed)
    options = choose_options(game, {"players": 2 + 2 * (seed % 2)})
    if not isinstance(options, Options):
        raise TypeError(options.code.key)
    hall = Hall(game.key, options, seed)
    return tuple(play_round(hall, [lambda view: wander(view, lots)] * hall.seats))


def _check_all(game: RuleSet, rounds: Sequence[Sequence[ObservedMove]]) -> None:
    """Check and apply every move; none may be refused."""
    for one in rounds:
        for made in one:
            table = made.view.table
            if game.own_refusal(made.view, made.move) or game.refusal(table, made.move):
                raise ValueError(f"a recorded move is refused: {made.move}")
            game.apply(table, made.move)


def _timed(work: Callable[[], None]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def _line(name: str, rates: Sequence[float]) -> str:
    """Write the median rate and the one that 95 of 100 repeats reach."""
    slow = quantiles(rates, n=20)[0] if len(rates) > 1 else rates[0]
    return f"  {name:24} median {median(rates):10,.0f}   p95 {slow:10,.0f}"


def _hall(argv: Sequence[str]) -> int:
    from tools import bench_hall  # it opens a home

    return bench_hall.run(argv)


def _crowd(argv: Sequence[str]) -> int:
    from tools import bench_crowd  # it lifts bounds of the product

    return bench_crowd.run(argv)


def _matches(argv: Sequence[str]) -> int:
    from tools import bench_matches  # it needs pygame

    return bench_matches.run(argv)


def _lan_frame(argv: Sequence[str]) -> int:
    from tools import bench_lan_frame  # it needs pygame and helpers of the tests

    return bench_lan_frame.run(argv)


def _waits(argv: Sequence[str]) -> int:
    from tools import bench_waits  # it needs the hands of the tests

    return bench_waits.run(argv)


BENCHES: dict[str, Bench] = {
    "rules": rules,
    "annals": bench_annals.run,
    "solver": bench_solver.run,
    "playout": bench_playout.run,
    "lan": bench_lan.run,
    "lan-frame": _lan_frame,
    "waits": _waits,
    "hall": _hall,
    "crowd": _crowd,
    "deal": bench_deal.run,
    "frame": bench_frame.run,
    "idle": bench_window.idle,
    "start": bench_window.start,
    "matches": _matches,
    "input": bench_window.input_delay,
    "late": bench_window.late,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the named benchmark with the arguments after its name, or all benchmarks with their defaults."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given:
        return max(bench([]) for bench in BENCHES.values())
    if given[0] not in BENCHES:
        print(f"There is no bench '{given[0]}'; the benches are {', '.join(BENCHES)}.", file=sys.stderr)
        return 2
    return BENCHES[given[0]](given[1:])


if __name__ == "__main__":
    sys.exit(main())
