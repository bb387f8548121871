"""What flashes is measured as WCAG 2.3.1 has it, and no moment of the game flashes too much."""

from __future__ import annotations

import pygame
import pytest

from tests.slices import some
from tools.film import FRAMES
from tools.flashes import ALLOWED, FIELD, flashing, flashing_in

SIZE = (240, 180)


def blinking(times: int, box: tuple[int, int, int, int]) -> list[pygame.Surface]:
    """Return a second in which a box is lit so many times."""
    pictures = []
    for at in range(FRAMES):
        picture = pygame.Surface(SIZE)
        if at * 2 * times // FRAMES % 2:
            picture.fill("white", box)
        pictures.append(picture)
    return pictures


def test_what_is_lit_three_times_a_second_does_not_count_and_five_times_does() -> None:
    whole = (0, 0, *SIZE)
    assert flashing(blinking(3, whole)) == 0
    assert flashing(blinking(5, whole)) > ALLOWED


def test_a_small_light_may_blink() -> None:
    assert flashing(blinking(5, (2 * FIELD, 2 * FIELD, 2 * FIELD, 2 * FIELD))) == 4 * FIELD * FIELD


def test_a_faint_change_is_no_flash() -> None:
    pictures = blinking(5, (0, 0, *SIZE))
    for picture in pictures:
        picture.fill((70, 70, 70), special_flags=pygame.BLEND_RGB_MIN)
    assert flashing(pictures) == 0


@pytest.mark.parametrize("name", some(["canasta", "impure", "match-won"], 1))
def test_the_brightest_moments_flash_little(name: str) -> None:
    assert flashing_in(name) <= ALLOWED / 2
