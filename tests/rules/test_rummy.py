"""Rummy: rule 5, decisions D1, D19, D22, D23 and D24."""

from __future__ import annotations

import pytest

from game.rules.registry import rules_of
from game.rules.ruleset import Verdict
from game.rules.rummy import RUMMY
from game.table.moves import Draw, Pass, Timeout
from game.table.options import OptionValue
from game.table.refusals import Code, Refusal
from game.table.state import Ending, Outcome, Phase, Turn
from game.table.tiles import NO_TILE, Tile
from tests.rules.open_tables import FACES, Position, conserved, options_of, position, tile, tiles

INSTEAD: dict[str, OptionValue] = {"closing_tile": "instead_of_draw"}
AFTER: dict[str, OptionValue] = {"closing_tile": "after_draw"}


# The deal


@pytest.mark.parametrize(("players", "stock"), [(2, 77), (3, 63), (4, 49)])
def test_fourteen_tiles_each_and_one_turned_up(players: int, stock: int) -> None:
    options = options_of("rummy", players=players)
    up = RUMMY.opened_tiles(options)
    table = RUMMY.deal(options, 1, 5, None, (0,) * players, tuple((one, FACES[one]) for one in up))
    assert [len(rack) for rack in table.racks] == [14] * players
    assert len(table.stock) == stock
    assert up == (table.closing,) == (Tile(105),)
    assert table.faces[table.closing] == FACES[105]
    assert table.phase is Phase.TURN
    assert table.starter == table.to_move == 5 % players
    assert conserved(table)


def test_without_a_closing_tile_it_joins_the_stock() -> None:
    options = options_of("rummy", players=3, closing_tile="none")
    table = RUMMY.deal(options, 1, 0, None, (0, 0, 0), ())
    assert (len(table.stock), table.closing, RUMMY.opened_tiles(options)) == (64, NO_TILE, ())


def test_the_next_hand_starts_one_seat_to_the_left() -> None:
    options = options_of("rummy")
    first = RUMMY.deal(options, 1, 3, None, (0,) * 4, ())
    second = RUMMY.deal(options, 2, 1, first, (1, 2, 3, 4), ())
    assert (second.starter, second.round, second.totals, second.melds) == (0, 2, (1, 2, 3, 4), ())
    assert second.opened == (False,) * 4
    assert RUMMY.kept(first) == ()


# The closing tile


def closing(rack: str, options: dict[str, OptionValue], phase: Phase = Phase.TURN, *, opened: bool = True) -> Position:
    return position("rummy", rack, closing="Y4", phase=phase, stock=9, options=options, opened=opened)


def test_closing_lays_the_whole_rack_with_the_tile_instead_of_drawing() -> None:
    place = closing("R4 B4", INSTEAD)
    after = place.after(place.close("R4 B4 Y4", "[R4 B4 Y4]"))
    assert after.table.outcome == Outcome(Ending.OUT, 0)
    assert after.table.closing == NO_TILE
    assert conserved(after.table)
    assert after.codes()[0] == "closed"


def test_the_closing_tile_is_not_taken_after_drawing() -> None:
    place = closing("R4 B4", INSTEAD, Phase.PLAY)
    assert place.refusal(place.close("R4 B4 Y4", "[R4 B4 Y4]")) == Refusal(Code.CLOSE_BEFORE_DRAWING)


def test_with_after_draw_the_closing_tile_is_taken_after_the_draw_and_before_any_play() -> None:
    early = closing("R4 B4", AFTER)
    assert early.refusal(early.close("R4 B4 Y4", "[R4 B4 Y4]")) == Refusal(Code.DRAW_FIRST, cites="2.5")
    place = closing("R4 B4", AFTER, Phase.PLAY)
    assert place.code(place.close("R4 B4 Y4", "[R4 B4 Y4]")) == "ok"
    opener = position(
        "rummy",
        "R10 B10 K10 R4 B4",
        closing="Y4",
        opened=False,
        options={**AFTER, "open_then_manipulate": True},
    )
    opener = opener.after(opener.play("R10 B10 K10", "[R10 B10 K10]"))
    late = opener.close("R4 B4 Y4", "[R10 B10 K10] [R4 B4 Y4]")
    assert opener.refusal(late) == Refusal(Code.CLOSE_BEFORE_PLAYING)


