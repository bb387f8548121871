"""The buttons of a table: the gold one that repeats the tile it would throw, tools, and the keys on the rack's lip."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from game.client.actions import cap_for
from game.client.draw import cards, theme, tiles
from game.client.draw.theme import Kind
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.button import GAP, Button, ToolButton
from game.client.widgets.gesture import Use
from game.client.widgets.widget import IGNORED, Answer, Widget, Written, did

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.draw.theme import RGB
    from game.client.widgets.boxes import Point, Size
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Doing
    from game.client.words import Text
    from game.table.faces import Face

REPEATED = 27.0  # width of the tile in the gold button
ICONS_ONLY = 1.5  # text size from which tools show their icon alone
# Kept free at the sides of a gold button. With 8 "End turn" is large in one window and small in the next: letters are
# whole px wide, and the words take up to a logical px more room at some scales.
GOLD_SIDE = 7.5


class GoldButton(Button):
    """The one gold button: what it would do, the tile it would do it with, and its key."""

    def __init__(self, name: str, on_use: Doing, *, kind: Kind = Kind.PRIMARY, key: str | None = "Enter") -> None:
        super().__init__(name, "", on_use, kind=kind, key=key, role=theme.BUTTON)
        self.repeats: Face | None = None
        self.as_cards = False
        self.whole = ""  # what it says in full, where a tile stands for words

    def tell(self, label: str, *, enabled: bool, repeats: Face | None = None, whole: str = "") -> None:
        """Say something else."""
        self.label, self.enabled, self.repeats, self.whole = label, enabled, repeats, whole

    def says(self) -> str:
        """Return what it would do, tile included."""
        return self.whole or str(self.label)

    def _tile_width(self, look: Look) -> float:
        return REPEATED * min(1.5, max(1.0, look.text_scale))

    def _aside(self, look: Look, width: float = math.inf) -> float:
        """Add the tile, and leave the key cap out where words need its room."""
        tile = self._tile_width(look) + GAP if self.repeats is not None else 0.0
        return super()._aside(look, width - tile) + tile

    def _room(self, look: Look, width: float) -> float:
        """Leave less at the sides than other buttons: on a narrow one that is what a long word needs."""
        return max(1.0, width - 2 * GOLD_SIDE - self._aside(look, width))

    def place(self, box: Box, look: Look) -> None:
        """Take a box; smaller letters are better than two lines."""
        self.role = theme.BUTTON
        for role in (theme.BUTTON, theme.SMALL_BUTTON):
            self.role = role
            if self._label_width(look) <= self._room(look, box.w):
                break
        super().place(box, look)

    def texts(self) -> Iterator[Written]:
        """Yield the label."""
        face = self.face_box
        wide = self._room(self.look, face.w)
        room = Box(face.x + GOLD_SIDE, face.y + 2, wide, face.h - theme.BUTTON_EDGE - 2)
        yield draw.fitted(self.look, str(self.label), self.role, room, self._shrink(self.look, face.w))

    def height_for(self, look: Look, width: float) -> float:
        """Return the same height whatever it says, so that nothing jumps; more only when words wrap."""
        return max(super().height_for(look, width), look.at_least(48.0) + theme.BUTTON_EDGE)

    def _draw_prompt(self, surface: pygame.Surface, left_middle: Point, colour: RGB) -> None:
        x, middle = left_middle
        if self.repeats is not None:
            wide = self.look.px(self._tile_width(self.look))
            drawn = (cards.shaded if self.as_cards else tiles.shaded)(self.repeats, wide, self.look.palette)
            high = cards.tall(wide) if self.as_cards else tiles.tall(wide)
            corner = (round(x * self.look.u), round(middle * self.look.u) - high // 2)
            surface.blit(drawn.surface, drawn.at(corner))
            x += self._tile_width(self.look) + GAP
        super()._draw_prompt(surface, (x, middle), colour)


class Tool(ToolButton):
    """A tool under the gold button; with big text it shows its icon alone and its word is the tooltip."""

    def __init__(self, name: str, label: Text, icon: str, on_use: Doing) -> None:
        super().__init__(name, label, icon, on_use)
        self.tip = label
        self.bare = False  # on a rail it shows its icon alone at any size

    def _bare(self, look: Look) -> bool:
        return self.bare or look.text_scale > ICONS_ONLY

    def min_size(self, look: Look) -> Size:
        """Return the room of icon and word, or of the icon."""
        if self._bare(look):
            return (look.at_least(36.0), look.at_least(30.0) + 12)
        return super().min_size(look)

    def height_for(self, look: Look, width: float) -> float:
        """Return the height of icon and word, or of the icon."""
        return self.min_size(look)[1] if self._bare(look) else super().height_for(look, width)

    def _draw_words(self, surface: pygame.Surface, face: Box, colour: RGB) -> None:
        if self._bare(self.look) and self.icon:
            draw.icon(surface, self.look, self.icon, face.centre, self.look.scaled(22), colour)
        else:
            super()._draw_words(surface, face, colour)

    def texts(self) -> Iterator[Written]:
        """Yield the word where it is shown."""
        if not self._bare(self.look):
            yield from super().texts()


class LipKey(Widget):
    """A key cap and its word on the wood: sorts the rack by click, key or pad."""

    kind = "button"
    takes_focus = True

    def __init__(self, name: str, key: str, label: Text, on_use: Doing, lead: Text = "") -> None:
        super().__init__(name)
        self.key_cap = key
        self.label = label
        self.on_use = on_use
        self.lead = lead  # said before the cap where there is room: what this key and those after it do
        self.leads = bool(lead)

    def says(self) -> str:
        """Return its words."""
        return f"{self.lead} {self.label}".strip()

    def _start(self, look: Look) -> float:
        """Return where the cap stands, from the left edge."""
        return 6 + (look.wide(str(self.lead), theme.SMALL_BOLD) + 9 if self.leads else 0)

    def handle(self, gesture: Gesture) -> Answer:
        """Sort."""
        return did(self.on_use()) if isinstance(gesture, Use) else IGNORED

    def min_size(self, look: Look) -> Size:
        """Return the room of cap and word."""
        wide = draw.key_width(look, cap_for(self.key_cap)) + 7 + look.wide(str(self.label), theme.SMALL_BOLD) + 6
        wide += self._start(look)
        return (wide, look.leading(theme.SMALL_BOLD))

    @property
    def focus_radius(self) -> float:
        """Return the corner radius."""
        return 6.0

    def draw(self, surface: pygame.Surface) -> None:
        """Draw cap and word, on a lighter ground under the pointer."""
        look, box = self.look, self.rect
        if self.hovered or self.held:
            draw.plate(surface, look, box.inset(0, 2), 8, theme.WOOD_LIP.blend(theme.WHITE, 0.25))
        if self.focused:
            draw.focus_ring(surface, look, box.inset(2, 4), self.focus_radius)
        start = box.x + self._start(look)
        if self.leads:
            at = (box.x + 6, box.centre[1])
            draw.line(surface, look, str(self.lead), theme.SMALL_BOLD, theme.INK, at)
        cap = draw.key_cap(surface, look, cap_for(self.key_cap), (start, box.centre[1]), theme.INK, theme.INK)
        at = (start + cap + 7, box.centre[1])
        draw.line(surface, look, str(self.label), theme.SMALL_BOLD, theme.INK, at)

    def texts(self) -> Iterator[Written]:
        """Yield the words."""
        start = self.rect.x + self._start(self.look)
        if self.leads:
            box = Box(self.rect.x + 6, self.rect.y, start - 9 - self.rect.x - 6, self.rect.h)
            yield draw.fitted_line(self.look, str(self.lead), theme.SMALL_BOLD, box)
        left = start + draw.key_width(self.look, cap_for(self.key_cap)) + 7
        box = Box(left, self.rect.y, self.rect.right - left, self.rect.h)
        yield draw.fitted_line(self.look, str(self.label), theme.SMALL_BOLD, box)
