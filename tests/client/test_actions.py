"""The table of actions: nothing shared, nothing unreachable, everything with a sentence."""

from __future__ import annotations

from itertools import combinations

import pytest

from game.client.actions import (
    ACTIONS,
    Action,
    ActionContext,
    Key,
    action_for,
    action_named,
    is_available,
    pad_button_for,
)
from game.client.events import KeyDown, KeyUp, Modifiers, PadDown, PadUp, PointerMoved, Typed
from game.client.words import say

PLACES = {
    ActionContext.EVERYWHERE: (ActionContext.MENUS, ActionContext.TABLE, ActionContext.THEATRE),
    ActionContext.MENUS: (ActionContext.MENUS,),
    ActionContext.TABLE: (ActionContext.TABLE,),
    ActionContext.THEATRE: (ActionContext.THEATRE,),
}
ASKED_FOR = {
    "draw", "take_pile", "lay", "extend", "discard", "undo", "redo", "reset", "sort_runs", "sort_groups",
    "fan_out_pile", "help", "full_screen", "back", "quit", "new_game", "mute", "text_bigger", "text_smaller",
    "carry_left", "carry_right", "focus_next", "focus_previous", "left", "right", "up", "down", "pick", "confirm",
}  # fmt: skip


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.name)
def test_every_key_and_pad_button_of_an_action_calls_it_wherever_it_holds(action: Action) -> None:
    assert action.keys
    for where in PLACES[action.where]:
        for key in action.keys:
            assert action_for(KeyDown(key.name, key.mods), where) is action
            assert action_for(KeyUp(key.name, key.mods), where) is action
        if action.pad is not None:
            assert action_for(PadDown(action.pad), where) is action
            assert action_for(PadUp(action.pad), where) is action


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.name)
def test_every_action_has_its_sentences(action: Action) -> None:
    assert say(action.sentence)
    if action.gesture is not None:
        assert say(action.gesture)


def test_no_two_actions_that_meet_share_a_key_or_a_pad_button() -> None:
    for one, other in combinations(ACTIONS, 2):
        meet = any(
            is_available(one, where) and is_available(other, where)
            for where in (ActionContext.MENUS, ActionContext.TABLE)
        )
        if meet:
            assert not set(one.keys) & set(other.keys), f"{one.name} and {other.name}"
            assert one.pad is None or one.pad != other.pad, f"{one.name} and {other.name}"


def test_the_table_holds_what_was_asked_for_and_no_name_twice() -> None:
    names = [action.name for action in ACTIONS]
    assert len(set(names)) == len(names)
    assert set(names) >= ASKED_FOR


def test_table_actions_do_not_hold_in_menus() -> None:
    assert action_for(KeyDown("D"), ActionContext.MENUS) is None
    assert action_for(KeyDown("D"), ActionContext.TABLE) is action_named("draw")


def test_while_typing_no_key_that_writes_is_an_action() -> None:
    for key in ("M", "+", "-", "Space", "1", "Keypad 1", "Keypad +", "F"):
        assert action_for(KeyDown(key), ActionContext.FIELD) is None
    for key, name in (("Enter", "confirm"), ("Esc", "back"), ("Tab", "focus_next"), ("F11", "full_screen")):
        assert action_for(KeyDown(key), ActionContext.FIELD) is action_named(name)
    assert action_for(KeyDown("Q", Modifiers(ctrl=True)), ActionContext.FIELD) is action_named("quit")


def test_modifiers_count_for_letters_and_names_but_shift_does_not_for_signs() -> None:
    assert action_for(KeyDown("Z"), ActionContext.TABLE) is None
    assert action_for(KeyDown("Z", Modifiers(ctrl=True)), ActionContext.TABLE) is action_named("undo")
    assert action_for(KeyDown("Z", Modifiers(ctrl=True, shift=True)), ActionContext.TABLE) is action_named("redo")
    assert action_for(KeyDown("Enter", Modifiers(alt=True)), ActionContext.TABLE) is action_named("full_screen")
    assert action_for(KeyDown("=", Modifiers(shift=True)), ActionContext.TABLE) is action_named("text_bigger")


def test_what_is_no_key_and_no_button_calls_nothing() -> None:
    assert action_for(PointerMoved((1, 1)), ActionContext.TABLE) is None
    assert action_for(Typed("m"), ActionContext.TABLE) is None


def test_a_key_is_written_as_on_its_cap() -> None:
    assert str(Key("Z", Modifiers(ctrl=True, shift=True))) == "Ctrl Shift Z"
    assert str(Key("F1")) == "F1"


def test_a_key_cap_has_its_pad_button_where_it_means_the_same_everywhere() -> None:
    assert [pad_button_for(key) for key in ("Enter", "Esc", "Space", "1", "F1", "nothing")] == [
        "Menu", "east", "south", None, None, None,
    ]  # fmt: skip


def test_an_unknown_name_teaches() -> None:
    with pytest.raises(KeyError, match="no action is called 'dance'"):
        action_named("dance")
