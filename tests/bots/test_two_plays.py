"""Opening and playing again in the same turn."""

from __future__ import annotations

from game.bots.packing import best_packing
from game.bots.packing_problem import RUMMY, Problem
from game.bots.two_plays import best_two_plays
from game.bots.written_sets import read_written_set
from game.table.faces import parse_face

OPENING = RUMMY._replace(opening=30)


def problem(rack: str, *sets: str) -> Problem:
    faces = tuple(map(parse_face, rack.split()))
    return Problem(faces, sets=tuple(read_written_set(one.split()) for one in sets), laws=OPENING)


def test_the_second_play_uses_the_table() -> None:
    plays = best_two_plays(problem("R10 B10 K10 Y10 R3 B3", "Y7 Y8 Y9", "K3 K4 K5 K6"))
    assert plays is not None
    assert plays.opening.points >= 30
    assert plays.opening.tiles + plays.second.tiles == 6
    assert plays.exact


def test_a_smaller_opening_lays_more_in_the_end() -> None:
    asked = problem("R10 B10 K10 Y10", "Y7 Y8 Y9")
    plays = best_two_plays(asked._replace(rack=(*asked.rack, *map(parse_face, ("Y11", "Y12")))))
    assert plays is not None
    assert plays.opening.tiles + plays.second.tiles == 6
    assert best_packing(asked).tiles == 4


def test_a_joker_of_the_opening_is_bound_in_the_second_play() -> None:
    plays = best_two_plays(problem("K13 R13 * K12 K11 Y4", "Y1 Y2 Y3"))
    assert plays is not None
    assert plays.opening.tiles + plays.second.tiles == 5
    assert "R13" not in map(str, (*plays.opening.laid, *plays.second.laid))


def test_without_an_opening_there_are_no_two_plays() -> None:
    assert best_two_plays(problem("R1 B1 K1 Y4", "Y1 Y2 Y3")) is None
