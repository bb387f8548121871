"""What lies over a table while the joker speaks: his bubble, the light on what he speaks of, the move as it would lie.

Laws: nothing here changes the turn; put out, the table is as it was. A move shown is laid on a copy of the turn.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from game.client.draw import theme
from game.client.draw.surfaces import chip
from game.client.table.aims import Target
from game.client.table.geometry.laid import Lies
from game.client.table.plates.lettering import capped
from game.client.table.sprites import LIFT
from game.client.table.tag import edges, tag_place
from game.client.widgets import draw
from game.client.widgets.boxes import Box, around
from game.client.words import say

if TYPE_CHECKING:
    import pygame
    from pygame import Rect

    from game.client.table.advice.bubble import Bubble
    from game.client.table.geometry.laid import Laid
    from game.client.table.turn import UnsentTurn
    from game.client.widgets.look import Look
    from game.table.moves import Move
    from game.table.tiles import Tile

AROUND: Final = 5.0  # logical px between what is lit and its frame
RADIUS: Final = 12.0
FRAME: Final = 3.0

Lit = Target | str | tuple["Tile", ...]  # a place of the table, the rack by its name, or sets by their tiles
RACK: Final = "rack"


T = TypeVar("T", bound="UnsentTurn[Any]")


@dataclass(slots=True)
class Advice(Generic[T]):
    """The bubble, what is lit, and the turn that is shown instead of the real one; nothing while nobody speaks."""

    bubble: Bubble | None = None
    tiles: tuple[Tile, ...] = ()
    places: tuple[Lit, ...] = ()
    shown: T | None = None
    boxes: tuple[Box, ...] = ()
    _stood: Box | None = None  # where the bubble stood last, while one stands
    _laid: Box | None = None  # the first of the tiles that are shown and not yet laid
    _within: Rect | None = None  # the table, which the words about them keep to
    _beside: tuple[Rect, ...] = ()  # the tiles of all sets and the edges of zones, in device px

    @property
    def open(self) -> bool:
        """Return whether anything of it is seen."""
        return self.bubble is not None or bool(self.tiles or self.places) or self.shown is not None

    def light(self, tiles: tuple[Tile, ...] = (), places: tuple[Lit, ...] = ()) -> None:
        """Light tiles and places; the real turn is shown."""
        self.tiles, self.places, self.shown = tiles, places, None

    def show_move(self, turn: T, move: Move) -> bool:
        """Show a turn with a move laid; return whether it can be laid without being sent."""
        bench = turn.drafted(move)
        if bench is None:
            return False
        self.shown = copy(turn)
        self.shown.bench = bench
        return True

    def put_out(self) -> None:
        """Take everything away."""
        self.bubble = self._stood = None
        self.light()
        self.boxes = ()

    def place(self, layout: Laid, look: Look) -> None:
        """Frame what is lit, where it lies now, and stand the bubble beside it."""
        self.boxes = tuple(box for place in self.places if (box := _box_of(place, layout)) is not None)
        on_table = [box for box in self._tile_boxes(layout) if box.bottom <= layout.frame.rack.y]
        self._laid = min(on_table, key=lambda box: (-box.bottom, box.x)) if on_table else None
        self._within = look.rect(layout.frame.table)
        every = (spot for spot in layout.spots.values() if spot.lies is Lies.SET and spot.seen)
        clear = (*(spot.box for spot in every), *edges(look, layout.areas))
        self._beside = tuple(look.rect(box) for box in clear)
        if self.bubble is not None:
            lit, frame = [*self.boxes, *self._tile_boxes(layout)], layout.frame
            tiles = [spot.box for spot in layout.spots.values() if spot.seen]
            self.bubble.stand(frame.table, look, lit, frame.rack, tiles, self._stood)
            self._stood = self.bubble.rect

    def _tile_boxes(self, layout: Laid) -> list[Box]:
        """Return where the lit tiles stand: those of the rack are lifted."""
        spots = [layout.spots[tile] for tile in self.tiles if tile in layout.spots]
        return [spot.box.moved(0, -LIFT if spot.lies is Lies.RACK else 0.0) for spot in spots]

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the frames; tiles are lit as they stand."""
        for box in self.boxes:
            draw.plate(surface, look, box, RADIUS, None, draw.Edge(theme.GOLD, FRAME))
        hidden = self.bubble is not None and self._laid is not None and self._laid.meets(self.bubble.rect)
        if self.shown is not None and self._laid is not None and not hidden:
            self._draw_tag(surface, look, self._laid)

    def _draw_tag(self, surface: pygame.Surface, look: Look, box: Box) -> None:
        """Say at a tile, where it lies over the least of others, that it is only shown there."""
        drawn = chip(say("advice.shown"), capped(look, theme.CHIP), theme.Tone.GOLD, edged=True)
        clear = self._beside if self.bubble is None else (*self._beside, look.rect(self.bubble.rect))
        surface.blit(drawn, tag_place(look, drawn.get_rect(), look.rect(box), clear, self._within))


def _box_of(place: Lit, layout: Laid) -> Box | None:
    if isinstance(place, Target):
        return layout.box_of(place).inset(-AROUND)
    if isinstance(place, str):
        return layout.frame.rack.inset(-1.0)
    seen = [layout.spots[tile].box for tile in place if tile in layout.spots and layout.spots[tile].seen]
    return around(seen).inset(-AROUND) if seen else None
