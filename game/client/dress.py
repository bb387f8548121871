"""The looks of the table that feats unlock: felts, backs, and the wood of racks.

Laws: no default look is locked; faces and their shapes always stay those of the palette, and the high-contrast palette
keeps its own felt and backs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from game.client.draw.theme import (
    HIGH_CONTRAST,
    RGB,
    WOOD,
    WOOD_BOARD,
    WOOD_LIP,
    WOOD_WELL,
    Gradient,
    Palette,
    rgb,
    vertical_gradient,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_LOOK: Final = "usual"


@dataclass(frozen=True, slots=True)
class Felt:
    """A felt: its colours under the lamp, half-way, and in the corners; and the number of feats it needs."""

    colours: tuple[RGB, RGB, RGB] | None
    needs: int


@dataclass(frozen=True, slots=True)
class Back:
    """A back of tiles and cards; and the number of feats it needs."""

    fill: Gradient | None
    mark: RGB
    needs: int


@dataclass(frozen=True, slots=True)
class RackWood:
    """A wood of the player's rack: frame, well, lip, and the boards of the others; and the number of feats it needs."""

    frame: Gradient
    well: Gradient
    lip: Gradient
    board: Gradient
    needs: int


def _felt(centre: str, middle: str, edge: str, needs: int) -> Felt:
    return Felt((rgb(centre), rgb(middle), rgb(edge)), needs)


FELTS: Final[Mapping[str, Felt]] = {
    DEFAULT_LOOK: Felt(None, 0),
    "wine": _felt("#7A3040", "#5C2230", "#37141D", 5),
    "sea": _felt("#22607C", "#184A62", "#0D2E40", 12),
    "night": _felt("#33406F", "#263056", "#161C36", 20),
    "plum": _felt("#5E3C70", "#472C57", "#2A1936", 28),
}
BACKS: Final[Mapping[str, Back]] = {
    DEFAULT_LOOK: Back(None, rgb("#F3C96B"), 0),
    "sea": Back(vertical_gradient("#1F5E8C", "#123F62"), rgb("#BFE3FF"), 3),
    "moss": Back(vertical_gradient("#3F7040", "#28502B"), rgb("#F2E2A0"), 9),
    "plum": Back(vertical_gradient("#6B4384", "#482B5C"), rgb("#FFD98A"), 16),
    "coal": Back(vertical_gradient("#3A3540", "#221E27"), rgb("#FFB833"), 24),
}
RACKS: Final[Mapping[str, RackWood]] = {
    DEFAULT_LOOK: RackWood(WOOD, WOOD_WELL, WOOD_LIP, WOOD_BOARD, 0),
    "walnut": RackWood(
        vertical_gradient("#6B4A33", "#4C3222"),
        vertical_gradient("#2B1B10", "#3F2A1B"),
        vertical_gradient("#C49A6C", "#B08557"),
        vertical_gradient("#8F6844", "#694A2E"),
        7,
    ),
    "ash": RackWood(
        vertical_gradient("#A98B66", "#8A6E4D"),
        vertical_gradient("#4D3B28", "#675038"),
        vertical_gradient("#E8CDA2", "#C9A878"),
        vertical_gradient("#D2B488", "#A98B62"),
        14,
    ),
    "ebony": RackWood(
        vertical_gradient("#4A3A34", "#2F2420"),
        vertical_gradient("#1B1311", "#2B201C"),
        vertical_gradient("#C99A63", "#B8874E"),
        vertical_gradient("#705446", "#4B372D"),
        22,
    ),
}


def palette_with_looks(palette: Palette, felt: str, back: str) -> Palette:
    """Return a palette with a felt and backs; unknown names and the high-contrast palette keep the default."""
    if palette is HIGH_CONTRAST:
        return palette
    colours = FELTS.get(felt, FELTS[DEFAULT_LOOK]).colours
    worn = BACKS.get(back, BACKS[DEFAULT_LOOK])
    if colours is None and worn.fill is None:
        return palette
    made = _made.get((palette.name, felt, back))
    if made is None:
        made = replace(
            palette,
            name=f"{palette.name} on {felt}, {back}",
            felt=colours or palette.felt,
            back=worn.fill or palette.back,
            back_mark=worn.mark if worn.fill else palette.back_mark,
        )
        _made[palette.name, felt, back] = made
    return made


_made: dict[tuple[str, str, str], Palette] = {}
_wood = [DEFAULT_LOOK]


def use_wood(name: str) -> None:
    """Use this wood for racks; an unknown name means the default."""
    _wood[0] = name if name in RACKS else DEFAULT_LOOK


def current_wood() -> tuple[str, RackWood]:
    """Return the present wood and its name."""
    return _wood[0], RACKS[_wood[0]]
