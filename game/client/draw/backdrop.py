"""The picture of everything that rests: one opaque surface of the window's size, brought up to date where it changed.

Laws: what is shown is given whole each time, as parts from the back to the front; the picture is the same as if all of
them were drawn anew. A part draws inside its box alone, and draws the same as long as its key is the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect, Surface

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from game.client.draw.paint import Size
    from game.client.widgets.boxes import Box
    from game.client.widgets.look import Look

REACH = 52.0  # logical px: no shadow falls farther from what casts it


@dataclass(slots=True)
class Part:
    """Something at rest: its name, its box in device px, a key of all that its look depends on, and how to draw it."""

    name: Hashable
    box: Rect
    key: object
    draw: Callable[[Surface], object]

    def shows(self, other: Part) -> bool:
        """Return whether it looks like another one."""
        return self is other or (self.box == other.box and self.key == other.key)


def stamp(name: Hashable, surface: Surface, at: tuple[int, int]) -> Part:
    """Return a part that is one surface."""
    return Part(name, surface.get_rect(topleft=at), surface, lambda target: target.blit(surface, at))


def reach(look: Look, box: Box) -> Rect:
    """Return the area that something in a box may draw on, its shadow included."""
    return look.rect(box.inset(-REACH))


class Backdrop:
    """Keeps the picture and what it was made of."""

    def __init__(self) -> None:
        self._picture: Surface | None = None
        self._shown: dict[Hashable, Part] = {}
        self._told: tuple[int, object] | None = None

    def forget(self) -> None:
        """Draw everything anew next time; after a change of size, palette or text."""
        self._picture, self._shown, self._told = None, {}, None

    def same(self, revision: int, resting: object, size: Size) -> Surface | None:
        """Return the picture if it still holds: made of what rests now, with nothing else changed since."""
        if self._told is None or self._picture is None or self._picture.get_size() != size:
            return None
        return self._picture if self._told[0] == revision and self._told[1] is resting else None

    def made_of(self, revision: int, resting: object) -> None:
        """Note what the picture was made of."""
        self._told = (revision, resting)

    def of(self, parts: Iterable[Part], size: Size, like: Surface) -> Surface:
        """Return the picture of these parts, in the format of the surface it will be blitted to."""
        if self._picture is None or self._picture.get_size() != size:
            self._picture, self._shown = Surface(size, 0, like), {}
        now = {part.name: part for part in parts}
        for area in _merged(self._stale(now)):
            self._paint(self._picture, area, now)
        self._shown = now
        return self._picture

    def _stale(self, now: dict[Hashable, Part]) -> list[Rect]:
        """Return where something came, went or changed."""
        before, stale = self._shown, []
        for name, part in now.items():
            old = before.get(name)
            if old is None:
                stale.append(part.box)
            elif not part.shows(old):
                stale += [old.box, part.box]
        return stale + [old.box for name, old in before.items() if name not in now]

    def _paint(self, picture: Surface, area: Rect, now: dict[Hashable, Part]) -> None:
        picture.set_clip(area)
        for part in now.values():
            if part.box.colliderect(area):
                part.draw(picture)
        picture.set_clip(None)


def _merged(areas: list[Rect]) -> list[Rect]:
    """Return areas that do not overlap and cover the same, so that nothing is painted twice."""
    apart: list[Rect] = []
    for area in areas:
        while (at := area.collidelist(apart)) >= 0:
            area = area.union(apart.pop(at))  # noqa: PLW2901 - it grows until it meets nothing more
        apart.append(area)
    return apart
