"""Where the table of a lesson leads: back without a question, and to the rule of the step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.book.scene import RuleBookPage
from game.client.director import Pop, Push
from game.client.scenes.score_sheet import ScoreSheet
from game.client.table.doors import Doors
from game.client.words import phrase

if TYPE_CHECKING:
    from game.client.director import Change
    from game.client.words import Text


class LessonDoors(Doors):
    """Leads away without asking, since nothing is kept; the rule book opens at the step's own rule."""

    rule = ""

    def _menu_words(self) -> Text:
        return phrase("menu.lesson")

    def _go_away(self) -> Change | None:
        return self.leave()

    def leave(self) -> Change | None:
        """Go back to where the lesson was chosen."""
        return Pop()

    def see_score(self) -> Change | None:
        """Explain how the round was counted, and come back to the coach."""
        results = self.session.standing.results
        return Push(ScoreSheet(self.house, self.game, results[-1], alone=True)) if results else None

    def rules(self) -> Change | None:
        """Open the rule book at the rule that refuses, if one does, else at that of the step."""
        refused = self.shown.paper.rule_page()
        if refused is not None or not self.rule:
            return refused or super().rules()
        return Push(RuleBookPage(self.house.wishes, self.rule, from_table=True))
