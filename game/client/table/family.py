"""What the table of one family adds to what every table has: factories of its parts, and how its moves sound.

Both families provide the same parts; the table scene composes them and knows neither family.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from game.client.table.hands import Hands

if TYPE_CHECKING:
    from collections.abc import Callable

    from pygame import Surface

    from game.client.draw.backdrop import Part
    from game.client.draw.sound import Cue
    from game.client.house import Company, Game
    from game.client.table.advice.choices import OpenMove
    from game.client.table.aims import Target
    from game.client.table.board import Board
    from game.client.table.doors import Doors
    from game.client.table.panel import SidePanel
    from game.client.table.pointer import Going, Pointer
    from game.client.table.turn import Ears, Helper, UnsentTurn
    from game.client.widgets.look import Look
    from game.session.session import Session
    from game.table.moves import Move
    from game.table.view import View

H = TypeVar("H", bound=Hands[Any, Any])


class Light(Protocol):
    """The light on one board; board, turn and pointer are of its own family.

    `focus` is where the keys are, None while they are not used.
    """

    def parts(self, look: Look, board: Any, turn: Any, pointer: Any, focus: Target | None) -> list[Part]:
        """Light the places where the dragged or picked tiles may go."""

    def draw_words(
        self, surface: Surface, look: Look, board: Any, turn: Any, pointer: Any, focus: Target | None
    ) -> None:
        """Say what a drop here would do, or why it would do nothing."""


@dataclass(frozen=True, slots=True)
class TableFamily(Generic[H]):
    """The factories of one family's parts; `keep` and `restored` save the unsent turn between two runs."""

    board: Callable[[Session, Company | None], Board[Any, Any]]
    past_board: Callable[[Any], Board[Any, Any]]  # a second board beside one, to look back with
    turn: Callable[[Session, View, Ears, Helper], UnsentTurn[Any]]
    pointer: Callable[[Any, Going], Pointer[Any, Any]]
    light: Callable[[], Light]
    hands: Callable[[Any], H]
    choices: Callable[[Any], tuple[OpenMove, ...]]  # what can be done with a turn as it is
    panel: Callable[[Doors, H], SidePanel[Any]]
    keep: Callable[[Game, Any], None]
    restored: Callable[[Game, Any], Any]
    cue_of: Callable[[Move, View], Cue]
