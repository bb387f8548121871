"""The place that answers a click is a fingertip wide and high, however small the drawn thing is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.director import set_vocabulary_of
from game.client.draw import theme
from game.client.still import DEFAULT_SIZE, Studio
from game.client.table.areas import Area
from game.client.table.buttons import SortKey
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box, aimed_box
from game.client.widgets.choice import Choice
from game.client.widgets.list import ListRows
from game.client.widgets.scroll import Scroll
from game.client.widgets.stepper import Stepper
from game.client.widgets.widget import walk
from tests.client.gallery import most
from tests.slices import every

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.client.scenes.page import Page
    from game.client.widgets.boxes import Point
    from game.client.widgets.ring import Ring
    from game.client.widgets.widget import Widget

SLACK = 0.5  # logical px between two places that are asked
NO_TARGETS = (Area, SortKey, Scroll)  # tiles lie there, or right above, and come first; a scroll has the wheel too
TOUCHED_AS_TEXT = {"way"}  # a link stands in its line


def targets(widget: Widget) -> Iterator[tuple[str, Box]]:
    """Yield what can be clicked of a widget: its options, its rows, both its arrows, or all of it."""
    if isinstance(widget, Choice | ListRows):
        yield from ((part.name, part.box) for part in widget.pressable_parts())
    elif isinstance(widget, Stepper):
        half = widget.rect.w / 2
        yield f"{widget.name} back", widget.rect.left_part(half)
        yield f"{widget.name} forward", widget.rect.right_of(half)
    else:
        yield widget.name, widget.rect


def meant(ring: Ring, at: Point) -> tuple[Widget | None, int | str | None]:
    """Return what a click there would use."""
    widget = ring.widget_at(at)
    if isinstance(widget, Choice | ListRows):
        return widget, aimed_box(widget.cells, widget.rect.nearest(at), theme.MIN_CLICK_SIZE)
    if isinstance(widget, Stepper):
        return widget, "back" if at[0] < widget.rect.centre[0] else "forward"
    return widget, None


def too_small(scene: Page) -> Iterator[str]:
    """Yield each target whose answering place is too small, with what answers instead."""
    for widget, clip in walk(scene.root):
        if not (widget.takes_focus or widget.takes_pointer) or not widget.enabled:
            continue
        if isinstance(widget, NO_TARGETS) or widget.kind in TOUCHED_AS_TEXT:
            continue
        for name, box in targets(widget):
            needs = box.at_least(theme.MIN_CLICK_SIZE)
            if needs.size == box.size or (clip is not None and not needs.is_inside(clip)):
                continue
            (x, y), across, down = box.centre, needs.w / 2 - SLACK, needs.h / 2 - SLACK
            wanted = meant(scene.ring, box.centre)
            for at in ((x - across, y), (x + across, y), (x, y - down), (x, y + down)):
                if meant(scene.ring, at) != wanted:
                    yield f"{name} {box}: at {at} {meant(scene.ring, at)[0]}"


def test_whatever_answers_a_click_is_at_least_forty_wide_and_high() -> None:
    told = []
    with Studio() as studio:
        for name, make in every(most(studio), 8):
            scene = make()
            set_vocabulary_of((scene,))
            scene.layout(Viewport(DEFAULT_SIZE))
            told += [f"{name}: {words}" for words in too_small(scene)]  # type: ignore[arg-type]
    assert not told, "\n".join(told)
