"""One of the player's mistakes as a task: find the better move, with up to three hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from game.client.director import Pop, Replace
from game.client.puzzle.guide import ANSWER_HINT, TaskGuide
from game.client.review.papers import turn_in_words
from game.client.words import phrase
from game.client.words.tell import tell_reason, tiles_in_words
from game.review.review import mistake_kind
from game.review.task import MistakeSession
from game.table.moves import named_tiles
from game.table.state import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.puzzle.scene import PuzzleTable
    from game.client.review.notes import MistakeShelf
    from game.client.table.scene import TableScene
    from game.client.words import Text
    from game.review.notebook import Mistake
    from game.table.moves import Move
    from game.table.tiles import Tile

CHOICE_PHASES: Final = (Phase.START_CHOICE, Phase.DRAW)  # keep or throw back; stock or pile
KIND_HINT: Final = 1  # the first hint names the kind of mistake


class MistakeGuide(TaskGuide):
    """The guide of a mistake; it only says that there was a better move."""

    def __init__(self, scene: TableScene[Any], session: MistakeSession, shelf: MistakeShelf) -> None:
        self.mistake, self._shelf, self._answers = session.mistake, shelf, session
        self._judged: object = None  # the turn state that the last verdict is about
        super().__init__(scene, session)
        self.next.label = phrase("mistakes.next")

    def tell(self) -> None:
        """Update the paper; a verdict goes when the player tries something else."""
        turn = self.scene.shown.turn
        now = None if turn is None else turn.turn_state
        if self._missed is not None and self._judged not in (None, now):
            self._missed = None
        self._judged = None if self._missed is None else now
        super().tell()

    def _asked(self) -> tuple[Text, Text]:
        title = phrase("mistakes.ask")
        if self.hints:
            return title, self._hinted()
        if self._missed is not None:
            missed = "mistakes.again" if self._answers.repeated else "puzzle.missed.better"
            return title, phrase("puzzle.missed", why=phrase(missed))
        return title, phrase("mistakes.how", points=self.mistake.cost)

    def _hinted(self) -> Text:
        mistake, cards = self.mistake, self.scene.board.as_cards
        if self.hints == KIND_HINT:
            return phrase("mistakes.why", why=self._kind)
        own = self._own()
        if self.hints < ANSWER_HINT and own:
            return phrase("mistakes.tiles", tiles=tiles_in_words(own, mistake.view.faces, cards=cards))
        return self._why if self.hints < ANSWER_HINT else self._beside(self._why)

    @property
    def _kind(self) -> Text:
        return phrase(f"review.lesson.{mistake_kind(self.mistake.played, self.mistake.best).value}")

    @property
    def _why(self) -> Text:
        """Return why the better turn is better, as a sentence."""
        mistake, cards = self.mistake, self.scene.board.as_cards
        reason = tell_reason(mistake.reason, mistake.args, mistake.view.faces, cards=cards)
        return reason or phrase("mistakes.why", why=self._kind)

    def _beside(self, says: Text) -> Text:
        """Say what `says` says, then what was played and what was better."""
        return phrase(
            "mistakes.beside",
            says=says,
            played=self._in_words(self.mistake.played),
            best=self._in_words(self.mistake.best),
        )

    def _in_words(self, moves: Sequence[Move]) -> Text:
        return turn_in_words(self.mistake.view, moves, cards=self.scene.board.as_cards)

    def _own(self) -> tuple[Tile, ...]:
        """Return the rack's tiles used by the first of the best moves."""
        rack = self.mistake.view.rack
        return tuple(tile for tile in named_tiles(self.mistake.best[0]) if tile in rack)

    def _solved(self) -> tuple[Text, Text]:
        left = len(self._shelf.due)
        title = phrase("puzzle.solved_hint" if self.hints else "puzzle.solved")
        says = phrase("mistakes.left", n=left) if left else phrase("mistakes.none_left")
        if self._shelf.is_learnt(self.mistake):
            says = phrase("mistakes.known", left=says)
        if self._answers.found_best and self.hints < ANSWER_HINT:
            return title, phrase("mistakes.found", why=self._why, played=self._in_words(self.mistake.played), left=says)
        return title, self._beside(says)

    def _wanted(self) -> str | None:
        turn = self.scene.shown.turn
        chooses = turn is not None and turn.view.table.phase in CHOICE_PHASES
        return "" if chooses else super()._wanted()  # gold would be the answer, or a false one

    def _note(self) -> None:
        self._shelf.record_answer(self.mistake, right=not self.hints and not self.erred)
        if not self._shelf.due:
            self.next.label, self.next.icon, self.leave.visible = phrase("button.back"), "back", False

    def _show(self) -> None:
        self._draft(self.mistake.best)

    def _next(self) -> Change | None:
        due = self._shelf.due
        return Replace(begin_mistake(self.scene.context, due[0], self._shelf)) if due else Pop()


def begin_mistake(context: AppContext, mistake: Mistake, shelf: MistakeShelf) -> PuzzleTable:
    """Open the table of a mistake."""
    from game.client.puzzle.scene import table_of_task  # tables are imported only when needed

    session = MistakeSession(mistake, context.player)
    return table_of_task(context, session, lambda scene: MistakeGuide(scene, session, shelf))
