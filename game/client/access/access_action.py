"""The requests a screen reader may make, in a file of their own so that the first frame imports little."""

from __future__ import annotations

from enum import Enum


class AccessAction(Enum):
    """The requests, under AccessKit's names."""

    USE = "CLICK"
    FOCUS = "FOCUS"
    MORE = "INCREMENT"
    LESS = "DECREMENT"
    SET = "SET_VALUE"
