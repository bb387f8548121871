"""The buttons that every table has: menu and signs in the bar, undo, redo, reset, and the sort keys on the lip.

`actions` is what each action of the table does here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from game.client.director import Push
from game.client.draw.theme import Kind
from game.client.scenes.help import Help
from game.client.scenes.message import notice
from game.client.table.board import BAR_GAP, BAR_START, Heights
from game.client.table.buttons import LipKey, Tool
from game.client.table.how_it_goes import aim_words
from game.client.table.turn import Turn
from game.client.widgets.boxes import Box
from game.client.widgets.button import IconButton
from game.client.words import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.director import Change
    from game.client.house import Company
    from game.client.table.scene import AnyTable
    from game.client.widgets.button import Button
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget
    from game.match.match import RoundResult

    Doing = Callable[[], Change | None]

