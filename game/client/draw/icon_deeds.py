"""The signs of what can be done: one stroke function a sign, with a pen in the unit box."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from game.client.draw.pen import arc

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from game.client.draw.pen import Pen, Point


def _arrow(pen: Pen) -> None:
    pen.line([(0.12, 0.5), (0.7, 0.5)], 0.13)
    pen.polygon([(0.58, 0.2), (0.95, 0.5), (0.58, 0.8)])


def _back(pen: Pen) -> None:
    pen.line([(0.63, 0.19), (0.33, 0.5), (0.63, 0.81)], 0.15)


def _forward(pen: Pen) -> None:
    pen.line([(0.37, 0.19), (0.67, 0.5), (0.37, 0.81)], 0.15)


def _down(pen: Pen) -> None:
    pen.line([(0.19, 0.37), (0.5, 0.67), (0.81, 0.37)], 0.15)


def _up(pen: Pen) -> None:
    pen.line([(0.19, 0.63), (0.5, 0.33), (0.81, 0.63)], 0.15)


def _check(pen: Pen) -> None:
    pen.line([(0.16, 0.53), (0.4, 0.77), (0.85, 0.25)], 0.16)


def _copy(pen: Pen) -> None:
    pen.frame(0.08, 0.08, 0.58, 0.58, radius=0.1, thick=0.1)
    pen.bar(0.28, 0.28, 0.68, 0.68, 0.12, erase=True)
    pen.bar(0.34, 0.34, 0.58, 0.58, 0.1)


def _cross(pen: Pen) -> None:
    pen.line([(0.2, 0.2), (0.8, 0.8)], 0.16)
    pen.line([(0.8, 0.2), (0.2, 0.8)], 0.16)


def _door(pen: Pen) -> None:
    pen.frame(0.1, 0.08, 0.5, 0.84, radius=0.08, thick=0.1)
    pen.bar(0.42, 0.36, 0.3, 0.28, erase=True)
    pen.line([(0.4, 0.5), (0.76, 0.5)], 0.11)
    pen.polygon([(0.68, 0.28), (0.97, 0.5), (0.68, 0.72)])


def _fast(pen: Pen) -> None:
    pen.polygon([(0.06, 0.16), (0.5, 0.5), (0.06, 0.84)])
    pen.polygon([(0.46, 0.16), (0.9, 0.5), (0.46, 0.84)])


def _full_screen(pen: Pen) -> None:
    for x, y in ((0, 0), (1, 0), (0, 1), (1, 1)):
        way_x, way_y = 1 - 2 * x, 1 - 2 * y
        corner = (x + way_x * 0.13, y + way_y * 0.13)
        pen.line([(corner[0] + way_x * 0.24, corner[1]), corner, (corner[0], corner[1] + way_y * 0.24)], 0.12)


def _groups(pen: Pen) -> None:
    for x in (0.08, 0.56):
        for y in (0.08, 0.56):
            pen.bar(x, y, 0.36, 0.36, 0.07)


def _runs(pen: Pen) -> None:
    for step in range(3):
        pen.bar(0.04 + step * 0.33, 0.52 - step * 0.2, 0.26, 0.38, 0.06)


def _menu(pen: Pen) -> None:
    for y in (0.24, 0.5, 0.76):
        pen.line([(0.15, y), (0.85, y)], 0.12)


def _minus(pen: Pen) -> None:
    pen.line([(0.17, 0.5), (0.83, 0.5)], 0.15)


def _plus(pen: Pen) -> None:
    _minus(pen)
    pen.line([(0.5, 0.17), (0.5, 0.83)], 0.15)


def _speaker(pen: Pen) -> None:
    pen.polygon([(0.04, 0.36), (0.22, 0.36), (0.47, 0.12), (0.47, 0.88), (0.22, 0.64), (0.04, 0.64)])


def _sound(pen: Pen) -> None:
    _speaker(pen)
    pen.line(arc((0.5, 0.5), 0.2, -45, 45, 16), 0.085)
    pen.line(arc((0.5, 0.5), 0.39, -45, 45, 24), 0.085)


def _mute(pen: Pen) -> None:
    _speaker(pen)
    pen.line([(0.64, 0.37), (0.91, 0.64)], 0.095)
    pen.line([(0.91, 0.37), (0.64, 0.64)], 0.095)


def _pause(pen: Pen) -> None:
    pen.bar(0.2, 0.12, 0.22, 0.76, 0.05)
    pen.bar(0.58, 0.12, 0.22, 0.76, 0.05)


def _play(pen: Pen) -> None:
    pen.polygon([(0.24, 0.14), (0.86, 0.5), (0.24, 0.86)])
    pen.line([(0.24, 0.14), (0.86, 0.5), (0.24, 0.86)], 0.07, closed=True)


def _turning(pen: Pen, way: int) -> None:
    def turned(points: list[Point]) -> list[Point]:
        return points if way > 0 else [(1 - x, y) for x, y in points]

    pen.line(turned([(0.3, 0.34), *arc((0.54, 0.6), 0.26, -90, 130, 30)]), 0.115)
    pen.polygon(turned([(0.05, 0.34), (0.4, 0.06), (0.4, 0.62)]))


def _undo(pen: Pen) -> None:
    _turning(pen, 1)


def _redo(pen: Pen) -> None:
    _turning(pen, -1)


def _round_arrow(pen: Pen, way: int, thick: float) -> None:
    """Draw three quarters of a circle with a head; `way` 1 turns back, -1 onwards."""

    def turned(points: list[Point]) -> list[Point]:
        return points if way > 0 else [(1 - x, y) for x, y in points]

    pen.line(turned(arc((0.5, 0.54), 0.35, -38, 232, 48)), thick)
    pen.polygon(turned([(0.5, 0.1), (0.94, 0.08), (0.68, 0.49)]))


def _reset(pen: Pen) -> None:
    _round_arrow(pen, 1, 0.115)


def _replay(pen: Pen) -> None:
    _round_arrow(pen, -1, 0.095)
    pen.polygon([(0.41, 0.36), (0.69, 0.53), (0.41, 0.7)])


def _swap(pen: Pen) -> None:
    pen.line([(0.1, 0.33), (0.74, 0.33)], 0.11)
    pen.polygon([(0.64, 0.09), (0.98, 0.33), (0.64, 0.57)])
    pen.line([(0.26, 0.69), (0.9, 0.69)], 0.11)
    pen.polygon([(0.36, 0.45), (0.02, 0.69), (0.36, 0.93)])


def _trash(pen: Pen) -> None:
    pen.bar(0.12, 0.17, 0.76, 0.11, 0.05)
    pen.bar(0.37, 0.06, 0.26, 0.14, 0.05)
    pen.polygon([(0.18, 0.34), (0.82, 0.34), (0.75, 0.95), (0.25, 0.95)])
    for x in (0.38, 0.56):
        pen.bar(x, 0.44, 0.06, 0.4, 0.02, erase=True)


def _wait(pen: Pen) -> None:
    for x in (0.17, 0.5, 0.83):
        pen.disc(x, 0.5, 0.115)


DEEDS: Final[Mapping[str, Callable[[Pen], None]]] = MappingProxyType(
    {
        "arrow": _arrow,
        "back": _back,
        "check": _check,
        "copy": _copy,
        "cross": _cross,
        "door": _door,
        "down": _down,
        "fast": _fast,
        "forward": _forward,
        "full screen": _full_screen,
        "groups": _groups,
        "menu": _menu,
        "minus": _minus,
        "mute": _mute,
        "pause": _pause,
        "play": _play,
        "plus": _plus,
        "redo": _redo,
        "replay": _replay,
        "reset": _reset,
        "runs": _runs,
        "sound": _sound,
        "swap": _swap,
        "trash": _trash,
        "undo": _undo,
        "up": _up,
        "wait": _wait,
    }
)
