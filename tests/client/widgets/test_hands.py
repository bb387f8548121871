"""What each widget does with a hand: choices, steppers, sliders, fields, lists, scrolls, papers."""

from __future__ import annotations

from collections import Counter

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.client.draw.theme import READING
from game.client.events import (
    NO_MODIFIERS,
    Composing,
    KeyDown,
    Modifiers,
    PointerDown,
    PointerMoved,
    PointerUp,
    Typed,
    Wheel,
)
from game.client.viewport import Viewport
from game.client.widgets import text_field
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button
from game.client.widgets.choice import Choice
from game.client.widgets.choice_faces import Cards, ChoiceOption
from game.client.widgets.gesture import Arrow, Grab, Use
from game.client.widgets.list import ListRows
from game.client.widgets.look import Look
from game.client.widgets.panel import Column
from game.client.widgets.row_face import ListRow, RowFace, ShownRow
from game.client.widgets.scroll import Scroll
from game.client.widgets.slider import Slider
from game.client.widgets.stepper import Stepper
from game.client.widgets.text_field import TextField
from game.client.widgets.toast import TileSlot, Toast, ToastWords
from game.client.widgets.toggle import Toggle
from game.client.widgets.widget import IGNORED
from tests.client.kit import Kit

LEFT, RIGHT, UP, DOWN = (KeyDown(name) for name in ("Left", "Right", "Up", "Down"))


@pytest.fixture
def kit() -> Kit:
    made = Kit()
    made.page.layout(Viewport((1280, 2400)))
    made.page.ring.show_focus(shown=True)
    return made


def send(kit: Kit, *events: KeyDown | Typed) -> None:
    for event in events:
        kit.page.on_event(event)


def press(kit: Kit, at: tuple[float, float], clicks: int = 1) -> None:
    for event in (PointerMoved(at), PointerDown(at, clicks=clicks), PointerUp(at)):
        kit.page.on_event(event)


def test_a_toggle_turns_both_ways(kit: Kit) -> None:
    toggle = kit.find("toggle")
    assert isinstance(toggle, Toggle)
    kit.page.ring.focus_on("toggle")
    send(kit, KeyDown("Space"), KeyDown("Space"))
    assert kit.told == [("toggle", True), ("toggle", False)]
    assert "not on" in toggle.state_words()


def test_a_choice_passes_over_what_cannot_be_chosen(kit: Kit) -> None:
    choice = kit.find("choice")
    assert isinstance(choice, Choice)
    kit.page.ring.focus_on("choice")
    send(kit, RIGHT, RIGHT, RIGHT)
    assert (choice.chosen, kit.page.ring.focus) == ("4", choice)
    send(kit, KeyDown("Space"))
    assert choice.chosen == "2"
    press(kit, (choice.cells[2].centre[0], choice.cells[2].centre[1]))
    assert choice.chosen == "2"
    assert kit.told == [("choice", "4"), ("choice", "2")]


def test_cards_below_one_another_are_walked_by_up_and_down() -> None:
    pygame.font.init()
    cards = Choice(
        "cards", (ChoiceOption("a", "As written"), ChoiceOption("q", "Quick")), "a", lambda _: None, face=Cards()
    )
    look = Look(Viewport((1280, 720)))
    cards.place(Box(0, 0, 180, cards.height_for(look, 180)), look)
    assert cards.handle(Arrow("right")) == IGNORED
    assert cards.handle(Arrow("down")).taken
    assert cards.chosen == "q"
    assert cards.handle(Arrow("down")) == IGNORED


def test_a_stepper_holds_at_its_ends_and_its_halves_are_clicked(kit: Kit) -> None:
    stepper = kit.find("stepper")
    assert isinstance(stepper, Stepper)
    kit.page.ring.focus_on("stepper")
    send(kit, LEFT, RIGHT, RIGHT, RIGHT)
    assert [value for _, value in kit.told] == ["c", "m"]
    send(kit, KeyDown("Space"))
    assert stepper.chosen == "k"
    press(kit, (stepper.rect.right - 4, stepper.rect.centre[1]))
    assert stepper.chosen == "c"
    press(kit, (stepper.rect.x + 4, stepper.rect.centre[1]))
    assert stepper.chosen == "k"


