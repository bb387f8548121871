"""A household of whole programs in memory for every test of LAN scenes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.client.lan_kit import Household, household


@pytest.fixture
def house() -> Iterator[Household]:
    """Return programs without a table yet; they end with the test."""
    with household() as made:
        yield made
