"""The end of a match: confetti for whoever won it here, none when calm, and it ends by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from game.client.scenes.confetti import LASTS, confetti
from game.client.scenes.match_end import MatchEnd
from game.client.still import Studio
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.table.faces import COLOURS
from tools.pictures import played

WINDOW = Viewport((1280, 720))


@pytest.fixture
def studio() -> Iterator[Studio]:
    with Studio() as made:
        yield made


def end(studio: Studio, winner: int) -> MatchEnd:
    whole = played().whole
    page = MatchEnd(
        studio.house,
        whole.header,
        replace(whole.standing, winners=(winner,)),
        studio.matches.begin,
    )
    page.layout(WINDOW)
    return page


def restless(page: MatchEnd, *times: float) -> list[bool]:
    told = []
    for now in times:
        page.update(now)
        told.append(page.restless)
    return told


def test_who_won_here_is_thrown_confetti_that_ends(studio: Studio) -> None:
    assert restless(end(studio, 0), 5.0, 5.1, 5.0 + LASTS - 0.01, 5.0 + LASTS, 9.0) == [True, True, True, False, False]


def test_who_lost_sees_the_cap_drop_and_no_more(studio: Studio) -> None:
    assert restless(end(studio, 1), 5.0, 5.5, 5.8) == [True, True, False]


def test_calm_moves_nothing(studio: Studio) -> None:
    studio.wishes.now = replace(studio.wishes.now, calm=True)
    assert restless(end(studio, 0), 5.0, 5.1) == [False, False]


def test_the_pieces_fall_and_shrink_away() -> None:
    falling = confetti(Box(0, 0, 1280, 720), 2.0, seed=1)
    first, later, last = (falling.placed(now) for now in (2.0, 3.0, 2.0 + LASTS))
    assert {colour for colour, _size, _at in first} == set(COLOURS)
    assert all(after[2][1] > before[2][1] for before, after in zip(first, later, strict=True))
    assert last == ()
    assert not falling.over(3.0)
    assert falling.over(2.0 + LASTS)
