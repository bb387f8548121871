"""A LAN program whose bots keep the pace that a window wishes for: their moves are to be followed by eye.

Law: the move itself is what every other program finds; only when it is said is ours to choose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.lan.program import LanProgram

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.bots.thinker import Thinker
    from game.table.moves import Move
    from game.table.view import View


class PacedProgram(LanProgram):
    """`pace` gives the least seconds between two moves of bots; `now` is set at every turn of the main loop."""

    def __init__(self, secret: bytes, thinker: Thinker, pace: Callable[[], float]) -> None:
        super().__init__(secret, thinker)
        self.now = 0.0
        self.paused = False  # bots wait as persons do
        self._pace = pace
        self._since = 0.0
        self._held = False

    def bot_move(self, seat: int, view: View, level: str, nodes: int, seed: int) -> Move | None:
        """Return a bot's move when it has come and its time has."""
        if self._asked is None or self._asked[:2] != (view, seed):
            self._since = self.now
        move = super().bot_move(seat, view, level, nodes, seed)
        self._held = move is not None and not self._may_move
        return None if self._held else move

    @property
    def _may_move(self) -> bool:
        return not self.paused and self.now - self._since >= self._pace()

    def hear_worker(self) -> bool:
        """Return whether a bot has decided, or the time of one that had has come."""
        if super().hear_worker():
            return True
        came = self._held and self._may_move
        self._held = self._held and not came
        return came
