"""The short code of a deal: it comes back as it was, whatever the table, and a wrong letter is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.bots.names import LEVELS as CHOSEN
from game.commands.demo import bots_header, options_for
from game.match import short_code
from game.match.short_code import CODE_ALPHABET, CODED_LEVELS, CodedDeal, code_of, read_code, write_code
from game.match.transcript import Controller
from game.rules.registry import GAMES
from game.rules.ruleset import choose_options
from game.table.options import Options


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [0, 7, (1 << 63) - 1])
def test_a_code_says_what_was_coded(game: str, seed: int) -> None:
    rules = GAMES[game]
    for option in rules.options:
        ends = [(one[0], one[-1]) if isinstance(one, range) else (one,) for one in option.allowed]
        for value in (option.default, *(end for pair in ends for end in pair)):
            options = choose_options(rules, {option.name: value})
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
    assert set(CHOSEN) <= set(CODED_LEVELS)


def test_a_bot_of_a_level_unknown_here_is_coded_as_unknown() -> None:
    options = choose_options(GAMES["rummikub"], {"players": 3})
    assert isinstance(options, Options)
    read = read_code(write_code(CodedDeal("rummikub", options, ("an old one", "hard"), 7)))
    assert read.levels == ("", "hard")


def test_any_one_wrong_letter_is_refused() -> None:
    rules = GAMES["rummikub"]
    code = code_of(bots_header(rules, options_for(rules, {"players": 3}), 99)).replace("-", "")
    for at, sign in enumerate(code):
        for other in CODE_ALPHABET:
            if other != sign:
                with pytest.raises(ValueError, match="code"):
                    read_code(code[:at] + other + code[at + 1 :])


@pytest.mark.parametrize("text", ["", "-", "hello!", "0", "ZZZZ-ZZZZ", "7"])
def test_what_is_no_code_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="code"):
        read_code(text)


def coded(body: bytes) -> str:
    """Write bytes as a code whose letters are all right."""
    return short_code._to_letters(body + short_code._checksum(body))


def test_a_code_that_was_given_to_somebody_is_read_for_ever() -> None:
    options = choose_options(GAMES["burako"], {"players": 4, "target": 2000, "direction": "left"})
    assert isinstance(options, Options)
    deal = CodedDeal("burako", options, ("master", "easy", "hard"), (1 << 40) + 300)
    assert write_code(deal) == "404T-G9K0-109A-X208-4DHJ-PCX5-XS80-D03X-CGA0-8101-03C4-0"
    assert read_code("404T-G9K0-109A-X208-4DHJ-PCX5-XS80-D03X-CGA0-8101-03C4-0") == deal


def test_who_sits_here_has_no_level_in_a_code() -> None:
    header = bots_header(GAMES["rummy"], options_for(GAMES["rummy"], {"players": 2}), 5)
    mine = replace(header, seats=(replace(header.seats[0], controller=Controller.HERE), header.seats[1]))
    assert read_code(code_of(mine)).levels == (header.seats[1].level,)


def test_a_deal_that_no_seed_makes_has_no_code() -> None:
    header = bots_header(GAMES["rummy"], options_for(GAMES["rummy"], {"players": 2}), 5)
    with pytest.raises(ValueError, match="a seed makes"):
        code_of(replace(header, dealer="sealed"))


def test_what_another_version_wrote_is_refused_with_a_sentence() -> None:
    """A code of a game, an option or a table that this program does not have."""
    game, players, number, text = short_code._game_byte("rummy"), 2, 0, 1
    option = short_code._option_bytes("opening_min")
    assert read_code(coded(bytes([1, game, players, 0, 1, *option, number, 40, 5]))).options.number("opening_min") == 40
    for body, why in (
        (
            [1, game, players, 0, 1, *short_code._option_bytes("no such option"), number, 40, 5],
            "an option that this program",
        ),
        ([1, short_code._game_byte("no such game"), players, 0, 0, 5], "a game that this program"),
        ([1, game, 9, 0, 0, 5], "a table that cannot be"),
        ([1, game, players, 0, 0, 5, 0], "a table that cannot be"),
        ([1, game, players, 0, 0], "no code of a deal"),
        ([1, game, players, 0, 1, *option, text, 1, 0xFF, 5], "no code of a deal"),
        ([2, game, players, 0, 0, 5], "no code of a deal, or a letter"),
        ([1], "no code of a deal, or a letter"),
    ):
        with pytest.raises(ValueError, match=why):
            read_code(coded(bytes(body)))


def test_a_letter_too_few_or_too_many_is_said() -> None:
    code = coded(bytes([1, short_code._game_byte("rummy"), 2, 0, 0, 5]))
    for text in (code[:-1], code + "0", code[0] + code[2:], "5"):
        with pytest.raises(ValueError, match="letters are missing"):
            read_code(text)
    with pytest.raises(ValueError, match="other letters"):
        read_code(code + "!")
