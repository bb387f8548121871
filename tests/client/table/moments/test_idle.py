"""What a table does by itself: seldom, and nothing where motion is not wished for."""

from __future__ import annotations

from itertools import pairwise

import pytest

from game.client.table.moments.idle import (
    LIGHT_AFTER_SECONDS,
    LIGHT_LEVELS,
    LIGHT_STEP_SECONDS,
    WINK_INTERVAL_SECONDS,
    IdleAnimations,
)
from game.client.table.moments.pulse import PULSE_LEVELS, Pulse
from game.table.tiles import Tile

JOKERS = (Tile(104), Tile(105))


def seconds(
    idle: IdleAnimations, until: float, *, lively: bool = True, pointed: Tile | None = None
) -> list[Tile | None]:
    """Let time pass ten times a second; return who was awake."""
    return [awake_at(idle, step / 10, lively=lively, pointed=pointed) for step in range(round(until * 10))]


def awake_at(idle: IdleAnimations, now: float, *, lively: bool, pointed: Tile | None) -> Tile | None:
    idle.tick(now, pointed, lambda: JOKERS, lively=lively)
    return idle.awake


def test_jokers_wink_now_and_then_one_after_the_other() -> None:
    awake = seconds(IdleAnimations(), 3 * WINK_INTERVAL_SECONDS + 1)
    woken = [after for before, after in pairwise(awake) if after is not None and before is None]
    assert len(woken) == 3
    assert set(woken) == set(JOKERS)
    assert awake.count(None) > 0.9 * len(awake)


def test_a_joker_winks_at_the_pointer_once_for_each_time_it_comes() -> None:
    awake = seconds(IdleAnimations(), 5.0, pointed=JOKERS[1])
    assert awake[0] is JOKERS[1]
    assert awake[-1] is None


def test_the_light_breathes_only_while_no_hand_comes() -> None:
    idle = IdleAnimations()
    seconds(idle, LIGHT_AFTER_SECONDS)
    assert idle.level == 0
    levels = []
    for step in range(1, len(LIGHT_LEVELS)):
        idle.tick(LIGHT_AFTER_SECONDS + step * LIGHT_STEP_SECONDS + 0.01, None, tuple, lively=True)
        levels.append(idle.level)
    assert max(levels) == max(LIGHT_LEVELS)
    idle.tick(LIGHT_AFTER_SECONDS + 2 * LIGHT_STEP_SECONDS, None, tuple, lively=False)
    idle.tick(LIGHT_AFTER_SECONDS + 3 * LIGHT_STEP_SECONDS, None, tuple, lively=True)
    assert idle.level == 0  # what moved in between was no rest
    idle.note_input()
    idle.tick(LIGHT_AFTER_SECONDS + 3 * LIGHT_STEP_SECONDS, None, tuple, lively=True)
    assert idle.level == 0


@pytest.mark.parametrize("minutes", [1, 3])
def test_a_table_at_rest_asks_for_few_pictures_and_for_none_where_nothing_is_to_move(minutes: int) -> None:
    idle, still = IdleAnimations(), IdleAnimations()
    seconds(idle, 60.0 * minutes)
    seconds(still, 60.0 * minutes, lively=False)
    assert 0 < idle.pictures <= 40 * minutes
    assert still.pictures == 0


def test_a_set_that_lacks_one_tile_pulses_gently_and_comes_to_rest() -> None:
    pulse, levels = Pulse(), []
    for step in range(200):
        pulse.tick(step / 10 + 0.05, step / 10, wanted=True)
        levels.append(pulse.level)
    assert max(levels) == max(PULSE_LEVELS)
    assert all(abs(after - before) <= 1 for before, after in pairwise(levels))
    assert set(levels[100:]) == {0}


def test_nothing_pulses_where_less_is_to_move() -> None:
    idle = IdleAnimations()
    for step in range(30):
        idle.tick(step / 10, None, tuple, lively=False, nearly=True)
    assert idle.pulse.level == 0
    assert idle.pictures == 0
