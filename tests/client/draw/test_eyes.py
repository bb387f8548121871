"""The four colours of a palette as other eyes see them.

Eyes: the matrices of Machado, Oliveira and Fernandes (2009) for a full lack of one cone, on linear light. Distance:
CIE76 in Lab under D65.
"""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from game.client.draw import theme
from game.client.draw.theme import RGB, Palette

Matrix = tuple[tuple[float, float, float], ...]

EYES: dict[str, Matrix] = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "red-blind": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "green-blind": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "blue-blind": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)


def times(matrix: Matrix, vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(weight * value for weight, value in zip(row, vector, strict=True)) for row in matrix)


def lab(colour: RGB, eye: Matrix) -> tuple[float, float, float]:
    light = tuple(min(1.0, max(0.0, value)) for value in times(eye, tuple(theme._linear(part) for part in colour)))
    x, y, z = (
        value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116
        for value in (part / white for part, white in zip(times(TO_XYZ, light), WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def nearest(palette: Palette, eye: str) -> float:
    seen = [lab(colour, EYES[eye]) for colour in palette.numeral.values()]
    return min(math.dist(one, other) for one, other in combinations(seen, 2))


def test_lab_knows_white_and_black() -> None:
    assert lab(theme.WHITE, EYES["usual"]) == pytest.approx((100, 0, 0), abs=0.05)
    assert lab(theme.BLACK, EYES["usual"]) == pytest.approx((0, 0, 0), abs=0.05)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("palette", [theme.HIGH_CONTRAST, theme.COLOUR_BLIND_SAFE], ids=lambda palette: palette.name)
def test_the_careful_palettes_keep_four_colours_apart_for_every_eye(palette: Palette, eye: str) -> None:
    assert nearest(palette, eye) >= 30


@pytest.mark.parametrize(("eye", "apart"), [("usual", 40), ("red-blind", 20), ("green-blind", 20), ("blue-blind", 20)])
def test_the_classic_palette_is_for_usual_eyes_and_no_other_takes_two_colours_for_one(eye: str, apart: int) -> None:
    assert nearest(theme.CLASSIC, eye) >= apart
