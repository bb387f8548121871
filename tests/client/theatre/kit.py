"""Hands for the theatre, without a window: keys, pad and pointer go to its director."""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame

from game.client.actions import action_named
from game.client.director import Director, Scene
from game.client.events import KeyDown, KeyUp, PadButton, PadDown, PadUp, PointerDown, PointerMoved, PointerUp, Typed
from game.client.theatre.opening import Opening
from game.client.viewport import Viewport
from game.client.widgets.boxes import Point


@dataclass
class Hands:
    """A director whose top scene is used by hand."""

    scene: Scene
    size: tuple[int, int] = (1280, 720)
    now: float = 0.0
    director: Director = field(init=False)

    def __post_init__(self) -> None:
        """Show the scene."""
        self.director = Director(self.scene, Viewport(self.size))
        self.pass_time(0.0)

    @property
    def top(self) -> Scene:
        """The scene on top."""
        return self.director.top

    def pass_time(self, seconds: float) -> None:
        """Let time pass; first wait for the thread that opens a match, in no time of ours."""
        self.now += seconds
        if isinstance(self.director.top, Opening):
            self.director.top.wait()
        self.director.update(self.now)

    def press(self, action: str) -> None:
        """Press and release the key of an action."""
        key = action_named(action).keys[0]
        self.director.on_plain_event(KeyDown(key.name, key.mods))
        self.director.on_plain_event(KeyUp(key.name, key.mods))

    def pad(self, button: PadButton) -> None:
        """Press and release a pad button."""
        self.director.on_plain_event(PadDown(button))
        self.director.on_plain_event(PadUp(button))

    def type(self, text: str) -> None:
        """Type into the field that has the focus."""
        self.director.on_plain_event(Typed(text))

    def click(self, name: str) -> None:
        """Click the middle of a widget."""
        self.pass_time(0.0)
        self.click_at(next(place for place in self.top.shown_items() if place.name == name).box.centre)

    def click_at(self, at: Point) -> None:
        """Click a point."""
        for event in (PointerMoved(at), PointerDown(at), PointerUp(at)):
            self.director.on_plain_event(event)

    def drag(self, start: Point, end: Point) -> None:
        """Press at a point and let go at another."""
        for event in (PointerMoved(start), PointerDown(start), PointerMoved(end), PointerUp(end)):
            self.director.on_plain_event(event)

    def picture(self) -> pygame.Surface:
        """Return what is seen."""
        surface = pygame.Surface(self.size)
        self.director.draw(surface)
        return surface
