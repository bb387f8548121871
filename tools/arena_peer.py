"""Play a level against rummikub-solver: `python -m tools.arena_peer --game rummikub --deals 50 --jobs 2`.

The player `peer` lays the most tiles that rummikub-solver finds. That solver has other joker rules than ours; if our
rules refuse its play it is asked again without the sets with jokers, then without the table. Needs the extra `peer`.
"""

from __future__ import annotations

import argparse
import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from game.bots.bot import level_of
from game.bots.choice import Decision, is_allowed
from game.bots.level import Level
from game.commands.arena import RunOptions, arena, journal_folder, parse_cell
from game.rules.open_table_sets import arrangements
from game.rules.registry import rules_of
from game.table.faces import COLOURS
from game.table.moves import Draw, Pass, Rearrange
from game.table.refusals import Code

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from game.bots.nodes import Nodes
    from game.table.faces import Face
    from game.table.melds import Meld
    from game.table.tiles import Tile
    from game.table.view import View

PEER = "peer"


@cache
def _solver() -> tuple[Any, Any]:
    """Return the peer's module and its rules; both are untyped."""
    peer = import_module("rummikub_solver")
    return peer, peer.RuleSet()


def resolve(game: str, name: str) -> Level:
    """Return the level of this name; for `peer`, the peer as a level."""
    return Level(version=1, nodes=1, decide=decide) if name == PEER else level_of(game, name)


def decide(view: View, _nodes: Nodes, _seed: int) -> Decision:
    """Return the peer's play, after the draw where that comes first; a draw or pass if it has none."""
    passing = rules_of(view.table.game).own_refusal(view, Pass())
    if passing is not None and passing.code is Code.DRAW_FIRST:
        return Decision(Draw(), "draw_first", (len(view.table.stock),))
    for kept in _untouched_sets(view):
        move = _play(view, kept)
        if move is not None and is_allowed(view, move):
            return Decision(move, "lay_with_table", move.played)
    if is_allowed(view, Draw()):
        return Decision(Draw(), "draw_nothing_to_lay", (len(view.rack),))
    return Decision(Pass(), "pass_nothing_to_lay", (len(view.rack),))


def _untouched_sets(view: View) -> Iterator[tuple[Meld, ...]]:
    """Yield the sets to leave untouched: none, then those with jokers, then all; before our opening only all."""
    melds = view.table.melds
    if view.table.opened[view.seat]:
        yield ()
        yield tuple(meld for meld in melds if meld.wild_tiles)
    yield melds


def _play(view: View, kept: tuple[Meld, ...]) -> Rearrange | None:
    """Return the peer's largest play that leaves the `kept` sets untouched."""
    peer, rules = _solver()
    laid = [tile for meld in view.table.melds if meld not in kept for tile in meld.tiles]
    state = rules.new_game()
    state.initial = not view.table.opened[view.seat]
    state.add_table(*(_tile(rules, view.faces[tile]) for tile in laid))
    state.add_rack(*(_tile(rules, view.faces[tile]) for tile in view.rack))
    made = rules.solve(state, peer.SolverMode.TILE_COUNT)
    if made is None or not made.tiles:
        return None
    played = _taken(view, view.rack, [int(one) for one in made.tiles])
    by_face = {_number_of(view.faces[tile]): [] for tile in (*laid, *played)}  # type: dict[int, list[Tile]]
    for tile in (*laid, *played):
        by_face[_number_of(view.faces[tile])].append(tile)
    sets = [_meld(view, [by_face[int(one)].pop() for one in chosen]) for chosen in made.sets]
    whole = tuple(one for one in sets if one is not None)
    return Rearrange(played, (*kept, *whole)) if len(whole) == len(sets) else None


def _tile(rules: Any, face: Face) -> Any:
    return rules.tiles[_number_of(face) - 1]


def _number_of(face: Face) -> int:
    """Return the peer's number of a face; the joker's is the last."""
    return 53 if face.colour is None else COLOURS.index(face.colour) * 13 + face.number


def _taken(view: View, rack: Sequence[Tile], numbers: list[int]) -> tuple[Tile, ...]:
    """Return the tiles of the rack with these numbers."""
    left = list(rack)
    taken = []
    for number in numbers:
        tile = next(one for one in left if _number_of(view.faces[one]) == number)
        left.remove(tile)
        taken.append(tile)
    return tuple(taken)


def _meld(view: View, tiles: list[Tile]) -> Meld | None:
    found = arrangements(tuple(tiles), view.faces, view.table.options)
    return found[0] if found else None


def main(arguments: Sequence[str] | None = None) -> int:
    """Play a level against the peer."""
    parser = argparse.ArgumentParser(prog="arena_peer", description=__doc__)
    parser.add_argument("--game", choices=("rummy", "rummikub"), default="rummikub")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json")
    parser.add_argument("--home")
    said = parser.parse_args(arguments)
    cell = parse_cell(said.game, said.seats, (said.level, PEER), said.seed, {}, resolve)
    told = f"--game {said.game} --seats {cell.seats} --level {said.level} --deals {said.deals} --seed {said.seed}"
    again = f"python -m tools.arena_peer {told}"
    return arena(cell, RunOptions(said.deals, said.jobs, journal_folder(said.home)), said.json, resolve, again=again)


if __name__ == "__main__":
    sys.exit(main())
