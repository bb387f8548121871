"""The focus ring: one focus in a tree of widgets, for pointer, keys and pad alike.

Laws: Tab goes in the reading order of the tree. Every focusable widget is reached by Tab, arrows and D-pad, and
activated by Space, Return and the south button; one that a message covers is passed over until the message is closed.
The ring is hidden when the pointer moves; the next arrow, Tab, Space or Return only shows it, without moving or using
the focus.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from game.client.actions import ActionContext, action_for, note_pad_used, pad_used_last
from game.client.draw import theme
from game.client.events import (
    Composing,
    KeyDown,
    KeyUp,
    PadDown,
    PadUp,
    PointerDown,
    PointerLeft,
    PointerMoved,
    PointerUp,
    Typed,
    Wheel,
)
from game.client.widgets.boxes import aimed_box
from game.client.widgets.gesture import Arrow, Direction, Drag, Grab, Hover, ScrollTo, Use
from game.client.widgets.widget import IGNORED, TAKEN, Answer, Widget, handled_with, walk

if TYPE_CHECKING:
    from game.client.actions import Action
    from game.client.director import Change
    from game.client.events import Event
    from game.client.widgets.boxes import Box, Point

PAGE_NOTCHES = 4.0  # wheel notches that Page Up and Page Down stand for
DIRECTIONS: tuple[Direction, ...] = ("left", "right", "up", "down")


class Ring:
    """Routes events to the widgets below `root`; `revision` grows with every visible change."""

    def __init__(self, root: Widget, first: str | None = None) -> None:
        self.root = root
        self._first = first
        self.focus: Widget | None = None
        self.shown = False
        self.revision = 0
        self.pad_last = pad_used_last()  # the last input was from a pad: prompts show its buttons instead of keys
        self._over: Widget | None = None
        self._at: Point | None = None  # where the pointer is
        self._grabbed: Widget | None = None
        self._holding: Widget | None = None
        self.focus_on(first) if first else self._settle()

    # --- stops -------------------------------------------------------------------------------------------------

    def tab_stops(self) -> list[Widget]:
        """Return the tab stops in order."""
        return [widget for widget, _ in walk(self.root) if widget.takes_focus and widget.enabled]

    def widget_at(self, point: Point) -> Widget | None:
        """Return the widget under the pointer: the innermost that takes input, or a small one inside it close by."""
        found: Widget | None = None
        near: list[tuple[Widget, Box]] = []
        cover = next((widget for widget, _ in walk(self.root) if widget.covers and widget.rect.contains(point)), None)
        for widget, clip in walk(cover or self.root):
            if clip is not None and not clip.contains(point):
                continue
            if widget.rect.contains(point):
                answers = widget.takes_focus or widget.takes_pointer or widget.tip is not None
                found = widget if answers else found
            elif widget.placed and (widget.takes_focus or widget.takes_pointer):
                near += [(widget, box) for box in widget.click_boxes or (widget.rect,)]
        index = aimed_box([box for _, box in near], point, theme.MIN_CLICK_SIZE)
        if index is not None and (found is None or _inside(found, near[index][0])):
            return near[index][0]
        return found

    @property
    def hovered(self) -> Widget | None:
        """Return the widget under the pointer."""
        return self._over

    @property
    def pointed(self) -> Widget | None:
        """Return the hovered widget if it has not vanished or moved from under the pointer since."""
        return self._over if self._at is not None and self.widget_at(self._at) is self._over else None

    @property
    def typing(self) -> bool:
        """Return whether a text field receives the keys."""
        return self.focus is not None and self.focus.takes_text and self.focus.enabled

    def note_change(self) -> None:
        """Record a visible change made from outside."""
        self.revision += 1
        self._settle()

    # --- moving the focus ----------------------------------------------------------------------------------------

    def focus_on(self, which: Widget | str) -> None:
        """Focus a widget, given itself or by name; one that cannot take the focus is ignored."""
        for stop in self.tab_stops():
            if stop is which or stop.name == which:
                self._give(stop)
                return
        self._settle()

    def focus_next(self, by: int = 1) -> None:
        """Move the focus in reading order, wrapping around, past what a message covers that does not make way."""
        stops = self.tab_stops()
        index = stops.index(self.focus) + by if self.focus in stops else 0
        for _ in stops:
            stop = stops[index % len(stops)]
            if not self._is_covered(stop, making_way=False):
                self._give(stop)
                return
            index += by

    def focus_towards(self, way: Direction) -> None:
        """Move the focus to the nearest stop in a direction that no message covers, else in reading order.

        Going up or down, stops in the same scroll area come first: a fixed footer may be nearer than what is scrolled
        out of view.
        """
        stops = self.tab_stops()
        if self.focus is None or self.focus not in stops:
            self.focus_next()
            return
        here = self.focus.focus_box
        around, lapped = self.messages_beside(self.focus), any(one.covers for one, _ in walk(self.root))
        ahead = [
            (far, _distance(here, stop.rect, way) or 0.0, index)
            for index, stop in enumerate(stops)
            if stop is not self.focus
            and (far := _distance(here, _way_in(stop, around), way, lapped=lapped)) is not None
            and not self._is_covered(stop)
        ]
        if around and way in ("left", "right"):  # past a message that lies nearer, but higher or lower
            ahead = [one for one in ahead if _is_level(here, _way_in(stops[one[-1]], around))] or ahead
        if way in ("up", "down") and (scroll := self._scroll_of(self.focus)) is not None:
            ahead = [one for one in ahead if _inside(scroll, stops[one[-1]])] or ahead
        if ahead:
            self._give(stops[min(ahead)[-1]])
        else:
            self.focus_next(1 if way in ("right", "down") else -1)

    def messages_beside(self, widget: Widget) -> list[Widget]:
        """Return the messages that lie over the page, without one that holds this widget."""
        return [one for one, _ in walk(self.root) if one.covers and one.placed and not _inside(one, widget)]

    def tipped(self, one: Widget | None) -> Widget | None:
        """Return a widget if its tooltip may be drawn: that of a focus would lie over the words of a message."""
        if one is None or one.tip is None or (self.shown and self.messages_beside(one)):
            return None
        return one

    def _is_covered(self, stop: Widget, *, making_way: bool = True) -> bool:
        """Return whether most of a stop lies under a message, or under one that does not make way."""
        messages = [one for one in self.messages_beside(stop) if making_way or not one.makes_way]
        return any(stop.rect.is_mostly_under(one.rect) for one in messages)

    def _scroll_of(self, stop: Widget) -> Widget | None:
        """Return the innermost scroll area of a stop."""
        return next((one for one, _ in reversed([*walk(self.root)]) if one.clips and _inside(one, stop)), None)

    def _give(self, stop: Widget) -> None:
        if self.focus is not stop:
            self._let_go()
        self.focus = stop
        self._mark()
        if not stop.placed:
            return
        for widget, _ in walk(self.root):
            if widget is not stop and _inside(widget, stop) and widget.handle(ScrollTo(stop.focus_box)).taken:
                self.revision += 1

    def _settle(self) -> None:
        """Keep the focus on a valid stop: one with the name of the old one, else where it began, else the first."""
        stops = self.tab_stops()
        if self.focus in stops:
            return
        named: dict[str | None, Widget] = {stop.name: stop for stop in reversed(stops)}
        name = self.focus.name if self.focus else None
        self.focus = named.get(name) or named.get(self._first) or next(iter(stops), None)
        self._mark()

    def _mark(self) -> None:
        """Set the focus flags of the widgets, so that drawing only reads."""
        for widget, _ in walk(self.root):
            widget.by_pad = self.pad_last
            widget.has_focus = widget is self.focus
            widget.focused = self.shown and widget.has_focus
        self.revision += 1

    def show_focus(self, *, shown: bool) -> None:
        """Show or hide the ring."""
        if shown is not self.shown:
            self.shown = shown
            self._mark()

    def note_pad_used(self, *, pad: bool) -> None:
        """Note which device was used last, where the device's event was handled elsewhere."""
        note_pad_used(pad=pad)
        if pad is not self.pad_last:
            self.pad_last = pad
            self._mark()

    # --- events --------------------------------------------------------------------------------------------------

    def on_event(self, event: Event) -> Answer:
        """Dispatch an event to the widgets."""
        self._settle()
        if isinstance(event, PointerMoved | PointerDown | PointerUp | Wheel):
            self._at = event.at
        match event:
            case PointerMoved(at):
                return self._moved(at)
            case PointerDown(at, "left", clicks):
                return self._down(at, clicks)
            case PointerUp(at, "left"):
                return self._up(at)
            case PointerLeft():
                self._hover(None)
                self._let_go()
                return TAKEN
            case Wheel():
                return self._turned(event)
            case Typed() | Composing():
                return self._noted(self.focus.handle(event) if self.focus else IGNORED)
            case KeyDown() | PadDown():
                return self._pressed(event)
            case KeyUp() | PadUp():
                return self._released(event)
        return IGNORED

    def tick(self, now: float) -> Change | None:
        """Pass the time to animated widgets."""
        for widget in _stirring(self.root):
            self.revision += 1
            change = widget.tick(now)
            if change is not None:
                return change
        return None

    @property
    def wants_frames(self) -> bool:
        """Return whether any widget is animating."""
        return bool(_stirring(self.root))

    def activate(self, widget: Widget, use: Use) -> Answer:
        """Focus and activate a widget for a screen reader or another program."""
        self._give(widget)
        return self._noted(widget.handle(use))

    # --- pointer -------------------------------------------------------------------------------------------------

    def _moved(self, at: Point) -> Answer:
        self.note_pad_used(pad=False)
        self.show_focus(shown=False)
        if self._grabbed is not None:
            self.revision += 1
            self._grabbed.held = self._reached(self._grabbed, at) or not self._grabbed.acts_when_held
            return handled_with(self._grabbed.handle(Drag(at)).change)
        self._hover(self.widget_at(at))
        if self._over is not None and self._over.handle(Hover(self._over.rect.nearest(at))).taken:
            self.revision += 1
        return Answer(taken=self._over is not None)

    def _hover(self, widget: Widget | None) -> None:
        if widget is self._over:
            return
        for one, now_over in ((self._over, False), (widget, True)):
            if one is not None:
                one.hovered = now_over
        self._over = widget
        self.revision += 1

    def _down(self, at: Point, clicks: int) -> Answer:
        self.note_pad_used(pad=False)
        self._let_go()
        widget = self.widget_at(at)
        self._hover(widget)
        if widget is None or not (widget.enabled and (widget.takes_focus or widget.takes_pointer)):
            return Answer(taken=widget is not None)
        self.show_focus(shown=False)
        answer = widget.handle(
            Grab(widget.rect.nearest(at), clicks)
        )  # handled before the field gets the focus, because that scrolls its text
        if widget.takes_focus and not widget.keeps_focus:
            self._give(widget)
        self._grabbed = widget
        widget.held = True
        self.revision += 1
        return handled_with(answer.change)

    def _up(self, at: Point) -> Answer:
        grabbed = self._grabbed
        if grabbed is None:
            return IGNORED
        self._let_go()
        self._hover(self.widget_at(at))
        if not self._reached(grabbed, at) or grabbed.acts_when_held or not grabbed.enabled:
            return TAKEN
        return handled_with(grabbed.handle(Use(grabbed.rect.nearest(at))).change)

    def _reached(self, widget: Widget, at: Point) -> bool:
        return widget.rect.contains(at) or self.widget_at(at) is widget

    def _let_go(self) -> None:
        for held in (self._grabbed, self._holding):
            if held is not None:
                held.held = False
                self.revision += 1
        self._grabbed = self._holding = None

    def _turned(self, wheel: Wheel) -> Answer:
        at = wheel.at
        under = [
            widget
            for widget, clip in walk(self.root)
            if widget.rect.contains(at) and (clip is None or clip.contains(at))
        ]
        for widget in reversed(under):
            if widget.handle(wheel).taken:
                self.revision += 1
                self._hover(self.widget_at(at))
                return TAKEN
        return IGNORED

    # --- keys and pad --------------------------------------------------------------------------------------------

    def _pressed(self, event: KeyDown | PadDown) -> Answer:
        self.note_pad_used(pad=isinstance(event, PadDown))
        if isinstance(event, KeyDown) and self.focus is not None and self.focus.enabled:
            answer = self.focus.handle(event)
            if answer.taken:
                return self._noted(answer)
        action = action_for(event, ActionContext.FIELD if self.typing else ActionContext.MENUS)
        if action is None:
            return IGNORED
        if action.name in ("scroll_up", "scroll_down"):
            return self._scrolled(1 if action.name == "scroll_up" else -1)
        if action.name in ("pick", "confirm"):
            return self._picked(repeat=event.repeat)
        return self._walked(action)

    def _walked(self, action: Action) -> Answer:
        moves = action.name in ("focus_next", "focus_previous", *DIRECTIONS)
        if not moves:
            return IGNORED
        if not self.shown:
            self.show_focus(shown=True)
            if not self.typing:
                return TAKEN
        if action.name in ("focus_next", "focus_previous"):
            self.focus_next(1 if action.name == "focus_next" else -1)
            return TAKEN
        way = cast("Direction", action.name)
        answer = self.focus.handle(Arrow(way)) if self.focus else IGNORED
        if answer.taken:
            self._reveal_focus()
            return self._noted(answer)
        self.focus_towards(way)
        return TAKEN

    def _picked(self, *, repeat: bool) -> Answer:
        if repeat or self.focus is None or not self.focus.enabled:
            return TAKEN
        if not self.shown and not self.typing:
            self.show_focus(shown=True)
            return TAKEN
        self.revision += 1
        if self.focus.acts_when_held:
            self._let_go()
            self._holding = self.focus
            self.focus.held = True
            return TAKEN
        return handled_with(self.focus.handle(Use()).change)

    def _released(self, event: KeyUp | PadUp) -> Answer:
        action = action_for(event, ActionContext.MENUS)
        if self._holding is None or action is None or action.name not in ("pick", "confirm"):
            return IGNORED
        self._let_go()
        return TAKEN

    def _scrolled(self, way: int) -> Answer:
        """Scroll the area that holds the focus, else the first scrollable one."""
        able = [widget for widget, _ in walk(self.root)]
        able.sort(key=lambda widget: self.focus is None or not _inside(widget, self.focus))
        for widget in able:
            if widget.handle(Wheel(widget.rect.centre, 0.0, PAGE_NOTCHES * way)).taken:
                self.revision += 1
                return TAKEN
        return IGNORED

    def _reveal_focus(self) -> None:
        if self.focus is not None:
            self._give(self.focus)

    def _noted(self, answer: Answer) -> Answer:
        if answer.taken:
            self.revision += 1
        return answer


