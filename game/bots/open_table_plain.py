"""Replaces an open-table play by one of the same tiles that changes fewer sets of the table."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

from game.bots.choice import Decision, allowed
from game.bots.nodes import Nodes
from game.bots.open_table_bot import hard, lay_points
from game.bots.open_table_packing import best_play
from game.table.moves import Rearrange

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.table.melds import Meld
    from game.table.view import View

LOOK: Final = 20_000  # nodes for one choice of sets that may change
MOST: Final = 8  # sets that an adviser's play changes; with more there are too many choices


def hard_and_plain(view: View, nodes: Nodes, seed: int) -> Decision:
    """Do as hard does, with as few sets changed as may be."""
    return _plain(view, hard(view, nodes, seed), nodes)


def most_points_and_plain(view: View, nodes: Nodes, seed: int) -> Decision:
    """Lay the most points, with as few sets changed as may be."""
    return _plain(view, lay_points(view, nodes, seed), nodes)


def _plain(view: View, decision: Decision, nodes: Nodes) -> Decision:
    """Let a play leave sets alone that it changes without need."""
    move = decision.move
    if not isinstance(move, Rearrange):
        return decision
    changed = changed_sets(view, move)
    return replace(decision, move=fewest_changes(view, move, changed, nodes)) if len(changed) <= MOST else decision


def changed_sets(view: View, move: Rearrange) -> tuple[Meld, ...]:
    """Return the sets of the table that a play changes."""
    after = {frozenset(meld.tiles) for meld in move.sets}
    return tuple(meld for meld in view.table.melds if frozenset(meld.tiles) not in after)


def fewest_changes(view: View, move: Rearrange, among: Sequence[Meld], nodes: Nodes) -> Rearrange:
    """Return the play of the same tiles that changes the fewest sets, all of them `among` these; else the play itself.

    It takes one search for each choice of fewer sets than the play changes.
    """
    choices = (chosen for few in range(len(changed_sets(view, move))) for chosen in combinations(among, few))
    return next(filter(None, (_within(view, move, chosen, nodes) for chosen in choices)), move)


def _within(view: View, move: Rearrange, chosen: tuple[Meld, ...], nodes: Nodes) -> Rearrange | None:
    """Return the play that lays the same tiles and changes only some of the sets, if there is one."""
    lying = view.table.melds
    nodes.breathe()
    there = replace(view, table=replace(view.table, melds=chosen))
    play = best_play(there, move.played, Nodes(LOOK, nodes.unwanted), must=move.played)
    if play is None:
        return None

    def place(meld: Meld) -> int:
        return next((at for at, old in enumerate(lying) if {*old.tiles} & {*meld.tiles}), len(lying))

    sets = (*(meld for meld in lying if meld not in chosen), *play.sets)
    found = replace(move, sets=tuple(sorted(sets, key=place)))
    return found if allowed(view, found) else None
