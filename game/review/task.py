"""A mistake as a task: the position as it was; an answer is judged by its worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.puzzle.session import PosedTask, header_of
from game.review.chance import Chances

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.review.notebook import Mistake
    from game.table.faces import Face
    from game.table.moves import Move


class MistakeSession(PosedTask):
    """A session that poses one of the player's mistakes again, as a task at the table."""

    def __init__(self, mistake: Mistake, player: str) -> None:
        view = mistake.view
        super().__init__(header_of(view, player, mistake.seats), view)
        self.mistake = mistake
        self._chances = Chances(view.table, view.table.side_of(view.seat))
        self.repeated = False  # whether the last answer is what was played then
        self.found_best = False  # whether it is what the review found

    def is_answer(self, moves: Sequence[Move], gone: tuple[Face, ...]) -> bool:  # noqa: ARG002 - the moves tell
        """Return whether these moves are as good as the best ones found."""
        self.repeated = self.mistake.alike(moves, self.mistake.played)
        self.found_best = self.mistake.alike(moves, self.mistake.best)
        return self.mistake.is_as_good(moves, self._chances)
