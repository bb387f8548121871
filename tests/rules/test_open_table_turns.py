"""Whose turn it is and what it may hold: rule 2.5, decisions D23, D28 and D53."""

from __future__ import annotations

import pytest

from game.table.moves import Close, Discard, Draw, Keep, Move, Pass, Rearrange, Timeout
from game.table.refusals import Code, Refusal
from game.table.state import Ending, Outcome, Phase, Turn
from game.table.tiles import Tile
from game.table.view import View
from tests.rules.open_tables import FACES, Position, position, tile

CLOCK = {"turn_seconds": 30}


def turn(game: str, stock: int, **more: int) -> Position:
    """A turn that begins: seat 0 has opened and holds a set and a tile."""
    return position(game, "R5 B5 K5 Y9", stock=stock, phase=Phase.TURN, options={**CLOCK, **more})


def play(place: Position) -> Rearrange:
    return place.play("R5 B5 K5", "[R5 B5 K5]")


# When


@pytest.mark.parametrize(
    ("game", "stock", "expected"),
    [
        ("rummy", 5, {"draw": "ok", "pass": "draw_first", "play": "draw_first"}),
        ("rummy", 0, {"draw": "stock_empty", "pass": "ok", "play": "ok"}),
        ("rummikub", 5, {"draw": "ok", "pass": "pass_with_stock", "play": "ok"}),
        ("rummikub", 0, {"draw": "stock_empty", "pass": "ok", "play": "ok"}),
    ],
)
def test_what_a_turn_may_begin_with(game: str, stock: int, expected: dict[str, str]) -> None:
    place = turn(game, stock)
    moves: dict[str, Move] = {"draw": Draw(), "pass": Pass(), "play": play(place)}
    assert {name: place.code(move) for name, move in moves.items()} == expected


def test_after_drawing_a_rummy_player_plays_or_passes() -> None:
    drawn = turn("rummy", 5).after(Draw())
    assert drawn.table.phase is Phase.PLAY
    assert len(drawn.table.racks[0]) == 5
    assert drawn.table.turn.drew == drawn.table.racks[0][-1]
    assert drawn.refusal(Draw()) == Refusal(Code.ALREADY_DRAWN, cites="2.5")
    assert drawn.code(Pass()) == drawn.code(play(drawn)) == "ok"
    for move in (Pass(), play(drawn)):
        after = drawn.after(move).table
        assert (after.phase, after.to_move, after.turn) == (Phase.TURN, 1, Turn())


def test_drawing_is_the_whole_turn_of_a_rummikub_player() -> None:
    after = turn("rummikub", 5).after(Draw()).table
    assert (after.phase, after.to_move, len(after.racks[0]), len(after.stock)) == (Phase.TURN, 1, 5, 4)


@pytest.mark.parametrize("game", ["rummy", "rummikub"])
@pytest.mark.parametrize(("direction", "seat"), [("left", 1), ("right", 2)])
def test_turns_pass_in_the_direction_of_play(game: str, direction: str, seat: int) -> None:
    place = position(game, "R5", stock=0, phase=Phase.TURN, options={"direction": direction})
    assert place.after(Pass()).table.to_move == seat


@pytest.mark.parametrize("game", ["rummy", "rummikub"])
@pytest.mark.parametrize("move", [Keep(), Discard(Tile(0))])
def test_moves_of_other_games_are_refused(game: str, move: Move) -> None:
    assert turn(game, 5).refusal(move) == Refusal(Code.NOT_IN_THIS_GAME, cites="2.5")


def test_rummikub_has_no_closing_tile() -> None:
    place = turn("rummikub", 5)
    assert place.code(Close((), ())) == "not_in_this_game"


# The end of a round


@pytest.mark.parametrize("game", ["rummy", "rummikub"])
def test_an_empty_rack_ends_the_round(game: str) -> None:
    place = position(game, "R5 B5 K5")
    after = place.after(play(place))
    assert after.table.phase is Phase.ROUND_END
    assert after.table.outcome == Outcome(Ending.OUT, 0)
    assert after.refusal(Draw()) == Refusal(Code.ROUND_OVER, cites="2.5")


@pytest.mark.parametrize("game", ["rummy", "rummikub"])
def test_passes_in_succession_end_the_round(game: str) -> None:
    place = turn(game, 0)
    for passes, seat in ((1, 1), (2, 2)):
        place = place.after(Pass())
        assert (place.table.passes, place.table.to_move) == (passes, seat)
    place = place.after(Pass())
    assert place.table.outcome == Outcome(Ending.PASSED)
    assert place.table.to_move == 2


@pytest.mark.parametrize("game", ["rummy", "rummikub"])
def test_a_play_begins_the_count_anew(game: str) -> None:
    place = position(game, "R5 B5 K5 Y9", stock=0, phase=Phase.TURN, passes=2)
    assert place.after(play(place)).table.passes == 0


@pytest.mark.parametrize("game", ["rummy", "rummikub"])
def test_a_turn_that_drew_the_last_tile_is_no_pass(game: str) -> None:
    place = turn(game, 1).after(Draw())
    place = place.after(Pass()) if game == "rummy" else place
    assert (place.table.passes, place.table.to_move, place.table.stock) == (0, 1, ())


# Time


