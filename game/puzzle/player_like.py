"""Grades puzzles by how hard they are for a person: a player-like solver uses only a few sets of the table at once.

It chooses, of all combinations of so many sets, the play that lays the most points, and repeats. How many sets it needs
at once to find the answer is the grade; the exact solver's node count says nothing about that. An opening uses the rack
alone: there the solver lays the set with the most points, then the next, first without jokers.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Final

from game.solver.counts import LAST_NUMBER
from game.solver.packed_sets import PackedSet, Placed
from game.solver.packing import best_packing
from game.solver.packing_problem import Objective
from game.table.faces import JOKER, Face
from game.table.kinds import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.solver.packing_problem import Packing, Problem
    from game.table.view import View

MAX_SETS_AT_ONCE: Final = 3  # a puzzle that needs more has the highest grade
LOOK_NODES: Final = 20_000  # most search nodes spent on each combination of sets


def grade_of(problem: Problem, points: int) -> int:
    """Return the grade of a play worth `points`: 1 for the rack alone, 5 for more than three sets at once."""
    return next(
        (seen + 1 for seen in range(MAX_SETS_AT_ONCE + 1) if points_seen(problem, seen) >= points), MAX_SETS_AT_ONCE + 2
    )


def points_seen(problem: Problem, most: int) -> int:
    """Return the points laid by a solver that uses at most `most` sets at once."""
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
    """Return the best play that uses the chosen sets, and the other sets."""
    used = tuple(problem.sets[at] for at in chosen)
    beside = tuple(one for at, one in enumerate(problem.sets) if at not in chosen)
    return best_packing(problem._replace(sets=used), Objective.POINTS, LOOK_NODES), beside


def _plain(laid: PackedSet) -> PackedSet:
    return PackedSet(laid.kind, tuple(Placed(one.face, one.stands_for) for one in laid.tiles))


def opening_grade(problem: Problem) -> int:
    """Return the grade of an opening: 2 if laying the sets with the most points first finds it, up to 5 if not."""
    wanted = problem.laws.opening or 0
    naturals = tuple(face for face in problem.rack if face != JOKER)
    if _greedy_points(naturals, 0) >= wanted:
        return 2
    if _greedy_points(naturals, len(problem.rack) - len(naturals)) >= wanted:
        return 3
    return 4 if len(naturals) < len(problem.rack) else 5


def discard_grade(view: View, answer: Face) -> int:
    """Return the grade of a safe discard: higher if their runs have its colour, near its number, or sets are many."""
    table = view.table
    theirs = [table.melds[index] for index in table.melds_of(1 - table.side_of(view.seat))]
    runs = [meld for meld in theirs if meld.kind is Kind.RUN]
    lying = [view.faces[tile] for meld in runs for tile in meld.tiles if tile not in meld.wild_tiles]
    alike = [face.number for face in lying if face.colour is answer.colour]
    near = [number for number in alike if abs(number - answer.number) <= 2]
    return 2 + bool(alike) + bool(near) + (len(theirs) > 6)


def _greedy_points(naturals: tuple[Face, ...], jokers: int) -> int:
    """Return the points of laying the set with the most points again and again."""
    left, points = set(naturals), 0
    while found := max(_sets_of(left, jokers), key=lambda one: one[0], default=None):
        points += found[0]
        left -= set(found[1])
        jokers -= found[2]
    return points


def _sets_of(left: set[Face], jokers: int) -> Iterator[tuple[int, list[Face], int]]:
    """Yield the sets in a rack: their points, their tiles, and their number of jokers."""
    colours = sorted({face.colour for face in left if face.colour is not None}, key=lambda one: one.name)
    for number in range(1, LAST_NUMBER + 1):
        same = [Face(colour, number) for colour in colours if Face(colour, number) in left]
        if same and len(same) + min(jokers, 3 - min(3, len(same))) >= 3:
            yield number * max(3, len(same)), same, max(0, 3 - len(same))
        for colour in colours:
            for last in range(number + 2, LAST_NUMBER + 1):
                run = [Face(colour, one) for one in range(number, last + 1)]
                held = [face for face in run if face in left]
                if held and len(run) - len(held) <= jokers:
                    yield sum(face.number for face in run), held, len(run) - len(held)
