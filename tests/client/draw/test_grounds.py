"""Felt and wood."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect, Surface

from game.client.draw import felt, theme, wood
from game.client.draw.theme import Palette


def pixels(surface: Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("palette", list(theme.PALETTES.values()), ids=lambda palette: palette.name)
def test_felt_is_lightest_under_the_lamp(palette: Palette) -> None:
    felt.forget()
    ground = felt.felt((640, 360), palette)
    lamp = pygame.transform.average_color(ground, Rect(216, 122, 80, 80))
    for corner in ((0, 0), (600, 0), (0, 320), (600, 320)):
        assert sum(pygame.transform.average_color(ground, Rect(corner, (40, 40)))) < sum(lamp)
    centre = sum(palette.felt[0])
    assert abs(sum(lamp[:3]) - centre) < 0.15 * centre


def test_felt_is_made_once_for_a_size_and_alike_each_time() -> None:
    felt.forget()
    first = felt.felt((320, 200), theme.CLASSIC)
    assert felt.felt((320, 200), theme.CLASSIC) is first
    felt.forget()
    again = felt.felt((320, 200), theme.CLASSIC)
    assert again is not first
    assert pixels(again) == pixels(first)


def test_no_more_than_three_felts_are_kept() -> None:
    felt.forget()
    first = felt.felt((100, 60), theme.CLASSIC)
    for width in (101, 102, 103):
        felt.felt((width, 60), theme.CLASSIC)
    assert len(felt._kept) == 3
    assert felt.felt((100, 60), theme.CLASSIC) is not first


def test_felt_behind_a_sheet_is_darker() -> None:
    plain, dark = felt.felt((320, 200), theme.CLASSIC), felt.felt((320, 200), theme.CLASSIC, 0.5)
    assert sum(pygame.transform.average_color(dark)) < sum(pygame.transform.average_color(plain))


def test_grain_does_not_swim() -> None:
    wood.wood_cache.forget()
    first = pixels(wood.rack((500, 118), 1, 1.0))
    wood.wood_cache.forget()
    assert pixels(wood.rack((500, 118), 1, 1.0)) == first


def test_grain_has_no_pale_fringe() -> None:
    dark, light = wood._grain((300, 60), 1.0, 3)
    for grain, colour in ((dark, wood.DARK_GRAIN), (light, wood.LIGHT_GRAIN)):
        inked = [grain.get_at((x, y)) for x in range(300) for y in range(60)]
        lines = [pixel for pixel in inked if pixel.a > 0]
        assert lines
        assert all(abs(pixel[at] - colour[at]) <= 3 for pixel in lines for at in range(3))


@pytest.mark.parametrize("rows", [1, 2, 3])
@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0])
def test_wells_lie_in_the_rack_one_below_the_other(rows: int, scale: float) -> None:
    size = (round(1000 * scale), round((60 + 70 * rows) * scale))
    form = wood.rack_shape(size, rows, scale)
    whole = Rect((0, 0), size)
    assert len(form.wells) == rows
    assert form.lip.bottom == size[1]
    assert whole.contains(form.lip)
    for upper, lower in zip(form.wells, form.wells[1:], strict=False):
        assert upper.bottom < lower.top
        assert abs(upper.height - lower.height) <= 5 * scale + 1
    assert all(whole.contains(well) for well in form.wells)
    assert wood.rack(size, rows, scale).get_size() == size


def test_a_small_rack_shows_up_to_fourteen_backs() -> None:
    size = (76, 34)
    pictures = [pixels(wood.small_rack(size, held, theme.CLASSIC, 1.0)) for held in range(15)]
    assert len(set(pictures)) == 15
    assert pixels(wood.small_rack(size, 30, theme.CLASSIC, 1.0)) == pictures[14]


def test_cards_on_a_small_rack_are_told_from_tiles() -> None:
    size = (76, 34)
    for held in (1, 7, 14):
        stood = [pixels(wood.small_rack(size, held, theme.CLASSIC, 1.0, as_cards=cards)) for cards in (False, True)]
        assert stood[0] != stood[1]
