"""The table of actions, from which key handling, the F1 sheet and the tests are made.

Laws: two actions that may be available at the same time never share a key or a pad button. A pad button is named by its
position. While a text field has the focus, no key that writes a character is an action. ACTIONS are the defaults;
`current_actions` returns the current table, with the player's own keys.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from game.client.events import NO_MODIFIERS, KeyDown, KeyUp, Modifiers, PadButton, PadDown, PadUp

if TYPE_CHECKING:
    from game.client.events import Event


class ActionContext(Enum):
    """The contexts in which an action is available; FIELD, while text is typed, is only used in queries."""

    EVERYWHERE = "everywhere"
    MENUS = "menus"
    TABLE = "table"
    THEATRE = "theatre"
    FIELD = "field"


@dataclass(frozen=True, slots=True)
class Key:
    """A key with its modifiers."""

    name: str
    mods: Modifiers = NO_MODIFIERS

    @property
    def writes_text(self) -> bool:
        """Return whether the key puts a character into a field."""
        sign = len(self.name) == 1 or self.name == "Space" or (self.name.startswith("Keypad") and len(self.name) == 8)
        return sign and not (self.mods.ctrl or self.mods.alt)

    def __str__(self) -> str:
        """Write the key as on a key cap: Ctrl Shift Z."""
        held = [word for word, down in zip(("Ctrl", "Alt", "Shift"), _held(self.mods), strict=True) if down]
        return " ".join([*held, self.name])


def _held(mods: Modifiers) -> tuple[bool, bool, bool]:
    return (mods.ctrl, mods.alt, mods.shift)


def ctrl(name: str, *, shift: bool = False) -> Key:
    """Return a key held with Ctrl."""
    return Key(name, Modifiers(ctrl=True, shift=shift))


@dataclass(frozen=True, slots=True)
class Action:
    """An action of the player: its name, the code of its sentence, its context, its keys and its pad button.

    `gesture` is the code of the sentence that says how to do it with the pointer; None if that is impossible.
    """

    name: str
    where: ActionContext
    keys: tuple[Key, ...]
    pad: PadButton | None = None
    gesture: str | None = None

    @property
    def sentence(self) -> str:
        """Return the code of the sentence the F1 sheet shows."""
        return f"action.{self.name}"


_ALL, _TABLE, _THEATRE = ActionContext.EVERYWHERE, ActionContext.TABLE, ActionContext.THEATRE

ACTIONS: tuple[Action, ...] = (
    Action("pick", _ALL, (Key("Space"),), "south", "gesture.click"),
    Action("confirm", _ALL, (Key("Enter"), Key("Keypad Enter")), "Menu"),
    Action("back", _ALL, (Key("Esc"),), "east"),
    Action("focus_next", _ALL, (Key("Tab"),)),
    Action("focus_previous", _ALL, (Key("Tab", Modifiers(shift=True)),)),
    Action("left", _ALL, (Key("Left"),), "left"),
    Action("right", _ALL, (Key("Right"),), "right"),
    Action("up", _ALL, (Key("Up"),), "up"),
    Action("down", _ALL, (Key("Down"),), "down"),
    Action("scroll_up", _ALL, (Key("Page Up"),), "scroll up", "gesture.wheel"),
    Action("scroll_down", _ALL, (Key("Page Down"),), "scroll down", "gesture.wheel"),
    Action("draw", _TABLE, (Key("D"),), None, "gesture.click_stock"),
    Action("pick_up_to", _TABLE, (Key("Space", Modifiers(shift=True)),), None, "gesture.lasso"),
    Action("obvious", _TABLE, (Key("O"),), None, "gesture.double_click"),
    Action("take_pile", _TABLE, (Key("P"),), None, "gesture.click_pile"),
    Action("fan_out_pile", _TABLE, (Key("F"),), "View", "gesture.hold_pile"),
    Action("lay", _TABLE, (Key("L"),), None, "gesture.drag_to_table"),
    Action("extend", _TABLE, (Key("E"),), None, "gesture.drag_to_set"),
    Action("square", _TABLE, (Key("C"),), None, "gesture.click_seal"),
    Action("discard", _TABLE, (Key("X"), Key("Delete")), None, "gesture.drag_to_pile"),
    Action("new_set", _TABLE, (Key("N"),), None, "gesture.drag_to_felt"),
    Action("take_back", _TABLE, (Key("B"), Key("Backspace")), None, "gesture.drag_to_rack"),
    Action("pick_set", _TABLE, (Key("G"),), None, "gesture.set_edge"),
    Action("split_set", _TABLE, (Key("S"),), None, "gesture.shift_drag"),
    Action("next_reading", _TABLE, (Key("J"),), None, "gesture.click_reading"),
    Action("end_turn", _TABLE, (ctrl("Enter"),)),
    Action("skip", _TABLE, (Key("K"),)),
    Action("look_back", _TABLE, (Key("W"),), None, "gesture.click_log"),
    Action("hint", _TABLE, (Key("H"),), "west"),
    Action("moves", _TABLE, (Key("F2"),), None, "gesture.hint_moves"),
    Action("undo", _TABLE, (ctrl("Z"),), "LB", "gesture.right_click"),
    Action("redo", _TABLE, (ctrl("Y"), ctrl("Z", shift=True)), "RB"),
    Action("reset", _TABLE, (Key("R"),)),
    Action("sort_runs", _TABLE, (Key("1"), Key("Keypad 1")), "north", "gesture.by_runs"),
    Action("sort_groups", _TABLE, (Key("2"), Key("Keypad 2")), None, "gesture.by_groups"),
    Action("tell_state", _TABLE, (Key("Q"),), "RT"),
    Action("tell_here", _TABLE, (Key("V"),), "L3"),
    Action("tell_rack", _TABLE, (Key("A"),), "LT"),
    Action("talk", _TABLE, (Key("T"),)),
    Action("carry_left", _TABLE, (Key("Left", Modifiers(shift=True)),), None, "gesture.drag_along"),
    Action("carry_right", _TABLE, (Key("Right", Modifiers(shift=True)),), None, "gesture.drag_along"),
    Action("move_back", _THEATRE, (Key(","),)),
    Action("move_on", _THEATRE, (Key("."),)),
    Action("round_back", _THEATRE, (Key("Left", Modifiers(shift=True)),)),
    Action("round_on", _THEATRE, (Key("Right", Modifiers(shift=True)),)),
    Action("moment_back", _THEATRE, (Key("N", Modifiers(shift=True)),), "LB"),
    Action("moment_on", _THEATRE, (Key("N"),), "RB", "gesture.click_sign"),
    Action("other_eyes", _THEATRE, (Key("E"),), "north"),
    Action("branch", _THEATRE, (Key("B"),)),
    Action("help", _ALL, (Key("F1"),)),
    Action("rules", _ALL, (Key("F3"),)),
    Action("full_screen", _ALL, (Key("F11"), Key("Enter", Modifiers(alt=True)))),
    Action("text_bigger", _ALL, (Key("+"), Key("="), Key("Keypad +"))),
    Action("text_smaller", _ALL, (Key("-"), Key("Keypad -"))),
    Action("mute", _ALL, (Key("M"),)),
    Action("new_game", _ALL, (ctrl("N"),)),
    Action("quit", _ALL, (ctrl("Q"),)),
)
# The action of each name and of each default key cap; where two contexts share a cap, the first action of the table.
_ACTION_BY_KEY: Final = {
    **{str(key): action for action in reversed(ACTIONS) for key in action.keys},
    **{action.name: action for action in ACTIONS},
}

# Navigation among widgets and activation, in every context.
NAVIGATION_ACTIONS = (
    "pick", "confirm", "back", "focus_next", "focus_previous", "left", "right", "up", "down",
    "scroll_up", "scroll_down",
)  # fmt: skip


class _InputState:
    """The present bindings, whether the last input came from a pad, and whether one was ever plugged in."""

    actions: tuple[Action, ...] = ACTIONS
    pad: bool = False
    pad_known: bool = False


def pad_used_last() -> bool:
    """Return whether a pad was used last, so that prompts show its buttons instead of keys."""
    return _InputState.pad


def note_pad_used(*, pad: bool) -> None:
    """Note whether a pad or something else is in use."""
    _InputState.pad = pad


def is_pad_known() -> bool:
    """Return whether a pad was ever plugged in, so that sheets name its buttons."""
    return _InputState.pad_known


def note_pad_known(*, known: bool) -> None:
    """Note whether a pad was plugged in."""
    _InputState.pad_known = known


def current_actions() -> tuple[Action, ...]:
    """Return the table with the present keys."""
    return _InputState.actions


def replace_actions(actions: tuple[Action, ...]) -> None:
    """Replace the table by one of the same actions with other keys."""
    _InputState.actions = actions


def action_for(event: Event, where: ActionContext) -> Action | None:
    """Return the action of a key or pad button in a context, going down or up; None for anything else."""
    actions = current_actions()
    if isinstance(event, PadDown | PadUp):
        return next((action for action in actions if action.pad == event.button and is_available(action, where)), None)
    if not isinstance(event, KeyDown | KeyUp):
        return None
    pressed = without_shift(Key(event.key, event.mods))
    if where is ActionContext.FIELD and pressed.writes_text:
        return None
    return next((action for action in actions if pressed in action.keys and is_available(action, where)), None)


def is_available(action: Action, where: ActionContext) -> bool:
    """Return whether an action is available in a context."""
    return action.where in (ActionContext.EVERYWHERE, where)


def can_coincide(one: Action, other: Action) -> bool:
    """Return whether two actions may be available at the same time."""
    return ActionContext.EVERYWHERE in (one.where, other.where) or one.where is other.where


def action_named(name: str) -> Action:
    """Return an action by its name, with its present keys."""
    for action in current_actions():
        if action.name == name:
            return action
    raise KeyError(f"no action is called {name!r}; the table in actions.py has {', '.join(a.name for a in ACTIONS)}")


def pad_button_for(key: str) -> PadButton | None:
    """Return the global pad button for a key, such as Menu for Enter."""
    action = _ACTION_BY_KEY.get(key)
    return None if action is None or action.where is not ActionContext.EVERYWHERE else action_named(action.name).pad


def current_key_for(key: str) -> str:
    """Return the present key for a default key, or for an action's name: the default, unless the player chose another.

    An action whose default key another context uses, too, must be asked for by its name.
    """
    action = _ACTION_BY_KEY.get(key)
    keys = () if action is None else tuple(map(str, action_named(action.name).keys))
    return key if not keys or key in keys else keys[0]


def without_shift(key: Key) -> Key:
    """Remove Shift from a symbol key: + is the same key whether a layout needs Shift for it or not."""
    sign = len(key.name) == 1 and not key.name.isalnum()
    return Key(key.name, Modifiers(key.mods.ctrl, shift=False, alt=key.mods.alt)) if sign else key
