"""Buttons. The hold button, for what cannot be undone, must be held for a second or clicked twice."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.client.actions import current_key_for, pad_button_for
from game.client.draw import theme
from game.client.draw.theme import ButtonKind
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.draw import ControlState
from game.client.widgets.gesture import Use
from game.client.widgets.widget import IGNORED, Answer, Widget, WrittenText, handled_with

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pygame

    from game.client.director import Change
    from game.client.draw.theme import RGB, Role
    from game.client.events import PadButton
    from game.client.widgets.boxes import Point, Size
    from game.client.widgets.gesture import Gesture
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Callback
    from game.client.words import Text

HOLD_SECONDS = 1.0
# Two slow clicks replace holding: the longest click, and the shortest and longest time between both, so that a double
# click is not enough.
MAX_CLICK_SECONDS, MIN_GAP_SECONDS, MAX_GAP_SECONDS = 0.5, 0.5, 4.0
HALF_FILLED = 0.5  # how full the progress bar is between two clicks
PAD_X, PAD_Y = 18.0, 8.0
GAP = 9.0
WRAPPED_SCALE = 0.9  # scale of a label that needs two lines
TEXT_SLACK = 0.5  # logical px by which a text may exceed its room
ICON_SCALE = 1.1  # an icon's size, as a multiple of the label's
REASON_GAP = 4.0
RIM_SHARE = 0.35  # share of the text colour in the rim of a key cap
MIN_HEIGHT = 40.0
_MIN_HEIGHT = {theme.SMALL_BUTTON: MIN_HEIGHT, theme.BUTTON: 48.0, theme.BIG_BUTTON: 62.0}
SIGN_SHARE = 0.52  # size of the icon, as a share of a square button
PRESSED_SHADE = 0.16  # how much darker a square button is when pressed, how much lighter under the pointer
BADGE_SHARE, BADGE_SIDE, BADGE_OUT, MAX_COUNT = 0.5, 8.0, 4.0, 99  # the count at the corner of an icon
AFTER_LABEL_GAP = 12.0  # after the label of an icon
BAR_HEIGHT, BAR_SIDE, BAR_FOOT = 3.0, 8.0, 7.0  # the progress bar while a button is held


@dataclass(frozen=True, slots=True)
class ButtonLine:
    """The layout of a button's one line: icon, label, key cap, and any extra between the last two."""

    look: Look
    label: str
    role: Role
    icon: float = 0.0  # the widths of icon, key cap and extra; 0 for an absent one
    prompt: float = 0.0
    extra: float = 0.0
    side: float = PAD_X  # margin at both ends

    def _icon_room(self) -> float:
        return self.icon + (GAP if self.label else 0.0) if self.icon else 0.0

    def shows_key_cap(self, width: float) -> bool:
        """Return whether the key cap fits beside the longest word."""
        if not self.prompt or width == math.inf:
            return self.prompt > 0.0
        longest = max(
            (self.look.text_width(word, self.role, WRAPPED_SCALE) for word in self.label.split()), default=0.0
        )
        return longest <= width - self.extra - 2 * PAD_X - self._icon_room() - GAP - self.prompt + TEXT_SLACK

    def width_beside_label(self, width: float = math.inf) -> float:
        """Return the width of everything beside the label, on a button of a width."""
        return self._icon_room() + self.extra + (self.prompt + GAP if self.shows_key_cap(width) else 0.0)

    def label_width_on(self, width: float) -> float:
        """Return the width of the label on a button of a width."""
        return max(1.0, width - 2 * self.side - self.width_beside_label(width))

    def label_width(self) -> float:
        """Return the width of the label on one line."""
        return self.look.text_width(self.label, self.role)

    def label_scale(self, width: float) -> float:
        """Return the scale at which the label fits: smaller where it wraps."""
        return self._scale_in(self.label_width_on(width))

    def _scale_in(self, room: float) -> float:
        if self.label_width() <= room + TEXT_SLACK:
            return 1.0
        return draw.wrap_shrink(self.look, self.label, self.role, (room, math.inf), WRAPPED_SCALE)

    def height(self, width: float) -> float:
        """Return the height of the label, wrapped."""
        room = self.label_width_on(width)
        return self.look.wrapped_size(self.label, self.role, room, self._scale_in(room))[1]

    def label_box(self, face: Box) -> Box:
        """Return the box of the label, so that icon, label and key cap are centred together."""
        room = self.label_width_on(face.w)
        shrink = self._scale_in(room)
        wide, high = self.look.wrapped_size(self.label, self.role, room, shrink)
        wide = min(room, self.label_width() if shrink == 1.0 else wide + 1)
        start = face.x + (face.w - wide - self.width_beside_label(face.w)) / 2
        return Box(start + self._icon_room(), face.y + (face.h - high) / 2, wide, high)

    def max_label_box(self, face: Box) -> Box:
        """Return the box that the label may fill."""
        start = face.x + self.side + self._icon_room()
        return Box(start, face.y + 2, self.label_width_on(face.w), face.h - theme.BUTTON_EDGE - 2 * 2)


