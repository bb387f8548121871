from __future__ import annotations

import pygame
import pytest
from pygame import Rect, Surface

from game.client.draw import paint, theme
from game.client.draw.paint import Border
from game.client.draw.pen import Pen

GRADIENT = theme.vertical_gradient("#FF0000", "#0000FF")


def pixels(surface: Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


def colours(surface: Surface) -> set[tuple[int, int, int]]:
    data = pixels(surface)
    return {(data[at], data[at + 1], data[at + 2]) for at in range(0, len(data), 4)}


@pytest.mark.parametrize("size", [(9, 9), (40, 17), (300, 200)])
def test_a_mask_is_white_even_where_it_is_clear(size: tuple[int, int]) -> None:
    for made in (paint.rounded_mask(size, 6), paint.outline_mask(size, 6, 2), paint.dashed_mask(size, 4, 2, 5, 5)):
        assert made.get_size() == size
        assert colours(made) == {(255, 255, 255)}


def test_round_corners_are_clear_and_the_middle_is_full() -> None:
    made = paint.rounded_mask((200, 120), 16)
    assert made.get_at((0, 0)).a == 0
    assert made.get_at((199, 119)).a == 0
    assert made.get_at((100, 0)).a == 255
    assert made.get_at((100, 60)).a == 255


def test_a_ring_is_hollow_and_as_thick_as_asked() -> None:
    made = paint.outline_mask((200, 120), 16, 3)
    column = [made.get_at((100, y)).a for y in range(120)]
    assert column[:3] == [255] * 3
    assert column[-3:] == [255] * 3
    assert set(column[3:-3]) == {0}


@pytest.mark.parametrize("border", [None, Border(theme.GOLD, 1.5), Border(theme.LINE, 3)])
@pytest.mark.parametrize("fill", [theme.ROW, GRADIENT, None])
def test_a_large_plate_drawn_from_its_parts_equals_one_drawn_whole(
    fill: theme.Fill | None, border: Border | None
) -> None:
    size = (150, 130)
    drawn_whole = paint._plate(size, 12.0, fill, border, 255)
    from_parts = paint.plate(size, 12.0, fill, border)
    assert pixels(from_parts) == pixels(drawn_whole)


def test_the_edge_of_a_bordered_plate_shows_no_fill_outside_its_border() -> None:
    made = paint.plate((60, 30), 15, (255, 255, 0), Border((0, 0, 0), 2))
    for x in range(15):
        for y in range(30):
            pixel = made.get_at((x, y))
            if 0 < pixel.a < 255:
                assert pixel.r < 40


def test_tint_leaves_the_mask_as_it_was() -> None:
    form = paint.rounded_mask((30, 30), 8)
    before = pixels(form)
    tinted = paint.tinted_mask(form, theme.GOLD, 100)
    paint.tinted_mask(form, GRADIENT)
    assert pixels(form) == before
    assert tuple(tinted.get_at((15, 15))) == (*theme.GOLD, 100)


def test_a_gradient_runs_from_top_to_bottom() -> None:
    made = paint.gradient((5, 100), GRADIENT)
    assert made.get_at((2, 0))[0] > 250
    assert made.get_at((2, 99))[2] > 250
    reds = [made.get_at((0, y)).r for y in range(100)]
    assert reds == sorted(reds, reverse=True)
    assert made.get_masks() == paint.ALPHA_MASKS


def test_a_gradient_of_three_colours_passes_the_middle_one() -> None:
    fill = theme.Gradient(((0.0, (0, 0, 0)), (0.5, (200, 0, 0)), (1.0, (0, 0, 0))))
    assert paint.gradient((1, 101), fill).get_at((0, 50)).r >= 198


@pytest.mark.parametrize("blur", [2, 9, 24])
def test_a_shadow_fades_to_nothing_before_its_edge(blur: int) -> None:
    made, pad = paint.blurred_box((260, 220), 12, blur, 150)
    assert made.get_size() == (260 + 2 * pad, 220 + 2 * pad)
    middle = made.get_height() // 2
    row = [made.get_at((x, middle)).a for x in range(made.get_width() // 2)]
    assert row == sorted(row)
    assert row[0] <= 3
    assert row[-1] >= 145


def test_a_cast_shadow_falls_below() -> None:
    target = Surface((100, 100))
    target.fill((200, 200, 200))
    paint.draw_shadow(target, Rect(30, 30, 40, 40), 6, theme.SHADE_PANEL, 1.0)
    assert target.get_at((50, 76)).r < target.get_at((50, 24)).r < 200


def test_the_ring_of_time_shrinks() -> None:
    full, half, none = (pygame.mask.from_surface(paint.arc_mask(60, 6, share)).count() for share in (1.0, 0.5, 0.0))
    assert none == 0
    assert half == pytest.approx(full / 2, rel=0.1)
    right = paint.arc_mask(60, 6, 0.25)
    assert right.get_at((52, 18)).a > 0
    assert right.get_at((8, 42)).a == 0


def test_dashes_have_gaps_on_every_side() -> None:
    made = paint.dashed_mask((120, 80), 10, 2, 6, 6)
    for line in (
        [made.get_at((x, 1)).a for x in range(14, 106)],
        [made.get_at((x, 78)).a for x in range(14, 106)],
        [made.get_at((1, y)).a for y in range(14, 66)],
        [made.get_at((118, y)).a for y in range(14, 66)],
    ):
        assert 0.3 < sum(line) / 255 / len(line) < 0.7


def test_a_pen_draws_and_erases_in_the_unit_box() -> None:
    def draw(pen: Pen) -> None:
        pen.rounded_rectangle(0, 0, 1, 1)
        pen.disc(0.5, 0.5, 0.25, erase=True)
        pen.line([(0.5, 0.4), (0.5, 0.6)], 0.1)

    made = paint.mask("a test", (40, 40), draw)
    assert made.get_at((2, 2)).a == 255
    assert made.get_at((13, 20)).a == 0
    assert made.get_at((20, 20)).a == 255


def test_a_cache_forgets_what_was_used_longest_ago() -> None:
    cache = paint.SurfaceCache(300)
    made: list[str] = []

    def get(key: str) -> Surface:
        def make() -> Surface:
            made.append(key)
            return Surface((10, 10))

        return cache.get(key, make)

    for key in ("a", "b", "c", "a", "d"):
        get(key)
    assert len(cache) == 3
    assert cache.pixels == 300
    get("a")
    assert made == ["a", "b", "c", "d"]
    get("b")
    assert made == ["a", "b", "c", "d", "b"]
    cache.forget()
    assert (len(cache), cache.pixels) == (0, 0)


def test_one_surface_larger_than_the_cache_is_still_handed_out() -> None:
    cache = paint.SurfaceCache(10)
    big = cache.get("big", lambda: Surface((50, 50)))
    assert cache.get("big", lambda: Surface((1, 1))) is big


def test_asking_twice_gives_the_same_surface() -> None:
    assert paint.plate((80, 40), 9, theme.ROW) is paint.plate((80, 40), 9, theme.ROW)


def test_forgetting_empties_the_caches_of_the_module() -> None:
    paint.plate((33, 21), 4, theme.ROW)
    paint.forget()
    assert len(paint.mask_cache) == len(paint.plate_cache) == len(paint.shadow_cache) == 0


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (2, 90), (3, 3)])
def test_tiny_sizes_are_drawn_too(size: tuple[int, int]) -> None:
    assert paint.plate(size, 8, GRADIENT, Border(theme.LINE, 1.2)).get_width() >= 1
    assert paint.blurred_box(size, 8, 4, 100)[0].get_width() >= 1
