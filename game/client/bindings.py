"""Keys and pad buttons that a player gave to actions: pure values, checked against the table of actions.

Laws: two actions that may be available together never share a key or a button: a key given to one is taken from the
other. The actions of ALWAYS_BOUND keep at least one key, so that players cannot lock themselves out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, get_args

from game.client.actions import ACTIONS, Action, Key, can_coincide, without_shift
from game.client.events import Modifiers, PadButton
from game.store.settings import KeptKeys

if TYPE_CHECKING:
    from collections.abc import Sequence

# Actions that always need a key, because they lead to the settings.
ALWAYS_BOUND: Final = ("pick", "confirm", "back", "focus_next", "left", "right", "up", "down")
CANCEL_KEY: Final = Key("Esc")
_HELD: Final = ("Ctrl", "Alt", "Shift")


@dataclass(frozen=True, slots=True)
class Rebound:
    """The table of actions after one got a key or button, with the action that lost it, or that refused to lose it."""

    actions: tuple[Action, ...]
    lost_by: Action | None = None
    refused_by: Action | None = None


def parse_key(text: str) -> Key | None:
    """Parse a key as on its cap, such as Ctrl Shift Z; None if it is invalid."""
    words = text.split(" ")
    held = []
    while len(words) > 1 and words[0] in _HELD:
        held.append(words.pop(0))
    name = " ".join(words)
    if not name or len(held) != len(set(held)):
        return None
    return Key(name, Modifiers(ctrl="Ctrl" in held, shift="Shift" in held, alt="Alt" in held))


def give_key(actions: Sequence[Action], name: str, key: Key) -> Rebound:
    """Give an action a key instead of those it has."""
    wanted = without_shift(key)
    owner = next(
        (one for one in actions if one.name != name and wanted in one.keys and _can_coincide_with(actions, name, one)),
        None,
    )
    if owner is not None and owner.name in ALWAYS_BOUND and len(owner.keys) == 1:
        return Rebound(tuple(actions), refused_by=owner)
    made = tuple(
        replace(one, keys=(wanted,))
        if one.name == name
        else replace(one, keys=tuple(other for other in one.keys if other != wanted))
        if owner is not None and one.name == owner.name
        else one
        for one in actions
    )
    return Rebound(made, lost_by=owner)


def give_pad(actions: Sequence[Action], name: str, button: PadButton) -> Rebound:
    """Give an action a pad button instead of the one it has."""
    owner = next(
        (one for one in actions if one.name != name and one.pad == button and _can_coincide_with(actions, name, one)),
        None,
    )
    if owner is not None and owner.name in ALWAYS_BOUND:
        return Rebound(tuple(actions), refused_by=owner)
    made = tuple(
        replace(one, pad=button)
        if one.name == name
        else replace(one, pad=None)
        if owner is not None and one.name == owner.name
        else one
        for one in actions
    )
    return Rebound(made, lost_by=owner)


def restore_default_key(actions: Sequence[Action], name: str) -> Rebound:
    """Give an action those of its default keys, and its default pad button, that no other action has taken.

    It keeps its present keys where none of the default ones is free. `refused_by` is an action that has taken one.
    """
    usual = next(one for one in ACTIONS if one.name == name)
    others = [one for one in actions if one.name != name and can_coincide(one, usual)]
    keys = tuple(key for key in usual.keys if not any(key in one.keys for one in others))
    pad = usual.pad if not any(one.pad == usual.pad for one in others) else None
    kept = next(one for one in actions if one.name == name)
    back = replace(usual, keys=keys or kept.keys, pad=pad)
    lost = next(
        (one for one in others if set(one.keys) & set(usual.keys) or (usual.pad and one.pad == usual.pad)), None
    )
    return Rebound(tuple(back if one.name == name else one for one in actions), refused_by=lost)


def changed_keys(actions: Sequence[Action]) -> tuple[KeptKeys, ...]:
    """Return the keys that differ from the defaults, to be saved."""
    usual = {one.name: one for one in ACTIONS}
    return tuple(
        KeptKeys(one.name, tuple(map(str, one.keys)), one.pad or "")
        for one in actions
        if (one.keys, one.pad) != (usual[one.name].keys, usual[one.name].pad)
    )


def actions_with_keys(preferences: Sequence[KeptKeys]) -> tuple[Action, ...]:
    """Return the table with the saved keys, without invalid ones; if two actions conflict, all have their defaults."""
    buttons = get_args(PadButton)
    actions = list(ACTIONS)
    for wish in preferences:
        at = next((at for at, one in enumerate(actions) if one.name == wish.action), None)
        keys = tuple(key for text in wish.keys if (key := parse_key(text)) is not None)
        if at is None or (not keys and wish.action in ALWAYS_BOUND):
            continue
        pad = next((button for button in buttons if button == wish.pad), None)
        actions[at] = replace(actions[at], keys=keys, pad=pad)
    return tuple(actions) if not _has_conflict(actions) else ACTIONS


def _has_conflict(actions: Sequence[Action]) -> bool:
    return any(
        can_coincide(one, other) and (set(one.keys) & set(other.keys) or (one.pad is not None and one.pad == other.pad))
        for at, one in enumerate(actions)
        for other in actions[at + 1 :]
    )


def _can_coincide_with(actions: Sequence[Action], name: str, other: Action) -> bool:
    return can_coincide(next(one for one in actions if one.name == name), other)
