from __future__ import annotations

import pygame
import pytest

from game.client.draw import theme
from game.client.draw.assets import icon_names
from game.client.draw.icons import icon


@pytest.mark.parametrize("sign", icon_names())
@pytest.mark.parametrize("px", [14, 48])
def test_an_icon_fills_its_box_but_stays_inside(sign: str, px: int) -> None:
    drawn = icon(sign, px, theme.CREAM)
    ink = drawn.get_bounding_rect(min_alpha=100)
    assert drawn.get_size() == (px, px)
    assert max(ink.width, ink.height) >= 0.6 * px
    assert 12 < pygame.mask.from_surface(drawn).count() < 0.85 * px * px


def test_no_two_icons_look_alike() -> None:
    seen = {pygame.image.tobytes(icon(sign, 32, theme.CREAM), "RGBA") for sign in icon_names()}
    assert len(seen) == len(icon_names())


def test_a_sign_without_a_file_is_no_sign() -> None:
    with pytest.raises(KeyError):
        icon("chekc", 20, theme.GOLD)


def test_an_icon_has_the_colour_asked_for() -> None:
    drawn = icon("pause", 40, theme.GOLD)
    assert tuple(drawn.get_at((11, 20))) == (*theme.GOLD, 255)
