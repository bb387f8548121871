"""The end of an open-table round with an empty stock: who should pass or lay, and how much.

Laws: all tiles are known to the mover, as at a table for two or in a sampled world. Every player plays for themselves;
when the allowance is used up they lay the most they can.
"""

from __future__ import annotations

from collections.abc import Callable

from game.bots.choice import is_allowed
from game.bots.nodes import Nodes
from game.bots.open_table_packing import PlannedPlay, best_play, legal_play
from game.bots.open_table_patience import lay_beside_table
from game.rules.registry import rules_of
from game.table.faces import HIDDEN, JOKER, Face
from game.table.moves import Draw, Move, Pass, Rearrange
from game.table.state import Phase, Table
from game.table.tiles import Tile
from game.table.view import View, with_shown_faces

MAX_CALL_NODES = 20_000  # most nodes for finding one play
MAX_SINGLE_PLAYS = 4  # sets of the rack that are considered as single plays
HELD_JOKER_POINTS = 30


def candidate_moves(view: View, nodes: Nodes) -> list[Move]:
    """Return the default candidate moves of a seat: to pass, or to lay the most; only the latter if it goes out."""
    most = _play_within(nodes, lambda part: legal_play(view, view.rack, part))
    idle: tuple[Move, ...] = (Draw(), Pass())
    found = [move for move in idle if is_allowed(view, move)][:1]
    if most is None:
        return found
    if len(most.played) == len(view.rack):
        found = []
    return [*found, Rearrange(most.played, most.sets)]


def small_plays(view: View, nodes: Nodes) -> list[Move]:
    """Return plays that give little away: one set of the rack, the highest first, and all its sets at once."""
    own = _play_within(nodes, lambda part: best_play(view, view.rack, part, table_too=False))
    if own is None:
        return []
    new = [meld for meld in own.sets if meld not in view.table.melds]
    alone = sorted([lay_beside_table(view, (meld,)) for meld in new], key=lambda play: -_points(view, play))
    moves = [Rearrange(play.played, play.sets) for play in (*alone, own)]
    legal = [move for move in moves if is_allowed(view, move)]
    return [*legal[:MAX_SINGLE_PLAYS], *legal[MAX_SINGLE_PLAYS:][-1:]]


def _play_within(nodes: Nodes, find: Callable[[Nodes], PlannedPlay | None]) -> PlannedPlay | None:
    """Find a play with a part of an allowance."""
    part = Nodes(min(MAX_CALL_NODES, nodes.left), nodes.unwanted)
    play = find(part)
    nodes.charge(part.count)
    return play


def _points(view: View, play: PlannedPlay) -> int:
    """Return the rack points of the played tiles."""
    faces = [view.faces[tile] for tile in play.played]
    return sum([HELD_JOKER_POINTS if face == JOKER else face.number for face in faces])


class LastTurns:
    """A game tree search of a round with known tiles; `faces` are all faces by tile id."""

    def __init__(self, table: Table, faces: tuple[Face, ...], nodes: Nodes) -> None:
        self._rules = rules_of(table.game)
        self._faces = faces
        self._nodes = nodes
        self._known: dict[object, tuple[int, ...]] = {}

    def final_lead(self, table: Table, move: Move) -> int:
        """Return the mover's final lead after a move, summed over the other players."""
        return _lead(self._after(table, move), table.to_move)

    def _after(self, table: Table, move: Move) -> tuple[int, ...]:
        view = View(table, table.to_move, self._faces)
        return self._points(self._rules.apply(table, with_shown_faces(view, move)))

    def _points(self, table: Table) -> tuple[int, ...]:
        """Return everybody's final points; more is better."""
        if table.phase is Phase.ROUND_END:
            return self._score(table)
        key = (table.racks, table.to_move, table.passes, table.turn.plays, tuple([one.tiles for one in table.melds]))
        if key not in self._known:
            ways = candidate_moves(View(table, table.to_move, self._faces), self._nodes)
            if not self._nodes.left:
                ways = ways[-1:]
            found = [self._after(table, way) for way in ways]
            self._known[key] = max(found, key=lambda points: _lead(points, table.to_move))
        return self._known[key]

    def _score(self, table: Table) -> tuple[int, ...]:
        hidden = tuple((Tile(at), self._faces[at]) for at, face in enumerate(table.faces) if face == HIDDEN)
        sign = -1 if self._rules.lowest_wins else 1
        return tuple(sign * sheet.total for sheet in self._rules.score(table.with_shown_faces(hidden)))


def _lead(points: tuple[int, ...], seat: int) -> int:
    return len(points) * points[seat] - sum(points)
