"""The end of an open-table round, when nothing is left to draw: who may pass, who must lay, and how much.

Laws: every tile is known here, to whoever is to move; that is so at a table for two, and in a world that somebody
thinks of. Everybody does what is best for himself; when the allowance is spent they lay the most they can.
"""

from __future__ import annotations

from collections.abc import Callable

from game.bots.choice import allowed
from game.bots.nodes import Nodes
from game.bots.open_table_packing import PlannedPlay, best_play, legal_play
from game.bots.open_table_patience import set_beside
from game.rules.registry import rules_of
from game.table.faces import HIDDEN, JOKER, Face
from game.table.moves import Draw, Move, Pass, Rearrange
from game.table.state import Phase, Table
from game.table.tiles import Tile
from game.table.view import View, with_shown_faces

CALL = 20_000  # nodes that one play may take to be found
FEW = 4  # sets of the rack that are thought of alone
JOKER_HELD = 30  # points


def plays(view: View, nodes: Nodes) -> list[Move]:
    """Return what a seat would think of in any hurry: not to play, or to lay the most; going out leaves no choice."""
    most = _within(nodes, lambda part: legal_play(view, view.rack, part))
    idle: tuple[Move, ...] = (Draw(), Pass())
    found = [move for move in idle if allowed(view, move)][:1]
    if most is None:
        return found
    if len(most.played) == len(view.rack):
        found = []
    return [*found, Rearrange(most.played, most.sets)]


def morsels(view: View, nodes: Nodes) -> list[Move]:
    """Return plays that give little away: one set of the rack, the dearest first, and all its sets at once."""
    own = _within(nodes, lambda part: best_play(view, view.rack, part, table_too=False))
    if own is None:
        return []
    new = [meld for meld in own.sets if meld not in view.table.melds]
    alone = sorted([set_beside(view, (meld,)) for meld in new], key=lambda play: -_points(view, play))
    moves = [Rearrange(play.played, play.sets) for play in (*alone, own)]
    legal = [move for move in moves if allowed(view, move)]
    return [*legal[:FEW], *legal[FEW:][-1:]]


def _within(nodes: Nodes, find: Callable[[Nodes], PlannedPlay | None]) -> PlannedPlay | None:
    """Find a play with a part of an allowance."""
    part = Nodes(min(CALL, nodes.left), nodes.unwanted)
    play = find(part)
    nodes.charge(part.count)
    return play


def _points(view: View, play: PlannedPlay) -> int:
    """Return what the tiles of a play would have counted in the rack."""
    faces = [view.faces[tile] for tile in play.played]
    return sum([JOKER_HELD if face == JOKER else face.number for face in faces])


class LastTurns:
    """A round whose tiles are all known, looked at to its end; `faces` are all faces by tile id."""

    def __init__(self, table: Table, faces: tuple[Face, ...], nodes: Nodes) -> None:
        self._rules = rules_of(table.game)
        self._faces = faces
        self._nodes = nodes
        self._known: dict[object, tuple[int, ...]] = {}

    def worth(self, table: Table, move: Move) -> int:
        """Return by how much the mover is ahead in the end if it makes a move now, times the number of the others."""
        return _lead(self._after(table, move), table.to_move)

    def _after(self, table: Table, move: Move) -> tuple[int, ...]:
        view = View(table, table.to_move, self._faces)
        return self._points(self._rules.apply(table, with_shown_faces(view, move)))

    def _points(self, table: Table) -> tuple[int, ...]:
        """Return what everybody has in the end, more being better."""
        if table.phase is Phase.ROUND_END:
            return self._score(table)
        key = (table.racks, table.to_move, table.passes, table.turn.plays, tuple([one.tiles for one in table.melds]))
        if key not in self._known:
            ways = plays(View(table, table.to_move, self._faces), self._nodes)
            if not self._nodes.left:
                ways = ways[-1:]
            found = [self._after(table, way) for way in ways]
            self._known[key] = max(found, key=lambda points: _lead(points, table.to_move))
        return self._known[key]

    def _score(self, table: Table) -> tuple[int, ...]:
        hidden = tuple((Tile(at), self._faces[at]) for at, face in enumerate(table.faces) if face == HIDDEN)
        sign = -1 if self._rules.lowest_wins else 1
        return tuple(sign * sheet.total for sheet in self._rules.score(table.showing(hidden)))


def _lead(points: tuple[int, ...], seat: int) -> int:
    return len(points) * points[seat] - sum(points)
