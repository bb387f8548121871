"""The director: the stack of scenes, which of them gets an event, and when a picture is due.

Laws: only the director changes the stack; scenes return what should happen next. `draw` changes nothing. A picture is
drawn only when what is seen has changed (a scene's `revision`, the window, the stack) or while a scene is restless.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

import pygame

from game.client import debug
from game.client.actions import Where, action_for
from game.client.draw.fade import CALM_LASTS, LASTS, RISE, Fade
from game.client.events import KeyDown, PadDown, PointerMoved, turned
from game.client.leftward import mirror
from game.client.translate import Translator
from game.client.words.tongue import play_with, reads_leftward

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from game.client.events import Event
    from game.client.viewport import Viewport
    from game.client.widgets.boxes import Box
    from game.client.widgets.look import Look
    from game.client.words.tongue import Vocabulary


class Scene(Protocol):
    """One thing a player looks at: the title, a table, a dialog."""

    name: str
    popup: bool  # the scene below is drawn too, and rests
    keeps: frozenset[str]  # actions of the whole program that this scene answers itself, or swallows

    @property
    def where(self) -> Where:
        """Tell which actions hold now: MENUS, TABLE, or FIELD while text is typed."""

    @property
    def revision(self) -> int:
        """Count the changes that can be seen; the director redraws when it grew."""

    @property
    def restless(self) -> bool:
        """Return whether something moves, so that every frame is drawn and `update` is called for each."""

    @property
    def in_sight(self) -> Box | None:
        """Return what a small window should show now: the widget with the focus."""

    def layout(self, viewport: Viewport) -> None:
        """Lay everything out for a window, keeping focus and typed text; also after a change of text size or words."""

    def on_event(self, event: Event) -> Change | None:
        """Handle an input event."""

    def update(self, now: float) -> Change | None:
        """Advance to a time, in seconds that only grow."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw on the canvas; change nothing."""

    def places(self) -> Sequence[debug.Place]:
        """Return where each widget and tile lies, for the debug print."""


@runtime_checkable
class Sided(Protocol):
    """A scene that is never mirrored, such as a table, whose sides are real."""

    mirrors: bool


class Breath(Protocol):
    """What changes by itself while nothing happens; `pictures` counts the changes that can be seen."""

    pictures: int


@runtime_checkable
class AboutGame(Protocol):
    """A scene about a game, which sets the vocabulary (tiles or cards) for itself and the scenes over it."""

    def vocabulary(self) -> Vocabulary:
        """Return the vocabulary to use now."""


def speak_of(scenes: Sequence[object]) -> None:
    """Set the vocabulary from the topmost scene about a game."""
    words = [scene.vocabulary() for scene in scenes if isinstance(scene, AboutGame)]
    if words:
        play_with(cards=words[-1].cards, game=words[-1].game)


def is_mirrored(scene: Scene) -> bool:
    """Return whether a scene is shown mirrored: laid out as ever, seen from right to left."""
    return reads_leftward() and (scene.mirrors if isinstance(scene, Sided) else True)


def draw_scenes(scenes: Sequence[Scene], canvas: pygame.Surface, over: Callable[[], object] | None = None) -> None:
    """Draw scenes from back to front, each mirrored or not, and the overlays as the last one."""
    for scene in scenes:
        mirror.turn(canvas, mirrored=is_mirrored(scene))
        scene.draw(canvas)
    if over is not None:
        over()
    mirror.turn(canvas, mirrored=False)


@runtime_checkable
class Resting(Protocol):
    """A scene that is told when it rests: covered by another, or its window out of sight."""

    def rest(self, *, resting: bool) -> None:
        """Note whether it rests; called before the first `update` and whenever that may have changed."""


@dataclass(frozen=True, slots=True)
class Push:
    """Put a scene on top."""

    scene: Scene


@dataclass(frozen=True, slots=True)
class Pop:
    """Take the top scene away, then do what follows with the one below."""

    then: Change | None = None


@dataclass(frozen=True, slots=True)
class Replace:
    """Put a scene in the place of the top one; `all_of_them` clears the whole stack first."""

    scene: Scene
    all_of_them: bool = False


@dataclass(frozen=True, slots=True)
class Quit:
    """End the program."""


Change: TypeAlias = Push | Pop | Replace | Quit
Handled: TypeAlias = "Callable[[], Change | None]"


class Overlay(Protocol):
    """Something drawn over any scene, such as captions."""

    def words(self, scene: str) -> str:
        """Return what is said over a scene of that name; empty for nothing."""

    def draw(self, surface: pygame.Surface, scene: str, look: Look | None) -> None:
        """Draw it."""

    def hear(self, event: Event) -> Change | None:
        """Handle an input event."""


