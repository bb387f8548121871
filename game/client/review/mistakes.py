"""One of the player's mistakes as a task: find the better move, with up to three hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from game.client.director import Pop, Replace
from game.client.puzzle.guide import LAID, TaskGuide
from game.client.review.papers import turn_in_words
from game.client.words import phrase
from game.client.words.tell import tell_reason, tiles_in_words
from game.review.review import kind_of
from game.review.task import MistakeSession
from game.table.moves import named_tiles

if TYPE_CHECKING:
    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.puzzle.scene import PuzzleTable
    from game.client.review.notes import MistakeShelf
    from game.client.table.scene import TableScene
    from game.client.words import Text
    from game.review.notebook import Mistake
    from game.table.tiles import Tile

KIND_HINT: Final = 1  # the first hint names the kind of mistake


class MistakeGuide(TaskGuide):
    """The guide of a mistake; it only says that there was a better move."""

    def __init__(self, scene: TableScene[Any], session: MistakeSession, shelf: MistakeShelf) -> None:
        self.mistake, self._shelf = session.mistake, shelf
        super().__init__(scene, session)
        self.next.label = phrase("mistakes.next")

    def _asked(self) -> tuple[Text, Text]:
        title = phrase("mistakes.ask")
        if self.hints:
            return title, self._hinted()
        if self._missed is not None:
            return title, phrase("puzzle.missed", why=phrase("puzzle.missed.better"))
        return title, phrase("mistakes.how", points=self.mistake.cost)

    def _hinted(self) -> Text:
        mistake, cards = self.mistake, self.scene.board.as_cards
        kind = phrase(f"review.lesson.{kind_of(mistake.played, mistake.best).value}")
        if self.hints == KIND_HINT:
            return kind
        own = self._own()
        if self.hints < LAID and own:
            return phrase("mistakes.tiles", tiles=tiles_in_words(own, mistake.view.faces, cards=cards))
        reason = tell_reason(mistake.reason, mistake.args, mistake.view.faces, cards=cards)
        if self.hints < LAID:
            return reason or kind
        return self._beside(reason or phrase("mistakes.why", why=kind))

    def _beside(self, says: Text) -> Text:
        """Say what `says` says, then what was played and what was better."""
        mistake, cards = self.mistake, self.scene.board.as_cards
        played, best = (turn_in_words(mistake.view, moves, cards=cards) for moves in (mistake.played, mistake.best))
        return phrase("mistakes.beside", says=says, played=played, best=best)

    def _own(self) -> tuple[Tile, ...]:
        """Return the rack's tiles used by the first of the best moves."""
        rack = self.mistake.view.rack
        return tuple(tile for tile in named_tiles(self.mistake.best[0]) if tile in rack)

    def _solved(self) -> tuple[Text, Text]:
        left = len(self._shelf.due)
        title = phrase("puzzle.solved_hint" if self.hints else "puzzle.solved")
        return title, self._beside(phrase("mistakes.left", n=left) if left else phrase("mistakes.none_left"))

    def _note(self) -> None:
        self._shelf.answered(self.mistake, right=not self.hints and not self.erred)

    def _show(self) -> None:
        turn = self.scene.shown.turn
        if turn is not None:
            turn.pick_only(self._own())

    def _next(self) -> Change | None:
        due = self._shelf.due
        return Replace(begin_mistake(self.scene.context, due[0], self._shelf)) if due else Pop()


def begin_mistake(context: AppContext, mistake: Mistake, shelf: MistakeShelf) -> PuzzleTable:
    """Open the table of a mistake."""
    from game.client.puzzle.scene import table_of_task  # tables are imported only when needed

    session = MistakeSession(mistake, context.player)
    return table_of_task(context, session, lambda scene: MistakeGuide(scene, session, shelf))
