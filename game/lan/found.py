"""The result of checking a LAN match, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class CheckProgress:
    """How much has been checked, and of how much."""

    done: int = 0
    of: int = 0


class CheckOutcome(Enum):
    """The outcome of a check."""

    HOLDS = "holds"
    UNFINISHED = "unfinished"
    OLD = "old"  # a log of the first version, whose match id the host alone could choose
    CHEATED = "cheated"
    BROKEN = "broken"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class CheckedSeat:
    """The owner of a chair: the name, and the fingerprint of the signing key, empty for a bot."""

    name: str
    key: str


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of a check: the outcome, how many entries are valid of how many, what they hold, and the proof's text.

    `who` is the seat that signed the fault, `why` describes it in the command line's words.
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
    def person_count(self) -> int:
        """How many persons' programs shuffled."""
        return sum(bool(one.key) for one in self.chairs)
