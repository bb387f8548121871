"""What rests on a table as parts of its backdrop: the board, the light for the hand, the widgets, the focus ring.

Law: a widget draws from its own public attributes alone, so they tell whether it looks as it did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.board.backdrop import Part, reach
from game.client.scenes.table_areas import Area
from game.client.scenes.table_glow import glow_parts
from game.client.scenes.table_parts import TopBar

if TYPE_CHECKING:
    from game.client.scenes.table import TableScene
    from game.client.scenes.table_pointer import Pointer
    from game.client.scenes.table_turn import Turn
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget


def resting_parts(scene: TableScene, look: Look, turn: Turn, pointer: Pointer) -> list[Part]:
    """Return everything that neither flies nor follows the hand, from the back to the front."""
    board = scene.board
    above = (*board.parts, scene.toast)
    buttons = [widget for widget in scene.root.children if widget not in above and not isinstance(widget, Area)]
    shown = [widget_part(look, widget) for widget in (*board.parts, *buttons) if widget.visible]
    rings = [_ring_part(look, area) for area in scene.areas if area.focused]
    glow = glow_parts(look, scene.laid(), turn, pointer)
    return [*board.resting, *glow, *shown, *rings]


def widget_part(look: Look, widget: Widget) -> Part:
    """Return a widget as a part."""
    key = [value for name, value in vars(widget).items() if not name.startswith("_")]
    box = widget.strip if isinstance(widget, TopBar) else widget.rect
    return Part(widget.name, reach(look, box), key, widget.draw)


def _ring_part(look: Look, area: Area) -> Part:
    return Part(area.name, reach(look, area.focus_box), area.focus_box, area.draw)
