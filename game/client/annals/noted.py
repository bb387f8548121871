"""Lines with an icon before their words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.client.annals.drawn import GAP, MARGIN, TOOLTIP_PADDING, DrawnCell, DrawnWidget
from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pygame import Surface

    from game.client.widgets.look import Look
    from game.client.words import Text

ICON_SIZE: Final = 18.0
HALF: Final = 0.5


@dataclass(frozen=True, slots=True)
class IconLine:
    """An icon, a label, and a value."""

    sign: str
    label: Text
    value: Text


class IconLines(DrawnWidget):
    """A few lines, each with an icon."""

    kind = "lines"
    least = 240.0

    def __init__(self, name: str, lines: Sequence[IconLine]) -> None:
        super().__init__(name)
        self.lines = tuple(lines)

    def accessible_text(self) -> str:
        """Return all lines as text."""
        return ". ".join(f"{one.label}: {one.value}" for one in self.lines)

    def _row(self, look: Look) -> float:
        return look.line_height(theme.SMALL) + TOOLTIP_PADDING

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - a row each
        """Return the height of all lines."""
        return len(self.lines) * self._row(look)

    def cells(self) -> Sequence[DrawnCell]:
        """Return the words beside the icons."""
        look, box, row = self.look, self.rect, self._row(self.look)
        left = look.scaled(ICON_SIZE) + MARGIN
        told = []
        for at, one in enumerate(self.lines):
            room = Box(box.x + left, box.y + at * row, box.w - left, row)
            label, value = str(one.label), str(one.value)
            wide, rest = look.text_width(label, theme.SMALL_BOLD) + 2, look.text_width(value, theme.SMALL) + 2
            wide *= min(1.0, (room.w - GAP) / (wide + rest))  # where both are too wide, each gives up its share
            told.append(DrawnCell(label, theme.SMALL_BOLD, theme.CREAM, room.left_part(wide)))
            told.append(DrawnCell(value, theme.SMALL, theme.MUTED, room.right_of(wide + GAP), "right"))
        return told

    def draw_strokes(self, surface: Surface) -> None:
        """Draw the icons."""
        look, row = self.look, self._row(self.look)
        size = look.scaled(ICON_SIZE)
        for at, one in enumerate(self.lines):
            draw.icon(
                surface, look, one.sign, (self.rect.x + size / 2, self.rect.y + (at + HALF) * row), size, theme.GOLD
            )
