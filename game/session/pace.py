"""When a bot's next move is due: its turn is one beat, and what it lays one part of it. Pure: the time is given in.

Law: however much a bot lays, from its first move to the next turn's it is no longer than `TURN`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.table.moves import Extend, LayMeld

if TYPE_CHECKING:
    from game.table.moves import Move

LAYS: Final = (LayMeld, Extend)
# In paces: between two that are laid, between other moves of one turn, a whole turn.
BEAT, WITHIN, TURN = 0.12, 0.6, 2.6
LAY_SHARE, MOVE_SHARE = 0.05, 0.3  # of what is left of the turn, where that is less


class Beats:
    """The last move that was seen, and when the turn it belongs to began."""

    def __init__(self) -> None:
        self._seat: int | None = None  # none: a person's, or no move
        self._lays = False
        self._began = self._last = 0.0
        self._rests: float | None = 0.0

    def rest(self, now: float, seconds: float | None = None) -> None:
        """Let something be looked at before the next bot moves: a deal, what a person did; for a pace, or so long."""
        self._seat, self._began, self._last, self._rests = None, now, now, seconds

    def moved(self, seat: int, move: Move, now: float) -> None:
        """Take in a bot's move."""
        if seat != self._seat:
            self.rest(now)
        self._seat, self._lays, self._last = seat, isinstance(move, LAYS), now

    def hold(self, elapsed: float) -> None:
        """Let time pass that is nobody's."""
        self._began += elapsed
        self._last += elapsed

    def due(self, seat: int, pace: float, move: Move | None = None) -> float:
        """Return when a bot may make a move at that pace; without one, when any."""
        left = max(0.0, self._began + TURN * pace - self._last)
        if seat != self._seat:
            return self._last + min(pace if self._rests is None else self._rests, left)
        if self._lays and (move is None or isinstance(move, LAYS)):
            return self._last + min(BEAT * pace, LAY_SHARE * left)
        return self._last + min(WITHIN * pace, MOVE_SHARE * left)
