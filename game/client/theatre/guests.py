"""Protocols of a shared theatre: what the theatre asks of its guests, and what they ask of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from typing import Any

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.table.board import Board
    from game.client.theatre.band import Band
    from game.client.theatre.controls import Controls
    from game.client.theatre.replay_cursor import ReplayCursor
    from game.client.widgets.button import IconButton
    from game.client.widgets.widget import Widget
    from game.session.match_replay import ReplayPosition


class SharedStage(Protocol):
    """The theatre as its guests see it."""

    context: AppContext
    board: Board[Any, Any]
    cursor: ReplayCursor
    controls: Controls
    drawer: Controls
    band: Band
    made: int

    def go_to(self, place: ReplayPosition) -> Change | None:
        """Go to another place of the match and stop playback."""

    def sit(self) -> None:
        """Show the replay's current place and view."""


class Guests(Protocol):
    """The people who share a theatre; an implementation follows their steps, and sends ours."""

    @property
    def signs(self) -> tuple[IconButton, ...]:
        """Return the guests' icons for the bar."""

    @property
    def words(self) -> str:
        """Return what the headline says instead of the place; empty for no change."""

    def above(self, name: str) -> tuple[Widget, ...]:
        """Return the guests' widgets that stand above the controls named `name`."""

    def sit_in(self, stage: SharedStage) -> None:
        """Join a theatre."""

    def tell(self) -> None:
        """Show who watches and who leads."""

    def sync(self) -> None:
        """Send our place to the others, or follow the leader's."""

    def put_line_away(self) -> None:
        """Leave the variation that is being tried."""

    def try_move(self) -> Change | None:
        """Offer the moves that can be tried here."""

    def leave(self) -> None:
        """Leave the theatre."""
