"""A deal that is asked for: by a number at one's own table, by a code at the table of who sent it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from game.client.ask_deal import AskDeal, parse_deal
from game.client.events import Typed
from game.client.still import Studio
from game.client.table.scene import TableScene
from game.match.deal import dealt_faces
from game.match.match import opening_standing
from game.match.short_code import code_of
from tests.client.theatre.kit import Hands
from tools.golden_pictures import golden_match


@pytest.fixture
def studio() -> Iterator[Studio]:
    with Studio() as made:
        yield made
        made.matches.leave()


def asked(studio: Studio, text: str) -> Hands:
    """Return the new-game scene after a deal was asked for."""
    hands = Hands(studio.new_game())
    hands.click("new.ask_deal")
    for sign in text:
        hands.director.on_plain_event(Typed(sign))
    hands.press("confirm")
    return hands


@pytest.mark.parametrize("game", ["burako-4", "rummikub-3", "burraco-2"])
def test_a_code_deals_the_tiles_of_who_sent_it(studio: Studio, game: str) -> None:
    sent = replace(golden_match(game).header, seed=987654321)
    table = asked(studio, code_of(sent)).top
    assert isinstance(table, TableScene)
    header = table.session.header
    assert (header.game, header.options, header.seed) == (sent.game, sent.options, sent.seed)
    assert dealt_faces(header, opening_standing(header)) == dealt_faces(sent, opening_standing(sent))


def test_a_number_deals_at_the_table_that_is_set_up(studio: Studio) -> None:
    table = asked(studio, "42").top
    assert isinstance(table, TableScene)
    assert table.session.header.seed == 42


@pytest.mark.parametrize("text", ["hello", "4-2", "9" * 40])
def test_what_is_neither_is_told_and_deals_nothing(studio: Studio, text: str) -> None:
    top = asked(studio, text).top
    assert isinstance(top, AskDeal)
    assert top._field.error is not None
    assert parse_deal(text) is None
