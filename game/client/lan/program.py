"""A LAN program whose bots move at the pace of the settings, so that people can follow.

Law: the move itself is what every other program computes; only its time is our choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.lan.program import LanProgram
from game.session.pace import BotTimer
from game.table.state import Turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.bots.thinker import Thinker
    from game.table.moves import Move
    from game.table.state import Table
    from game.table.view import View


class PacedProgram(LanProgram):
    """A LAN program with paced bots. `pace` returns the seconds between two turns of bots; the main loop sets `now`."""

    def __init__(self, secret: bytes, thinker: Thinker, pace: Callable[[], float]) -> None:
        super().__init__(secret, thinker)
        self.now = 0.0
        self._pace = pace
        self._beats = BotTimer()
        self._given: tuple[int, Move] | None = None  # the bot's move given out before the present question

    def bot_move(self, seat: int, view: View, level: str, nodes: int, seed: int) -> Move | None:
        """Return a bot's move when it is computed and due."""
        if self._asked is None or self._asked[:2] != (view, seed):
            self._follow(seat, view.table)
        move = super().bot_move(seat, view, level, nodes, seed)
        if move is not None:
            self._given = seat, move
        return move

    def _follow(self, seat: int, table: Table) -> None:
        """Tell the timer what was played before this bot's question."""
        given, self._given = self._given, None
        mover = (seat - 1) % table.seats if table.turn == Turn() else seat
        if given is not None and given[0] == mover:
            self._beats.note_move(*given, self.now)
        else:
            self._beats.wait(self.now)

    def may_move(self, seat: int, move: Move) -> bool:
        """Return whether a bot's move is due, and nobody has paused the table."""
        return super().may_move(seat, move) and self.now >= self._beats.due_at(seat, self._pace(), move)
