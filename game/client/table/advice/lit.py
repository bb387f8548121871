"""What is shown over a table while the joker speaks: the bubble, highlights, and a preview of the move.

Laws: nothing here changes the turn; when it is closed the table is as before. A move is previewed on a copy of the
turn.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from game.client.draw import theme
from game.client.draw.surfaces import chip
from game.client.table.advice.standing import (
    LIT_COST,
    LIT_COST_FACTOR,
    bubble_rooms,
    needed_obstacles,
    usual_obstacles,
)
from game.client.table.aims import Target
from game.client.table.geometry.laid import TileZone
from game.client.table.plates.lettering import label_font
from game.client.table.tag import tag_place, zone_edges
from game.client.widgets import draw
from game.client.widgets.boxes import Box, bounding_box
from game.client.words import say
from game.table.moves import TakePile

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pygame
    from pygame import Rect

    from game.client.table.advice.bubble import Bubble
    from game.client.table.board import Board, ButtonHeights
    from game.client.table.geometry.laid import TableLayout
    from game.client.table.turn import UnsentTurn
    from game.client.widgets.button import Button
    from game.client.widgets.look import Look
    from game.client.widgets.widget import Widget
    from game.table.moves import Move
    from game.table.tiles import Tile

FRAME_GAP: Final = 6.0  # logical px between a highlighted object and its frame's edge: it hides that of a changed set
FRAME_RADIUS: Final = 9.0
FRAME_WIDTH: Final = 3.0

# a named place of the table such as the rack, or sets given by their tiles
HighlightPlace = Target | str | tuple["Tile", ...]
RACK_PLACE: Final = "rack"


T = TypeVar("T", bound="UnsentTurn[Any]")
L = TypeVar("L", bound="TableLayout")


@dataclass(frozen=True, slots=True)
class DepthHighlights(Generic[T]):
    """The highlights of one depth of a hint: tiles, places, and the previewed turn if any."""

    tiles: tuple[Tile, ...] = ()
    places: tuple[HighlightPlace, ...] = ()
    shown: T | None = None


@dataclass(slots=True)
class Advice(Generic[T]):
    """The bubble, the highlights, and the previewed turn; empty while nobody speaks."""

    bubble: Bubble | None = None
    tiles: tuple[Tile, ...] = ()
    places: tuple[HighlightPlace, ...] = ()
    shown: T | None = None
    boxes: tuple[Box, ...] = ()
    ahead: tuple[DepthHighlights[T], ...] = ()  # the highlights of the next depths
    _to_come: list[Box] = field(default_factory=list)  # the boxes of these highlights
    _stood: Box | None = None  # the last box of the bubble, while it is shown
    _laid: Box | None = None  # the lowest of the highlighted tiles above the rack, of several the leftmost
    _within: Rect | None = None  # the box of the table, inside which the label beside that tile stays
    _beside: tuple[Rect, ...] = ()  # the tiles of all sets and the edges of zones, in device px

    @property
    def visible(self) -> bool:
        """Return whether the bubble, a highlight or a preview is shown."""
        return self.bubble is not None or bool(self.tiles or self.places) or self.shown is not None

    def highlight(self, tiles: tuple[Tile, ...] = (), places: tuple[HighlightPlace, ...] = ()) -> None:
        """Highlight tiles and places on the real turn; there is no later depth."""
        self.tiles, self.places, self.shown, self.ahead = tiles, places, None, ()

    def preview_move(self, turn: T, move: Move) -> bool:
        """Preview a turn with a move laid; return whether that is possible without sending it."""
        self.shown = turn_with_move(turn, move)
        return self.shown is not None

    def clear(self) -> None:
        """Clear everything."""
        self.bubble = self._stood = None
        self.highlight()
        self.boxes = ()

    def measure_later_depths(self, board: Board[Any, Any], look: Look, heights: ButtonHeights) -> None:
        """Find the boxes of the next depths' highlights; must be called before the present state is laid out."""
        self._to_come = []
        for one in self.ahead if board.layout is not None else ():
            there = board.current_layout() if one.shown is None else _foreseen(board, look, one.shown, heights)
            self._to_come += [*_boxes_of(one.places, there), *_tile_boxes(one.tiles, there)]

    def place(self, board: Board[Any, Any], look: Look, gold: Button | None, needed: Iterable[Widget]) -> None:
        """Frame the highlights at their present boxes, and place the bubble clear of them and of the next ones."""
        layout = board.current_layout()
        self.boxes = _boxes_of(self.places, layout)
        lit = _tile_boxes(self.tiles, layout)
        on_table = [box for box in lit if box.bottom <= layout.frame.rack.y]
        self._laid = min(on_table, key=lambda box: (-box.bottom, box.x)) if on_table else None
        self._within = look.rect(layout.frame.table)
        every = (spot for spot in layout.spots.values() if spot.lies is TileZone.SET and spot.seen)
        clear = (*(spot.box for spot in every), *zone_edges(look, layout.areas))
        self._beside = tuple(look.rect(box) for box in clear)
        if self.bubble is not None:
            keep = usual_obstacles(board, look, gold) + needed_obstacles(look, needed)
            meant = dict.fromkeys((*self.boxes, *lit, *self._to_come))
            keep += [(box, LIT_COST * LIT_COST_FACTOR) for box in meant if box != _rack(layout)]
            self.bubble.place_clear(bubble_rooms(board, look), keep, look, self._stood)
            self._stood = self.bubble.rect

    def draw(self, surface: pygame.Surface, look: Look, board: Board[Any, Any]) -> None:
        """Draw the frames, below the signs of their sets, and the label of a preview.

        Highlighted tiles are drawn with the other tiles.
        """
        for box in self.boxes:
            draw.plate(surface, look, box, FRAME_RADIUS, None, draw.Edge(theme.GOLD, FRAME_WIDTH))
        framed = [look.rect(box) for box in self.boxes]
        for _tile, sign in () if board.parts is None or board.is_moving else board.parts.over:
            if sign.box.collidelist(framed) >= 0:
                sign.draw(surface)
        hidden = self.bubble is not None and self._laid is not None and self._laid.overlaps(self.bubble.rect)
        if self.shown is not None and self._laid is not None and not hidden:
            self._draw_tag(surface, look, self._laid)

    def _draw_tag(self, surface: pygame.Surface, look: Look, box: Box) -> None:
        """Label a previewed tile as not laid yet, where the label covers least."""
        drawn = chip(say("advice.shown"), label_font(look, theme.CHIP), theme.Tone.GOLD, edged=True)
        clear = self._beside if self.bubble is None else (*self._beside, look.rect(self.bubble.rect))
        surface.blit(drawn, tag_place(look, drawn.get_rect(), look.rect(box), clear, self._within))


