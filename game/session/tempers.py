"""The tempers of bots, by name: they change a bot's pace and what it says, never its moves."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


class Temper(StrEnum):
    """The character of a bot."""

    EXACT = "exact"
    WARM = "warm"
    SLY = "sly"
    LOUD = "loud"


# Factors by which the chosen pace is multiplied. None is above 1: a whole turn must not take more than 2.5 seconds at
# the usual pace.
TEMPER_PACES: Final[Mapping[Temper, float]] = MappingProxyType(
    {Temper.EXACT: 1.0, Temper.WARM: 0.95, Temper.SLY: 0.9, Temper.LOUD: 0.8}
)
TEMPER_BY_NAME: Final[Mapping[str, Temper]] = MappingProxyType(
    {
        "nora": Temper.EXACT,
        "tito": Temper.WARM,
        "vera": Temper.SLY,
        "bruno": Temper.LOUD,
        "ana": Temper.WARM,
        "lía": Temper.LOUD,
        "dario": Temper.SLY,
        "inés": Temper.EXACT,
        "marta": Temper.WARM,
        "gino": Temper.SLY,
    }
)


def temper_of(name: str) -> Temper:
    """Return the temper of the bot with that name; unknown names are exact."""
    return TEMPER_BY_NAME.get(name.casefold(), Temper.EXACT)
