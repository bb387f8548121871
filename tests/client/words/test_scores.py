"""Every line a score sheet can hold has its words, and every option and value a table can have."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

import game.rules
from game.client.scenes.score_lines import line_words
from game.client.setup import OPTION_GROUPS, groups_of, offered_values, options_of, range_words, value_words
from game.client.words import english_sentence, sentence_codes
from game.rules.registry import GAMES
from game.rules.ruleset import ScoreLine
from game.table.options import OptionValue
from game.table.state import Ending
from tests.matches import played_out
from tests.slices import every

RULES = Path(game.rules.__file__).parent
MATCHES: tuple[tuple[str, dict[str, OptionValue]], ...] = (
    ("burako", {}),
    ("burako", {"no_canasta_table": "zero", "close_without_canasta": True, "dead_unused_penalty": True}),
    ("burako", {"players": 2, "dead_bonus": 100}),
    ("eburako", {}),
    ("burraco", {"semi_clean": True}),
)


def _codes_in_sources() -> set[str]:
    """Return every text that is, or may become, the code of a ScoreLine in the rules."""
    found: set[str] = set()
    for path in RULES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="ScoreLine" | "_canasta_line"), args=[code, *_]):
                    found |= _texts(code)
    return found


def _texts(node: ast.expr) -> set[str]:
    """Return the texts an expression may be; one with a hole in it stands for all that begin like it."""
    match node:
        case ast.Constant(value=str() as text):
            return {text}
        case ast.IfExp(body=one, orelse=other):
            return _texts(one) | _texts(other)
        case ast.JoinedStr(values=[ast.Constant(value=str() as start), *_]):
            return {f"{start}*"}
        case ast.Name():
            return set()
    raise AssertionError(f"a code of a score line is written in a way this test does not read: {ast.dump(node)}")


def test_every_code_in_the_rules_has_words() -> None:
    found = _codes_in_sources()
    assert {"pure", "close", "rack", "table", "dead_never"} <= found
    known = set(sentence_codes())
    for code in found:
        if code.endswith("*"):
            assert any(f"score.{code[:-1]}{value}" in known for value in ("subtract", "zero")), code
        else:
            assert {f"score.{code}", f"score.{code}.why"} <= known, code


@pytest.mark.parametrize(
    ("code", "told"),
    [("pure", "sets of 7 or more, no wild tile"), ("impure", "sets of 7 or more, with a wild tile")],
)
def test_several_canastas_are_told_as_that_many_sets(code: str, told: str) -> None:
    line = ScoreLine(code, "1.7", 400, count=2)
    assert str(line_words(line, ()).why) == f"2 {told}"
    assert str(line_words(replace(line, count=1), ()).why) == told.removeprefix("sets of ")


@pytest.mark.parametrize(("key", "chosen"), every(MATCHES, 2))
def test_every_line_of_a_match_can_be_told(key: str, chosen: dict[str, OptionValue]) -> None:
    match = played_out(key, 5, **chosen)
    for result in match.standing.results:
        for sheet in result.sheets:
            for line in sheet.lines:
                said = line_words(line, result.table.faces)
                assert str(said.what)
                assert str(said.why)
                assert len(said.faces) == len(line.tiles)


def test_every_ending_has_a_title_and_a_sentence() -> None:
    for ending in Ending:
        assert english_sentence(f"score.ending.{ending.value}")
        title = "score.out" if ending is Ending.OUT else f"score.title.{ending.value}"
        assert english_sentence(title)


def test_every_game_preset_option_and_value_has_words() -> None:
    known = set(sentence_codes())
    for rules in GAMES.values():
        assert f"game.{rules.key}.line" in known
        for preset in rules.presets:
            assert {f"preset.{preset.key}", f"preset.{preset.key}.line"} <= known
        for option in rules.options:
            assert {f"option.{option.name}", f"option.{option.name}.effect"} <= known, option.name
            for value in offered_values(option):
                if isinstance(value, str):
                    assert f"option.{option.name}.{value}" in known, (option.name, value)
                assert str(value_words(option.name, value))
            assert range_words(option) is None or str(range_words(option))


def test_every_offered_option_stands_in_one_group() -> None:
    for rules in GAMES.values():
        listed = [option.name for group in groups_of(rules) for option in options_of(rules, group)]
        offered = [option.name for option in rules.options if option.offered and option.name != "players"]
        assert sorted(listed) == sorted(offered)
    assert len({name for names in OPTION_GROUPS.values() for name in names}) == sum(
        len(names) for names in OPTION_GROUPS.values()
    )


def test_what_can_be_stepped_to_is_allowed() -> None:
    for rules in GAMES.values():
        for option in rules.options:
            values = offered_values(option)
            assert option.default in values
            assert all(option.allows(value) for value in values)
            assert len(set(map(str, values))) == len(values)
