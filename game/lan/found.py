"""What the check of a LAN match comes to, as plain values: small enough to be read before anything is checked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class CheckProgress:
    """How much is checked, of how much."""

    done: int = 0
    of: int = 0


class CheckOutcome(Enum):
    """What a check comes to."""

    HOLDS = "holds"
    UNFINISHED = "unfinished"
    OLD = "old"  # of a log whose number a host could choose
    CHEATED = "cheated"
    BROKEN = "broken"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class CheckedSeat:
    """Who sat on a chair: the name, and the fingerprint of the key that signed for it, none for a bot."""

    name: str
    key: str


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What was found: how it ended, how many entries hold of how many, what they came to, and the proof as a file.

    `who` is the seat whose signature stands under what is wrong, `why` says what that is in the command line's words.
    """

    end: CheckOutcome
    match: str = ""
    chairs: tuple[CheckedSeat, ...] = ()
    holding: int = 0
    entries: int = 0
    deals: int = 0
    opened: int = 0
    tiles: int = 0
    moves: int = 0
    who: int | None = None
    why: str = ""
    text: str = ""

    @property
    def persons(self) -> int:
        """How many persons' programs shuffled."""
        return sum(bool(one.key) for one in self.chairs)
