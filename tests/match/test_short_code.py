"""The short code of a deal: it comes back as it was, whatever the table, and a wrong letter is refused."""

from __future__ import annotations

import pytest

from game.bots.names import LEVELS as CHOSEN
from game.commands.demo import bots_header, options_for
from game.match.short_code import LETTERS, LEVELS, CodedDeal, code_of, read_code, write_code
from game.rules.registry import GAMES
from game.rules.ruleset import choose
from game.table.options import Options


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [0, 7, (1 << 63) - 1])
def test_a_code_says_what_was_coded(game: str, seed: int) -> None:
    rules = GAMES[game]
    for option in rules.options:
        for value in {option.default, *option.examples} if hasattr(option, "examples") else (option.default,):
            options = choose(rules, {option.name: value})
            if isinstance(options, Options):
                levels = ("easy", "medium", "hard", "easy", "medium", "hard")[: options.number("players") - 1]
                deal = CodedDeal(game, options, levels, seed)
                assert read_code(write_code(deal)) == deal


def test_a_code_is_short_and_forgives_what_is_mistaken_in_reading() -> None:
    rules = GAMES["burako"]
    header = bots_header(rules, options_for(rules, {"players": 4}), (1 << 62) + 12345)
    code = code_of(header)
    assert len(code.replace("-", "")) <= 32
    read = read_code(code.lower().replace("0", "o").replace("1", "l").replace("-", " "))
    assert (read.game, read.options, read.seed) == ("burako", header.options, header.seed)


def test_every_level_that_can_be_chosen_has_its_number() -> None:
    assert set(CHOSEN) <= set(LEVELS)


def test_a_bot_of_a_level_unknown_here_is_coded_as_unknown() -> None:
    options = choose(GAMES["rummikub"], {"players": 3})
    assert isinstance(options, Options)
    read = read_code(write_code(CodedDeal("rummikub", options, ("an old one", "hard"), 7)))
    assert read.levels == ("", "hard")


def test_any_one_wrong_letter_is_refused() -> None:
    rules = GAMES["rummikub"]
    code = code_of(bots_header(rules, options_for(rules, {"players": 3}), 99)).replace("-", "")
    for at, sign in enumerate(code):
        for other in LETTERS:
            if other != sign:
                with pytest.raises(ValueError, match="code"):
                    read_code(code[:at] + other + code[at + 1 :])


@pytest.mark.parametrize("text", ["", "-", "hello!", "0", "ZZZZ-ZZZZ", "7"])
def test_what_is_no_code_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="code"):
        read_code(text)
