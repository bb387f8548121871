"""What every test of a command begins with."""

from __future__ import annotations

import pytest

from game.client.words import set_language, set_vocabulary


@pytest.fixture(autouse=True)
def _in_english() -> None:
    """Speak English and of tiles, whatever the test before left behind in this process."""
    set_language("en")
    set_vocabulary(cards=False)
