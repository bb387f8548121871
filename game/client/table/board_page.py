"""A page that is a board: its widgets lie where the board says, and it speaks of the pieces that are played with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.client.draw.backdrop import Backdrop
from game.client.scenes.page import Page, look_for
from game.client.words import play_with

if TYPE_CHECKING:
    from game.client.house import House
    from game.client.table.board import Board
    from game.client.viewport import Viewport
    from game.client.widgets.widget import Widget
    from game.session.session import Session


class BoardPage(Page):
    """The board of a session, as large as the window."""

    def __init__(
        self,
        name: str,
        house: House,
        session: Session,
        board: Board[Any, Any],
        root: Widget,
        first: str | None = None,
    ) -> None:
        self.house, self.session, self.board = house, session, board
        self.backdrop = Backdrop()
        super().__init__(name, house.wishes, root, first)

    @property
    def restless(self) -> bool:
        """Tell whether anything moves."""
        return super().restless or self.board.moving

    def _spread(self, viewport: Viewport) -> None:
        """Take the whole window, and cards or tiles as the player wishes now."""
        self.look = look_for(viewport, self.reading)
        self.root.place(viewport.canvas, self.look)
        self.backdrop.forget()
        cards = self.house.wishes.as_cards(self.session.rules.deck)
        play_with(cards=cards)
        self.board.show_as(cards=cards)
