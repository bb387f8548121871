from __future__ import annotations

import pygame
import pytest

from game.client import prompts
from game.client.draw import theme
from game.client.draw.icons import STROKES, Icon, icon
from game.client.draw.theme import Lettering, Typeface
from game.client.prompts import PadPlace


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


def test_a_key_cap_grows_with_its_words() -> None:
    lettering = Lettering(Typeface.BOLD, 13)
    short, long = (prompts.key_cap(words, lettering, theme.CREAM) for words in ("T", "Enter"))
    assert short.get_width() == short.get_height()
    assert long.get_width() > long.get_height() == short.get_height()


@pytest.mark.parametrize("place", PadPlace)
def test_a_pad_button_is_told_by_its_place(place: PadPlace) -> None:
    px = 60
    drawn = prompts.pad_button(place, px, theme.CREAM)
    for other in PadPlace:
        x = round(px / 2 + other.value[0] * px * prompts.PAD_REACH)
        y = round(px / 2 + other.value[1] * px * prompts.PAD_REACH)
        assert (drawn.get_at((x, y)).a > 0) == (other is place)
