"""Hold back or lay, and what: every play worth a thought is tried in imagined worlds, and the best on average is made.

All plays are tried in the same worlds, so that luck falls on all of them alike; the worse half is dropped now and
then, and what is left is tried in other worlds: those in which it was found good say too much for it. Laying the most
stands unless another play is better beyond doubt.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.bots.choice import allowed
from game.bots.nodes import Nodes
from game.bots.open_table_packing import Play, best_play
from game.bots.open_table_worlds import worlds
from game.table.faces import JOKER, Face
from game.table.moves import Rearrange
from game.table.tiles import Tile
from game.table.view import View

SOME = 8  # plays that are tried at most
HEAT = 3  # worlds between two halvings
TURNS = 8  # that each seat is imagined to have yet
DOUBT = 2  # points a seat that another play must be better by than laying the most

Option = Play | None


def legal_play(view: View, rack: tuple[Tile, ...], nodes: Nodes) -> Option:
    """Find a play that the rules allow: with the whole table, else beside it."""
    for table_too in (True, False):
        play = best_play(view, rack, nodes, table_too=table_too)
        if play is not None and allowed(view, Rearrange(play.played, play.sets)):
            return play
    return None


def plays_to_try(view: View, most: Play, nodes: Nodes) -> list[Option]:
    """List plays worth a thought: the most first, then with less of it, and last laying nothing."""
    found: list[Option] = [most]
    known = {_look(view, most)}
    for rack in _lesser_racks(view, most):
        play = legal_play(view, rack, nodes) if len(found) < SOME - 1 else None
        if play is not None and _look(view, play) not in known:
            known.add(_look(view, play))
            found.append(play)
    return [*found, None]


def _lesser_racks(view: View, most: Play) -> list[tuple[Tile, ...]]:
    """List what to leave out of the rack: the jokers, all but one tile, and one tile after the other."""
    faces, rack = view.faces, view.rack
    singles = sorted(most.played, key=lambda tile: -faces[tile].number)
    racks = [tuple([tile for tile in rack if faces[tile] != JOKER])]
    if view.table.opened[view.seat]:
        racks += [(tile,) for tile in singles[:2]]
    return racks + [tuple([tile for tile in rack if tile != one]) for one in singles]


def _look(view: View, play: Play) -> tuple[int, ...]:
    return tuple(sorted([view.faces[tile].code for tile in play.played]))


def best_on_average(view: View, plays: Sequence[Option], nodes: Nodes, seed: int) -> Option:
    """Return the play that brings most on average, the first one unless another is better beyond doubt."""
    left, turns, guesses, tried = list(plays), TURNS * view.table.seats, worlds(view, seed), 0
    totals = [0] * len(left)
    while nodes.left and len(left) > 1:
        if tried == HEAT and len(left) > 2:
            left, tried = _better_half(left, totals), 0
            totals = [0] * len(left)
        world = next(guesses)
        for at, play in enumerate(left):
            totals[at] += world.after(_laid(view, play)).outcome(view.seat, turns, nodes)
        tried += 1
    totals[0] += DOUBT * tried * (view.table.seats - 1)
    return left[totals.index(max(totals))]


def _better_half(plays: Sequence[Option], totals: Sequence[int]) -> list[Option]:
    """Keep the first play, which is the most, and the better ones of the others."""
    others = sorted(range(1, len(plays)), key=lambda at: -totals[at])
    return [plays[0], *[plays[at] for at in others[: len(plays) // 2]]]


def _laid(view: View, play: Option) -> tuple[Face, ...]:
    return () if play is None else tuple([view.faces[tile] for tile in play.played])
