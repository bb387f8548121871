"""The bridge to screen readers: exports the window's accessibility tree through AccessKit.

A reader's requests become input.

Laws: the tree is built only once a screen reader connects. AccessKit calls our handlers from threads of its own, so
they only queue. We do not call AccessKit before it has called us, because its lock and Python's could deadlock. Without
the library, or without an accessibility bus, there is no bridge, and the game is the same.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from threading import Event as Flag
from typing import TYPE_CHECKING, Any, Final, Protocol

from game.client.access.access_action import AccessAction
from game.client.actions import action_named
from game.client.events import KeyDown, KeyUp, Modifiers, Typed
from game.client.scenes.page import Page
from game.client.widgets.button import HOLD_SECONDS
from game.client.widgets.gesture import Use
from game.client.widgets.slider import Slider
from game.client.widgets.text_field import TextField
from game.store.log import LOG

if TYPE_CHECKING:
    from pathlib import Path

    from game.client.access.node import Node, NodeTarget, NodeTree
    from game.client.director import Director
    from game.client.widgets.widget import Widget

MIN_UPDATE_GAP: Final = 0.05  # seconds, so that animations are not sent frame by frame
KEY_HOLD_SECONDS: Final = HOLD_SECONDS + 0.3  # how long a key is held for a widget that needs holding


@dataclass(frozen=True, slots=True)
class ReaderRequest:
    """A screen reader's request: node, action, value."""

    does: AccessAction
    node_number: int
    value: str | float | None = None


class AccessKitAdapter(Protocol):
    """The platform's AccessKit adapter, or a test's substitute."""

    def send_nodes(self, nodes: list[tuple[int, Node, tuple[int, ...]]], focus: int, *, first: bool) -> None:
        """Send new and changed nodes, each with its number and its children's numbers."""

    def set_focused(self, *, focused: bool) -> None:
        """Tell whether the window has the keyboard focus."""

    def set_window_bounds(self, left_top: tuple[int, int], size: tuple[int, int]) -> None:
        """Tell the window's position and size, in px."""


