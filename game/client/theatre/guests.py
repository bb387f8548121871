"""Protocols of a shared theatre: what the theatre asks of its guests, and what they ask of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from typing import Any

    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.table.board import Board
    from game.client.theatre.band import ControlBar
    from game.client.theatre.controls import Controls
    from game.client.theatre.replay_cursor import ReplayCursor
    from game.client.widgets.button import IconButton
    from game.client.widgets.widget import Widget
    from game.session.match_replay import ReplayPosition


class SharedTheatre(Protocol):
    """The theatre as its guests see it."""

    context: AppContext
    board: Board[Any, Any]
    cursor: ReplayCursor
    controls: Controls
    drawer: Controls
    band: ControlBar
    made: int

    def go_to(self, place: ReplayPosition) -> Change | None:
        """Go to another place of the match and stop playback."""

    def show_view(self) -> None:
        """Show the replay's current place and view."""


class Guests(Protocol):
    """The people who share a theatre; an implementation follows their steps, and sends ours."""

    @property
    def icons(self) -> tuple[IconButton, ...]:
        """Return the guests' icons for the bar."""

    @property
    def headline(self) -> str:
        """Return what the headline says instead of the place; empty for no change."""

    def widgets_above(self, name: str) -> tuple[Widget, ...]:
        """Return the guests' widgets that stand above the controls named `name`."""

    def join(self, stage: SharedTheatre) -> None:
        """Join a theatre."""

    def show_state(self) -> None:
        """Show who watches and who leads."""

    def sync_place(self) -> None:
        """Send our place to the others, or follow the leader's."""

    def leave_line(self) -> None:
        """Leave the variation that is being tried."""

    def try_move(self) -> Change | None:
        """Offer the moves that can be tried here."""

    def leave(self) -> None:
        """Leave the theatre."""
