"""What happened at the table: the lines of the log and the words of the banner."""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

SENTENCES: Final[dict[str, str | Plural]] = {}
