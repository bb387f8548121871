"""When a bot's next move is due, so that people can follow its turn. Pure: the time is a parameter.

Law: however much a bot lays, at most TURN_PAUSE_PACES pass from its first move to the next turn's first move. A pace is
the pause before a bot's turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.table.moves import Extend, LayMeld

if TYPE_CHECKING:
    from game.table.moves import Move

LAY_MOVES: Final = (LayMeld, Extend)
# In paces: between two sets laid in a row, between other moves of one turn, and for a whole turn.
SET_PAUSE_PACES, MOVE_PAUSE_PACES, TURN_PAUSE_PACES = 0.12, 0.6, 2.6
LAY_SHARE, MOVE_SHARE = 0.05, 0.3  # the same as shares of the time left of the turn, used if that is less


class BotTimer:
    """Tells when the next bot move is due, from the last move and the beginning of its turn."""

    def __init__(self) -> None:
        self._seat: int | None = None  # None after a person's move, or before any
        self._lays = False
        self._began = self._last = 0.0
        self._rests: float | None = 0.0

    def wait(self, now: float, seconds: float | None = None) -> None:
        """Wait one pace, or `seconds`, before the next bot moves: after a deal or a person's move."""
        self._seat, self._began, self._last, self._rests = None, now, now, seconds

    def note_move(self, seat: int, move: Move, now: float) -> None:
        """Note a bot's move."""
        if seat != self._seat:
            self.wait(now)
        self._seat, self._lays, self._last = seat, isinstance(move, LAY_MOVES), now

    def add_pause(self, elapsed: float) -> None:
        """Leave out the time of a pause."""
        self._began += elapsed
        self._last += elapsed

    def due_at(self, seat: int, pace: float, move: Move | None = None) -> float:
        """Return when a bot may make `move` at that pace; without a move, the earliest time for any."""
        left = max(0.0, self._began + TURN_PAUSE_PACES * pace - self._last)
        if seat != self._seat:
            return self._last + min(pace if self._rests is None else self._rests, left)
        if self._lays and (move is None or isinstance(move, LAY_MOVES)):
            return self._last + min(SET_PAUSE_PACES * pace, LAY_SHARE * left)
        return self._last + min(MOVE_PAUSE_PACES * pace, MOVE_SHARE * left)
