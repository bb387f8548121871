"""The large tiles of a match that was won: they come in, turn, and come to rest."""

from __future__ import annotations

import pygame

from game.client.scenes.sheet.turning import REST_SECONDS, TurningTiles
from game.client.viewport import Viewport
from game.client.widgets.look import Look

LOOK = Look(Viewport((960, 540)))


def drawn(turning: TurningTiles, now: float) -> bytes:
    surface = pygame.Surface((960, 540))
    turning.draw(surface, LOOK, now)
    return pygame.image.tobytes(surface, "RGB")


def test_they_begin_outside_the_window_turn_and_come_to_rest() -> None:
    turning = TurningTiles(5.0)
    assert not any(drawn(turning, 5.0))
    assert drawn(turning, 8.0) != drawn(turning, 9.0)
    assert turning.wants_frames(5.0 + REST_SECONDS - 0.1)
    assert not turning.wants_frames(5.0 + REST_SECONDS)
    assert drawn(turning, 5.0 + REST_SECONDS) == drawn(turning, 60.0)


def test_with_less_motion_they_lie_where_they_would_come_to_rest() -> None:
    still = TurningTiles(5.0, moving=False)
    assert not still.wants_frames(5.0)
    assert drawn(still, 5.0) == drawn(TurningTiles(5.0), 5.0 + REST_SECONDS)
