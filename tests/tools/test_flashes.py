"""What flashes is measured as WCAG 2.3.1 has it, and no moment of the game flashes too much."""

from __future__ import annotations

import pygame
import pytest

from tests.slices import some
from tools.film import FRAMES_PER_SECOND
from tools.flashes import ALLOWED_AREA, FIELD_PX, flashing_area, flashing_in

SIZE = (240, 180)


def blinking(times: int, box: tuple[int, int, int, int]) -> list[pygame.Surface]:
    """Return a second in which a box is lit so many times."""
    pictures = []
    for at in range(FRAMES_PER_SECOND):
        picture = pygame.Surface(SIZE)
        if at * 2 * times // FRAMES_PER_SECOND % 2:
            picture.fill("white", box)
        pictures.append(picture)
    return pictures


def test_what_is_lit_three_times_a_second_does_not_count_and_five_times_does() -> None:
    whole = (0, 0, *SIZE)
    assert flashing_area(blinking(3, whole)) == 0
    assert flashing_area(blinking(5, whole)) > ALLOWED_AREA


def test_a_small_light_may_blink() -> None:
    assert (
        flashing_area(blinking(5, (2 * FIELD_PX, 2 * FIELD_PX, 2 * FIELD_PX, 2 * FIELD_PX))) == 4 * FIELD_PX * FIELD_PX
    )


def test_a_faint_change_is_no_flash() -> None:
    pictures = blinking(5, (0, 0, *SIZE))
    for picture in pictures:
        picture.fill((70, 70, 70), special_flags=pygame.BLEND_RGB_MIN)
    assert flashing_area(pictures) == 0


@pytest.mark.parametrize("name", some(["canasta", "impure", "match-won"], 1))
def test_the_brightest_moments_flash_little(name: str) -> None:
    assert flashing_in(name) <= ALLOWED_AREA / 2