def _stirring(widget: Widget) -> list[Widget]:
    """Return the animated widgets; called twice a frame on a resting table, so it avoids the generators of `walk`."""
    found, waiting = [], [widget]
    while waiting:
        one = waiting.pop()
        if one.visible:
            if one.wants_frames:
                found.append(one)
            waiting += reversed(one.children)
    return found


def _inside(outer: Widget, inner: Widget) -> bool:
    return any(widget is inner for widget, _ in walk(outer))


def _way_in(stop: Widget, messages: list[Widget]) -> Box:
    """Return what is gone to: a stop, or the whole message that holds it."""
    return next((one.rect for one in messages if _inside(one, stop)), stop.rect)


def _is_level(here: Box, there: Box) -> bool:
    return here.y < there.bottom and there.y < here.bottom


def _distance(here: Box, there: Box, way: Direction, *, lapped: bool = False) -> float | None:
    """Return the distance to a box in a direction, sideways distance counted three times.

    None if it lies another way; where messages lie over the page, not if less than half of it overlaps.
    """
    gaps = {
        "left": here.x - there.right,
        "right": there.x - here.right,
        "up": here.y - there.bottom,
        "down": there.y - here.bottom,
    }
    ahead, half = gaps[way], (there.w if way in ("left", "right") else there.h) / 2
    if ahead < -1.0 and not (lapped and here.overlaps(there) and ahead > -half):  # a rounded px is no overlap
        return None
    if way in ("left", "right"):
        aside = max(there.y - here.bottom, here.y - there.bottom, 0.0)
        off = abs(there.centre[1] - here.centre[1])
    else:
        aside = max(there.x - here.right, here.x - there.right, 0.0)
        off = abs(there.centre[0] - here.centre[0])
    return max(0.0, ahead) + 3.0 * aside + 0.1 * off
