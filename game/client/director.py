"""The director: the stack of scenes, which scene gets an event, and when to redraw.

Laws: only the director changes the stack; scenes return what should happen next. `draw` changes nothing. A frame is
drawn only when something visible has changed (a scene's `revision`, the window, the stack) or while a scene is
restless.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

import pygame

from game.client import debug
from game.client.actions import ActionContext, action_for
from game.client.draw.fade import CALM_DURATION_SECONDS, DURATION_SECONDS, RISE_HEIGHT, Fade
from game.client.events import KeyDown, PadDown, PointerMoved, mirrored_event
from game.client.leftward import mirror
from game.client.translate import Translator
from game.client.words.tongue import reads_leftward, set_vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from game.client.events import Event
    from game.client.viewport import Viewport
    from game.client.widgets.boxes import Box
    from game.client.widgets.look import Look
    from game.client.words.tongue import Vocabulary


class Scene(Protocol):
    """A page of the program: the title, a table, a dialog."""

    name: str
    popup: bool  # the scene below is drawn too, and paused
    keeps: frozenset[str]  # global actions that this scene handles itself, or blocks

    @property
    def action_context(self) -> ActionContext:
        """Return the context of the scene's actions; FIELD while text is typed."""

    @property
    def revision(self) -> int:
        """Count the visible changes; the director redraws when the count has grown."""

    @property
    def wants_frames(self) -> bool:
        """Return whether something is animating, so that `update` and `draw` are called for every frame."""

    @property
    def box_to_show(self) -> Box | None:
        """Return what a small window should show now: the focused widget."""

    def layout(self, viewport: Viewport) -> None:
        """Lay everything out for a window, keeping focus and typed text.

        Called again when the window, the text size or the language changes.
        """

    def on_event(self, event: Event) -> Change | None:
        """Handle an input event."""

    def update(self, now: float) -> Change | None:
        """Advance to a time in seconds, which never goes back."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw on the canvas; change no state."""

    def shown_items(self) -> Sequence[debug.ShownItem]:
        """Return each widget and tile with its place, for debug output."""


@runtime_checkable
class MirrorChoice(Protocol):
    """A scene that says itself whether it is mirrored: a table never is, because its sides have a meaning."""

    mirrors: bool


class IdleAnimation(Protocol):
    """The idle animations of a scene, its attribute `breath`; `pictures` counts their visible changes."""

    pictures: int


@runtime_checkable
class AboutGame(Protocol):
    """A scene about a game, which sets the vocabulary (tiles or cards) for itself and the scenes above it."""

    def vocabulary(self) -> Vocabulary:
        """Return the vocabulary to use now."""


def set_vocabulary_of(scenes: Sequence[object]) -> None:
    """Set the vocabulary from the topmost scene about a game."""
    words = [scene.vocabulary() for scene in scenes if isinstance(scene, AboutGame)]
    if words:
        set_vocabulary(cards=words[-1].cards, game=words[-1].game)


def is_mirrored(scene: Scene) -> bool:
    """Return whether a scene is shown mirrored, for a right-to-left language."""
    return reads_leftward() and (scene.mirrors if isinstance(scene, MirrorChoice) else True)


def draw_scenes(scenes: Sequence[Scene], canvas: pygame.Surface, over: Callable[[], object] | None = None) -> None:
    """Draw scenes from back to front, mirrored where needed, and the overlays last."""
    for scene in scenes:
        mirror.set_mirrored(canvas, mirrored=is_mirrored(scene))
        scene.draw(canvas)
    if over is not None:
        over()
    mirror.set_mirrored(canvas, mirrored=False)


@runtime_checkable
class Pausable(Protocol):
    """A scene that is told when it is paused: covered by another, or in a hidden window."""

    def set_paused(self, *, paused: bool) -> None:
        """Note whether it is paused; called before the first `update`, and when the stack or the window changes."""


@dataclass(frozen=True, slots=True)
class Push:
    """Put a scene on top of the stack."""

    scene: Scene


@dataclass(frozen=True, slots=True)
class Pop:
    """Remove the top scene, then apply a change to the one below."""

    then: Change | None = None


@dataclass(frozen=True, slots=True)
class Replace:
    """Replace the top scene; `all_of_them` clears the whole stack first."""

    scene: Scene
    all_of_them: bool = False


@dataclass(frozen=True, slots=True)
class Quit:
    """End the program."""


Change: TypeAlias = Push | Pop | Replace | Quit
ActionCallback: TypeAlias = "Callable[[], Change | None]"


