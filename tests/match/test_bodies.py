from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.match.bodies import (
    Deal,
    read_deal,
    read_score,
    read_seat,
    write_deal,
    write_score,
    write_seat,
)
from game.match.transcript import Controller, Seat
from game.table.moves import ShownFaces
from tests.strategies import printed, read_or_told, tiles

shows: st.SearchStrategy[ShownFaces] = st.dictionaries(tiles, printed, max_size=6).map(
    lambda found: tuple(sorted(found.items(), key=lambda pair: pair[0]))
)
words = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zs", "Zl", "Zp")), min_size=1, max_size=10)


@given(st.integers(1, 999), st.integers(0, 10**9), shows, st.booleans())
def test_a_deal_reads_back(number: int, coin: int, shown: ShownFaces, cards: bool) -> None:
    deal = Deal(number, coin, shown)
    assert read_deal(write_deal(deal, cards=cards), cards=cards) == deal


@given(shows, st.booleans())
def test_a_score_reads_back(shown: ShownFaces, cards: bool) -> None:
    assert read_score(write_score(shown, cards=cards), cards=cards) == shown


@given(st.integers(0, 9), st.sampled_from(Controller), words.filter(lambda word: word != "-"), words)
def test_a_chair_reads_back(index: int, controller: Controller, level: str, name: str) -> None:
    for seat in (Seat(name, controller, level), Seat(name, controller), Seat(f"{name} {name}", controller, level)):
        assert read_seat(write_seat(index, seat)) == (index, seat)


@given(st.text(max_size=30))
def test_any_text_is_one_body_or_a_sentence(text: str) -> None:
    for deal in read_or_told(lambda: read_deal(text, cards=False)):
        assert write_deal(deal, cards=False) == text
    for shown in read_or_told(lambda: read_score(text, cards=False)):
        assert write_score(shown, cards=False) == text
    for index, seat in read_or_told(lambda: read_seat(text)):
        assert write_seat(index, seat) == text


@pytest.mark.parametrize(
    "body", ["round 01 coin 3", "round ٣ coin 3", "round 1 coin 03", "round 1 coin 3 ", "round -1 coin 3"]
)
def test_a_number_is_written_in_one_way(body: str) -> None:
    with pytest.raises(ValueError, match="round "):
        read_deal(body, cards=False)


@pytest.mark.parametrize("body", ["shows R5!3 R5!3", "shows R5!4 R6!3", "shows R5#3", "shows  R5!3", "shows R5"])
def test_faces_are_shown_once_and_in_order(body: str) -> None:
    with pytest.raises(ValueError, match="R5"):
        read_score(body, cards=False)
