"""The faces of the club: everybody can be told apart, every mood can be told, also where they are small."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from game.client.draw.faces import Mood, face, head_of, head_svg, known_names
from game.client.setup import BOT_NAMES


@pytest.fixture(autouse=True)
def _display() -> None:
    pygame.display.init()


def apart(one: pygame.Surface, other: pygame.Surface) -> int:
    """Count the pixels in which two pictures differ clearly."""
    mask = pygame.mask.from_threshold(one, (0, 0, 0), (24, 24, 24, 255), other)
    return one.get_width() * one.get_height() - mask.count()


def test_every_bot_of_the_program_has_a_head_of_its_own() -> None:
    assert {name.casefold() for name in BOT_NAMES} == set(known_names())
    assert len({head_of(name) for name in BOT_NAMES}) == len(BOT_NAMES)


def test_whoever_else_sits_down_always_has_the_same_head() -> None:
    assert head_of("Massimiliano") == head_of("MASSIMILIANO")
    assert head_of("") in known_names()


@pytest.mark.parametrize("mood", Mood)
@pytest.mark.parametrize("head", known_names())
def test_a_drawing_leaves_nothing_open(head: str, mood: Mood) -> None:
    for small in (False, True):
        said = head_svg(head, mood, small=small)
        assert "{" not in said
        assert "}" not in said


@pytest.mark.parametrize("px", [36, 44, 160])
def test_people_and_moods_are_told_apart(px: int) -> None:
    for one, other in combinations(known_names(), 2):
        assert apart(face(px, one, Mood.NEUTRAL), face(px, other, Mood.NEUTRAL)) > px * px // 12
    for head in known_names():
        for first, second in combinations([mood for mood in Mood if mood is not Mood.BLINKING], 2):
            assert apart(face(px, head, first), face(px, head, second)) > px * px // 60


def test_a_face_is_round_and_kept() -> None:
    drawn = face(44, "Nora", Mood.PLEASED)
    assert drawn.get_at((0, 0)).a == 0
    assert drawn.get_at((22, 22)).a == 255
    assert face(44, "Nora", Mood.PLEASED) is drawn
