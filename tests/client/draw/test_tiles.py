from __future__ import annotations

from itertools import combinations

import pygame
import pytest
from pygame import Rect, Surface

from game.client.draw import marks, theme, tiles
from game.client.draw.shapes import SHAPES, SUITS, shape_mask, suit_mask
from game.client.draw.theme import Palette
from game.table.faces import HIDDEN, JOKER, Colour, Face

FACES = [*(Face(colour, number) for colour in Colour for number in range(1, 14)), JOKER, HIDDEN]
PALETTES = list(theme.PALETTES.values())


def pixels(surface: Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


@pytest.mark.parametrize("palette", PALETTES, ids=lambda palette: palette.name)
@pytest.mark.parametrize("width", [16, 28, 58, 117])
def test_all_faces_differ_at_every_size_and_are_of_one_size(width: int, palette: Palette) -> None:
    drawn = [tiles.tile(face, width, palette) for face in FACES]
    assert {surface.get_size() for surface in drawn} == {(width, round(width * 1.34))}
    assert len({pixels(surface) for surface in drawn}) == len(FACES)


def test_a_face_is_drawn_once() -> None:
    assert tiles.tile(Face(Colour.RED, 7), 40, theme.CLASSIC) is tiles.tile(Face(Colour.RED, 7), 40, theme.CLASSIC)
    assert tiles.tile(JOKER, 40, theme.CLASSIC) is not tiles.tile(JOKER, 40, theme.COLOUR_BLIND_SAFE)


def test_the_four_shapes_are_told_apart_without_colour() -> None:
    for forms, draw in ((SHAPES, shape_mask), (SUITS, suit_mask)):
        assert set(forms) == set(Colour)
        for one, other in combinations(Colour, 2):
            first, second = pygame.mask.from_surface(draw(one, 24)), pygame.mask.from_surface(draw(other, 24))
            differing = first.count() + second.count() - 2 * first.overlap_area(second, (0, 0))
            assert differing > 0.12 * first.count()


def test_no_shape_before_a_number_reads_as_a_plus() -> None:
    corners = [(across, down) for across in (0.28, 0.72) for down in (0.28, 0.72)]  # between the arms of a plus
    for colour in Colour:
        inked = pygame.mask.from_surface(shape_mask(colour, 50))
        assert sum(inked.get_at((round(50 * x), round(50 * y))) for x, y in corners) >= 2, colour


def test_the_shape_does_not_change_with_the_palette() -> None:
    for colour in Colour:
        tile_pictures = [tiles.tile(Face(colour, 1), 58, palette) for palette in PALETTES]
        foot = Rect(0, 50, 58, 20)
        assert len({pixels(picture.subsurface(foot)) for picture in tile_pictures}) == len(PALETTES)
        assert shape_mask(colour, 17) is shape_mask(colour, 17)


@pytest.mark.parametrize("number", [1, 8, 10, 13])
@pytest.mark.parametrize("width", [28, 58])
def test_a_numeral_keeps_its_place_and_room(width: int, number: int) -> None:
    drawn = tiles.numeral(number, width, theme.INK)
    assert drawn.get_width() <= round(width * tiles.MAX_NUMERAL_WIDTH)
    assert drawn.get_height() == pytest.approx(width * tiles.NUMERAL_HEIGHT, rel=0.12)


def test_marks_over_a_tile_do_not_touch_its_numeral() -> None:
    width = 58
    high = tiles.height_of(width) - tiles.body_height(width)
    numeral = tiles.numeral(13, width, theme.INK).get_rect(center=(width // 2, round(high * tiles.NUMERAL_CENTRE)))
    for sprite in (tiles.new_dot(width), tiles.wrong_badge(width)):
        assert not Rect(sprite.blit_position((0, 0)), sprite.surface.get_size()).colliderect(numeral)
    pill = marks.wild_pill(Face(Colour.BLACK, 12), width, theme.CLASSIC)
    assert not pill.get_rect(center=(width // 2, tiles.height_of(width))).colliderect(numeral)


def test_the_joker_carries_all_four_shapes_and_small_backs_a_plain_lozenge() -> None:
    joker = tiles.tile(JOKER, 100, theme.CLASSIC)
    foot = joker.subsurface(Rect(0, 98, 100, 20))
    seen = {tuple(foot.get_at((x, y)))[:3] for x in range(100) for y in range(20)}
    assert set(theme.CLASSIC.shape.values()) <= seen
    assert len({pixels(tiles.tile(HIDDEN, width, theme.CLASSIC)) for width in (12, 22, 30)}) == 3


def test_a_tile_that_cannot_be_used_is_darker() -> None:
    face = Face(Colour.BLUE, 4)
    plain, dim = (tiles.tile(face, 58, theme.CLASSIC, dim=dim) for dim in (False, True))
    assert dim.get_at((29, 5)).r < plain.get_at((29, 5)).r
    assert dim.get_at((0, 0)).a == plain.get_at((0, 0)).a == 0


def test_a_sprite_with_its_shadow_shows_the_tile_at_its_corner() -> None:
    face = Face(Colour.RED, 7)
    sprite = tiles.with_shadow(face, 58, theme.CLASSIC)
    target = Surface((120, 140))
    target.blit(sprite.surface, sprite.blit_position((30, 30)))
    plain = tiles.tile(face, 58, theme.CLASSIC)
    assert target.get_at((30 + 29, 30 + 4))[:3] == plain.get_at((29, 4))[:3]
    assert target.get_at((30 + 29, 30 + 75))[:3] == plain.get_at((29, 75))[:3]


def test_a_lifted_tile_throws_its_shadow_farther_down() -> None:
    rest, lifted = tiles.shadow(58), tiles.shadow(58, 14)
    assert lifted.blit_position((0, 0))[1] + lifted.pad[0] > rest.blit_position((0, 0))[1] + rest.pad[0]
    assert lifted.surface.get_width() > rest.surface.get_width()


def test_an_outline_shows_all_around_the_tile() -> None:
    sprite = tiles.outline(58, theme.GOLD, 3)
    target = Surface((140, 160))
    target.blit(sprite.surface, sprite.blit_position((40, 40)))
    for point in ((38, 70), (99, 70), (69, 38), (69, 40 + tiles.height_of(58) + 1)):
        assert target.get_at(point)[:3] == theme.GOLD
