"""The main loop: input, network, screen readers, drawing, and idling in between.

Laws: input is handled in the frame that follows it; the network uses only the rest of a frame; a hidden or idle window
runs at a low rate.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from time import monotonic
from typing import TYPE_CHECKING, Final

import pygame

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.access.bridge import ReaderBridge
    from game.client.app_window import AppWindow
    from game.client.director import Director
    from game.client.lan.network import Lan
    from game.client.preferences import Preferences
    from game.client.turn_call import TurnNotifier

FRAMES_PER_SECOND: Final = 60  # frames a second where there is no vertical sync
LAN_SLICE_SECONDS: Final = 0.008  # seconds: the longest step of the LAN, which may compute a slice of a deal
POLL_MS: Final = 2  # milliseconds between two polls of the network during a deal
BUSY_SECONDS: Final = 1.0  # seconds without network traffic after which a message is not expected soon
HIDDEN_FRAMES_PER_SECOND: Final = 10  # frames a second while the window cannot be seen
# Idle rates: after so many iterations without input or motion, the iterations a second, and one in how many of them
# updates the scenes. Bots and clocks wait for that, input never does: at the slowest it is shown within 33 ms.
IDLE_PACES: Final = ((400, 30, 15), (30, 40, 4), (0, FRAMES_PER_SECOND, 1))


class MainLoop:
    """Runs the window. `lan` returns the network if there is one; `frame` is `App.run_frame`."""

    def __init__(
        self, director: Director, window: AppWindow, reader: ReaderBridge, preferences: Preferences,
        turn_notifier: TurnNotifier, lan: Callable[[], Lan | None], frame: Callable[[], bool],
    ) -> None:  # fmt: skip
        self.visible = True
        self.has_focus = True
        self._director, self._window, self._reader = director, window, reader
        self._preferences, self._turn_notifier, self._lan, self._frame = preferences, turn_notifier, lan, frame
        self._worked = 0.0  # time of the last network activity

    def run(self) -> None:
        """Loop until the player quits."""
        clock = pygame.time.Clock()
        still = 0
        while self._director.running:
            began = monotonic()
            still = 0 if self.handle_events() else still + 1
            lan = self._lan()
            busy = lan is not None and lan.step(monotonic())
            if busy:
                still = 0
            if self._reader.listening and self._read():
                still = 0
            frames, every = next((frames, every) for least, frames, every in IDLE_PACES if still >= least)
            if still % every == 0 and self._frame():
                still = 0
            if not self.visible:
                frames = HIDDEN_FRAMES_PER_SECOND
            self.run_network(began + 1 / frames, busy=busy)
            # Polling for events and sleeping in between costs a quarter of SDL's own wait, which polls each
            # millisecond.
            clock.tick(frames)

    def run_network(self, until: float, *, busy: bool) -> None:
        """Do network work in the rest of a frame; in a deal, poll for messages as well.

        A deal that waits for an absent player is polled less often.
        """
        lan = self._lan()
        while lan is not None and monotonic() + LAN_SLICE_SECONDS <= until:
            self._worked = monotonic() if busy else self._worked
            if not busy and (not lan.is_dealing or monotonic() - self._worked > BUSY_SECONDS):
                return
            if not busy:
                pygame.time.wait(POLL_MS)
            busy = lan.step(monotonic())

    def handle_events(self) -> bool:
        """Handle the events; return whether there were any."""
        events = _without_overtaken(pygame.event.get())
        for event in events:
            if event.type in (pygame.WINDOWSIZECHANGED, pygame.WINDOWDISPLAYCHANGED):
                self.fit_window()
            elif event.type in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST):
                self.has_focus = event.type == pygame.WINDOWFOCUSGAINED
                if self.has_focus:
                    self._turn_notifier.reset_if_focused()
            elif event.type in (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN):
                self.visible = False
            elif event.type in (pygame.WINDOWRESTORED, pygame.WINDOWSHOWN, pygame.WINDOWEXPOSED):
                self.visible = True
            self._director.on_pygame_event(event, pygame.time.get_ticks())
        return bool(events)

    def fit_window(self) -> None:
        """Lay everything out for the present window, and save its size unless it is full screen."""
        viewport = self._window.viewport
        if (viewport.size, viewport.ratio) == (self._director.viewport.size, self._director.viewport.ratio):
            return
        self._director.resize(viewport)
        if not self._preferences.now.full_screen:
            wide, high = self._window.size
            self._preferences.replace(replace(self._preferences.now, window_width=wide, window_height=high))

    def _read(self) -> bool:
        """Exchange requests and changes with screen readers."""
        ratio = self._window.viewport.ratio
        left, top = (round(one * ratio) for one in self._window.position)
        return self._reader.step(self._director, monotonic(), focused=self.has_focus, place=(left, top))


def _without_overtaken(events: list[pygame.event.Event]) -> list[pygame.event.Event]:
    """Drop each pointer motion that is directly followed by another: a fast mouse sends hundreds a frame."""
    motion = pygame.MOUSEMOTION
    kept = [one for one, after in pairwise(events) if one.type != motion or after.type != motion]
    return [*kept, *events[-1:]]
