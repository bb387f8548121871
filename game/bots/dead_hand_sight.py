"""A seat's evaluation of a dead-hand position, in numbers: made once from a View and never changed.

Chances are percentages, points are in hundredths, and all are integers, so that every machine gets the same results.
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
class Evaluation:
    """A seat's position with its rack or an assumed one.

    `hand` lists the rack's tiles by face code, `wilds` its wild tiles, cheapest first. `urgency` is 0 at the start of a
    round and near 100 when it is about to end. `waiting`: our dead hand is not taken yet. `canasta`: we have one.
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


def evaluate(view: View, rack: tuple[Tile, ...], skill: Skill) -> Evaluation:
    """Evaluate a view with this skill, assuming this rack."""
    table = view.table
    side = table.side_of(view.seat)
    urgency = urgency_of(table, side)
    joker = rules_of(table.game).rack_points((JOKER,))
    wilds = sorted((tile for tile in rack if is_wild_face(view.faces[tile])), key=lambda tile: -view.faces[tile].number)
    return Evaluation(
        view=view,
        skill=skill,
        options=table.options,
        rack=rack,
        hand=group_by_face(rack, view.faces),
        wilds=tuple(wilds),
        points=tuple([100 * face_points(face, joker) for face in view.faces]),
        urgency=urgency,
        waiting=bool(table.dead[side]),
        canasta=has_canasta(table, side),
        ours=odds_of(view, rack, side, urgency, skill),
        theirs=odds_of(view, rack, 1 - side, urgency, skill),
    )


def group_by_face(tiles: Iterable[Tile], faces: tuple[Face, ...]) -> dict[int, tuple[Tile, ...]]:
    """Group tiles by face code."""
    found: dict[int, tuple[Tile, ...]] = {}
    for tile in tiles:
        code = faces[tile].code
        found[code] = (*found.get(code, ()), tile)
    return found
