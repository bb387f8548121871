"""Court cards and aces: told apart at every size, the index free, the same either way up where they are large."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from game.client.draw import cards, theme
from game.client.draw.courts import MIN_FRAMED_WIDTH
from game.table.faces import Colour, Face

COURTS = (1, 11, 12, 13)


@pytest.fixture(autouse=True)
def _display() -> None:
    pygame.display.init()
    pygame.font.init()


def apart(one: pygame.Surface, other: pygame.Surface) -> int:
    mask = pygame.mask.from_threshold(one, (0, 0, 0), (24, 24, 24, 255), other)
    return one.get_width() * one.get_height() - mask.count()


@pytest.mark.parametrize("width", [28, 42, 58, MIN_FRAMED_WIDTH, 120])
@pytest.mark.parametrize("palette", theme.PALETTES.values(), ids=lambda palette: palette.name)
def test_every_figure_and_every_house_can_be_told(width: int, palette: theme.Palette) -> None:
    drawn = {(number, suit): cards.card(Face(suit, number), width, palette) for number in COURTS for suit in Colour}
    for one, other in combinations(drawn, 2):
        assert apart(drawn[one], drawn[other]) > width


@pytest.mark.parametrize("number", [11, 12, 13])
def test_a_large_one_looks_the_same_turned_round(number: int) -> None:
    drawn = cards.card(Face(Colour.RED, number), 120, theme.CLASSIC)
    turned = pygame.transform.rotate(drawn, 180)
    middle = drawn.get_rect().inflate(-24, -24)
    one, other = drawn.subsurface(middle), turned.subsurface(middle)
    assert apart(one, other) < one.get_width() * one.get_height() // 12


@pytest.mark.parametrize("number", COURTS)
def test_the_index_of_a_small_one_is_not_covered(number: int) -> None:
    plain, court = (cards.card(Face(Colour.BLACK, one), 42, theme.CLASSIC) for one in (number, 10))
    high = plain.get_height()
    corner = pygame.Rect(2, 2, 18, round(high * 0.32))
    assert court.get_size() == plain.get_size()
    inks = [plain.get_at((x, y))[:3] for x in range(*corner[::2]) for y in range(corner.y, corner.bottom)]
    assert min(sum(ink) for ink in inks) < 200  # the rank is there, dark
