"""The installed wheel, for tests that start the program as a player does."""

from __future__ import annotations

from tests.tools.test_wheel import installed

__all__ = ["installed"]
