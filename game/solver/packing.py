"""The best play on a table: which tiles of a rack to lay, and the sets that prove it. Exact, and standard library only.

Walk the numbers from 1 to 13. All that the tiles below a number can still do above it is go on as runs, and of a run
it matters only whether it has one tile, two, or enough (`open_runs`). Groups are a matter of one number
(`groupings`). So a problem is a walk through few states (`columns`), and the search (`packing_search`) takes the walk
that leaves the fewest tiles in the rack. Jokers bound by the laws of the table are settled first, case by case
(`settling`). The walk is then read back (`passages`) and woven into sets (`weaving`).

Memory: every cache that searches share is bounded where it is made, or has few questions to answer. After thousands of
crowded problems of every kind they were full, and the whole process held 50 MB and no more, 14 of which are the
interpreter and the solver before its first problem. A search keeps about 300 bytes for each node it looks at until it
ends, and a hunt through the cases of the joker laws its last KEPT_BOARDS boards; both came to less than 5 MB. `nodes`
bounds them too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.solver.columns import SPENT_SHIFT
from game.solver.counts import count
from game.solver.packed_sets import PackedSet, Placed
from game.solver.packing_problem import NO_BOUND, Lock, Objective, Packing, Problem
from game.solver.packing_search import Meter, OutOfNodes, deep_ways, jokers_left
from game.solver.passages import passages
from game.solver.setting import Setting, setting_of
from game.solver.settling import FoundPlay, Hunt
from game.solver.weaving import weave
from game.table.faces import JOKER, Face, face_from_code
from game.table.kinds import Kind

if TYPE_CHECKING:
    from game.solver.joker_fates import Demand


def best_packing(
    problem: Problem,
    objective: Objective = Objective.TILES,
    nodes: int | None = None,
    breathe: Callable[[], None] | None = None,
) -> Packing:
    """Find the play that lays the most.

    With an allowance of `nodes` the answer is the best found with it: always legal, never worse with more nodes, and
    `exact` when there is none better. The first legal play on loose tiles is sought without counting. `breathe` is
    called now and then; what it raises ends the search.
    """
    start = _start(problem)
    if start is None:
        return _undivided(exact=True, nodes=0)
    hunt = Hunt(objective, start.opening, Meter(None if nodes is None else nodes // 2, breathe))
    exact = True
    try:
        _hunt(hunt, start)
    except OutOfNodes:
        exact = False
    spent = hunt.meter.nodes
    if not exact and nodes is not None:
        dive = Hunt(objective, start.opening, Meter(nodes - spent, breathe))
        _dive(dive, _start(problem) or start, counted=bool(problem.sets))
        spent += dive.meter.nodes
        if dive.below < hunt.below:
            hunt = dive
    return _answer(problem, start, hunt.best, exact=exact, nodes=spent)


def ranked_packings(
    problem: Problem, count_of: int, objective: Objective = Objective.TILES, nodes: int | None = None
) -> list[Packing]:
    """List the best plays that lay different tiles, best first; `nodes` is the allowance of each search.

    The plays that lay something else than a known one are divided by the first face of which they lay fewer or more,
    and each part is a problem of its own.
    """
    waiting = [(problem, best_packing(problem, objective, nodes))]
    ranked: list[Packing] = []
    while waiting and len(ranked) < count_of:
        waiting.sort(key=lambda part: _merit(part[1], objective))
        part, play = waiting.pop()
        if not play.laid:
            break
        ranked.append(play)
        if len(ranked) < count_of:
            waiting += [(other, found) for other, found in _others(part, play, objective, nodes) if found.laid]
    return ranked


def is_divisible(tiles: Sequence[Face], *, one_after_13: bool = False) -> bool:
    """Return whether loose tiles can all be made into sets."""
    return _parts(tiles, one_after_13=one_after_13) is not None


class _Start(NamedTuple):
    """The cases to look into, the sum to open with, and the sets that stay as they are beside."""

    cases: Iterator[tuple[Setting, Sequence[Demand]]]
    opening: int | None
    beside: tuple[PackedSet, ...] = ()
    free: Setting | None = None


def _start(problem: Problem) -> _Start | None:
    """Turn a problem into cases; None when the loose tiles that must stay are not divisible."""
    laws, rack, must = problem.laws, count(problem.rack), count(problem.must_lay)
    tiles = [*problem.loose, *(tile.face for old in problem.sets for tile in old.tiles)]
    if laws.opening is not None and not laws.opening_uses_table:
        beside = problem.sets or _parts(problem.loose, one_after_13=laws.one_after_13)
        own = setting_of(count(()), rack, must, one_after_13=laws.one_after_13)
        return None if beside is None else _Start(iter([(own, ())]), laws.opening, beside)
    free = setting_of(count(tiles), rack, must, one_after_13=laws.one_after_13)
    if JOKER not in tiles or problem.loose or laws.lock is Lock.FREE:
        return _Start(iter([(free, ())]), laws.opening)
    from game.solver.joker_fates import cases  # a table without bound jokers starts quicker without it

    naturals = count(face for face in tiles if face != JOKER)
    bound = setting_of(naturals, rack, must, one_after_13=laws.one_after_13)
    return _Start(cases(bound, problem.sets, laws), laws.opening, free=free)


def _hunt(hunt: Hunt, start: _Start) -> None:
    """Look into all cases, but stop at a play that would be the best if all jokers were free."""
    floor = 0
    for looked_into, (setting, demands) in enumerate(start.cases):
        if looked_into == 1 and start.free is not None:
            free = Hunt(hunt.objective, hunt.opening, hunt.meter).pack(start.free)
            if free is None:
                return
            floor = free.found.cost
        if hunt.below <= floor:
            return
        hunt.through(setting, demands)


def _dive(hunt: Hunt, start: _Start, *, counted: bool) -> None:
    """Look for good plays in a hurry, where no joker awaits a settlement."""
    for setting, demands in start.cases:
        board = hunt.board(setting)
        if not demands and board is not None and (hunt.opening is None or not setting.rack_jokers):
            found = deep_ways(board, NO_BOUND, hunt.meter, counted=counted)
            hunt.best = None if found is None else FoundPlay(setting, board, found)
        return


def _others(part: Problem, play: Packing, objective: Objective, nodes: int | None) -> Iterator[tuple[Problem, Packing]]:
    """Divide the plays of a part that lay something else than this one, and find the best of each."""
    rack, laid = list(part.rack), list(play.laid)
    for face in sorted(set(rack), key=lambda face: face.code):
        there, must, now = rack.count(face), part.must_lay.count(face), laid.count(face)
        if now > must:
            yield _searched(_within(part, face, must, now - 1), objective, nodes)
        if now < there:
            yield _searched(_within(part, face, now + 1, there), objective, nodes)
        part = _within(part, face, now, now)


def _searched(part: Problem, objective: Objective, nodes: int | None) -> tuple[Problem, Packing]:
    return part, best_packing(part, objective, nodes)


def _within(part: Problem, face: Face, least: int, most: int) -> Problem:
    """Allow only plays that lay between `least` and `most` tiles of a face."""
    return part._replace(
        rack=(*(tile for tile in part.rack if tile != face), *[face] * most),
        must_lay=(*(tile for tile in part.must_lay if tile != face), *[face] * least),
    )


def _merit(play: Packing, objective: Objective) -> tuple[int, int]:
    """Say how good a play is."""
    if objective is Objective.POINTS:
        return play.points, 0
    return play.tiles, play.points if objective is Objective.TILES_THEN_POINTS else 0


def _answer(problem: Problem, start: _Start, best: FoundPlay | None, *, exact: bool, nodes: int) -> Packing:
    """Tell the best play found, or that there is none: then nothing is laid."""
    if best is None:
        sets = problem.sets or _parts(problem.loose, one_after_13=problem.laws.one_after_13)
        return _undivided(exact=exact, nodes=nodes) if sets is None else Packing((), sets, exact, nodes)
    sets = (*start.beside, *_woven(best))
    return Packing(_laid(problem, sets), sets, exact, nodes)


def _undivided(*, exact: bool, nodes: int) -> Packing:
    return Packing((), (), exact, nodes, divisible=False)


def _parts(loose: Sequence[Face], *, one_after_13: bool) -> tuple[PackedSet, ...] | None:
    """Make sets of loose tiles, or None when that is impossible."""
    table = setting_of(count(loose), count(()), count(()), one_after_13=one_after_13)
    play = Hunt(Objective.TILES, None, Meter()).pack(table)
    return None if play is None else _woven(play)


def _woven(play: FoundPlay) -> tuple[PackedSet, ...]:
    """Weave the sets of a play."""
    board, end, setting = play.board, play.found.trail[-1], play.setting
    spare = board.jokers - (end >> SPENT_SHIFT & 3) - jokers_left(board, end)
    woven, homeless = weave(passages(board, play.found.trail), setting.bound, setting.blocks, spare)
    blocks_groups = []
    for group in setting.groups:
        joins = min(homeless, 4 - len(group.tiles), 1)
        homeless -= joins
        extra = [Placed(JOKER, Face(None, _number_of_group(group)))] * joins
        blocks_groups.append(PackedSet(Kind.GROUP, (*group.tiles, *extra)))
    return (*woven, *blocks_groups)


def _number_of_group(group: PackedSet) -> int:
    return group.tiles[0].stands_for.number


def _laid(problem: Problem, sets: Sequence[PackedSet]) -> tuple[Face, ...]:
    """List what lies on the table now and did not before."""
    before = Counter([face.code for face in problem.loose])
    before.update([tile.face.code for old in problem.sets for tile in old.tiles])
    after = Counter([tile.face.code for new in sets for tile in new.tiles])
    return tuple(face_from_code(code) for code in sorted((after - before).elements()))
