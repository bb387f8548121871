"""Every action of the table of actions is answered: by the program, by the walk among widgets, or at a table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.client.actions import ACTIONS, NAVIGATION_ACTIONS, Action, ActionContext
from game.client.still import paused_match
from game.client.table.areas import CARRY_STEPS
from game.client.table.scene import TableScene
from game.client.theatre.scene import Theatre
from game.session.match_replay import replay_of
from tests.client.program import open_app
from tools.golden_pictures import golden_match

STOPS: set[str] = set()


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[ActionContext, set[str]]]:
    """Return the names of the actions that are answered everywhere, and at a table of either family."""
    pygame.display.init()
    pygame.font.init()
    app = open_app(tmp_path_factory.mktemp("home"))
    tables = [app.context.table(paused_match(golden_match(name).at(12))) for name in ("burako-4", "rummikub-4")]
    at_a_table = set(CARRY_STEPS)
    STOPS.clear()
    for scene in tables:
        assert isinstance(scene, TableScene)
        at_a_table |= set(scene.panel.actions)
        STOPS.update(widget.name for widget in scene.root.children if widget.takes_focus)
    theatre = Theatre(app.context, replay_of(golden_match("burako-4").transcript))
    yield {
        ActionContext.EVERYWHERE: {*NAVIGATION_ACTIONS, *app.director.everywhere},
        ActionContext.TABLE: at_a_table,
        ActionContext.THEATRE: set(theatre.actions),
    }
    app.close()


@pytest.fixture
def stops(answered: dict[ActionContext, set[str]]) -> set[str]:  # noqa: ARG001 - it fills them
    """Return the names of everything at both tables that takes the focus."""
    return STOPS


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.name)
def test_it_is_answered_where_it_holds(action: Action, answered: dict[ActionContext, set[str]]) -> None:
    assert action.name in answered[action.where]


# Where south does it for whoever holds a pad, when no button of its own does.
BY_PAD = {
    "draw": "stock", "take_pile": "pile", "discard": "pile", "lay": "zone:us", "extend": "zone:us",
    "new_set": "table.sets", "take_back": "table.rack", "pick_set": "table.sets", "split_set": "table.sets",
    "next_reading": "table.sets", "pick_up_to": "table.rack", "obvious": "table.primary", "end_turn": "table.primary",
    "skip": "table.primary", "look_back": "table.log", "reset": "table.reset", "sort_groups": "table.sort_groups",
    "square": "zone:us", "carry_left": "table.rack", "carry_right": "table.rack", "talk": "table.talk",
    "moves": "table.hint",
}  # fmt: skip


@pytest.mark.parametrize(
    "action", [one for one in ACTIONS if one.where is ActionContext.TABLE], ids=lambda one: one.name
)
def test_a_pad_has_a_way_to_it(action: Action, stops: set[str]) -> None:
    assert (action.pad is None) is (action.name in BY_PAD)
    assert action.pad is not None or action.name == "talk" or BY_PAD[action.name] in stops


def test_nothing_is_answered_that_stands_in_no_table(answered: dict[ActionContext, set[str]]) -> None:
    names = {action.name for action in ACTIONS}
    assert answered[ActionContext.EVERYWHERE] - names == set()
    assert answered[ActionContext.TABLE] - names == set()


def test_rounds_are_played_by_what_the_table_of_actions_names() -> None:
    folder = Path(__file__).parent
    for name in ("table/dead_hand/test_table_input.py", "table/open/test_table_input.py"):
        played = (folder / name).read_text(encoding="utf-8")
        assert '.press("' not in played
        assert '.pad("' not in played
