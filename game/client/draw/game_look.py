"""What a game's card shows, read from its file in assets/games: the colour of its little table and what lies on it.

Law: a game without a file is drawn like any other, on a plain ground.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from assets import FILES
from game.client.draw.theme import Gradient, vertical_gradient
from game.rules.registry import rules_of
from game.table.faces import Face, parse_face

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

PLAIN_GROUND: Final = vertical_gradient("#566377", "#323C4C")
SIGN_TILES: Final = 2  # the number of tiles in a sign


class Pose(Enum):
    """How tiles lie in a picture: side by side, in an arch, one upon the other, or one large tile as the prize."""

    ROW = "row"
    FAN = "fan"
    STACK = "stack"
    PRIZE = "prize"


@dataclass(frozen=True, slots=True)
class ArtPart:
    """Some tiles of a picture; `wide` is the width of one, as a share of the picture's height.

    `at` is the middle of a row or a prize, or the upper left of a stack, as shares of the picture; a fan has a place of
    its own. Tiles of a fan are `apart` by so many widths of a tile, or parts of the picture where that is less, and the
    middle one is `arch` of the picture higher than the outer ones.
    """

    lay: Pose
    faces: tuple[Face, ...]
    wide: float
    at: tuple[float, float] = (0.5, 0.5)
    apart: tuple[float, float] = (1.0, 1.0)
    arch: float = 0.0


@dataclass(frozen=True, slots=True)
class GameLook:
    """A game's colour, the tiles of its sign, and its picture; a game without a picture shows the sign instead."""

    ground: Gradient
    sign: tuple[Face, ...]
    art: tuple[ArtPart, ...]
    cards: bool


def look_file(game: str) -> Traversable:
    """Return where a game's look is written."""
    return FILES / "games" / f"{game}.toml"


@lru_cache(maxsize=16)
def look_of(game: str) -> GameLook:
    """Return how a game is shown; raise ValueError where its file has no such look."""
    deck = rules_of(game).deck
    file = look_file(game)
    if not file.is_file():
        return GameLook(PLAIN_GROUND, deck.faces[: 2 * SIGN_TILES : 2], (), deck.cards)
    try:
        said = tomllib.loads(file.read_text(encoding="utf-8"))
        top, bottom = said["ground"]
        art = tuple(_part(part, cards=deck.cards) for part in said.get("art", []))
        return GameLook(vertical_gradient(top, bottom), _faces(said["sign"], cards=deck.cards), art, deck.cards)
    except (KeyError, TypeError, ValueError) as fault:
        raise ValueError(f"{file.name} is no look of a game: {fault}") from fault


def _part(said: dict[str, Any], *, cards: bool) -> ArtPart:
    pairs = {name: (float(said[name][0]), float(said[name][1])) for name in ("at", "apart") if name in said}
    faces = _faces(said["tiles"], cards=cards)
    return ArtPart(Pose(said["lay"]), faces, float(said["wide"]), arch=float(said.get("arch", 0)), **pairs)


def _faces(words: str, *, cards: bool) -> tuple[Face, ...]:
    return tuple(parse_face(word, cards=cards) for word in words.split())