def test_a_slider_is_dragged_and_stepped(kit: Kit) -> None:
    slider = kit.find("slider")
    assert isinstance(slider, Slider)
    kit.page.ring.focus_on("slider")
    send(kit, RIGHT)
    assert slider.value == 75
    track = slider.focus_box
    kit.page.on_event(PointerDown((track.x + 1, track.centre[1])))
    assert slider.value == 0
    kit.page.on_event(PointerMoved((track.right + 500, track.centre[1]), dragging=True))
    assert slider.value == 100
    kit.page.on_event(PointerUp((track.right + 500, track.centre[1])))
    assert slider.value == 100
    assert [value for _, value in kit.told] == [75, 0, 100]


def test_a_drag_survives_another_layout(kit: Kit) -> None:
    slider = kit.find("slider")
    assert isinstance(slider, Slider)
    kit.page.on_event(PointerDown(slider.focus_box.centre))
    kit.page.layout(Viewport((1600, 2400)))
    kit.page.on_event(PointerMoved((slider.focus_box.right, 5), dragging=True))
    assert slider.value == 100


def test_a_field_takes_text_where_its_caret_is(kit: Kit) -> None:
    field = kit.find("field")
    assert isinstance(field, TextField)
    kit.page.ring.focus_on("field")
    send(kit, Typed("Ros"), Typed("á"), KeyDown("Home"), Typed("¡"), KeyDown("End"), KeyDown("Backspace"), Typed("a"))
    assert field.text == "¡Rosa"
    send(kit, LEFT, LEFT, KeyDown("Delete"))
    assert field.text == "¡Roa"
    send(kit, KeyDown("End"), Typed(" y Tito"), KeyDown("Backspace", Modifiers(ctrl=True)))
    assert field.text == "¡Roa y "
    assert kit.told[-1] == ("field", "¡Roa y ")


def test_keys_that_write_reach_a_field_as_text_only(kit: Kit) -> None:
    field = kit.find("field")
    assert isinstance(field, TextField)
    kit.page.ring.focus_on("field")
    send(kit, KeyDown("M"), KeyDown("Space"), KeyDown("1"))
    assert field.text == ""
    send(kit, Typed("M 1"))
    assert field.text == "M 1"


def test_a_field_keeps_to_its_length_and_letters() -> None:
    field = TextField("port", "Port", lambda _: None, most=5, accepts=str.isdigit)
    field.handle(Typed("12a34567"))
    assert field.text == "12345"


def test_every_row_and_option_is_told_with_its_place_and_state(kit: Kit) -> None:
    told = {place.name: place for place in kit.page.shown_items()}
    assert told["list.c"].state == ("off",)
    assert told["choice.2"].state == ("chosen",)
    assert told["cards.q"].text == "Quick"
    press(kit, told["list.b"].box.centre)
    press(kit, told["cards.q"].box.centre)
    assert kit.told == [("list", "b"), ("cards", "q")]
    kit.reading.text_scale = 2.5
    kit.page.layout(Viewport((1280, 720)))
    low = {place.name: place for place in kit.page.shown_items()}["list.c"]
    assert low.box.y > 720
    assert "out of sight" in low.state


def test_a_secret_is_told_to_nobody(kit: Kit) -> None:
    secret = kit.find("secret")
    assert secret.accessible_text() == "•••"
    assert all("abc" not in place.text for place in kit.page.shown_items())


def test_unfinished_text_is_shown_and_not_kept() -> None:
    field = TextField("name", "Name", lambda _: None)
    field.handle(Composing("か"))
    assert field.text == ""
    field.handle(Typed("書"))
    assert (field.text, field.unfinished) == ("書", "")


def test_what_is_typed_replaces_what_is_marked_though_its_key_is_heard_first() -> None:
    field = TextField("name", "Name", lambda _: None, text="Player")
    field.suggest()
    field.handle(KeyDown("R", NO_MODIFIERS))
    field.handle(Typed("R"))
    assert field.text == "R"


def test_what_is_typed_replaces_a_name_that_was_offered_after_a_click_too(kit: Kit) -> None:
    field = kit.find("field")
    assert isinstance(field, TextField)
    field.text = "Player"
    field.suggest()
    middle = field.field_box().centre
    press(kit, middle)
    send(kit, Typed("Rosa"))
    assert field.text == "Rosa"
    press(kit, middle)
    send(kit, Typed("!"))
    assert sorted(field.text) == sorted("Rosa!")


@pytest.mark.parametrize("clicks", [2, 3])
def test_a_name_that_was_offered_is_replaced_however_often_it_was_clicked(kit: Kit, clicks: int) -> None:
    field = kit.find("field")
    assert isinstance(field, TextField)
    field.text = "Player"
    field.suggest()
    for count in range(clicks):
        press(kit, field.field_box().centre, count + 1)
    send(kit, Typed("Rosa"))
    assert field.text == "Rosa"


