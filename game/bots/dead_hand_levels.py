"""The rule-of-thumb levels of the dead-hand games; `master/` has hard and master, which look ahead.

Easy overlooks sets and piles, leaves large piles, lays one set a turn, keeps its wild tiles, ignores dangers and does
not hurry to go out; medium uses all rules of thumb; the adviser also counts every tile it has seen and remembers who
took or passed over which.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from game.bots.dead_hand_bot import decide
from game.bots.dead_hand_skill import EASY_SKILL, MEDIUM_SKILL, SHARP_SKILL
from game.bots.level import Level

if TYPE_CHECKING:
    from game.bots.choice import Decision
    from game.bots.nodes import Nodes
    from game.table.view import View

# Games in which the usual easy level is too hard or too easy for a beginner, who should win a third of the rounds.
EASY_BY_GAME = {
    "burako": replace(EASY_SKILL, handful=8),
    "burraco": replace(EASY_SKILL, handful=3, hold_joker=16_000, hold_two=16_000, tempo=0),
}


def decide_easy(view: View, nodes: Nodes, seed: int) -> Decision:
    """Decide like a beginner, who sees one set at a time and overlooks some."""
    return decide(view, nodes, seed, EASY_BY_GAME.get(view.table.game, EASY_SKILL))


LEVELS: dict[str, Level] = {
    "easy": Level(version=3, nodes=1_000, decide=decide_easy),
    "medium": Level(version=2, nodes=2_000, decide=partial(decide, skill=MEDIUM_SKILL)),
}
# The adviser uses rules of thumb, because each of their moves has a reason that can be told.
ADVISER_LEVELS: dict[str, Level] = {
    "adviser": Level(version=3, nodes=20_000, decide=partial(decide, skill=SHARP_SKILL)),
}