class ReaderBridge:
    """Describes the top scene to screen readers. `step` is called in each iteration of the main loop."""

    def __init__(self) -> None:
        self.listened = Flag()  # set and cleared from the adapter's thread
        self.asked: SimpleQueue[ReaderRequest] = SimpleQueue()
        self.adapter: AccessKitAdapter | None = None
        self._numbers: dict[str, int] = {}
        self._keys: list[str] = []
        self._told: dict[int, tuple[Node, tuple[int, ...]]] = {}
        self._tree: NodeTree | None = None
        self._focus = -1
        self._seen: object = None
        self._at = 0.0
        self._held: tuple[float, str] | None = None  # until when a key is held, and which
        self._focused: bool | None = None

    @property
    def listening(self) -> bool:
        """Return whether a screen reader is connected."""
        return self.adapter is not None and self.listened.is_set()

    def forget(self) -> None:
        """Send the whole tree in the next iteration, since a reader connected or left."""
        self._told, self._seen, self._tree, self._focus, self._focused = {}, None, None, -1, None

    def step(self, director: Director, now: float, *, focused: bool, place: tuple[int, int] = (0, 0)) -> bool:
        """Carry out requests and send changes; return whether any request was carried out."""
        if not self.listening:
            if self._told:
                self.forget()
            return False
        if not director.running or self.adapter is None:
            return False
        acted = self._do(director, now)
        if focused is not self._focused:
            self._focused = focused
            self.adapter.set_focused(focused=focused)
        seen = director.visible_state
        if seen != self._seen and now - self._at >= MIN_UPDATE_GAP and isinstance(director.top, Page):
            from game.client.access.tree import read_page

            self._seen, self._at = seen, now
            viewport = director.viewport
            self.adapter.set_window_bounds(place, viewport.size)
            tree = read_page(director.top, viewport.canvas)
            if self._tree is None or tree.root.children[0].key != self._tree.root.children[0].key:
                # show the focus at once: a reader's user need not press a key first
                director.top.ring.show_focus(shown=True)
            self._tell(tree, director)
        return acted

    # --- telling -------------------------------------------------------------------------------------------------

    def _tell(self, tree: NodeTree, director: Director) -> None:
        self._tree = tree
        before, told = self._told, {}
        for node in tree.root.walk():
            left, top, wide, high = director.viewport.to_window(director.screen_box(director.top, node.box))
            placed = replace(node, box=type(node.box)(left, top, wide, high), children=())
            told[self.node_number(node.key)] = (placed, tuple(self.node_number(child.key) for child in node.children))
        self._told = told
        changed = [(number, *one) for number, one in told.items() if before.get(number) != one]
        focus = self.node_number(tree.focus)
        if (changed or focus != self._focus) and self.adapter is not None:
            self._focus = focus
            self.adapter.send_nodes(changed, focus, first=not before)

    def node_number(self, key: str) -> int:
        """Return a node's number, which never changes while the program runs."""
        if key not in self._numbers:
            self._numbers[key] = len(self._keys)
            self._keys.append(key)
        return self._numbers[key]

    # --- doing what was asked ------------------------------------------------------------------------------------

    def _do(self, director: Director, now: float) -> bool:
        done = False
        if self._held is not None and now >= self._held[0]:
            key, self._held = self._held[1], None
            director.on_plain_event(KeyUp(key))
            done = True
        while self._held is None:
            try:
                asked = self.asked.get_nowait()
            except Empty:
                return done
            done = True
            part = self._part(asked.node_number)
            if part is not None and isinstance(director.top, Page) and director.running:
                self._ask(director, director.top, asked, part, now)
        return done

    def _part(self, number: int) -> NodeTarget | None:
        key = self._keys[number] if 0 <= number < len(self._keys) else ""
        return None if self._tree is None else self._tree.parts.get(key)

    def _ask(self, director: Director, page: Page, asked: ReaderRequest, part: NodeTarget, now: float) -> None:
        """Pass a request to the scene as input; requests for nodes that are gone are dropped."""
        widget = part.widget
        if widget not in page.ring.tab_stops():
            return
        from game.client.access.tree import focus_target

        focus_target(page, part)
        match asked.does, widget:
            case AccessAction.USE, _ if part.cell is not None:
                director.apply(page.ring.activate(widget, Use(part.cell.centre)).change)
            case AccessAction.USE, _:
                self._press(director, widget, now)
            case AccessAction.MORE, _:
                _tap(director, "right")
            case AccessAction.LESS, _:
                _tap(director, "left")
            case AccessAction.SET, TextField() if isinstance(asked.value, str):
                director.on_plain_event(KeyDown("A", Modifiers(ctrl=True)))
                director.on_plain_event(Typed(asked.value) if asked.value else KeyDown("Delete"))
            case AccessAction.SET, Slider() if isinstance(asked.value, int | float):
                director.apply(widget.set_nearest(round(asked.value)))
                page.ring.note_change()

    def _press(self, director: Director, widget: Widget, now: float) -> None:
        """Press the use key; for a widget that needs holding it is released later."""
        key = action_named("pick").keys[0]
        director.on_plain_event(KeyDown(key.name, key.mods))
        if widget.acts_when_held:
            self._held = (now + KEY_HOLD_SECONDS, key.name)
        else:
            director.on_plain_event(KeyUp(key.name, key.mods))


def _tap(director: Director, action: str) -> None:
    """Press and release an action's key."""
    key = action_named(action).keys[0]
    director.on_plain_event(KeyDown(key.name, key.mods))
    director.on_plain_event(KeyUp(key.name, key.mods))


def open_bridge(handle: int) -> ReaderBridge:
    """Return a window's bridge; without the library no reader ever connects."""
    bridge = ReaderBridge()
    try:
        import accesskit
    except ImportError as missing:
        LOG.info("no tree for screen readers: %s", missing)
        return bridge
    try:
        bridge.adapter = AccessKit(accesskit, handle, bridge)
    except (OSError, RuntimeError, ValueError) as fault:
        LOG.warning("no tree for screen readers: %s", fault)
    return bridge


def open_file_bridge(path: Path) -> ReaderBridge:
    """Return a bridge that writes to a file instead of a screen reader."""
    from game.client.access.written import WrittenReader

    bridge = ReaderBridge()
    bridge.adapter = WrittenReader(path)
    bridge.listened.set()
    return bridge


