"""Converts between a view of an open table, which has tiles, and the packing solver, which knows faces only.

Where the laws of jokers depend on which tile it is, the solver names it (`home`); other tiles stay with the tiles of
their old set, so that as few sets as possible change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from game.bots.choice import is_allowed
from game.bots.nodes import Nodes
from game.rules.open_table_laws import OpenTableLaws
from game.rules.open_table_sets import read_as
from game.rules.registry import rules_of
from game.rules.ruleset import laws_as
from game.solver.packed_sets import RACK_INDEX, PackedSet, Placed
from game.solver.packing import best_packing
from game.solver.packing_problem import Objective, Packing, PackingLaws, Problem
from game.solver.packing_problem import laws_of as packing_laws
from game.solver.two_plays import best_two_plays
from game.table.faces import Face
from game.table.melds import Kind, Meld
from game.table.moves import Rearrange
from game.table.options import Options
from game.table.state import Table
from game.table.tiles import Tile
from game.table.view import View

LAYS_TRIED, OPENINGS_TRIED = 2, 3  # choices of tiles for opening and next play, and openings for each
MAX_SEARCHES = 60  # most searches for an opening and the next play, which share the allowance
CHOICE_NODES = 20_000  # nodes for each choice of changeable sets


@dataclass(frozen=True, slots=True)
class PlannedPlay:
    """Rack tiles to play, and the table's sets after that; `exact` if the solver proved that no play lays more."""

    played: tuple[Tile, ...]
    sets: tuple[Meld, ...]
    exact: bool


def laws_of(table: Table, seat: int) -> PackingLaws:
    """Return the solver's laws of a table for a seat."""
    company = laws_as(rules_of(table.game), OpenTableLaws).companions > 0
    return packing_laws(table.options, company=company, opened=table.opened[seat])


def best_play(
    view: View,
    rack: tuple[Tile, ...],
    nodes: Nodes,
    *,
    must: tuple[Tile, ...] = (),
    table_too: bool = True,
    points: bool = False,
) -> PlannedPlay | None:
    """Find the play that lays the most tiles of this rack; None when nothing can be laid.

    `must` are tiles that have to be laid; with `table_too` false the sets on the table are not changed. With `points`
    it maximises the points of one play instead.
    """
    there = view.table.melds
    used = there if table_too else ()
    problem = problem_of(view, rack, used, must)
    if points:
        packing = best_packing(problem, Objective.POINTS, nodes.left, nodes.check_cancelled)
        nodes.charge(packing.nodes)
    else:
        packing = _packing(problem, nodes, twice=_plays_twice(view) and not must)
    if not packing.divisible or not packing.laid:
        return None
    played = _tiles_with_faces(rack, packing.laid, view.faces)
    sets = _Assignment(used, played, view.faces, view.table.options).sets(packing)
    aside = () if table_too else there
    return PlannedPlay(played, (*aside, *sets), packing.exact)


def problem_of(view: View, rack: tuple[Tile, ...], sets: Sequence[Meld], must: tuple[Tile, ...] = ()) -> Problem:
    """Return the problem for the solver: rack tiles, sets of the table, and the tiles that must be laid."""
    return Problem(
        rack=tuple([view.faces[tile] for tile in rack]),
        sets=tuple([_packed_set(meld, view.faces) for meld in sets]),
        laws=laws_of(view.table, view.seat),
        must_lay=tuple([view.faces[tile] for tile in must]),
    )


def legal_play(view: View, rack: tuple[Tile, ...], nodes: Nodes, *, points: bool = False) -> PlannedPlay | None:
    """Find a play that the rules allow: rearranging the whole table, else beside it."""
    for table_too in (True, False):
        play = best_play(view, rack, nodes, table_too=table_too, points=points)
        if play is not None and is_allowed(view, Rearrange(play.played, play.sets)):
            return play
    return None


def sets_taken_apart(view: View, move: Rearrange) -> tuple[Meld, ...]:
    """Return the sets now on the table that a play would change."""
    after = {frozenset(meld.tiles) for meld in move.sets}
    return tuple([meld for meld in view.table.melds if frozenset(meld.tiles) not in after])


