"""When to hold back a possible play, until the whole rack can be laid at once or another may soon go out.

What is on the table helps everybody: a tile that did not fit a turn ago fits only if somebody has laid since. So laying
helps the others, and holding back keeps more combinations; the price is a rack full of points if another goes out
first. Where that price is worth it was found by playing rounds against bots that lay the most, and continuing twice
from the same turn, laying and holding back.
"""

from __future__ import annotations

from itertools import combinations

from game.bots.choice import is_allowed
from game.bots.nodes import Nodes
from game.bots.open_table_packing import PlannedPlay, best_play
from game.rules.open_table_laws import OpenTableLaws
from game.rules.registry import rules_of
from game.rules.ruleset import laws_as
from game.table.faces import JOKER
from game.table.melds import Meld
from game.table.moves import Draw, Pass, Rearrange
from game.table.view import View

UNOPENED_EXTRA_TILES = 6  # tiles by which another rack counts as longer while its player has not opened
STOP_HOLDING_TILES = {
    "rummikub": {2: 1, 3: 1, 4: 1, 5: 1, 6: 4, 7: 5},
    "rummy": {2: 2, 3: 2, 4: 7},
}  # tiles in another rack at which to stop holding back, by number of players, where it was found to pay


def is_patient(view: View) -> bool:
    """Return whether a possible play may be held back.

    Nothing is held back when another player may soon go out, or when there may be no further turn.
    """
    table = view.table
    near = STOP_HOLDING_TILES.get(table.game, {}).get(table.seats)
    if near is None:
        return False
    others = [
        len(rack) + (0 if table.opened[seat] else UNOPENED_EXTRA_TILES)
        for seat, rack in enumerate(table.racks)
        if seat != view.seat
    ]
    return bool(table.stock) and min(others) > near


def draws_first(view: View) -> bool:
    """Rule 2.5: return whether turns begin with a draw, so that who lays nothing gets no more tiles than who does."""
    return laws_as(rules_of(view.table.game), OpenTableLaws).draws_first


def turns_held(view: View, seat: int) -> list[int]:
    """Return how many turns without a play a seat took before each of its plays, and since the last one."""
    without = Pass if draws_first(view) else Draw
    held = [0]
    for told in view.story:
        if told.seat == seat and isinstance(told.move, Rearrange):
            held.append(0)
        elif told.seat == seat and isinstance(told.move, without):
            held[-1] += 1
    return held


def may_open_late(view: View) -> bool:
    """Return whether an opening may use the table and so lay the whole rack; else the opening must come earlier."""
    return view.table.options.flag("opening_uses_table")


def smallest_opening(view: View, most: PlannedPlay, nodes: Nodes) -> PlannedPlay:
    """Return the opening with fewest jokers, then fewest tiles, made of the player's own sets."""
    own = best_play(view, view.rack, nodes, table_too=False)
    return smallest_part(view, most, own.sets if own else ())


def smallest_part(view: View, most: PlannedPlay, sets: tuple[Meld, ...]) -> PlannedPlay:
    """Of `most` and every allowed play of some of these sets, return the one with fewest jokers, then fewest tiles."""
    new = [meld for meld in sets if meld not in view.table.melds]
    found = [most]
    for count in range(1, len(new) + 1):
        plays = [lay_beside_table(view, some) for some in combinations(new, count)]
        found += [play for play in plays if is_allowed(view, Rearrange(play.played, play.sets))]
    return min(found, key=lambda play: (_jokers(view, play), len(play.played)))


def lay_beside_table(view: View, sets: tuple[Meld, ...]) -> PlannedPlay:
    """Lay these sets beside those of the table."""
    laid = [tile for meld in sets for tile in meld.tiles]
    return PlannedPlay(tuple([tile for tile in view.rack if tile in laid]), (*view.table.melds, *sets), exact=False)


def _jokers(view: View, play: PlannedPlay) -> int:
    return sum([view.faces[tile] == JOKER for tile in play.played])
