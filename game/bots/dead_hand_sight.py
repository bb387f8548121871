"""What a seat sees in a dead-hand game, in numbers: made once from a View, for judging and never for moving.

Chances are percent, points are hundredths, and all of it is whole numbers, so that every machine judges alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from game.bots.dead_hand_odds import Odds, odds_of
from game.bots.dead_hand_skill import Skill
from game.bots.dead_hand_table import has_canasta, urgency_of
from game.rules.dead_hand_score import face_points
from game.rules.dead_hand_sets import is_wild_face
from game.rules.registry import rules_of
from game.table.faces import JOKER, Face
from game.table.options import Options
from game.table.state import Table
from game.table.tiles import Tile
from game.table.view import View


@dataclass(frozen=True, slots=True)
class Sight:
    """A seat's position with a rack it has or could have.

    `hand` lists the rack's tiles by face code, `wilds` its wild tiles, cheapest first. `urgency` is 0 at the start of a
    round and near 100 when it is about to end. `waiting`: our dead hand lies there. `canasta`: we have one.
    """

    view: View
    skill: Skill
    options: Options
    rack: tuple[Tile, ...]
    hand: dict[int, tuple[Tile, ...]]
    wilds: tuple[Tile, ...]
    points: tuple[int, ...]
    urgency: int
    waiting: bool
    canasta: bool
    ours: Odds
    theirs: Odds

    @property
    def table(self) -> Table:
        """The public table."""
        return self.view.table

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces this seat knows."""
        return self.view.faces

    @property
    def side(self) -> int:
        """This seat's side."""
        return self.view.table.side_of(self.view.seat)


def sight_of(view: View, rack: tuple[Tile, ...], skill: Skill) -> Sight:
    """Read a view with this skill, and with this rack in the seat's hand."""
    table = view.table
    side = table.side_of(view.seat)
    urgency = urgency_of(table, side)
    joker = rules_of(table.game).rack_points((JOKER,))
    wilds = sorted((tile for tile in rack if is_wild_face(view.faces[tile])), key=lambda tile: -view.faces[tile].number)
    return Sight(
        view=view,
        skill=skill,
        options=table.options,
        rack=rack,
        hand=by_face(rack, view.faces),
        wilds=tuple(wilds),
        points=tuple([100 * face_points(face, joker) for face in view.faces]),
        urgency=urgency,
        waiting=bool(table.dead[side]),
        canasta=has_canasta(table, side),
        ours=odds_of(view, rack, side, urgency, skill),
        theirs=odds_of(view, rack, 1 - side, urgency, skill),
    )


def by_face(tiles: Iterable[Tile], faces: tuple[Face, ...]) -> dict[int, tuple[Tile, ...]]:
    """Sort tiles by what is printed on them."""
    found: dict[int, tuple[Tile, ...]] = {}
    for tile in tiles:
        code = faces[tile].code
        found[code] = (*found.get(code, ()), tile)
    return found