class Button(Widget):
    """A button: icon left, label, key cap right. Disabled, it can show the reason in a line below."""

    kind = "button"
    takes_focus = True

    def __init__(
        self,
        name: str,
        label: Text,
        on_use: Callback,
        *,
        kind: ButtonKind = ButtonKind.SECOND,
        icon: str | None = None,
        key: str | None = None,
        role: Role = theme.SMALL_BUTTON,
        tip: Text | None = None,
    ) -> None:
        super().__init__(name, tip=tip)
        self.label = label
        self.on_use = on_use
        self.face = kind
        self.icon = icon
        self.key_cap = key  # the default key; not shown where the label would lose a word to it
        self.role = role
        # the pad button shown in place of the key, where it is not the one of the key's own action
        self.pad: PadButton | None = None
        self.bare = False  # shows its icon alone; the label is the tooltip
        self.reason: Text | None = None
        self.on_paper = kind is ButtonKind.PAPER  # whether the reason below must be readable on paper

    def handle(self, gesture: Gesture) -> Answer:
        """Call the callback."""
        return handled_with(self.on_use()) if isinstance(gesture, Use) else IGNORED

    def accessible_text(self) -> str:
        """Return the label."""
        return str(self.label)

    @property
    def focus_box(self) -> Box:
        """Return the button without the line below it."""
        return self.face_box

    @property
    def looks_enabled(self) -> bool:
        """Return whether it looks enabled."""
        return self.enabled

    # --- measures ------------------------------------------------------------------------------------------------

    def line(self, look: Look) -> ButtonLine:
        """Return its measured contents.

        The prompt has room for key and pad icon alike, because the device may change.
        """
        icon = look.scaled(self.role.size * ICON_SCALE) if self.icon else 0.0
        prompt = draw.key_width(look, current_key_for(self.key_cap)) if self.key_cap else 0.0
        pad = self._pad()
        prompt = max(prompt, draw.pad_width(look, pad)) if pad else prompt
        return ButtonLine(look, "" if self.bare else str(self.label), self.role, icon, prompt)

    def _pad(self) -> PadButton | None:
        """Return the pad button that activates it."""
        return self.pad or (pad_button_for(self.key_cap) if self.key_cap else None)

    def _reason_height(self, look: Look, width: float) -> float:
        if self.enabled or self.reason is None:
            return 0.0
        return look.wrapped_size(str(self.reason), theme.SMALL, width)[1] + REASON_GAP

    def min_size(self, look: Look) -> Size:
        """Return the room for the label on one line."""
        line = self.line(look)
        wide = max(
            line.label_width() + line.width_beside_label() + 2 * PAD_X + 1, theme.MIN_TARGET_SIZE * (2 - self.bare)
        )
        return (wide, self.height_on(line, wide))

    def height_for(self, look: Look, width: float) -> float:
        """Return the height with the label wrapped, and the reason below when disabled."""
        return self.height_on(self.line(look), width)

    def height_on(self, line: ButtonLine, width: float) -> float:
        """Return the height at a width, from its measured contents."""
        look = line.look
        face = max(look.at_least(_MIN_HEIGHT.get(self.role, MIN_HEIGHT)), line.height(width) + 2 * PAD_Y)
        return face + theme.BUTTON_EDGE + self._reason_height(look, width)

    @property
    def face_box(self) -> Box:
        """Return the box of the button itself, including its edge."""
        return self.rect.top_part(self.rect.h - self._reason_height(self.look, self.rect.w))

    def _reason_box(self) -> Box:
        return self.rect.below(self.face_box.h + REASON_GAP)

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw face, words, ring and reason."""
        box, press = self.face_box, ControlState(self.looks_enabled, self.hovered, self.held)
        face = draw.button_face(surface, self.look, box, self.face, press)
        if self.focused:
            draw.focus_ring(surface, self.look, box, button_radius(box))
        self._draw_words(surface, face, draw.button_text(self.face, enabled=press.enabled))
        if not self.enabled and self.reason is not None:
            draw.paragraph(surface, self.look, str(self.reason), theme.SMALL, self.reason_ink, self._reason_box())

    @property
    def reason_ink(self) -> RGB:
        """The colour of the reason, which lies on the button's background."""
        return theme.SECONDARY_INK if self.on_paper else theme.MUTED

    def _draw_words(self, surface: pygame.Surface, face: Box, colour: RGB) -> None:
        look, line, middle = self.look, self.line(self.look), face.y + face.h / 2
        label, shrink = line.label_box(face), line.label_scale(face.w)
        if self.icon:
            at = (label.x - (GAP if line.label else 0.0) - line.icon / 2, middle)
            draw.icon(surface, look, self.icon, at, line.icon, colour)
        if shrink == 1.0:
            draw.line(surface, look, line.label, self.role, colour, (label.x, middle))
        else:
            draw.paragraph(surface, look, line.label, self.role, colour, label, "centre", shrink)
        self._draw_prompt(surface, line, (label.right + GAP, middle), colour)

    def _draw_prompt(self, surface: pygame.Surface, line: ButtonLine, left_middle: Point, colour: RGB) -> None:
        if not self.key_cap or not line.shows_key_cap(self.rect.w):
            return
        pad = self._pad()
        if self.by_pad and pad is not None:
            draw.pad_sign(surface, self.look, pad, left_middle, colour, colour)
        else:
            rim = theme.mix(colour, theme.STRONG_LINE, RIM_SHARE)
            draw.key_cap(surface, self.look, current_key_for(self.key_cap), left_middle, colour, rim)

    def texts(self) -> Iterator[WrittenText]:
        """Yield the label, and the reason when disabled."""
        face, line = self.face_box, self.line(self.look)
        yield draw.fitted_paragraph(
            self.look, line.label, self.role, line.max_label_box(face), line.label_scale(face.w)
        )
        if not self.enabled and self.reason is not None:
            yield draw.fitted_paragraph(self.look, str(self.reason), theme.SMALL, self._reason_box())


