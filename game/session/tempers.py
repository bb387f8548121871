"""How bots are besides their level: a temper by name, shown in their pace and in what they say, never in a move."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


class Temper(StrEnum):
    """What character a bot has."""

    EXACT = "exact"
    WARM = "warm"
    SLY = "sly"
    LOUD = "loud"


# Of the pace that is wished for: none is slower, since a whole turn has no more than 2.5 seconds at the usual one.
PACES: Final[Mapping[Temper, float]] = MappingProxyType(
    {Temper.EXACT: 1.0, Temper.WARM: 0.95, Temper.SLY: 0.9, Temper.LOUD: 0.8}
)
TEMPERS: Final[Mapping[str, Temper]] = MappingProxyType(
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
    """Return the temper of a bot of that name; one that is not of the club is exact."""
    return TEMPERS.get(name.casefold(), Temper.EXACT)
