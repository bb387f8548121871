"""Every scene walked through by keys and by pad: each stop is come to, is seen while it has the focus, and is used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from game.client.director import Director
from game.client.events import KeyDown, KeyUp, PadDown, PadUp
from game.client.preferences import Settings
from game.client.puzzle.scene import PuzzleTable
from game.client.scenes.page import Page
from game.client.still import REST_TIMES, Studio
from game.client.table.areas import Area
from game.client.table.past import ReplayedTable
from game.client.viewport import Viewport
from game.client.widgets.button import Button, HoldButton
from game.client.widgets.widget import walk
from game.client.words import LANGUAGES, set_language
from tests.client.gallery import around, everything
from tests.matches import FEW
from tools.pictures import find_positions, save_matches

if TYPE_CHECKING:
    from game.client.events import PadButton
    from game.client.widgets.widget import Widget

SIZE = (960, 540)
TEXT = 250
SEEN = 0.9  # of what the focus goes around, or of what it is seen through where that is less
INNER = 40  # rows or options that a widget has of its own, at most
WAYS: tuple[PadButton, ...] = ("down", "right", "up", "left")
QUICK = ("new game", "check holds", "daily", "feats")
LEFT_OUT = ("lesson", "lan ")  # what they show goes on by itself: hands play them in tests of their own


class Walker:
    """A scene under a director, walked by hand; faults are told in words."""

    def __init__(self, scene: Page) -> None:
        self.scene = scene
        self.director = Director(scene, Viewport(SIZE))
        for now in REST_TIMES:
            self.director.update(now)
        self.now = REST_TIMES[-1]
        scene.ring.show_focus(shown=True)

    @property
    def stops(self) -> list[Widget]:
        return self.scene.ring.tab_stops()

    def press(self, name: str) -> None:
        self.director.on_plain_event(KeyDown(name))
        self.director.on_plain_event(KeyUp(name))
        self._pass_time()

    def pad(self, button: PadButton) -> None:
        self.director.on_plain_event(PadDown(button))
        self.director.on_plain_event(PadUp(button))
        self._pass_time()

    def _pass_time(self) -> None:
        self.now += 0.5
        self.director.update(self.now)

    @property
    def here(self) -> bool:
        return self.director.top is self.scene

    def unseen(self) -> Iterator[str]:
        """Tell that what has the focus is scrolled out of sight, or lies under something."""
        focus = self.scene.ring.focus
        assert focus is not None
        box = focus.focus_box
        shown = list(walk(self.scene.root))
        clip = next((clip for widget, clip in shown if widget is focus), None)
        if clip is not None:
            wide, high = min(box.w, clip.w), min(box.h, clip.h)
            if box.overlap_area(clip) < SEEN * wide * high:
                yield f"{focus.name} is out of sight: {box} in {clip}"
        if isinstance(focus, Area) and isinstance(self.scene, PuzzleTable) and self.scene.guide.session.solved:
            return  # nothing more is done there
        for widget, _ in shown:
            if widget.covers and 2 * widget.rect.overlap_area(box) > box.w * box.h and not _inside(widget, focus):
                yield f"{focus.name} lies under {widget.name}"

    def by_tab(self) -> Iterator[str]:
        """Walk once around by Tab."""
        missed = [stop.name for stop in self.stops]
        for _ in range(2 * len(missed)):
            self.press("Tab")
            if not self.here:
                yield f"Tab leaves it at {self.scene.ring.focus}"
                return
            focus = self.scene.ring.focus
            if focus is not None:
                missed = [name for name in missed if name != focus.name]
                yield from self.unseen()
        gone = {stop.name for stop in self.stops}
        yield from (f"Tab does not come to {name}" for name in missed if name in gone)

    def by_pad(self) -> Iterator[str]:
        """Walk every way from every stop that is come to."""
        ring = self.scene.ring
        start = ring.focus
        if start is None:
            return
        found, left = {start.name}, [start.name]
        while left:
            name = left.pop()
            # left and right walk the match
            for way in ("down", "up") if isinstance(self.scene, ReplayedTable) else WAYS:
                ring.focus_on(name)
                for _ in range(1 if isinstance(ring.focus, Button) else INNER):
                    self.pad(way)
                    if not self.here:
                        yield f"{way} on {name} leaves it"
                        return
                    if ring.focus is None or ring.focus.name != name:
                        break
                if ring.focus is not None and ring.focus.name not in found:
                    yield from self.unseen()
                    found.add(ring.focus.name)
                    left.append(ring.focus.name)
        yield from (f"the pad does not come to {stop.name}" for stop in self.stops if stop.name not in found)

    def pressed(self) -> Iterator[str]:
        """Use every button by Space and by the south button of a pad; what it leads to is not done."""
        used: list[str] = []
        for stop in self.stops:
            if not isinstance(stop, Button) or isinstance(stop, HoldButton):
                continue
            name, before = stop.name, stop.on_use
            stop.on_use = lambda name=name: used.append(name)  # type: ignore[misc]
            for hand in ("Space", "south"):
                self.scene.ring.focus_on(stop)
                used.clear()
                self.press("Space") if hand == "Space" else self.pad("south")
                if name not in used:
                    yield f"{hand} does not use {name}"
            stop.on_use = before


def _inside(outer: Widget, inner: Widget) -> bool:
    return any(widget is inner for widget, _ in walk(outer))


def faults(scene: Page) -> list[str]:
    """Return what is wrong with a scene for whoever has no pointer."""
    walker = Walker(scene)
    return [*walker.by_tab(), *walker.by_pad(), *walker.pressed()]


@pytest.fixture
def studio() -> Iterator[Studio]:
    with Studio() as made:
        made.scale_text(TEXT)
        yield made
    set_language("en")


@pytest.mark.parametrize("name", QUICK)
def test_a_scene_is_walked_by_keys_and_by_pad_with_large_text(studio: Studio, name: str) -> None:
    scene = dict(around(studio))[name]()
    assert isinstance(scene, Page)
    assert faults(scene) == []


def test_what_scrolls_along_comes_before_a_foot_that_stays(studio: Studio) -> None:
    page = dict(around(studio))["rummy ending"]()
    assert isinstance(page, Page)
    walker = Walker(page)
    page.ring.focus_on("options.invalid_penalty.rule")
    walker.pad("down")
    assert page.ring.focus is not None
    assert page.ring.focus.name == "options.live_validity.rule"
    walker.pad("down")
    assert page.ring.focus.name == "options.done"


@pytest.mark.whole
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_scene_is_walked_by_keys_and_by_pad_with_large_text(studio: Studio, language: str) -> None:
    save_matches(studio, find_positions(points=FEW))
    wrong = []
    for name, make in everything(studio):
        if name.startswith(LEFT_OUT):
            continue
        studio.preferences.now = replace(Settings(), text_size=TEXT)  # a walk over the settings changes them
        set_language(language)
        scene = make()
        assert isinstance(scene, Page)
        wrong += [f"{name}: {told}" for told in dict.fromkeys(faults(scene))]
    assert not wrong, "\n".join(wrong)  # all of them: a walk of every scene takes minutes
