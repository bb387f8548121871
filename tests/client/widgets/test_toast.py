"""The paper of a refusal is drawn from one kept picture, which follows what its buttons show."""

from __future__ import annotations

import pygame

from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button
from game.client.widgets.look import Look
from game.client.widgets.toast import Toast, ToastWords


def drawn(toast: Toast) -> bytes:
    surface = pygame.Surface((1280, 720))
    surface.fill((20, 90, 70))
    toast.draw(surface)
    return pygame.image.tobytes(surface, "RGB")


def risen() -> Toast:
    buttons = (Button("toast.rule", "Show rule 1.4", lambda: None), Button("toast.close", "Got it", lambda: None))
    toast = Toast("toast", ToastWords("That is no set", "A run has one colour.", "Take the 9 back."), buttons)
    toast.place(Box(20, 200, 760, 300), Look(Viewport((1280, 720))))
    toast.tick(0.0)
    toast.tick(1.0)
    return toast


def test_it_is_drawn_twice_alike() -> None:
    toast = risen()
    assert drawn(toast) == drawn(toast)


def test_a_button_under_the_pointer_lights_up_and_goes_out_again() -> None:
    toast = risen()
    plain = drawn(toast)
    toast.buttons[0].hovered = True
    assert drawn(toast) != plain
    toast.buttons[0].hovered = False
    assert drawn(toast) == plain


def test_it_moves_with_a_new_layout() -> None:
    toast = risen()
    before = drawn(toast)
    toast.place(Box(120, 260, 760, 300), toast.look)
    assert drawn(toast) != before
