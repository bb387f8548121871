"""Opening and then playing again in the same turn: rummy with `open_then_manipulate`.

The first play shows the opening with sets of its own and leaves the table alone; the second is any play. What both lay
together is sought best first among all that the rack could lay on the table if nothing bound it, which is never less.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from game.solver.packing import best_packing, ranked_packings
from game.solver.packing_problem import Lock, Objective, Packing, Problem
from game.table.faces import Face


class TwoPlays(NamedTuple):
    """The opening and what follows it; `exact` when no two plays lay more. `nodes` is how many it took."""

    opening: Packing
    second: Packing
    exact: bool
    nodes: int


def best_two_plays(
    problem: Problem,
    objective: Objective = Objective.TILES,
    nodes: int | None = None,
    choices: int = 20,
    openings: int = 12,
) -> TwoPlays | None:
    """Find the two plays that lay the most, or None when no opening is found: with `nodes` None there is none.

    `choices` of tiles to lay are looked into, and `openings` with each, every search with an allowance of `nodes`; then
    the largest opening has to do. More openings of the same tiles seldom differ in what follows. The laws of `problem`
    say what the opening must sum to.
    """
    alone = problem._replace(laws=problem.laws._replace(opening_uses_table=False))
    largest = best_packing(alone, objective, nodes)
    if not largest.laid:
        return None
    spent = largest.nodes
    unbound = problem._replace(laws=problem.laws._replace(lock=Lock.FREE, opening=None))
    for tried, wish in enumerate(ranked_packings(unbound, choices, objective, nodes)):
        spent += wish.nodes
        for opening in ranked_packings(alone._replace(rack=wish.laid), openings, Objective.TILES, nodes):
            rest = _without(wish.laid, opening.laid)
            second = _second(problem, opening, rest, rest, objective, nodes)
            spent += opening.nodes + second.nodes
            if len(second.laid) == len(rest):
                return TwoPlays(opening, second, tried == 0 and wish.exact, spent)
    second = _second(problem, largest, _without(problem.rack, largest.laid), (), objective, nodes)
    return TwoPlays(largest, second, exact=False, nodes=spent + second.nodes)


def _second(
    problem: Problem,
    opening: Packing,
    rack: tuple[Face, ...],
    must_lay: tuple[Face, ...],
    objective: Objective,
    nodes: int | None,
) -> Packing:
    """Play again on the table that the opening leaves."""
    opened = problem.laws._replace(opening=None)
    return best_packing(Problem(rack, sets=opening.sets, laws=opened, must_lay=must_lay), objective, nodes)


def _without(rack: tuple[Face, ...], laid: tuple[Face, ...]) -> tuple[Face, ...]:
    return tuple((Counter(rack) - Counter(laid)).elements())
