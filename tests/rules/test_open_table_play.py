"""A play and an opening: rules 2.2 and 2.3, decisions D19, D40, D51 and D52."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.rules.open_table_play import opening_sum
from game.table.melds import Meld
from game.table.moves import Attempt, Rearrange
from game.table.refusals import Code, Refusal
from game.table.state import Phase
from game.table.view import View
from tests.rules.open_tables import FACES, melds, options_of, position, tile, tiles
from tests.strategies import OPEN_TABLE_GAMES as GAMES

both_games = pytest.mark.parametrize("game", GAMES)


# What is no play at all


@both_games
def test_a_play_shows_at_least_one_tile(game: str) -> None:
    place = position(game, "R5 B5", "[Y7 Y8 Y9]")
    assert place.refusal(place.play("", "[Y7 Y8 Y9]")) == Refusal(Code.EMPTY_PLAY)


@both_games
def test_a_play_uses_only_tiles_of_the_rack(game: str) -> None:
    place = position(game, "R5 B5 K13", others=("K5", "Y1"))
    assert place.refusal(place.play("R5 B5 K5", "[R5 B5 K5]")) == Refusal(Code.NOT_IN_RACK, (tile("K5"),), cites="2.2")


@both_games
def test_no_tile_leaves_the_table(game: str) -> None:
    place = position(game, "R5 B5 K5 K13", "[Y7 Y8 Y9 Y10]")
    short = place.play("R5 B5 K5", "[Y7 Y8 Y9] [R5 B5 K5]")
    assert place.refusal(short) == Refusal(Code.TABLE_TILE_MISSING, (tile("Y10"),))


@both_games
def test_every_tile_shown_is_laid(game: str) -> None:
    place = position(game, "R5 B5 K5 K13")
    assert place.refusal(place.play("R5 B5 K5 K13", "[R5 B5 K5]")) == Refusal(Code.PLAYED_NOT_LAID, (tile("K13"),))


@both_games
def test_every_tile_laid_comes_from_somewhere(game: str) -> None:
    place = position(game, "R5 B5 K5 Y5")
    move = place.play("R5 B5 K5", "[R5 B5 K5 Y5]")
    view = View(place.table, 0, FACES)
    assert place.rules.own_refusal(view, move) == Refusal(Code.TILE_FROM_NOWHERE, (tile("Y5"),))


@both_games
def test_no_tile_is_used_twice(game: str) -> None:
    place = position(game, "R5 B5 K5 Y5 R6 R7")
    one = melds("[R5 B5 K5]", place.options)
    two = melds("[R5 R6 R7]", place.options)
    twice = Rearrange(tiles("R5 B5 K5 R6 R7"), (*one, *two))
    assert place.code(twice) == "tile_twice"
    again = Rearrange((*tiles("R5 B5 K5"), tile("R5")), one)
    assert place.code(again) == "tile_twice"


@both_games
def test_a_set_with_too_few_meanings_is_no_play(game: str) -> None:
    place = position(game, "R5 B5 K5 Y5", options={"invalid_penalty": 3})
    (meld,) = melds("[R5 B5 K5]", place.options)
    ragged = Rearrange(meld.tiles, (Meld(meld.kind, meld.tiles, (None, None)),))
    assert place.code(ragged) == "wild_misdeclared"
    assert place.code(Attempt(ragged.played, ragged.sets)) == "wild_misdeclared"


@both_games
def test_a_play_shows_the_faces_it_makes_public_and_no_others(game: str) -> None:
    place = position(game, "R5 B5 K5 Y5")
    move = place.play("R5 B5 K5", "[R5 B5 K5]")
    assert place.rules.refusal(place.table, move) == Refusal(Code.FACES_MISSING, tuple(sorted(move.played)))
    shown = tuple((one, FACES[one]) for one in sorted(tiles("R5 B5 K5")))
    assert place.rules.refusal(place.table, replace(move, shown=shown)) is None
    more = (*shown, (tile("Y5"), FACES[tile("Y5")]))
    refused = place.rules.refusal(place.table, replace(move, shown=tuple(sorted(more, key=lambda pair: pair[0]))))
    assert refused is not None
    assert refused.code is Code.FACES_MISSING


# What is an illegal play


@both_games
def test_every_set_of_the_new_table_must_be_valid(game: str) -> None:
    place = position(game, "B9 K13", "[B6 B7 B8] [R5 B5 K5 Y5]")
    assert place.code(place.play("B9", "[B6 B7 B8] [B9 R5 B5] [K5 Y5]")) == "not_one_colour"
    assert place.code(place.play("B9", "[B6 B7 B8 B9] [R5 B5] [K5 Y5]")) == "too_few_tiles"


@both_games
def test_any_new_partition_is_free(game: str) -> None:
    place = position(game, "B4 K13", "[R5 B5 K5 Y5] [B6 B7 B8]")
    assert place.code(place.play("B4", "[R5 K5 Y5] [B4 B5 B6 B7 B8]")) == "ok"


@both_games
def test_a_play_moves_the_tiles_and_shows_them(game: str) -> None:
    place = position(game, "B4 K13", "[R5 B5 K5 Y5] [B6 B7 B8]")
    after = place.after(place.play("B4", "[R5 K5 Y5] [B4 B5 B6 B7 B8]")).table
    assert after.racks[0] == (tile("K13"),)
    assert [len(meld) for meld in after.melds] == [3, 5]
    assert after.faces[tile("B4")] == FACES[tile("B4")]
    assert after.faces[tile("K13")] != FACES[tile("K13")]
    assert after.to_move == 1
    assert after.phase is Phase.TURN


# The opening


@both_games
def test_an_opening_counts_thirty(game: str) -> None:
    low = position(game, "R8 R9 R10 K1", opened=False)
    assert low.refusal(low.play("R8 R9 R10", "[R8 R9 R10]")) == Refusal(
        Code.OPENING_TOO_LOW, tiles("R8 R9 R10"), (27, 30)
    )
    enough = position(game, "R9 R10 R11 K1", opened=False)
    after = enough.after(enough.play("R9 R10 R11", "[R9 R10 R11]"))
    assert after.table.opened == (True, True, True)


@both_games
@pytest.mark.parametrize(("least", "expected"), [(27, "ok"), (28, "opening_too_low"), (0, "ok")])
def test_the_least_opening_is_an_option(game: str, least: int, expected: str) -> None:
    place = position(game, "R8 R9 R10 K1", opened=False, options={"opening_min": least})
    assert place.code(place.play("R8 R9 R10", "[R8 R9 R10]")) == expected


@both_games
def test_a_joker_counts_what_it_stands_for(game: str) -> None:
    group = position(game, "K13 R13 * Y2", opened=False)
    assert group.code(group.play("K13 R13 *", "[K13 R13 *]")) == "ok"
    run = position(game, "R9 * R11 Y2", opened=False)
    assert run.code(run.play("R9 * R11", "[R9 * R11]")) == "ok"
    low = position(game, "R8 * R10 Y2", opened=False)
    assert low.code(low.play("R8 * R10", "[R8 * R10]")) == "opening_too_low"


def test_the_one_after_thirteen_counts_one() -> None:
    high = {"one_after_13": True}
    place = position("rummy", "R12 R13 R1 *", opened=False, options=high)
    assert place.refusal(place.play("R12 R13 R1", "[R12 R13 R1]")) == Refusal(
        Code.OPENING_TOO_LOW, tuple(sorted(tiles("R12 R13 R1"))), (26, 30)
    )
    sets = melds("[R12 R13 *]", place.options)
    assert opening_sum(tiles("R12 R13 *"), sets, FACES) == 26
    long = position("rummy", "R11 R12 R13 * Y2", opened=False, options=high)
    assert long.code(long.play("R11 R12 R13 *", "[R11 R12 R13 *]")) == "ok"
    assert opening_sum(tiles("R11 R12 R13 *"), melds("[R11 R12 R13 *]", long.options), FACES) == 37


@both_games
def test_several_sets_add_up(game: str) -> None:
    place = position(game, "R1 R2 R3 B8 K8 Y8 Y2", opened=False)
    assert place.code(place.play("R1 R2 R3 B8 K8 Y8", "[R1 R2 R3] [B8 K8 Y8]")) == "ok"


def test_an_opening_leaves_the_table_alone_unless_it_may_be_used() -> None:
    shown, sets = "Y10 R10 B10 K10", "[Y7 Y8 Y9 Y10] [R10 B10 K10]"
    for game, default in (("rummy", "opening_touches_table"), ("rummikub", "ok")):
        for allowed, expected in ((None, default), (False, "opening_touches_table"), (True, "ok")):
            chosen = {} if allowed is None else {"opening_uses_table": allowed}
            place = position(game, f"{shown} K1", "[Y7 Y8 Y9]", opened=False, options=chosen)
            assert place.code(place.play(shown, sets)) == expected


def test_a_group_written_in_another_order_is_unchanged_but_a_joker_declared_anew_is_not() -> None:
    place = position("rummy", "R10 B10 K10 K1", "[Y7 R7 B7]", opened=False)
    assert place.code(place.play("R10 B10 K10", "[R10 B10 K10] [B7 Y7 R7]")) == "ok"
    joker = position("rummy", "R10 B10 K10 K1", "[*=5 R5 *=5]", opened=False, options={"joker_lock": "free"})
    anew = joker.play("R10 B10 K10", "[*=R4 R5 *=R6] [R10 B10 K10]")
    assert joker.code(anew) == "opening_touches_table"


def test_a_joker_of_the_table_adds_nothing_to_an_opening() -> None:
    shown, sets = "K11 R10 B10", "[K10 K11 K12] [R10 B10 *]"
    place = position("rummikub", f"{shown} Y1", "[K10 *=K11 K12]", opened=False)
    assert place.code(place.play(shown, sets)) == "ok"
    poor = position("rummikub", f"{shown} Y1", "[K10 *=K11 K12]", opened=False, options={"opening_min": 32})
    assert poor.refusal(poor.play(shown, sets)) == Refusal(Code.OPENING_TOO_LOW, tuple(sorted(tiles(shown))), (31, 32))


@both_games
def test_only_the_first_play_must_open(game: str) -> None:
    place = position(game, "R1 R2 R3 K1", opened=True)
    assert place.code(place.play("R1 R2 R3", "[R1 R2 R3]")) == "ok"


def test_an_opening_sum_ignores_jokers_without_a_meaning() -> None:
    options = options_of("rummikub")
    assert opening_sum(tiles("R5 *a *b"), melds("[*a R5 *b]", options), FACES) == 5
