"""A line that is tried in the theatre: the table it leads to as a session, and the list of moves it may go on with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.client.table.past import NullListener
from game.client.table.turn import Helper
from game.client.theatre.session import ReelSession
from game.table.moves import Rearrange
from game.table.notation import read_move

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.house import House
    from game.client.table.advice.choices import OpenMove
    from game.client.table.board import Board
    from game.client.table.family import TableFamily
    from game.client.table.turn import UnsentTurn
    from game.session.trying import TriedLine
    from game.table.moves import Move
    from game.table.tiles import Tile
    from game.table.view import View


class TriedSession(ReelSession):
    """The table that a line leads to, through the eyes that look."""

    def __init__(self, line: TriedLine, eyes: int) -> None:
        super().__init__(line.reel, line.place, eyes)
        self.line = line

    @property
    def view(self) -> View:
        """The tried line as the chosen eyes see it."""
        return self.line.view(self.eyes)


def moves_on(family: TableFamily[Any], line: TriedLine) -> tuple[OpenMove, ...]:
    """Return what whose turn it is may do at the end of a line."""
    if line.mover is None:
        return ()
    return _allowed(line, family.choices(_turn(family, line, line.mover)))


def moves_instead(family: TableFamily[Any], line: TriedLine) -> tuple[OpenMove, ...]:
    """Return what the last play of a line may become by one step more, at an open table."""
    if not line.moves:
        return ()
    before, last = line.without_last(), read_move(line.moves[-1], cards=line.reel.rules.deck.cards)
    if before.mover is None or not isinstance(last, Rearrange):
        return ()
    turn = _turn(family, before, before.mover)
    turn.play(last)  # laid, and not sent: there is nobody to send it to
    return tuple(one for one in _allowed(before, family.choices(turn)) if isinstance(one.move, Rearrange))


def _turn(family: TableFamily[Any], line: TriedLine, seat: int) -> UnsentTurn[Any]:
    session = TriedSession(line, seat)
    return family.turn(session, session.view, NullListener(), Helper())


def _allowed(line: TriedLine, moves: tuple[OpenMove, ...]) -> tuple[OpenMove, ...]:
    return tuple(one for one in moves if line.going_on(one.move) is not None)


class _Bench:
    """Nothing is picked."""

    picked: tuple[Tile, ...] = ()


class _Mover:
    """Whose move is chosen, as far as the list of moves asks."""

    bench = _Bench()

    def __init__(self, view: View, play: Callable[[Move], None]) -> None:
        self.view, self.play = view, play


class _NoLight:
    """Nothing is lit: a chosen move is seen when it is done."""

    tiles: tuple[Tile, ...] = ()

    def light(self, _tiles: tuple[Tile, ...]) -> None:
        """Light nothing."""

    def show_move(self, _turn: object, _move: Move) -> bool:
        """Show nothing."""
        return False


class TriedTable:
    """What the list of moves asks of the table that it lies over."""

    def __init__(self, house: House, board: Board[Any, Any], view: View, play: Callable[[Move], None]) -> None:
        self.house, self.board, self.now = house, board, 0.0
        self.advice: Any = _NoLight()
        self.turn: Any = _Mover(view, play)

    def show(self, now: float) -> None:
        """Change nothing."""

    def seen(self) -> None:
        """Do nothing."""

    def put_away(self) -> None:
        """Do nothing."""
