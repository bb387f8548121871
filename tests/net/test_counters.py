"""Every number in any form that travels stands in the table of bounds, and the page shows that table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game.lan.log import bodies as game_bodies
from game.lan.terms import make_terms, read_terms
from game.table.canon import encode
from net.bounds import COUNTERS
from net.deal import bodies as deal_bodies
from net.frames import MESSAGE_FORMS
from net.log.bodies import BODY_RULES
from net.log.effects import _RECORDS
from net.log.entries import CORE_RULE, MAX_BALLOT, MAX_ENTRIES, MAX_KIND, MAX_SEATS, NUMBERED_RULE, TABLE_AUTHOR
from net.log.roster import Chair, Roster
from net.schema import ListOf, Misfit, Row, Rule, Whole
from tests.lan.hall import offered
from tests.net.samples import KEY

PAGE = (Path(__file__).resolve().parents[2] / "net/PROTOCOL.md").read_text(encoding="utf-8")
KNOWN = {counter.rule for counter in COUNTERS.values()}


def numbers(rule: object) -> Iterator[Whole]:
    """Yield every range in a form."""
    if isinstance(rule, Whole):
        yield rule
    elif isinstance(rule, Row):
        for one in rule.rules:
            yield from numbers(one)
    elif isinstance(rule, ListOf):
        yield from numbers(rule.rule)


FORMS_OF_ALL: list[tuple[str, Rule]] = [
    *((f"{kind}.{name}", rule) for kind, (_made, rules) in MESSAGE_FORMS.items() for name, rule in rules.items()),
    *((str(kind), rule) for kind, rule in BODY_RULES.items()),
    *((kind, rule) for kind, (_made, rule) in _RECORDS.items()),
    *((str(kind), rule) for kind, rule in game_bodies._FORMS.items()),
    ("core", CORE_RULE),
    ("numbered", NUMBERED_RULE),
    ("deal seat", deal_bodies._SEAT),
    ("deal position", deal_bodies._POSITION),
]


@pytest.mark.parametrize(("name", "rule"), FORMS_OF_ALL, ids=[name for name, _rule in FORMS_OF_ALL])
def test_every_number_that_travels_has_its_bound_in_the_table(name: str, rule: Rule) -> None:
    for found in numbers(rule):
        assert found in KNOWN, f"{name}: {found}"


def test_the_table_says_what_the_constants_say() -> None:
    assert COUNTERS["seat"].rule.high == MAX_SEATS - 1
    assert COUNTERS["author"].rule.high == TABLE_AUTHOR
    assert COUNTERS["turn, seen, number, length, base"].rule.high == MAX_ENTRIES
    assert COUNTERS["ballot"].rule.high == MAX_BALLOT
    assert COUNTERS["kind"].rule.high == MAX_KIND


@pytest.mark.parametrize("name", COUNTERS)
def test_the_page_shows_each_row_and_each_is_used(name: str) -> None:
    counter = COUNTERS[name]
    assert f"\n| {name} | {counter.rule.low}..{counter.rule.high} | {counter.reason} |\n" in PAGE
    assert any(counter.rule in set(numbers(rule)) for _name, rule in FORMS_OF_ALL)


def test_no_counter_stands_without_its_reason() -> None:
    assert all(len(counter.reason) > 10 for counter in COUNTERS.values())


def test_terms_by_which_bots_would_think_for_ever_are_refused() -> None:
    offer = offered("rummikub", players=2)
    chairs = (Chair(KEY, "Ana", "", held=True), Chair(b"", "Nora", "hard", held=False))
    roster = Roster(bytes(16), 0, KEY, 0, chairs, b"")
    terms = make_terms(offer, [("Ana", "", True), ("Nora", "hard", False)])
    assert read_terms(replace(roster, header=encode(terms))) == terms
    greedy = replace(terms, header=replace(terms.header, nodes=2**40))
    with pytest.raises(Misfit, match="bots that think"):
        read_terms(replace(roster, header=encode(greedy)))
