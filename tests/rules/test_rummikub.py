"""Rummikub: rule 6, decisions D25, D29 to D34."""

from __future__ import annotations

import pytest

from game.rules.registry import rules_of
from game.rules.ruleset import choose_options, choose_preset
from game.rules.rummikub import RUMMIKUB
from game.table.faces import HIDDEN
from game.table.moves import Pass
from game.table.options import Options, OptionValue
from game.table.refusals import Code, Refusal
from game.table.state import Ending, Outcome, Phase, Table, Turn
from game.table.tiles import Tile
from tests.rules.open_tables import FACES, Position, conserved, options_of, position, tiles


@pytest.mark.parametrize("players", range(2, 8))
def test_fourteen_tiles_each_for_two_to_seven(players: int) -> None:
    options = options_of("rummikub", players=players)
    table = RUMMIKUB.deal(options, 1, 3, None, (0,) * players, ())
    assert [len(rack) for rack in table.racks] == [14] * players
    assert len(table.stock) == 106 - 14 * players
    assert table.starter == 3 % players
    assert conserved(table)


@pytest.mark.parametrize("players", [1, 8])
def test_no_other_number_of_players_is_allowed(players: int) -> None:
    assert choose_options(RUMMIKUB, {"players": players}) == Refusal(Code.SEATS, args=(players, "2..7"), cites="6")


# Scores


def ended(ending: Ending, *racks: str, mover: int = 0, stock: int | None = None, **options: OptionValue) -> Position:
    """Return a round that is over: the racks by seat, the mover the last who moved."""
    seats = max(len(racks), 2)
    place = position("rummikub", racks[0], "[R5 B5 K5]", others=racks[1:], options={"players": seats, **options})
    table = place.table.with_fields(
        phase=Phase.ROUND_END, to_move=mover, outcome=Outcome(ending, mover if ending is Ending.OUT else -1)
    )
    if stock is not None:
        table = with_stock(table, stock)
    return Position(place.rules, table)


def with_stock(table: Table, count: int) -> Table:
    """Return the table with so many tiles left to draw, the rest in the last rack."""
    last = (*table.racks[-1], *table.stock[count:])
    return table.with_fields(stock=table.stock[:count], racks=(*table.racks[:-1], last))


def test_the_winner_takes_what_the_others_hold() -> None:
    place = ended(Ending.OUT, "R13 *", "K5", "", mover=2)
    assert place.totals() == (-43, -5, 48)
    assert place.codes() == ("rack", "rack", "winner_takes")


def test_a_terminal_round_counts_from_the_lowest_rack() -> None:
    place = ended(Ending.PASSED, "R13 B7", "K12", "Y13 K13 R4")
    assert place.totals() == (-8, 26, -18)
    assert place.codes() == ("terminal_difference", "terminal_lowest", "terminal_difference")


@pytest.mark.parametrize(
    ("mover", "direction", "expected"),
    [
        (0, "left", (2, 3, -5)),
        (1, "left", (3, 2, -5)),
        (2, "left", (3, 2, -5)),
        (0, "right", (2, 3, -5)),
        (1, "right", (3, 2, -5)),
        (2, "right", (2, 3, -5)),
    ],
)
def test_equal_lowest_racks_share_in_turn_order(mover: int, direction: str, expected: tuple[int, ...]) -> None:
    place = ended(Ending.PASSED, "R3", "B3", "K8", mover=mover, direction=direction)
    assert place.totals() == expected
    assert place.codes() == ("terminal_shared", "terminal_shared", "terminal_difference")


def test_racks_that_are_all_equal_cost_nothing() -> None:
    assert ended(Ending.PASSED, "R3", "B3", "K3").totals() == (0, 0, 0)


# The next round


def following(place: Position, totals: tuple[int, ...] | None = None) -> Table:
    last = place.opened_books()
    return RUMMIKUB.deal(last.options, last.round + 1, 9, last, totals or (0,) * last.seats, ())


