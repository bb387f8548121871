"""The ways out of a lesson's table: back without asking, and to the step's rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.book.leads import options_of_a_round
from game.client.director import Pop, Push
from game.client.scenes.score_sheet import ScoreSheet
from game.client.table.navigation import TableNavigation
from game.client.words import phrase

if TYPE_CHECKING:
    from game.client.director import Change
    from game.client.words import Text
    from game.table.options import Options


class LessonNavigation(TableNavigation):
    """Leaves without asking, since nothing is saved; the rule book opens at the step's rule."""

    rule = ""

    def _menu_words(self) -> Text:
        return phrase("menu.lesson")

    def _go_away(self) -> Change | None:
        return self.leave()

    def _told_options(self) -> Options:
        """Return the choices without those of a match, for the lesson's round stands alone."""
        return options_of_a_round(super()._told_options())

    def leave(self) -> Change | None:
        """Go back to the page of lessons."""
        return Pop()

    def see_score(self) -> Change | None:
        """Show how the round was scored; closing it returns to the coach."""
        results = self.session.standing.results
        return Push(ScoreSheet(self.context, self.game, results[-1], alone=True)) if results else None

    def rules(self) -> Change | None:
        """Open the rule book at the rule of the current refusal, else at the step's."""
        refused = self.shown.paper.rule_page()
        if refused is not None or not self.rule:
            return refused or super().rules()
        return self.open_rule(self.rule)
