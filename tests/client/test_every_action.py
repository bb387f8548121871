"""Every action of the table of actions is answered: by the program, by the walk among widgets, or at a table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.client.actions import ACTIONS, MOVES, Action, Where
from game.client.app import App
from game.client.scenes.any_areas import CARRIES
from game.client.scenes.open_table import OpenTableScene
from game.client.scenes.table import TableScene
from game.client.still import standing_still
from tools.golden_pictures import golden_match


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[Where, set[str]]]:
    """Return the names of the actions that are answered everywhere, and at a table of either family."""
    pygame.display.init()
    pygame.font.init()
    app = App(str(tmp_path_factory.mktemp("home")), None)
    tables = [app.house.table(standing_still(golden_match(name).at(12))) for name in ("burako-4", "rummikub-4")]
    at_a_table = set(CARRIES)
    for scene in tables:
        assert isinstance(scene, TableScene | OpenTableScene)
        at_a_table |= set(scene.panel.actions)
    yield {Where.EVERYWHERE: {*MOVES, *app.director.everywhere}, Where.TABLE: at_a_table}
    app.close()


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.name)
def test_it_is_answered_where_it_holds(action: Action, answered: dict[Where, set[str]]) -> None:
    assert action.name in answered[action.where]


def test_nothing_is_answered_that_stands_in_no_table(answered: dict[Where, set[str]]) -> None:
    names = {action.name for action in ACTIONS}
    assert answered[Where.EVERYWHERE] - names == set()
    assert answered[Where.TABLE] - names == set()


def test_rounds_are_played_by_what_the_table_of_actions_names() -> None:
    folder = Path(__file__).parent
    for name in ("test_table_play.py", "test_open_table_rounds.py"):
        played = (folder / name).read_text(encoding="utf-8")
        assert '.press("' not in played
        assert '.pad("' not in played
