"""The window's tree for screen readers, as values: nodes, and which part of the scene each stands for.

`tree.py` reads a scene into it; `does.py` lists what may be asked of a node.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.client.access.does import Does
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
    """One thing: `note` says more of it, `keys` call it, `on` is of switches, `chosen` of what is one of several.

    `span` are value, least and most of a number.
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
    does: tuple[Does, ...] = ()
    children: tuple[Node, ...] = ()

    def walk(self) -> Iterator[Node]:
        """Yield it and everything inside, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class Meant:
    """Which part of a widget a node stands for: all of it, one of its cells, or a target of the table."""

    widget: Widget
    cell: Box | None = None
    target: Target | None = None
    row: int | None = None


@dataclass(frozen=True, slots=True)
class Tree:
    """The nodes of a scene, the one with the focus, and what each node stands for."""

    root: Node
    focus: str
    parts: dict[str, Meant]
