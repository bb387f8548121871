"""Makes each seat's View from the public standing and the faces that its dealer gave it."""

from __future__ import annotations

from collections.abc import Mapping

from game.match.match import Standing
from game.table.faces import Face
from game.table.state import hidden_among, with_faces
from game.table.tiles import Tile
from game.table.view import View


def view_of(standing: Standing, seat: int, known: Mapping[Tile, Face]) -> View:
    """Return what a seat knows; of `known` only its own rack's faces are used, so that nothing else can leak."""
    if standing.table is None:
        raise ValueError("nothing is dealt yet, so there is nothing to see")
    table = standing.table
    own = tuple([(tile, known[tile]) for tile in hidden_among(table.racks[seat], table.faces) if tile in known])
    return View(table, seat, with_faces(table.faces, own), standing.story)
