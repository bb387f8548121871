"""The main loop: hears hands, lets the network and screen readers act, has what changed drawn, and rests in between.

Laws: a hand is answered in the frame that follows it; what others wait for takes only what is left of a frame; a window
that cannot be seen, or in which nothing happens, turns seldom.
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
    from game.client.director import Director
    from game.client.lan.network import Lan
    from game.client.pane import Pane
    from game.client.turn_call import TurnCall
    from game.client.wishes import Wishes

FRAMES: Final = 60  # a second, where the screen does not set the beat
SLICE: Final = 0.008  # seconds: what a step of the LAN takes at most, a slice of a deal in it
MOMENT: Final = 2  # milliseconds between two looks for what the others said in a deal
HASTE: Final = 1.0  # seconds without anything to do after which nobody is about to say something
HIDDEN_FRAMES: Final = 10  # while the window cannot be seen
# How the main loop turns after so many of its turns without a hand or a motion: turns a second, and one in how many of
# them lets time pass. Bots and clocks wait for that, hands never do: at the slowest what they do is shown within 33 ms.
PACES: Final = ((400, 30, 15), (30, 40, 4), (0, FRAMES, 1))


class MainLoop:
    """Drives the window; `lan` is asked for the network that there is, `frame` says whether anything had happened."""

    def __init__(
        self, director: Director, pane: Pane, reader: ReaderBridge, wishes: Wishes, call: TurnCall,
        lan: Callable[[], Lan | None], frame: Callable[[], bool],
    ) -> None:  # fmt: skip
        self.visible = True
        self.looked_at = True  # has the keyboard
        self._director, self._pane, self._reader = director, pane, reader
        self._wishes, self._call, self._lan, self._frame = wishes, call, lan, frame
        self._worked = 0.0  # when there was something to do for the network last

    def run(self) -> None:
        """Loop until the player quits."""
        clock = pygame.time.Clock()
        still = 0
        while self._director.running:
            began = monotonic()
            still = 0 if self.hear() else still + 1
            lan = self._lan()
            busy = lan is not None and lan.step(monotonic())
            if busy:
                still = 0
            if self._reader.listening and self._read():
                still = 0
            frames, every = next((frames, every) for least, frames, every in PACES if still >= least)
            if still % every == 0 and self._frame():
                still = 0
            if not self.visible:
                frames = HIDDEN_FRAMES
            self.work_on(began + 1 / frames, busy=busy)
            # Asking for events and resting costs a quarter of waiting for them, which SDL does by asking each ms.
            clock.tick(frames)

    def work_on(self, until: float, *, busy: bool) -> None:
        """Go on with what others wait for in what is left of a frame; in a deal, look for what they said as well.

        A deal that waits for somebody who is away is not looked at so often.
        """
        lan = self._lan()
        while lan is not None and monotonic() + SLICE <= until:
            self._worked = monotonic() if busy else self._worked
            if not busy and (not lan.deals or monotonic() - self._worked > HASTE):
                return
            if not busy:
                pygame.time.wait(MOMENT)
            busy = lan.step(monotonic())

    def hear(self) -> bool:
        """Handle the events; return whether there were any."""
        events = _without_overtaken(pygame.event.get())
        for event in events:
            if event.type in (pygame.WINDOWSIZECHANGED, pygame.WINDOWDISPLAYCHANGED):
                self.fit()
            elif event.type in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST):
                self.looked_at = event.type == pygame.WINDOWFOCUSGAINED
                if self.looked_at:
                    self._call.look()
            elif event.type in (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN):
                self.visible = False
            elif event.type in (pygame.WINDOWRESTORED, pygame.WINDOWSHOWN, pygame.WINDOWEXPOSED):
                self.visible = True
            self._director.hear(event, pygame.time.get_ticks())
        return bool(events)

    def fit(self) -> None:
        """Lay everything out for the window as it is now, and keep its size."""
        viewport = self._pane.viewport
        if (viewport.size, viewport.ratio) == (self._director.viewport.size, self._director.viewport.ratio):
            return
        self._director.resize(viewport)
        if not self._wishes.now.full_screen:
            wide, high = self._pane.size
            self._wishes.take(replace(self._wishes.now, window_width=wide, window_height=high))

    def _read(self) -> bool:
        """Exchange requests and changes with screen readers."""
        ratio = self._pane.viewport.ratio
        left, top = (round(one * ratio) for one in self._pane.place)
        return self._reader.step(self._director, monotonic(), focused=self.looked_at, place=(left, top))


def _without_overtaken(events: list[pygame.event.Event]) -> list[pygame.event.Event]:
    """Drop each motion of the pointer that another follows at once: a fast mouse tells hundreds between two frames."""
    motion = pygame.MOUSEMOTION
    kept = [one for one, after in pairwise(events) if one.type != motion or after.type != motion]
    return [*kept, *events[-1:]]
