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
from game.client.table.scene import TableScene
from game.client.viewport import Viewport
from game.client.widgets.button import Button, HoldButton
from game.client.widgets.widget import walk
from game.client.words import LANGUAGES, set_language
from tests.client.gallery import around, everything
from tests.matches import FEW
from tools.pictures import find_positions, save_matches

if TYPE_CHECKING:
    from game.client.events import PadButton
    from game.client.widgets.boxes import Box
    from game.client.widgets.widget import Widget

SIZE = (960, 540)
TEXT = 250
SEEN = 0.9  # of what the focus goes around, or of what it is seen through where that is less
INNER = 40  # rows or options that a widget has of its own, at most
WAYS: tuple[PadButton, ...] = ("down", "right", "up", "left")
NEEDED = ("table.primary", "table.second", "table.hint")
QUICK = (
    "new game", "check holds", "daily", "feats", "puzzle go_out solved", "eburako coach", "rummikub could open",
    "rummy hint 2",
)  # fmt: skip
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
        return self.director.running and self.director.top is self.scene

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
        for widget in self.over(focus, box):
            yield f"{focus.name} lies under {widget.name}"

    def over(self, stop: Widget, box: Box) -> list[Widget]:
        """Return the messages that cover most of a box of a stop."""
        messages = [widget for widget, _ in walk(self.scene.root) if widget.covers and not _inside(widget, stop)]
        return [one for one in messages if box.is_mostly_under(one.rect)]

    @property
    def free(self) -> list[str]:
        """Return the stops that no message covers.

        A paper in the largest text takes half of the smallest window: what lies under it is passed over until it is
        closed, as whoever sees the focus must never have it where it cannot be seen.
        """
        return [stop.name for stop in self.stops if all(one.makes_way for one in self.over(stop, stop.rect))]

    @property
    def is_solved(self) -> bool:
        """Return whether it is a solved puzzle, where nothing more is done under the paper."""
        return isinstance(self.scene, PuzzleTable) and self.scene.guide.session.solved

    def needed(self) -> Iterator[str]:
        """Tell which of what a turn is played with lies under a message, however large that is."""
        if self.is_solved:
            return
        for stop in self.stops:
            if stop.name in NEEDED or (isinstance(stop, Area) and stop.is_needed):
                over = [one for one in self.over(stop, stop.rect) if not one.makes_way]
                yield from (f"{stop.name} is needed under {one.name}" for one in over)

    def below(self) -> Iterator[str]:
        """Close a message that covers anything, and come to all that lay under it."""
        if len(self.free) == len(self.stops) or not isinstance(self.scene, TableScene) or self.is_solved:
            return
        closed = self.scene.shown.toast
        self.pad("east")
        if not self.here or closed is None or self.scene.shown.toast is not None:
            yield f"the pad does not close {closed}"
            return
        yield from self.by_tab()
        yield from self.by_pad()

    def by_tab(self) -> Iterator[str]:
        """Walk once around by Tab."""
        missed = self.free
        for _ in range(2 * len(missed)):
            self.press("Tab")
            if not self.here:
                yield f"Tab leaves it at {self.scene.ring.focus}"
                return
            focus = self.scene.ring.focus
            if focus is not None:
                missed = [name for name in missed if name != focus.name]
                yield from self.unseen()
        there = self.free
        yield from (f"Tab does not come to {name}" for name in missed if name in there)

    def by_pad(self) -> Iterator[str]:
        """Walk every way from every stop that is come to; what a first walk brings up may be come to in a second."""
        if self.scene.ring.focus is None:
            return
        found, missed = [self.scene.ring.focus.name], list[str]()
        # left and right walk the match
        ways: tuple[PadButton, ...] = ("down", "up") if isinstance(self.scene, ReplayedTable) else WAYS
        for _ in range(2):
            for name, way in ((name, way) for name in found for way in ways):  # more are found on the way
                came = self._pad_from(name, way)
                if not self.here:
                    yield f"{way} on {name} leaves it"
                    return
                if came is not None and came not in found:
                    yield from self.unseen()
                    found.append(came)
            missed = [name for name in self.free if name not in found]
            if not missed:
                return
        yield from (f"the pad does not come to {name}" for name in missed)

    def _pad_from(self, name: str, way: PadButton) -> str | None:
        """Return which stop a way leads to."""
        ring = self.scene.ring
        ring.focus_on(name)
        for _ in range(1 if isinstance(ring.focus, Button) else INNER):
            self.pad(way)
            if not self.here or ring.focus is None or ring.focus.name != name:
                break
        return None if ring.focus is None else ring.focus.name

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
    return [*walker.needed(), *walker.by_tab(), *walker.by_pad(), *walker.pressed(), *walker.below()]


@pytest.fixture
def studio() -> Iterator[Studio]:
    with Studio() as made:
        made.scale_text(TEXT)
        yield made
    set_language("en")


@pytest.mark.parametrize("name", QUICK)
def test_a_scene_is_walked_by_keys_and_by_pad_with_large_text(studio: Studio, name: str) -> None:
    scene = dict(everything(studio))[name]()
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
