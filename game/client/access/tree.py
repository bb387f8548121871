"""Builds the screen reader's tree from the top scene: its widgets with role, name, state and position.

Laws: descriptions come from the widgets themselves; the order is that of Tab, the focus is where the focus ring is; a
node without a name is left out. Nothing here knows AccessKit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from game.client.access.access_action import AccessAction
from game.client.access.node import Node, NodeRole, NodeTarget, NodeTree
from game.client.actions import current_key_for
from game.client.scenes.page import Page
from game.client.table.areas import Area
from game.client.table.log_panel import LogPanel
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button
from game.client.widgets.choice import Choice
from game.client.widgets.dialog import Dialog
from game.client.widgets.key_line import KeyLine
from game.client.widgets.label import KeyHint, Paragraph
from game.client.widgets.list import ListRows
from game.client.widgets.shelf import Labelled
from game.client.widgets.slider import Slider
from game.client.widgets.stepper import Stepper
from game.client.widgets.text_field import TextField
from game.client.widgets.toast import Toast
from game.client.widgets.toggle import Toggle
from game.client.widgets.widget import Widget, walk
from game.client.words import say

ROOT_KEY: Final = "window"
PROGRAM_NAME: Final = "Comodín"
TITLED_KINDS: Final = ("heading", "bar", "dialog", "panel", "card", "paper")  # kinds of widgets whose words name a page
# Codes of the names of widgets that have no label in the window, since their look explains them.
UNWRITTEN_NAMES: Final = {
    "title.games": "host.game",
    "new.games": "host.game",
    "statistics.game": "host.game",
    "pad.game": "host.game",
    "matches.sieve.game": "host.game",
    "pad.people": "access.people",
    "night.players": "access.people",
    "theatre.controls.eyes": "access.eyes",
    "theatre.controls.pace": "access.pace",
    "statistics.against": "access.against",
    "statistics.options": "access.options",
    "statistics.span": "access.span",
    "matches.sieve.kind": "access.kind",
    "matches.sieve.state": "access.state",
    "matches.sieve.level": "access.level",
    "matches.list": "access.matches",
    "book.contents": "access.contents",
    "book.scroll": "access.paragraphs",
}


@dataclass(frozen=True, slots=True)
class _Within:
    """The words near a widget: its label, else the heading above it."""

    label: str = ""
    note: str = ""
    heading: str = ""

    @property
    def name(self) -> str:
        return self.label or self.heading


@dataclass
class _Reading:
    """Reads one page; keys are paths of names, numbered if not unique."""

    parts: dict[str, NodeTarget] = field(default_factory=dict)
    focus: str = ""

    def key(self, name: str, part: NodeTarget | None = None) -> str:
        """Return a unique key for a node, and note what it stands for."""
        found, number = name, 1
        while found in self.parts:
            number += 1
            found = f"{name}#{number}"
        self.parts[found] = part or NodeTarget(Widget(name))
        return found

    # --- widgets -------------------------------------------------------------------------------------------------

    def nodes(self, widget: Widget, within: _Within) -> tuple[Node, ...]:
        """Return a widget's node, or its children's nodes if it has no words itself."""
        if not widget.visible or not widget.placed:
            return ()
        match widget:
            case Button():
                return (self._button(widget),)
            case Toggle():
                note = widget.note_or_reason
                return (self._control(widget, NodeRole.SWITCH, str(widget.label), note=note, on=widget.on),)
            case Slider():
                span = (widget.value, widget.stops[0], widget.stops[-1])
                value = widget.written(widget.value)
                name, does = str(widget.label), (AccessAction.MORE, AccessAction.LESS, AccessAction.SET)
                return (
                    self._control(
                        widget, NodeRole.SLIDER, name, value=value, note=widget.note_or_reason, span=span, does=does
                    ),
                )
            case Stepper():
                value = widget.accessible_text()
                return (
                    self._control(
                        widget, NodeRole.STEPPER, _named(widget, within, "access.choice"), value=value,
                        note=within.note,
                        span=(widget.index + 1, 1, len(widget.grades)), does=(AccessAction.MORE, AccessAction.LESS),
                    ),
                )  # fmt: skip
            case TextField():
                role = NodeRole.SECRET if widget.secret else NodeRole.FIELD
                name = str(widget.label) or within.name
                return (
                    self._control(
                        widget,
                        role,
                        name,
                        value=widget.accessible_text(),
                        note=widget.note_or_reason,
                        does=(AccessAction.SET,),
                    ),
                )
            case Choice():
                return (self._choice(widget, within),)
            case ListRows():
                return (self._list(widget, within),)
            case Area():
                return (self._area(widget),)
            case LogPanel():
                return (self._log(widget),)
            case _:
                return self._other(widget, within)

    def _control(
        self,
        widget: Widget,
        role: NodeRole,
        name: str,
        *,
        value: str = "",
        note: str = "",
        keys: str = "",
        on: bool | None = None,
        span: tuple[int, int, int] | None = None,
        does: tuple[AccessAction, ...] = (),
    ) -> Node:
        """Return the node of a control, which can be focused and used."""
        key = self.key(widget.name, NodeTarget(widget))
        if widget.has_focus:
            self.focus = key
        able = widget.enabled
        return Node(
            key, role, _plain(name), widget.focus_box, _plain(value), _note(note, able=able), keys, able=able, on=on,
            span=span, does=(AccessAction.USE, AccessAction.FOCUS, *does) if able else (),
        )  # fmt: skip

    def _button(self, button: Button) -> Node:
        name = button.accessible_text()
        said = button.reason if not button.enabled and button.reason is not None else button.tip
        note = "" if said is None or str(said) == name else str(said)
        return self._control(
            button, NodeRole.BUTTON, name, note=note, keys=current_key_for(button.key_cap) if button.key_cap else ""
        )

    def _choice(self, choice: Choice, within: _Within) -> Node:
        key, inside = self.key(choice.name, NodeTarget(choice)), []
        for option, cell in zip(choice.options, choice.cells, strict=False):
            able = choice.enabled and option.reason is None
            one = self.key(f"{key}.{option.key}", NodeTarget(choice, cell))
            chosen = option.key == choice.chosen
            if choice.has_focus and chosen:
                self.focus = one
            does = (AccessAction.USE, AccessAction.FOCUS) if able else ()
            inside.append(
                Node(
                    one,
                    NodeRole.OPTION,
                    _plain(option.label),
                    cell,
                    note=_note(option.note_or_reason, able=able),
                    able=able,
                    chosen=chosen,
                    does=does,
                )
            )
        if choice.has_focus and not self.focus:
            self.focus = key
        name = _named(choice, within, "access.choice")
        return Node(
            key, NodeRole.CHOICE, _plain(name), choice.rect, note=_plain(within.note), able=choice.enabled,
            children=tuple(inside),
        )  # fmt: skip

    def _list(self, rows: ListRows, within: _Within) -> Node:
        key, inside = self.key(rows.name, NodeTarget(rows)), []
        for at, (row, cell) in enumerate(zip(rows.members, rows.cells, strict=False)):
            one = self.key(f"{key}.{row.key}", NodeTarget(rows, cell, row=at))
            if rows.has_focus and at == rows.cursor:
                self.focus = one
            said = [str(words) for words in (row.note, row.reason) if words is not None]
            able = rows.enabled and row.reason is None
            inside.append(
                Node(
                    one, NodeRole.ROW, _plain(row.title), cell, note=_note(". ".join(said), able=able), able=able,
                    chosen=row.key == rows.chosen,
                    does=(AccessAction.USE, AccessAction.FOCUS) if able else (AccessAction.FOCUS,),
                )
            )  # fmt: skip
        if rows.has_focus and not self.focus:
            self.focus = key
        return Node(
            key,
            NodeRole.LIST,
            _plain(rows.label or _named(rows, within, "access.list")),
            rows.rect,
            children=tuple(inside),
        )

    def _area(self, area: Area[object]) -> Node:  # type: ignore[type-var] # of any layout
        key, inside = self.key(area.name, NodeTarget(area)), []
        for spot in area.named_targets():
            one = self.key(f"{key}.{spot.key}", NodeTarget(area, target=spot.target))
            if area.has_focus and spot.target == area.target:
                self.focus = one
            does = (AccessAction.USE, AccessAction.FOCUS)
            inside.append(
                Node(one, NodeRole.ROW, _plain(spot.named.words), spot.box, chosen=spot.named.picked, does=does)
            )
        if area.has_focus and not self.focus:
            self.focus = key
        return Node(
            key, NodeRole.LIST, _plain(area.label), area.rect, does=(AccessAction.FOCUS,), children=tuple(inside)
        )

    def _log(self, log: LogPanel) -> Node:
        node = self._control(log, NodeRole.LOG, log.title)
        lines = tuple(
            Node(self.key(f"{log.name}.{at}"), NodeRole.TEXT, _plain(line.words), log.rect)
            for at, line in enumerate(log.lines)
        )
        return Node(node.key, node.role, node.name, node.box, does=(AccessAction.FOCUS,), children=lines)

    def _other(self, widget: Widget, within: _Within) -> tuple[Node, ...]:
        """Return the nodes of any other widget: its text and its children."""
        if widget.takes_focus and not widget.children:
            role = NodeRole.LINK if widget.kind == "way" else NodeRole.BUTTON
            caps = " ".join(str(key) for key in widget.action.keys) if isinstance(widget, KeyLine) else ""
            return (self._control(widget, role, widget.accessible_text(), value=caps, note=_besides(widget)),)
        name = widget.accessible_text()
        if isinstance(widget, Labelled):
            inner = _Within(name, "" if widget.note is None else str(widget.note), within.heading)
        else:
            inner = _Within(heading=name or within.heading)
        inside: list[Node] = []
        above = ""
        for child in widget.children:
            named = isinstance(child, Choice | Stepper | ListRows) and bool(above)
            inside += self.nodes(child, replace(inner, label=above) if named and not inner.label else inner)
            above = child.accessible_text() if isinstance(child, Paragraph) and child.visible else ""
        if isinstance(widget, Labelled):
            return tuple(inside)
        inside += [
            Node(self.key(part.name), NodeRole.TEXT, _plain(part.text), part.box)
            for part in widget.pressable_parts()
            if part.text
        ]
        if widget.takes_focus:
            key = self.key(widget.name, NodeTarget(widget))
            self.focus = key if widget.has_focus and not self.focus else self.focus
            said = _plain(name or _named(widget, _Within(heading=within.heading), "access.page"))
            return (Node(key, NodeRole.GROUP, said, widget.rect, does=(AccessAction.FOCUS,), children=tuple(inside)),)
        if inside:
            return self._group(widget, name, inside)
        words = name or ". ".join(text.text for text in widget.texts())
        if isinstance(widget, KeyHint):
            words = f"{words}: {', '.join(map(current_key_for, widget.keys))}"
        if isinstance(widget, KeyLine):
            words = f"{words}: {', '.join(str(key) for key in widget.action.keys)}"
        if not words.strip():
            return ()
        note = _besides(widget) if name and not isinstance(widget, KeyHint | KeyLine) else ""
        return (Node(self.key(widget.name), NodeRole.TEXT, _plain(words), widget.rect, note=_plain(note)),)

    def _group(self, widget: Widget, name: str, inside: Sequence[Node]) -> tuple[Node, ...]:
        """Return the nodes inside a widget: as its children if it has words, else instead of it."""
        besides = _besides(widget)
        if not name:
            told = Node(self.key(f"{widget.name}.words"), NodeRole.TEXT, _plain(besides), widget.rect)
            return (told, *inside) if besides else tuple(inside)
        role = NodeRole.DIALOG if isinstance(widget, Dialog | Toast) else NodeRole.GROUP
        key = self.key(widget.name)
        return (Node(key, role, _plain(name), widget.rect, note=_plain(besides), children=tuple(inside)),)


def read_page(page: Page, area: Box) -> NodeTree:
    """Read the top page, in a window that shows this area of the canvas."""
    reading = _Reading()
    inside = reading.nodes(page.root, _Within())
    dialog = next((node for one in inside for node in one.walk() if node.role is NodeRole.DIALOG), None)
    role = NodeRole.DIALOG if page.popup and dialog is None else NodeRole.SCENE
    scene = Node(f"scene.{page.name}", role, _title(page), area, children=inside)
    reading.parts[scene.key] = NodeTarget(page.root)
    focus = reading.focus or scene.key
    return NodeTree(Node(ROOT_KEY, NodeRole.WINDOW, PROGRAM_NAME, area, children=(scene,)), focus, reading.parts)


def _title(page: Page) -> str:
    """Return a page's title: the words of its bar, dialog or sheet."""
    titled = (widget.accessible_text() for widget, _ in walk(page.root) if widget.kind in TITLED_KINDS)
    return _plain(next(filter(None, titled), PROGRAM_NAME))


