"""Tests that start the program as a player does, in English."""

from __future__ import annotations

import pytest

from game.client.words import set_language, set_vocabulary


@pytest.fixture(autouse=True)
def _in_english() -> None:
    """Expect the sentences of a program that speaks English of tiles, whatever the test before left behind."""
    set_language("en")
    set_vocabulary(cards=False)
