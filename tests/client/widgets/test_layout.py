"""The kit laid out: in every window and text size nothing overlaps, leaves or is cut; drawing changes nothing."""

from __future__ import annotations

import copy

import pygame
import pytest

from game.client.director import Pop
from game.client.draw import theme
from game.client.events import KeyDown, PointerMoved
from game.client.scenes.page import make_look
from game.client.viewport import Viewport
from game.client.widgets import draw
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button
from game.client.widgets.choice import Choice
from game.client.widgets.choice_faces import Cards, ChoiceOption, Strip
from game.client.widgets.dialog import Dialog
from game.client.widgets.label import Paragraph
from game.client.widgets.look import Look
from game.client.widgets.shelf import Labelled
from game.client.widgets.toast import TileSlot, Toast, ToastWords
from game.client.widgets.tooltip import tip_box
from game.client.widgets.widget import Group, Widget, walk
from tests.client.kit import FakeReading, Kit
from tests.client.layout_check import LOOKS, SCALES, problems

PICTURE = (1280, 720)


@pytest.mark.parametrize(("size", "scale"), LOOKS)
def test_the_whole_kit_is_well_laid_out(size: tuple[int, int], scale: float) -> None:
    kit = Kit()
    assert problems(kit.page, size, scale, kit.reading) == []


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("width", [560, 760, 1000])
@pytest.mark.parametrize("tiles", [None, (220.0, 80.0)])
def test_a_refusal_paper_is_well_laid_out(width: int, scale: float, tiles: tuple[float, float] | None) -> None:
    pygame.font.init()
    slot = TileSlot(tiles, lambda _surface, _box: None) if tiles else None
    words = ToastWords(
        "That set would have two wild tiles",
        "A set may hold **one** wild tile. Here the joker and the blue 2 both stand in for another tile.",
        "Use **your red 7** instead of the 2: red 5, joker, red 7 and red 8 make a good run.",
    )
    buttons = tuple(Button(word, word, lambda: None) for word in ("Show rule 1.2", "Use the red 7", "Got it"))
    toast = Toast("refusal", words, buttons, slot)
    page = Alone(toast, Box(140, 0, width, 2000))
    assert problems(page, (1280, 2000), scale, page) == []


class Alone:
    """One widget in one box, as the check wants a scene."""

    def __init__(self, root: Widget, box: Box) -> None:
        self.root = root
        self.box = box
        self.text_scale = 1.0

    def layout(self, viewport: Viewport) -> None:
        self.root.place(self.box, Look(viewport, self.text_scale))


def _arranged(*boxes: Box) -> list[str]:
    """Check buttons laid out by hand in these boxes."""
    members = tuple(Button(f"b{index}", "End turn", lambda: None) for index in range(len(boxes)))

    def arrange(_: Box, look: Look) -> None:
        for member, box in zip(members, boxes, strict=True):
            member.place(box, look)

    pygame.font.init()
    return problems(Alone(Group("all", members, arrange), Box(0, 0, 1280, 720)), PICTURE, 1.0)


def test_the_check_sees_overlaps_and_what_leaves_the_window() -> None:
    assert _arranged(Box(0, 0, 140, 44), Box(150, 0, 140, 44)) == []
    assert any("overlaps" in words for words in _arranged(Box(0, 0, 140, 44), Box(100, 0, 140, 44)))
    assert any("leaves the window" in words for words in _arranged(Box(1200, 0, 140, 44)))


def test_the_check_sees_a_text_too_large_for_its_box() -> None:
    pygame.font.init()
    words = Paragraph("p", "A set may hold one wild tile.")
    assert any("takes" in told for told in problems(Alone(words, Box(0, 0, 60, 20)), PICTURE, 1.0))
    assert problems(Alone(words, Box(0, 0, 60, 200)), PICTURE, 1.0) == []
    assert any("takes" in told for told in _arranged(Box(0, 0, 40, 44)))


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 1080)])
def test_a_hairline_is_seen_wherever_it_falls(size: tuple[int, int]) -> None:
    look = Look(Viewport(size))
    for tenth in range(40):
        surface = pygame.Surface((20, 20))
        draw.draw_seam(surface, look, (2, 2 + tenth / 10), 8, theme.CREAM)
        assert any(surface.get_at((5, y))[:3] == theme.CREAM for y in range(20)), tenth / 10
        upright = pygame.Surface((20, 20))
        draw.draw_upright(upright, look, (2 + tenth / 10, 2), 8, theme.CREAM)
        assert any(upright.get_at((x, 5))[:3] == theme.CREAM for x in range(20)), tenth / 10


