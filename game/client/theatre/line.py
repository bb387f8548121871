"""A variation tried in the theatre: its table as a session, and the moves that may follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.client.table.past import NullListener
from game.client.table.turn import TurnAdviser
from game.client.theatre.session import ReplaySession
from game.table.moves import Rearrange
from game.table.notation import read_move

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.app_context import AppContext
    from game.client.table.advice.choices import PossibleMove
    from game.client.table.board import Board
    from game.client.table.family import TableFamily
    from game.client.table.turn import UnsentTurn
    from game.session.trying import TriedLine
    from game.table.moves import Move
    from game.table.tiles import Tile
    from game.table.view import View


class TriedSession(ReplaySession):
    """The table after a tried variation, from one point of view."""

    def __init__(self, line: TriedLine, viewpoint: int) -> None:
        super().__init__(line.replay, line.place, viewpoint)
        self.line = line

    @property
    def view(self) -> View:
        """The line's table from the chosen point of view."""
        return self.line.end_view(self.viewpoint)


def next_moves(family: TableFamily[Any], line: TriedLine) -> tuple[PossibleMove, ...]:
    """Return the legal moves at the end of a line."""
    if line.next_mover is None:
        return ()
    return _allowed(line, family.choices(_turn(family, line, line.next_mover)))


def larger_plays(family: TableFamily[Any], line: TriedLine) -> tuple[PossibleMove, ...]:
    """Return the plays that extend a line's last play by one step, at an open table."""
    if not line.moves:
        return ()
    before, last = line.without_last(), read_move(line.moves[-1], cards=line.replay.rules.deck.cards)
    if before.next_mover is None or not isinstance(last, Rearrange):
        return ()
    turn = _turn(family, before, before.next_mover)
    turn.make_move(last)  # the last play is laid but not sent, so that the choices build on it
    return tuple(one for one in _allowed(before, family.choices(turn)) if isinstance(one.move, Rearrange))


def _turn(family: TableFamily[Any], line: TriedLine, seat: int) -> UnsentTurn[Any]:
    session = TriedSession(line, seat)
    return family.turn(session, session.view, NullListener(), TurnAdviser())


def _allowed(line: TriedLine, moves: tuple[PossibleMove, ...]) -> tuple[PossibleMove, ...]:
    return tuple(one for one in moves if line.with_move(one.move) is not None)


class _NothingPicked:
    """A turn state with no tile selected."""

    picked: tuple[Tile, ...] = ()


class _Mover:
    """The part of a turn that the list of moves needs."""

    turn_state = _NothingPicked()

    def __init__(self, view: View, play: Callable[[Move], None]) -> None:
        self.view, self.make_move = view, play


class _NoHighlight:
    """Highlights nothing: a chosen move is shown by playing it."""

    tiles: tuple[Tile, ...] = ()

    def highlight(self, _tiles: tuple[Tile, ...]) -> None:
        """Highlight nothing."""

    def preview_move(self, _turn: object, _move: Move) -> bool:
        """Show nothing."""
        return False


class TriedTable:
    """The part of a table that the list of moves needs."""

    def __init__(self, context: AppContext, board: Board[Any, Any], view: View, play: Callable[[Move], None]) -> None:
        self.context, self.board, self.now = context, board, 0.0
        self.advice: Any = _NoHighlight()
        self.turn: Any = _Mover(view, play)

    def show(self, now: float) -> None:
        """Change nothing."""

    def note_change(self) -> None:
        """Do nothing."""

    def close_message(self) -> None:
        """Do nothing."""