def test_a_round_goes_on_with_the_table_as_it_lies() -> None:
    place = ended(Ending.OUT, "", "R13 *", "K1", stock=40)
    table = following(place, (5, -2, -3))
    assert table.melds == place.table.melds
    assert [len(rack) for rack in table.racks] == [14, 14, 14]
    assert len(table.stock) == 106 - 3 - 42
    assert (table.round, table.totals, table.turn, table.passes) == (2, (5, -2, -3), Turn(), 0)
    assert (table.phase, table.outcome) == (Phase.TURN, None)
    assert conserved(table)


def test_the_next_round_knows_only_the_faces_on_the_table() -> None:
    place = ended(Ending.OUT, "", "R13 *", "K1", stock=40)
    table = following(place)
    public = [Tile(at) for at, face in enumerate(table.faces) if face != HIDDEN]
    assert sorted(public) == sorted(tiles("R5 B5 K5"))
    assert RUMMIKUB.kept(place.opened_books()) == tuple((one, FACES[one]) for one in public)


@pytest.mark.parametrize(("direction", "mover", "starter"), [("left", 2, 0), ("right", 2, 1), ("left", 0, 1)])
def test_the_seat_after_the_winner_moves_first(direction: str, mover: int, starter: int) -> None:
    racks = ["R1", "B1", "K1"]
    racks[mover] = ""
    table = following(ended(Ending.OUT, *racks, mover=mover, direction=direction))
    assert (table.starter, table.to_move) == (starter, starter)


def test_those_who_opened_stay_opened_unless_all_reopen() -> None:
    for reopen, expected in ((False, (True, False, True)), (True, (False, False, False))):
        place = ended(Ending.OUT, "", "B1", "K1", reopen_each_round=reopen)
        place = Position(place.rules, place.table.with_fields(opened=(True, False, True)))
        assert following(place).opened == expected


def big_table(count: int, players: int) -> Position:
    """Return a round that was won with so many tiles on the table, in runs of thirteen and what is left."""
    options = options_of("rummikub", players=players)
    numbered = [Tile(at) for at in range(104)]
    runs = [tuple(numbered[colour * 26 + copy : (colour + 1) * 26 : 2]) for colour in range(4) for copy in range(2)]
    text = [" ".join(f"{FACES[one]}{'ab'[one % 2]}" for one in run) for run in runs]
    whole, rest = divmod(count, 13)
    sets = [f"[{one}]" for one in text[:whole]]
    if rest:
        sets.append("[" + " ".join(text[whole].split()[:rest]) + "]")
    place = position("rummikub", "", " ".join(sets), others=("Y13b",) * (players - 1), options=dict(options.items))
    assert sum(len(meld) for meld in place.table.melds) == count
    return Position(place.rules, place.table.with_fields(phase=Phase.ROUND_END, outcome=Outcome(Ending.OUT, 0)))


@pytest.mark.parametrize(
    ("lying", "players", "hand", "stock"),
    [(60, 3, 14, 4), (68, 3, 12, 2), (94, 3, 4, 0), (101, 5, 1, 0), (94, 2, 6, 0), (100, 4, 1, 2)],
)
def test_everybody_gets_an_equal_part_of_what_is_not_on_the_table(
    lying: int, players: int, hand: int, stock: int
) -> None:
    place = big_table(lying, 2)
    options = options_of("rummikub", players=players)
    seats = (*place.table.racks, *[()] * (players - 2))
    wide = place.table.with_fields(options=options, seats=players, sides=players, racks=seats, opened=(True,) * players)
    table = following(Position(place.rules, wide))
    assert ([len(rack) for rack in table.racks], len(table.stock)) == ([hand] * players, stock)
    assert conserved(table)


def test_a_game_with_too_few_tiles_for_everybody_is_over() -> None:
    place = big_table(103, 2)
    assert place.table.stock
    for players, over in ((3, False), (4, True)):
        options = options_of("rummikub", players=players)
        racks = (*place.table.racks, *[()] * (players - 2))
        last = place.table.with_fields(options=options, seats=players, sides=players, racks=racks)
        assert bool(RUMMIKUB.verdict(options, (1,) + (0,) * (players - 1), last).winners) == over


