"""Where a moment plays: what lies among other sets is lit by its parts, and the ribbon stands beside it."""

from __future__ import annotations

from game.client.table.moments import light
from game.client.table.moments.picture import in_a_row, setting_for
from game.client.widgets.boxes import Box

FELT = Box(0, 60, 1000, 440)
HIGH = 84.0


def tiles(*corners: tuple[float, float]) -> list[Box]:
    return [Box(x, y, 40, 54) for x, y in corners]


def test_tiles_side_by_side_are_one_part() -> None:
    assert in_a_row(tiles((140, 100), (100, 100), (300, 100), (100, 170))) == (
        Box(100, 100, 80, 54), Box(300, 100, 40, 54), Box(100, 170, 40, 54)
    )  # fmt: skip


def test_what_lies_together_is_lit_as_one() -> None:
    setting = setting_for(tiles((100, 100), (140, 100), (180, 100)), FELT, (), None, HIGH)
    assert setting.spread == ()
    assert setting.cause == Box(100, 100, 120, 54)


def test_what_lies_among_other_sets_is_lit_by_its_parts_and_the_ribbon_hides_none_where_it_can() -> None:
    scattered = tiles((60, 70), (500, 70), (900, 430), (300, 430))
    setting = setting_for(scattered, FELT, (), None, HIGH)
    assert len(setting.spread) == len(scattered)
    assert all(box.bottom < setting.middle[1] - HIGH / 2 or box.y > setting.middle[1] + HIGH / 2 for box in scattered)


def test_a_lamp_is_brightest_in_its_middle_and_dark_at_its_rim() -> None:
    lamp = light.lamp((201, 201), 1.0, (200, 200, 200))
    levels = [lamp.get_at((100 + out, 100))[0] for out in range(0, 101, 10)]
    assert levels == sorted(levels, reverse=True)
    assert levels[0] > 180
    assert levels[-1] < 10
