"""What a game offers is what chapter 10 of the rule book says may be chosen, value by value; all else is refused."""

from __future__ import annotations

import pytest

from game.rules.registry import GAMES, rules_of
from game.rules.ruleset import choose_options, parse_value, value_text
from game.table.options import Options, OptionValue
from game.table.refusals import Code, Refusal
from tests.assets_rules.test_rule_book import option_row

OFFERED = [(key, option.name) for key, rules in GAMES.items() for option in rules.options]


def written(value: OptionValue) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def values_of(said: str) -> set[str]:
    """Return all values of a list such as `0, 15..600` or `on, off`."""
    found: set[str] = set()
    for item in said.split(", "):
        low, dots, high = item.partition("..")
        found |= {str(number) for number in range(int(low), int(high) + 1)} if dots else {item}
    return found


@pytest.mark.parametrize(("game", "name"), OFFERED)
def test_what_may_be_chosen_is_what_the_rule_book_says(game: str, name: str) -> None:
    _, _, defaults, allowed, *_ = option_row(name)
    by_game = allowed.split(" / ")
    said = by_game[list(GAMES).index(game) % len(by_game)].removesuffix(" (2 reserved)")
    option = next(one for one in rules_of(game).options if one.name == name)
    offered: set[str] = set()
    for value in option.allowed:
        offered |= set(map(str, value)) if isinstance(value, range) else {written(value)}
    default = written(option.default)
    told = defaults.split(" / ")[list(GAMES).index(game)].removesuffix(" (fixed)")
    if told == "-":  # the game has no such rule: the family's neutral value, and no choice
        assert offered == {default}
        return
    assert default == told
    # A list that stands for all games may leave one of them no choice.
    assert offered == (values_of(said) if len(offered) > 1 else {default})
    assert said == "fixed" or offered <= values_of(said)


@pytest.mark.parametrize(
    ("text", "value"),
    [("on", True), ("off", False), ("0", 0), ("-30", -30), ("600", 600), ("seat0", "seat0"), ("", "")],
)
def test_a_value_is_read_as_it_is_written(text: str, value: OptionValue) -> None:
    read = parse_value(text)
    assert (read, type(read)) == (value, type(value))
    assert value_text(read) == text


def test_a_value_that_is_not_offered_is_refused_with_its_code() -> None:
    rules = rules_of("burako")
    assert isinstance(choose_options(rules, {"dead_bonus": 100}), Options)
    for chosen, code in (
        ({"dead_bonus": 101}, Code.OPTION_VALUE),
        ({"target": 99}, Code.OPTION_VALUE),
        ({"target": 10_001}, Code.OPTION_VALUE),
        ({"no_such_option": 1}, Code.UNKNOWN_OPTION),
        ({"players": 3}, Code.SEATS),
    ):
        refused = choose_options(rules, chosen)
        assert isinstance(refused, Refusal), chosen
        assert refused.code is code, chosen