class Overlay(Protocol):
    """Something drawn over any scene, such as captions."""

    def text_over(self, scene: str) -> str:
        """Return the text shown over a scene of that name; empty for none."""

    def draw(self, surface: pygame.Surface, scene: str, look: Look | None) -> None:
        """Draw it."""

    def on_event(self, event: Event) -> Change | None:
        """Handle an input event."""


class Director:
    """Holds the stack of scenes.

    `everywhere` maps names of global actions to their callbacks. `calm` returns whether motion is off; if it is, scenes
    change without a fade. `heard` is called when an input led to another scene.
    """

    def __init__(
        self,
        first: Scene,
        viewport: Viewport,
        everywhere: Mapping[str, ActionCallback] | None = None,
        say_debug: Callable[[str], None] | None = None,
        calm: Callable[[], bool] | None = None,
        heard: Callable[[], object] | None = None,
    ) -> None:
        self.viewport = viewport
        self.everywhere: dict[str, ActionCallback] = dict(everywhere or {})
        self.running = True
        self._scenes: tuple[Scene, ...] = (first,)
        self._translator = Translator()
        self._typing: bool | None = None  # whether text input was requested from the system; None at first
        self._drawn: object = None
        self._drawn_idle_counts: tuple[int, ...] = ()
        self._hidden = False
        self._paused_told: tuple[tuple[Scene, ...], bool] = ((), False)
        self._canvas: pygame.Surface | None = None
        self._window: pygame.Surface | None = None  # the window's surface at the last draw
        self._fade: Fade | None = None
        self._calm = calm
        self._heard = heard
        self._say_debug = say_debug
        self._said = ""
        self.turn_notice: Overlay | None = None  # drawn last, over all visible scenes
        self._layout_scenes((first,))

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
        """Return the visible scenes from back to front: the top one, and those below its pop-ups."""
        start = len(self._scenes) - 1
        while start > 0 and self._scenes[start].popup:
            start -= 1
        return self._scenes[start:]

    @property
    def wants_frames(self) -> bool:
        """Return whether the next frame is drawn in any case."""
        return self._fade is not None or any(scene.wants_frames for scene in self.visible)

    def on_pygame_event(self, event: pygame.event.Event, now_ms: int) -> None:
        """Take a pygame event: window events are handled here, the others go to the top scene."""
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
                self.viewport = self.viewport.panned_to_pointer(event.pos)
            for plain in self._translator.events(event, self.viewport, now_ms):
                self.on_plain_event(
                    mirrored_event(plain, self.viewport.canvas.w) if self._scenes and is_mirrored(self.top) else plain
                )
            self._sync_text_input()

    def on_plain_event(self, event: Event) -> None:
        """Handle a plain event: as a global action, else in the top scene."""
        if not self.running:
            return
        if isinstance(event, KeyDown | PadDown) and not event.repeat:
            action = action_for(event, self.top.action_context)
            if action is not None and action.name in self.everywhere and action.name not in self.top.keeps:
                self.apply(self.everywhere[action.name]())
                return
        told = None if self.turn_notice is None else self.turn_notice.on_event(event)
        change = self.top.on_event(event) if told is None else told
        if change is not None and self._heard is not None:
            self._heard()  # input led to another scene
        self.apply(change)
        if not isinstance(event, PointerMoved) and self.viewport.scrolls and (box := self.top.box_to_show) is not None:
            self.viewport = self.viewport.panned_to_box(self.screen_box(self.top, box))

    def update(self, now: float) -> None:
        """Update every visible scene; a change requested by a lower scene waits until that scene is on top."""
        if self._fade is not None and self._fade.tick(now):
            self._fade = self._drawn = None
        self._notify_paused()
        for scene in self.visible:
            change = scene.update(now)
            if change is not None and scene is self.top:
                self.apply(change)
                break
        self._sync_text_input()

    def _notify_paused(self) -> None:
        """Tell each scene whether it is paused, after a change of the stack or the window."""
        scenes, hidden = self._paused_told
        if scenes is self._scenes and hidden is self._hidden:
            return  # looking up a scene's methods costs as much as the rest of an idle frame
        self._paused_told = (self._scenes, self._hidden)
        for scene in self._scenes:
            if isinstance(scene, Pausable):
                scene.set_paused(paused=self._hidden or scene is not self.top)

    def _sync_text_input(self) -> None:
        """Ask the system for text only while a field has the focus: an input method would eat the keys of the table."""
        typing = bool(self._scenes) and self.top.action_context is ActionContext.FIELD
        if typing is not self._typing and pygame.display.get_init():
            self._typing = typing
            if typing:
                pygame.key.start_text_input()
            else:
                pygame.key.stop_text_input()
        if typing and (box := self.top.box_to_show) is not None:
            pygame.key.set_text_input_rect(pygame.Rect(self.viewport.to_window(self.screen_box(self.top, box))))

    def screen_box(self, scene: Scene, box: Box) -> Box:
        """Return where a box of a scene is on the screen."""
        return box.mirrored(self.viewport.canvas.w) if is_mirrored(scene) else box

    def apply(self, change: Change | None) -> None:
        """Change the stack."""
        before = self._scenes
        self._change(change)
        if self._scenes is not before and self._scenes:
            self._begin_fade(before)

    def _begin_fade(self, before: tuple[Scene, ...]) -> None:
        """Start a fade from the present frame; what stays visible does not move."""
        if self._calm is None or self._window is None or self.viewport.scrolls:
            return
        rise = 0.0 if self._calm() or self.visible[0] in before else RISE_HEIGHT * self.viewport.u
        self._fade = Fade(self._window, CALM_DURATION_SECONDS if self._calm() else DURATION_SECONDS, rise)

    def _change(self, change: Change | None) -> None:
        while change is not None:
            following: Change | None = None
            match change:
                case Push(scene):
                    self._scenes = (*self._scenes, scene)
                    self._layout_scenes((scene,))
                case Pop(then):
                    self._scenes = self._scenes[:-1]
                    self._layout_scenes(())
                    following = then
                case Replace(scene, all_of_them):
                    self._scenes = (scene,) if all_of_them else (*self._scenes[:-1], scene)
                    self._layout_scenes((scene,))
                case Quit():
                    self._scenes = ()
            if not self._scenes:
                self.running = False
                return
            change = following

    def put_below(self, scene: Scene) -> None:
        """Add a scene at the bottom of the stack."""
        self._scenes = (scene, *self._scenes)
        self._layout_scenes((scene,))

    def resize(self, viewport: Viewport) -> None:
        """Lay every scene out for a new window."""
        self.viewport = viewport
        self._window = self._fade = None
        self.relayout()

    def relayout(self) -> None:
        """Lay every scene out again, after a change of settings or of the window."""
        self._layout_scenes(self._scenes)
        self._drawn = None

    def _layout_scenes(self, scenes: Sequence[Scene]) -> None:
        """Lay scenes out, all with the vocabulary of the present stack."""
        set_vocabulary_of(self._scenes)
        for scene in scenes:
            scene.layout(self.viewport)

    @property
    def must_redraw(self) -> bool:
        """Return whether the window must be redrawn."""
        return self.running and (self.wants_frames or self.visible_state != self._drawn)

    @property
    def idle_picture_changed(self) -> bool:
        """Return whether an idle animation has changed; such changes are drawn only while the window has the focus."""
        return self.running and _idle_picture_counts(self.visible) != self._drawn_idle_counts

    def draw(self, window: pygame.Surface) -> None:
        """Draw the visible scenes from back to front; a small window gets its part of the canvas."""
        if not self._scenes:
            return
        canvas = self._canvas_for(window) if self._fade is None else self._fade.after
        turn_notice, page, look = self.turn_notice, self.visible[0].name, getattr(self.top, "look", None)
        draw_scenes(self.visible, canvas, None if turn_notice is None else lambda: turn_notice.draw(canvas, page, look))
        if self._fade is not None:
            self._fade.draw(window)
        elif canvas is not window:
            window.blit(canvas, (0, 0), (*self.viewport.offset, *window.get_size()))
        self._window = window
        self._drawn, self._drawn_idle_counts = self.visible_state, _idle_picture_counts(self.visible)
        self._print()

    @property
    def visible_state(self) -> object:
        """Return a value that differs whenever anything visible has changed."""
        told = "" if self.turn_notice is None else self.turn_notice.text_over(self.visible[0].name)
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
        line = debug.debug_line([(scene.name, self.screen_items(scene)) for scene in self.visible], self.viewport)
        if line != self._said:
            self._said = line
            self._say_debug(line)

    def screen_items(self, scene: Scene) -> Sequence[debug.ShownItem]:
        """Return each widget and tile of a scene with its place on the screen."""
        return [replace(place, box=self.screen_box(scene, place.box)) for place in scene.shown_items()]


def _idle_picture_counts(scenes: Sequence[Scene]) -> tuple[int, ...]:
    """Return the idle animation count of each scene that has one; called in every idle frame."""
    breaths: list[IdleAnimation | None] = [getattr(scene, "breath", None) for scene in scenes]
    return tuple(breath.pictures for breath in breaths if breath is not None)
