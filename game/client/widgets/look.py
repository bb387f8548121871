"""What widgets are laid out and drawn with: scale, text size, palette, motion.

Laws: a frozen value; a change makes a new one and everything is laid out again. Texts are measured at the size in which
they are drawn, so that what fits here fits on the screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from game.client.draw import text as type_case
from game.client.draw.theme import CLASSIC, Palette, Role

if TYPE_CHECKING:
    from game.client.draw.theme import Lettering
    from game.client.viewport import Viewport
    from game.client.widgets.boxes import Box, Size

TEXT_SIZES = (80, 90, 100, 110, 125, 150, 175, 200, 225, 250)  # per cent, the steps of + and -


@dataclass(frozen=True, slots=True)
class Look:
    """Viewport, text and table size (0.8 to 2.5), palette; whether motion is off or reduced; speed of animations."""

    viewport: Viewport
    text_scale: float = 1.0
    palette: Palette = CLASSIC
    calm: bool = False
    table_scale: float = 1.0
    animation_speed: float = 1.0  # 2 is twice as fast
    motion_reduced: bool = False  # reduced motion: fewer particles, no rays, no jumps

    @property
    def u(self) -> float:
        """Return device px per logical px."""
        return self.viewport.u

    def px(self, length: float) -> int:
        """Return a length in device px, at least one."""
        return max(1, round(length * self.u))

    def rect(self, box: Box) -> Rect:
        """Return a box in device px."""
        return Rect(self.viewport.to_device(box))

    def scaled(self, length: float) -> float:
        """Return a length that grows with the text scale, such as the height of a control or the size of its icon."""
        return length * self.text_scale

    def at_least(self, length: float) -> float:
        """Return a length that grows with the text scale but never shrinks, so that targets stay easy to hit."""
        return length * max(1.0, self.text_scale)

    def lettering(self, role: Role, shrink: float = 1.0) -> Lettering:
        """Return the font of a role here."""
        return role.at(self.u * self.text_scale * shrink)

    def text_width(self, words: str, role: Role, shrink: float = 1.0) -> float:
        """Return the width of a text on one line, in logical px."""
        return type_case.width(words, self.lettering(role, shrink)) / self.u

    def line_height(self, role: Role, shrink: float = 1.0) -> float:
        """Return the height of a line, in logical px."""
        return type_case.line_height(self.lettering(role, shrink)) / self.u

    def wrapped_size(self, words: str, role: Role, room: float, shrink: float = 1.0) -> Size:
        """Return the size of a text wrapped to a width, in logical px; an overlong word may exceed it."""
        wide, high = type_case.paragraph_size(words, self.lettering(role, shrink), max(1, int(room * self.u)))
        return (wide / self.u, high / self.u)
