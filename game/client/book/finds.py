"""What a search of the rule book has found, as rows: those about the game first, of these beginners' questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.book.book import OPTIONS_SECTION, QUESTIONS_SECTION
from game.book.search import TITLE_PLACE
from game.client.book.sheet import number_and_title
from game.client.widgets.row_face import ListRow
from game.client.words import phrase
from game.rules.registry import GAMES
from game.rules.ruleset import Family

if TYPE_CHECKING:
    from game.book.book import RuleBook
    from game.book.search import Find, Finds
    from game.client.words import Text
    from game.rules.ruleset import RuleSet

SHARED_SECTIONS: Final = {Family.DEAD_HAND: "1", Family.OPEN_TABLE: "2"}  # what the games of a family share
GAME_SECTIONS: Final = frozenset({*SHARED_SECTIONS.values(), *(rules.section for rules in GAMES.values())})
MAX_ROWS: Final = 40  # nobody reads more of them, and a list of all would take too long


def found_rows(book: RuleBook, finds: Finds, game: RuleSet | None) -> list[ListRow]:
    """Return a row for each find; for one of beginners' questions its question."""
    return [_row(book, one) for one in sorted(finds.members, key=lambda one: _rank(book, one, game))[:MAX_ROWS]]


def found_words(finds: Finds, words: str) -> Text:
    """Return how much was found."""
    places = sum(one.places for one in finds.members)
    if not places:
        return phrase("book.nothing", words=words)
    if not finds.whole:
        return phrase("book.found_part")
    return phrase("book.found", n=places, parts=len(finds.members))


def _rank(book: RuleBook, find: Find, game: RuleSet | None) -> tuple[int, bool, bool]:
    """Return the rank of a find: about the game and asked, about the game, asked, the rest.

    Of the rest come first what holds for all games, then decisions, the rules of other games, and at last the options.
    Of equal ones scenarios come last, which are for who checks the program.
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
    order = (own and asked, own, asked, not (optional or decided or other), decided, other, True)
    return order.index(True), find.scenario, not find.named


def _row(book: RuleBook, find: Find) -> ListRow:
    paragraph = book.find(find.number)
    if paragraph.is_asked and find.at != TITLE_PLACE:
        return ListRow(find.name, find.title, paragraph.title)
    return ListRow(find.name, number_and_title(paragraph), phrase("book.places", n=find.places))