def test_without_stock_the_closing_tile_may_be_taken_either_way() -> None:
    for options in (INSTEAD, AFTER):
        place = position("rummy", "R4 B4", closing="Y4", phase=Phase.TURN, stock=0, options=options)
        assert place.code(place.close("R4 B4 Y4", "[R4 B4 Y4]")) == "ok"


def test_a_table_without_the_tile_has_nothing_to_close_with() -> None:
    place = position("rummy", "R4 B4 Y4", phase=Phase.TURN, options={"closing_tile": "none"})
    assert place.refusal(place.close("R4 B4 Y4", "[R4 B4 Y4]")) == Refusal(Code.NO_CLOSING_TILE)


def test_the_closing_tile_only_closes() -> None:
    left = closing("R4 B4 K9", INSTEAD)
    assert left.refusal(left.close("R4 B4 Y4", "[R4 B4 Y4]")) == Refusal(Code.CLOSE_LEAVES_TILES, (tile("K9"),))
    place = closing("R4 B4 K9", INSTEAD, Phase.PLAY)
    move = place.play("R4 B4 Y4", "[R4 B4 Y4]")
    assert place.refusal(move) == Refusal(Code.CLOSING_TILE_ONLY_CLOSES, (tile("Y4"),))
    unused = closing("R4 B4 K4", INSTEAD)
    move_without = unused.close("R4 B4 K4", "[R4 B4 K4]")
    assert unused.refusal(move_without) == Refusal(Code.CLOSING_TILE_UNUSED, (tile("Y4"),))


def test_a_close_must_be_a_legal_play() -> None:
    place = closing("R4 B5", INSTEAD)
    assert place.code(place.close("R4 B5 Y4", "[R4 B5 Y4]")) == "not_one_number"
    foreign = closing("R4 B4", INSTEAD)
    assert foreign.code(foreign.close("R4 B4 Y4 K4", "[R4 B4 Y4 K4]")) == "not_in_rack"


def test_an_unopened_player_closes_with_a_play_that_opens() -> None:
    low = closing("R4 B4", INSTEAD, opened=False)
    assert low.code(low.close("R4 B4 Y4", "[R4 B4 Y4]")) == "opening_too_low"
    place = position("rummy", "R10 B10", closing="Y10", phase=Phase.TURN, opened=False)
    assert place.code(place.close("R10 B10 Y10", "[R10 B10 Y10]")) == "ok"


def test_a_joker_turned_up_is_declared_when_it_closes() -> None:
    place = position("rummy", "R4 B4", closing="*", phase=Phase.TURN)
    assert place.code(place.close("R4 B4 *", "[R4 B4 *]")) == "ok"
    ambiguous = position("rummy", "R4 *b", closing="*a", phase=Phase.TURN)
    assert ambiguous.code(ambiguous.close("R4 *a *b", "[*a R4 *b]")) == "joker_undeclared"
    assert ambiguous.code(ambiguous.close("R4 *a *b", "[*a=R3 R4 *b]")) == "ok"


def test_the_closing_tile_frees_a_joker_like_a_tile_of_the_rack() -> None:
    place = position("rummy", "R8 B8", "[K4 *=K5 K6]", closing="K5", phase=Phase.TURN)
    assert place.code(place.close("R8 B8 K5", "[K4 K5 K6] [R8 B8 *]")) == "ok"


# The second play of an opener


def opener(options: dict[str, OptionValue], *, stock: int = 9) -> Position:
    place = position(
        "rummy",
        "R10 B10 K10 Y10 Y1",
        "[Y7 Y8 Y9]",
        opened=False,
        stock=stock,
        phase=Phase.TURN if stock == 0 else None,
        options=options,
    )
    return place.after(place.play("R10 B10 K10", "[Y7 Y8 Y9] [R10 B10 K10]"))


