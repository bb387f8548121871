"""Run every test of the client without a window and without a sound card; set before pygame is first imported."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["LANGUAGE"] = "en"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
import pytest


@pytest.fixture(autouse=True)
def _awake() -> None:
    """Have the display and the fonts ready: a test that ends the program has shut them for those after it."""
    pygame.display.init()
    pygame.font.init()
