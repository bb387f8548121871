"""The hairs of the felt are what the tool draws."""

from __future__ import annotations

import pygame

from game.client.draw import felt
from tools.nap import NAP_FILE, nap


def test_the_kept_picture_is_the_drawn_one() -> None:
    kept = pygame.image.load(NAP_FILE)
    assert kept.size == (felt.NAP_TILE_PX, felt.NAP_TILE_PX)
    assert pygame.image.tobytes(kept, "RGBA") == pygame.image.tobytes(nap(), "RGBA")