def test_an_opening_ends_the_turn_unless_the_opener_may_go_on() -> None:
    assert opener({}).table.to_move == 1
    place = opener({"open_then_manipulate": True})
    assert (place.table.to_move, place.table.phase) == (0, Phase.PLAY)
    after = place.after(place.play("Y10", "[Y7 Y8 Y9 Y10] [R10 B10 K10]")).table
    assert (after.to_move, after.phase, after.turn) == (1, Phase.TURN, Turn())


def test_the_opener_may_end_the_turn_without_a_further_play_and_that_is_no_pass() -> None:
    for move in (Pass(), Timeout()):
        place = opener({"open_then_manipulate": True, "turn_seconds": 60}, stock=0)
        assert place.code(Draw()) == "stock_empty"
        after = place.after(move).table
        assert (after.to_move, after.passes) == (1, 0)


def test_an_opened_player_plays_once() -> None:
    place = position("rummy", "R10 B10 K10 Y10 Y1", options={"open_then_manipulate": True})
    assert place.after(place.play("R10 B10 K10", "[R10 B10 K10]")).table.to_move == 1


# The score and the match


def scored(ending: Ending, seat: int) -> Position:
    rack = "" if seat == 0 else "Y7"
    place = position("rummy", rack, "[R5 B5 K5]", others=("R13 K2 *", "B1"), options={"players": 3})
    return Position(place.rules, place.table.with_fields(phase=Phase.ROUND_END, outcome=Outcome(ending, seat)))


def test_the_closer_counts_nothing_and_the_others_their_racks() -> None:
    assert scored(Ending.OUT, 0).totals() == (0, 65, 1)
    assert scored(Ending.OUT, 0).codes() == ("closed", "rack_against", "rack_against")


def test_when_all_passed_everybody_counts() -> None:
    assert scored(Ending.PASSED, -1).totals() == (7, 65, 1)


def test_a_score_line_names_its_tiles_and_its_rule() -> None:
    sheets = RUMMY.score(scored(Ending.OUT, 0).opened_books())
    (line,) = sheets[1].lines
    assert (sorted(line.tiles), line.rule, line.count) == (sorted(tiles("R13 K2 *")), "5", 3)
    with pytest.raises(ValueError, match="not open"):
        RUMMY.score(scored(Ending.OUT, 0).table)


@pytest.mark.parametrize(
    ("round_no", "totals", "tie_break", "winners"),
    [
        (3, (5, 9, 9, 9), "share", ()),
        (4, (108, 110, 200, 300), "share", (0,)),
        (4, (110, 108, 108, 300), "share", (1, 2)),
        (4, (110, 108, 108, 300), "extra_hand", ()),
        (5, (110, 108, 120, 300), "extra_hand", (1,)),
    ],
)
def test_the_lowest_total_wins_after_the_hands_agreed(
    round_no: int, totals: tuple[int, ...], tie_break: str, winners: tuple[int, ...]
) -> None:
    options = options_of("rummy", tie_break=tie_break)
    table = RUMMY.deal(options, round_no, 0, None, (0,) * 4, ())
    assert RUMMY.verdict(options, totals, table) == Verdict()  # the hand has not been played
    assert RUMMY.verdict(options, totals, table.with_fields(outcome=Outcome(Ending.OUT, 0))) == Verdict(winners)


def test_the_number_of_hands_is_an_option() -> None:
    options = options_of("rummy", hands=1)
    table = RUMMY.deal(options, 1, 0, None, (0,) * 4, ())
    over = table.with_fields(outcome=Outcome(Ending.OUT, 0))
    assert RUMMY.verdict(options, (1, 2, 3, 4), over) == Verdict((0,))


def test_everybody_plays_alone() -> None:
    assert rules_of("rummy").sides(4) == 4
