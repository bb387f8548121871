"""The plates of sides and players: who plays is named whole where there is room, who may go out has another edge."""

from __future__ import annotations

import pygame
import pytest

from game.client.draw.surfaces import Crest
from game.client.draw.theme import CORAL
from game.client.table.dead_hand.plates import Score, ScorePlate
from game.client.table.plates.seat import SeatInfo, SeatPlate
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


@pytest.mark.parametrize(
    ("count", "crest", "threatens"),
    [(3, Crest.THEM, False), (2, Crest.THEM, True), (1, None, True), (1, Crest.US, False), (0, Crest.THEM, False)],
)
def test_who_else_may_go_out_next_has_a_coral_edge(count: int, crest: Crest | None, threatens: bool) -> None:
    pygame.font.init()
    surface = pygame.Surface((420, 80))
    plate = SeatPlate(1)
    plate.info = SeatInfo("Nora", "threw red 5", count, 1, bot=True, crest=crest, turn=False, as_cards=False)
    plate.place(Box(10, 10, 388, 52), Look(Viewport((1280, 720))))
    plate.draw(surface)
    assert (surface.get_at((200, 10))[:3] == CORAL[:3]) is threatens
