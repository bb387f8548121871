"""How hard is it for a person? A player-like solver sees only so many sets of the table at once, and lays what it sees.

It repeats: of all choices of so many sets, take the play with the rack that lays the most points, and look again. How
many sets it must see at once to find the answer is the grade; the exact solver's nodes say nothing of that. Who opens
sees the rack alone: such a player lays the dearest set it finds, then the next, first without its jokers.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Final

from game.solver.counts import LAST
from game.solver.packed_sets import PackedSet, Placed
from game.solver.packing import best_packing
from game.solver.packing_problem import Objective
from game.table.faces import JOKER, Face
from game.table.kinds import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.solver.packing_problem import Packing, Problem
    from game.table.view import View

MOST_SEEN: Final = 3  # sets at once; who must see more has found a puzzle of the highest grade
NODES: Final = 20_000  # of one look


def grade_of(problem: Problem, points: int) -> int:
    """Return the grade of a play worth `points`: 1 for the rack alone, 5 for more than three sets at once."""
    return next((seen + 1 for seen in range(MOST_SEEN + 1) if points_seen(problem, seen) >= points), MOST_SEEN + 2)


def points_seen(problem: Problem, most: int) -> int:
    """Return the points laid by a player who sees at most `most` sets at once."""
    points = 0
    while True:
        looks = (
            _look(problem, chosen) for chosen in combinations(range(len(problem.sets)), min(most, len(problem.sets)))
        )
        best = max(looks, key=lambda look: look[0].points, default=None)
        if best is None or not best[0].laid:
            return points
        play, beside = best
        points += play.points
        rack = Counter(problem.rack) - Counter(play.laid)
        opened = problem.laws._replace(opening=None)
        problem = problem._replace(
            rack=tuple(rack.elements()), sets=(*beside, *map(_plain, play.sets)), laws=opened, loose=()
        )


def _look(problem: Problem, chosen: tuple[int, ...]) -> tuple[Packing, tuple[PackedSet, ...]]:
    """Return the best play with some of the sets, and the sets beside them."""
    used = tuple(problem.sets[at] for at in chosen)
    beside = tuple(one for at, one in enumerate(problem.sets) if at not in chosen)
    return best_packing(problem._replace(sets=used), Objective.POINTS, NODES), beside


def _plain(laid: PackedSet) -> PackedSet:
    return PackedSet(laid.kind, tuple(Placed(one.face, one.stands_for) for one in laid.tiles))


def opening_grade(problem: Problem) -> int:
    """Return the grade of an opening: 2 where laying the dearest sets first finds it, up to 5 where it does not."""
    wanted = problem.laws.opening or 0
    naturals = tuple(face for face in problem.rack if face != JOKER)
    if _greedy_points(naturals, 0) >= wanted:
        return 2
    if _greedy_points(naturals, len(problem.rack) - len(naturals)) >= wanted:
        return 3
    return 4 if len(naturals) < len(problem.rack) else 5


def discard_grade(view: View, answer: Face) -> int:
    """Return the grade of a safe tile: it is missed by who sees only that its colour or its number lies there."""
    table = view.table
    theirs = [table.melds[index] for index in table.melds_of(1 - table.side_of(view.seat))]
    runs = [meld for meld in theirs if meld.kind is Kind.RUN]
    lying = [view.faces[tile] for meld in runs for tile in meld.tiles if tile not in meld.wilds]
    alike = [face.number for face in lying if face.colour is answer.colour]
    near = [number for number in alike if abs(number - answer.number) <= 2]
    return 2 + bool(alike) + bool(near) + (len(theirs) > 6)


def _greedy_points(naturals: tuple[Face, ...], jokers: int) -> int:
    """Lay the dearest set again and again; return the points of all."""
    left, points = set(naturals), 0
    while found := max(_sets_of(left, jokers), key=lambda one: one[0], default=None):
        points += found[0]
        left -= set(found[1])
        jokers -= found[2]
    return points


def _sets_of(left: set[Face], jokers: int) -> Iterator[tuple[int, list[Face], int]]:
    """Yield sets that a rack holds: their points, their tiles, and how many jokers stand in them."""
    colours = sorted({face.colour for face in left if face.colour is not None}, key=lambda one: one.name)
    for number in range(1, LAST + 1):
        same = [Face(colour, number) for colour in colours if Face(colour, number) in left]
        if same and len(same) + min(jokers, 3 - min(3, len(same))) >= 3:
            yield number * max(3, len(same)), same, max(0, 3 - len(same))
        for colour in colours:
            for last in range(number + 2, LAST + 1):
                run = [Face(colour, one) for one in range(number, last + 1)]
                held = [face for face in run if face in left]
                if held and len(run) - len(held) <= jokers:
                    yield sum(face.number for face in run), held, len(run) - len(held)
