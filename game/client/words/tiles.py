"""The names of tiles and cards; {number} is a rank of the same kind, as it is said."""

from __future__ import annotations

from typing import Final

from game.client.words.plural import Plural

_RANKS: Final = {1: "ace", 11: "jack", 12: "queen", 13: "king"}

SENTENCES: Final[dict[str, str | Plural]] = {
    "tile.none": "that tile",
    "tile.list": "{first} and {last}",
    "tile.and_more": Plural("{first} and one more tile", "{first} and {n} more tiles"),
    "tile.either": "{first} or {last}",
    "tile.joker": "the joker",
    "tile.hidden": "a tile face down",
    "tile.any": "any {number}",
    "tile.red": "red {number}",
    "tile.blue": "blue {number}",
    "tile.black": "black {number}",
    "tile.yellow": "yellow {number}",
    "card.red": "the {number} of hearts",
    "card.blue": "the {number} of spades",
    "card.black": "the {number} of clubs",
    "card.yellow": "the {number} of diamonds",
    **{f"card.rank.{number}": _RANKS.get(number, str(number)) for number in range(1, 14)},
    "card.any": "any {number}",
    # Ranks have sentences of their own, because a language may need an article: l'8 rosso, il 5 rosso.
    **{f"tile.rank.{number}": str(number) for number in range(1, 14)},
}
