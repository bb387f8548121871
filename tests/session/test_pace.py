"""When a bot's next move is due: a turn is one beat, however much is laid in it."""

from __future__ import annotations

import pytest

from game.session.pace import TURN_PAUSE_PACES, BotTimer
from game.table.melds import Kind, Meld
from game.table.moves import Discard, Draw, Extend, Move
from game.table.tiles import Tile

DRAW, LAY, THROW = Draw(), Extend(0, Meld(Kind.GROUP, (Tile(1),), (None,))), Discard(Tile(2))
PACE = 0.9


def turn(beats: BotTimer, began: float, lays: int) -> float:
    """Play a turn of seat 1 with so many lays as early as may be; return when seat 2 may move."""
    now = began
    beats.note_move(1, DRAW, now)
    moves: list[Move] = [*[LAY] * lays, THROW]
    for move in moves:
        due = beats.due_at(1, PACE, move)
        assert beats.due_at(1, PACE) <= due
        assert due > now
        now = due
        beats.note_move(1, move, now)
    return beats.due_at(2, PACE)


@pytest.mark.parametrize("lays", [0, 1, 4, 9, 20])
def test_a_whole_turn_has_its_time_and_no_more_however_much_is_laid(lays: int) -> None:
    beats = BotTimer()
    lasted = turn(beats, 50.0, lays) - 50.0
    assert PACE < lasted <= TURN_PAUSE_PACES * PACE + 1e-9
    assert TURN_PAUSE_PACES * PACE < 2.5


def test_what_is_laid_comes_together_and_the_next_turn_after_a_pace() -> None:
    beats = BotTimer()
    beats.note_move(1, LAY, 10.0)
    assert beats.due_at(1, PACE, LAY) == beats.due_at(1, PACE) < beats.due_at(1, PACE, THROW)
    assert beats.due_at(2, PACE) == pytest.approx(10.0 + PACE)


def test_after_a_person_or_a_deal_the_turn_is_timed_anew() -> None:
    beats = BotTimer()
    turn(beats, 0.0, 20)
    beats.wait(100.0)
    assert beats.due_at(1, PACE) == pytest.approx(100.0 + PACE)
    beats.wait(200.0, 2 * PACE)
    assert turn(beats, beats.due_at(1, PACE), 1) > 203.0
    assert beats.due_at(1, PACE) > 203.0


def test_time_that_is_nobodys_puts_off_what_is_due() -> None:
    beats = BotTimer()
    beats.note_move(1, LAY, 10.0)
    due = beats.due_at(1, PACE, THROW)
    beats.add_pause(4.0)
    assert beats.due_at(1, PACE, THROW) == pytest.approx(due + 4.0)
