"""A page: what all scenes made of widgets share.

Focus ring, look, tooltips, Esc to go back, Return for the gold button.

Laws: `draw` changes nothing. A new layout keeps the widgets, and so focus and typed text. A scene with a board may hold
a page's ring instead of being one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pygame

from game.client.actions import ActionContext, action_for
from game.client.director import Pop, Push
from game.client.draw.felt import felt
from game.client.draw.theme import ButtonKind
from game.client.events import KeyDown, PadDown, PointerDown
from game.client.widgets.button import Button
from game.client.widgets.gesture import Use
from game.client.widgets.look import Look
from game.client.widgets.ring import Ring
from game.client.widgets.tooltip import Tooltip
from game.client.widgets.widget import shown_items_of, walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.debug import ShownItem
    from game.client.director import Change
    from game.client.draw.theme import Palette
    from game.client.events import Event
    from game.client.viewport import Viewport
    from game.client.widgets.boxes import Box
    from game.client.widgets.widget import Widget

VEIL_ALPHA = 150  # alpha, 0 to 255: how much a pop-up darkens the scene below


class LookSettings(Protocol):
    """The settings that a look is made of; read again at every layout."""

    @property
    def text_scale(self) -> float:
        """Return the factor of text size."""

    @property
    def palette(self) -> Palette:
        """Return the colours of tiles and felt."""

    @property
    def calm(self) -> bool:
        """Return whether motion is off."""

    @property
    def table_scale(self) -> float:
        """Return the factor of table size."""

    @property
    def animation_speed(self) -> float:
        """Return the speed factor of animations."""

    @property
    def motion_reduced(self) -> bool:
        """Return whether motion is reduced."""


def make_look(viewport: Viewport, reading: LookSettings) -> Look:
    """Return the look of a window with the current settings."""
    now = reading
    return Look(
        viewport, now.text_scale, now.palette, now.calm, now.table_scale, now.animation_speed, now.motion_reduced
    )


class Page:
    """A scene of widgets. Subclasses provide the root widget and may override `back` and `draw_ground`."""

    popup = False
    keeps: frozenset[str] = frozenset()

    def __init__(self, name: str, reading: LookSettings, root: Widget, first: str | None = None) -> None:
        self.name = name
        self.reading = reading
        self.root = root
        self.ring = Ring(root, first)
        self.look: Look | None = None
        self.tooltip = Tooltip(self.ring)
        self._now = 0.0

    # --- what the director asks ------------------------------------------------------------------

    @property
    def action_context(self) -> ActionContext:
        """Return the context of actions: the menus, or a text field while it has the focus."""
        return ActionContext.FIELD if self.ring.typing else ActionContext.MENUS

    @property
    def revision(self) -> int:
        """Count the visible changes."""
        return self.ring.revision

    @property
    def wants_frames(self) -> bool:
        """Return whether something is animating, or a tooltip is due."""
        return self.ring.wants_frames or self.tooltip.waits

    @property
    def box_to_show(self) -> Box | None:
        """Return the box of the focus."""
        return self.ring.focus.focus_box if self.ring.focus and self.ring.shown else None

    def shown_items(self) -> Sequence[ShownItem]:
        """Return the place of each widget."""
        return shown_items_of(self.root)

    def layout(self, viewport: Viewport) -> None:
        """Lay the widgets out for a window and the current settings."""
        self.look = make_look(viewport, self.reading)
        self.root.place(self.area(viewport.canvas), self.look)
        self.ring.note_change()
        if self.ring.focus is not None and self.ring.shown:
            self.ring.focus_on(self.ring.focus)  # this scrolls the focus into view, if it was scrolled out of it

    def area(self, canvas: Box) -> Box:
        """Return the part of the canvas for the root widget."""
        return canvas

    # --- input and time --------------------------------------------------------------------------

    def on_event(self, event: Event) -> Change | None:
        """Go back on Esc, press the button that Return means, pass the rest to the widgets."""
        pressed = isinstance(event, PointerDown)
        if isinstance(event, KeyDown | PadDown) and not event.repeat:
            action = action_for(event, self.action_context)
            if action is not None and action.name == "back":
                return self.back()
            if action is not None and action.name == "confirm" and (meant := self.return_button()) is not None:
                return meant.handle(Use()).change
            pressed = action is not None and action.name in ("pick", "confirm")
        answer = self.ring.on_event(event)
        self.tooltip.choose(pressed=pressed or isinstance(answer.change, Push))
        return answer.change

    def back(self) -> Change | None:
        """Leave the page."""
        return Pop()

    def return_button(self) -> Button | None:
        """Return the button that the Return key presses: the gold one, unless the focused widget handles that key."""
        focus = self.ring.focus
        own = self.ring.shown and focus is not None and not focus.takes_text and not focus.leaves_return
        if focus is not None and (focus.takes_return or own):
            return None
        for widget, _ in walk(self.root):
            if (
                isinstance(widget, Button)
                and widget.face is ButtonKind.PRIMARY
                and widget.enabled
                and not widget.acts_when_held
            ):
                return widget
        return None

    def update(self, now: float) -> Change | None:
        """Pass the time to the widgets; show a tooltip when it is due."""
        self._now = now
        self.tooltip.tick(now)
        return self.ring.tick(now)

    # --- drawing ---------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the background, the widgets, then a tooltip."""
        if self.look is None:
            return
        self.draw_ground(surface, self.look)
        self.root.draw(surface)
        self.tooltip.draw(surface, self.look)

    def draw_ground(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the background: the felt, or a veil over the scene below."""
        if self.popup:
            draw_veil(surface)
        else:
            surface.blit(felt(surface.get_size(), look.palette), (0, 0))


def draw_veil(surface: pygame.Surface) -> None:
    """Darken the scene below a pop-up."""
    kept = 255 - VEIL_ALPHA
    surface.fill((kept, kept, kept), special_flags=pygame.BLEND_RGB_MULT)
