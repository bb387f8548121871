"""A match by real mouse: the installed program on a real window, as a player meets it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.client.words import say
from tests.wheel import Installed
from tests.window.deals import dealt, leave_at_home, with_two_sets
from tests.window.driver import Window, program, screen, until
from tests.window.hand import SCORE, can_see_score, discard, draw, gold, in_set, lie, mine, pick, rack, wait_for_turn
from tools.environment import environment_variables, python_of

pytestmark = pytest.mark.window

MAX_TURNS = 80


@contextmanager
def playing(installed: Installed, home: Path) -> Iterator[Window]:
    """Start the installed program on a screen of its own."""
    command = python_of(installed.env).parent / "comodin"
    variables = environment_variables(installed.env, dict(os.environ))
    with screen() as display, program([command], display, home, installed.folder, **variables) as window:
        window.scene("title")
        yield window


def go_on(window: Window) -> None:
    """Take up the match that was left."""
    window.click("title.continue")
    window.scene("table")


def test_a_turn_by_mouse_a_power_cut_and_the_same_position(installed: Installed, tmp_path: Path) -> None:
    session, (first, second) = with_two_sets()
    leave_at_home(session.match, tmp_path)
    with playing(installed, tmp_path) as window:
        go_on(window)
        window.wait(mine, "one's turn")

        window.drag(f"tile:{first[0]}", "pile")
        refused = say("refusal.start_by_drawing.what")
        window.wait(lambda sight: any(place.text == refused for place in sight.of_kind("toast")), "the refusal")
        assert all(place.state[0].startswith("rack") for place in rack(window.sight))
        assert len(rack(window.sight)) == 11

        draw(window)
        assert len(rack(window.sight)) == 12
        pick(window, first)
        window.drag(f"tile:{first[0]}", "new_set")
        window.wait(lambda sight: all(in_set(sight, tile) for tile in first), "the set that was dragged")
        pick(window, second)
        window.click("new_set")
        window.wait(lambda sight: all(in_set(sight, tile) for tile in second), "the set that was clicked")

        window.click("table.undo")
        window.wait(lambda sight: not any(in_set(sight, tile) for tile in second), "the second set taken back")
        window.press("ctrl+y")
        window.wait(lambda sight: all(in_set(sight, tile) for tile in second), "the second set again")
        window.move((640, 20))
        before = lie(window.sight)
        until(lambda: "draw" in _text(tmp_path, "*.comodin"), "what was sent to be on the disk")
        until(lambda: _text(tmp_path, "*.desk").count("meld") == 2, "what was not sent to be kept beside it")
        window.kill()

    with playing(installed, tmp_path) as window:
        go_on(window)
        window.wait(lambda sight: all(in_set(sight, tile) for tile in (*first, *second)), "the unsent sets")
        window.wait(lambda sight: lie(sight) == before, "the same position")
        discard(window, rack(window.sight)[0])
        wait_for_turn(window)
        assert all(in_set(window.sight, tile) for tile in (*first, *second))
        assert window.quit() == 0


@pytest.mark.whole
def test_a_whole_round_by_mouse_and_on_to_the_next(installed: Installed, tmp_path: Path) -> None:
    leave_at_home(dealt(3).match, tmp_path)
    with playing(installed, tmp_path) as window:
        go_on(window)
        for _ in range(MAX_TURNS):
            wait_for_turn(window)
            if gold(window.sight) == SCORE:
                break
            draw(window)
            if gold(window.sight) != SCORE and mine(window.sight):
                discard(window, rack(window.sight)[-1])
        window.wait(can_see_score, "the racks to be opened")
        window.click("table.primary")
        sheet = window.scene("score_sheet")
        lines = [place.text for place in sheet.of_kind("score line")]
        assert any(say("score.dead_never") in line for line in lines)
        assert len(lines) == 12
        window.click("score.swap")
        window.wait(lambda sight: sight.of_kind("rack row"), "all racks")
        window.click("score.next")
        window.scene("table")
        sight = wait_for_turn(window)
        assert len(rack(sight)) == 11
        window.click("table.menu")
        window.scene("menu")
        window.click("menu.leave")
        window.scene("title")
        window.wait(lambda sight: sight.find("title.continue"), "the match to be listed")
        assert window.quit() == 0


def _text(home: Path, pattern: str) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in (home / "matches").glob(pattern))
