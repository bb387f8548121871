"""Hints in a terminal: where to look, which tiles, the whole move; each request gives one step more.

Laws: as in the window, hints are only for matches against bots, and are made from the seat's own View.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from game.client.access import telling
from game.client.table.advice.words import action_words, look_words, why_words
from game.client.words import say
from game.commands.terminal.asking import verb_word
from game.session.hints import LookAt, already_laid
from game.table.moves import Close, Rearrange

if TYPE_CHECKING:
    from game.session.arrangement import Arrangement
    from game.session.hints import Adviser, Hint
    from game.session.session import Session
    from game.table.moves import Move
    from game.table.view import View

WHERE_DEPTH, TILES_DEPTH, MOVE_DEPTH = 1, 2, 3
LOOKS_WITHOUT_TILES: Final = (LookAt.STOCK, LookAt.PILE, LookAt.NOTHING)  # for these, naming tiles would add nothing


class TerminalHints:
    """The hints of one chair; none without an adviser."""

    def __init__(self, adviser: Adviser | None, draft: Callable[[], Arrangement | None]) -> None:
        self._adviser, self._draft = adviser, draft
        self._view: View | None = None  # the view to which the depth belongs
        self._depth = self._wanted = 0
        self._hint: Hint | None = None

    @property
    def is_pending(self) -> bool:
        """Whether a requested hint is not ready yet."""
        return self._wanted > 0

    def ask(self, session: Session, view: View | None, _rest: str) -> Iterator[str]:
        """Request a hint, or the next depth of the current one."""
        if self._adviser is None:
            raise ValueError(_toast("hint_lan"))
        if view is None or not view.must_decide:
            raise ValueError(_toast("hint_wait"))
        if view is not self._view:
            self._view, self._depth = view, 0
        self._wanted = min(MOVE_DEPTH, self._depth + 1)
        yield from self.ready_hint(session, view)

    def ready_hint(self, session: Session, view: View) -> Iterator[str]:
        """Yield the words of the requested hint once it is ready."""
        if not self._wanted or self._adviser is None:
            return
        if view is not self._view:  # the table has changed meanwhile
            self._wanted = 0
            return
        hint = self._adviser.ask(view)
        if hint is None:
            return
        depth, self._wanted, self._hint = self._wanted, 0, hint
        if already_laid(hint.move, self._draft()):
            self._depth = 0
            yield say("hint.laid")
            return
        self._depth = MOVE_DEPTH if depth == TILES_DEPTH and hint.where_to_look in LOOKS_WITHOUT_TILES else depth
        yield from _hint_words(hint, session, self._depth)

    def move(self, view: View) -> Move:
        """Return the move of a complete hint; raise ValueError if there is none."""
        if self._hint is None or self._depth != MOVE_DEPTH or view is not self._view:
            raise ValueError(say("text.no_hint", hint=verb_word("hint")))
        return self._hint.move


def _hint_words(hint: Hint, session: Session, depth: int) -> Iterator[str]:
    cards = session.rules.deck.cards
    if depth == WHERE_DEPTH:
        yield str(look_words(hint))
        yield from _set_words(hint, session)
    elif depth == TILES_DEPTH:
        yield say("text.hint_about", tiles=telling.some_tiles_words(hint.rack_tiles, hint.view.faces, cards=cards))
    else:
        yield str(action_words(hint, cards=cards))
        yield from _set_words(hint, session)
        if isinstance(hint.move, Rearrange | Close):
            there = set(map(telling.set_identity, hint.view.table.melds))
            for meld in (one for one in hint.move.sets if telling.set_identity(one) not in there):
                tiles = telling.meld_words(meld.tiles, meld.stands_for, hint.view.faces, cards=cards)
                yield say("text.hint_set", tiles=tiles)
        for words in why_words(hint, cards=cards):
            yield str(words)
        yield say("text.hint_do", do=verb_word("do"))
        return
    yield say("text.hint_more", hint=verb_word("hint"))


def _set_words(hint: Hint, session: Session) -> Iterator[str]:
    """Read the sets on the table that a hint is about."""
    view, cards = hint.view, session.rules.deck.cards
    for index, meld in enumerate(view.table.melds):
        if index == hint.set_number:
            yield telling.set_words(view, index, session.seats, cards=cards)
        elif meld in hint.changed_sets:
            tiles = telling.meld_words(meld.tiles, meld.stands_for, view.faces, cards=cards)
            yield say("text.set", number=index + 1, tiles=tiles)


def _toast(code: str) -> str:
    return telling.without_markup(
        " ".join(say(f"toast.{code}.{part}") + ("." if part == "what" else "") for part in _PARTS)
    )


_PARTS: Final = ("what", "why", "mend")
