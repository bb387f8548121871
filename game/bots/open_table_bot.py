"""The bots of the open-table games, rummy and rummikub: one for each level, and the one that always lays the most.

All open when they can and close when they can; how much of a rack they lay, and when, is what tells them apart. The
rules have the last word: a play they refuse is not made, and the sets of the rack alone are tried instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.bots.choice import Decision, allowed
from game.bots.dice import Dice
from game.bots.nodes import Nodes
from game.bots.open_table_packing import PlannedPlay, best_play, legal_play
from game.bots.open_table_patience import is_patient, least_opening, opens_late
from game.rules.open_table_sets import arrangements
from game.rules.registry import rules_of
from game.solver.counts import LAST
from game.table.faces import JOKER
from game.table.melds import Kind, Meld
from game.table.moves import Close, Draw, Pass, Rearrange
from game.table.refusals import Code
from game.table.tiles import NO_TILE, Tile
from game.table.view import View

JOKER_BRINGS = 4  # tiles, itself among them, that must come down by a joker before it is spent
NEARLY_OUT = 4  # tiles in another rack that make a joker in ours a danger
LAST_DRAWS = 2  # turns each before the stock is gone
BREATH = {2: 18, 3: 12}  # by players: turns without a play that hard holds back for, half a round or so,
USUAL_BREATH = 7  # and with more players
OVERLOOKED = 4  # the easy level overlooks one in four tiles that could be added


def lay_most(view: View, nodes: Nodes, _seed: int) -> Decision:
    """Lay the most that can be laid, every turn."""
    begun = _begun(view, nodes)
    return begun or laid(view, legal_play(view, view.rack, nodes))


def lay_points(view: View, nodes: Nodes, _seed: int) -> Decision:
    """Lay the most points that can be laid in one play: what a hint shows."""
    begun = _begun(view, nodes)
    return begun or laid(view, legal_play(view, view.rack, nodes, points=True))


def easy(view: View, nodes: Nodes, seed: int) -> Decision:
    """Lay the sets of the rack, or add what fits the table as it lies; what asks for moving sets is not seen."""
    begun = _begun(view, nodes, table_too=False)
    return begun or laid(view, _own_sets(view, nodes) or _added(view, seed))


def medium(view: View, nodes: Nodes, _seed: int) -> Decision:
    """Lay the most, but keep jokers for better days, unless they empty the rack, open, or bring many tiles down."""
    begun = _begun(view, nodes)
    return begun or laid(view, _thrifty(view, nodes))


def hard(view: View, nodes: Nodes, _seed: int) -> Decision:
    """Hold back for half a round at most, so that more comes down at once, and lay the most then; open with little."""
    return _patient(view, nodes, turns=BREATH.get(view.table.seats, USUAL_BREATH))


def waiting(view: View, nodes: Nodes, _seed: int) -> Decision:
    """Hold back until the whole rack comes down at once, or others are too near the end; open with little."""
    return _patient(view, nodes, turns=len(view.faces))


def _patient(view: View, nodes: Nodes, *, turns: int) -> Decision:
    """Hold back for at most `turns` turns since one's last play."""
    begun = _begun(view, nodes)
    if begun is not None:
        return begun
    most = legal_play(view, view.rack, nodes)
    if most is None or len(most.played) == len(view.rack) or not is_patient(view, turns):
        return laid(view, most)
    if not view.table.opened[view.seat] and not opens_late(view):
        play = least_opening(view, most, nodes)
        kept = len(most.played) - len(play.played)
        move = Rearrange(play.played, play.sets)
        return Decision(move, "lay_part", (kept, *in_order(view, play.played))) if kept > 0 else laid(view, play)
    return Decision(Draw() if allowed(view, Draw()) else Pass(), "hold_back", in_order(view, most.played))


# What all levels do alike


def _begun(view: View, nodes: Nodes, *, table_too: bool = True) -> Decision | None:
    """Close where that can be done, or draw where a turn begins so."""
    closing = _close(view, nodes, table_too=table_too)
    if closing is None and _must_draw(view):
        return Decision(Draw(), "draw_first", (len(view.table.stock),))
    return closing


def _must_draw(view: View) -> bool:
    """Rule 2.5: tell whether the turn has to begin with a draw."""
    refused = rules_of(view.table.game).own_refusal(view, Pass())
    return refused is not None and refused.code is Code.DRAW_FIRST


