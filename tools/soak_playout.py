"""Compare the playout cores with the rules, at a million positions of each game with random options."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from types import ModuleType

from game.playout.native import compiled
from game.rules.registry import GAMES, rules_of
from game.rules.ruleset import Family
from game.table.options import Options
from tests.playout.dead_hand import walk as dead_hand
from tests.playout.lots import Luck
from tests.playout.open_table import walk as open_table
from tools.bot_matches import Lots, any_options

POSITIONS, JOBS = 1_000_000, 2
ROUNDS_PER_EARLY_START = 4  # one round in so many starts at its beginning, the others with few tiles in play

Walk = Callable[[str, Options, Luck, ModuleType | None, bool], int]
WALKS: dict[Family, tuple[str, Walk]] = {
    Family.DEAD_HAND: ("dead_hand", dead_hand.walk),
    Family.OPEN_TABLE: ("open_table", open_table.walk),
}


def soak(seed: int, positions: int = POSITIONS, jobs: int = JOBS) -> str:
    """Walk through rounds until each game had `positions` positions; return one line, or raise AssertionError."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        share = positions // jobs
        parts = [pool.submit(_walked, game, seed, job, jobs, share) for game in GAMES for job in range(jobs)]
        counted = [part.result() for part in parts]
    told = []
    for at, game in enumerate(GAMES):
        mine = counted[at * jobs : at * jobs + jobs]
        told.append(f"{game} {sum(one for one, _rounds in mine)} positions of {sum(one for _, one in mine)} rounds")
    core = "compiled and plain" if compiled("dead_hand") else "plain alone"
    return f"{', '.join(told)}, {core}, 0 differences"


def _walked(game: str, seed: int, job: int, jobs: int, positions: int) -> tuple[int, int]:
    """Walk through the rounds of one process; return how many positions and rounds there were."""
    unit, walk = WALKS[rules_of(game).family]
    native = compiled(unit)
    done, number = 0, job
    while done < positions:
        options = any_options(rules_of(game), Lots(seed, number), {"turn_seconds": 0})
        try:
            done += walk(
                game, options, Luck(seed * 1_000_003 + number), native, bool(number // jobs % ROUNDS_PER_EARLY_START)
            )
        except AssertionError as fault:
            raise AssertionError(f"{game}, seed {seed}, round {number}: {fault}") from fault
        number += jobs
    return done, number // jobs
