"""The long runs: `tools/dev.py soak [NAME] [--seed N]` plays the full counts and prints seed, counts and wall time."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence

from game.rules.registry import GAMES
from tools import (
    netsim,
    netsim_deal,
    netsim_tables,
    peer_plays,
    soak_bots,
    soak_disk,
    soak_families,
    soak_faults,
    soak_hints,
    soak_kept,
    soak_lan,
    soak_liars,
    soak_matches,
    soak_packing,
    soak_playout,
    soak_puzzles,
    soak_review,
    soak_sealed,
    soak_window,
    void_price,
)

MATCHES = 1000
PACKINGS = 5000
RUNS = 5000  # runs of the simulated network
TABLES = 200  # runs of whole programs on simulated cables
DEALS = 20_000  # deals among honest programs with network faults
POSITIONS = 1000  # positions compared with a third-party solver


def _matches(game: str) -> Callable[[int], str]:
    return lambda seed: soak_matches.soak(game, MATCHES, seed)


def _layout(seed: int) -> str:
    from tools import soak_layout  # it needs pygame, which the others do not

    return soak_layout.soak(seed)


def _package(seed: int) -> str:
    from tools import soak_package  # it draws icons, which needs pygame too

    return soak_package.soak(seed)


def _after(seed: int) -> str:
    from tools import soak_after  # it needs the hands of the tests

    return soak_after.soak(seed)


def _evening(seed: int) -> str:
    from tools import soak_evening  # it needs the hands of the tests

    return soak_evening.soak(seed)


SOAKS: dict[str, Callable[[int], str]] = {
    **{game: _matches(game) for game in GAMES},
    "bots": lambda seed: soak_bots.soak(seed, jobs=soak_bots.JOBS),
    "hints": soak_hints.soak,
    "playout": soak_playout.soak,
    "puzzles": soak_puzzles.soak,
    "review": soak_review.soak,
    "packing": lambda seed: soak_packing.soak(seed, PACKINGS),
    "net": lambda seed: netsim.long_soak(seed, RUNS),
    "tables": lambda seed: netsim_tables.soak(seed, TABLES),
    "deal": netsim_deal.soak,
    "deals": lambda seed: netsim_deal.honest(seed, DEALS),
    "lan": soak_lan.soak,
    "kept": soak_kept.soak,
    "liars": soak_liars.soak,
    "faults": lambda seed: "; ".join((soak_faults.soak(seed), soak_disk.soak(seed))),
    "sealed": soak_sealed.soak,
    "peer": lambda seed: peer_plays.soak(seed, POSITIONS),
    "voids": void_price.soak,
    "window": soak_window.soak,
    "evening": _evening,
    "after": _after,
    "layout": _layout,
    "families": soak_families.soak,
    "package": _package,
    "disk": soak_disk.soak,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one soak, or all; return 1 when one of them found a fault."""
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("name", nargs="?", choices=sorted(SOAKS), help="only this one")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    failed = False
    for name in [chosen.name] if chosen.name else list(SOAKS):
        start = time.monotonic()
        try:
            line = SOAKS[name](chosen.seed)
        except AssertionError as fault:
            failed, line = True, f"FAULT: {fault}"
        print(f"{name}: seed {chosen.seed}, {line}, {time.monotonic() - start:.0f} s", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
