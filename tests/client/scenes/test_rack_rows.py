"""The tiles left on a rack: whether a few of them stand in a last row of their own."""

from __future__ import annotations

import pytest

from game.client.scenes.rack_rows import RackRow
from game.client.viewport import Viewport
from game.client.widgets.look import Look
from game.table.faces import parse_face

ACROSS, FEW = 10, 2


def rack(tiles: int) -> RackRow:
    return RackRow("row", "Ana", (parse_face("R7"),) * tiles, band=False, as_cards=False)


@pytest.mark.parametrize(
    ("tiles", "short"),
    [(1, False), (9, False), (10, False), (11, True), (12, True), (13, False), (20, False), (21, True)],
)
def test_a_last_row_is_short_if_it_has_few_tiles_below_a_full_one(tiles: int, short: bool) -> None:
    look = Look(Viewport((1280, 720)))
    wide = next(
        float(wide)
        for wide in range(2000)
        if rack(ACROSS).height_for(look, wide)
        == rack(1).height_for(look, wide)
        < rack(ACROSS + 1).height_for(look, wide)
    )
    assert rack(tiles).has_short_last_row(look, wide, FEW) is short
