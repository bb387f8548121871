"""What lies under the tiles of an open table: the words about a new set keep clear of every set."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pygame
import pytest

from game.client.draw.theme import CLASSIC
from game.client.table.open.ground import HINT_GAP, HeapLabels, _corner, hint_room
from game.client.table.open.layout import OpenLayout
from game.client.table.open.sets import PlacedHeap, PlacedHeaps
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.look import Look

ROOM = Box(0, 0, 1000, 400)
SLOT = Box(200, 100, 150, 60)


def laid(*boxes: Box) -> OpenLayout:
    heaps = tuple(PlacedHeap(number, (box,), None) for number, box in enumerate(boxes))
    return cast("OpenLayout", SimpleNamespace(room=ROOM, heaps=PlacedHeaps(50, (), heaps, SLOT, 300, 84)))


@pytest.mark.parametrize("may_lay", [True, False])
def test_the_words_about_a_new_set_end_before_the_next_set_of_their_row(may_lay: bool) -> None:
    layout = laid(Box(700, 100, 50, 60), Box(500, 100, 50, 60), Box(400, 200, 50, 60))
    assert hint_room(layout, may_lay=may_lay).right == 500 - HINT_GAP


def test_where_no_set_follows_they_have_all_of_the_row() -> None:
    layout = laid(Box(100, 100, 50, 60), Box(400, 10, 50, 60))
    assert hint_room(layout, may_lay=True) == Box(SLOT.right + HINT_GAP, 100, 1000 - SLOT.right - HINT_GAP, 60)
    assert hint_room(laid(Box(SLOT.right, 100, 50, 60)), may_lay=True).w == 0


@pytest.mark.parametrize("text", [1.0, 1.6, 2.5])
def test_the_sign_of_who_laid_a_set_leaves_its_numerals_free_however_large_the_text_is(text: float) -> None:
    tile = pygame.Rect(100, 100, 36, 48)
    heap = PlacedHeap(0, (Box(*tile),), None)
    look = Look(Viewport((1280, 720)), text, CLASSIC)
    (sign,) = _corner(look, heap, HeapLabels(0, news=1, by="M"))
    over = sign.box.clip(tile)
    assert over.w * 3 <= tile.w
    assert over.h * 4 <= tile.h
