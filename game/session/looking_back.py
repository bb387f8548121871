"""The round so far as one seat saw it: the table after any number of its moves, with the faces that seat may know."""

from __future__ import annotations

from game.match.match import Standing
from game.table.faces import HIDDEN
from game.table.state import with_faces
from game.table.view import View


def past_view(standing: Standing, view: View, made: int) -> View | None:
    """Return what the seat saw after `made` moves of this round; None if that table is not kept.

    The faces of all tiles in its rack at that time are known.
    """
    if not 0 <= made < len(standing.past):
        return None
    table = standing.past[made][1]
    own = tuple((tile, view.faces[tile]) for tile in table.racks[view.seat] if view.faces[tile] is not HIDDEN)
    return View(table, view.seat, with_faces(table.faces, own), standing.story[:made])


def moves_before_last_turn_end(view: View) -> int:
    """Return how many moves had been made when the seat's last finished turn ended."""
    seats = [told.seat for told in view.story]
    end = len(seats)
    if view.table.to_move == view.seat:
        while end and seats[end - 1] == view.seat:
            end -= 1
    while end and seats[end - 1] != view.seat:
        end -= 1
    return end
