"""The buttons of a table: action buttons, which show the tile to discard, tools, and the sort keys of the rack."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.client.actions import current_key_for
from game.client.draw import cards, theme, tiles
from game.client.draw.theme import ButtonKind
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.button import GAP, Button, ButtonLine
from game.client.widgets.gesture import Use
from game.client.widgets.widget import IGNORED, Answer, Widget, WrittenText, handled_with

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.draw.theme import RGB
    from game.client.widgets.boxes import Point, Size
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Callback
    from game.client.words import Text
    from game.table.faces import Face

BUTTON_TILE_WIDTH = 27.0  # width of the tile on an action button
MAX_TILE_GROWTH = 1.5  # the largest factor by which this tile grows with the text
ACTION_BUTTON_HEIGHT = 48.0
TOOL_SIZE, BARE_TOOL_SIZE = (50.0, 54.0), (36.0, 30.0)  # smallest size of a tool, with its label and without
TOOL_ICON_SIZE, BARE_ICON_SIZE, ICON_GAP, TOOL_PADDING, WORD_MARGIN = 20.0, 22.0, 3.0, 14.0, 12.0
KEY_CORNER_RADIUS = 6.0
ICONS_ONLY_TEXT_SCALE = 1.5  # text scale above which tools show their icon alone
# Space kept free at each side of an action button's label. With 8, "End turn" is large in one window and small in the
# next: letters are whole px wide, and text is up to a logical px wider at some scales.
ACTION_BUTTON_MARGIN = 7.5


class ActionButton(Button):
    """An action button of the panel: what it would do, with which tile, and its key.

    It is gold where `face` says so. Pressed while dimmed, it explains why. On a narrow panel it shows its icon alone,
    with its label as tooltip.
    """

    def __init__(
        self, name: str, on_use: Callback, *, kind: ButtonKind = ButtonKind.PRIMARY, key: str | None = "Enter"
    ) -> None:
        super().__init__(name, "", on_use, kind=kind, key=key, role=theme.BUTTON)
        self.shown_face: Face | None = None
        self.as_cards = False
        self.whole = ""  # the full label, where a tile replaces some words
        self.dim = False

    def tell(self, label: str, *, enabled: bool, shown_face: Face | None = None, whole: str = "") -> None:
        """Set the label, whether the button can be pressed, and the tile it would discard."""
        self.label, self.enabled, self.shown_face, self.whole = label, enabled, shown_face, whole

    def accessible_text(self) -> str:
        """Return the label, tile included."""
        return self.whole or str(self.label)

    def state_words(self) -> tuple[str, ...]:
        """Add *disabled* while it is dimmed."""
        return (*super().state_words(), "off") if self.dim and self.enabled else super().state_words()

    @property
    def looks_enabled(self) -> bool:
        """Return whether a press would do what the label says."""
        return self.enabled and not self.dim

    def line(self, look: Look) -> ButtonLine:
        """Add the tile, with narrower margins than other buttons have: long labels need the room."""
        tile = _tile_width(look) + GAP if self.shown_face is not None else 0.0
        return replace(super().line(look), extra=tile, side=ACTION_BUTTON_MARGIN)

    def place(self, box: Box, look: Look) -> None:
        """Lay the button out in a box, with smaller letters rather than two lines."""
        for role in (theme.BUTTON, theme.SMALL_BUTTON):
            self.role = role
            line = self.line(look)
            if line.label_width() <= line.label_width_on(box.w):
                break
        super().place(box, look)

    def height_on(self, line: ButtonLine, width: float) -> float:
        """Return the same height for every label, so that nothing jumps; more only where the label wraps."""
        least = line.look.at_least(ACTION_BUTTON_HEIGHT)
        return least if self.bare else max(super().height_on(line, width), least + theme.BUTTON_EDGE)

    def _draw_words(self, surface: pygame.Surface, face: Box, colour: RGB) -> None:
        if self.bare and self.icon:
            centre = (face.centre[0], face.y + face.h / 2)
            draw.icon(surface, self.look, self.icon, centre, min(face.w, face.h) / 2, colour)
        else:
            super()._draw_words(surface, face, colour)

    def _draw_prompt(self, surface: pygame.Surface, line: ButtonLine, left_middle: Point, colour: RGB) -> None:
        if self.shown_face is not None:
            self._draw_tile(surface, self.shown_face, left_middle)
        super()._draw_prompt(surface, line, (left_middle[0] + line.extra, left_middle[1]), colour)

    def _draw_tile(self, surface: pygame.Surface, face: Face, left_middle: Point) -> None:
        look, wide = self.look, self.look.px(_tile_width(self.look))
        drawn = (cards.with_shadow if self.as_cards else tiles.with_shadow)(face, wide, look.palette)
        high = cards.height_of(wide) if self.as_cards else tiles.height_of(wide)
        corner = (round(left_middle[0] * look.u), round(left_middle[1] * look.u) - high // 2)
        surface.blit(drawn.surface, drawn.blit_position(corner))

    def texts(self) -> Iterator[WrittenText]:
        """Yield the label where it is shown."""
        if self.bare:
            return
        face, line = self.face_box, self.line(self.look)
        room = Box(
            face.x + ACTION_BUTTON_MARGIN, face.y + 2, line.label_width_on(face.w), face.h - theme.BUTTON_EDGE - 2
        )
        yield draw.fitted_paragraph(self.look, line.label, self.role, room, line.label_scale(face.w))


def _tile_width(look: Look) -> float:
    return BUTTON_TILE_WIDTH * min(MAX_TILE_GROWTH, max(1.0, look.text_scale))


class ToolButton(Button):
    """A tool below the action button, its icon above its label.

    With large text the icon is alone and the label a tooltip.
    """

    def __init__(self, name: str, label: Text, icon: str, on_use: Callback) -> None:
        super().__init__(name, label, on_use, icon=icon, role=theme.SMALL_BOLD)

    def _bare(self, look: Look) -> bool:
        return self.bare or look.text_scale > ICONS_ONLY_TEXT_SCALE

    def place(self, box: Box, look: Look) -> None:
        """Lay the tool out in a box; the label becomes the tooltip where it is not shown."""
        self.tip = self.label if self._bare(look) else None
        super().place(box, look)

    def label_fits(self, look: Look, width: float) -> bool:
        """Return whether the label fits a width."""
        word = str(self.label)
        least = draw.line_shrink(look, word, self.role, width - 2 * 2)
        return look.text_width(word, self.role, least) <= width - 2 * 2

    def min_size(self, look: Look) -> Size:
        """Return the size of icon and label, or of the icon alone."""
        if self._bare(look):
            return (look.at_least(BARE_TOOL_SIZE[0]), look.at_least(BARE_TOOL_SIZE[1]) + WORD_MARGIN)
        wide = self.line(look).label_width() + WORD_MARGIN
        return (max(wide, look.at_least(TOOL_SIZE[0])), self.height_for(look, wide))

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - its word is never wrapped
        """Return the height of icon and label, or of the icon alone."""
        if self._bare(look):
            return self.min_size(look)[1]
        return max(TOOL_SIZE[1], look.scaled(TOOL_ICON_SIZE) + look.line_height(self.role) + TOOL_PADDING)

    def _draw_words(self, surface: pygame.Surface, face: Box, colour: RGB) -> None:
        look, icon = self.look, self.look.scaled(TOOL_ICON_SIZE)
        if self._bare(look) and self.icon:
            draw.icon(surface, look, self.icon, face.centre, look.scaled(BARE_ICON_SIZE), colour)
            return
        words = look.line_height(self.role)
        top = face.y + (face.h - icon - words - 2) / 2
        if self.icon:
            draw.icon(surface, look, self.icon, (face.centre[0], top + icon / 2), icon, colour)
        at = (face.centre[0], top + icon + ICON_GAP + words / 2)
        draw.line(surface, look, str(self.label), self.role, colour, at, "centre", self._shrink(face.w))

    def _shrink(self, width: float) -> float:
        return draw.line_shrink(self.look, str(self.label), self.role, width - 2 * 2)

    def texts(self) -> Iterator[WrittenText]:
        """Yield the label where it is shown."""
        if not self._bare(self.look):
            face = self.face_box
            yield draw.fitted_line(self.look, str(self.label), self.role, face.inset(2), self._shrink(face.w))


class SortKey(Widget):
    """A key cap and its label on the rack's lip: sorts the rack by click, key or pad."""

    kind = "button"
    takes_focus = True

    def __init__(self, name: str, key: str, label: Text, on_use: Callback, lead: Text = "") -> None:
        super().__init__(name)
        self.key_cap = key
        self.label = label
        self.on_use = on_use
        self.lead = lead  # text before the key cap where there is room: what these keys do
        self.leads = bool(lead)

    def accessible_text(self) -> str:
        """Return the label."""
        return f"{self.lead} {self.label}".strip()

    def _start(self, look: Look) -> float:
        """Return the distance of the key cap from the left edge."""
        return 6 + (look.text_width(str(self.lead), theme.SMALL_BOLD) + 9 if self.leads else 0)

    def handle(self, gesture: Gesture) -> Answer:
        """Sort the rack."""
        return handled_with(self.on_use()) if isinstance(gesture, Use) else IGNORED

    def min_size(self, look: Look) -> Size:
        """Return the size of cap and label."""
        wide = (
            draw.key_width(look, current_key_for(self.key_cap))
            + 7
            + look.text_width(str(self.label), theme.SMALL_BOLD)
            + 6
        )
        wide += self._start(look)
        return (wide, look.line_height(theme.SMALL_BOLD))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw cap and label, on a lighter background under the pointer."""
        look, box = self.look, self.rect
        if self.hovered or self.held:
            draw.plate(surface, look, box.inset(0, 2), 8, theme.WOOD_LIP.blend(theme.WHITE, 0.25))
        if self.focused:
            draw.focus_ring(surface, look, box.inset(2, 4), KEY_CORNER_RADIUS)
        start = box.x + self._start(look)
        if self.leads:
            at = (box.x + 6, box.centre[1])
            draw.line(surface, look, str(self.lead), theme.SMALL_BOLD, theme.INK, at)
        cap = draw.key_cap(surface, look, current_key_for(self.key_cap), (start, box.centre[1]), theme.INK, theme.INK)
        at = (start + cap + 7, box.centre[1])
        draw.line(surface, look, str(self.label), theme.SMALL_BOLD, theme.INK, at)

    def texts(self) -> Iterator[WrittenText]:
        """Yield the label."""
        start = self.rect.x + self._start(self.look)
        if self.leads:
            box = Box(self.rect.x + 6, self.rect.y, start - 9 - self.rect.x - 6, self.rect.h)
            yield draw.fitted_line(self.look, str(self.lead), theme.SMALL_BOLD, box)
        left = start + draw.key_width(self.look, current_key_for(self.key_cap)) + 7
        box = Box(left, self.rect.y, self.rect.right - left, self.rect.h)
        yield draw.fitted_line(self.look, str(self.label), theme.SMALL_BOLD, box)
