"""What one family's table adds to every table: factories of its parts, and the sounds of its moves.

Both families provide the same parts; the table scene composes them and knows neither family.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from game.client.table.table_input import TableInput

if TYPE_CHECKING:
    from collections.abc import Callable

    from pygame import Surface

    from game.client.app_context import MatchAtTable, OtherPlayers
    from game.client.draw.backdrop import StaticPart
    from game.client.draw.sound import Cue
    from game.client.table.advice.choices import PossibleMove
    from game.client.table.aims import Target
    from game.client.table.board import Board
    from game.client.table.navigation import TableNavigation
    from game.client.table.panel import SidePanel
    from game.client.table.pointer import Going, Pointer
    from game.client.table.turn import TurnAdviser, TurnListener, UnsentTurn
    from game.client.widgets.look import Look
    from game.session.session import Session
    from game.table.moves import Move
    from game.table.view import View

H = TypeVar("H", bound=TableInput[Any, Any])


class DropHighlights(Protocol):
    """The drop highlights on a board. `focus` is the focused target; None while the keyboard is not used."""

    def parts(self, look: Look, board: Any, turn: Any, pointer: Any, focus: Target | None) -> list[StaticPart]:
        """Return highlights of the places where the dragged or picked tiles may go."""

    def draw_words(
        self, surface: Surface, look: Look, board: Any, turn: Any, pointer: Any, focus: Target | None
    ) -> None:
        """Draw what a drop here would do, or why it is impossible."""


@dataclass(frozen=True, slots=True)
class TableFamily(Generic[H]):
    """The factories of one family's parts. `keep` and `restored` save and load the unsent turn."""

    board: Callable[[Session, OtherPlayers | None], Board[Any, Any]]
    past_board: Callable[[Any], Board[Any, Any]]  # a second board, to look at earlier tables
    turn: Callable[[Session, View, TurnListener, TurnAdviser], UnsentTurn[Any]]
    pointer: Callable[[Any, Going], Pointer[Any, Any]]
    light: Callable[[], DropHighlights]
    hands: Callable[[Any], H]
    choices: Callable[[Any], tuple[PossibleMove, ...]]  # returns the moves that are possible now
    panel: Callable[[TableNavigation, H], SidePanel[Any]]
    keep: Callable[[MatchAtTable, Any], None]
    restored: Callable[[MatchAtTable, Any], Any]
    cue_of: Callable[[Move, View], Cue]
