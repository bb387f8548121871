"""Which tile to discard in a dead-hand game: one we need least and the next opponent can use least.

What the others can use follows from public knowledge: their sets, tiles they are known to hold, their discards, and
piles they did not take.
"""

from __future__ import annotations

from game.bots.dead_hand_sight import Evaluation
from game.bots.dead_hand_table import PLACE_CODES, ROWS, code_at, row_of, seats_of, sets_of
from game.bots.dead_hand_worth import NO_WILD, Shape, set_value, shape_of
from game.rules.dead_hand_sets import is_wild_face
from game.rules.ruleset import step
from game.table.faces import HIDDEN, Face
from game.table.moves import Discard, Draw, Redraw, TakePile
from game.table.tiles import NO_TILE, Tile

MAX_RECENT_DISCARDS = 8  # recent discards and untaken piles that are still considered


class Dangers:
    """The value of each face to the other side, worked out once for a position."""

    def __init__(self, sight: Evaluation) -> None:
        self._skill = sight.skill
        self._fits = _gains_by_fitting(sight)
        self._known = _known_codes(sight)
        self._scorned = _passed_over_codes(sight)

    def fits(self, face: Face) -> bool:
        """Return whether the other side could add a face to one of its sets."""
        return face.code in self._fits

    def was_passed_over(self, face: Face) -> bool:
        """Return whether the next player has recently discarded or not taken such a tile."""
        return face.code in self._scorned

    def gain_from(self, face: Face) -> int:
        """Return the other side's gain from this face, in hundredths of a point."""
        danger = self._fits.get(face.code, 0)
        if is_wild_face(face):
            return max(danger, self._skill.wild_danger)
        row, number = row_of(face), face.number
        near = [code_at(row, place) for place in range(max(1, number - 2), min(13, number + 2) + 1)]
        same = [code_at(other, number) for other in ROWS if other != row]
        danger += self._skill.middle * min(number, 14 - number, 4)
        danger += self._skill.known_partner * sum([self._known.count(code) for code in (*near, *same)])
        return danger * self._skill.scorned // 100 if face.code in self._scorned else danger


def _gains_by_fitting(sight: Evaluation) -> dict[int, int]:
    """Return by face code the gain of the other side if it adds the face to its best fitting set."""
    fits: dict[int, int] = {}
    for meld in sets_of(sight.table, 1 - sight.side):
        shape = shape_of(meld, sight.faces)
        before = set_value(shape, sight.theirs)
        for code, grown in _grown_shapes(shape):
            gain = set_value(grown, sight.theirs) - before + sight.skill.fitting
            fits[code] = max(fits.get(code, 0), gain)
    return fits


def _grown_shapes(shape: Shape) -> list[tuple[int, Shape]]:
    """Return the faces that fit a set, each with the resulting shape."""
    more = shape._replace(length=shape.length + 1)
    if not shape.row:
        return [(code_at(row, shape.number), more._replace(naturals=shape.naturals + 1)) for row in ROWS]
    low = (shape.naturals & -shape.naturals).bit_length() - 1
    high = shape.naturals.bit_length() - 1
    reach = 1 if shape.wild == NO_WILD else 2  # a wild tile can fill one gap
    places = [
        place
        for place in range(max(1, low - reach), min(PLACE_CODES - 1, high + reach) + 1)
        if not shape.naturals >> place & 1
    ]
    return [(code_at(shape.row, place), more._replace(naturals=shape.naturals | 1 << place)) for place in places]


def _known_codes(sight: Evaluation) -> list[int]:
    """Return the faces that the other side is known to hold, because it took them from the pile."""
    racks = [tile for seat in seats_of(sight.table, 1 - sight.side) for tile in sight.table.racks[seat]]
    return [sight.faces[tile].code for tile in racks if sight.faces[tile] != HIDDEN]


def _passed_over_codes(sight: Evaluation) -> list[int]:
    """Return the faces that the next player recently discarded, or did not take from the pile."""
    table = sight.table
    after = (sight.view.seat + step(table.options)) % table.seats
    pile: list[Tile] = []
    scorned: list[Tile] = []
    for told in sight.view.story:
        move = told.move
        if isinstance(move, Draw) and told.seat == after:
            scorned.extend(pile[-1:])
        elif isinstance(move, TakePile):
            pile = []
        elif isinstance(move, Discard):
            pile.append(move.tile)
            if told.seat == after:
                scorned.append(move.tile)
        elif isinstance(move, Redraw):
            pile.extend(tile for tile, _face in move.shown)
        elif told.thrown != NO_TILE:
            pile.append(told.thrown)  # discarded by a timeout
    return [sight.faces[tile].code for tile in scorned[-MAX_RECENT_DISCARDS:]]
