"""The signs of people, things and states: one stroke function a sign, with a pen in the unit box."""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from game.client.draw.pen import arc, curve

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from game.client.draw.pen import Pen, Point


def _bars(pen: Pen) -> None:
    pen.bar(0.08, 0.52, 0.22, 0.4, 0.05)
    pen.bar(0.39, 0.12, 0.22, 0.8, 0.05)
    pen.bar(0.7, 0.34, 0.22, 0.58, 0.05)


def _book(pen: Pen) -> None:
    for side in (1, -1):
        page = [(0.53, 0.27), (0.66, 0.2), (0.82, 0.17), (0.97, 0.18), (0.97, 0.8), (0.82, 0.79), (0.66, 0.82)]
        page.append((0.53, 0.9))
        pen.polygon([(x, y) if side > 0 else (1 - x, y) for x, y in page])


def _bot(pen: Pen) -> None:
    pen.line([(0.5, 0.34), (0.5, 0.15)], 0.07)
    pen.disc(0.5, 0.13, 0.09)
    pen.bar(0.14, 0.3, 0.72, 0.56, 0.16)
    pen.bar(0.02, 0.46, 0.09, 0.24, 0.04)
    pen.bar(0.89, 0.46, 0.09, 0.24, 0.04)
    pen.disc(0.355, 0.53, 0.085, erase=True)
    pen.disc(0.645, 0.53, 0.085, erase=True)
    pen.bar(0.36, 0.69, 0.28, 0.07, 0.03, erase=True)


def _broken(pen: Pen) -> None:
    pen.line([(0.42, 0.24), *arc((0.3, 0.5), 0.26, -90, -270, 24), (0.42, 0.76)], 0.12)
    pen.line([(0.58, 0.24), *arc((0.7, 0.5), 0.26, -90, 90, 24), (0.58, 0.76)], 0.12)


def _bulb(pen: Pen) -> None:
    pen.disc(0.5, 0.38, 0.32)
    pen.polygon([(0.27, 0.55), (0.73, 0.55), (0.65, 0.76), (0.35, 0.76)])
    pen.bar(0.35, 0.7, 0.3, 0.06)
    pen.bar(0.38, 0.81, 0.24, 0.07, 0.03)
    pen.bar(0.43, 0.91, 0.14, 0.06, 0.03)


def _chat(pen: Pen) -> None:
    pen.bar(0.05, 0.13, 0.9, 0.6, 0.17)
    pen.polygon([(0.2, 0.62), (0.5, 0.68), (0.22, 0.95)])


def _clock(pen: Pen) -> None:
    pen.line(arc((0.5, 0.5), 0.4, 0, 360, 72), 0.1)
    pen.line([(0.5, 0.26), (0.5, 0.5), (0.66, 0.6)], 0.1)


def _crown(pen: Pen) -> None:
    pen.polygon([(0.06, 0.3), (0.3, 0.5), (0.5, 0.16), (0.7, 0.5), (0.94, 0.3), (0.85, 0.72), (0.15, 0.72)])
    pen.bar(0.15, 0.77, 0.7, 0.11, 0.04)
    for x, y in ((0.07, 0.27), (0.5, 0.13), (0.93, 0.27)):
        pen.disc(x, y, 0.065)


def _diamond(pen: Pen) -> None:
    pen.polygon([(0.5, 0.03), (0.95, 0.5), (0.5, 0.97), (0.05, 0.5)])


def _eye(pen: Pen) -> None:
    upper = curve((0.02, 0.5), (0.28, 0.1), (0.72, 0.1), (0.98, 0.5))
    lower = curve((0.98, 0.5), (0.72, 0.9), (0.28, 0.9), (0.02, 0.5))
    pen.polygon(upper + lower)
    pen.disc(0.5, 0.5, 0.2, erase=True)
    pen.disc(0.5, 0.5, 0.115)


def _flag(pen: Pen) -> None:
    pen.line([(0.18, 0.08), (0.18, 0.93)], 0.1)
    pen.polygon([(0.22, 0.1), (0.9, 0.1), (0.72, 0.34), (0.9, 0.58), (0.22, 0.58)])


def _gamepad(pen: Pen) -> None:
    pen.bar(0.03, 0.26, 0.94, 0.42, 0.21)
    pen.polygon([(0.05, 0.45), (0.36, 0.6), (0.2, 0.84), (0.07, 0.8)])
    pen.polygon([(0.95, 0.45), (0.64, 0.6), (0.8, 0.84), (0.93, 0.8)])
    pen.bar(0.2, 0.42, 0.24, 0.09, erase=True)
    pen.bar(0.275, 0.345, 0.09, 0.24, erase=True)
    pen.disc(0.64, 0.5, 0.055, erase=True)
    pen.disc(0.77, 0.41, 0.055, erase=True)