def test_only_a_table_with_a_clock_times_out() -> None:
    for game in ("rummy", "rummikub"):
        assert turn(game, 5).code(Timeout()) == "ok"
        still = position(game, "R5", stock=5, phase=Phase.TURN, options={"turn_seconds": 0})
        assert still.code(Timeout()) == "no_clock"


@pytest.mark.parametrize("game", ["rummy", "rummikub"])
def test_a_silent_player_draws_one_and_the_turn_is_over(game: str) -> None:
    after = turn(game, 5).after(Timeout()).table
    assert (len(after.racks[0]), len(after.stock), after.to_move, after.passes) == (5, 4, 1, 0)


def test_a_silent_rummy_player_who_has_drawn_draws_no_more() -> None:
    after = turn("rummy", 5).after(Draw()).after(Timeout()).table
    assert (len(after.racks[0]), len(after.stock), after.to_move, after.passes) == (5, 4, 1, 0)


@pytest.mark.parametrize("game", ["rummy", "rummikub"])
def test_a_silent_player_with_nothing_to_draw_passes(game: str) -> None:
    after = turn(game, 0).after(Timeout()).table
    assert (len(after.racks[0]), after.to_move, after.passes) == (4, 1, 1)


def test_the_own_program_ends_a_turn_with_ordinary_moves() -> None:
    for game, stock, expected in (
        ("rummy", 5, [Draw(), Pass()]),
        ("rummy", 0, [Pass()]),
        ("rummikub", 5, [Draw()]),
        ("rummikub", 0, [Pass()]),
    ):
        place, made = turn(game, stock), []
        while place.table.to_move == 0:
            move = place.rules.time_out(View(place.table, 0, FACES))
            made.append(move)
            place = place.after(move)
        assert made == expected


def test_the_own_program_does_not_draw_after_a_play() -> None:
    place = position(
        "rummy",
        "R10 B10 K10 Y9",
        stock=5,
        opened=False,
        options={"open_then_manipulate": True},
    )
    place = place.after(place.play("R10 B10 K10", "[R10 B10 K10]"))
    assert place.rules.time_out(View(place.table, 0, FACES)) == Pass()


# An attempt


@pytest.mark.parametrize("game", ["rummy", "rummikub"])
def test_an_illegal_play_that_is_sent_costs_the_penalty(game: str) -> None:
    for penalty in (1, 2, 3):
        place = position(game, "R5 B6 K7 Y9", stock=9, options={"invalid_penalty": penalty})
        after = place.after(place.attempt("R5 B6 K7", "[R5 B6 K7]")).table
        assert (len(after.racks[0]), len(after.stock)) == (4 + penalty, 9 - penalty)
        assert (after.to_move, after.melds, after.phase, after.passes) == (1, (), Phase.TURN, 0)
        assert after.faces[tile("R5")] == FACES[tile("R5")]
        assert after.faces[tile("Y9")] != FACES[tile("Y9")]


@pytest.mark.parametrize("game", ["rummy", "rummikub"])
def test_the_penalty_takes_no_more_than_the_stock_has(game: str) -> None:
    place = position(game, "R5 B6 K7 Y9", stock=2, options={"invalid_penalty": 3})
    after = place.after(place.attempt("R5 B6 K7", "[R5 B6 K7]")).table
    assert (len(after.racks[0]), after.stock, after.passes) == (6, (), 0)


@pytest.mark.parametrize("game", ["rummy", "rummikub"])
def test_an_attempt_without_stock_is_a_pass(game: str) -> None:
    place = position(game, "R5 B6 K7 Y9", stock=0, phase=Phase.TURN, passes=2, options={"invalid_penalty": 3})
    after = place.after(place.attempt("R5 B6 K7", "[R5 B6 K7]")).table
    assert after.outcome == Outcome(Ending.PASSED)


@pytest.mark.parametrize("game", ["rummy", "rummikub"])
def test_without_a_penalty_an_illegal_play_is_only_refused(game: str) -> None:
    place = position(game, "R5 B6 K7 Y9", options={"invalid_penalty": 0})
    assert place.code(place.attempt("R5 B6 K7", "[R5 B6 K7]")) == "attempt_free"


@pytest.mark.parametrize("game", ["rummy", "rummikub"])
def test_what_is_legal_or_no_play_is_no_attempt(game: str) -> None:
    place = position(game, "R5 B5 K5 Y9", options={"invalid_penalty": 3})
    assert place.code(place.attempt("R5 B5 K5", "[R5 B5 K5]")) == "attempt_legal"
    assert place.code(place.attempt("R5 B5 K6", "[R5 B5 K6]")) == "not_in_rack"
    assert place.code(place.attempt("", "")) == "empty_play"


def test_a_low_opening_and_a_joker_out_of_turn_are_attempts_too() -> None:
    low = position("rummikub", "R9 B9 K9 Y1", opened=False)
    assert low.code(low.attempt("R9 B9 K9", "[R9 B9 K9]")) == "ok"
    joker = position("rummikub", "R8 B8 Y1", "[K4 *=K5 K6 K7]")
    assert joker.code(joker.attempt("R8 B8", "[K4 K6 K7] [R8 B8 *]")) == "ok"


def test_a_rummy_attempt_comes_after_the_draw() -> None:
    place = position("rummy", "R5 B6 K7 Y9", stock=4, phase=Phase.TURN, options={"invalid_penalty": 1})
    assert place.code(place.attempt("R5 B6 K7", "[R5 B6 K7]")) == "draw_first"