@pytest.mark.parametrize(("clicks", "left"), [(1, "of seas!ons"), (2, "of !"), (3, "!")])
def test_two_clicks_mark_a_word_and_three_all(kit: Kit, clicks: int, left: str) -> None:
    field = kit.find("field")
    assert isinstance(field, TextField)
    kit.page.ring.focus_on("field")
    send(kit, Typed("of seasons"))
    at = (field.field_box().x + 12 + field.look.text_width("of seas", READING), field.field_box().centre[1])
    for count in range(clicks):
        press(kit, at, count + 1)
    send(kit, Typed("!"))
    assert field.text == left


def test_a_click_puts_the_caret_between_letters(kit: Kit) -> None:
    field = kit.find("field")
    assert isinstance(field, TextField)
    kit.page.ring.focus_on("field")
    send(kit, Typed("WWWW"))
    well = field.field_box()
    width = field.look.text_width("WW", READING)
    press(kit, (well.x + 12 + width, well.centre[1]))
    assert field.caret == 2


@given(st.lists(st.sampled_from(["Left", "Right", "Home", "End", "Backspace", "Delete", "ab ", "ñ"]), max_size=30))
def test_whatever_is_typed_the_caret_stays_inside(keys: list[str]) -> None:
    field = TextField("name", "Name", lambda _: None, most=8)
    for key in keys:
        if key in ("ab ", "ñ"):
            field.handle(Typed(key))
        else:
            field.handle(KeyDown(key))
        assert 0 <= field.caret <= len(field.text) <= 8


def test_a_list_moves_its_cursor_and_chooses_what_is_possible(kit: Kit) -> None:
    rows = kit.find("list")
    assert isinstance(rows, ListRows)
    kit.page.ring.focus_on("list")
    send(kit, DOWN, KeyDown("Space"), DOWN, KeyDown("Space"))
    assert kit.told == [("list", "b")]
    assert (rows.chosen, rows.cursor) == ("b", 2)
    send(kit, DOWN)
    assert kit.page.ring.focus is not rows
    rows.show([ListRow("c", "Living room"), ListRow("d", "Attic")])
    assert rows.members[rows.cursor].key == "c"
    rows.show([])
    assert rows.accessible_text() == ""
    assert rows.handle(Use()).change is None


def test_a_long_list_measures_a_row_once_for_a_width_and_draws_those_in_sight() -> None:
    measured, drawn = Counter[tuple[str, float]](), list[str]()

    class Counting(RowFace):
        def height_for(self, look: Look, row: ListRow, width: float) -> float:
            measured[row.key, width] += 1
            return super().height_for(look, row, width)

        def draw(self, surface: pygame.Surface, shown: ShownRow) -> None:
            drawn.append(shown.row.key)
            super().draw(surface, shown)

    listed = ListRows("long", [ListRow(f"{at}", f"Row {at}") for at in range(50)], lambda _key: None, face=Counting())
    scroll = Scroll("scroll", Column("column", (listed,)))
    scroll.place(Box(0, 0, 300, 240), Look(Viewport((1280, 720))))
    scroll.handle(Wheel((10, 10), 0, -20))
    scroll.draw(pygame.Surface((1280, 720)))
    seen = [row.key for row, cell in zip(listed.members, listed.cells, strict=True) if cell.overlaps(scroll.rect)]
    assert set(measured.values()) == {1}
    assert "0" not in seen
    assert drawn[0] in (seen[0], f"{int(seen[0]) - 1}")  # one whose focus ring alone may be in sight
    assert set(seen) <= set(drawn)
    assert len(drawn) <= len(seen) + 2


@pytest.mark.parametrize("name", ["list", "cards", "choice"])
def test_only_the_row_under_the_pointer_is_lit(kit: Kit, name: str) -> None:
    widget = kit.find(name)
    assert isinstance(widget, ListRows | Choice)
    pictures = []
    for at in ((2.0, 2.0), widget.cells[0].centre, widget.cells[1].centre):
        before = kit.page.revision
        kit.page.on_event(PointerMoved(at))
        assert kit.page.revision > before
        surface = pygame.Surface((1280, 2400))
        kit.page.draw(surface)
        pictures.append(pygame.image.tobytes(surface, "RGB"))
        before = kit.page.revision
        kit.page.on_event(PointerMoved((at[0] + 1, at[1])))
        assert kit.page.revision == before
    assert len(set(pictures)) >= 2
    assert pictures[1] != pictures[2]


