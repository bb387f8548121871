"""The closed list of refusals: each code is reached by a scenario, cites a rule of the book, and has its sentences."""

from __future__ import annotations

import re

import pytest

from game.client.words.tell import tell_refusal
from game.table.refusals import Code, Refusal
from tests.assets_rules.test_rule_book import book
from tests.rules.test_options import answer
from tests.rules.test_options import rows as option_rows
from tests.rules.test_scenarios import judged, rows


def reached() -> set[str]:
    found: set[str] = set()
    for row in rows():
        found |= {result["code"] for result in judged(row)["results"] if not result["ok"]}
    for row in option_rows():
        found |= {code for value, _wanted in row["values"] if (code := answer(row, value).get("code"))}
    return found


def test_every_code_is_reached_by_a_scenario() -> None:
    assert sorted({code.key for code in Code} - reached()) == []


def test_no_scenario_expects_a_code_that_does_not_exist() -> None:
    expected = {wanted["code"] for row in rows() for wanted in row["expect"] if "code" in wanted}
    assert sorted(expected - {code.key for code in Code}) == []


@pytest.mark.parametrize("code", list(Code), ids=lambda code: code.key)
def test_every_code_says_what_why_and_how_to_mend_it(code: Code) -> None:
    told = tell_refusal(Refusal(code, args=(1, 2, 3)))
    for sentence in (told.what, told.why, told.mend):
        assert sentence
        assert "{" not in sentence
        assert sentence[0].isupper()


@pytest.mark.parametrize("code", list(Code), ids=lambda code: code.key)
def test_every_code_cites_a_rule_of_the_book(code: Code) -> None:
    rule = re.escape(code.rule)
    assert re.search(rf"^#+ {rule}[. ]", book(), flags=re.MULTILINE)
