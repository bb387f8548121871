"""The layout check: what is wrong with a scene in a window of a size, in words; nothing when it is well laid out.

It asks the widgets alone: none leaves the canvas, no two that are side by side overlap, no text is larger than its
box or breaks a word. What a scroll hides is no fault; what it shows is checked like the rest.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Protocol

from pygame import Surface, image

from game.client.director import set_vocabulary_of
from game.client.viewport import Viewport
from game.client.widgets.widget import walk
from tests.slices import crossed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.widgets.boxes import Box
    from game.client.widgets.widget import Widget

SLACK = 0.75  # logical px a rounded glyph may stand over
SIZES = ((960, 540), (1280, 720), (1920, 1080), (2560, 1440), (1024, 768), (2560, 1080))
SCALES = (0.8, 1.0, 1.5, 2.5)
# Every window at every text size, or a slice with the tightest of them.
LOOKS = dict.fromkeys([(SIZES[0], SCALES[-1]), *crossed(SIZES, SCALES)])


class Laid(Protocol):
    """What the check needs of a scene."""

    @property
    def root(self) -> Widget: ...

    def layout(self, viewport: Viewport) -> None: ...


class Scaled(Protocol):
    """Whatever holds the text size the scene reads."""

    text_scale: float


def problems(scene: Laid, size: tuple[int, int], text_scale: float, reading: Scaled | None = None) -> list[str]:
    """Lay the scene out and return what is wrong; `reading` is where the scene reads its text size from."""
    if reading is not None:
        reading.text_scale = text_scale
    viewport = Viewport(size)
    set_vocabulary_of((scene,))
    scene.layout(viewport)
    found = [*_outside(scene.root, viewport.canvas), *_overlaps(scene.root), *_texts(scene.root)]
    return [f"{size[0]}x{size[1]} text {text_scale}: {words}" for words in found]


def _outside(root: Widget, canvas: Box) -> list[str]:
    told = []
    for widget, clip in walk(root):
        if clip is None and not widget.rect.is_inside(canvas, SLACK):
            told.append(f"{widget.name} leaves the window: {widget.rect}")
        if clip is not None and (widget.rect.x < clip.x - SLACK or widget.rect.right > clip.right + SLACK):
            told.append(f"{widget.name} is wider than what it shows through: {widget.rect} in {clip}")
        told += [
            f"{child.name} leaves {widget.name}: {child.rect} outside {widget.rect}"
            for child in widget.children
            if child.visible and not widget.clips and not child.rect.is_inside(widget.rect, SLACK)
        ]
    return told


def _overlaps(root: Widget) -> list[str]:
    """Compare neighbours: what stands in one widget must not lie over one another, but for papers that mean to."""
    told = []
    for widget, _ in walk(root):
        inside = [child for child in widget.children if child.visible and not child.covers]
        told += [
            f"{one.name} overlaps {other.name}: {one.rect} and {other.rect}"
            for one, other in combinations(inside, 2)
            if one.rect.overlaps(other.rect, SLACK)
        ]
    return told


def _texts(root: Widget) -> list[str]:
    told = []
    for widget, clip in walk(root):
        shown = [written for written in widget.texts() if written.text]
        for written in shown:
            if written.takes[0] > written.box.w + SLACK or written.takes[1] > written.box.h + SLACK:
                told.append(
                    f"{widget.name}: {written.text!r} takes {_pair(written.takes)} in {_pair(written.box.size)}"
                )
            elif written.widest_word > written.box.w + SLACK:
                told.append(f"{widget.name}: {written.text!r} breaks a word in {written.box.w:.1f}")
            elif clip is None and not written.box.is_inside(widget.rect, SLACK):
                told.append(
                    f"{widget.name}: {written.text!r} stands outside its widget, {written.box} in {widget.rect}"
                )
        told += _texts_over_texts(widget, [written.box for written in shown])
    return told


def _texts_over_texts(widget: Widget, boxes: Sequence[Box]) -> list[str]:
    return [
        f"{widget.name}: text over text, {one} and {other}"
        for one, other in combinations(boxes, 2)
        if one.overlaps(other, SLACK)
    ]


def _pair(size: tuple[float, float]) -> str:
    return f"{size[0]:.1f} x {size[1]:.1f}"


def shows_focus(stop: Widget, size: tuple[int, int] = SIZES[1]) -> bool:
    """Return whether a widget that was laid out looks another when it has the focus."""
    pictures = []
    for stop.focused in (False, True):
        drawn = Surface(size)
        stop.draw(drawn)
        pictures.append(image.tobytes(drawn, "RGB"))
    stop.focused = False
    return pictures[0] != pictures[1]
