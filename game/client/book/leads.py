"""What refers to a paragraph of the rule book: refusals that cite it, options it decides; and its plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.book.book import first_link
from game.client.setup import value_words
from game.client.words import card_code, phrase
from game.client.words.tongue import uses_card_words, vocabulary_game
from game.rules.registry import GAMES
from game.table.refusals import Code

if TYPE_CHECKING:
    from collections.abc import Collection

    from game.book.book import RuleBook
    from game.client.words import Text
    from game.rules.ruleset import RuleSet
    from game.table.options import Options

UNKNOWN_VALUE = "\N{HORIZONTAL ELLIPSIS}"  # placeholder for values that only an actual refusal has


def refusals_citing(book: RuleBook, number: str) -> list[Text]:
    """Return the refusals that cite a paragraph, as the player reads them."""
    return _refusals_told(book, number, "what")


def _refusals_told(book: RuleBook, number: str, part: str) -> list[Text]:
    cited = [code for code in Code if book.links.get(code.rule) == number]
    unknown = dict.fromkeys(("a", "b", "c", "tiles", "owed"), UNKNOWN_VALUE)
    return [phrase(f"refusal.{code.key}.{part}", **unknown) for code in cited]


def options_decided_by(book: RuleBook, number: str, part: str = "") -> list[Text]:
    """Return the options whose default a paragraph decides; with the `part` .effect what they change."""
    options = (option for rules in GAMES.values() for option in rules.options)
    found = {option.name for option in options if first_link(option.source, book) == number}
    cards, game = uses_card_words(), vocabulary_game()
    return [phrase(card_code(f"option.{name}{part}", cards=cards, game=game)) for name in sorted(found)]


def options_here(book: RuleBook, numbers: Collection[str], rules: RuleSet, options: Options) -> list[tuple[Text, Text]]:
    """Return what a table has chosen for the options that some paragraphs decide, each with what the option changes."""
    named, cards = dict(options.items), uses_card_words()
    found = (one for one in rules.options if one.offered and first_link(one.source, book) in numbers)
    unused = "invalid_penalty" if named.get("live_validity") else ""  # no wrong play can be sent there

    def words(code: str) -> Text:
        return phrase(card_code(code, cards=cards, game=rules.key))

    return [
        (
            phrase(
                "book.option_here",
                what=str(words(f"option.{one.name}")),
                value=str(value_words(one.name, named[one.name])),
            ),
            words(f"option.{one.name}.effect"),
        )
        for one in found
        if one.name in named and one.name != unused
    ]


def plain_words(book: RuleBook, number: str) -> list[Text]:
    """Return what a paragraph is about, where no answer to beginners says it: its options, else its refusals."""
    told = options_decided_by(book, number, ".effect") or _refusals_told(book, number, "why")
    return [one for at, one in enumerate(told) if str(one) not in [str(other) for other in told[:at]]]
