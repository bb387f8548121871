from __future__ import annotations

import pygame
from pygame import Rect, Surface

from game.client.leftward import mirror


def dotted(size: tuple[int, int] = (20, 10)) -> Surface:
    made = Surface(size)
    made.set_at((1, 1), (255, 0, 0))
    return made


def same(one: Surface, other: Surface) -> bool:
    return pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(other, "RGB")


def test_what_lay_there_stays_where_it_is_seen_and_what_is_drawn_is_mirrored() -> None:
    canvas = dotted()
    mirror.set_mirrored(canvas, mirrored=True)
    canvas.set_at((1, 5), (0, 255, 0))
    mirror.set_mirrored(canvas, mirrored=False)
    assert canvas.get_at((1, 1)).r == 255
    assert canvas.get_at((18, 5)).g == 255


def test_a_picture_made_upright_is_seen_as_it_was_made() -> None:
    canvas = Surface((20, 10))
    mirror.set_mirrored(canvas, mirrored=True)
    canvas.blit(mirror.keep_upright(dotted((5, 5))), (2, 0))
    mirror.set_mirrored(canvas, mirrored=False)
    assert canvas.get_at((20 - 7 + 1, 1)).r == 255


def test_a_box_inside_is_drawn_the_other_way_and_stays_where_it_is_clip_and_all() -> None:
    canvas = dotted()
    before = canvas.copy()
    for box in (Rect(0, 0, 8, 8), Rect(-3, 2, 9, 9)):
        canvas.set_clip(Rect(0, 0, 6, 10))
        with mirror.set_mirrored_in(canvas, box, mirrored=True):
            assert mirror.is_mirroring()
            assert canvas.get_clip() == Rect(2 * box.x + box.w - 6, 0, 6, 10).clip(canvas.get_rect())
        assert canvas.get_clip() == Rect(0, 0, 6, 10)
        assert not mirror.is_mirroring()
        assert same(canvas, before)


def test_a_picture_made_in_between_is_plain() -> None:
    canvas = dotted()
    mirror.set_mirrored(canvas, mirrored=True)
    with mirror.unmirrored():
        assert not mirror.is_mirroring()
        assert mirror.keep_upright(canvas) is canvas
    mirror.set_mirrored(canvas, mirrored=False)
