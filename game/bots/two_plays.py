"""Opening and then playing again in the same turn: rummy with `open_then_manipulate`.

The first play shows the opening with sets of its own and leaves the table alone; the second is any play. What both lay
together is sought best first among all that the rack could lay on the table if nothing bound it, which is never less.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from game.bots.packing import best_packing, ranked_packings
from game.bots.packing_problem import Lock, Objective, Packing, Problem
from game.table.faces import Face

OPENINGS = 12  # of one choice of tiles; more ways to show thirty from the same tiles seldom differ in what follows


class TwoPlays(NamedTuple):
    """The opening and what follows it; `exact` when no two plays lay more."""

    opening: Packing
    second: Packing
    exact: bool


def best_two_plays(
    problem: Problem, objective: Objective = Objective.TILES, nodes: int | None = None, choices: int = 20
) -> TwoPlays | None:
    """Find the two plays that lay the most, or None when no opening is found: with `nodes` None there is none.

    `choices` of tiles to lay are looked into, each search with an allowance of `nodes`; then the largest opening has to
    do. The laws of `problem` say what the opening must sum to.
    """
    alone = problem._replace(laws=problem.laws._replace(opening_uses_table=False))
    largest = best_packing(alone, objective, nodes)
    if not largest.laid:
        return None
    unbound = problem._replace(laws=problem.laws._replace(lock=Lock.FREE, opening=None))
    for tried, wish in enumerate(ranked_packings(unbound, choices, objective, nodes)):
        for opening in ranked_packings(alone._replace(rack=wish.laid), OPENINGS, Objective.TILES, nodes):
            rest = _without(wish.laid, opening.laid)
            second = _second(problem, opening, rest, rest, objective, nodes)
            if len(second.laid) == len(rest):
                return TwoPlays(opening, second, exact=tried == 0 and wish.exact)
    rest = _without(problem.rack, largest.laid)
    return TwoPlays(largest, _second(problem, largest, rest, (), objective, nodes), exact=False)


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