def _close(view: View, nodes: Nodes, *, table_too: bool) -> Decision | None:
    """Rule 5: close with the closing tile when the whole rack can lie with it."""
    closing = view.table.closing
    if closing == NO_TILE:
        return None
    everything = (*view.rack, closing)
    play = best_play(view, everything, nodes, must=everything, table_too=table_too)
    if play is None:
        return None
    move = Close(play.played, play.sets)
    return Decision(move, "close", (closing,)) if allowed(view, move) else None


def laid(view: View, play: PlannedPlay | None) -> Decision:
    """Make a play; without one draw, or pass where there is nothing to draw."""
    if play is not None:
        return Decision(Rearrange(play.played, play.sets), _why(view, play), in_order(view, play.played))
    if allowed(view, Draw()):
        return Decision(Draw(), "draw_nothing_to_lay", (len(view.rack),))
    return Decision(Pass(), "pass_nothing_to_lay", (len(view.rack),))


def in_order(view: View, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Return tiles as one names them: by colour and number, jokers last."""
    return tuple(sorted(tiles, key=lambda tile: (view.faces[tile] == JOKER, view.faces[tile].code)))


def _why(view: View, play: PlannedPlay) -> str:
    """Name what a play is for."""
    if len(play.played) == len(view.rack):
        return "lay_all"
    if not view.table.opened[view.seat]:
        return "open"
    if all(meld in play.sets for meld in view.table.melds):
        return "lay_beside"
    grown = [set(meld.tiles) for meld in play.sets]
    whole = all(any(tiles.issuperset(meld.tiles) for tiles in grown) for meld in view.table.melds)
    return "lay_added" if whole else "lay_with_table"


# What easy sees


def _own_sets(view: View, nodes: Nodes) -> PlannedPlay | None:
    """Find sets of the rack that can lie beside the table."""
    play = best_play(view, view.rack, nodes, table_too=False)
    return play if play is not None and allowed(view, Rearrange(play.played, play.sets)) else None


def _added(view: View, seed: int) -> PlannedPlay | None:
    """Find one tile that can be added to a set as it lies; it may be overlooked, but not when the stock is nearly gone.

    The set is tried alone: a search of the whole table would run out of nodes on a large one.
    """
    dice, table = Dice(seed), view.table
    attentive = len(table.stock) < LAST_DRAWS * table.seats
    for tile in view.rack:
        if dice.below(OVERLOOKED) or attentive:
            play = next((play for at in range(len(table.melds)) for play in _joining(view, at, tile)), None)
            if play is not None:
                return play
    return None


def _joining(view: View, at: int, tile: Tile) -> Iterator[PlannedPlay]:
    """Yield the plays that add a tile to one set of the table, and move nothing else."""
    melds = view.table.melds
    if not _may_join(view, melds[at], tile):
        return
    for grown in arrangements((*melds[at].tiles, tile), view.faces, view.table.options):
        sets = (*melds[:at], grown, *melds[at + 1 :])
        if allowed(view, Rearrange((tile,), sets)):
            yield PlannedPlay((tile,), sets, exact=True)


def _may_join(view: View, meld: Meld, tile: Tile) -> bool:
    """Tell at a glance whether a tile, but no joker, might be added to a set; one with a joker wants a closer look."""
    face, there = view.faces[tile], [view.faces[other] for other in meld.tiles]
    if face == JOKER or JOKER in there:
        return face != JOKER
    if meld.kind is Kind.GROUP:
        return face.number == there[0].number and face not in there
    ends = (there[0].number - 1, there[-1].number % LAST + 1)
    return face.colour == there[0].colour and face.number in ends


# What medium keeps


def _thrifty(view: View, nodes: Nodes) -> PlannedPlay | None:
    """Return the play that lays the most, with the jokers of the rack or without them."""
    play = legal_play(view, view.rack, nodes)
    jokers = _jokers(view, play.played) if play else 0
    if play is None or not jokers or _is_pressed(view, play):
        return play
    thrifty = legal_play(view, tuple(tile for tile in view.rack if view.faces[tile] != JOKER), nodes)
    brought = len(play.played) - (len(thrifty.played) if thrifty else 0)
    return play if brought >= JOKER_BRINGS * jokers else thrifty


def _jokers(view: View, tiles: tuple[Tile, ...]) -> int:
    return sum([view.faces[tile] == JOKER for tile in tiles])


def _is_pressed(view: View, play: PlannedPlay) -> bool:
    """Return whether jokers should not be spared: the play opens or goes out, or the round is nearly over."""
    table = view.table
    if not table.opened[view.seat] or len(play.played) == len(view.rack):
        return True
    others = [len(rack) for seat, rack in enumerate(table.racks) if seat != view.seat]
    return min(others) <= NEARLY_OUT or len(table.stock) < LAST_DRAWS * table.seats
