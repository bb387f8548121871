"""One focus: by Tab, arrows and pad to every widget, used by Space, Return and south, kept through every layout."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from game.client.events import (
    Event,
    KeyDown,
    KeyUp,
    Modifiers,
    PadDown,
    PadUp,
    PointerDown,
    PointerLeft,
    PointerMoved,
    PointerUp,
    Typed,
    Wheel,
)
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.button import Button
from game.client.widgets.label import Paragraph
from game.client.widgets.look import Look
from game.client.widgets.panel import Column
from game.client.widgets.ring import Ring
from game.client.widgets.text_field import TextField
from game.client.widgets.widget import Group
from tests.client.kit import Kit
from tests.slices import crossed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.client.widgets.widget import Widget

TAB, BACK_TAB = KeyDown("Tab"), KeyDown("Tab", Modifiers(shift=True))
ARROWS: tuple[Event, ...] = (KeyDown("Left"), KeyDown("Right"), KeyDown("Up"), KeyDown("Down"))
PAD: tuple[Event, ...] = (PadDown("left"), PadDown("right"), PadDown("up"), PadDown("down"))
STOPS = (
    "primary", "second", "hold", "tool", "icon", "toggle", "stepper", "slider", "choice", "cards", "field",
    "secret", "list",
)  # fmt: skip


@pytest.fixture
def kit() -> Kit:
    return Kit()


def focus(kit: Kit) -> str:
    assert kit.page.ring.focus is not None
    return kit.page.ring.focus.name


def send(kit: Kit, *events: Event) -> None:
    for event in events:
        kit.page.on_event(event)


def shows_focus(kit: Kit, name: str) -> bool:
    return kit.find(name).focused


def is_held(kit: Kit, name: str) -> bool:
    return kit.find(name).held


def restless(kit: Kit) -> bool:
    return kit.page.wants_frames


def reached(kit: Kit, hands: Sequence[Event]) -> set[str]:
    """Walk from the first stop by these hands alone, each from every stop found so far."""
    found, open_ends = {focus(kit)}, [focus(kit)]
    while open_ends:
        here = open_ends.pop()
        for hand in hands:
            kit.page.ring.focus_on(here)
            for _ in range(4):  # a list and a choice take some arrows for themselves
                send(kit, hand)
                if focus(kit) not in found:
                    found.add(focus(kit))
                    open_ends.append(focus(kit))
    return found


def test_tab_visits_every_widget_once_in_reading_order_and_back(kit: Kit) -> None:
    send(kit, TAB)  # shows where the focus is
    order = [focus(kit)]
    for _ in STOPS[1:]:
        send(kit, TAB)
        order.append(focus(kit))
    assert tuple(order) == STOPS
    send(kit, TAB)
    assert focus(kit) == STOPS[0]
    send(kit, BACK_TAB)
    assert focus(kit) == STOPS[-1]


@pytest.mark.parametrize(
    ("hands", "size", "scale"), crossed([ARROWS, PAD], [(1280, 720), (960, 540), (2560, 1080)], [1.0, 2.5])
)
def test_arrows_and_pad_reach_every_widget(
    kit: Kit, hands: Sequence[Event], size: tuple[int, int], scale: float
) -> None:
    kit.reading.text_scale = scale
    kit.page.layout(Viewport(size))
    kit.page.ring.show_focus(shown=True)
    assert reached(kit, hands) == set(STOPS)


@pytest.mark.parametrize(
    "hand", [KeyDown("Space"), KeyDown("Enter"), PadDown("south")], ids=["Space", "Enter", "south"]
)
@pytest.mark.parametrize("name", [stop for stop in STOPS if stop not in ("hold", "field", "secret")])
def test_every_widget_is_used_by_key_and_pad(kit: Kit, name: str, hand: Event) -> None:
    kit.page.ring.focus_on(name)
    kit.page.ring.show_focus(shown=True)
    send(kit, hand)
    assert [told[0] for told in kit.told] == [name]


@pytest.mark.parametrize("name", [stop for stop in STOPS if stop not in ("hold", "field", "secret")])
def test_every_widget_is_used_by_a_click(kit: Kit, name: str) -> None:
    kit.page.layout(Viewport((1280, 2400)))  # tall enough to show everything
    widget = kit.find(name)
    box = widget.focus_box
    at = {"choice": (box.x + box.w * 0.5, box.y + 10), "cards": (widget.rect.right - 6, widget.rect.bottom - 6)}.get(
        name, (box.right - 6, box.centre[1])
    )
    send(kit, PointerMoved(at), PointerDown(at), PointerUp(at))
    assert [told[0] for told in kit.told] == [name]
    assert focus(kit) == name


def test_a_press_let_go_elsewhere_does_nothing(kit: Kit) -> None:
    at = kit.find("primary").rect.centre
    send(kit, PointerMoved(at), PointerDown(at))
    assert is_held(kit, "primary")
    send(kit, PointerMoved((1, 1)), PointerUp((1, 1)))
    assert not is_held(kit, "primary")
    send(kit, PointerDown(at), PointerLeft(), PointerUp(at))
    assert kit.told == []


def test_the_ring_is_shown_by_a_key_and_hidden_by_the_pointer(kit: Kit) -> None:
    assert not shows_focus(kit, "primary")
    send(kit, KeyDown("Down"))
    assert shows_focus(kit, "primary")
    send(kit, PointerMoved((3, 3)))
    assert not shows_focus(kit, "primary")
    send(kit, KeyDown("Space"))
    assert kit.told == []
    assert shows_focus(kit, "primary")
    send(kit, KeyDown("Space"))
    assert kit.told == [("primary", "used")]


def test_a_key_held_uses_once(kit: Kit) -> None:
    kit.page.ring.show_focus(shown=True)
    send(kit, KeyDown("Space"), KeyDown("Space", repeat=True), KeyDown("Space", repeat=True))
    assert kit.told == [("primary", "used")]


def test_return_presses_the_gold_button_unless_something_else_shows_the_focus(kit: Kit) -> None:
    kit.page.ring.focus_on("toggle")
    send(kit, KeyDown("Enter"))
    assert kit.told == [("primary", "used")]
    kit.page.ring.show_focus(shown=True)
    send(kit, KeyDown("Enter"))
    assert kit.told[1:] == [("toggle", True)]
    kit.page.ring.focus_on("field")
    send(kit, Typed("x"), KeyDown("Enter"))
    assert kit.told[2:] == [("field", "x"), ("primary", "used")]


@pytest.mark.parametrize(("down", "up"), [(KeyDown("Enter"), KeyUp("Enter")), (PadDown("south"), PadUp("south"))])
def test_a_hold_button_needs_its_second(kit: Kit, down: Event, up: Event) -> None:
    kit.page.ring.focus_on("hold")
    kit.page.ring.show_focus(shown=True)
    send(kit, down)
    kit.page.update(10.0)
    kit.page.update(10.9)
    send(kit, up)
    kit.page.update(11.5)
    assert kit.told == []
    send(kit, down)
    for now in (12.0, 12.5, 13.0, 13.5, 15.0):
        kit.page.update(now)
    assert kit.told == [("hold", "used")]


def test_a_hold_button_is_held_by_the_pointer_too(kit: Kit) -> None:
    at = kit.find("hold").rect.centre
    send(kit, PointerMoved(at), PointerDown(at))
    kit.page.update(1.0)
    send(kit, PointerUp(at))
    kit.page.update(3.0)
    assert kit.told == []
    send(kit, PointerDown(at))
    kit.page.update(4.0)
    assert kit.page.wants_frames
    kit.page.update(5.0)
    assert kit.told == [("hold", "used")]
    kit.page.update(6.0)
    kit.page.update(8.0)
    assert kit.told == [("hold", "used")]
    assert not kit.page.wants_frames


def test_who_cannot_hold_clicks_a_hold_button_twice_slowly(kit: Kit) -> None:
    at = kit.find("hold").rect.centre
    send(kit, PointerMoved(at), PointerDown(at), PointerUp(at))  # over before time passes
    kit.page.update(1.0)
    kit.page.update(1.1)
    send(kit, PointerDown(at))
    kit.page.update(1.3)
    send(kit, PointerUp(at))
    kit.page.update(1.4)
    assert kit.told == []  # a double click is none
    send(kit, PointerDown(at), PointerUp(at))
    kit.page.update(2.0)
    assert kit.told == [("hold", "used")]
    kit.page.update(2.1)
    assert not kit.page.wants_frames
    send(kit, PointerDown(at), PointerUp(at))
    for now in (10.0, 10.1, 14.2):
        kit.page.update(now)
    assert not kit.page.wants_frames
    send(kit, PointerDown(at), PointerUp(at))
    kit.page.update(14.3)
    assert kit.told == [("hold", "used")]  # the first click was forgotten


def test_what_is_off_takes_neither_focus_nor_click(kit: Kit) -> None:
    off = kit.find("off")
    send(kit, PointerDown(off.rect.centre), PointerUp(off.rect.centre))
    kit.page.ring.focus_on("off")
    assert focus(kit) != "off"
    assert kit.told == []


def test_a_widget_switched_off_gives_its_focus_away(kit: Kit) -> None:
    kit.page.ring.focus_on("toggle")
    kit.find("toggle").enabled = False
    kit.page.ring.note_change()
    assert focus(kit) in STOPS
    assert focus(kit) != "toggle"


def test_a_focus_that_is_gone_returns_to_where_it_began(kit: Kit) -> None:
    ring = Ring(kit.page.root, "toggle")
    ring.focus_on(STOPS[-1])
    kit.find(STOPS[-1]).enabled = False
    ring.note_change()
    assert ring.focus is kit.find("toggle")


@pytest.mark.parametrize("scale", [0.8, 1.5, 2.5])
@pytest.mark.parametrize("size", [(960, 540), (1920, 1080), (1024, 768), (700, 500)])
def test_another_size_and_scale_keep_focus_text_caret_and_choice(kit: Kit, size: tuple[int, int], scale: float) -> None:
    field = kit.find("field")
    assert isinstance(field, TextField)
    kit.page.ring.focus_on("field")
    send(kit, TAB, Typed("Rosa"), KeyDown("Left"))
    kit.page.ring.focus_on("field")
    send(kit, Typed("Rosa"), KeyDown("Left"))
    before = (field.text, field.caret, focus(kit), kit.page.ring.shown)
    kit.reading.text_scale = scale
    kit.page.layout(Viewport(size))
    assert kit.find("field") is field
    assert (field.text, field.caret, focus(kit), kit.page.ring.shown) == before
    send(kit, Typed("!"))
    assert field.text == before[0][: before[1]] + "!" + before[0][before[1] :]


def test_the_focus_is_scrolled_into_sight(kit: Kit) -> None:
    kit.reading.text_scale = 2.0
    kit.page.layout(Viewport((960, 540)))
    kit.page.ring.show_focus(shown=True)
    for _ in STOPS:
        send(kit, TAB)
        widget = kit.page.ring.focus
        assert widget is not None
        box = widget.focus_box
        assert box.y >= 0
        assert min(box.bottom, box.y + 500) <= 720


def test_the_wheel_and_page_keys_scroll(kit: Kit) -> None:
    kit.reading.text_scale = 2.0
    kit.page.layout(Viewport((960, 540)))
    top = kit.find("primary").rect.y
    send(kit, Wheel((400, 300), 0, -2))
    lower = kit.find("primary").rect.y
    assert lower == top - 96
    send(kit, KeyDown("Page Up"))
    assert kit.find("primary").rect.y == top
    send(kit, PadDown("scroll down"))
    assert kit.find("primary").rect.y < top


def test_what_is_scrolled_out_of_sight_is_not_clicked(kit: Kit) -> None:
    kit.reading.text_scale = 2.0
    kit.page.layout(Viewport((960, 540)))
    hidden = kit.find("primary")
    send(kit, Wheel((400, 300), 0, -20))
    assert hidden.rect.bottom < 0
    send(kit, PointerDown(hidden.rect.centre), PointerUp(hidden.rect.centre))
    assert kit.told == []


@pytest.mark.parametrize(("hand", "pad"), [(PadDown("down"), True), (KeyDown("Down"), False)])
def test_prompts_follow_the_last_hand(kit: Kit, hand: Event, *, pad: bool) -> None:
    send(kit, PadDown("up"), hand)
    assert kit.page.ring.pad_last is pad
    assert kit.find("primary").by_pad is pad


def test_resting_pointers_and_idle_time_ask_for_no_picture(kit: Kit) -> None:
    send(kit, PointerMoved((3, 3)))
    before = kit.page.revision
    send(kit, PointerMoved((4, 4)), PointerMoved((5, 4)))
    kit.page.update(1.0)
    kit.page.update(2.0)
    assert kit.page.revision == before
    assert not kit.page.wants_frames


def test_a_sign_tells_its_words_after_a_while(kit: Kit) -> None:
    at = kit.find("icon").rect.centre
    send(kit, PointerMoved(at))
    assert restless(kit)
    kit.page.update(1.0)
    before = kit.page.revision
    kit.page.update(1.6)
    assert kit.page.revision > before
    assert not restless(kit)
    send(kit, PointerMoved((2, 2)))
    assert not restless(kit)


def test_children_that_came_anew_keep_the_focus_by_name() -> None:
    def made() -> tuple[Widget, ...]:
        return tuple(Button(name, name, lambda: None) for name in ("one", "two", "three"))

    column = Column("column", made())
    ring = Ring(column, "two")
    old = ring.focus
    column.members = made()
    ring.note_change()
    assert ring.focus is not None
    assert ring.focus.name == "two"
    assert ring.focus is not old


def test_a_click_elsewhere_lets_go_what_a_key_holds(kit: Kit) -> None:
    kit.page.ring.focus_on("hold")
    kit.page.ring.show_focus(shown=True)
    send(kit, KeyDown("Enter"))
    kit.page.update(1.0)
    at = kit.find("second").rect.centre
    send(kit, PointerMoved(at), PointerDown(at))
    kit.page.update(2.5)
    kit.page.update(4.0)
    assert ("hold", "used") not in kit.told


def test_words_alone_answer_no_hand_but_a_sign_with_a_tip_does() -> None:
    words = Paragraph("words", "Nothing to press.")
    words.rect = Box(10, 10, 200, 40)
    ring = Ring(words)
    assert ring.widget_at((20, 20)) is None
    words.tip = "why"
    assert ring.widget_at((20, 20)) is words


def test_a_click_right_beside_something_small_uses_it_and_one_farther_off_does_not() -> None:
    used: list[str] = []
    small = Button("small", "S", partial(used.append, "small"))
    ring = Ring(small)
    small.place(Box(100, 100, 28, 28), Look(Viewport((1280, 720))))
    for at in ((95.0, 114.0), (114.0, 133.0), (93.0, 114.0)):
        ring.on_event(PointerDown(at))
        ring.on_event(PointerUp(at))
    assert used == ["small", "small"]


class Message(Column):
    """Paper over what is placed below it, with a button."""

    covers = True


class Rack(Button):
    """A stop of which the focus is at the left end."""

    @property
    def focus_box(self) -> Box:
        return self.rect.left_part(60)


def test_what_a_message_covers_is_passed_over_until_it_makes_way() -> None:
    look = Look(Viewport((1280, 720)))
    free, under, half, told = (Button(name, name.title(), lambda: None) for name in ("free", "under", "half", "told"))
    message, rack = Message("message", (told,), 0.0), Rack("rack", "Rack", lambda: None)
    ring = Ring(Group("page", (message, free, under, half, rack), lambda _box, _look: None))
    message.place(Box(200, 200, 300, 300), look)
    told.place(Box(220, 380, 120, 80), look)
    free.place(Box(20, 220, 120, 80), look)
    under.place(Box(220, 220, 120, 80), look)
    half.place(Box(220, 440, 120, 160), look)  # it begins beside the button of the message
    rack.place(Box(20, 520, 400, 60), look)
    ring.show_focus(shown=True)

    def walked(*hands: Event) -> list[str]:
        went = []
        for hand in hands:
            ring.on_event(hand)
            went.append("" if ring.focus is None else ring.focus.name)
        return went

    ring.focus_on(told)
    assert walked(TAB, TAB, TAB, BACK_TAB) == ["free", "half", "rack", "half"]
    ring.focus_on(told)
    assert walked(PadDown("down"), PadDown("up"), PadDown("left"), PadDown("right")) == ["half", "told", "free", "told"]
    ring.focus_on(rack)
    assert walked(PadDown("right")) == ["half"]
    message.makes_way = True
    ring.focus_on(told)
    assert walked(TAB, TAB, TAB) == ["free", "under", "half"]
