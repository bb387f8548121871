"""The motifs of open-table puzzles: ideas that the one answer needs, found by the rules and the solver.

Laws: a motif is a pure function of the position; of TABLE_TASKS no position whose answer has no motif is used.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from game.bots.nodes import Nodes
from game.bots.open_table_packing import legal_play, problem_of
from game.puzzle.puzzle import Task
from game.rules.open_table_sets import arrangements
from game.session.plain_play import plainest_play
from game.solver.packing import best_packing
from game.solver.packing_problem import Objective, face_points
from game.table.faces import JOKER
from game.table.kinds import Kind
from game.table.moves import Rearrange

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.table.melds import Meld
    from game.table.tiles import Tile
    from game.table.view import View

TABLE_TASKS: Final = frozenset({Task.LAY_ALL, Task.FREE_JOKER, Task.MOST_POINTS})  # tasks that rearrange a table
ANSWER_NODES: Final = 200_000  # most search nodes spent to find an answer's sets again
EXTENSION_NODES: Final = 20_000  # most search nodes spent to see what an extension leaves


class Motif(Enum):
    """The motifs, the rarest first."""

    JOKER = "joker"  # a joker of the table moves to other tiles
    RUN_SPLIT = "run_split"  # a run of the table is split in two
    GROUPS_TO_RUNS = "groups_to_runs"  # a group is broken up, its tiles go to runs
    RUNS_TO_GROUPS = "runs_to_groups"  # tiles of a run go to groups
    FALSE_EXTENSION = "false_extension"  # a tile fits a set where the answer does not lay it


def best_play(view: View) -> Rearrange | None:
    """Return the play that lays the most points and changes the table least; None where nothing can be laid."""
    play = legal_play(view, view.rack, Nodes(ANSWER_NODES), points=True)
    return None if play is None else plainest_play(view, Rearrange(play.played, play.sets))


def motifs_of(view: View, answer: Rearrange) -> tuple[Motif, ...]:
    """Return the motifs of an answer."""
    found = {motif for meld in view.table.melds for motif in _motifs_of_set(view, meld, answer.sets)}
    if _has_false_extension(view):
        found.add(Motif.FALSE_EXTENSION)
    return tuple(motif for motif in Motif if motif in found)


def _motifs_of_set(view: View, meld: Meld, after: tuple[Meld, ...]) -> Iterator[Motif]:
    """Yield the motifs of what happens to a set of the table."""
    now = {tile: next(one for one in after if tile in one.tiles) for tile in meld.tiles}
    jokers = [tile for tile in meld.tiles if view.faces[tile] == JOKER]
    if any(_is_alone(tile, meld, now[tile]) for tile in jokers):
        yield Motif.JOKER
    apart = {now[tile].tiles: now[tile].kind for tile in meld.tiles if tile not in jokers}
    kinds = set(apart.values())
    if meld.kind is Kind.GROUP and len(apart) > 1 and Kind.RUN in kinds:
        yield Motif.GROUPS_TO_RUNS
    if meld.kind is Kind.RUN and Kind.GROUP in kinds:
        yield Motif.RUNS_TO_GROUPS
    if meld.kind is Kind.RUN and list(apart.values()).count(Kind.RUN) > 1:
        yield Motif.RUN_SPLIT


def _is_alone(tile: Tile, was: Meld, now: Meld) -> bool:
    """Return whether none of a tile's old neighbours lies with it now."""
    return set(was.tiles) & set(now.tiles) == {tile}


def _has_false_extension(view: View) -> bool:
    """Return whether a rack tile fits a set of the table, but adding it there misses the best play."""
    table = view.table
    problem = problem_of(view, view.rack, table.melds)
    best = best_packing(problem, Objective.POINTS, ANSWER_NODES).points
    for at, meld in enumerate(table.melds):
        others = tuple(one for number, one in enumerate(problem.sets) if number != at)
        for tile in view.rack:
            face = view.faces[tile]
            if face == JOKER or not arrangements((*meld.tiles, tile), view.faces, table.options):
                continue
            rack = list(problem.rack)
            rack.remove(face)
            left = best_packing(problem._replace(rack=tuple(rack), sets=others), Objective.POINTS, EXTENSION_NODES)
            if left.points + face_points(face) < best:
                return True
    return False
