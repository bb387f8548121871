"""Opening and then playing again in the same turn: rummy with `open_then_manipulate`.

The first play opens with new sets only and does not touch the table; the second is any play. Tiles to lay are tried in
the order of the best plays without joker laws and opening, which never lay less than both plays together.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from game.solver.packing import best_packing, ranked_packings
from game.solver.packing_problem import JokerLock, Objective, Packing, Problem
from game.table.faces import Face


class TwoPlays(NamedTuple):
    """The opening and the second play; `exact` if no two plays lay more; `nodes` is how many search nodes it took."""

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
    """Find the two plays that lay the most; None if no opening is found, which with `nodes` None means there is none.

    At most `choices` of tiles to lay are tried, and `openings` with each, every search limited by `nodes`; after that
    the largest opening is taken. More openings with the same tiles seldom lead to other second plays. The laws of
    `problem` hold the sum needed to open.
    """
    alone = problem._replace(laws=problem.laws._replace(opening_uses_table=False))
    largest = best_packing(alone, objective, nodes)
    if not largest.laid:
        return None
    spent = largest.nodes
    unbound = problem._replace(laws=problem.laws._replace(lock=JokerLock.FREE, opening=None))
    for tried, wish in enumerate(ranked_packings(unbound, choices, objective, nodes)):
        spent += wish.nodes
        for opening in ranked_packings(alone._replace(rack=wish.laid), openings, Objective.TILES, nodes):
            rest = _without(wish.laid, opening.laid)
            second = _second_play(problem, opening, rest, rest, objective, nodes)
            spent += opening.nodes + second.nodes
            if len(second.laid) == len(rest):
                return TwoPlays(opening, second, tried == 0 and wish.exact, spent)
    second = _second_play(problem, largest, _without(problem.rack, largest.laid), (), objective, nodes)
    return TwoPlays(largest, second, exact=False, nodes=spent + second.nodes)


def _second_play(
    problem: Problem,
    opening: Packing,
    rack: tuple[Face, ...],
    must_lay: tuple[Face, ...],
    objective: Objective,
    nodes: int | None,
) -> Packing:
    """Find the second play, on the table after the opening."""
    opened = problem.laws._replace(opening=None)
    return best_packing(Problem(rack, sets=opening.sets, laws=opened, must_lay=must_lay), objective, nodes)


def _without(rack: tuple[Face, ...], laid: tuple[Face, ...]) -> tuple[Face, ...]:
    return tuple((Counter(rack) - Counter(laid)).elements())
