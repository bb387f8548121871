"""Writes what a screen reader would read and a voice would say to a file, for custom readers and for tests.

Laws: a new page is read once, then each focused node and its changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.client.access.node import NodeRole
from game.client.words import say
from game.store.log import LOG

if TYPE_CHECKING:
    from pathlib import Path

    from game.client.access.node import Node

READ_ROLES: Final = (NodeRole.TEXT, NodeRole.GROUP, NodeRole.DIALOG)  # roles that are read aloud when a page opens
TABLE_SCENE: Final = "scene.table"  # its words are events, which the voice speaks
ROLE_SENTENCES: Final = {
    NodeRole.BUTTON: "read.button",
    NodeRole.LINK: "read.link",
    NodeRole.SLIDER: "read.number",
    NodeRole.STEPPER: "read.number",
    NodeRole.FIELD: "read.field",
    NodeRole.SECRET: "read.field",
}
SWITCH_SENTENCES: Final = ("read.off", "read.on")
CHOSEN_SENTENCES: Final = ("read.not_chosen", "read.chosen")


class WrittenSpeech:
    """A voice that appends each sentence as a line to a file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def speak(self, words: str, rate: float, *, now: bool) -> None:  # noqa: ARG002 - the protocol's signature
        """Write it."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{words}\n")


class WrittenReader:
    """A bridge's adapter that writes what a screen reader would read to a file."""

    def __init__(self, path: Path) -> None:
        self._file = WrittenSpeech(path)
        self._nodes: dict[int, Node] = {}
        self._inside: dict[int, tuple[int, ...]] = {}
        self._scene = -1
        self._said = (-1, "")
        self._group: Node | None = None

    def send_nodes(self, nodes: list[tuple[int, Node, tuple[int, ...]]], focus: int, *, first: bool) -> None:
        """Write what a reader would read: a newly opened page, then the focused node."""
        if first:
            self._nodes, self._inside, self._scene = {}, {}, -1
        for number, node, inside in nodes:
            self._nodes[number], self._inside[number] = node, inside
        scene = next(number for root in self._roots() for number in self._inside[root])
        if scene != self._scene:
            self._scene, self._said, self._group = scene, (-1, ""), None
            for words in self._words(scene):
                self._write(words)
        said = "" if focus == scene else describe_node(self._nodes[focus])
        if said and (focus, said) != self._said:
            self._said = (focus, said)
            group = self._group_of(focus)
            if group is not None and (self._group is None or group.key != self._group.key):
                said = ". ".join(filter(None, (f"{group.name}: {said}", group.note)))
            self._group = group
            self._write(said)

    def set_focused(self, *, focused: bool) -> None:
        """Ignored: readers do not read the keyboard focus of the window."""

    def set_window_bounds(self, left_top: tuple[int, int], size: tuple[int, int]) -> None:
        """Ignored: readers do not read the window's position."""

    def _roots(self) -> list[int]:
        return [number for number, node in self._nodes.items() if node.role is NodeRole.WINDOW]

    def _group_of(self, number: int) -> Node | None:
        """Return the choice or list around a node; it is read when the focus enters it."""
        around = (self._nodes[one] for one, inside in self._inside.items() if number in inside)
        return next((group for group in around if group.role in (NodeRole.CHOICE, NodeRole.LIST)), None)

    def _words(self, scene: int) -> list[str]:
        """Return a page's name and its texts, in reading order."""
        title, found, left = self._nodes[scene].name, [], list(self._inside[scene])
        while left and not self._nodes[scene].key.startswith(TABLE_SCENE):
            node = self._nodes[number := left.pop(0)]
            if node.role in READ_ROLES:
                found += [". ".join(filter(None, (node.name, node.note)))]
            left = [*self._inside[number], *left] if node.role is not NodeRole.LOG else left
        return [title, *(words for words in dict.fromkeys(found) if words != title)]

    def _write(self, words: str) -> None:
        try:
            self._file.speak(words, 0.0, now=False)
        except OSError as error:
            LOG.warning("not written: %s", error)


def describe_node(node: Node) -> str:
    """Return what is read of a node: name, role, state, note, shortcuts."""
    words = {"name": node.name, "value": node.value}
    if node.on is not None:
        told = say(SWITCH_SENTENCES[node.on], **words)
    elif node.chosen or (node.chosen is not None and node.role is NodeRole.OPTION):
        told = say(CHOSEN_SENTENCES[node.chosen], **words)
    else:
        told = say(ROLE_SENTENCES[node.role], **words) if node.role in ROLE_SENTENCES else node.name
    return ". ".join(filter(None, (told.rstrip(". "), node.note, node.keys)))
