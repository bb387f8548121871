"""Run every test of the client without a window and without a sound card; set before pygame is first imported."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["LANGUAGE"] = "en"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
import pytest

from game.client.actions import ACTIONS, note_pad_known, note_pad_used, replace_actions
from game.client.words import set_language, set_vocabulary


@pytest.fixture(autouse=True)
def _awake() -> None:
    """Have display, fonts, language, keys and hand as at the start, whatever the test before left behind."""
    pygame.display.init()
    pygame.font.init()
    set_language("en")
    set_vocabulary(cards=False)
    replace_actions(ACTIONS)
    note_pad_used(pad=False)
    note_pad_known(known=False)
