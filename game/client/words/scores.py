"""The lines of the score sheet: what earned or cost points, and why."""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

SENTENCES: Final[dict[str, str | Plural]] = {}
