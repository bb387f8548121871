"""The bridge: nothing is made before somebody listens, only changes are told, what is asked comes like a hand."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from game.client.access import tree
from game.client.access.access_action import AccessAction
from game.client.access.bridge import KEY_HOLD_SECONDS, MIN_UPDATE_GAP, ReaderBridge, ReaderRequest, open_bridge
from game.client.access.node import Node
from game.client.director import Director
from game.client.viewport import Viewport
from tests.client.kit import Kit


@dataclass
class Listener:
    """What AccessKit would be told."""

    told: list[list[Node]] = field(default_factory=list)
    focus: int = -1
    firsts: list[bool] = field(default_factory=list)
    focused: list[bool] = field(default_factory=list)

    def send_nodes(self, nodes: list[tuple[int, Node, tuple[int, ...]]], focus: int, *, first: bool) -> None:
        self.told.append([node for _number, node, _children in nodes])
        self.focus = focus
        self.firsts.append(first)

    def set_focused(self, *, focused: bool) -> None:
        self.focused.append(focused)

    def set_window_bounds(self, left_top: tuple[int, int], size: tuple[int, int]) -> None:
        pass


@dataclass
class Desk:
    """The kit's page, a director, a bridge, and somebody who listens."""

    kit: Kit = field(default_factory=Kit)
    ears: Listener = field(default_factory=Listener)
    bridge: ReaderBridge = field(default_factory=ReaderBridge)
    now: float = 0.0

    def __post_init__(self) -> None:
        self.director = Director(self.kit.page, Viewport((1280, 720)))
        self.bridge.adapter = self.ears
        self.bridge.listened.set()
        self.step()

    def step(self, seconds: float = 2 * MIN_UPDATE_GAP) -> bool:
        self.now += seconds
        self.director.update(self.now)
        return self.bridge.step(self.director, self.now, focused=True)

    def ask(self, does: AccessAction, key: str, value: str | float | None = None) -> None:
        self.bridge.asked.put(ReaderRequest(does, self.bridge.node_number(key), value))
        assert self.step()


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_nothing_is_made_while_nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("a tree was made for nobody")

    monkeypatch.setattr(tree, "read_page", never)
    kit, ears, bridge = Kit(), Listener(), ReaderBridge()
    bridge.adapter = ears
    assert not bridge.step(Director(kit.page, Viewport((1280, 720))), 1.0, focused=True)
    assert not ears.told
    assert not ears.focused


def test_a_system_without_the_library_has_a_bridge_on_which_nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "accesskit", None)
    assert not open_bridge(0).listening


def test_first_everything_is_told_and_then_only_what_has_changed(desk: Desk) -> None:
    assert desk.ears.firsts == [True]
    assert len(desk.ears.told[0]) > 20
    desk.step()
    assert len(desk.ears.told) == 1
    desk.ask(AccessAction.USE, "toggle")
    desk.step()
    assert [node.key for node in desk.ears.told[-1]] == ["toggle"]
    assert desk.ears.firsts[-1] is False


def test_a_listener_who_comes_later_is_told_everything_anew(desk: Desk) -> None:
    desk.bridge.listened.clear()
    desk.step()
    desk.bridge.listened.set()
    desk.step()
    assert desk.ears.firsts == [True, True]
    assert desk.ears.told[0] == desk.ears.told[1]


def test_a_button_is_used_and_has_the_focus_then(desk: Desk) -> None:
    desk.ask(AccessAction.USE, "second")
    assert ("second", "used") in desk.kit.told
    desk.step()
    assert desk.ears.focus == desk.bridge.node_number("second")


def test_the_focus_alone_uses_nothing(desk: Desk) -> None:
    desk.ask(AccessAction.FOCUS, "toggle")
    desk.step()
    assert not desk.kit.told
    assert desk.ears.focus == desk.bridge.node_number("toggle")
    assert desk.kit.page.ring.shown


def test_an_option_is_chosen_and_a_row_too_wherever_the_page_is_scrolled(desk: Desk) -> None:
    desk.ask(AccessAction.USE, "choice.4")
    desk.ask(AccessAction.USE, "list.b")
    assert desk.kit.told == [("choice", "4"), ("list", "b")]


def test_what_is_not_possible_stays_so(desk: Desk) -> None:
    desk.ask(AccessAction.USE, "choice.3")
    desk.ask(AccessAction.USE, "list.c")
    desk.ask(AccessAction.USE, "off")
    assert not desk.kit.told


def test_a_slider_is_stepped_and_set(desk: Desk) -> None:
    desk.ask(AccessAction.MORE, "slider")
    desk.ask(AccessAction.LESS, "slider")
    desk.ask(AccessAction.SET, "slider", 99.0)
    assert desk.kit.told == [("slider", 75), ("slider", 50), ("slider", 100)]


def test_a_field_takes_a_text_in_the_place_of_the_old_one(desk: Desk) -> None:
    desk.ask(AccessAction.SET, "field", "Inés")
    desk.ask(AccessAction.SET, "field", "Bruno")
    desk.ask(AccessAction.SET, "field", "")
    assert [value for name, value in desk.kit.told if name == "field"] == ["Inés", "Bruno", ""]


def test_what_must_be_held_is_held_for_who_uses_it(desk: Desk) -> None:
    desk.ask(AccessAction.USE, "hold")
    assert not desk.kit.told
    for _ in range(30):
        desk.step(KEY_HOLD_SECONDS / 20)
    assert desk.kit.told == [("hold", "used")]
    assert not desk.kit.find("hold").held


def test_what_has_gone_meanwhile_is_not_used(desk: Desk) -> None:
    desk.bridge.asked.put(ReaderRequest(AccessAction.USE, 100_000))
    assert desk.step()
    gone = desk.kit.find("second")
    gone.visible = False
    desk.ask(AccessAction.USE, "second")
    assert not desk.kit.told
