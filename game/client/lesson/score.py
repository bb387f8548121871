"""How the round of a lesson was counted: the score sheet of any round, which leads back to the lesson."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.director import Pop
from game.client.scenes.score_sheet import ScoreSheet
from game.client.words import phrase

if TYPE_CHECKING:
    from game.client.director import Change
    from game.client.house import Game, House
    from game.match.match import RoundResult


class LessonScore(ScoreSheet):
    """Explains every line; there is no next round."""

    def __init__(self, house: House, game: Game, result: RoundResult) -> None:
        super().__init__(house, game, result)
        self._next.label, self._next.icon = phrase("button.back"), "back"
        self._deal.visible = False  # what was rigged is dealt by the lesson alone

    def _dealt_next(self) -> None:
        return None

    def _go_on(self) -> Change:
        return Pop()

    def _see_table(self) -> Change:
        return Pop()

    def _leave(self) -> Change:
        return Pop()
