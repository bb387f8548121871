"""What a table of one family is made of, beside what every table has: makers of its parts, and how its moves sound.

Both families give the same parts; the table scene puts them together and knows neither.
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
    from game.client.house import Game
    from game.client.table.advice.choices import OpenMove
    from game.client.table.aims import Target
    from game.client.table.board import Board
    from game.client.table.doors import Doors
    from game.client.table.panel import SidePanel
    from game.client.table.pointer import Going, Pointer
    from game.client.table.turn import Ears, UnsentTurn
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
        """Light where what the hand has may land."""

    def draw_words(
        self, surface: Surface, look: Look, board: Any, turn: Any, pointer: Any, focus: Target | None
    ) -> None:
        """Say what comes of a drop, or why not."""


@dataclass(frozen=True, slots=True)
class TableFamily(Generic[H]):
    """The makers of one family's parts; `keep` and `restored` are for the desk between two runs."""

    board: Callable[[Session], Board[Any, Any]]
    past_board: Callable[[Any], Board[Any, Any]]  # a second board beside one, to look back with
    turn: Callable[[Session, View, Ears], UnsentTurn[Any]]
    pointer: Callable[[Any, Going], Pointer[Any, Any]]
    light: Callable[[], Light]
    hands: Callable[[Any], H]
    choices: Callable[[Any], tuple[OpenMove, ...]]  # what can be done with a turn as it is
    panel: Callable[[Doors, H], SidePanel[Any]]
    keep: Callable[[Game, Any], None]
    restored: Callable[[Game, Any], Any]
    cue_of: Callable[[Move, View], Cue]
