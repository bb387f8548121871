"""A page that shows a board: the board places its widgets, and words speak of tiles or of cards.

Law: a widget draws from its public attributes alone, so comparing them tells whether it must be redrawn.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from game.client.draw.backdrop import Backdrop, StaticPart, box_with_shadow
from game.client.scenes.page import Page, make_look
from game.client.table.areas import Area
from game.client.table.moments.idle import IdleAnimations
from game.client.table.plates.bar import TopBar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from game.client.app_context import AppContext
    from game.client.table.board import Board
    from game.client.table.geometry.laid import TableLayout
    from game.client.viewport import Viewport
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget
    from game.session.session import Session


class BoardPage(Page):
    """A page as large as the window with the board of a session.

    It is never mirrored for right-to-left languages: turns go clockwise, and runs lie from left to right, in every
    language.
    """

    mirrors = False

    def __init__(
        self,
        name: str,
        context: AppContext,
        session: Session,
        board: Board[Any, Any],
        root: Widget,
        first: str | None = None,
    ) -> None:
        self.context, self.session, self.board = context, session, board
        self.backdrop = Backdrop()
        self.breath = IdleAnimations()  # small idle animations
        self.vocabulary = partial(context.preferences.vocabulary, session.rules)
        super().__init__(name, context.preferences, root, first)

    @property
    def wants_frames(self) -> bool:
        """Return whether anything is animating."""
        return super().wants_frames or self.board.is_moving

    def _spread(self, viewport: Viewport) -> None:
        """Fill the whole window, and switch to cards or tiles as the settings say."""
        self.look = make_look(viewport, self.reading)
        self.root.place(viewport.canvas, self.look)
        self.backdrop.forget()
        self.board.set_cards(cards=self.vocabulary().cards)


def widget_parts(look: Look, widgets: Iterable[Widget]) -> list[StaticPart]:
    """Return the parts of the visible widgets; of an area, which draws nothing else, its focus ring."""
    shown = [widget for widget in widgets if widget.visible]
    # The bar is the background of its buttons.
    shown.sort(key=lambda widget: not isinstance(widget, TopBar))
    rest = [_widget_part(look, widget) for widget in shown if not isinstance(widget, Area)]
    rings = [_ring_part(look, area) for area in shown if isinstance(area, Area) and area.focused]
    return [*rest, *rings]


def _widget_part(look: Look, widget: Widget) -> StaticPart:
    key = [value for name, value in vars(widget).items() if not name.startswith("_")]
    box = widget.strip if isinstance(widget, TopBar) else widget.rect
    return StaticPart(widget.name, box_with_shadow(look, box), key, widget.draw)


def _ring_part(look: Look, area: Area[TableLayout]) -> StaticPart:
    return StaticPart(area.name, box_with_shadow(look, area.ring_box), area.ring_box, area.draw)
