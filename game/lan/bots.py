"""Bots' moves thought again: every program but the host's asks its own worker and compares the answer with the log.

Law: this holds nobody up; a move that cannot be thought again in time is passed over, never taken for a false one.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from game.lan.program import LanProgram
from game.table.notation import write_move
from game.table.view import View

MAX_WAITING_MOVES = 32  # moves that wait to be thought again


@dataclass(frozen=True, slots=True)
class BotMove:
    """A bot's move as the log has it, and everything needed to think it again."""

    view: View
    level: str
    nodes: int
    seed: int
    text: str


class BotWatch:
    """The moves of bots that this program has not yet thought again."""

    def __init__(self, program: LanProgram, *, cards: bool) -> None:
        self._program = program
        self._cards = cards
        self._waiting: deque[BotMove] = deque(maxlen=MAX_WAITING_MOVES)

    def add_move(self, move: BotMove) -> None:
        """Queue a move to be thought again; without the bot's rack there is nothing to think about."""
        if move.view.must_decide:
            self._waiting.append(move)

    def think(self, *, skip: bool) -> int | None:
        """Go on thinking, or skip all moves that wait; return the seat of a bot that would have moved otherwise."""
        if skip:
            self._waiting.clear()
        while self._waiting:
            one = self._waiting[0]
            found = self._program.bot_move(one.view.seat, one.view, one.level, one.nodes, one.seed)
            if found is None:
                return None
            self._waiting.popleft()
            if write_move(found, one.view.table, cards=self._cards) != one.text:
                return one.view.seat
        return None
