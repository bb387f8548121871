"""Measure how much of the screen flashes in the films of moments: `python -m tools.flashes [SCENE ...]`.

A flash is a pair of opposing changes of the relative luminance by a tenth or more, the darker one below 0.8. As WCAG
2.3.1 has it, what flashes more than three times within a second may fill a quarter of 341 x 256 px, wherever that lies.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from typing import Final

import pygame

from game.client.still import Studio
from tools.film import FRAMES_PER_SECOND, SCENES, SHEETS, frames, seconds_of, sheet_frames

FIELD_PX: Final = 20  # px; the side of a square over which the brightness is averaged
MIN_CHANGE: Final = 0.1
MAX_DARKER_LUMINANCE: Final = 0.8
MAX_FLASHES: Final = 3  # flashes within a second that are allowed everywhere
FIELD_OF_VIEW: Final = (341, 256)  # px that fill ten degrees of the visual field
ALLOWED_AREA: Final = FIELD_OF_VIEW[0] * FIELD_OF_VIEW[1] // 4  # px²
SIZE: Final = (1280, 720)


def flashing_area(pictures: Iterable[pygame.Surface]) -> int:
    """Return the largest area within ten degrees of sight that flashes too often within a second, in px²."""
    turns: dict[int, list[int]] = {}  # by field, the frames at which its brightness reversed
    last: dict[int, tuple[float, int]] = {}  # by field, its last extreme and the direction of change
    most = 0
    for at, picture in enumerate(pictures):
        across, down = picture.width // FIELD_PX, picture.height // FIELD_PX
        for field, light in enumerate(_lights(pygame.transform.smoothscale(picture, (across, down)))):
            extreme, way = last.get(field, (light, 0))
            change = light - extreme
            if way and (change > 0) == (way > 0):
                last[field] = (light, way)  # the change continues
            elif abs(change) >= MIN_CHANGE and min(light, extreme) < MAX_DARKER_LUMINANCE:
                last[field] = (light, 1 if change > 0 else -1)
                turns.setdefault(field, []).append(at)
            else:
                last[field] = (extreme, way)
        turns = {field: [one for one in mine if one > at - FRAMES_PER_SECOND] for field, mine in turns.items()}
        often = [divmod(field, across) for field, mine in turns.items() if len(mine) > 2 * MAX_FLASHES]
        most = max([most, *(_most_in_view(one, often) for one in often)])
    return most * FIELD_PX * FIELD_PX


def _most_in_view(field: tuple[int, int], often: list[tuple[int, int]]) -> int:
    """Return the most of these fields that one field of view holds: its left edge at this one, its height near it."""
    row, column = field
    wide, high = FIELD_OF_VIEW[0] // FIELD_PX + 1, FIELD_OF_VIEW[1] // FIELD_PX + 1
    rows = [r for r, c in often if column <= c < column + wide and abs(r - row) < high]
    return max((sum(top <= one < top + high for one in rows) for top in rows), default=0)


def _lights(picture: pygame.Surface) -> list[float]:
    """Return the relative luminance of each pixel, 0 to 1."""
    data = pygame.image.tobytes(picture, "RGB")
    return [
        0.2126 * _LINEAR[data[at]] + 0.7152 * _LINEAR[data[at + 1]] + 0.0722 * _LINEAR[data[at + 2]]
        for at in range(0, len(data), 3)
    ]


_LINEAR: Final = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in range(256)]


def flashing_in(name: str) -> int:
    """Return the flashing area of a scene's film."""
    with Studio() as studio:
        if name in SHEETS:
            return flashing_area(sheet_frames(studio, SHEETS[name], SIZE))
        take = SCENES[name]
        return flashing_area(frames(studio, take, SIZE, seconds_of(take, calm=False)))


def main(argv: list[str] | None = None) -> int:
    """Measure scenes, all without arguments; 1 if any flashes too much."""
    parser = argparse.ArgumentParser(prog="flashes", description=__doc__)
    parser.add_argument("scene", nargs="*", choices=[[], *SCENES, *SHEETS], metavar="SCENE")
    found = {name: flashing_in(name) for name in parser.parse_args(argv).scene or (*SCENES, *SHEETS)}
    for name, most in found.items():
        print(f"{name:18} {most:6d} px² flash more than {MAX_FLASHES} times a second, {ALLOWED_AREA} may")
    return int(max(found.values()) > ALLOWED_AREA)


if __name__ == "__main__":
    sys.exit(main())
