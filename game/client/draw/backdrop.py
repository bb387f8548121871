"""The static picture: one opaque surface of the window's size, redrawn where it changed.

Laws: all parts are passed each time, from back to front; the picture is as if all were redrawn. A part draws only
inside its box, and draws the same as long as its key is the same.
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

SHADOW_REACH = 52.0  # logical px of the longest shadow


@dataclass(slots=True)
class StaticPart:
    """A static part: its name, its box in device px, a key of everything its look depends on, and how to draw it."""

    name: Hashable
    box: Rect
    key: object
    draw: Callable[[Surface], object]

    def looks_like(self, other: StaticPart) -> bool:
        """Return whether the part looks like another part."""
        return self is other or (self.box == other.box and self.key == other.key)


def surface_part(name: Hashable, surface: Surface, at: tuple[int, int]) -> StaticPart:
    """Return a part that is one surface."""
    return StaticPart(name, surface.get_rect(topleft=at), surface, lambda target: target.blit(surface, at))


def box_with_shadow(look: Look, box: Box) -> Rect:
    """Return the area that a box may cover together with its shadow."""
    return look.rect(box.inset(-SHADOW_REACH))


class Backdrop:
    """Caches the picture and the parts it was made of."""

    def __init__(self) -> None:
        self._picture: Surface | None = None
        self._shown: dict[Hashable, StaticPart] = {}
        self._told: tuple[int, object] | None = None

    def forget(self) -> None:
        """Redraw everything the next time; to be called after a change of size, palette or text."""
        self._picture, self._shown, self._told = None, {}, None

    def cached_picture(self, revision: int, resting: object, size: Size) -> Surface | None:
        """Return the picture if it is still valid: the same static parts, and nothing else has changed since."""
        if self._told is None or self._picture is None or self._picture.get_size() != size:
            return None
        return self._picture if self._told[0] == revision and self._told[1] is resting else None

    def note_parts(self, revision: int, resting: object) -> None:
        """Note what the picture was made of."""
        self._told = (revision, resting)

    def picture_of(self, parts: Iterable[StaticPart], size: Size, like: Surface) -> Surface:
        """Return the picture of these parts, in the format of the surface it will be blitted to."""
        if self._picture is None or self._picture.get_size() != size:
            self._picture, self._shown = Surface(size, 0, like), {}
        now = {part.name: part for part in parts}
        for area in _merged(self._stale(now)):
            self._paint(self._picture, area, now)
        self._shown = now
        return self._picture

    def _stale(self, now: dict[Hashable, StaticPart]) -> list[Rect]:
        """Return the areas in which a part was added, removed or changed."""
        before, stale = self._shown, []
        for name, part in now.items():
            old = before.get(name)
            if old is None:
                stale.append(part.box)
            elif not part.looks_like(old):
                stale += [old.box, part.box]
        return stale + [old.box for name, old in before.items() if name not in now]

    def _paint(self, picture: Surface, area: Rect, now: dict[Hashable, StaticPart]) -> None:
        picture.set_clip(area)
        for part in now.values():
            if part.box.colliderect(area):
                part.draw(picture)
        picture.set_clip(None)


def _merged(areas: list[Rect]) -> list[Rect]:
    """Return areas that cover the same without overlapping, so that nothing is painted twice."""
    apart: list[Rect] = []
    for area in areas:
        while (at := area.collidelist(apart)) >= 0:
            area = area.union(apart.pop(at))  # noqa: PLW2901 - the box grows until it meets no other one
        apart.append(area)
    return apart