def fewest_changes(view: View, move: Rearrange, among: Sequence[Meld], nodes: Nodes) -> Rearrange:
    """Return the play of the same tiles that changes the fewest sets, all in `among`; else the play itself.

    Needs one search for each choice of fewer sets than the play changes.
    """
    choices = (chosen for few in range(len(sets_taken_apart(view, move))) for chosen in combinations(among, few))
    return next(filter(None, (_play_changing_only(view, move, chosen, nodes) for chosen in choices)), move)


def _play_changing_only(view: View, move: Rearrange, chosen: tuple[Meld, ...], nodes: Nodes) -> Rearrange | None:
    """Return a play that lays the same tiles and changes only the chosen sets, if there is one."""
    lying = view.table.melds
    nodes.check_cancelled()
    there = replace(view, table=replace(view.table, melds=chosen))
    play = best_play(there, move.played, Nodes(CHOICE_NODES, nodes.unwanted), must=move.played)
    if play is None:
        return None

    def place(meld: Meld) -> int:
        return next((at for at, old in enumerate(lying) if {*old.tiles} & {*meld.tiles}), len(lying))

    sets = (*(meld for meld in lying if meld not in chosen), *play.sets)
    found = replace(move, sets=tuple(sorted(sets, key=place)))
    return found if is_allowed(view, found) else None


def _plays_twice(view: View) -> bool:
    """Return whether an opening with the player's own sets may be followed by another play in the same turn; D19."""
    options = view.table.options
    opens = not view.table.opened[view.seat] and not options.flag("opening_uses_table")
    return opens and options.flag("open_then_manipulate")


