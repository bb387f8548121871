"""The plate of a side's score: who plays is named whole as long as a line of it has the room."""

from __future__ import annotations

import pygame
import pytest

from game.client.draw.surfaces import Crest
from game.client.table.dead_hand.plates import Score, ScorePlate
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.look import Look


@pytest.mark.parametrize("total", [0, 45, 345, 1240])
@pytest.mark.parametrize(("side", "names"), [("Us", "you, Tito"), ("Them", "Nora, Vera")])
def test_names_are_whole_however_many_figures_the_points_have(total: int, side: str, names: str) -> None:
    pygame.font.init()
    plate = ScorePlate(Crest.THEM)
    plate.tell(Score(Crest.THEM, names, total, 245, 3000, "", side))
    plate.place(Box(0, 0, 236, 66), Look(Viewport((1280, 720))))
    said = {written.text for written in plate.texts()}
    assert names in said
    assert side in said
