from __future__ import annotations

import pygame
import pytest

from game.client.draw import theme
from game.client.draw.icons import STROKES, Icon, icon


def test_every_icon_has_its_strokes_and_every_stroke_its_icon() -> None:
    assert {sign.value for sign in Icon} == set(STROKES)


@pytest.mark.parametrize("sign", Icon)
@pytest.mark.parametrize("px", [14, 48])
def test_an_icon_fills_its_box_but_stays_inside(sign: Icon, px: int) -> None:
    drawn = icon(sign, px, theme.CREAM)
    ink = drawn.get_bounding_rect(min_alpha=100)
    assert drawn.get_size() == (px, px)
    assert max(ink.width, ink.height) >= 0.6 * px
    assert 12 < pygame.mask.from_surface(drawn).count() < 0.85 * px * px


def test_no_two_icons_look_alike() -> None:
    seen = {pygame.image.tobytes(icon(sign, 32, theme.CREAM), "RGBA") for sign in Icon}
    assert len(seen) == len(Icon)


def test_an_icon_is_found_by_its_plain_name_too() -> None:
    assert icon("check", 20, theme.GOLD) is icon(Icon.CHECK, 20, theme.GOLD)
    with pytest.raises(KeyError):
        icon("chekc", 20, theme.GOLD)


def test_an_icon_has_the_colour_asked_for() -> None:
    drawn = icon(Icon.PAUSE, 40, theme.GOLD)
    assert tuple(drawn.get_at((11, 20))) == (*theme.GOLD, 255)
