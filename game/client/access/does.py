"""What a screen reader may ask of a thing in the window; it stands before the first picture, and is light to import."""

from __future__ import annotations

from enum import Enum


class Does(Enum):
    """What may be asked of a thing, by the name AccessKit has for it."""

    USE = "CLICK"
    FOCUS = "FOCUS"
    MORE = "INCREMENT"
    LESS = "DECREMENT"
    SET = "SET_VALUE"