def _box_of(place: HighlightPlace, layout: TableLayout) -> Box | None:
    if isinstance(place, Target):
        return layout.box_of(place).inset(-FRAME_GAP)
    if isinstance(place, str):
        return _rack(layout)
    seen = [layout.spots[tile].box for tile in place if tile in layout.spots and layout.spots[tile].seen]
    return bounding_box(seen).inset(-FRAME_GAP) if seen else None


def _foreseen(board: Board[T, L], look: Look, turn: T, heights: ButtonHeights) -> L:
    """Return the layout that a turn would have.

    The board must be shown after this, because the texts of its widgets are changed.
    """
    aside = copy(board)
    aside.update_texts(turn)
    return aside.compute_layout(look, turn, heights, anew=False)


def _rack(layout: TableLayout) -> Box:
    return layout.frame.rack.inset(-1.0)


def _boxes_of(places: Iterable[HighlightPlace], layout: TableLayout) -> tuple[Box, ...]:
    return tuple(box for place in places if (box := _box_of(place, layout)) is not None)


def _tile_boxes(tiles: Iterable[Tile], layout: TableLayout) -> list[Box]:
    """Return the boxes of highlighted tiles."""
    return [layout.spots[tile].box for tile in tiles if tile in layout.spots]


def turn_with_move(turn: T, move: Move) -> T | None:
    """Return a copy of a turn with a move laid; None where that is impossible without sending it.

    Taking the pile is never previewed: nothing would show that its tiles are not really on the rack yet.
    """
    turn_state = None if isinstance(move, TakePile) else turn.with_move(move)
    if turn_state is None:
        return None
    shown = copy(turn)
    shown.turn_state = turn_state
    return shown
