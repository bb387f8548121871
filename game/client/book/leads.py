"""What refers to a paragraph of the rule book: refusals that cite it, options it decides; and its plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.book.book import first_link
from game.client.words import card_code, has_sentence, phrase
from game.client.words.options import chosen_code
from game.client.words.tongue import uses_card_words, vocabulary_game
from game.rules.registry import GAMES
from game.rules.ruleset import value_text
from game.table.options import Options
from game.table.refusals import Code

if TYPE_CHECKING:
    from collections.abc import Collection

    from game.book.book import RuleBook
    from game.client.words import Text
    from game.rules.ruleset import RuleSet
    from game.table.options import OptionValue

# option: the other option, and those values of it with which it changes nothing at a table
USELESS_WITH: Final[dict[str, tuple[str, tuple[OptionValue, ...]]]] = {
    "invalid_penalty": ("live_validity", (True,)),  # no wrong play can be sent
    "fresh_rounds": ("rounds", ("continued",)),
    "reopen_each_round": ("rounds", ("fresh",)),
    "two_player_hand": ("players", (4,)),
    "exchange_from_table": ("joker_lock", ("free",)),
    "joker_shift": ("joker_lock", ("free",)),
}
# those that say how rounds make a match, which a lesson's round, standing alone, has not
_OF_MATCHES: Final = ("first_starter", "fresh_rounds", "hands", "reopen_each_round", "rounds", "target")
SEEN_AT_TABLE: Final = ("players", "turn_seconds")
UNKNOWN_VALUE = "\N{HORIZONTAL ELLIPSIS}"  # placeholder for values that only an actual refusal has


def refusals_citing(book: RuleBook, number: str) -> list[Text]:
    """Return the refusals that cite a paragraph, as the player reads them."""
    return _refusals_told(book, number, "what")


def _refusals_told(book: RuleBook, number: str, part: str) -> list[Text]:
    cited = [code for code in Code if book.links.get(code.rule) == number]
    unknown = dict.fromkeys(("a", "b", "c", "tiles", "owed"), UNKNOWN_VALUE)
    told = (phrase(f"refusal.{code.key}.{part}", **unknown) for code in cited)
    return [one for one in told if UNKNOWN_VALUE not in str(one)]  # what only makes sense at a table is left out


def options_decided_by(book: RuleBook, number: str, part: str = "") -> list[Text]:
    """Return the options whose default a paragraph decides; with the `part` .effect what they change."""
    options = (option for rules in GAMES.values() for option in rules.options)
    found = {option.name for option in options if first_link(option.source, book) == number}
    cards, game = uses_card_words(), vocabulary_game()
    return [phrase(card_code(f"option.{name}{part}", cards=cards, game=game)) for name in sorted(found)]


def options_here(
    book: RuleBook, numbers: Collection[str], rules: RuleSet, options: Options, among: Collection[str] | None = None
) -> list[Text]:
    """Return what a table has chosen for the options that some paragraphs decide, `among` some, a sentence for each."""
    named = dict(options.items)
    unused = {name for name, (other, values) in USELESS_WITH.items() if named.get(other) in values}
    found = (one for one in rules.options if one.offered and first_link(one.source, book) in numbers)
    return [
        chosen_words(rules, one.name, named[one.name])
        for one in found
        if one.name in named and one.name not in unused and (among is None or one.name in among)
    ]


def options_of_a_round(options: Options) -> Options:
    """Return what a table has chosen for a round that stands alone."""
    return Options(tuple(pair for pair in options.items if pair[0] not in _OF_MATCHES))


def options_left_open(rules: RuleSet) -> set[str]:
    """Return the options that presets of a game choose differently, so that none is usual."""
    usual = {one.name: one.default for one in rules.options}
    chosen = (pair for preset in rules.presets for pair in preset.chosen.items())
    return {name for name, value in chosen if value != usual[name]} - {*SEEN_AT_TABLE}


def options_changed(rules: RuleSet, options: Options) -> set[str]:
    """Return the options that a table has chosen otherwise than usual, where one is."""
    named = dict(options.items)
    changed = {one.name for one in rules.options if named.get(one.name, one.default) != one.default}
    return changed - options_left_open(rules) - {*SEEN_AT_TABLE}


def chosen_words(rules: RuleSet, option: str, value: OptionValue, *, cards: bool | None = None) -> Text:
    """Return what a table has chosen as a sentence, of `cards` or tiles; by itself in the words that are used now."""
    codes = (chosen_code(option, value_text(value)), chosen_code(option, ""))
    code = card_code(
        next(one for one in codes if has_sentence(one)),
        cards=uses_card_words() if cards is None else cards,
        game=rules.key,
    )
    if isinstance(value, bool) or not isinstance(value, int):
        return phrase(code)
    return phrase(code, n=value)


def plain_words(book: RuleBook, number: str) -> list[Text]:
    """Return what a paragraph is about, where no answer to beginners says it: its options, else its refusals."""
    told = options_decided_by(book, number, ".effect") or _refusals_told(book, number, "why")
    return [one for at, one in enumerate(told) if str(one) not in [str(other) for other in told[:at]]]
