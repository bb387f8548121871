"""The bar of a match: a share of what is played to, harm to the left of zero, and full only where it is won."""

from __future__ import annotations

import pygame
import pytest

from game.client.draw import theme
from game.client.scenes.page import make_look
from game.client.scenes.sheet.score_bar import LOST_COLOUR, TRACK_COLOUR, BarScale, MatchScore, Rounds, draw_score_bar
from game.client.still import Studio
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box

TRACK = Box(20, 20, 400, 10)


def filled(score: MatchScore) -> tuple[float, float]:
    """Return between which shares of the track something is filled, apart from what is lost."""
    with Studio() as studio:
        surface = pygame.Surface((440, 50))
        draw_score_bar(
            surface, make_look(Viewport((1280, 720)), studio.preferences), TRACK, score, 1.0, theme.GOLD, theme.GOLD_LOW
        )
    y = round(TRACK.centre[1])
    columns = [x for x in range(22, 418) if tuple(surface.get_at((x, y)))[:3] not in (TRACK_COLOUR, LOST_COLOUR)]
    return ((columns[0] - 20) / 400, (columns[-1] + 1 - 20) / 400) if columns else (0.0, 0.0)


def test_a_bar_is_a_share_of_the_target() -> None:
    scale = BarScale.of([(0, 750), (0, 300)], 3000, Rounds(1, None, over=False))
    assert scale.share(0) == 0.0
    assert scale.share(750) == pytest.approx(0.25)
    assert filled(MatchScore(0, 750, 3000, scale)) == pytest.approx((0.0, 0.25), abs=0.02)


def test_a_negative_total_runs_to_the_left_of_zero() -> None:
    scale = BarScale.of([(0, 600), (0, -1000)], 3000, Rounds(1, None, over=False))
    assert scale.share(0) == pytest.approx(0.25)
    assert filled(MatchScore(0, 600, 3000, scale)) == pytest.approx((0.25, 0.4), abs=0.02)
    assert filled(MatchScore(0, -1000, 3000, scale)) == pytest.approx((0.0, 0.25), abs=0.02)


@pytest.mark.parametrize(
    ("rounds", "share"),
    [(Rounds(1, 4, over=False), 0.25), (Rounds(3, 4, over=False), 0.75), (Rounds(1, None, over=False), 0.5),
     (Rounds(4, 4, over=True), 1.0), (Rounds(2, None, over=True), 1.0)],
)  # fmt: skip
def test_without_a_target_the_rounds_to_come_are_left_free(rounds: Rounds, share: float) -> None:
    scale = BarScale.of([(0, 44), (0, 12)], None, rounds)
    assert scale.share(44) == pytest.approx(share, abs=0.01)


def test_where_points_harm_who_holds_most_is_farthest_left() -> None:
    scale = BarScale.of([(0, 0), (0, 75)], None, Rounds(1, 4, over=False), lowest=True)
    assert scale.share(0) == 1.0
    assert scale.share(75) == pytest.approx(0.75)
    assert filled(MatchScore(0, 0, None, scale)) == (0.0, 0.0), "no harm, no bar"
    assert filled(MatchScore(0, 75, None, scale)) == pytest.approx((0.75, 1.0), abs=0.02)


def test_a_bar_that_crosses_zero_is_seen_on_its_new_side() -> None:
    scale = BarScale.of([(-300, 900)], 3000, Rounds(2, None, over=False))
    left, right = filled(MatchScore(-300, 900, 3000, scale))
    assert left == pytest.approx(scale.share(0), abs=0.02)
    assert right == pytest.approx(scale.share(900), abs=0.02)
