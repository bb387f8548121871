"""The two kinds of sets."""

from __future__ import annotations

from enum import Enum


class Kind(Enum):
    """A group holds one number, a run one colour in sequence."""

    GROUP = "group"
    RUN = "run"
