"""Jokers that lie on the table: rule 2.4, decisions D17, D41, D49 to D51 and D54 to D56."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.rules.registry import rules_of
from game.table.options import OptionValue
from game.table.refusals import Code, Refusal
from tests.rules.open_tables import FACES, position, tile

RUN = "[K4 *=K5 K6]"


def code(game: str, table: str, shown: str, sets: str, **chosen: OptionValue) -> str:
    """Return the code for a player who has opened and lays these tiles; two other tiles stay in the rack."""
    place = position(game, f"{shown} Y13 Y12", table, options=chosen)
    return place.code(place.play(shown, sets))


# Kept


@pytest.mark.parametrize("game", ["rummy", "rummikub"])
@pytest.mark.parametrize(
    ("shown", "sets"),
    [
        ("K7", "[K4 *=K5 K6 K7]"),
        ("K3 K7 K8", "[K3 K4 *=K5] [K6 K7 K8]"),
        ("K7 R4 B4", "[*=K5 K6 K7] [K4 R4 B4]"),
    ],
)
def test_a_kept_joker_behaves_like_the_tile_it_stands_for(game: str, shown: str, sets: str) -> None:
    assert code(game, RUN, shown, sets, joker_shift=False) == "ok"


@pytest.mark.parametrize("game", ["rummy", "rummikub"])
def test_a_joker_is_kept_in_any_group_of_its_number(game: str) -> None:
    table = "[R5 B5 K5 *]"
    assert code(game, table, "Y5 B6 B7", "[R5 K5 Y5 *] [B5 B6 B7]", joker_shift=False) == "ok"


def test_the_one_after_thirteen_is_the_same_face_as_the_one() -> None:
    table = "[R12 R13 *=R1]"
    assert code("rummy", table, "R2 R3 R11", "[R11 R12 R13] [*=R1 R2 R3]", one_after_13=True) == "ok"


def test_a_joker_shifts_with_its_whole_set_only_by_option() -> None:
    table = "[*=K3 K4 K5]"
    for game in ("rummy", "rummikub"):
        assert code(game, table, "K6", "[K4 K5 K6 *=K7]", joker_shift=True) == "ok"
        assert code(game, table, "K6", "[K4 K5 K6 *=K7]", joker_shift=False) == "joker_without_tile"


def test_a_shift_needs_the_whole_old_set() -> None:
    table = "[*=K3 K4 K5 K6]"
    assert code("rummikub", table, "K7 R3 B3", "[K4 K5 K6 K7] [R3 B3 *]") == "joker_without_tile"


def test_a_shift_may_turn_a_run_into_a_group() -> None:
    table = "[*a=R4 R5 *b=R6]"
    assert code("rummikub", table, "B5", "[*a=5 R5 *b=5 B5]") == "ok"
    assert code("rummy", table, "B5", "[*a=5 R5 *b=5 B5]") == "joker_without_tile"


# Freed


def test_a_freed_joker_needs_its_own_tile_from_the_rack() -> None:
    assert code("rummy", RUN, "K5 R8 B8", "[K4 K5 K6] [R8 B8 *]") == "ok"
    assert code("rummy", RUN, "R4 B4 R6 B6 R8 B8", "[K4 R4 B4] [K6 R6 B6] [R8 B8 *]") == "joker_without_tile"


def test_the_tile_given_for_a_joker_may_lie_in_any_set() -> None:
    assert code("rummy", RUN, "K5 R5 B5 K7 K8 R4 B4", "[K5 R5 B5] [K6 K7 K8] [R4 B4 K4 *]") == "ok"


def test_a_tile_of_the_table_serves_only_by_option() -> None:
    table = "[K4 *=K5 K6] [R5 B5 K5b Y5]"
    sets = "[K4 K5b K6] [R5 B5 Y5] [R9 B9 *]"
    for game in ("rummy", "rummikub"):
        assert code(game, table, "R9 B9", sets) == "joker_tile_from_table"
        assert code(game, table, "R9 B9", sets, exchange_from_table=True) == "ok"


def test_two_jokers_for_one_face_need_two_tiles() -> None:
    table = "[K4a *a=K5 K6a] [K4b *b=K5 K6b]"
    sets = "[K4a K5a K6a] [R4 B4 K4b] [R6 B6 K6b] [R8 B8 *a *b]"
    assert code("rummy", table, "K5a R4 B4 R6 B6 R8 B8", sets) == "joker_without_tile"
    both = "[K4a K5a K6a] [K4b K5b K6b] [R8 B8 *a *b]"
    assert code("rummy", table, "K5a K5b R8 B8", both) == "ok"
    assert code("rummikub", table, "K5a K5b R8 B8", both) == "ok"


def test_rummy_leaves_a_group_of_three_alone_until_it_is_completed() -> None:
    table = "[R5 B5 *]"
    assert code("rummy", table, "K5 R8 B8", "[R5 B5 K5] [R8 B8 *]") == "joker_group_of_three"
    assert code("rummy", table, "K5 Y5 R8 B8", "[R5 B5 K5 Y5] [R8 B8 *]") == "ok"
    twins = "[R5 B5 K5a] [K4 K5b K6] [R8 B8 *]"
    assert code("rummy", table, "K5a K5b K4 K6 R8 B8", twins) == "joker_group_of_three"
    assert code("rummikub", table, "K5 R8 B8", "[R5 B5 K5] [R8 B8 *]") == "ok"


def test_rummy_exchanges_in_a_group_of_four_for_the_one_missing_colour() -> None:
    table = "[R5 B5 K5a *]"
    assert code("rummy", table, "Y5 R8 B8", "[R5 B5 K5a Y5] [R8 B8 *]") == "ok"
    present = "[R5 B5 K5a] [K4 K5b K6] [R8 B8 *]"
    assert code("rummy", table, "K5b K4 K6 R8 B8", present) == "joker_without_tile"


def test_two_jokers_of_one_group_ask_for_two_colours() -> None:
    table = "[R5 B5 *a *b]"
    sets = "[R5 B5 K5 Y5] [R8 B8 *a *b]"
    assert code("rummy", table, "K5 Y5 R8 B8", sets) == "ok"
    twins = "[R5 B5 K5a] [K4 K5b K6] [R8 B8 *a *b]"
    assert code("rummy", table, "K5a K5b K4 K6 R8 B8", twins) == "joker_without_tile"


def test_two_jokers_of_a_group_of_three_ask_rummy_for_all_three_colours() -> None:
    table = "[R5 *a *b]"
    sets = "[R5 B5 K5 Y5] [R8 B8 *a *b]"
    assert code("rummy", table.replace("*a", "*a=5"), "B5 K5 Y5 R8 B8", sets) == "ok"
    two = "[R5 B5 K5] [R8 B8 *a *b]"
    assert code("rummy", table.replace("*a", "*a=5"), "B5 K5 R8 B8", two) == "joker_group_of_three"
    assert code("rummikub", table.replace("*a", "*a=5"), "B5 K5 R8 B8", two) == "ok"


def test_one_of_two_jokers_of_a_group_of_three_may_leave_when_it_is_completed() -> None:
    table = "[R5 *a=5 *b]"
    assert code("rummy", table, "B5 K5 R8 B8", "[R5 B5 K5 *b] [R8 B8 *a]") == "ok"
    assert code("rummy", table, "B5 R8 B8", "[R5 B5 *b] [R8 B8 *a]") == "joker_group_of_three"


def test_completing_tiles_are_given_only_once() -> None:
    table = "[R5a K5a *a] [R5b K5b *b]"
    sets = "[R5a K5a B5a Y5a] [R5b K5b B5b] [R8 B8 *a *b]"
    assert code("rummy", table, "B5a Y5a B5b R8 B8", sets) == "joker_group_of_three"
    four = "[R5a K5a B5a Y5a] [R5b K5b B5b Y5b] [R8 B8 *a *b]"
    assert code("rummy", table, "B5a Y5a B5b Y5b R8 B8", four) == "ok"


def test_rummikub_wants_two_tiles_of_the_rack_beside_the_joker() -> None:
    table = "[K4 *=K5 K6] [R9 B9 K9 Y9]"
    sets = "[K4 K5 K6] [B9 K9 Y9] [R8 R9 *=R10]"
    assert code("rummikub", table, "K5 R8", sets) == "joker_companions"
    assert code("rummy", table, "K5 R8", sets) == "ok"


def test_the_tile_given_is_no_companion_but_its_twin_may_be() -> None:
    table = "[K4 *=K5 K6]"
    beside = "[K4 R4 B4] [K6 R6 B6] [K5a R5 *]"
    assert code("rummikub", table, "K5a R5 R4 B4 R6 B6", beside) == "joker_companions"
    twin = "[K4 K5b K6] [K5a R5 *]"
    assert code("rummikub", table, "K5a K5b R5", twin) == "ok"


def test_a_joker_of_the_rack_is_a_companion() -> None:
    table = "[K4 *a=K5 K6]"
    assert code("rummikub", table, "K5 *b R8", "[K4 K5 K6] [R8 *a=R9 *b=R10]") == "ok"


def test_freed_jokers_in_one_set_share_their_companions() -> None:
    table = "[K4 *a=K5 K6] [B9 B10 *b=B11]"
    sets = "[K4 K5 K6] [B9 B10 B11] [R8 R9 *a=R10 *b=R11]"
    assert code("rummikub", table, "K5 B11 R8 R9", sets) == "ok"
    apart = "[K4 K5 K6] [B9 B10 B11] [R8 B8 *a] [Y2 Y3 *b=Y4]"
    assert code("rummikub", table, "K5 B11 R8 B8 Y2 Y3", apart) == "ok"
    half = "[K4 K5 K6] [R10 B10 *b] [B8 B9 *a=B10] [B11 R11 Y11]"
    assert code("rummikub", table, "K5 B11 R10 B8 R11 Y11", half) == "joker_companions"


def test_a_joker_may_go_back_into_its_own_run() -> None:
    assert code("rummy", RUN, "K5", "[K4 K5 K6 *=K7]") == "ok"


# The lock


def test_a_frozen_set_may_only_be_added_to() -> None:
    table = "[K4 *=K5 K6 K7]"
    split = "[K4 *=K5 K6] [K7 R7 B7]"
    for game in ("rummy", "rummikub"):
        assert code(game, table, "R7 B7", split, joker_lock="frozen") == "joker_frozen"
        assert code(game, table, "R7 B7", split) == "ok"
        assert code(game, table, "K8", "[K4 *=K5 K6 K7 K8]", joker_lock="frozen") == "ok"
        exchange = "[K4 K5 K6 K7] [R8 B8 *]"
        assert code(game, table, "K5 R8 B8", exchange, joker_lock="frozen") == "ok"


def test_a_frozen_joker_is_freed_by_its_tile_whatever_it_stands_for_then() -> None:
    table, sets = "[K4a *=K5 K6a K7]", "[K4a K5 K6a] [K4b *=K5 K6b] [R7 B7 K7]"
    for game in ("rummy", "rummikub"):
        assert code(game, table, "K5 K4b K6b R7 B7", sets, joker_lock="frozen") == "ok"
    near = "[K4a *=K5 K6a] [K5 R5 B5] [R7 B7 K7]"
    assert code("rummy", table, "K5 R5 B5 R7 B7", near, joker_lock="frozen") == "ok"
    assert code("rummikub", table, "K5 R5 B5 R7 B7", near, joker_lock="frozen") == "joker_companions"


@pytest.mark.parametrize("game", ["rummy", "rummikub"])
def test_what_was_sent_as_illegal_by_the_first_rules_stays_an_attempt(game: str) -> None:
    options: dict[str, OptionValue] = {"joker_lock": "frozen", "invalid_penalty": 3}
    place = position(game, "K5 K4b K6b R7 B7 Y13", "[K4a *=K5 K6a K7]", options=options)
    shown, sets = "K5 K4b K6b R7 B7", "[K4a K5 K6a] [K4b *=K5 K6b] [R7 B7 K7]"
    then = replace(place, rules=rules_of(game, 1))
    assert place.code(place.attempt(shown, sets)) == "attempt_legal"
    assert then.code(then.attempt(shown, sets)) == "ok"
    assert then.code(then.play(shown, sets)) == "ok"


def test_free_jokers_are_plain_wild_tiles() -> None:
    sets = "[K4 K5 K6] [R5 B5 Y5] [R9 B9 *]"
    table = "[K4 *=K5 K6] [R5 B5 K5 Y5]"
    for game in ("rummy", "rummikub"):
        assert code(game, table, "R9 B9", sets, joker_lock="free") == "ok"
        assert code(game, table, "R9 B9", sets) == "joker_tile_from_table"


def test_a_refusal_names_the_joker_that_lacks_its_tile() -> None:
    place = position("rummikub", "K5 R8 R9 B8", "[K4 *a=K5 K6] [B9 B10 *b=B11]")
    move = place.play("K5 R8 R9 B8", "[K4 K5 K6] [B8 B9 B10] [R8 R9 *a=R10 *b=R11]")
    assert place.refusal(move) == Refusal(Code.JOKER_WITHOUT_TILE, (tile("*b"),), (FACES[tile("B11")].code,))


# What is laid for it


@pytest.mark.parametrize(
    ("game", "table", "wanted", "count"),
    [
        ("rummikub", RUN, "K5", 1),
        ("rummy", RUN, "K5", 1),
        ("rummikub", "[R5 B5 *]", "K5 Y5", 1),
        ("rummy", "[R5 B5 *]", "K5 Y5", 2),
        ("rummy", "[R5 B5 K5 *]", "Y5", 1),
    ],
)
def test_the_tiles_that_free_a_joker_are_known_before_a_play(game: str, table: str, wanted: str, count: int) -> None:
    place = position(game, "R8", table)
    asked = place.rules.exchange(place.table, tile("*"))
    assert asked is not None
    assert {face.code for face in asked.faces} == {FACES[tile(one)].code for one in wanted.split()}
    assert asked.count == count


def test_a_free_joker_asks_for_no_tile() -> None:
    place = position("rummikub", "R8", RUN, options={"joker_lock": "free"})
    assert place.rules.exchange(place.table, tile("*")) is None
    assert place.rules.exchange(place.table, tile("*b")) is None


def test_a_refused_group_of_three_names_both_colours() -> None:
    place = position("rummy", "K5 R8 B8", "[R5 B5 *]")
    refused = place.refusal(place.play("K5 R8 B8", "[R5 B5 K5] [R8 B8 *]"))
    assert refused is not None
    assert refused.code is Code.JOKER_GROUP_OF_THREE
    assert set(refused.args) == {FACES[tile("K5")].code, FACES[tile("Y5")].code}