def _named(widget: Widget, within: _Within, usual: str) -> str:
    """Return a name for a widget without words."""
    unwritten = UNWRITTEN_NAMES.get(widget.name)
    return within.label or (say(unwritten) if unwritten else within.heading or say(usual))


def _besides(widget: Widget) -> str:
    """Return a widget's texts besides its name."""
    name = widget.accessible_text()
    return ". ".join(text.text for text in widget.texts() if text.text and text.text not in name)


def _note(words: str, *, able: bool) -> str:
    """Return a node's note; it begins by saying if it is disabled, which AccessKit does not tell on Linux."""
    return _plain(words if able else ". ".join(filter(None, (say("access.off"), words))))


def _plain(words: object) -> str:
    """Remove the markup of bold words, and no-break spaces."""
    return " ".join(str(words).replace("**", "").split())


def focus_target(page: Page, part: NodeTarget) -> None:
    """Focus a widget, and a part inside it."""
    page.ring.show_focus(shown=True)
    page.ring.focus_on(part.widget)
    if isinstance(part.widget, Area) and part.target is not None:
        part.widget.focus_target(part.target)
    if isinstance(part.widget, ListRows) and part.row is not None:
        part.widget.cursor = part.row
    if isinstance(part.widget, Area | ListRows | Choice):
        page.ring.focus_on(part.widget)  # this scrolls the part into view
