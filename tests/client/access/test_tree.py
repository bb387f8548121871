"""The tree of every scene: what Tab reaches is in it, in that order, each with a name; the table in sentences."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.client.access.access_action import AccessAction
from game.client.access.node import Node, NodeRole, NodeTree
from game.client.access.tree import read_page
from game.client.scenes.page import Page
from game.client.still import REST_TIMES, Studio
from game.client.viewport import Viewport
from game.client.widgets.widget import Widget
from game.client.words import say, set_language, set_vocabulary
from tests.client.gallery import most
from tests.client.kit import Kit
from tests.slices import count

VIEWPORT = Viewport((1280, 720))
ASKED = ("burako crowded", "burako moves", "rummikub crowded")  # what is said in them is read word by word below


@pytest.fixture(scope="module")
def scenes() -> Iterator[list[tuple[str, Page, NodeTree]]]:
    set_language("en")
    set_vocabulary(cards=False)
    with Studio() as studio:
        told = []
        for at, (name, make) in enumerate(most(studio, *ASKED)):
            if at % count(6, 1) and name not in ASKED:
                continue
            scene = make()
            assert isinstance(scene, Page)
            scene.layout(VIEWPORT)
            for now in REST_TIMES:
                scene.update(now)
            told.append((name, scene, read_page(scene, VIEWPORT.canvas)))
        yield told


def _owners(tree: NodeTree) -> list[Widget]:
    """The widgets that nodes stand for and that take the focus, each once, in reading order."""
    found: list[Widget] = []
    for node in tree.root.walk():
        part = tree.parts.get(node.key)
        if part is not None and part.widget.takes_focus and part.widget not in found:
            found.append(part.widget)
    return found


def test_whatever_tab_stops_at_is_in_the_tree_in_that_order(scenes: list[tuple[str, Page, NodeTree]]) -> None:
    for name, page, tree in scenes:
        stops = page.ring.tab_stops()
        assert [widget for widget in _owners(tree) if widget.enabled] == stops, name


def test_the_focus_of_the_ring_is_the_focus_of_the_tree(scenes: list[tuple[str, Page, NodeTree]]) -> None:
    for name, page, tree in scenes:
        if page.ring.focus is not None:
            assert tree.parts[tree.focus].widget is page.ring.focus, name


def test_every_node_has_a_name_and_a_place_in_the_window(scenes: list[tuple[str, Page, NodeTree]]) -> None:
    for name, page, tree in scenes:
        assert page.look is not None
        for node in tree.root.walk():
            assert node.name.strip(), (name, node.key)
            assert "**" not in node.name + node.note, (name, node.key)
            assert node.box.w > 0, (name, node.key)
            assert node.box.h > 0 or node.role is NodeRole.LOG, (name, node.key)


def test_no_choice_number_or_list_goes_by_the_name_of_those_that_have_none(
    scenes: list[tuple[str, Page, NodeTree]],
) -> None:
    nameless = {say("access.choice"), say("access.list"), say("access.page")}
    assert [
        (name, node.key) for name, _page, tree in scenes for node in tree.root.walk() if node.name in nameless
    ] == []


def test_no_two_nodes_share_a_key(scenes: list[tuple[str, Page, NodeTree]]) -> None:
    for name, _page, tree in scenes:
        keys = [node.key for node in tree.root.walk()]
        assert len(keys) == len(set(keys)), name


def test_what_can_be_used_says_so_and_what_is_off_cannot(scenes: list[tuple[str, Page, NodeTree]]) -> None:
    for name, _page, tree in scenes:
        for node in tree.root.walk():
            if node.role in (NodeRole.BUTTON, NodeRole.SWITCH, NodeRole.SLIDER, NodeRole.STEPPER, NodeRole.OPTION):
                assert (AccessAction.USE in node.does) is node.able, (name, node.key)


def test_of_a_choice_exactly_what_is_chosen_is_told_so(scenes: list[tuple[str, Page, NodeTree]]) -> None:
    for name, _page, tree in scenes:
        for node in tree.root.walk():
            if node.role is NodeRole.CHOICE:
                assert sum(option.chosen is True for option in node.children) <= 1, (name, node.key)
                assert node.children, (name, node.key)


def _named(tree: NodeTree, name: str) -> Node:
    return next(node for node in tree.root.walk() if node.name == name)


def test_the_table_of_a_dead_hand_game_is_told_tile_by_tile_and_set_by_set(
    scenes: list[tuple[str, Page, NodeTree]],
) -> None:
    tree = next(tree for name, _page, tree in scenes if name == "burako crowded")
    rack = [node.name for node in _named(tree, "Your rack").children]
    assert rack == ["yellow 4", "yellow 5", "black 4", "black 9"]
    ours = [node.name for node in _named(tree, "Your side's sets").children]
    assert "Set 5, You and Nora: black 12, yellow 12, yellow 2 as any 12, black 12, yellow 12." in ours
    assert ours[-1] == "Place for a new set"
    assert [node.name for node in _named(tree, "The stock").children] == ["The stock has 23 tiles."]
    assert _named(tree, "What happened").children[-1].name.startswith("Rosa took the pile")


def test_a_list_of_moves_is_called_what_its_moves_are(scenes: list[tuple[str, Page, NodeTree]]) -> None:
    tree = next(tree for name, _page, tree in scenes if name == "burako moves")
    lists = [node.name for node in tree.root.walk() if node.role is NodeRole.LIST]
    assert "Throw one and end the turn" in lists


def test_the_open_table_is_told_tile_by_tile_and_set_by_set(scenes: list[tuple[str, Page, NodeTree]]) -> None:
    tree = next(tree for name, _page, tree in scenes if name == "rummikub crowded")
    words = [node.name for node in _named(tree, "The table").children]
    assert any(one.startswith("Set 1: ") for one in words)
    assert words[-1] == "Place for a new set"


def test_a_picked_tile_is_chosen_in_the_tree(scenes: list[tuple[str, Page, NodeTree]]) -> None:
    page = next(page for name, page, _tree in scenes if name == "burako crowded")
    from game.client.table.scene import TableScene

    assert isinstance(page, TableScene)
    assert page.shown.turn is not None
    page.shown.turn.pick_only((page.shown.turn.view.rack[0],))
    rack = _named(read_page(page, VIEWPORT.canvas), "Your rack").children
    assert [node.chosen for node in rack].count(True) == 1
    page.shown.turn.pick_only(())


def test_each_control_of_the_kit_tells_its_role_and_state() -> None:
    kit = Kit()
    tree = read_page(kit.page, VIEWPORT.canvas)
    said = {node.key: node for node in tree.root.walk()}
    assert said["toggle"].role is NodeRole.SWITCH
    assert said["toggle"].on is False
    assert said["slider"].span == (50, 0, 100)
    assert said["slider"].value == "50 %"
    assert said["labelled"].role is NodeRole.STEPPER if "labelled" in said else True
    assert said["choice"].children[2].able is False
    assert said["choice"].children[2].note == "Not possible now. Not in couples."
    assert said["secret"].role is NodeRole.SECRET
    assert said["secret"].value == "•••"
    assert said["off"].note == "Not possible now. The round is not over yet."
    assert said["list.c"].note == "Not possible now. Another version."