def test_a_click_into_a_long_text_lands_where_it_was_seen() -> None:
    field = TextField("long", "Long", lambda _: None, text="W" * 60, most=60)
    field.place(Box(0, 0, 200, 100), Look(Viewport((1280, 720))))
    field.handle(Grab((field.field_box().x + 12, field.field_box().centre[1])))
    assert field.caret == 0
    field.has_focus = True
    field.handle(KeyDown("End"))
    field.handle(Grab((field.field_box().right - 12, field.field_box().centre[1])))
    assert field.caret >= 59


def test_the_thumb_of_a_scroll_is_dragged(kit: Kit) -> None:
    kit.reading.text_scale = 2.5
    kit.page.layout(Viewport((1280, 720)))
    scroll = kit.find("scroll")
    assert isinstance(scroll, Scroll)
    thumb = scroll._thumb()
    kit.page.on_event(PointerDown(thumb.centre))
    assert scroll.offset == 0
    kit.page.on_event(PointerMoved((thumb.centre[0], 5000), dragging=True))
    assert scroll.offset == scroll._over() > 0
    kit.page.on_event(PointerUp((0, 0)))
    before = scroll.offset
    kit.page.layout(Viewport((1280, 720)))
    assert scroll.offset == before
    kit.reading.text_scale = 1.0
    kit.page.layout(Viewport((1280, 2400)))
    assert scroll.offset == 0


def test_a_refusal_paper_rises_and_stays_and_draws_its_tiles_through_the_callback() -> None:
    pygame.display.init()
    pygame.font.init()
    slots: list[Box] = []
    toast = Toast(
        "refusal",
        ToastWords("Two wild tiles", "A set may hold one.", "Use your red 7."),
        (Button("ok", "Got it", lambda: None),),
        TileSlot((180, 60), lambda _, box: slots.append(box)),
    )
    toast.place(Box(100, 100, 760, 400), Look(Viewport((1280, 720))))
    assert toast.rect.bottom == 500
    risen = []
    for now in (5.0, 5.1, 5.3):
        toast.tick(now)
        risen.append(toast.risen)
    assert risen[0] == 0.0
    assert risen[0] < risen[1] < risen[2]
    assert risen[2] == 1.0
    toast.draw(pygame.Surface((1280, 720)))
    (slot,) = slots
    assert slot.is_inside(toast.rect)
    assert slot.size == (180.0, 60.0)
    assert not any(slot.overlaps(written.box) for written in toast.texts())


def test_a_calm_refusal_does_not_rise() -> None:
    pygame.font.init()
    toast = Toast("refusal", ToastWords("No", "Because."), (Button("ok", "Got it", lambda: None),))
    toast.place(Box(0, 0, 760, 400), Look(Viewport((1280, 720)), calm=True))
    toast.tick(1.0)
    assert not toast.wants_frames


def test_a_field_marks_copies_cuts_and_takes_what_was_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    board = [""]
    monkeypatch.setattr(text_field, "copy_text", lambda text: board.__setitem__(0, text))
    monkeypatch.setattr(text_field, "clipboard_text", lambda: board[0])
    ctrl = Modifiers(ctrl=True)
    field = TextField("name", "Name", lambda _: None, text="Player")
    field.handle(KeyDown("A", ctrl))
    field.handle(Typed("Rosa"))
    assert field.text == "Rosa"  # what is marked gives way
    field.handle(KeyDown("A", ctrl))
    field.handle(KeyDown("C", ctrl))
    assert (board[0], field.text) == ("Rosa", "Rosa")
    field.handle(KeyDown("X", ctrl))
    assert field.text == ""
    field.handle(KeyDown("V", ctrl))
    field.handle(KeyDown("V", ctrl))
    assert (field.text, field.caret) == ("RosaRosa", 8)
    field.handle(KeyDown("A", ctrl))
    field.handle(KeyDown("Backspace"))
    assert field.text == ""


def test_a_secret_is_never_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr(text_field, "copy_text", copied.append)
    field = TextField("word", "Word", lambda _: None, text="hush", secret=True)
    field.handle(KeyDown("A", Modifiers(ctrl=True)))
    field.handle(KeyDown("X", Modifiers(ctrl=True)))
    assert copied == []
    assert field.text == "hush"
