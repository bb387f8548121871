"""The best play on a table: which tiles of a rack to lay, and all sets after it. Exact, and standard library only.

The search goes through the numbers from 1 to 13. Tiles below a number matter above it only as open runs, and of a run
only whether it has one tile, two, or enough (`open_runs`). A group has one number (`groupings`). So a problem is a walk
through few states (`columns`), and the search (`packing_search`) finds the walk that leaves the fewest tiles in the
rack. Jokers bound by the table's rules are settled first, case by case (`settling`). The walk is then turned back into
passages (`passages`), and these into sets (`weaving`).

Memory: every cache that searches share is bounded where it is made, or has few possible keys. After thousands of
crowded problems of every kind they were full, and the whole process held 50 MB, 14 of which are the interpreter and the
solver before its first problem. A search keeps about 300 bytes for each node until it ends, and a search through the
cases of the joker laws up to MAX_REMEMBERED_BOARDS boards; both came to less than 5 MB. `nodes` bounds them too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.solver.columns import SPENT_SHIFT
from game.solver.counts import count_tiles
from game.solver.packed_sets import PackedSet, Placed
from game.solver.packing_problem import NO_BOUND, JokerLock, Objective, Packing, Problem
from game.solver.packing_search import NodeMeter, OutOfNodes, depth_first_way, jokers_left
from game.solver.passages import passages
from game.solver.setting import Setting, setting_of
from game.solver.settling import CaseSearch, FoundPlay
from game.solver.weaving import weave_sets
from game.table.faces import JOKER, Face, face_from_code
from game.table.kinds import Kind

if TYPE_CHECKING:
    from game.solver.joker_fates import JokerDemand


def best_packing(
    problem: Problem,
    objective: Objective = Objective.TILES,
    nodes: int | None = None,
    breathe: Callable[[], None] | None = None,
) -> Packing:
    """Find the play that lays the most.

    With a limit of `nodes` the answer is the best found within it: always legal, never worse with more nodes, and
    `exact` if there is none better. The search for a first legal play on loose tiles does not count. `breathe` is
    called every few nodes; an exception it raises ends the search.
    """
    start = _start(problem)
    if start is None:
        return _no_packing(exact=True, nodes=0)
    search = CaseSearch(objective, start.opening, NodeMeter(None if nodes is None else nodes // 2, breathe))
    exact = True
    try:
        _search_cases(search, start)
    except OutOfNodes:
        exact = False
    spent = search.meter.nodes
    if not exact and nodes is not None:
        quick = CaseSearch(objective, start.opening, NodeMeter(nodes - spent, breathe))
        _search_quickly(quick, _start(problem) or start, counted=bool(problem.sets))
        spent += quick.meter.nodes
        if quick.below < search.below:
            search = quick
    return _answer(problem, start, search.best, exact=exact, nodes=spent)


def ranked_packings(
    problem: Problem, count_of: int, objective: Objective = Objective.TILES, nodes: int | None = None
) -> list[Packing]:
    """List the best plays that lay different tiles, best first; `nodes` limits each search.

    The plays that lay other tiles than a known one are partitioned by the first face of which they lay fewer or more,
    and each part is searched as a problem of its own.
    """
    waiting = [(problem, best_packing(problem, objective, nodes))]
    ranked: list[Packing] = []
    while waiting and len(ranked) < count_of:
        waiting.sort(key=lambda part: _rank(part[1], objective))
        part, play = waiting.pop()
        if not play.laid:
            break
        ranked.append(play)
        if len(ranked) < count_of:
            waiting += [(other, found) for other, found in _other_plays(part, play, objective, nodes) if found.laid]
    return ranked


def is_divisible(tiles: Sequence[Face], *, one_after_13: bool = False) -> bool:
    """Return whether loose tiles can all be made into sets."""
    return _sets_of_loose(tiles, one_after_13=one_after_13) is not None


class _Start(NamedTuple):
    """The cases to search, the sum needed to open, and the sets (`beside`) that the play does not touch.

    `free` is the setting with every joker free, whose best play no case can beat; None if there is only one case.
    """

    cases: Iterator[tuple[Setting, Sequence[JokerDemand]]]
    opening: int | None
    beside: tuple[PackedSet, ...] = ()
    free: Setting | None = None


def _start(problem: Problem) -> _Start | None:
    """Turn a problem into cases; None if the loose tiles cannot all be made into sets."""
    laws, rack, must = problem.laws, count_tiles(problem.rack), count_tiles(problem.must_lay)
    tiles = [*problem.loose, *(tile.face for old in problem.sets for tile in old.tiles)]
    if laws.opening is not None and not laws.opening_uses_table:
        beside = problem.sets or _sets_of_loose(problem.loose, one_after_13=laws.one_after_13)
        own = setting_of(count_tiles(()), rack, must, one_after_13=laws.one_after_13)
        return None if beside is None else _Start(iter([(own, ())]), laws.opening, beside)
    free = setting_of(count_tiles(tiles), rack, must, one_after_13=laws.one_after_13)
    if JOKER not in tiles or problem.loose or laws.lock is JokerLock.FREE:
        return _Start(iter([(free, ())]), laws.opening)
    from game.solver.joker_fates import joker_cases  # imported late: most tables have no bound jokers

    naturals = count_tiles(face for face in tiles if face != JOKER)
    bound = setting_of(naturals, rack, must, one_after_13=laws.one_after_13)
    return _Start(joker_cases(bound, problem.sets, laws), laws.opening, free=free)


def _search_cases(search: CaseSearch, start: _Start) -> None:
    """Search all cases, but stop at a play that would be the best even if all jokers were free."""
    floor = 0
    for looked_into, (setting, demands) in enumerate(start.cases):
        if looked_into == 1 and start.free is not None:
            free = CaseSearch(search.objective, search.opening, search.meter).pack(start.free)
            if free is None:
                return
            floor = free.found.cost
        if search.below <= floor:
            return
        search.search_case(setting, demands)


def _search_quickly(search: CaseSearch, start: _Start, *, counted: bool) -> None:
    """Look quickly for a good play in the first case, if it has no demands to meet."""
    for setting, demands in start.cases:
        board = search.board(setting)
        if not demands and board is not None and (search.opening is None or not setting.rack_jokers):
            found = depth_first_way(board, NO_BOUND, search.meter, counted=counted)
            search.best = None if found is None else FoundPlay(setting, board, found)
        return


def _other_plays(
    part: Problem, play: Packing, objective: Objective, nodes: int | None
) -> Iterator[tuple[Problem, Packing]]:
    """Partition the plays of a part that lay other tiles than `play`, and find the best play of each."""
    rack, laid = list(part.rack), list(play.laid)
    for face in sorted(set(rack), key=lambda face: face.code):
        there, must, now = rack.count(face), part.must_lay.count(face), laid.count(face)
        if now > must:
            yield _best_of(_within(part, face, must, now - 1), objective, nodes)
        if now < there:
            yield _best_of(_within(part, face, now + 1, there), objective, nodes)
        part = _within(part, face, now, now)


def _best_of(part: Problem, objective: Objective, nodes: int | None) -> tuple[Problem, Packing]:
    return part, best_packing(part, objective, nodes)


def _within(part: Problem, face: Face, least: int, most: int) -> Problem:
    """Return the part of a problem whose plays lay between `least` and `most` tiles of a face."""
    return part._replace(
        rack=(*(tile for tile in part.rack if tile != face), *[face] * most),
        must_lay=(*(tile for tile in part.must_lay if tile != face), *[face] * least),
    )


def _rank(play: Packing, objective: Objective) -> tuple[int, int]:
    """Return the value by which plays are ranked."""
    if objective is Objective.POINTS:
        return play.points, 0
    return play.tiles, play.points if objective is Objective.TILES_THEN_POINTS else 0


def _answer(problem: Problem, start: _Start, best: FoundPlay | None, *, exact: bool, nodes: int) -> Packing:
    """Make the answer of the best play found, or one that lays nothing if there is none."""
    if best is None:
        sets = problem.sets or _sets_of_loose(problem.loose, one_after_13=problem.laws.one_after_13)
        return _no_packing(exact=exact, nodes=nodes) if sets is None else Packing((), sets, exact, nodes)
    sets = (*start.beside, *_sets_of(best))
    return Packing(_faces_laid(problem, sets), sets, exact, nodes)


def _no_packing(*, exact: bool, nodes: int) -> Packing:
    return Packing((), (), exact, nodes, divisible=False)


def _sets_of_loose(loose: Sequence[Face], *, one_after_13: bool) -> tuple[PackedSet, ...] | None:
    """Make sets of all loose tiles; None if that is impossible."""
    table = setting_of(count_tiles(loose), count_tiles(()), count_tiles(()), one_after_13=one_after_13)
    play = CaseSearch(Objective.TILES, None, NodeMeter()).pack(table)
    return None if play is None else _sets_of(play)


def _sets_of(play: FoundPlay) -> tuple[PackedSet, ...]:
    """Return the sets of a play."""
    board, end, setting = play.board, play.found.trail[-1], play.setting
    spare = board.jokers - (end >> SPENT_SHIFT & 3) - jokers_left(board, end)
    woven, homeless = weave_sets(passages(board, play.found.trail), setting.bound, setting.blocks, spare)
    blocks_groups = []
    for group in setting.groups:
        joins = min(homeless, 4 - len(group.tiles), 1)
        homeless -= joins
        extra = [Placed(JOKER, Face(None, _number_of_group(group)))] * joins
        blocks_groups.append(PackedSet(Kind.GROUP, (*group.tiles, *extra)))
    return (*woven, *blocks_groups)


def _number_of_group(group: PackedSet) -> int:
    return group.tiles[0].stands_for.number


def _faces_laid(problem: Problem, sets: Sequence[PackedSet]) -> tuple[Face, ...]:
    """Return the tiles on the table after the play that were not there before."""
    before = Counter([face.code for face in problem.loose])
    before.update([tile.face.code for old in problem.sets for tile in old.tiles])
    after = Counter([tile.face.code for new in sets for tile in new.tiles])
    return tuple(face_from_code(code) for code in sorted((after - before).elements()))
