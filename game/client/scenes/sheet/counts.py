"""What one's own side did in a match, counted: canastas, dead hands and tiles laid, or rounds won and tiles left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.annals.drawn import DrawnCell, DrawnWidget
from game.client.draw import theme
from game.client.scenes.score_lines import CANASTA_LINES
from game.client.scenes.sheet.highlights import sole_leader
from game.client.widgets import draw
from game.client.words import phrase, say
from game.table.state import NO_SEAT

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pygame

    from game.client.widgets.look import Look
    from game.client.words import Text
    from game.match.match import RoundResult

PADDING: Final = 12.0
MIN_WINDOW_HEIGHT: Final = 700.0  # logical px of a window at normal text size, below which there are no counts


def counts_of(results: Sequence[RoundResult], own: int, *, lowest: bool) -> tuple[tuple[str, Text], ...]:
    """Return numbers of a side with what each counts; none where no round was finished."""
    rounds = len(results)
    if not rounds:
        return ()
    if results[0].table.owners or results[0].table.dead_by:
        canastas = sum(line.count for one in results for line in one.sheets[own].lines if line.code in CANASTA_LINES)
        dead = sum(one.table.dead_by[own] != NO_SEAT for one in results)
        tables = [one.table for one in results]
        laid = sum(len(table.melds[at].tiles) for table in tables for at in table.melds_of(own))
        return (
            (str(canastas), phrase("end.count.canastas", n=canastas)),
            (say("end.count.of", n=dead, all=rounds), phrase("end.count.dead_hands")),
            (str(round(laid / rounds)), phrase("end.count.laid")),
        )
    sign = -1 if lowest else 1
    won = sum(sole_leader([sign * sheet.total for sheet in one.sheets]) == own for one in results)
    racks = [(one.table.side_of(seat), rack) for one in results for seat, rack in enumerate(one.table.racks)]
    left = sum(len(rack) for side, rack in racks if side == own)
    return (
        (say("end.count.of", n=won, all=rounds), phrase("end.count.won")),
        (str(round(left / rounds)), phrase("end.count.left")),
    )


class MatchCounts(DrawnWidget):
    """A dark plate with a column for each number: the number over what it counts."""

    kind = "counts"

    def __init__(self, name: str, counts: Sequence[tuple[str, Text]], *, won: bool) -> None:
        super().__init__(name)
        self.counts, self._won = tuple(counts), won

    def accessible_text(self) -> str:
        """Return all numbers in words."""
        return ", ".join(f"{number} {label}" for number, label in self.counts)

    def fits_window(self, look: Look) -> bool:
        """Return whether there are any counts, and the window is high enough for them."""
        return bool(self.counts) and look.viewport.canvas.h >= look.scaled(MIN_WINDOW_HEIGHT)

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - it has one line of each
        """Return the height of a number over its words."""
        if not self.fits_window(look):
            return 0.0
        return look.line_height(theme.DISPLAY) + look.line_height(theme.SMALL) + 2 * PADDING

    def cells(self) -> Sequence[DrawnCell]:
        """Return every number and its words."""
        look = self.look
        if not self.fits_window(look):
            return ()
        inner, across = self.rect.inset(PADDING, PADDING), (self.rect.w - 2 * PADDING) / len(self.counts)
        ink, cells = theme.GOLD if self._won else theme.SKY, []
        high = look.line_height(theme.DISPLAY)
        for at, (number, label) in enumerate(self.counts):
            column = inner.right_of(at * across).left_part(across)
            cells.append(DrawnCell(number, theme.DISPLAY, ink, column.top_part(high), "centre"))
            words = column.below(high).inset(PADDING / 3, 0.0)
            cells.append(DrawnCell(str(label), theme.SMALL, theme.MUTED, words, "centre"))
        return cells

    def draw_strokes(self, surface: pygame.Surface) -> None:
        """Draw the plate."""
        if self.fits_window(self.look):
            edge = draw.Edge(theme.LINE)
            draw.plate(surface, self.look, self.rect, theme.RADIUS_PANEL, theme.PANEL, edge)
