"""What lies over a table while the joker speaks: his bubble, the light on what he speaks of, the move as it would lie.

Laws: nothing here changes the turn; put out, the table is as it was. A move shown is laid on a copy of the turn.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from game.client.draw import theme
from game.client.draw.surfaces import chip
from game.client.table.advice.standing import FIRST_OF_ALL, LIT, PLACE, TILES, always_kept, rooms_of
from game.client.table.aims import Target
from game.client.table.geometry.laid import Lies
from game.client.table.plates.lettering import capped
from game.client.table.tag import edges, tag_place
from game.client.widgets import draw
from game.client.widgets.boxes import Box, around
from game.client.words import say
from game.table.moves import TakePile

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pygame
    from pygame import Rect

    from game.client.table.advice.bubble import Bubble
    from game.client.table.board import Board, Heights
    from game.client.table.geometry.laid import Laid
    from game.client.table.turn import UnsentTurn
    from game.client.widgets.button import Button
    from game.client.widgets.look import Look
    from game.table.moves import Move
    from game.table.tiles import Tile

AROUND: Final = 5.0  # logical px between what is lit and its frame
RADIUS: Final = 12.0
FRAME: Final = 3.0

Lit = Target | str | tuple["Tile", ...]  # a place of the table, the rack by its name, or sets by their tiles
RACK: Final = "rack"


T = TypeVar("T", bound="UnsentTurn[Any]")
L = TypeVar("L", bound="Laid")


@dataclass(frozen=True, slots=True)
class Lights(Generic[T]):
    """What is lit at a depth of a hint: tiles, places, and the turn they are shown in where it is not the real one."""

    tiles: tuple[Tile, ...] = ()
    places: tuple[Lit, ...] = ()
    shown: T | None = None


@dataclass(slots=True)
class Advice(Generic[T]):
    """The bubble, what is lit, and the turn that is shown instead of the real one; nothing while nobody speaks."""

    bubble: Bubble | None = None
    tiles: tuple[Tile, ...] = ()
    places: tuple[Lit, ...] = ()
    shown: T | None = None
    boxes: tuple[Box, ...] = ()
    ahead: tuple[Lights[T], ...] = ()  # what will be lit when one asks on
    _to_come: list[Box] = field(default_factory=list)  # of what will be lit
    _stood: Box | None = None  # where the bubble stood last, while one stands
    _laid: Box | None = None  # the first of the tiles that are shown and not yet laid
    _within: Rect | None = None  # the table, which the words about them keep to
    _beside: tuple[Rect, ...] = ()  # the tiles of all sets and the edges of zones, in device px

    @property
    def open(self) -> bool:
        """Return whether anything of it is seen."""
        return self.bubble is not None or bool(self.tiles or self.places) or self.shown is not None

    def light(self, tiles: tuple[Tile, ...] = (), places: tuple[Lit, ...] = ()) -> None:
        """Light tiles and places; the real turn is shown, and nothing follows."""
        self.tiles, self.places, self.shown, self.ahead = tiles, places, None, ()

    def show_move(self, turn: T, move: Move) -> bool:
        """Show a turn with a move laid; return whether it can be laid without being sent."""
        self.shown = laid_in(turn, move)
        return self.shown is not None

    def put_out(self) -> None:
        """Take everything away."""
        self.bubble = self._stood = None
        self.light()
        self.boxes = ()

    def foresee(self, board: Board[Any, Any], look: Look, heights: Heights) -> None:
        """Find where what will be lit will lie; what is shown is laid out after it."""
        self._to_come = []
        for one in self.ahead if board.layout is not None else ():
            there = board.laid() if one.shown is None else _foreseen(board, look, one.shown, heights)
            self._to_come += [*_boxes_of(one.places, there), *_tile_boxes(one.tiles, there)]

    def place(self, board: Board[Any, Any], look: Look, gold: Button | None) -> None:
        """Frame what is lit, where it lies now, and stand the bubble off it and off what will be lit."""
        layout = board.laid()
        self.boxes = _boxes_of(self.places, layout)
        lit = _tile_boxes(self.tiles, layout)
        on_table = [box for box in lit if box.bottom <= layout.frame.rack.y]
        self._laid = min(on_table, key=lambda box: (-box.bottom, box.x)) if on_table else None
        self._within = look.rect(layout.frame.table)
        every = (spot for spot in layout.spots.values() if spot.lies is Lies.SET and spot.seen)
        clear = (*(spot.box for spot in every), *edges(look, layout.areas))
        self._beside = tuple(look.rect(box) for box in clear)
        if self.bubble is not None:
            keep = always_kept(board, look, gold)
            keep += [(spot.box, TILES) for spot in layout.spots.values() if spot.lies is Lies.RACK and spot.seen]
            meant = dict.fromkeys((*self.boxes, *lit, *self._to_come))
            keep += [(box, PLACE if box == _rack(layout) else LIT * FIRST_OF_ALL) for box in meant]
            self.bubble.stand(rooms_of(board, look), keep, look, self._stood)
            self._stood = self.bubble.rect

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
        return _rack(layout)
    seen = [layout.spots[tile].box for tile in place if tile in layout.spots and layout.spots[tile].seen]
    return around(seen).inset(-AROUND) if seen else None


def _foreseen(board: Board[T, L], look: Look, turn: T, heights: Heights) -> L:
    """Return how a turn would be laid out; only before a board is shown, since its words are told of that turn."""
    aside = copy(board)
    aside.tell(turn)
    return aside.lay(look, turn, heights, anew=False)


def _rack(layout: Laid) -> Box:
    return layout.frame.rack.inset(-1.0)


def _boxes_of(places: Iterable[Lit], layout: Laid) -> tuple[Box, ...]:
    return tuple(box for place in places if (box := _box_of(place, layout)) is not None)


def _tile_boxes(tiles: Iterable[Tile], layout: Laid) -> list[Box]:
    """Return where lit tiles stand."""
    return [layout.spots[tile].box for tile in tiles if tile in layout.spots]


def laid_in(turn: T, move: Move) -> T | None:
    """Return a copy of a turn with a move laid; None where it cannot be laid without being sent.

    A pile is never shown as taken: nothing would say of it and of its tiles on the rack that it is not so yet.
    """
    bench = None if isinstance(move, TakePile) else turn.drafted(move)
    if bench is None:
        return None
    shown = copy(turn)
    shown.bench = bench
    return shown