def button_radius(face: Box) -> float:
    """Return the corner radius of a button."""
    return min(theme.RADIUS_BUTTON, theme.MAX_BUTTON_RADIUS_SHARE * face.h)


class IconButton(Button):
    """A small square button with an icon alone; its label is the tooltip."""

    def __init__(
        self, name: str, label: Text, icon: str, on_use: Callback, *, kind: ButtonKind = ButtonKind.SECOND
    ) -> None:
        super().__init__(name, label, on_use, kind=kind, icon=icon, tip=label)

    def min_size(self, look: Look) -> Size:
        """Return the smallest square that is easy to hit."""
        side = look.at_least(theme.MIN_TARGET_SIZE)
        return (side, side)

    def height_for(self, look: Look, width: float) -> float:  # noqa: ARG002 - the button has no words
        """Return the square's side."""
        return self.min_size(look)[1]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw a flat square with a rim: on bars an edge below would not be visible."""
        look, box = self.look, self.rect
        colours = theme.BUTTON_LOOKS[self.face]
        fill = colours.face or theme.PANEL
        if self.held:
            fill = fill.blend(theme.BLACK, PRESSED_SHADE)
        elif self.hovered:
            fill = fill.blend(theme.WHITE, PRESSED_SHADE)
        rim = draw.Edge(theme.STRONG_LINE if self.enabled else theme.LINE)
        draw.plate(surface, look, box, button_radius(box), fill if self.enabled else colours.off_face, rim)
        if self.focused:
            draw.focus_ring(surface, look, box, button_radius(box))
        if self.icon:
            ink = draw.button_text(self.face, enabled=self.enabled)
            draw.icon(surface, look, self.icon, box.centre, min(box.w, box.h) * SIGN_SHARE, ink)

    def texts(self) -> Iterator[WrittenText]:
        """Yield nothing: the label is in the tooltip."""
        yield from ()


class CountedButton(IconButton):
    """An icon with a count at its corner, unless the count is 0."""

    count = 0

    def state_words(self) -> tuple[str, ...]:
        """Return the count."""
        return (*super().state_words(), *((f"{self.count} new",) if self.count else ()))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the sign, and the number over its upper corner."""
        super().draw(surface)
        if not self.count:
            return
        look, box, words = self.look, self.rect, str(min(self.count, MAX_COUNT))
        high = box.h * BADGE_SHARE
        wide = max(high, look.text_width(words, theme.SMALL_BOLD) + BADGE_SIDE)
        badge = Box(box.right - wide + BADGE_OUT, box.y - BADGE_OUT, wide, high)
        draw.plate(surface, look, badge, high / 2, theme.CORAL)
        shrink = draw.line_shrink(look, words, theme.SMALL_BOLD, wide)
        draw.line(surface, look, words, theme.SMALL_BOLD, theme.INK, badge.centre, "centre", shrink)


