"""The sheet beside the list of matches: the chosen one's game and the points of its rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw.game_art import game_art
from game.client.scenes.totals import Totals, rounds_of
from game.client.sides import ordered_sides, side_words
from game.client.widgets.panel import SHEET, Column, Panel
from game.client.widgets.scroll import Scroll
from game.client.widgets.widget import Widget
from game.rules.registry import rules_of

if TYPE_CHECKING:
    import pygame

    from game.client.widgets.boxes import Size
    from game.client.widgets.look import Look
    from game.client.words import Text
    from game.match.match import Match

ART = (200.0, 84.0)
NAME = "matches.sheet"


class _Art(Widget):
    """The little table of a game."""

    kind = "art"

    def __init__(self, game: str) -> None:
        super().__init__("matches.art")
        self._game = game

    def min_size(self, look: Look) -> Size:  # noqa: ARG002 - a picture does not follow the text
        """Return the room of the picture."""
        return ART

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it as wide as the sheet."""
        box = self.look.rect(self.rect)
        surface.blit(game_art(self._game, box.size, self.look.u, self.look.palette), box)


def _totals(match: Match) -> Totals:
    """Return the rounds of a match, the side that is ours first."""
    standing, sides = match.standing, len(match.standing.totals)
    order = ordered_sides(standing.seats, sides)
    return Totals(
        "matches.totals",
        [side_words(standing.seats, side, sides) for side in order],
        rounds_of(standing, order),
        [standing.totals[side] for side in order],
        [order.index(side) for side in standing.winners],
        against=rules_of(match.header.game).lowest_wins,
    )


def sheet_of(match: Match, state: Text) -> Panel:
    """Return the sheet of a match."""
    game = match.header.game
    content = Column("matches.sheet_column", (_Art(game), _totals(match)), 14.0)
    scroll = Scroll("matches.sheet_scroll", content, on_paper=True, rim=0.0)
    return Panel(NAME, rules_of(game).title, scroll, aside=state, ground=SHEET)
