"""What tiles count at an open table when the round is over. Rules 5 and 6."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.rules.open_table_laws import OpenTableLaws
from game.rules.open_table_score import laid_points, rack_points, seat_out, seat_points
from game.rules.registry import GAMES
from game.rules.ruleset import Family
from game.table.faces import HIDDEN, parse_face
from game.table.state import NO_SEAT, Ending, Outcome, with_faces
from game.table.view import View
from tests.bots.positions import view_in

FACES = tuple(map(parse_face, ["R5", "K13", "Y1"]))
TABLE = {"seats": 2, "hand": "R6 K1", "table": ["[R3 R4 R5]", "[K9 * B9]"], "opened": [True, True]}


def position(game: str) -> View:
    return view_in(game, **TABLE)


def laws_of(game: str) -> OpenTableLaws:
    laws = GAMES[game].laws
    assert isinstance(laws, OpenTableLaws)
    return laws


@pytest.mark.parametrize("game", [key for key, rules in GAMES.items() if rules.family is Family.OPEN_TABLE])
def test_a_set_on_the_table_counts_its_jokers_as_what_they_stand_for(game: str) -> None:
    assert laid_points(position(game).table, 0) == 3 + 4 + 5 + 3 * 9


def test_a_rack_that_is_not_open_is_not_counted() -> None:
    view = position("rummikub")
    laws = laws_of("rummikub")
    open_table = replace(view.table, faces=view.faces)
    assert seat_points(laws, open_table, view.seat) == 7
    hidden = with_faces(view.faces, ((view.rack[0], HIDDEN),))
    with pytest.raises(ValueError, match=f"the rack of seat {view.seat} is not open"):
        seat_points(laws, replace(view.table, faces=hidden), view.seat)


def test_numbers_count_themselves_and_a_joker_what_the_game_says() -> None:
    laws = laws_of("rummikub")
    assert rack_points(laws, FACES) == 19
    assert rack_points(laws, (*FACES, parse_face("*"))) == 19 + laws.joker_points
    assert rack_points(laws, ()) == 0


def test_who_empties_the_rack_closes_and_nobody_while_there_is_a_tile() -> None:
    table = position("rummikub").table
    assert seat_out(table) == NO_SEAT
    empty = replace(table, racks=tuple(() if seat == table.to_move else rack for seat, rack in enumerate(table.racks)))
    assert seat_out(empty) == table.to_move
    assert seat_out(replace(table, outcome=Outcome(Ending.OUT, 1))) == 1