class LabelledIconButton(IconButton):
    """An icon of a bar with its label beside it while there is room, else in the tooltip."""

    worded = True

    def min_size(self, look: Look) -> Size:
        """Return the square, wider by the word."""
        side = look.at_least(theme.MIN_TARGET_SIZE)
        return (side + (look.text_width(str(self.label), theme.LABEL) + AFTER_LABEL_GAP if self.worded else 0.0), side)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the sign, its word beside it."""
        if not self.worded:
            super().draw(surface)
            return
        sign, self.icon = self.icon, None
        super().draw(surface)
        self.icon = sign
        look, box, word = self.look, self.rect, self._word_box()
        ink = draw.button_text(self.face, enabled=self.enabled)
        if sign:
            draw.icon(surface, look, sign, (box.x + box.h / 2, box.centre[1]), box.h * SIGN_SHARE, ink)
        draw.line(surface, look, str(self.label), theme.LABEL, ink, (word.x, word.centre[1]))

    def _word_box(self) -> Box:
        return self.rect.right_of(self.rect.h - 2)

    def texts(self) -> Iterator[WrittenText]:
        """Yield the word while the bar has room for it."""
        if self.worded:
            yield draw.fitted_line(self.look, str(self.label), theme.LABEL, self._word_box())


class HoldButton(Button):
    """A button that acts after being held for a second, or after two slow clicks for people who cannot hold.

    A progress bar fills while it is held, and is half full while the second click is awaited; releasing empties it.
    """

    acts_when_held = True

    def __init__(self, name: str, label: Text, on_use: Callback, *, icon: str | None = "clock") -> None:
        self._since: float | None = None
        self._clicked: float | None = None  # end of the first of two clicks
        self._pressed = False  # whether a press began since the last tick: a click may be shorter than a frame
        self.filled = 0.0
        super().__init__(name, label, on_use, kind=ButtonKind.DANGER, icon=icon)

    @property
    def held(self) -> bool:
        """Whether it is pressed."""
        return self._held

    @held.setter
    def held(self, held: bool) -> None:
        self._pressed = self._pressed or held
        self._held = held

    @property
    def wants_frames(self) -> bool:
        """Return whether the progress bar is changing."""
        return self.held or self._pressed or self._since is not None or self._clicked is not None

    def tick(self, now: float) -> Change | None:
        """Advance the progress bar; when it is full, or at a second click, act once."""
        if self._pressed and self._since is None:
            self._since = now
            if self._clicked is not None and now - self._clicked >= MIN_GAP_SECONDS:
                return self._use()
        self._pressed = False
        if self._since is not None and not self.held:
            self._clicked = now if now - self._since <= MAX_CLICK_SECONDS else None
            self._since = None
        if self._clicked is not None and now - self._clicked > MAX_GAP_SECONDS:
            self._clicked = None
        self.filled = HALF_FILLED if self._clicked is not None else 0.0
        if self._since is None:
            return None
        self.filled = min(1.0, (now - self._since) / HOLD_SECONDS)
        return self._use() if self.filled == 1.0 else None

    def _use(self) -> Change | None:
        self.held = self._pressed = False
        self._since, self._clicked, self.filled = None, None, 0.0
        return self.on_use()

    def _draw_words(self, surface: pygame.Surface, face: Box, colour: RGB) -> None:
        super()._draw_words(surface, face, colour)
        bar = Box(face.x + BAR_SIDE, face.bottom - BAR_FOOT, face.w - 2 * BAR_SIDE, BAR_HEIGHT)
        if self.filled > 0:
            filled = Box(bar.x, bar.y, max(BAR_HEIGHT, bar.w * self.filled), BAR_HEIGHT)
            draw.plate(surface, self.look, filled, BAR_HEIGHT / 2, theme.WHITE)

    def state_words(self) -> tuple[str, ...]:
        """Return the usual states and the progress."""
        return (*super().state_words(), f"filled {round(self.filled * 100)}") if self.filled else super().state_words()
