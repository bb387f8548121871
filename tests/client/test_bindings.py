"""Keys given anew: nothing is shared, nobody is locked out, and what was kept makes sense or is left."""

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
    can_coincide,
    current_actions,
    current_key_for,
    pad_button_for,
    replace_actions,
)
from game.client.bindings import ALWAYS_BOUND, changed_keys, give_key, give_pad, parse_key, restore_default_key
from game.client.bindings import actions_with_keys as table_of
from game.client.events import KeyDown, Modifiers, PadDown
from game.store.settings import KeptKeys


def one(actions: tuple[Action, ...], name: str) -> Action:
    return next(action for action in actions if action.name == name)


def nothing_shared(actions: tuple[Action, ...]) -> bool:
    return not any(
        can_coincide(first, other) and (set(first.keys) & set(other.keys) or (first.pad and first.pad == other.pad))
        for first, other in combinations(actions, 2)
    )


def test_every_key_of_the_table_is_read_back_from_its_cap() -> None:
    for action in ACTIONS:
        for key in action.keys:
            assert parse_key(str(key)) == key
    assert parse_key("Ctrl Shift Z") == Key("Z", Modifiers(ctrl=True, shift=True))
    assert parse_key("") is None


def test_a_key_given_away_is_lost_by_who_had_it() -> None:
    given = give_key(ACTIONS, "reset", Key("D"))
    assert given.lost_by is not None
    assert given.lost_by.name == "draw"
    assert one(given.actions, "reset").keys == (Key("D"),)
    assert one(given.actions, "draw").keys == ()
    assert nothing_shared(given.actions)


@pytest.mark.parametrize("name", ALWAYS_BOUND)
def test_what_is_needed_keeps_its_last_key(name: str) -> None:
    actions = ACTIONS
    for key in one(ACTIONS, name).keys[:-1]:
        actions = give_key(actions, "draw", key).actions
    given = give_key(actions, "reset", one(actions, name).keys[-1])
    assert given.refused_by is not None
    assert given.refused_by.name == name
    assert given.actions == actions


def test_a_key_whose_places_never_meet_may_be_shared() -> None:
    menu = Action("other", ActionContext.MENUS, (Key("Z"),))
    given = give_key((*ACTIONS, menu), "draw", Key("Z"))
    assert (given.lost_by, given.refused_by) == (None, None)


def test_a_pad_button_goes_the_same_way() -> None:
    given = give_pad(ACTIONS, "draw", "LB")
    assert given.lost_by is not None
    assert given.lost_by.name == "undo"
    assert (one(given.actions, "draw").pad, one(given.actions, "undo").pad) == ("LB", None)
    assert give_pad(ACTIONS, "draw", "south").refused_by is not None


def test_what_is_kept_comes_back_and_the_usual_can_be_restored() -> None:
    actions = give_pad(give_key(ACTIONS, "reset", Key("D")).actions, "reset", "west").actions
    written = changed_keys(actions)
    assert {wish.action for wish in written} == {"reset", "draw", "hint"}
    assert table_of(written) == actions
    again = actions
    for name in ("reset", "draw", "hint"):
        again = restore_default_key(again, name).actions
    assert again == ACTIONS
    assert changed_keys(again) == ()


def test_an_action_whose_usual_key_is_taken_says_by_whom() -> None:
    actions = give_key(ACTIONS, "reset", Key("D")).actions
    back = restore_default_key(actions, "draw")
    assert back.refused_by is not None
    assert back.refused_by.name == "reset"
    assert nothing_shared(back.actions)


@pytest.mark.parametrize(
    "wishes",
    [
        (KeptKeys("dance", ("D",)),),
        (KeptKeys("back", ()),),
        (KeptKeys("draw", ("R",)),),  # that of another
        (KeptKeys("draw", ("",), "no such button"), KeptKeys("reset", ("Space",))),
    ],
)
def test_what_was_kept_and_makes_no_sense_is_left(wishes: tuple[KeptKeys, ...]) -> None:
    actions = table_of(wishes)
    assert nothing_shared(actions)
    assert all(one(actions, name).keys for name in ALWAYS_BOUND)
    assert [action.name for action in actions] == [action.name for action in ACTIONS]


def test_the_table_of_now_answers_and_its_caps_follow() -> None:
    replace_actions(give_pad(give_key(ACTIONS, "confirm", Key("C")).actions, "confirm", "west").actions)
    assert action_for(KeyDown("C"), ActionContext.TABLE) is action_named("confirm")
    assert action_for(KeyDown("Enter"), ActionContext.TABLE) is None
    assert action_for(PadDown("west"), ActionContext.MENUS) is action_named("confirm")
    assert (current_key_for("Enter"), current_key_for("Esc"), current_key_for("Hm"), pad_button_for("Enter")) == (
        "C",
        "Esc",
        "Hm",
        "west",
    )
    assert current_actions() != ACTIONS


def test_the_caps_of_the_table_follow_too() -> None:
    replace_actions(give_key(give_key(ACTIONS, "take_pile", Key("Y")).actions, "sort_runs", Key("7")).actions)
    assert (current_key_for("P"), current_key_for("1"), current_key_for("F")) == ("Y", "7", "F")


def test_the_cap_of_a_key_that_two_contexts_share_is_asked_for_by_the_action() -> None:
    replace_actions(give_key(ACTIONS, "take_back", Key("Z")).actions)
    assert (current_key_for("B"), current_key_for("branch")) == ("Z", "B")
    replace_actions(give_key(ACTIONS, "branch", Key("Z")).actions)
    assert (current_key_for("B"), current_key_for("branch")) == ("B", "Z")
