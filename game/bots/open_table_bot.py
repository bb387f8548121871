"""The bot of the open-table games, rummy and rummikub: opens when it can and lays the most it can.

It keeps its jokers for better days, unless they empty the rack, open, or bring many tiles down. The rules have the last
word: a play they refuse is not made, and the sets of the rack alone are tried instead.
"""

from __future__ import annotations

from game.bots.choice import Choice, allowed
from game.bots.nodes import Nodes
from game.bots.open_table_packing import Play, best_play
from game.rules.registry import rules_of
from game.table.faces import JOKER
from game.table.moves import Close, Draw, Pass, Rearrange
from game.table.refusals import Code
from game.table.tiles import NO_TILE, Tile
from game.table.view import View

JOKER_BRINGS = 4  # tiles, itself among them, that must come down by a joker before it is spent
NEARLY_OUT = 4  # tiles in another rack that make a joker in ours a danger
LAST_DRAWS = 2  # turns each before the stock is gone


def decide(view: View, nodes: Nodes, _seed: int) -> Choice:
    """Choose the next move."""
    closing = _close(view, nodes)
    if closing is not None:
        return closing
    draw = Draw()
    if _must_draw(view):
        return Choice(draw, "draw_first", (len(view.table.stock),))
    play = _best(view, nodes)
    if play is not None:
        return Choice(Rearrange(play.played, play.sets), _why(view, play), play.played)
    if allowed(view, draw):
        return Choice(draw, "draw_nothing_to_lay", (len(view.rack),))
    return Choice(Pass(), "pass_nothing_to_lay", (len(view.rack),))


def _must_draw(view: View) -> bool:
    """Rule 2.5: tell whether the turn has to begin with a draw."""
    refused = rules_of(view.table.game).own_refusal(view, Pass())
    return refused is not None and refused.code is Code.DRAW_FIRST


def _close(view: View, nodes: Nodes) -> Choice | None:
    """Rule 5: close with the closing tile when the whole rack can lie with it."""
    closing = view.table.closing
    if closing == NO_TILE:
        return None
    everything = (*view.rack, closing)
    play = _found(view, everything, nodes, must=everything)
    if play is None:
        return None
    move = Close(play.played, play.sets)
    return Choice(move, "close", (closing,)) if allowed(view, move) else None


def _best(view: View, nodes: Nodes) -> Play | None:
    """Return the play to make now, with the jokers of the rack or without them."""
    play = _legal(view, view.rack, nodes)
    jokers = _jokers(view, play.played) if play else 0
    if play is None or not jokers or _is_pressed(view, play):
        return play
    thrifty = _legal(view, tuple(tile for tile in view.rack if view.faces[tile] != JOKER), nodes)
    brought = len(play.played) - (len(thrifty.played) if thrifty else 0)
    return play if brought >= JOKER_BRINGS * jokers else thrifty


def _jokers(view: View, tiles: tuple[Tile, ...]) -> int:
    return sum([view.faces[tile] == JOKER for tile in tiles])


def _is_pressed(view: View, play: Play) -> bool:
    """Tell whether jokers should not be spared: the play opens or goes out, or the round is nearly over."""
    table = view.table
    if not table.opened[view.seat] or len(play.played) == len(view.rack):
        return True
    others = [len(rack) for seat, rack in enumerate(table.racks) if seat != view.seat]
    return min(others) <= NEARLY_OUT or len(table.stock) < LAST_DRAWS * table.seats


def _legal(view: View, rack: tuple[Tile, ...], nodes: Nodes) -> Play | None:
    """Find a play that the rules allow: with the whole table, else beside it."""
    for table_too in (True, False):
        play = _found(view, rack, nodes, table_too=table_too)
        if play is not None and allowed(view, Rearrange(play.played, play.sets)):
            return play
    return None


def _found(
    view: View, rack: tuple[Tile, ...], nodes: Nodes, *, must: tuple[Tile, ...] = (), table_too: bool = True
) -> Play | None:
    play, spent = best_play(view, rack, nodes.left, must=must, table_too=table_too)
    nodes.charge(spent)
    return play


def _why(view: View, play: Play) -> str:
    """Name what a play is for."""
    if len(play.played) == len(view.rack):
        return "lay_all"
    if not view.table.opened[view.seat]:
        return "open"
    old = view.table.melds
    if all(meld in play.sets for meld in old):
        return "lay_beside"
    return "lay_with_table"
