"""Captions: each sound in words at the top of the window for a moment, for people who cannot hear it.

Laws: a caption is shown whether or not the sound is audible; drawing changes no state. The sentence of a cue is
`caption.` plus its name, so no cue can lack one.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final

from game.client.draw import theme
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.words import say

if TYPE_CHECKING:
    from collections.abc import Callable

    import pygame

    from game.client.director import Change, Overlay
    from game.client.draw.sound import Cue
    from game.client.events import Event
    from game.client.preferences import Preferences
    from game.client.widgets.look import Look

SHOWN_SECONDS: Final = 2.5
MAX_CAPTIONS: Final = 3
TOP_MARGIN, PADDING, GAP, LINE_HEIGHT = 54.0, 14.0, 6.0, 30.0


def caption_of(cue: Cue) -> str:
    """Return the code of a sound's caption."""
    return f"caption.{cue.name.lower()}"


class Captions:
    """The overlay of captions; empty if captions are off."""

    def __init__(self, preferences: Preferences, clock: Callable[[], float] = monotonic) -> None:
        self._preferences, self._clock = preferences, clock
        self._heard: dict[Cue, float] = {}  # until when each is shown

    def on_event(self, cue: Cue) -> None:
        """Show a sound's caption; one already shown stays longer."""
        if self._preferences.now.captions:
            self._heard.pop(cue, None)
            self._heard[cue] = self._clock() + SHOWN_SECONDS

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the captions shown now, oldest first."""
        if not self._preferences.now.captions:
            return ()
        now = self._clock()
        return tuple(say(caption_of(cue)) for cue, until in self._heard.items() if now < until)[-MAX_CAPTIONS:]

    def text_over(self, scene: str) -> str:  # noqa: ARG002 - over every scene
        """Return all captions shown now."""
        return "\n".join(self.lines)

    def draw(self, surface: pygame.Surface, scene: str, look: Look | None) -> None:  # noqa: ARG002 - over every scene
        """Draw the lines below one another, centred."""
        if look is None:
            return
        canvas, high = look.viewport.canvas, look.at_least(LINE_HEIGHT)
        for at, words in enumerate(self.lines):
            wide = min(look.text_width(words, theme.SMALL) + 2 * PADDING, canvas.w - 2 * PADDING)
            box = Box(canvas.x + (canvas.w - wide) / 2, canvas.y + TOP_MARGIN + at * (high + GAP), wide, high)
            draw.plate(surface, look, box, high / 2, theme.PANEL, draw.Edge(theme.LINE))
            shrink = draw.line_shrink(look, words, theme.SMALL, wide - PADDING)
            draw.line(surface, look, words, theme.SMALL, theme.CREAM, box.centre, "centre", shrink)


class OverlayLayers:
    """Several overlays as one, captions on top."""

    def __init__(self, pressed: Overlay, captions: Captions) -> None:
        self._pressed, self._captions = pressed, captions

    def text_over(self, scene: str) -> str:
        """Return the words of all overlays."""
        return "\n".join(filter(None, (self._pressed.text_over(scene), self._captions.text_over(scene))))

    def draw(self, surface: pygame.Surface, scene: str, look: Look | None) -> None:
        """Draw them, captions on top."""
        self._pressed.draw(surface, scene, look)
        self._captions.draw(surface, scene, look)

    def on_event(self, event: Event) -> Change | None:
        """Pass input to the overlays below; captions take none."""
        return self._pressed.on_event(event)
