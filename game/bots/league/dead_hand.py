"""Arena opponents for the dead-hand games.

Besides older levels and a beginner: one lays all it can, one waits to lay everything at once, one samples crudely.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from game.bots.choice import Decision, is_allowed
from game.bots.dead_hand_bot import decide
from game.bots.dead_hand_skill import ELDER_SKILL, FIRST_SKILL, GREEDY_SKILL
from game.bots.dice import mix_bits
from game.bots.league import beginner
from game.bots.level import Level
from game.bots.master.search import PLAYOUT_NODES, SEED_MASK
from game.bots.nodes import Nodes
from game.playout.worlds import Worlds
from game.rules.registry import rules_of
from game.table.moves import Discard
from game.table.state import Phase
from game.table.view import View, with_shown_faces

decide_greedy = partial(decide, skill=GREEDY_SKILL)

LATE_STOCK_TILES = 20  # tiles in the stock at which the waiting one stops waiting
CRUDE_WORLDS = 100  # worlds in which the crude sampler tries each turn
DISCARDS_TRIED = 6  # discards it tries after each way to lay


def decide_bomber(view: View, nodes: Nodes, seed: int) -> Decision:
    """Lay nothing until the whole rack can be laid in one turn, or the stock is low."""
    if (
        view.table.phase is Phase.PLAY
        and len(view.table.stock) > LATE_STOCK_TILES
        and not _comes_down(view, nodes, seed)
    ):
        worlds = Worlds(view)
        kept = worlds.first_move(worlds.plans(1)[0])
        if isinstance(kept, Discard) and is_allowed(view, kept):
            return Decision(kept, "discard_alone", (kept.tile,))
    return decide_greedy(view, nodes, seed)


def _comes_down(view: View, nodes: Nodes, seed: int) -> bool:
    """Return whether laying all it can empties the rack."""
    rules = rules_of(view.table.game)
    rack = set(view.rack)
    while view.table.phase is Phase.PLAY and view.table.to_move == view.seat and rack & set(view.rack):
        move = with_shown_faces(view, decide_greedy(view, nodes, seed).move)
        view = replace(view, table=rules.apply(view.table, move))
    return not rack & set(view.rack)


def decide_sampler(view: View, nodes: Nodes, seed: int) -> Decision:
    """Try every candidate turn in the same number of worlds."""
    usual = decide_greedy(view, nodes, seed)
    if view.table.phase is Phase.START_DRAW:
        return usual
    worlds = Worlds(view)
    plans = worlds.plans(DISCARDS_TRIED)
    nodes.charge(PLAYOUT_NODES * CRUDE_WORLDS * len(plans))
    seeds = [mix_bits(seed + number) & SEED_MASK for number in range(CRUDE_WORLDS)]
    best = max(plans, key=lambda plan: sum([worlds.worth(plan, world) for world in seeds]))
    move = worlds.first_move(best)
    return usual if move == with_shown_faces(view, usual.move) else Decision(move, "fallback")


SPARRING_LEVELS: dict[str, Level] = {
    "first": Level(version=1, nodes=2_000, decide=partial(decide, skill=FIRST_SKILL)),
    "elder": Level(version=2, nodes=20_000, decide=partial(decide, skill=ELDER_SKILL)),
    "beginner": Level(version=1, nodes=1_000, decide=beginner.decide_dead_hand),
    "greedy": Level(version=1, nodes=2_000, decide=decide_greedy),
    "bomber": Level(version=1, nodes=2_000, decide=decide_bomber),
    "sampler": Level(version=1, nodes=600_000, decide=decide_sampler),
}
