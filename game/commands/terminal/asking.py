"""Queries that do not concern the turn: help on commands, the pile, and the rules.

Laws: an impossible query is a `ValueError` with the sentence to print; nothing here changes a turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from game.book.book import Grid, block_lines, rule_book_of
from game.book.spans import plain_text
from game.client.access import telling
from game.client.words import current_language, say
from game.client.words.terminal import VERBS
from game.commands.terminal.reading import verb_of
from game.rules.phases import DEAD_HAND_PHASES, OPEN_TABLE_PHASES, phases_of
from game.rules.ruleset import Family
from game.table.moves import Discard, Draw, Extend, Keep, LayMeld, Move, Pass, Rearrange, Redraw, Stop, TakePile

if TYPE_CHECKING:
    from game.book.book import Block, RuleBook
    from game.session.session import Session
    from game.table.view import View

# The move a verb makes; verbs in neither table are always possible.
_DEAD_HAND: Final[Mapping[str, type[Move]]] = MappingProxyType(
    {
        "draw": Draw, "take": TakePile, "keep": Keep, "redraw": Redraw, "lay": LayMeld, "add": Extend, "slide": Extend,
        "discard": Discard, "stop": Stop, "undo": Discard, "reset": Discard,
    }
)  # fmt: skip
_OPEN: Final[Mapping[str, type[Move]]] = MappingProxyType(
    {
        "draw": Draw, "lay": Rearrange, "add": Rearrange, "move": Rearrange, "split": Rearrange, "swap": Rearrange,
        "end": Rearrange, "pass": Pass, "undo": Rearrange, "reset": Rearrange,
    }
)  # fmt: skip
_TURNS: Final = MappingProxyType({Family.DEAD_HAND: DEAD_HAND_PHASES, Family.OPEN_TABLE: OPEN_TABLE_PHASES})
_MOVES: Final = MappingProxyType({Family.DEAD_HAND: _DEAD_HAND, Family.OPEN_TABLE: _OPEN})
VERBS_ALONE: Final = frozenset(VERBS) - {"lay", "add", "slide", "move", "split", "swap", "discard", "help", "rule"}
SUMMARY_LINES: Final = 2  # lines of a paragraph read at first, its summary
LINES_PER_MORE: Final = 6  # lines read per `more`


def verb_word(verb: str) -> str:
    """Return the word for a verb in the current language."""
    return say(f"text.verb.{verb}").split()[0]


def verb_applies(session: Session, verb: str) -> bool:
    """Return whether a verb belongs to the game."""
    family = session.rules.family
    if verb == "pile":
        return family is Family.DEAD_HAND
    return verb in _MOVES[family] or not any(verb in moves for moves in _MOVES.values())


def help_words(session: Session, view: View | None, rest: str) -> Iterator[str]:
    """Yield the possible commands, or the help on one of them."""
    if rest:
        verb, _more = verb_of(rest)
        if not verb or not verb_applies(session, verb):
            raise ValueError(say("text.unknown", words=rest, help=verb_word("help")))
        yield say("text.help", verb=verb_word(verb), about=say(f"text.help.{verb}"))
        if verb not in VERBS_ALONE and verb not in {"help", "rule"}:
            yield say("text.help_tiles")
        return
    moves, phases = _MOVES[session.rules.family], phases_of(_TURNS[session.rules.family])
    mine = view is not None and view.must_decide
    now = [verb for verb, move in moves.items() if mine and view is not None and view.phase in phases[move]]
    always = [verb for verb in VERBS if verb_applies(session, verb) and verb not in moves]
    if now:
        yield say("text.help_now", verbs=", ".join(map(verb_word, now)))
    yield say("text.help_always", verbs=", ".join(map(verb_word, always)))
    yield say("text.help_more", help=verb_word("help"), verb=verb_word(now[0] if now else "table"))


def pile_words(session: Session, view: View | None, _rest: str) -> Iterator[str]:
    """Read the whole pile."""
    if view is None or not verb_applies(session, "pile"):
        raise ValueError(say("text.not_here"))
    yield telling.whole_pile_words(view, cards=session.rules.deck.cards)


class RuleReader:
    """Reads the rule book aloud, a few lines at a time."""

    def __init__(self) -> None:
        self._left: list[str] = []

    def rule(self, _session: Session, _view: View | None, rest: str) -> Iterator[str]:
        """Start reading a paragraph, by its number."""
        # parsing replaced the dots by spaces
        book, number = rule_book_of(current_language()), rest.replace(" ", ".").upper()
        if not number:
            yield from _titles_within(book, "")
        if number not in book.links:
            raise ValueError(say("text.which_rule", rule=verb_word("rule")))
        paragraph = book.find(number)
        self._left = [line for block in paragraph.blocks for line in _spoken_block(block)]
        self._left += _titles_within(book, f"{paragraph.number}.")
        yield f"{paragraph.number}. {paragraph.title}."
        yield from self._next(SUMMARY_LINES)

    def more(self, _session: Session, _view: View | None, _rest: str) -> Iterator[str]:
        """Read the next lines."""
        if not self._left:
            raise ValueError(say("text.no_more"))
        yield from self._next(LINES_PER_MORE)

    def _next(self, count: int) -> Iterator[str]:
        yield from self._left[:count]
        self._left = self._left[count:]
        if self._left:
            yield say("text.rule_more", more=verb_word("more"))


def _spoken_block(block: Block) -> Iterator[str]:
    """Read a block; tables row by row, each cell after its column's heading."""
    if not isinstance(block, Grid):
        yield from map(plain_text, block_lines(block))
        return
    heads = [plain_text(head) for head in block.head]
    for row in block.rows:
        cells = [
            f"{head}: {plain_text(cell)}" if head else plain_text(cell) for head, cell in zip(heads, row, strict=True)
        ]
        yield f"{'; '.join(cells)}."


def _titles_within(book: RuleBook, start: str) -> list[str]:
    """Return the titles of the book's chapters, or of one chapter's paragraphs."""
    inner = [one for one in book.paragraphs if one.number.startswith(start)]
    return [f"{one.number}. {one.title}." for one in inner if one.number.count(".") == start.count(".")]
