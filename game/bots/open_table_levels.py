"""The levels of the open-table games except the master, and those that give advice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.bots import open_table_bot
from game.bots.level import Decide, Level
from game.bots.open_table_duel import decide_hard
from game.bots.open_table_packing import fewest_changes, sets_taken_apart
from game.table.moves import Rearrange

if TYPE_CHECKING:
    from game.bots.choice import Decision
    from game.bots.nodes import Nodes
    from game.table.view import View

MAX_ADVISED_SETS: Final = 8  # most sets that an adviser's play changes; with more there are too many combinations


def with_fewest_changes(decide: Decide) -> Decide:
    """Reduce plays to those that change as few sets of the table as possible, because people must read the advice."""

    def decide_plainly(view: View, nodes: Nodes, seed: int) -> Decision:
        decision = decide(view, nodes, seed)
        if (
            isinstance(decision.move, Rearrange)
            and len(changed := sets_taken_apart(view, decision.move)) <= MAX_ADVISED_SETS
        ):
            return replace(decision, move=fewest_changes(view, decision.move, changed, nodes))
        return decision

    return decide_plainly


LEVELS: dict[str, Level] = {
    "easy": Level(version=7, nodes=2_000, decide=open_table_bot.decide_easy),
    "medium": Level(version=2, nodes=2_000, decide=open_table_bot.decide_medium),
    "hard": Level(version=8, nodes=20_000, decide=decide_hard),
}
ADVISER_LEVELS: dict[str, Level] = {
    "adviser": Level(version=7, nodes=20_000, decide=open_table_bot.hold_back_half_round),
    "mentor": Level(version=9, nodes=20_000, decide=with_fewest_changes(decide_hard)),
    "most_points": Level(version=3, nodes=200_000, decide=with_fewest_changes(open_table_bot.lay_points)),
}
