"""Why a move is not allowed: what, why and how to mend it, by the code of the refusal."""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

SENTENCES: Final[dict[str, str | Plural]] = {}