def _gear(pen: Pen) -> None:
    for tooth in range(8):
        turn = tooth * math.pi / 4
        pen.line([(0.5 + r * math.cos(turn), 0.5 + r * math.sin(turn)) for r in (0.3, 0.4)], 0.17)
    pen.disc(0.5, 0.5, 0.34)
    pen.disc(0.5, 0.5, 0.15, erase=True)


def _globe(pen: Pen) -> None:
    pen.line(arc((0.5, 0.5), 0.42, 0, 360, 72), 0.08)
    pen.line([(0.1, 0.5), (0.9, 0.5)], 0.08)
    for side in (-1, 1):
        pen.line(curve((0.5, 0.08), (0.5 + side * 0.26, 0.3), (0.5 + side * 0.26, 0.7), (0.5, 0.92)), 0.08)


def _hand(pen: Pen) -> None:
    pen.bar(0.3, 0.42, 0.52, 0.52, 0.18)
    pen.bar(0.3, 0.06, 0.155, 0.56, 0.077)
    for x, y in ((0.475, 0.26), (0.64, 0.31)):
        pen.bar(x, y, 0.145, 0.36, 0.07)
    pen.line([(0.36, 0.74), (0.17, 0.53)], 0.15)


def _disc_with(pen: Pen) -> None:
    pen.disc(0.5, 0.5, 0.46)


def _help(pen: Pen) -> None:
    _disc_with(pen)
    pen.line([*arc((0.5, 0.37), 0.145, -190, 40, 24), (0.5, 0.57)], 0.1, erase=True)
    pen.disc(0.5, 0.755, 0.065, erase=True)


def _info(pen: Pen) -> None:
    _disc_with(pen)
    pen.bar(0.435, 0.43, 0.13, 0.36, 0.05, erase=True)
    pen.disc(0.5, 0.27, 0.08, erase=True)


def _keyboard(pen: Pen) -> None:
    pen.frame(0.03, 0.2, 0.94, 0.6, radius=0.1, thick=0.08)
    for row, xs in ((0.36, (0.2, 0.36, 0.52, 0.68)), (0.51, (0.2, 0.36, 0.52, 0.68))):
        for x in xs:
            pen.bar(x, row - 0.04, 0.1, 0.09, 0.02)
    pen.bar(0.28, 0.62, 0.44, 0.08, 0.03)


def _lan(pen: Pen) -> None:
    pen.line([(0.5, 0.5), (0.5, 0.25)], 0.075)
    pen.line([(0.18, 0.78), (0.18, 0.52), (0.82, 0.52), (0.82, 0.78)], 0.075)
    for x, y in ((0.33, 0.06), (0.02, 0.67), (0.66, 0.67)):
        pen.bar(x, y, 0.33, 0.27, 0.06)


def _keyhole(pen: Pen) -> None:
    pen.disc(0.5, 0.66, 0.075, erase=True)
    pen.bar(0.465, 0.66, 0.07, 0.16, 0.03, erase=True)


def _lock(pen: Pen) -> None:
    pen.line([(0.3, 0.5), *arc((0.5, 0.3), 0.2, 180, 360, 24), (0.7, 0.5)], 0.1)
    pen.bar(0.16, 0.44, 0.68, 0.5, 0.1)
    _keyhole(pen)


def _unlock(pen: Pen) -> None:
    pen.line([(0.3, 0.5), *arc((0.5, 0.27), 0.2, 180, 350, 24)], 0.1)
    pen.frame(0.16, 0.44, 0.68, 0.5, radius=0.1, thick=0.09)


def _person(pen: Pen) -> None:
    pen.disc(0.5, 0.29, 0.22)
    pen.polygon(
        [
            (0.1, 0.95),
            *curve((0.1, 0.95), (0.1, 0.62), (0.28, 0.57), (0.5, 0.57)),
            *curve((0.5, 0.57), (0.72, 0.57), (0.9, 0.62), (0.9, 0.95)),
        ]
    )


def _people(pen: Pen) -> None:
    for x, size in ((0.68, 0.17), (0.34, 0.2)):
        if size > 0.17:  # the nearer one stands free of the one behind
            pen.disc(x, 0.36, size + 0.06, erase=True)
            pen.bar(x - 0.36, 0.58, 0.72, 0.5, 0.3, erase=True)
        pen.disc(x, 0.36, size)
        pen.bar(x - 0.3, 0.62, 0.6, 0.5, 0.26)
    pen.bar(0, 0.9, 1, 0.1, erase=True)


