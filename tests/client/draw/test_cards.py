from __future__ import annotations

import pygame
import pytest
from pygame import Rect

from game.client.draw import cards, marks, theme
from game.client.draw.theme import Palette
from game.client.table.dead_hand.ground import CARD_PILL_OVERLAP
from game.table.faces import HIDDEN, JOKER, Colour, Face

DECK = [*(Face(colour, number) for colour in Colour for number in range(1, 14)), JOKER, HIDDEN]


@pytest.mark.parametrize("palette", list(theme.PALETTES.values()), ids=lambda palette: palette.name)
@pytest.mark.parametrize("width", [22, 28, 50, 110])
def test_all_cards_differ_even_where_a_fan_covers_them(width: int, palette: Palette) -> None:
    shown = Rect(0, 0, cards.fan_step(width), cards.height_of(width))
    pictures = {pygame.image.tobytes(cards.card(face, width, palette).subsurface(shown), "RGBA") for face in DECK}
    assert len(pictures) == len(DECK)


def test_ranks_are_written_as_on_cards() -> None:
    assert [cards.rank_text(number) for number in (1, 2, 10, 11, 12, 13, 14)] == ["A", "2", "10", "J", "Q", "K", "A"]


def test_rank_and_small_suit_lie_within_what_a_fan_shows() -> None:
    width = 100
    for face in DECK[:52]:
        card = cards.card(face, width, theme.CLASSIC)
        corner = Rect(0, 0, width, round(width * 0.5))
        ink = [
            x
            for x in range(6, width - 6)
            for y in range(8, corner.height)
            if max(card.get_at((x, y))[:3]) - min(card.get_at((x, y))[:3]) > 90 or card.get_at((x, y)).r < 90
        ]
        assert min(ink) >= 3
        assert max(x for x in ink if x < 60) < cards.fan_step(width)


def test_red_suits_are_red_and_the_others_black() -> None:
    def ink(colour: Colour) -> tuple[int, int, int]:
        card = cards.card(Face(colour, 5), 100, theme.CLASSIC)
        red, green, blue, _ = card.get_at((66, 110))
        return red, green, blue

    red, black = theme.CLASSIC.numeral[Colour.RED], theme.CLASSIC.numeral[Colour.BLACK]
    assert ink(Colour.RED) == ink(Colour.YELLOW) == red
    assert ink(Colour.BLUE) == black
    assert ink(Colour.BLACK) == black


def test_a_card_is_drawn_once_with_its_shadow_too() -> None:
    face = Face(Colour.BLACK, 12)
    assert cards.with_shadow(face, 50, theme.CLASSIC).surface is cards.with_shadow(face, 50, theme.CLASSIC).surface


@pytest.mark.parametrize("width", [38, 50, 110])
def test_the_pill_leaves_the_smile_of_a_joker_free(width: int) -> None:
    joker = cards.card(JOKER, width, theme.CLASSIC)
    inside = [
        y
        for x in range(round(width * 0.4), round(width * 0.9))
        for y in range(round(width * 0.2), cards.height_of(width) - 4)
        if max(joker.get_at((x, y))[:3]) < 140
    ]
    pill = marks.wild_card_pill(Face(Colour.RED, 9), width, theme.CLASSIC)
    assert max(inside) < cards.height_of(width) - round(pill.get_height() * CARD_PILL_OVERLAP)