class AccessKit:
    """The library's adapter for this platform."""

    def __init__(self, library: Any, handle: int, bridge: ReaderBridge) -> None:
        self._kit = library
        # pairs, not a dict: AccessKit's actions have no hash
        self._does = [(getattr(library.Action, one.value), one) for one in AccessAction]
        self._bridge = bridge
        self._own: Any
        if sys.platform == "darwin":
            library.macos.add_focus_forwarder_to_window_class("SDLWindow")
            self._own = library.macos.SubclassingAdapter.for_window(handle, self._begun, self._asked)
        elif sys.platform == "win32":
            self._own = library.windows.SubclassingAdapter(handle, self._begun, self._asked)
        else:
            self._own = library.unix.Adapter(self._begun, self._asked, self._ended)

    # Called from the library's threads; an exception there would end the program

    def _begun(self) -> None:
        """Note that a reader has connected; the tree follows in the next iteration."""
        self._bridge.listened.set()

    def _ended(self) -> None:
        self._bridge.listened.clear()

    def _asked(self, request: Any) -> None:
        does = next((one for action, one in self._does if action == request.action), None)
        if does is not None:
            value = request.data[1] if isinstance(request.data, tuple) and len(request.data) > 1 else None
            self._bridge.asked.put(
                ReaderRequest(does, request.target, value if isinstance(value, str | float) else None)
            )

    # Called in each iteration of the main loop

    def send_nodes(self, nodes: list[tuple[int, Node, tuple[int, ...]]], focus: int, *, first: bool) -> None:
        """Send new and changed nodes."""

        def update() -> Any:
            said = self._kit.TreeUpdate(focus)
            if first:
                said.tree = self._kit.Tree(nodes[0][0])
                said.tree.toolkit_name = "comodin"
            said.nodes.extend((number, self._node(node, children)) for number, node, children in nodes)
            return said

        self._raised(self._own.update_if_active(update))

    def set_focused(self, *, focused: bool) -> None:
        """Tell whether the window has the keyboard focus; Windows finds out itself."""
        if sys.platform == "darwin":
            self._raised(self._own.update_view_focus_state(focused))
        elif sys.platform != "win32":
            self._own.update_window_focus_state(focused)

    def set_window_bounds(self, left_top: tuple[int, int], size: tuple[int, int]) -> None:
        """Tell the window's position, on systems that need it."""
        if sys.platform not in ("darwin", "win32"):
            box = self._rect((left_top[0], left_top[1], size[0], size[1]))
            self._own.set_root_window_bounds(box, box)

    @staticmethod
    def _raised(events: Any) -> None:
        if events is not None:
            events.raise_events()

    def _rect(self, box: tuple[float, float, float, float]) -> Any:
        x, y, wide, high = (float(one) for one in box)
        return self._kit.Rect(x, y, x + wide, y + high)

    def _node(self, node: Node, children: tuple[int, ...]) -> Any:
        kit = self._kit
        made = kit.Node(getattr(kit.Role, node.role.value))
        made.set_bounds(self._rect((node.box.x, node.box.y, node.box.w, node.box.h)))
        made.set_children(list(children))
        if node.span is not None and node.value and sys.platform == "linux":  # readers there skip the words of a value
            node = replace(node, note=". ".join(filter(None, (node.value, node.note))), value="")
        for setter, words in _WORDS[node.role.value == "LABEL"]:
            said = getattr(node, words)
            if said:
                getattr(made, setter)(said)
        if not node.able:
            made.set_disabled()
        if node.on is not None:
            made.set_toggled(kit.Toggled.TRUE if node.on else kit.Toggled.FALSE)
        if node.chosen is not None:
            if node.role.value == "RADIO_BUTTON":
                made.set_toggled(kit.Toggled.TRUE if node.chosen else kit.Toggled.FALSE)
            made.set_selected(node.chosen)
        if node.span is not None:
            value, least, most = node.span
            made.set_numeric_value(value)
            made.set_min_numeric_value(least)
            made.set_max_numeric_value(most)
        for one in node.does:
            made.add_action(getattr(kit.Action, one.value))
        return made


# AccessKit's setter for each text of a node, by whether it is a label: a label's text is set as its value.
_WORDS: Final = {
    True: (("set_value", "name"), ("set_description", "note")),
    False: (
        ("set_label", "name"), ("set_value", "value"), ("set_description", "note"), ("set_keyboard_shortcut", "keys"),
    ),
}  # fmt: skip
