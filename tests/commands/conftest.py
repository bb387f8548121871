"""What every test of a command begins with."""

from __future__ import annotations

import pytest

from game.client.words import play_with, speak


@pytest.fixture(autouse=True)
def _in_english() -> None:
    """Speak English and of tiles, whatever the test before left behind in this process."""
    speak("en")
    play_with(cards=False)