def _pin(pen: Pen) -> None:
    pen.disc(0.5, 0.36, 0.31)
    pen.polygon([(0.235, 0.52), (0.765, 0.52), (0.5, 0.98)])
    pen.disc(0.5, 0.36, 0.12, erase=True)


def _puzzle(pen: Pen) -> None:
    pen.bar(0.06, 0.32, 0.6, 0.6, 0.06)
    pen.disc(0.36, 0.24, 0.145)
    pen.disc(0.74, 0.62, 0.145)
    pen.disc(0.36, 0.92, 0.1, erase=True)


def _shield(pen: Pen) -> None:
    right = [(0.5, 0.04), (0.68, 0.13), (0.9, 0.17), *curve((0.9, 0.17), (0.92, 0.6), (0.74, 0.84), (0.5, 0.96))]
    pen.polygon(right + [(1 - x, y) for x, y in reversed(right)])
    pen.line([(0.32, 0.5), (0.45, 0.63), (0.69, 0.36)], 0.1, erase=True)


def _stack(pen: Pen) -> None:
    for number in (2, 1, 0):
        top = 0.12 + number * 0.2
        slab = [(0.5, top), (0.95, top + 0.2), (0.5, top + 0.4), (0.05, top + 0.2)]
        pen.polygon([(x, y - 0.1) for x, y in slab], erase=True)
        pen.polygon(slab)
        if number < 2:
            pen.line([slab[1], slab[2], slab[3]], 0.06, erase=True)
            pen.polygon([(x, y - 0.035) for x, y in slab])


def _star(pen: Pen) -> None:
    points: list[Point] = []
    for tip in range(10):
        reach = 0.48 if tip % 2 == 0 else 0.215
        turn = tip * math.pi / 5
        points.append((0.5 + reach * math.sin(turn), 0.53 - reach * math.cos(turn)))
    pen.polygon(points)
    pen.line(points, 0.03, closed=True)


def _tile(pen: Pen) -> None:
    pen.frame(0.17, 0.05, 0.66, 0.9, radius=0.14, thick=0.1)
    pen.polygon([(0.5, 0.32), (0.66, 0.5), (0.5, 0.68), (0.34, 0.5)])


def _trophy(pen: Pen) -> None:
    pen.line(arc((0.26, 0.27), 0.17, 60, 290, 24), 0.075)
    pen.line(arc((0.74, 0.27), 0.17, 120, -110, 24), 0.075)
    bowl = curve((0.22, 0.06), (0.24, 0.5), (0.36, 0.62), (0.5, 0.62))
    pen.polygon(bowl + [(1 - x, y) for x, y in reversed(bowl)])
    pen.bar(0.45, 0.58, 0.1, 0.22)
    pen.bar(0.27, 0.78, 0.46, 0.15, 0.05)


def _warning(pen: Pen) -> None:
    pen.polygon([(0.5, 0.1), (0.94, 0.88), (0.06, 0.88)])
    pen.line([(0.5, 0.1), (0.94, 0.88), (0.06, 0.88)], 0.09, closed=True)
    pen.bar(0.445, 0.34, 0.11, 0.3, 0.05, erase=True)
    pen.disc(0.5, 0.76, 0.065, erase=True)


def _window(pen: Pen) -> None:
    pen.frame(0.06, 0.15, 0.88, 0.72, radius=0.12, thick=0.1)
    pen.bar(0.06, 0.15, 0.88, 0.26, 0.1)


THINGS: Final[Mapping[str, Callable[[Pen], None]]] = MappingProxyType(
    {
        "bars": _bars,
        "book": _book,
        "bot": _bot,
        "broken": _broken,
        "bulb": _bulb,
        "chat": _chat,
        "clock": _clock,
        "crown": _crown,
        "diamond": _diamond,
        "eye": _eye,
        "flag": _flag,
        "gamepad": _gamepad,
        "gear": _gear,
        "globe": _globe,
        "hand": _hand,
        "help": _help,
        "info": _info,
        "keyboard": _keyboard,
        "lan": _lan,
        "lock": _lock,
        "people": _people,
        "person": _person,
        "pin": _pin,
        "puzzle": _puzzle,
        "shield": _shield,
        "stack": _stack,
        "star": _star,
        "tile": _tile,
        "trophy": _trophy,
        "unlock": _unlock,
        "warning": _warning,
        "window": _window,
    }
)
