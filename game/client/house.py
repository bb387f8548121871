"""What every scene of the game is given: the player's wishes, the sounds, and the doors to other scenes.

The composition root makes one House; scenes take doors from it instead of importing each other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from game.client.director import Scene
    from game.client.sound import Sounds
    from game.client.wishes import Wishes
    from game.match.match import RoundResult
    from game.session.session import Session
    from game.store.desk import Desk


class DeskDrawer(Protocol):
    """Where a match's desk is kept between two runs of the program; never raises."""

    def load(self) -> Desk | None:
        """Return what was kept, None where there is nothing that can be used."""

    def save(self, desk: Desk) -> None:
        """Keep the unsent steps and the order of the rack."""


@dataclass(frozen=True, slots=True)
class Game:
    """A match at the table: who plays it, and its desk."""

    session: Session
    drawer: DeskDrawer


@dataclass(slots=True)
class House:
    """Shared by all scenes; the doors make scenes, the director shows them."""

    wishes: Wishes
    sounds: Sounds
    player: str
    title: Callable[[], Scene]
    new_game: Callable[[], Scene]
    settings: Callable[[], Scene]
    table: Callable[[Game], Scene]
    score_sheet: Callable[[Game, RoundResult], Scene]
    match_end: Callable[[Game], Scene]
