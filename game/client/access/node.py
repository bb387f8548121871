"""The window's tree for screen readers, as values: nodes, and which part of the scene each stands for.

`tree.py` builds it from a scene; `access_action.py` lists the requests a node may get.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.client.access.access_action import AccessAction
    from game.client.table.aims import Target
    from game.client.widgets.boxes import Box
    from game.client.widgets.widget import Widget


class NodeRole(Enum):
    """The roles of nodes, under AccessKit's names."""

    WINDOW = "WINDOW"
    SCENE = "PANE"
    DIALOG = "DIALOG"
    GROUP = "GROUP"
    TEXT = "LABEL"
    BUTTON = "BUTTON"
    LINK = "LINK"
    SWITCH = "SWITCH"
    SLIDER = "SLIDER"
    STEPPER = "SPIN_BUTTON"
    CHOICE = "RADIO_GROUP"
    OPTION = "RADIO_BUTTON"
    LIST = "LIST_BOX"
    ROW = "LIST_BOX_OPTION"
    FIELD = "TEXT_INPUT"
    SECRET = "PASSWORD_INPUT"  # noqa: S105 - a role
    LOG = "LOG"


@dataclass(frozen=True, slots=True)
class Node:
    """A node: `note` is its description, `keys` its shortcuts, `on` a switch's state, `chosen` that of an option.

    `span` is a number's value, minimum and maximum.
    """

    key: str
    role: NodeRole
    name: str
    box: Box
    value: str = ""
    note: str = ""
    keys: str = ""
    able: bool = True
    on: bool | None = None
    chosen: bool | None = None
    span: tuple[int, int, int] | None = None
    does: tuple[AccessAction, ...] = ()
    children: tuple[Node, ...] = ()

    def walk(self) -> Iterator[Node]:
        """Yield the node and all its descendants, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class NodeTarget:
    """The part of a widget that a node stands for: all of it, a cell, a target of the table, or a row of a list."""

    widget: Widget
    cell: Box | None = None
    target: Target | None = None
    row: int | None = None


@dataclass(frozen=True, slots=True)
class NodeTree:
    """The nodes of a scene, the focused one, and the part each node stands for."""

    root: Node
    focus: str
    parts: dict[str, NodeTarget]
