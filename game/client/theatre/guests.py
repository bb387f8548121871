"""With whom a theatre is shared: what it asks of who turns its pages, and what they ask of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from typing import Any

    from game.client.director import Change
    from game.client.house import House
    from game.client.table.board import Board
    from game.client.theatre.band import Band
    from game.client.theatre.controls import Controls
    from game.client.theatre.projector import Projector
    from game.client.widgets.button import IconButton
    from game.client.widgets.widget import Widget
    from game.session.reel import ReelPlace


class SharedStage(Protocol):
    """The theatre, as its guests see it."""

    house: House
    board: Board[Any, Any]
    projector: Projector
    controls: Controls
    drawer: Controls
    band: Band
    made: int

    def go_to(self, place: ReelPlace) -> Change | None:
        """Look at another place of the match; what plays by itself stops."""

    def sit(self) -> None:
        """Show what the projector shows now."""


class Guests(Protocol):
    """The others, and the hand of the person here that turns pages for them."""

    @property
    def signs(self) -> tuple[IconButton, ...]:
        """Return what stands in the bar for them."""

    @property
    def words(self) -> str:
        """Return what the headline says instead of where one is; empty for nothing."""

    def above(self, name: str) -> tuple[Widget, ...]:
        """Return what stands above the controls of a name."""

    def sit_in(self, stage: SharedStage) -> None:
        """Come into a theatre."""

    def tell(self) -> None:
        """Show who looks on and who turns the pages."""

    def sync(self) -> None:
        """Tell the others where we look, or follow the one who turns the pages."""

    def put_line_away(self) -> None:
        """Walk on from a line that was tried."""

    def try_move(self) -> Change | None:
        """Show what may be done here."""

    def leave(self) -> None:
        """Go."""