def _packing(problem: Problem, nodes: Nodes, *, twice: bool) -> Packing:
    """Find the packing that lays the most, or the opening whose second play lays the most."""
    packing = best_packing(problem, Objective.TILES_THEN_POINTS, nodes.left, nodes.check_cancelled)
    nodes.charge(packing.nodes)
    if not twice or not packing.laid:
        return packing
    plays = best_two_plays(problem, Objective.TILES_THEN_POINTS, nodes.left // MAX_SEARCHES, LAYS_TRIED, OPENINGS_TRIED)
    nodes.charge(0 if plays is None else plays.nodes)
    return packing if plays is None else plays.opening


def _packed_set(meld: Meld, faces: tuple[Face, ...]) -> PackedSet:
    pairs = zip(meld.tiles, meld.stands_for, strict=True)
    return PackedSet(meld.kind, tuple([Placed(faces[tile], means or faces[tile]) for tile, means in pairs]))


def _set_key(one: PackedSet) -> tuple[Kind, tuple[tuple[int, int], ...]]:
    """Return the faces of a set; in a group their order does not matter."""
    pairs = [(placed.face.code, placed.stands_for.code) for placed in one.tiles]
    return one.kind, tuple(sorted(pairs) if one.kind is Kind.GROUP else pairs)


def _tiles_with_faces(rack: tuple[Tile, ...], laid: Sequence[Face], faces: tuple[Face, ...]) -> tuple[Tile, ...]:
    """Pick rack tiles with these faces, in the rack's order."""
    wanted = list(laid)
    picked = []
    for tile in rack:
        if faces[tile] in wanted:
            wanted.remove(faces[tile])
            picked.append(tile)
    return tuple(picked)


@dataclass(frozen=True, slots=True)
class _Source:
    """A tile that needs a place: its old set (RACK_INDEX for none), and its name in the solver.

    The solver numbers jokers through all sets, and names other tiles by their set.
    """

    tile: Tile
    home: int
    name: int


def _sources(old: Sequence[Meld]) -> list[_Source]:
    """List the tiles of the old sets."""
    sources = []
    jokers = 0
    for home, meld in enumerate(old):
        for tile, means in zip(meld.tiles, meld.stands_for, strict=True):
            sources.append(_Source(tile, home, home if means is None else jokers))
            jokers += means is not None
    return sources


class _Assignment:
    """Assigns a tile to every place of the new sets: first as the solver says, then from the same old set."""

    def __init__(
        self, old: Sequence[Meld], played: tuple[Tile, ...], faces: tuple[Face, ...], options: Options
    ) -> None:
        self._old = old
        self._faces = faces
        self._options = options
        self._left = _sources(old) + [_Source(tile, RACK_INDEX, RACK_INDEX) for tile in played]

    def sets(self, packing: Packing) -> tuple[Meld, ...]:
        """Return the new sets as tiles; those like old ones come in the old order."""
        same = self._unchanged(packing)
        company = [self._nearest_old_set(new, same, at) for at, new in enumerate(packing.sets)]
        order = sorted(range(len(company)), key=lambda at: (at not in same, company[at] == RACK_INDEX, company[at], at))
        chosen = self._unmoved(packing, same)
        for told in (True, False):
            for at in order:
                for place, placed in enumerate(packing.sets[at].tiles):
                    if (placed.home is not None) is told and (at, place) not in chosen:
                        chosen[at, place] = self._take(placed, company[at])
        shown = sorted(order, key=lambda at: (company[at] == RACK_INDEX, company[at]))
        return tuple([self._meld(packing.sets[at], at, chosen) for at in shown])

    def _unchanged(self, packing: Packing) -> dict[int, int]:
        """Map each new set that equals an old one to that one, each old set once."""
        looks: list[PackedSet | None] = [_packed_set(meld, self._faces) for meld in self._old]
        same: dict[int, int] = {}
        for at, new in enumerate(packing.sets):
            plain = PackedSet(new.kind, tuple([Placed(one.face, one.stands_for) for one in new.tiles]))
            homes = [home for home, look in enumerate(looks) if look is not None and _set_key(look) == _set_key(plain)]
            if homes:
                same[at] = homes[0]
                looks[homes[0]] = None
        return same

    def _unmoved(self, packing: Packing, same: dict[int, int]) -> dict[tuple[int, int], Tile]:
        """Keep every set that equals an old one unchanged, unless the solver names one of its tiles elsewhere."""
        named = [(placed.face, placed.home) for new in packing.sets for placed in new.tiles if placed.home is not None]
        chosen: dict[tuple[int, int], Tile] = {}
        for at, home in same.items():
            sources = [source for source in self._left if source.home == home]
            if any((self._faces[source.tile], source.name) in named for source in sources):
                continue
            for place, placed in enumerate(packing.sets[at].tiles):
                best = next(one for one in sources if self._faces[one.tile] == placed.face)
                sources.remove(best)
                self._left.remove(best)
                chosen[at, place] = best.tile
        return chosen

    def _nearest_old_set(self, new: PackedSet, same: dict[int, int], at: int) -> int:
        """Return the index of the old set that shares most faces with a new one, RACK_INDEX when none does."""
        if at in same:
            return same[at]
        wanted = [placed.face for placed in new.tiles]
        scores: dict[int, int] = {}
        for source in self._left:
            if source.home not in {RACK_INDEX, *same.values()} and self._faces[source.tile] in wanted:
                scores[source.home] = scores.get(source.home, 0) + 1
        return max(scores, key=lambda home: (scores[home], -home), default=RACK_INDEX)

    def _take(self, placed: Placed, company: int) -> Tile:
        """Take the tile that the solver names, else one of the given old set."""
        fitting = [
            source
            for source in self._left
            if self._faces[source.tile] == placed.face and placed.home in {None, source.name}
        ]
        best = min(fitting, key=lambda source: (source.home != company, source.tile))
        self._left.remove(best)
        return best.tile

    def _meld(self, new: PackedSet, at: int, chosen: dict[tuple[int, int], Tile]) -> Meld:
        tiles = tuple([chosen[at, place] for place in range(len(new.tiles))])
        meld = read_as(new.kind, tiles, self._faces, self._options)
        if not isinstance(meld, Meld):
            raise ValueError(f"the solver made a set that is none: {new}")
        return meld