def _state(kit: Kit) -> list[tuple[object, ...]]:
    told: list[tuple[object, ...]] = [(kit.page.revision, kit.page.wants_frames)]
    for widget, _ in walk(kit.page.root):
        fields = {name: value for name, value in vars(widget).items() if not callable(value)}
        told.append((widget.name, widget.rect, widget.state_words(), copy.copy(repr(sorted(fields)))))
    return told


@pytest.mark.parametrize("scale", [1.0, 2.5])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_drawn_twice_it_is_the_same_picture_and_the_same_state(size: tuple[int, int], scale: float) -> None:
    kit = Kit(FakeReading(text_scale=scale))
    kit.page.layout(Viewport(size))
    kit.page.on_event(KeyDown("Tab"))
    before = _state(kit)
    pictures = []
    for _ in range(2):
        surface = pygame.Surface(size)
        kit.page.draw(surface)
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    assert pictures[0] == pictures[1]
    assert _state(kit) == before


def _picture(kit: Kit) -> bytes:
    surface = pygame.Surface(PICTURE)
    kit.page.draw(surface)
    return pygame.image.tobytes(surface, "RGB")


def test_hover_focus_press_and_off_are_all_seen() -> None:
    kit = Kit()
    plain = _picture(kit)
    button = kit.find("primary")
    seen = {plain}
    for state in ("hovered", "focused", "held"):
        setattr(button, state, True)
        seen.add(_picture(kit))
        setattr(button, state, False)
    button.enabled = False
    seen.add(_picture(kit))
    assert len(seen) == 5


@pytest.mark.parametrize("near", [Box(0, 0, 30, 30), Box(1250, 690, 30, 30), Box(600, 300, 30, 30)])
@pytest.mark.parametrize("scale", [1.0, 2.5])
def test_a_tip_stays_in_the_window_and_off_what_it_explains(near: Box, scale: float) -> None:
    pygame.font.init()
    look = Look(Viewport(PICTURE), scale)
    box = tip_box(look, "Sort the rack by groups, as you like it best of all", near)
    assert box.is_inside(look.viewport.canvas)
    assert not box.overlaps(near)


def test_a_tip_leaves_free_what_is_to_be_pressed() -> None:
    pygame.font.init()
    look = Look(Viewport(PICTURE), 2.5)
    near, gold = Box(1200, 640, 60, 60), Box(960, 540, 300, 90)
    assert tip_box(look, "Hint", near).overlaps(gold), "above it, where there is no room below"
    assert not tip_box(look, "Hint", near, (gold,)).overlaps(gold)


def test_a_pointer_on_a_sign_shows_its_words() -> None:
    kit = Kit()
    plain = _picture(kit)
    kit.page.on_event(PointerMoved(kit.find("icon").rect.centre))
    kit.page.update(1.0)
    hovered = _picture(kit)
    kit.page.update(2.0)
    assert len({plain, hovered, _picture(kit)}) == 3


def test_a_wide_control_goes_below_words_it_would_squeeze() -> None:
    note = (
        "What ties a joker on the table: its tile until it is exchanged, its whole set, or nothing. Usually: its tile."
    )
    wide = tuple(
        ChoiceOption(str(at), words) for at, words in enumerate(("As long as it stays", "The whole set", "Nothing"))
    )
    row = Labelled("row", "Jokers", Choice("row.choice", wide, "0", lambda _key: None), note)
    look = make_look(Viewport((1280, 720)), FakeReading())
    row.place(Box(0, 0, 520, row.height_for(look, 520)), look)
    assert row.control.rect.x == 0
    assert row.control.rect.bottom == pytest.approx(row.rect.bottom)
    row.place(Box(0, 0, 1100, row.height_for(look, 1100)), look)
    assert row.control.rect.right == pytest.approx(1100)


@pytest.mark.parametrize("face", [Strip(), Cards()])
@pytest.mark.parametrize("width", [260, 1000])
def test_options_are_exactly_as_high_as_they_say(face: Strip | Cards, width: int) -> None:
    options = tuple(ChoiceOption(word, word) for word in ("As long as it stays", "The whole set", "Nothing"))
    look = make_look(Viewport((1280, 720)), FakeReading())
    cells = face.cells(look, options, Box(0, 50, width, 0))
    assert max(cell.bottom for cell in cells) - 50 == pytest.approx(face.height_for(look, options, width))


def test_a_dialog_widens_before_its_two_buttons_part() -> None:
    look = make_look(Viewport((1280, 720)), FakeReading())
    buttons = (Button("one", "Look at it once more", Pop), Button("two", "End the turn like this", Pop))
    dialog = Dialog("ask", "Sure?", "One sentence.", buttons)
    dialog.place(Box(0, 0, 1280, 720), look)
    assert 520 < dialog.rect.w <= 580
    assert buttons[0].rect.y == buttons[1].rect.y