def test_fresh_rounds_begin_anew() -> None:
    place = ended(Ending.OUT, "", "B1", "K1", rounds="fresh")
    place = Position(place.rules, place.table.with_fields(opened=(True, True, True)))
    table = following(place)
    assert (table.melds, table.opened, len(table.stock)) == ((), (False,) * 3, 64)
    assert table.starter == 1
    assert RUMMIKUB.kept(place.opened_books()) == ()


def test_after_a_terminal_round_the_seat_that_would_move_next_starts() -> None:
    place = ended(Ending.PASSED, "R1", "B1", "K1", mover=1, rounds="fresh")
    assert following(place).starter == 2


# The end of the match


def verdict(place: Position, totals: tuple[int, ...]) -> tuple[int, ...]:
    return RUMMIKUB.verdict(place.options, totals, place.table).winners


def test_a_round_won_with_tiles_to_draw_is_not_the_last() -> None:
    assert verdict(ended(Ending.OUT, "", "B1", "K1", stock=1), (9, -4, -5)) == ()


def test_a_round_won_with_nothing_to_draw_is_the_last() -> None:
    assert verdict(ended(Ending.OUT, "", "B1", "K1", stock=0), (9, -4, -5)) == (0,)


def test_a_terminal_round_is_the_last() -> None:
    assert verdict(ended(Ending.PASSED, "R1", "B1", "K1", stock=0), (4, 4, -8)) == (0, 1)


@pytest.mark.parametrize(("round_no", "over"), [(3, False), (4, True)])
def test_fresh_rounds_are_counted_whatever_their_end(round_no: int, over: bool) -> None:
    for ending, stock in ((Ending.OUT, 0), (Ending.OUT, 9), (Ending.PASSED, 0)):
        place = ended(ending, "", "B1", "K1", stock=stock, rounds="fresh")
        place = Position(place.rules, place.table.with_fields(round=round_no))
        assert bool(verdict(place, (9, -4, -5))) == over


def test_the_number_of_fresh_rounds_is_an_option() -> None:
    assert verdict(ended(Ending.OUT, "", "B1", "K1", rounds="fresh", fresh_rounds=1), (9, -4, -5)) == (0,)
    assert verdict(ended(Ending.OUT, "", "B1", "K1", rounds="fresh", fresh_rounds=2), (9, -4, -5)) == ()


def test_a_pass_after_a_play_counts_from_one() -> None:
    place = position("rummikub", "R5 B5 K5 Y1", stock=0, passes=2)
    place = place.after(place.play("R5 B5 K5", "[R5 B5 K5]")).after(Pass())
    assert place.table.passes == 1


# Presets


def preset(key: str, **chosen: OptionValue) -> Options | Refusal:
    found = RUMMIKUB.preset(key)
    assert found is not None
    return choose_preset(RUMMIKUB, found, chosen)


def test_the_usual_table_has_every_option_at_its_default() -> None:
    assert preset("usual") == options_of("rummikub")


def test_as_written_sends_what_is_not_valid() -> None:
    assert preset("as written") == options_of("rummikub", live_validity=False)


def test_the_box_opens_from_own_sets_in_fresh_rounds_for_two_to_four() -> None:
    assert preset("box") == options_of("rummikub", opening_uses_table=False, rounds="fresh")
    assert preset("box", players=2) == options_of("rummikub", opening_uses_table=False, rounds="fresh", players=2)
    refused = preset("box", players=5)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.args) == (Code.OPTION_VALUE, ("players (box)", "5", "2..4"))
    assert preset("box", players=9) == choose_options(RUMMIKUB, {"players": 9})


def test_everybody_plays_alone() -> None:
    assert rules_of("rummikub").sides(7) == 7
