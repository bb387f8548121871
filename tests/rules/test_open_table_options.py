"""Each option of Rummy and Rummikub: its values give different results. Rule 10."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.rules.registry import rules_of
from game.rules.ruleset import Option, choose_options
from game.table.moves import Pass, Timeout
from game.table.options import Options, OptionValue
from game.table.refusals import Code, Refusal
from game.table.state import Ending, Outcome, Phase, Table
from tests.rules.open_tables import options_of, position
from tests.strategies import OPEN_TABLE_GAMES as GAMES

Probe = Callable[[str, dict[str, OptionValue]], object]


def dealt(game: str, chosen: dict[str, OptionValue]) -> Table:
    options = options_of(game, **chosen)
    seats = options.number("players")
    return rules_of(game).deal(options, 1, 5, None, (0,) * seats, ())


def code(game: str, chosen: dict[str, OptionValue], rack: str, table: str, sets: str, *, opened: bool = True) -> str:
    place = position(game, f"{rack} Y13", table, opened=opened, options=chosen)
    return place.code(place.play(rack, sets))


def passing(game: str, chosen: dict[str, OptionValue]) -> int:
    return position(game, "R1", stock=0, phase=Phase.TURN, options=chosen).after(Pass()).table.to_move


def opener_goes_on(game: str, chosen: dict[str, OptionValue]) -> int:
    place = position(game, "R10 B10 K10 Y1", opened=False, options=chosen)
    return place.after(place.play("R10 B10 K10", "[R10 B10 K10]")).table.to_move


def lock(game: str, chosen: dict[str, OptionValue]) -> tuple[str, str]:
    split = code(game, chosen, "R7 B7", "[K4 *=K5 K6 K7]", "[K4 *=K5 K6] [K7 R7 B7]")
    taken = code(game, chosen, "R8 B8", "[*=K3 K4 K5 K6]", "[K4 K5 K6] [R8 B8 *]")
    return split, taken


def closing(game: str, chosen: dict[str, OptionValue]) -> tuple[str, str]:
    up = "" if chosen["closing_tile"] == "none" else "Y4"
    found = []
    for phase in (Phase.TURN, Phase.PLAY):
        place = position(game, "R4 B4", closing=up, phase=phase, stock=9, options=chosen)
        found.append(place.code(place.close("R4 B4 Y4", "[R4 B4 Y4]")))
    return found[0], found[1]


def winners(game: str, chosen: dict[str, OptionValue], totals: tuple[int, ...], last: Table) -> tuple[int, ...]:
    over = last.with_fields(outcome=Outcome(Ending.OUT, 0))
    return rules_of(game).verdict(options_of(game, **chosen), totals, over).winners


def clock(game: str, chosen: dict[str, OptionValue]) -> str:
    return position(game, "R1", options=chosen).code(Timeout())


def attempt(game: str, chosen: dict[str, OptionValue]) -> object:
    place = position(game, "R5 B6 K7 Y9", options=chosen)
    move = place.attempt("R5 B6 K7", "[R5 B6 K7]")
    refused = place.refusal(move)
    return refused or len(place.after(move).table.racks[0])


def won(chosen: dict[str, OptionValue], round_no: int = 1) -> Table:
    """Return a round of three players that seat 0 won, with tiles left to draw."""
    place = position("rummikub", "", "[R5 B5 K5]", others=("B1", "K1"), options=chosen)
    return place.table.with_fields(round=round_no, phase=Phase.ROUND_END, outcome=Outcome(Ending.OUT, 0))


def next_deal(_game: str, chosen: dict[str, OptionValue]) -> tuple[int, tuple[bool, ...]]:
    table = rules_of("rummikub").deal(options_of("rummikub", players=3, **chosen), 2, 0, won(chosen), (0, 0, 0), ())
    return len(table.melds), table.opened


PROBES: dict[str, tuple[tuple[OptionValue, ...], Probe]] = {
    "players": ((2, 3, 4), lambda game, chosen: len(dealt(game, chosen).stock)),
    "first_starter": (("random", "seat0"), lambda game, chosen: dealt(game, chosen).starter),
    "direction": (("left", "right"), passing),
    "hands": ((1, 4), lambda game, chosen: winners(game, chosen, (1, 2, 3, 4), dealt(game, chosen))),
    "opening_min": (
        (27, 30),
        lambda game, chosen: code(game, chosen, "R8 R9 R10", "", "[R8 R9 R10]", opened=False),
    ),
    "open_then_manipulate": ((False, True), opener_goes_on),
    "opening_uses_table": (
        (False, True),
        lambda game, chosen: code(
            game, chosen, "Y10 R10 B10 K10", "[Y7 Y8 Y9]", "[Y7 Y8 Y9 Y10] [R10 B10 K10]", opened=False
        ),
    ),
    "joker_lock": (("face", "frozen", "free"), lock),
    "joker_shift": (
        (False, True),
        lambda game, chosen: code(game, chosen, "K6", "[*=K3 K4 K5]", "[K4 K5 K6 *=K7]"),
    ),
    "exchange_from_table": (
        (False, True),
        lambda game, chosen: code(
            game, chosen, "R9 B9", "[K4 *=K5 K6] [R5 B5 K5b Y5]", "[K4 K5b K6] [R5 B5 Y5] [R9 B9 *]"
        ),
    ),
    "one_after_13": ((False, True), lambda game, chosen: code(game, chosen, "R12 R13 R1", "", "[R12 R13 R1]")),
    "closing_tile": (("instead_of_draw", "after_draw", "none"), closing),
    "tie_break": (
        ("share", "extra_hand"),
        lambda game, chosen: winners(game, chosen, (7, 7, 8, 9), dealt(game, chosen).with_fields(round=4)),
    ),
    "turn_seconds": ((0, 30), clock),
    "invalid_penalty": ((0, 1, 2, 3), attempt),
    "rounds": (("continued", "fresh"), next_deal),
    "fresh_rounds": (
        (1, 2),
        lambda _game, chosen: rules_of("rummikub").verdict(
            won({**chosen, "rounds": "fresh"}).options, (2, -1, -1), won({**chosen, "rounds": "fresh"})
        ),
    ),
    "reopen_each_round": ((False, True), next_deal),
}
SCREEN_ONLY = "live_validity"  # rule 10: the rules take an attempt either way


def offered(game: str) -> list[Option]:
    return [option for option in rules_of(game).options if option.offered]


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_probed(game: str) -> None:
    assert {option.name for option in offered(game)} <= {*PROBES, SCREEN_ONLY}


@pytest.mark.parametrize(
    ("game", "name"), [(game, option.name) for game in GAMES for option in offered(game) if option.name in PROBES]
)
def test_each_value_gives_another_result(game: str, name: str) -> None:
    values, probe = PROBES[name]
    results = [probe(game, {name: value}) for value in values]
    assert all(results.count(one) == 1 for one in results), results


@pytest.mark.parametrize("game", GAMES)
def test_the_option_for_the_screen_alone_changes_nothing_in_the_rules(game: str) -> None:
    results = [attempt(game, {SCREEN_ONLY: live, "invalid_penalty": 2}) for live in (True, False)]
    assert results == [6, 6]


def test_fresh_rounds_force_everybody_to_reopen() -> None:
    for reopen in (False, True):
        assert next_deal("rummikub", {"rounds": "fresh", "reopen_each_round": reopen}) == (0, (False,) * 3)


@pytest.mark.parametrize(
    ("game", "name", "value", "expected"),
    [
        ("rummy", "players", 5, Code.SEATS),
        ("rummy", "rounds", "fresh", Code.UNKNOWN_OPTION),
        ("rummy", "target", 3000, Code.UNKNOWN_OPTION),
        ("rummy", "hands", 13, Code.OPTION_VALUE),
        ("rummy", "opening_min", 51, Code.OPTION_VALUE),
        ("rummy", "turn_seconds", 14, Code.OPTION_VALUE),
        ("rummikub", "hands", 4, Code.UNKNOWN_OPTION),
        ("rummikub", "tie_break", "share", Code.UNKNOWN_OPTION),
        ("rummikub", "one_after_13", True, Code.OPTION_VALUE),
        ("rummikub", "open_then_manipulate", True, Code.OPTION_VALUE),
        ("rummikub", "closing_tile", "after_draw", Code.OPTION_VALUE),
        ("rummikub", "fresh_rounds", 21, Code.OPTION_VALUE),
        ("rummikub", "invalid_penalty", 4, Code.OPTION_VALUE),
    ],
)
def test_what_a_game_does_not_offer_is_refused(game: str, name: str, value: OptionValue, expected: Code) -> None:
    refused = choose_options(rules_of(game), {name: value})
    assert isinstance(refused, Refusal)
    assert refused.code is expected


DEFAULTS = {
    "rummy": "players=4 first_starter=random direction=left hands=4 opening_min=30 open_then_manipulate=False "
    "opening_uses_table=False joker_lock=face joker_shift=False exchange_from_table=False one_after_13=False "
    "closing_tile=instead_of_draw tie_break=share turn_seconds=0 invalid_penalty=0 live_validity=True",
    "rummikub": "players=4 first_starter=random direction=left opening_min=30 opening_uses_table=True joker_lock=face "
    "joker_shift=True exchange_from_table=False turn_seconds=120 invalid_penalty=3 live_validity=True "
    "rounds=continued fresh_rounds=4 reopen_each_round=False",
}


@pytest.mark.parametrize("game", GAMES)
def test_the_defaults_are_those_of_the_rule_book(game: str) -> None:
    assert " ".join(f"{option.name}={option.default}" for option in offered(game)) == DEFAULTS[game]
    assert isinstance(choose_options(rules_of(game), {}), Options)


@pytest.mark.parametrize("game", GAMES)
def test_every_option_says_what_it_changes_and_whence_it_comes(game: str) -> None:
    for option in rules_of(game).options:
        assert option.effect.endswith(".")
        assert len(option.effect) <= 110
        assert option.source
        assert option.allows(option.default)
