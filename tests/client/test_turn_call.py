"""The call to a window that is not looked at: its title and a flash, taken back when it is looked at again."""

from __future__ import annotations

import pygame
import pytest

from game.client.app_window import WINDOW_TITLE, AppWindow
from game.client.draw.sound import Cue, Sounds
from game.client.turn_call import TurnNotifier


class Window:
    """Whether it is looked at, what its title says, and how often it was flashed."""

    def __init__(self) -> None:
        self.has_focus = False
        self.flashes = 0
        self.title = WINDOW_TITLE
        self.call = TurnNotifier(self, lambda: self.has_focus)

    def flash(self) -> None:
        self.flashes += 1


def test_it_calls_by_title_and_flash_and_takes_the_title_back() -> None:
    window = Window()
    window.call.on_cue(Cue.MY_TURN)
    assert (window.title, window.flashes) == (f"Your turn - {WINDOW_TITLE}", 1)
    window.call.reset_if_focused()
    assert window.title == f"Your turn - {WINDOW_TITLE}"  # it was not looked at yet
    window.has_focus = True
    window.call.reset_if_focused()
    assert window.title == WINDOW_TITLE


@pytest.mark.parametrize(("cue", "has_focus"), [(Cue.MY_TURN, True), (Cue.DRAW, False)])
def test_nothing_is_called_to_who_looks_nor_for_anything_else(*, cue: Cue, has_focus: bool) -> None:
    window = Window()
    window.has_focus = has_focus
    window.call.on_cue(cue)
    assert (window.title, window.flashes) == (WINDOW_TITLE, 0)


def test_it_hears_cues_that_are_muted() -> None:
    window = Window()
    sounds = Sounds(window.call.on_cue)
    sounds.muted = True
    assert not sounds.play(Cue.MY_TURN)
    assert window.flashes == 1


def test_the_real_window_can_be_asked() -> None:
    pygame.display.init()
    pane = AppWindow((320, 240), 0, full=False)
    TurnNotifier(pane, lambda: False).on_cue(Cue.MY_TURN)
    assert pane.title == f"Your turn - {WINDOW_TITLE}"
    pane.close()
