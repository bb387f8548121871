"""What rests on any table as parts of its backdrop: the board, the light for the hand, the widgets, the focus ring.

Law: a widget draws from its own public attributes alone, so they tell whether it looks as it did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.client.draw.backdrop import Part, reach
from game.client.table.areas import Area
from game.client.table.plates import TopBar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from game.client.table.laid import Laid
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget


def widget_parts(look: Look, widgets: Iterable[Widget]) -> list[Part]:
    """Return every seen widget that is no part of the board, and the focus rings of those that are."""
    shown = [widget for widget in widgets if widget.visible]
    # The bar is the ground its buttons stand on.
    shown.sort(key=lambda widget: not isinstance(widget, TopBar))
    rest = [_widget_part(look, widget) for widget in shown if not isinstance(widget, Area)]
    rings = [_ring_part(look, area) for area in shown if isinstance(area, Area) and area.focused]
    return [*rest, *rings]


def _widget_part(look: Look, widget: Widget) -> Part:
    key = [value for name, value in vars(widget).items() if not name.startswith("_")]
    box = widget.strip if isinstance(widget, TopBar) else widget.rect
    return Part(widget.name, reach(look, box), key, widget.draw)


def _ring_part(look: Look, area: Area[Laid]) -> Part:
    return Part(area.name, reach(look, area.focus_box), area.focus_box, area.draw)