class Director:
    """Holds the stack. `everywhere` maps names of actions to what the program does for them in every scene.

    `calm` tells whether nothing may move; without it one scene gives way to the next at once. `heard` is called when a
    hand led to another scene.
    """

    def __init__(
        self,
        first: Scene,
        viewport: Viewport,
        everywhere: Mapping[str, Handled] | None = None,
        say_debug: Callable[[str], None] | None = None,
        calm: Callable[[], bool] | None = None,
        heard: Callable[[], object] | None = None,
    ) -> None:
        self.viewport = viewport
        self.everywhere: dict[str, Handled] = dict(everywhere or {})
        self.running = True
        self._scenes: tuple[Scene, ...] = (first,)
        self._translator = Translator()
        self._typing: bool | None = None  # what the system was last told; nothing yet
        self._drawn: object = None
        self._breathed: tuple[int, ...] = ()
        self._hidden = False
        self._rest_told: tuple[tuple[Scene, ...], bool] = ((), False)
        self._canvas: pygame.Surface | None = None
        self._window: pygame.Surface | None = None  # as it was last drawn on
        self._fade: Fade | None = None
        self._calm = calm
        self._heard = heard
        self._say_debug = say_debug
        self._said = ""
        self.herald: Overlay | None = None  # what is said over whatever scene there is, pop-ups left aside
        self._lay((first,))

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """Return the stack, the top scene last."""
        return self._scenes

    @property
    def top(self) -> Scene:
        """Return the scene that gets events."""
        return self._scenes[-1]

    @property
    def visible(self) -> tuple[Scene, ...]:
        """Return the visible scenes from the back: the top one, and those under its pop-ups."""
        start = len(self._scenes) - 1
        while start > 0 and self._scenes[start].popup:
            start -= 1
        return self._scenes[start:]

    @property
    def restless(self) -> bool:
        """Return whether a frame follows whatever happens."""
        return self._fade is not None or any(scene.restless for scene in self.visible)

    def hear(self, event: pygame.event.Event, now_ms: int) -> None:
        """Take one event of pygame: the window's own are answered here, the rest reach the top scene."""
        if event.type in (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN):
            self._hidden = True
        elif event.type in (pygame.WINDOWSHOWN, pygame.WINDOWRESTORED):
            self._hidden = False
        if event.type == pygame.QUIT:
            self.apply(self.everywhere.get("quit", Quit)())
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN, pygame.WINDOWRESTORED):
            self._drawn = None
        else:
            if event.type == pygame.MOUSEMOTION:
                self.viewport = self.viewport.following(event.pos)
            for plain in self._translator.events(event, self.viewport, now_ms):
                self.give(turned(plain, self.viewport.canvas.w) if self._scenes and is_mirrored(self.top) else plain)
            self._follow_typing()

    def give(self, event: Event) -> None:
        """Handle a plain event: as an action of the whole program, else in the top scene."""
        if not self.running:
            return
        if isinstance(event, KeyDown | PadDown) and not event.repeat:
            action = action_for(event, self.top.where)
            if action is not None and action.name in self.everywhere and action.name not in self.top.keeps:
                self.apply(self.everywhere[action.name]())
                return
        told = None if self.herald is None else self.herald.hear(event)
        change = self.top.on_event(event) if told is None else told
        if change is not None and self._heard is not None:
            self._heard()  # a hand led to another scene
        self.apply(change)
        if not isinstance(event, PointerMoved) and self.viewport.scrolls and (box := self.top.in_sight) is not None:
            self.viewport = self.viewport.showing(self.seen_at(self.top, box))

    def update(self, now: float) -> None:
        """Update every visible scene; a change asked for by a lower one waits until it is on top."""
        if self._fade is not None and self._fade.tick(now):
            self._fade = self._drawn = None
        self._tell_rest()
        for scene in self.visible:
            change = scene.update(now)
            if change is not None and scene is self.top:
                self.apply(change)
                break
        self._follow_typing()

    def _tell_rest(self) -> None:
        """Tell each scene whether it rests, after the stack or the window changed."""
        scenes, hidden = self._rest_told
        if scenes is self._scenes and hidden is self._hidden:
            return  # asking what a scene can do costs as much as all the rest of a turn at which nothing happens
        self._rest_told = (self._scenes, self._hidden)
        for scene in self._scenes:
            if isinstance(scene, Resting):
                scene.rest(resting=self._hidden or scene is not self.top)

    def _follow_typing(self) -> None:
        """Ask the system for text only while a field has the focus: an input method would eat the keys of the table."""
        typing = bool(self._scenes) and self.top.where is Where.FIELD
        if typing is not self._typing and pygame.display.get_init():
            self._typing = typing
            if typing:
                pygame.key.start_text_input()
            else:
                pygame.key.stop_text_input()
        if typing and (box := self.top.in_sight) is not None:
            pygame.key.set_text_input_rect(pygame.Rect(self.viewport.on_window(self.seen_at(self.top, box))))

    def seen_at(self, scene: Scene, box: Box) -> Box:
        """Return where a box of a scene is seen."""
        return box.turned(self.viewport.canvas.w) if is_mirrored(scene) else box

    def apply(self, change: Change | None) -> None:
        """Change the stack."""
        before = self._scenes
        self._change(change)
        if self._scenes is not before and self._scenes:
            self._begin_fade(before)

    def _begin_fade(self, before: tuple[Scene, ...]) -> None:
        """Fade from what the window shows; what stays in sight does not move."""
        if self._calm is None or self._window is None or self.viewport.scrolls:
            return
        rise = 0.0 if self._calm() or self.visible[0] in before else RISE * self.viewport.u
        self._fade = Fade(self._window, CALM_LASTS if self._calm() else LASTS, rise)

    def _change(self, change: Change | None) -> None:
        while change is not None:
            following: Change | None = None
            match change:
                case Push(scene):
                    self._scenes = (*self._scenes, scene)
                    self._lay((scene,))
                case Pop(then):
                    self._scenes = self._scenes[:-1]
                    self._lay(())
                    following = then
                case Replace(scene, all_of_them):
                    self._scenes = (scene,) if all_of_them else (*self._scenes[:-1], scene)
                    self._lay((scene,))
                case Quit():
                    self._scenes = ()
            if not self._scenes:
                self.running = False
                return
            change = following

    def resize(self, viewport: Viewport) -> None:
        """Lay every scene out for a new window."""
        self.viewport = viewport
        self._window = self._fade = None
        self.relayout()

    def relayout(self) -> None:
        """Lay every scene out again: the text size or the language changed."""
        self._lay(self._scenes)
        self._drawn = None

    def _lay(self, scenes: Sequence[Scene]) -> None:
        """Lay scenes out, all in the words of what is played with on the stack of now."""
        speak_of(self._scenes)
        for scene in scenes:
            scene.layout(self.viewport)

    @property
    def due(self) -> bool:
        """Return whether the picture on the window is out of date."""
        return self.running and (self.restless or self.seen != self._drawn)

    @property
    def breathes(self) -> bool:
        """Return whether an idle animation of a scene has changed, worth a picture while somebody looks."""
        return self.running and _breath_of(self.visible) != self._breathed

    def draw(self, window: pygame.Surface) -> None:
        """Draw what is seen, from the back to the front; a small window gets its part of the canvas."""
        if not self._scenes:
            return
        canvas = self._canvas_for(window) if self._fade is None else self._fade.after
        herald, page, look = self.herald, self.visible[0].name, getattr(self.top, "look", None)
        draw_scenes(self.visible, canvas, None if herald is None else lambda: herald.draw(canvas, page, look))
        if self._fade is not None:
            self._fade.draw(window)
        elif canvas is not window:
            window.blit(canvas, (0, 0), (*self.viewport.offset, *window.get_size()))
        self._window = window
        self._drawn, self._breathed = self.seen, _breath_of(self.visible)
        self._print()

    @property
    def seen(self) -> object:
        """Return a value that differs whenever anything visible has changed."""
        told = "" if self.herald is None else self.herald.words(self.visible[0].name)
        return (self.viewport, told, tuple((scene, scene.revision) for scene in self.visible))

    def _canvas_for(self, window: pygame.Surface) -> pygame.Surface:
        if not self.viewport.scrolls:
            self._canvas = None
            return window
        size = self.viewport.canvas_size
        if self._canvas is None or self._canvas.get_size() != size:
            self._canvas = pygame.Surface(size).convert(window)
        return self._canvas

    def _print(self) -> None:
        if self._say_debug is None:
            return
        line = debug.line([(scene.name, self.seen_places(scene)) for scene in self.visible], self.viewport)
        if line != self._said:
            self._said = line
            self._say_debug(line)

    def seen_places(self, scene: Scene) -> Sequence[debug.Place]:
        """Return where each widget and tile is seen."""
        return [replace(place, box=self.seen_at(scene, place.box)) for place in scene.places()]


def _breath_of(scenes: Sequence[Scene]) -> tuple[int, ...]:
    """Return the count of idle changes of each scene that has some; asked at each turn of a table at rest."""
    breaths: list[Breath | None] = [getattr(scene, "breath", None) for scene in scenes]
    return tuple(breath.pictures for breath in breaths if breath is not None)
