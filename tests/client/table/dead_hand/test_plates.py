"""The plates of sides and players: who plays is named whole where there is room, who may go out has another edge."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.client.draw.surfaces import Crest
from game.client.draw.theme import CORAL
from game.client.table.dead_hand.plates import ScoreInfo, ScorePlate
from game.client.table.plates.seat import SeatInfo, SeatPlate
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.look import Look
from game.client.words import say


@pytest.mark.parametrize("total", [0, 45, 345, 1240])
@pytest.mark.parametrize(("side", "names"), [("Us", "you, Tito"), ("Them", "Nora, Vera")])
def test_names_are_whole_however_many_figures_the_points_have(total: int, side: str, names: str) -> None:
    pygame.font.init()
    plate = ScorePlate(Crest.THEM)
    plate.show_score(ScoreInfo(Crest.THEM, names, total, 245, 3000, "", side))
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
    said = [written.text for written in plate.texts()]
    assert said[1] == (say("moment.few_out", n=count) if threatens else "threw red 5")
    plate.info = replace(plate.info, over=True)
    plate.draw(surface)
    assert surface.get_at((200, 10))[:3] != CORAL[:3]
    assert [written.text for written in plate.texts()][1] == "threw red 5"
    plate.info = replace(plate.info, turn=True, over=False)
    assert [written.text for written in plate.texts()][1] == "threw red 5"


@pytest.mark.parametrize("then", ["dead", "stuck"])
def test_who_may_not_go_out_yet_is_no_alarm_and_is_told_what_follows(then: str) -> None:
    pygame.font.init()
    surface = pygame.Surface((420, 80))
    plate = SeatPlate(1)
    plate.info = SeatInfo("Nora", "", 1, 1, bot=True, crest=Crest.THEM, turn=False, as_cards=False, then=then)
    plate.place(Box(10, 10, 388, 52), Look(Viewport((1280, 720))))
    plate.draw(surface)
    assert surface.get_at((200, 10))[:3] != CORAL[:3]
    assert [written.text for written in plate.texts()][1] == say(f"moment.few_{then}", n=1)


@pytest.mark.parametrize("box", [Box(10, 10, 388, 52), Box(10, 10, 96, 150)])
def test_the_count_of_who_may_go_out_next_is_larger_and_stays_on_the_plate(box: Box) -> None:
    pygame.font.init()
    plate = SeatPlate(1, upright=box.w < box.h)
    wide = []
    for count in (3, 2):
        plate.info = SeatInfo("Nora", "", count, 1, bot=True, crest=Crest.THEM, turn=False, as_cards=False)
        plate.place(box, Look(Viewport((1280, 720))))
        places = plate.part_boxes()
        assert places.picture is not None
        wide.append(places.chip.get_width())
        assert places.chip_at[0] - wide[-1] >= places.picture.right
        assert places.chip_at[0] <= box.right
    assert wide[1] > wide[0]


@pytest.mark.parametrize("size", [(1280, 720), (960, 540)])
@pytest.mark.parametrize(("name", "whole"), [("Massimiliano", True), ("Juan Ignacio", True), ("M" * 16, False)])
def test_a_long_name_is_made_smaller_before_it_is_cut(name: str, whole: bool, size: tuple[int, int]) -> None:
    pygame.font.init()
    plate = SeatPlate(1, upright=True)
    plate.info = SeatInfo(name, "threw red 5", 5, 1, bot=True, crest=Crest.THEM, turn=False, as_cards=False)
    plate.place(Box(10, 10, 96, 150), Look(Viewport(size)))
    (said, *_line) = plate.texts()
    assert (said.text == name) is whole
    assert said.takes[0] <= said.box.w
