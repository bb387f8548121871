"""What refers to a paragraph of the rule book: the refusals that cite it, and the options it decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.book.book import first_link
from game.client.words import phrase
from game.rules.registry import GAMES
from game.table.refusals import Code

if TYPE_CHECKING:
    from game.book.book import RuleBook
    from game.client.words import Text

UNKNOWN_VALUE = "\N{HORIZONTAL ELLIPSIS}"  # placeholder for values that only an actual refusal has


def refusals_citing(book: RuleBook, number: str) -> list[Text]:
    """Return the refusals that cite a paragraph, as the player reads them."""
    cited = [code for code in Code if book.links.get(code.rule) == number]
    return [
        phrase(f"refusal.{code.key}.what", a=UNKNOWN_VALUE, b=UNKNOWN_VALUE, c=UNKNOWN_VALUE, tiles=UNKNOWN_VALUE)
        for code in cited
    ]


def options_decided_by(book: RuleBook, number: str) -> list[Text]:
    """Return the options whose default a paragraph decides."""
    sources = {option.name: option.source for rules in GAMES.values() for option in rules.options}
    found = [name for name, source in sources.items() if first_link(source, book) == number]
    return [phrase(f"option.{name}") for name in sorted(found)]
