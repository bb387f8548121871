"""Every sign that is not a letter, as strokes in a unit box; drawn when first shown, at the size it is shown.

Law: each member of `Icon` has one stroke function, kept in `STROKES`; no font glyph is ever used as a sign.
"""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from game.client.draw.icon_deeds import DEEDS
from game.client.draw.icon_things import THINGS
from game.client.draw.paint import SurfaceCache, mask, ready, tint

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pygame import Surface

    from game.client.draw.pen import Pen
    from game.client.draw.theme import Fill


class Icon(StrEnum):
    """The signs, by what they mean or show; their plain names serve as well."""

    ARROW = "arrow"
    BACK = "back"
    BARS = "bars"
    BOOK = "book"
    BOT = "bot"
    BROKEN = "broken"
    BULB = "bulb"
    CHAT = "chat"
    CHECK = "check"
    CLOCK = "clock"
    COPY = "copy"
    CROSS = "cross"
    CROWN = "crown"
    DIAMOND = "diamond"
    DOOR = "door"
    DOWN = "down"
    EYE = "eye"
    FAST = "fast"
    FLAG = "flag"
    FORWARD = "forward"
    FULL_SCREEN = "full screen"
    GAMEPAD = "gamepad"
    GEAR = "gear"
    GLOBE = "globe"
    GROUPS = "groups"
    HAND = "hand"
    HELP = "help"
    INFO = "info"
    KEYBOARD = "keyboard"
    LAN = "lan"
    LOCK = "lock"
    MENU = "menu"
    MINUS = "minus"
    MUTE = "mute"
    PAUSE = "pause"
    PEOPLE = "people"
    PERSON = "person"
    PIN = "pin"
    PLAY = "play"
    PLUS = "plus"
    PUZZLE = "puzzle"
    REDO = "redo"
    REPLAY = "replay"
    RESET = "reset"
    RUNS = "runs"
    SHIELD = "shield"
    SOUND = "sound"
    STACK = "stack"
    STAR = "star"
    SWAP = "swap"
    TILE = "tile"
    TRASH = "trash"
    TROPHY = "trophy"
    UNDO = "undo"
    UNLOCK = "unlock"
    UP = "up"
    WAIT = "wait"
    WARNING = "warning"
    WINDOW = "window"


STROKES: Final[Mapping[str, Callable[[Pen], None]]] = MappingProxyType({**DEEDS, **THINGS})

icons: Final = SurfaceCache(1_000_000)


def icon(name: str, px: int, fill: Fill, alpha: int = 255) -> Surface:
    """Return the sign in a box of `px` device pixels, kept.

    Raises KeyError for a name that is no `Icon`.
    """

    def make() -> Surface:
        return ready(tint(mask(("icon", name), (px, px), STROKES[name]), fill, alpha))

    return icons.get((name, px, fill, alpha), make)
