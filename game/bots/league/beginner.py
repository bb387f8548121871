"""A beginner at any game: lays sets of three that meet the eye, and what fits a set as it lies, and plans nothing.

It stands for a child, who should win about a third of its rounds against easy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from game.bots import open_table_bot
from game.bots.choice import Decision, fallback_move, is_allowed
from game.bots.dice import Dice
from game.bots.nodes import Nodes
from game.bots.open_table_patience import lay_beside_table
from game.rules import dead_hand_sets, open_table_sets
from game.rules.dead_hand_sets import CANASTA, is_wild_face
from game.table.faces import JOKER
from game.table.melds import Meld
from game.table.moves import Discard, Draw, Extend, Keep, LayMeld, Move, Rearrange, TakePile
from game.table.state import Phase
from game.table.tiles import Tile
from game.table.view import View

MAX_PILE_TAKEN = 2  # tiles of the largest pile it takes
MAX_GAP = 2  # between the numbers of two tiles of a colour that go together
MIN_SET_SIZE = 3
FALLBACK_REASON = "fallback"  # nobody is told its reasons


# Dead-hand games


def decide_dead_hand(view: View, _nodes: Nodes, _seed: int) -> Decision:
    """Take a small pile that fits at once, lay one thing after the other, throw the highest tile that is alone."""
    moves = _draws(view) if view.table.phase is not Phase.PLAY else (*_lays(view), *_throws(view))
    return next((Decision(move, FALLBACK_REASON) for move in moves if is_allowed(view, move)), fallback_move(view))


def _draws(view: View) -> Iterator[Move]:
    yield Keep()
    pile = view.table.pile
    if 0 < len(pile) <= MAX_PILE_TAKEN and _is_of_use(view, pile):
        yield TakePile(pile)
    yield Draw()
    yield TakePile(pile)


def _is_of_use(view: View, pile: tuple[Tile, ...]) -> bool:
    """Return whether a tile of the pile makes three with the rack, or fits a set of its side."""
    new = any(tile in meld.tiles for meld in _plain_threes(view, (*view.rack, *pile)) for tile in pile)
    return new or any(move.meld for move in _extended_sets(view, pile))


def _lays(view: View) -> Iterator[Move]:
    yield from (LayMeld(meld) for meld in _plain_threes(view, view.rack))
    yield from _extended_sets(view, view.rack)


def _plain_threes(view: View, tiles: Iterable[Tile]) -> Iterator[Meld]:
    """Yield the sets of three without wild tiles."""
    plain = [tile for tile in tiles if not is_wild_face(view.faces[tile])]
    for chosen in combinations(plain, MIN_SET_SIZE):
        yield from dead_hand_sets.arrangements(chosen, view.faces, view.table.options)


def _extended_sets(view: View, tiles: Iterable[Tile]) -> Iterator[Extend]:
    """Yield own sets with one tile more; a wild tile is spent only to complete a canasta."""
    table, side = view.table, view.table.side_of(view.seat)
    for tile in tiles:
        wild = is_wild_face(view.faces[tile])
        for at, meld in enumerate(table.melds):
            if table.owners[at] == side and (not wild or len(meld.tiles) == CANASTA - 1):
                grown = dead_hand_sets.arrangements((*meld.tiles, tile), view.faces, table.options)
                yield from (Extend(at, longer) for longer in grown)


def _throws(view: View) -> Iterator[Move]:
    """Yield the tiles to throw: the highest that is alone first, then the highest, wild ones last."""
    faces = view.faces

    def rank(tile: Tile) -> tuple[bool, bool, int, Tile]:
        face = faces[tile]
        mates = [faces[other] for other in view.rack if other != tile]
        near = [one for one in mates if one.colour is face.colour and abs(one.number - face.number) <= MAX_GAP]
        alone = not near and face.number not in [one.number for one in mates]
        return is_wild_face(face), not alone, -face.number, tile

    return (Discard(tile) for tile in sorted(view.rack, key=rank))


# Open-table games


def decide_open_table(view: View, nodes: Nodes, seed: int) -> Decision:
    """Lay the sets of three of the rack, the dearest first; else add a tile to a set as it lies, overlooking half."""
    begun = open_table_bot.required_first_move(view, nodes, table_too=False)
    if begun is not None:
        return begun
    left, sets = list(view.rack), []
    for meld in sorted(_sets_of_three(view), key=lambda one: _dearest_first(view, one)):
        if all(tile in left for tile in meld.tiles):
            sets.append(meld)
            left = [tile for tile in left if tile not in meld.tiles]
    play = lay_beside_table(view, tuple(sets))
    beside = play if sets and is_allowed(view, Rearrange(play.played, play.sets)) else None
    dice = Dice(seed)
    return open_table_bot.play_or_draw(
        view, beside or open_table_bot.find_addition(view, [one for one in view.rack if dice.draw_below(2)])
    )


def _sets_of_three(view: View) -> list[Meld]:
    """List the sets of three of the rack, with one joker at most."""
    return [
        meld
        for chosen in combinations(view.rack, MIN_SET_SIZE)
        if [view.faces[tile] for tile in chosen].count(JOKER) <= 1
        for meld in open_table_sets.arrangements(chosen, view.faces, view.table.options)
    ]


def _dearest_first(view: View, meld: Meld) -> tuple[bool, int, tuple[Tile, ...]]:
    faces = [view.faces[tile] for tile in meld.tiles]
    return JOKER in faces, -sum([face.number for face in faces]), meld.tiles
