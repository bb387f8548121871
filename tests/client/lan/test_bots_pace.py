"""Bots at a LAN table keep the pace of a window: a turn is one beat there too."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from game.bots.choice import Decision
from game.bots.questions import BotAnswer, Ticket
from game.client.lan.program import PacedProgram
from game.table.melds import Kind, Meld
from game.table.moves import Discard, Extend, Move
from game.table.state import Turn
from game.table.tiles import Tile
from tools.posed import position_of

if TYPE_CHECKING:
    from game.bots.thinker import Thinker
    from game.table.view import View

PACE = 0.9
LAY, THROW = Extend(0, Meld(Kind.GROUP, (Tile(1),), (None,))), Discard(Tile(2))


class Ready:
    """Answers at once with the move it is told."""

    def __init__(self) -> None:
        self.move: Move = LAY
        self.asked = 0

    def ask(self, *_question: object) -> int:
        self.asked += 1
        return self.asked

    def poll(self) -> tuple[BotAnswer, ...]:
        return (BotAnswer(Ticket(self.asked), Decision(self.move, "draw_first")),)

    def cancel(self, _ticket: int) -> None:
        return


def waited(program: PacedProgram, worker: Ready, seat: int, view: View, move: Move, seed: int) -> float:
    """Return the seconds until a bot's move is given, to a hundredth."""
    worker.move, began = move, program.now
    program.bot_move(seat, view, "hard", 100, seed)
    program.hear_worker()
    while program.bot_move(seat, view, "hard", 100, seed) is None:
        program.now += 0.01
        program.hear_worker()
    return program.now - began


def test_what_is_laid_is_one_beat_and_the_next_bot_waits_for_a_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.lan.program.draft_refusal", lambda _view, _move: None)  # when it comes is asked, not what
    worker = Ready()
    program = PacedProgram(bytes(32), cast("Thinker", worker), lambda: PACE)
    fresh = position_of({"table": [], "hand": ["R12", "B3", "K9", "Y1"], "stock": 20, "seats": 3}).view
    within = type(fresh)(fresh.table.with_fields(turn=Turn(laid=True)), fresh.seat, fresh.faces)
    program.now = 10.0
    assert PACE <= waited(program, worker, 1, fresh, LAY, 1) < PACE + 0.05
    assert 0 < waited(program, worker, 1, within, LAY, 2) < 0.2 * PACE
    assert waited(program, worker, 1, within, THROW, 3) < 0.7 * PACE
    assert PACE - 0.05 <= waited(program, worker, 2, fresh, LAY, 4) < PACE + 0.05
    program.now += 60.0  # persons play
    assert PACE <= waited(program, worker, 2, fresh, LAY, 5) < PACE + 0.05
