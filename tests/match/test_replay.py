from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.match.lines import read_match
from game.match.match import Match
from game.match.replay import Cursor
from game.match.transcript import TABLE, Kind
from game.table.moves import Discard, Draw, Keep
from tests.match.logs import GOLDEN, dealt, header, moved, table_of

MATCH = read_match((GOLDEN / "burako-4.comodin").read_bytes()).match
LOG = MATCH.transcript


def test_it_begins_before_the_first_entry_and_ends_with_the_match() -> None:
    cursor = Cursor(LOG)
    assert cursor.standing.table is None
    assert cursor.jump(cursor.length) == MATCH.standing


@given(st.lists(st.one_of(st.integers(-40, 40), st.just("next"), st.just("last")), max_size=8))
@settings(max_examples=40)
def test_wherever_it_goes_it_stands_as_the_log_stood(steps: list[int | str]) -> None:
    cursor = Cursor(LOG)
    for step in steps:
        if isinstance(step, int):
            standing = cursor.step(step)
        else:
            standing = cursor.next_turn() if step == "next" else cursor.last_turn()
        assert 0 <= cursor.at <= cursor.length
        assert standing is cursor.standing
    assert cursor.standing == MATCH.at(cursor.at).standing


def test_the_ends_stop_it() -> None:
    cursor = Cursor(LOG)
    assert cursor.step(-5) == cursor.jump(0)
    assert cursor.jump(10**9) == MATCH.standing
    assert cursor.at == cursor.length == len(LOG.entries)
    assert cursor.next_turn() == MATCH.standing


def test_it_goes_to_each_round() -> None:
    cursor = Cursor(LOG)
    rounds = len(MATCH.standing.results)
    assert rounds > 1
    for number in range(1, rounds + 1):
        standing = cursor.to_round(number)
        assert standing.table is not None
        assert (standing.table.round, standing.story) == (number, ())
        assert LOG.entries[cursor.at - 1].kind is Kind.DEAL
    place = cursor.at
    for number in (0, -1, rounds + 1):
        cursor.to_round(number)
        assert cursor.at == place


def test_turn_by_turn_it_visits_each_turn_once_and_back() -> None:
    cursor = Cursor(LOG)
    there = [cursor.at]
    while cursor.at < cursor.length:
        cursor.next_turn()
        there.append(cursor.at)
    movers = [LOG.entries[at].author for at in there[1:-1]]
    assert all(entry.kind is Kind.MOVE for entry in (LOG.entries[at] for at in there[1:-1]))
    deals = [sum(entry.kind is Kind.DEAL for entry in LOG.entries[:at]) for at in there[1:-1]]
    turns = list(zip(movers, deals, strict=True))
    assert all(one != other for one, other in pairwise(turns))
    back = [cursor.at]
    while cursor.at:
        cursor.last_turn()
        back.append(cursor.at)
    assert back == there[::-1]


def test_what_others_send_in_between_begins_no_turn() -> None:
    match = dealt(Match.new(header()))
    mover = table_of(match).to_move
    match = moved(match, Draw()).adding(1 - mover, Kind.SHARE, "tile 46")[0]
    match = moved(match, Keep()).adding(1 - mover, Kind.SUSPEND, "")[0]
    match = moved(match, Discard(table_of(match).rack[0]))
    match = moved(match, Draw())
    cursor = Cursor(match.transcript)
    places = []
    while cursor.at < cursor.length:
        cursor.next_turn()
        places.append(cursor.at)
    assert places == [1, 6, 7]


def test_a_round_dealt_again_is_the_one_that_counts() -> None:
    first = dealt(Match.new(header()))
    void = moved(first, Draw()).adding(TABLE, Kind.VOID, "")[0]
    match = moved(dealt(void), Draw())
    cursor = Cursor(match.transcript)
    cursor.to_round(1)
    assert cursor.at == 4
    assert cursor.standing.deals == 2


@pytest.mark.parametrize("at", [0, 1, 50])
def test_the_log_stays_as_it_was(at: int) -> None:
    cursor = Cursor(LOG)
    cursor.jump(at)
    cursor.next_turn()
    assert read_match((GOLDEN / "burako-4.comodin").read_bytes()).match.transcript == LOG
