"""What a search of the rule book has found, as rows: those about the game first, of these beginners' questions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from game.book.book import OPTIONS_SECTION, QUESTIONS_SECTION
from game.book.search import TITLE_PLACE
from game.client.book.sheet import number_and_title
from game.client.widgets.row_face import ListRow
from game.client.words import phrase
from game.rules.registry import GAMES
from game.rules.ruleset import Family

if TYPE_CHECKING:
    from game.book.book import RuleBook, RuleParagraph
    from game.book.search import Find, Finds
    from game.client.words import Text
    from game.rules.ruleset import RuleSet

SHARED_SECTIONS: Final = {Family.DEAD_HAND: "1", Family.OPEN_TABLE: "2"}  # what the games of a family share
GAME_SECTIONS: Final = frozenset({*SHARED_SECTIONS.values(), *(rules.section for rules in GAMES.values())})
MAX_ROWS: Final = 40  # nobody reads more of them, and a list of all would take too long


def found_rows(book: RuleBook, finds: Finds, game: RuleSet | None) -> list[ListRow]:
    """Return a row for each find; for one of beginners' questions its question. What is about other games says so."""
    return [_row(book, one, game) for one in sorted(finds.members, key=lambda one: _rank(book, one, game))[:MAX_ROWS]]


def found_words(finds: Finds, words: str) -> Text:
    """Return how much was found."""
    places = sum(one.places for one in finds.members)
    if not places:
        return phrase("book.nothing", words=words)
    if not finds.whole:
        return phrase("book.found_part")
    return phrase("book.found", n=places, parts=len(finds.members))


def _rank(book: RuleBook, find: Find, game: RuleSet | None) -> tuple[int, int, bool, bool]:
    """Return the rank of a find: about the game and asked, its rules, decisions about it, asked of others, the rest.

    Of the rest come first what holds for all games, then decisions, the rules of other games, and at last the options.
    Of equal ones those of other games come later, and scenarios last, which are for who checks the program.
    """
    section = book.section(find.number).number
    asked = section == QUESTIONS_SECTION
    own = game is not None and (
        find.number == book.questions_number(game.title)
        if asked
        else section in (game.section, SHARED_SECTIONS[game.family])
    )
    optional, decided = section == OPTIONS_SECTION, find.number.startswith("D")
    other = game is not None and section in GAME_SECTIONS
    strange = _strangeness(_heading(book, find), game)
    settled = decided and game is not None and not strange
    order = (own and asked, own, settled, asked, not (optional or decided or other), decided, other, True)
    return order.index(True), strange, find.scenario, not find.named


def _heading(book: RuleBook, find: Find) -> RuleParagraph:
    """Return the heading that names the games a find is about, if it is not about all."""
    paragraph = book.find(find.number)
    return paragraph if paragraph.is_asked else book.heading_above(find.number)


def _strangeness(heading: RuleParagraph, game: RuleSet | None) -> int:
    """Return 0 for a heading that concerns the game, 1 if it names only others of its family, 2 if strange ones."""
    words = re.split(r"\W+", heading.title)
    named = [rules for rules in GAMES.values() if rules.title in words]
    if game is None or not named or game in named:
        return 0
    return 1 if any(rules.family is game.family for rules in named) else 2


def _row(book: RuleBook, find: Find, game: RuleSet | None) -> ListRow:
    paragraph, heading = book.find(find.number), _heading(book, find)
    if paragraph.is_asked and find.at != TITLE_PLACE:
        return ListRow(find.name, find.title, paragraph.title)
    places = phrase("book.places", n=find.places)
    told = heading is not paragraph and _strangeness(heading, game)
    return ListRow(find.name, number_and_title(paragraph), f"{heading.title} · {places}" if told else places)
