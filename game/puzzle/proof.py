"""Proves by the solver and the rules that a puzzle has exactly one best answer, and that it is the stored one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from game.bots.open_table_packing import problem_of
from game.puzzle.going_out import GoingOut
from game.puzzle.puzzle import Puzzle, Task
from game.rules.dead_hand_refusals import extensions
from game.rules.dead_hand_sets import is_wild_face
from game.rules.registry import rules_of
from game.session.position import read_position
from game.solver.packing import best_packing, ranked_packings
from game.solver.packing_problem import Objective, Packing, Problem
from game.table.moves import Discard
from game.table.state import with_faces, without
from game.table.view import View

if TYPE_CHECKING:
    from game.table.faces import Face
    from game.table.tiles import Tile


class ProvedAnswer(NamedTuple):
    """The one best answer; None, and why, if there is no answer or more than one."""

    answer: tuple[Face, ...] | None
    why: str = ""


def view_of(puzzle: Puzzle) -> View:
    """Return the view of the player who solves a puzzle; raise as `read_position` does for an impossible position."""
    position = read_position(puzzle.position)
    table = position.table
    own = tuple((tile, position.faces[tile]) for tile in table.racks[table.to_move])
    return View(table, table.to_move, with_faces(table.faces, own))


def fault(puzzle: Puzzle) -> str:
    """Return why a puzzle is not valid, empty if it is."""
    found = prove(puzzle.task, view_of(puzzle))
    if found.answer is None:
        return found.why
    return "" if puzzle.solved_by(found.answer) else "another answer is the best one"


def prove(task: Task, view: View) -> ProvedAnswer:
    """Find the one best answer to a task."""
    match task:
        case Task.SAVE_DISCARD:
            return _safe_discard(view)
        case Task.GO_OUT:
            return _way_out(view)
        case _:
            return _best_play(task, view)


def _best_play(task: Task, view: View) -> ProvedAnswer:
    opens = not view.table.opened[view.seat]
    if opens is not (task is Task.OPEN):
        return ProvedAnswer(None, "who has not opened opens first")
    problem = problem_of(view, view.rack, view.table.melds)
    ranked = ranked_packings(problem, 2, Objective.POINTS)
    if not ranked or not all(play.exact for play in ranked):
        return ProvedAnswer(None, "nothing can be laid")
    best = ranked[0]
    if len(ranked) > 1 and (task is Task.OPEN or ranked[1].points == best.points):
        return ProvedAnswer(None, "other tiles can be laid as well")
    if _faces_laid(best_packing(problem, Objective.TILES_THEN_POINTS)) != _faces_laid(best):
        return ProvedAnswer(None, "more tiles can be laid for fewer points")
    why = _what_it_lacks(task, problem, best)
    return ProvedAnswer(None, why) if why else ProvedAnswer(best.laid)


def _what_it_lacks(task: Task, problem: Problem, best: Packing) -> str:
    """Return what the best play lacks for its task, empty if nothing."""
    if task is Task.LAY_ALL and len(best.laid) < len(problem.rack):
        return "a tile is left over"
    if task is Task.FREE_JOKER:
        bound = problem._replace(laws=problem.laws._replace(frees=False))
        if best_packing(bound, Objective.POINTS).points == best.points:
            return "no joker has to be freed"
    return ""


def _faces_laid(play: Packing) -> Counter[Face]:
    return Counter(play.laid)


def _safe_discard(view: View) -> ProvedAnswer:
    safe: dict[Face, bool] = {}
    for tile in view.rack:
        face = view.faces[tile]
        if is_wild_face(face) or rules_of(view.table.game).own_refusal(view, Discard(tile)) is not None:
            return ProvedAnswer(None, "not every tile may be thrown")
        safe[face] = is_safe(view, tile)
    found = [face for face in safe if safe[face]]
    return ProvedAnswer((found[0],)) if len(found) == 1 else ProvedAnswer(None, f"{len(found)} tiles are safe")


def _way_out(view: View) -> ProvedAnswer:
    """Find the one tile that can be discarded last, with all others laid; the answer ends with it."""
    table = view.table
    if table.dead[table.side_of(view.seat)] or table.options.word("close_mode") != "discard":
        return ProvedAnswer(None, "nobody goes out here by a discard alone")
    ways = GoingOut(view).ways_out()
    if len(ways) != 1:
        return ProvedAnswer(None, f"{len(ways)} tiles can be thrown last")
    (way,) = ways.values()
    return ProvedAnswer(tuple(view.faces[tile] for tile in (*without(view.rack, (way.last,)), way.last)))


def is_safe(view: View, tile: Tile) -> bool:
    """Return whether the other side cannot add a tile to any of its sets."""
    table = view.table
    theirs = [table.melds[index] for index in table.melds_of(1 - table.side_of(view.seat))]
    return not any(extensions(meld, (tile,), view.faces, table.options) for meld in theirs)
