"""Sentences: every code used has one, every one is used, and what it asks for can be given."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

import game
from game.client import words
from game.client.actions import ACTIONS
from game.client.words import (
    english_sentence,
    group_digits,
    phrase,
    placeholders,
    say,
    sentence_codes,
)
from game.client.words.interface import SENTENCES as INTERFACE
from game.client.words.plural import Plural
from game.client.words.tell import tell_refusal
from game.table.refusals import Code, Refusal

SOURCES = Path(game.__file__).parent / "client"
BY_THE_TABLE = {action.sentence for action in ACTIONS} | {action.gesture for action in ACTIONS if action.gesture}


@cache
def _trees() -> list[ast.Module]:
    files = [path for path in SOURCES.rglob("*.py") if path.parent.name != "words"]
    assert files
    return [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(files)]


def _said() -> set[str]:
    """Return the codes written out in calls of say and phrase."""
    found: set[str] = set()
    for tree in _trees():
        for node in ast.walk(tree):
            called = (
                isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "phrase")
            )
            if called and isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                found.add(str(node.args[0].value))
    return found


def _constants() -> set[str]:
    constants: set[str] = set()
    for tree in _trees():
        constants |= {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    return constants


def test_every_code_that_is_said_has_a_sentence() -> None:
    said = _said()
    assert "settings.title" in said
    assert said <= set(sentence_codes())


def test_every_word_of_the_interface_is_used() -> None:
    assert set(INTERFACE) <= _constants()


def test_every_line_of_the_action_file_belongs_to_an_action() -> None:
    assert {code for code in sentence_codes() if code.startswith(("action.", "gesture."))} == BY_THE_TABLE


@pytest.mark.parametrize("leading", sorted({code.partition(".")[0] for code in sentence_codes()}))
def test_a_sentence_can_be_said_with_what_it_asks_for(leading: str) -> None:
    for code in sentence_codes():
        if code.partition(".")[0] != leading:
            continue
        sentence = english_sentence(code)
        wanted = placeholders(sentence)
        for count in (1, 2):
            given = {name: count if name == "n" else "Rosa" for name in wanted}
            if isinstance(sentence, Plural):
                given["n"] = count
            said = say(code, **given)
            assert said.strip() == said, code
            assert said, code
            assert "{" not in said, code


def test_no_code_stands_in_two_files() -> None:
    assert len(sentence_codes()) == len(set(sentence_codes()))
    counted = sum(len(subject) for subject in words.sentence_files())
    assert counted == len(sentence_codes())


def test_a_count_chooses_between_one_and_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(words._WRITTEN, "test.tiles", Plural("{name} holds one tile.", "{name} holds {n} tiles."))
    assert say("test.tiles", n=1, name="Rosa") == "Rosa holds one tile."
    assert say("test.tiles", n=1200, name="Rosa") == "Rosa holds 1 200 tiles."
    with pytest.raises(TypeError, match="give n="):
        say("test.tiles", name="Rosa")


def test_a_phrase_is_said_when_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = phrase("unit.percent", value=80)
    assert str(kept) == "80 %"
    monkeypatch.setitem(words._WRITTEN, "unit.percent", "{value} por ciento")
    assert str(kept) == "80 por ciento"


def test_an_unknown_code_teaches() -> None:
    with pytest.raises(KeyError, match=r"no sentence has the code 'no\.such'"):
        say("no.such")


def test_numbers_are_grouped_by_a_plain_space() -> None:
    assert [group_digits(number) for number in (7, 1240, -85, 1234567)] == ["7", "1 240", "−85", "1 234 567"]


def test_an_empty_stock_speaks_of_a_pile_only_where_there_is_one() -> None:
    piled, open_ = tell_refusal(Refusal(Code.STOCK_EMPTY)), tell_refusal(Refusal(Code.STOCK_EMPTY, cites="2.5"))
    assert "pile" in piled.mend
    assert "pile" not in f"{open_.what} {open_.why} {open_.mend}"
    assert (piled.what, piled.why) == (open_.what, open_.why)
