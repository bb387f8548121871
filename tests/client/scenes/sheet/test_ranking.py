"""The score of three and more: rows that change places, all seen, the last order the one of the match."""

from __future__ import annotations

import pygame
import pytest

from game.client.scenes.page import make_look
from game.client.scenes.sheet.ranking import Ranking, RankRow
from game.client.scenes.sheet.score_bar import BarScale, MatchScore, Rounds
from game.client.still import Studio
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box


def ranking(scores: list[tuple[int, int]], *, lowest: bool = False) -> Ranking:
    scale = BarScale.of(scores, None, Rounds(1, None, over=False), lowest=lowest)
    rows = [
        RankRow(f"row_{at}", (f"Player {at}", ""), None, (), MatchScore(before, now, None, scale))
        for at, (before, now) in enumerate(scores)
    ]
    return Ranking("ranking", rows, scores, lowest=lowest)


def names(made: Ranking) -> list[str]:
    return [str(row.side) for row in sorted(made.rows, key=lambda row: row.rect.y)]


def test_rows_stand_in_the_old_order_until_they_have_changed_places() -> None:
    made = ranking([(100, 120), (80, 200), (50, 60)])
    with Studio() as studio:
        made.place(Box(0, 0, 1104, 400), make_look(Viewport((1280, 720)), studio.preferences))
        made.animate_to(0.0)
        assert names(made) == ["Player 0", "Player 1", "Player 2"]
        made.animate_to(1.0)
        assert names(made) == ["Player 1", "Player 0", "Player 2"]
        assert [row.ranks_risen for row in made.rows] == [1, -1, 0]
        made.animate_to(0.6)
        made.draw(pygame.Surface((1280, 720)))


def test_the_lowest_total_is_first_where_points_are_a_burden() -> None:
    made = ranking([(10, 40), (20, 30)], lowest=True)
    assert [str(row.side) for row in made.rows] == ["Player 1", "Player 0"]


def test_nobody_climbs_in_the_first_round() -> None:
    made = ranking([(0, 10), (0, 90), (0, 50)])
    assert [row.ranks_risen for row in made.rows] == [0, 0, 0]


def test_before_the_first_round_rows_stand_as_the_seats_do_and_none_has_a_rank() -> None:
    made = ranking([(0, 10), (0, 90), (0, 50)])
    with Studio() as studio:
        made.place(Box(0, 0, 1104, 400), make_look(Viewport((1280, 720)), studio.preferences))
        made.animate_to(0.0)
        assert names(made) == ["Player 0", "Player 1", "Player 2"]
        numbers = []
        for row in made.rows:
            pictures = []
            for row.raced in (0.0, 1.0):
                seen = pygame.Surface((1280, 720))
                row.draw(seen)
                number = row._boxes()[0]
                pictures.append(pygame.image.tobytes(seen.subsurface(row.look.rect(number)), "RGB"))
            numbers.append(pictures)
        assert len({at_first for at_first, _then in numbers}) == 1
        assert len({then for _at_first, then in numbers}) == 3
        made.animate_to(1.0)
        assert names(made) == ["Player 1", "Player 2", "Player 0"]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_seven_rows_need_no_more_than_the_sheet_has(size: tuple[int, int]) -> None:
    made = ranking([(at, 2 * at) for at in range(7)])
    with Studio() as studio:
        assert made.height_for(make_look(Viewport(size), studio.preferences), 1104) <= 470


def test_big_text_has_columns_instead() -> None:
    made = ranking([(1, 2), (2, 4), (3, 6)])
    with Studio() as studio:
        studio.scale_text(200)
        made.place(Box(0, 0, 1104, 900), make_look(Viewport((1280, 720)), studio.preferences))
        assert not made.rows[0].flat


def test_fewer_rows_are_higher_and_need_no_more_than_seven() -> None:
    with Studio() as studio:
        look = make_look(Viewport((1280, 720)), studio.preferences)
        made = [ranking([(at, 2 * at) for at in range(sides)]) for sides in range(3, 8)]
        whole = [one.height_for(look, 1104) for one in made]
        rows = [one.rows[0].height_for(look, 1104) for one in made]
    assert rows == sorted(rows, reverse=True)
    assert rows[0] > rows[-1]
    assert max(whole) <= 470
